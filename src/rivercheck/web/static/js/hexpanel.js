// The panel of the selected hex: what it is, its terrain, its River Check, and why it is as it is.

import { choices } from "./ask.js";
import { Check } from "./check.js";
import { button, choose, field, make, renew, unseen } from "./dom.js";
import { unmapped } from "./game.js";
import { oddsList } from "./odds.js";
import { swatch, TERRAINS, terrainButtons } from "./terrain.js";
import { pathList, whyButton } from "./why.js";
import { headingOf, sentence } from "./words.js";

/** @typedef {import("./types.js").HexInFull} HexInFull */

export class HexPanel {
  name = "Hex";

  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.game = desk.game;
    /** @type {Map<string, Check>} */
    this.checks = new Map();
    /** @type {HexInFull | null} */
    this.full = null;
    this.fullAt = -1; // the revision of `full`
    /** @type {any} */
    this.odds = null;
    this.drawn = ""; // the hex that was drawn last
    this.step = ""; // and how far its check was
    this.loading = "";
    /** @type {HTMLElement | null} */
    this.place = null;
    this.game.addEventListener("view", () => this.moved());
  }

  /** The check of a hex, kept while other hexes are looked at. @param {string} label */
  check(label) {
    let one = this.checks.get(label);
    if (!one) {
      one = new Check(this.game, label, () => this.again());
      this.checks.set(label, one);
    }
    return one;
  }

  /** The game has changed: what was being answered is run again on the new map. */
  moved() {
    this.odds = null;
    for (const check of this.checks.values()) {
      if (check.stage === "entered" && this.game.view.struck.includes(check.line?.number ?? 0)) check.leave();
      const open = unmapped(this.game.hex(check.hex));
      if (check.stage === "asking" && !check.busy) {
        if (open) this.desk.try(check.again);
        else check.leave();
      }
    }
  }

  again() {
    if (this.place?.isConnected && this.desk.tabs.current === this) this.render(this.place);
  }

  /** @param {HTMLElement} place */
  render(place) {
    this.place = place;
    const label = this.game.selected;
    if (!label) {
      renew(place, ...this.nothing());
      return;
    }
    if (this.full?.label !== label || this.fullAt !== this.game.revision) this.load(label);
    if (this.drawn !== label) this.turnTo();
    /** @type {string} */
    const step = `${label} ${this.check(label).stage} ${this.check(label).before.length}`;
    renew(place, ...this.hex(label));
    if (this.step !== step && this.check(label).stage !== "ready" && this.drawn === label) this.toQuestion(place);
    this.step = step;
    this.drawn = label;
  }

  /** Another hex is looked at: what was told of the last one has been read. */
  turnTo() {
    this.odds = null;
    const last = this.checks.get(this.drawn);
    if (last?.stage === "entered") last.leave();
  }

  /** A new question has the focus, so that it is read and Tab leads to its answers. @param {HTMLElement} place */
  toQuestion(place) {
    const heading = place.querySelector(".question");
    if (!(heading instanceof HTMLElement)) return;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} label */
  async load(label) {
    const revision = this.game.revision;
    if (this.loading === `${label} ${revision}`) return;
    this.loading = `${label} ${revision}`;
    await this.desk.try(async () => {
      const full = await this.game.fetch(`hexes/${encodeURIComponent(label)}`);
      if (this.game.selected !== label || this.game.revision !== revision) return;
      this.full = full;
      this.fullAt = revision;
      this.again();
    });
    this.loading = "";
  }

  nothing() {
    const led = Object.entries(this.game.view.hexes).filter(([, hex]) => hex.led && unmapped(hex)).slice(0, 12);
    return [
      make("h2", { tabindex: -1 }, "No hex is selected"),
      make("p", {}, "Tap the hex that your explorer enters."),
      led.length > 0 && make("p", {}, "A river leads to:"),
      make("div", { class: "chips" }, led.map(([label]) => this.desk.hexLink(label))),
    ];
  }

  /** @param {string} label */
  hex(label) {
    const hex = this.game.hex(label);
    const full = this.full?.label === label ? this.full : null;
    const check = this.check(label);
    const terrain = hex.terrain || check.terrain;
    return [
      make("div", { class: "hex-head" }, swatch(terrain), make("h2", { tabindex: -1 }, `Hex ${label}`, hex.name ? make("span", {}, ` ${hex.name}`) : "")),
      make("p", { class: "spoken" }, sentence(hex.spoken, label)),
      ...(check.stage === "entered" ? this.entered(check, full) : []),
      ...(check.stage === "asking" ? this.asking(check) : []),
      ...(check.stage === "ready" ? this.ready(check, hex, full) : []),
      full && check.stage !== "asking" && this.about(full),
    ];
  }

  // Before the check

  /** @param {Check} check @param {import("./types.js").Hex} hex @param {HexInFull | null} full */
  ready(check, hex, full) {
    const open = full ? full.checkable || (!hex.terrain && unmapped(hex)) : unmapped(hex);
    if (!open) return [full?.why_not ? make("p", { class: "quiet" }, sentence(full.why_not, "")) : "", full?.can_visit ? this.visit(full.label) : ""];
    if (!hex.terrain && !check.terrain) return this.askTerrain(check);
    return [
      check.terrain && make("p", { class: "chosen" }, "Terrain: ", make("strong", {}, check.terrain), " ",
        button("Change the terrain", () => { check.terrain = ""; this.odds = null; this.again(); }, { class: "plain" }),
        button("Note the terrain only", () => this.desk.try(async () => {
          await this.game.enter({ kind: "terrain", hex: check.hex, terrain: check.terrain });
          check.terrain = "";
          this.again();
        }), { class: "plain" })),
      make("section", { class: "river-check", "aria-label": "River Check" },
        make("h3", {}, "River Check"),
        this.explorer(check),
        make("div", { class: "big" },
          button("Draw for me", () => this.desk.try(() => check.enter(true)), { class: "primary", id: "draw-for-me", "aria-disabled": String(check.busy) }),
          button("I have the cards", () => this.desk.try(check.start), { id: "have-cards" })),
        this.game.view.odds && this.oddsButton(check, hex)),
    ];
  }

  /** @param {Check} check */
  askTerrain(check) {
    return [make("section", { "aria-label": "Terrain of the hex" },
      make("h3", {}, "What terrain is it?"),
      terrainButtons(TERRAINS, null, (terrain) => { check.terrain = terrain; this.again(); this.desk.tabs.focus(); }),
      button("Draw a terrain card for me", () => this.desk.try(() => this.game.enter({ kind: "terrain", hex: check.hex, terrain_card: { from: "drawn" } })), { class: "wide" }))];
  }

  /** @param {Check} check */
  explorer(check) {
    const names = this.game.explorers;
    if (!names.length) return null;
    const options = /** @type {[string, string][]} */ (names.map((name) => [name, name]));
    return field("Explorer", choose(options, check.explorer, (name) => { check.explorer = name; }, { id: "explorer" }));
  }

  /** @param {Check} check @param {import("./types.js").Hex} hex */
  oddsButton(check, hex) {
    const ask = async () => {
      const query = hex.terrain ? "" : `?terrain=${encodeURIComponent(check.terrain)}`;
      this.odds = this.odds ? null : await this.game.fetch(`hexes/${encodeURIComponent(check.hex)}/odds${query}`);
      this.again();
    };
    return make("div", {}, button("Odds", () => this.desk.try(ask), { id: "odds", class: "plain", "aria-expanded": String(Boolean(this.odds)) }),
      this.odds && oddsList(this.odds, this.game, hex.terrain || check.terrain));
  }

  /** @param {string} label */
  visit(label) {
    const check = this.check(label);
    if (!this.game.explorers.length) return null;
    return make("section", { class: "visit", "aria-label": "Visit" }, this.explorer(check),
      button("Passes through", () => this.desk.try(() => this.game.enter({ kind: "visit", hex: label, explorer: check.explorer }))));
  }

  // The check with the player's cards

  /** @param {Check} check */
  asking(check) {
    const attempt = /** @type {import("./types.js").Attempt} */ (check.attempt);
    const { ask } = attempt;
    const said = [...check.before.slice(1).map((one) => one.said), check.said.said].filter(Boolean);
    return [make("section", { class: "asking", "aria-label": "River Check", "aria-busy": String(check.busy) },
      check.moved && make("p", { class: "moved", role: "status" }, "The map has changed meanwhile; your answers stand."),
      said.length > 0 && make("p", { class: "said" }, "You said: ", said.join(" · ")),
      ask ? [
        make("h3", { class: "question", tabindex: -1 }, ask.question),
        make("p", { class: "quiet" }, ask.why),
        choices(ask, this.game, check.hex, (choice) => this.desk.try(() => check.choose(choice))),
      ] : this.finished(check, attempt.sentence),
      make("div", { class: "row" },
        button("Go back one answer", () => this.desk.try(check.back), { id: "back" }),
        ask && button("Let the program draw the rest", () => this.desk.try(() => check.enter(true)), { id: "draw-rest" })),
      attempt.path.length > 0 && make("details", {}, make("summary", {}, "The path so far"), pathList(attempt.path)))];
  }

  /** @param {Check} check @param {string} sentence */
  finished(check, sentence) {
    return [
      make("h3", { class: "question", tabindex: -1 }, "Draw this on the printed map"),
      make("p", { class: "sentence" }, sentence),
      button("Draw it on the map", () => this.desk.try(() => check.enter(false)), { class: "primary wide", id: "draw-it" }),
    ];
  }

  // After it

  /** @param {Check} check @param {HexInFull | null} full */
  entered(check, full) {
    const line = /** @type {import("./types.js").Line} */ (check.line);
    const why = whyButton(this.game, line.number, this.desk.fail);
    const onward = (full?.sides ?? []).filter(({ stroke, beyond }) => stroke && beyond && unmapped(this.game.hex(beyond)));
    const told = line.told ?? headingOf(line);
    return [make("section", { class: "outcome", "aria-label": "Outcome" },
      make("h3", { class: "question", tabindex: -1 }, "Draw this on the printed map"),
      make("p", { class: "sentence" }, told),
      line.details.filter((text) => text !== told).map((text) => make("p", { class: "quiet" }, text)),
      make("div", { class: "row" }, why.button,
        onward.map(({ beyond }) => button(`Go on to hex ${beyond}`, () => this.desk.visit(/** @type {string} */ (beyond))))),
      why.place)];
  }

  // What else there is to know

  /** @param {HexInFull} full */
  about(full) {
    const lines = new Map(this.game.view.lines.map((line) => [line.number, line]));
    return make("div", { class: "about" },
      full.explorers.length > 0 && make("p", {}, `Mapped or visited by ${full.explorers.join(", ")}${full.published ? "; published" : "; not published"}.`),
      make("details", { id: "sides" }, make("summary", {}, "Hexsides"), make("ul", {}, full.sides.map((side) => make("li", {}, this.side(side))))),
      full.entries.length > 0 && make("section", { "aria-label": "Entries of this hex" }, make("h3", {}, "In the journal"),
        make("ul", { class: "entries" }, full.entries.map((number) => this.entry(number, lines.get(number))))));
  }

  /** @param {import("./types.js").Side} side */
  side({ side, beyond, terrain, stroke, leads }) {
    const river = stroke || leads;
    return [`${this.game.sheet.sideName(side)}: `, beyond ? this.desk.hexLink(beyond) : "the edge of the board",
      beyond && terrain ? `, ${terrain}` : "", river ? `, a river flows ${river}` : ""];
  }

  /** @param {number} number @param {import("./types.js").Line | undefined} line */
  entry(number, line) {
    const struck = this.game.view.struck.includes(number);
    const text = line ? headingOf(line) : `Entry ${number}`;
    const why = !line || line.why ? whyButton(this.game, number, this.desk.fail, { class: "plain" }) : null;
    return make("li", {}, `${number}. `, struck ? make("del", {}, text) : text, struck && unseen(" (struck out)"), " ", why?.button, why?.place);
  }
}
