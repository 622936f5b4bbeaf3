// The panel of the selected hex: what it is, its terrain, its River Check, and why it is as it is.

import { Check } from "./check.js";
import { CheckView } from "./checkview.js";
import { make, renew, unseen } from "./dom.js";
import { unmapped } from "./game.js";
import { byLabel } from "./hexes.js";
import { swatch } from "./terrain.js";
import { whyButton } from "./why.js";
import { sentence } from "./words.js";

/** @typedef {import("./types.js").HexInFull} HexInFull */

const MOST = 12; // hexes to offer where none is selected

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
    this.view = new CheckView(desk, () => this.again());
    this.drawn = ""; // the hex that was drawn last
    this.step = ""; // and how far its check was
    this.loading = "";
    /** @type {HTMLElement | null} */
    this.place = null;
    this.game.on("view", () => this.moved());
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
    this.view.odds = null;
    for (const check of this.checks.values()) {
      if (check.stage === "entered" && this.game.view.struck.includes(check.line?.number ?? 0))
        check.leave();
      const open = unmapped(this.game.hex(check.hex));
      if (check.stage === "asking") {
        if (open) this.desk.quietly(() => check.again());
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
    const { stage, before } = this.check(label);
    const step = `${label} ${stage} ${before.length}`;
    renew(place, ...this.hex(label));
    if (this.step !== step && stage !== "ready" && this.drawn === label) this.toQuestion(place);
    this.step = step;
    this.drawn = label;
  }

  /** Another hex is looked at: what was told of the last one has been read. */
  turnTo() {
    this.view.odds = null;
    const last = this.checks.get(this.drawn);
    if (last?.stage === "entered") last.leave();
  }

  /**
   * A new question has the focus, so that it is read and Tab leads to its answers.
   * @param {HTMLElement} place
   */
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
    await this.desk.quietly(async () => {
      const full = await this.game.fetch(`hexes/${encodeURIComponent(label)}`);
      if (this.game.selected !== label || this.game.revision !== revision) return;
      this.full = full;
      this.fullAt = revision;
      this.again();
    });
    this.loading = "";
  }

  nothing() {
    const led = Object.entries(this.game.view.hexes)
      .filter(([, hex]) => hex.led && unmapped(hex))
      .sort(byLabel);
    return [
      make("h2", { tabindex: -1 }, "No hex is selected"),
      make("p", {}, "Tap the hex that your explorer enters."),
      led.length > 0 && make("p", {}, "A river leads to:"),
      make(
        "div",
        { class: "chips" },
        led.slice(0, MOST).map(([label]) => this.desk.hexLink(label)),
      ),
      led.length > MOST &&
        make("p", { class: "quiet" }, `and ${led.length - MOST} more, in the list.`),
    ];
  }

  /** @param {string} label */
  hex(label) {
    const hex = this.game.hex(label);
    const full = this.full?.label === label ? this.full : null;
    const check = this.check(label);
    const terrain = hex.terrain || check.terrain;
    return [
      make(
        "div",
        { class: "hex-head" },
        swatch(terrain),
        make(
          "h2",
          { tabindex: -1 },
          `Hex ${label}`,
          hex.name ? make("span", {}, ` ${hex.name}`) : "",
        ),
      ),
      make("p", {}, sentence(hex.spoken, label)),
      ...this.view.show(check, full),
      full && check.stage !== "asking" && this.about(full),
    ];
  }

  /** @param {HexInFull} full */
  about(full) {
    return make(
      "div",
      { class: "about" },
      full.explorers.length > 0 &&
        make(
          "p",
          {},
          `Mapped or visited by ${full.explorers.join(", ")}${full.published ? "; published" : "; not published"}.`,
        ),
      make(
        "details",
        { id: "sides" },
        make("summary", {}, "Hexsides"),
        make(
          "ul",
          {},
          full.sides.map((side) => make("li", {}, this.side(side))),
        ),
      ),
      full.entries.length > 0 &&
        make(
          "section",
          { "aria-label": "Entries of this hex" },
          make("h3", {}, "In the journal"),
          make(
            "ul",
            { class: "entries" },
            full.entries.map((number) => this.entry(number)),
          ),
        ),
    );
  }

  /** @param {import("./types.js").Side} side */
  side({ side, beyond, terrain, stroke, leads }) {
    const river = stroke || leads;
    return [
      `${this.game.sheet.sideName(side)}: `,
      beyond ? this.desk.hexLink(beyond) : "the edge of the board",
      beyond && terrain ? `, ${terrain}` : "",
      river ? `, a river flows ${river}` : "",
    ];
  }

  /** @param {number} number */
  entry(number) {
    const line = this.game.line(number);
    const struck = this.game.view.struck.includes(number);
    const text = this.game.heading(number);
    const why =
      !line || line.why ? whyButton(this.game, number, this.desk.fail, { class: "plain" }) : null;
    return make(
      "li",
      {},
      `${number}. `,
      struck ? make("del", {}, text) : text,
      struck && unseen(" (struck out)"),
      " ",
      why?.button,
      why?.place,
    );
  }
}
