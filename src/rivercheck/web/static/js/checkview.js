// A River Check as the panel shows it: before it, while the player answers, and after it.

import { choices } from "./ask.js";
import { button, choose, field, make } from "./dom.js";
import { unmapped } from "./game.js";
import { oddsList } from "./odds.js";
import { TERRAINS, terrainButtons } from "./terrain.js";
import { pathList, whyButton } from "./why.js";
import { headingOf, sentence } from "./words.js";

/** @typedef {import("./check.js").Check} Check */
/** @typedef {import("./types.js").HexInFull} HexInFull */

export class CheckView {
  /** @param {import("./desk.js").Desk} desk @param {() => void} again draw the panel anew */
  constructor(desk, again) {
    this.desk = desk;
    this.game = desk.game;
    this.again = again;
    /** @type {import("./types.js").Odds | null} */
    this.odds = null; // of the hex that is looked at, if they were asked for
  }

  /** @param {Check} check @param {HexInFull | null} full */
  show(check, full) {
    if (check.stage === "entered") return this.entered(check, full);
    if (check.stage === "asking") return this.asking(check);
    return this.ready(check, this.game.hex(check.hex), full);
  }

  // Before the check

  /** @param {Check} check @param {import("./types.js").Hex} hex @param {HexInFull | null} full */
  ready(check, hex, full) {
    const open = full ? full.checkable || (!hex.terrain && unmapped(hex)) : unmapped(hex);
    if (!open)
      return [
        full?.why_not ? make("p", { class: "quiet" }, sentence(full.why_not, "")) : "",
        full?.can_visit ? this.visit(check) : "",
      ];
    if (!hex.terrain && !check.terrain) return this.askTerrain(check);
    return [
      check.terrain &&
        make(
          "p",
          { class: "chosen" },
          "Terrain: ",
          make("strong", {}, check.terrain),
          " ",
          button(
            "Change the terrain",
            () => {
              check.terrain = "";
              this.odds = null;
              this.again();
            },
            { class: "plain" },
          ),
          button(
            "Note the terrain only",
            () =>
              this.desk.try(async () => {
                await this.game.enter({ kind: "terrain", hex: check.hex, terrain: check.terrain });
                check.terrain = "";
                this.again();
              }),
            { class: "plain" },
          ),
        ),
      make(
        "section",
        { "aria-label": "River Check" },
        make("h3", {}, "River Check"),
        this.explorer(check),
        make(
          "div",
          { class: "big" },
          button("Draw for me", () => this.desk.try(() => check.enter(true)), {
            class: "primary",
            id: "draw-for-me",
            "aria-disabled": String(check.busy),
          }),
          button("I have the cards", () => this.desk.try(check.start), { id: "have-cards" }),
        ),
        this.game.view.odds && this.oddsButton(check, hex),
      ),
    ];
  }

  /** @param {Check} check */
  askTerrain(check) {
    return [
      make(
        "section",
        { "aria-label": "Terrain of the hex" },
        make("h3", {}, "What terrain is it?"),
        terrainButtons(TERRAINS, null, (terrain) => {
          check.terrain = terrain;
          this.again();
          this.desk.tabs.focus();
        }),
        button(
          "Draw a terrain card for me",
          () =>
            this.desk.try(() =>
              this.game.enter({ kind: "terrain", hex: check.hex, terrain_card: { from: "drawn" } }),
            ),
          { class: "wide" },
        ),
      ),
    ];
  }

  /** @param {Check} check */
  explorer(check) {
    const names = this.game.explorers;
    if (!names.length) return null;
    return field(
      "Explorer",
      choose(
        names,
        check.explorer,
        (name) => {
          check.explorer = name;
        },
        { id: "explorer" },
      ),
    );
  }

  /** @param {Check} check @param {import("./types.js").Hex} hex */
  oddsButton(check, hex) {
    const ask = async () => {
      const query = hex.terrain ? "" : `?terrain=${encodeURIComponent(check.terrain)}`;
      this.odds = this.odds
        ? null
        : await this.game.fetch(`hexes/${encodeURIComponent(check.hex)}/odds${query}`);
      this.again();
    };
    return make(
      "div",
      {},
      button("Odds", () => this.desk.try(ask), {
        id: "odds",
        class: "plain",
        "aria-expanded": String(Boolean(this.odds)),
      }),
      this.odds && oddsList(this.odds, this.game, hex.terrain || check.terrain),
    );
  }

  /** Who passes through a hex that is mapped. @param {Check} check */
  visit(check) {
    if (!this.game.explorers.length) return null;
    return make(
      "section",
      { "aria-label": "Visit" },
      this.explorer(check),
      button("Passes through", () =>
        this.desk.try(() =>
          this.game.enter({ kind: "visit", hex: check.hex, explorer: check.explorer }),
        ),
      ),
    );
  }

  // The check with the player's cards

  /** @param {Check} check */
  asking(check) {
    const attempt = /** @type {import("./types.js").Attempt} */ (check.attempt);
    const { ask } = attempt;
    const said = [...check.before.slice(1).map((one) => one.said), check.said.said].filter(Boolean);
    return [
      make(
        "section",
        { "aria-label": "River Check", "aria-busy": String(check.busy) },
        check.moved &&
          make(
            "p",
            { class: "moved", role: "status" },
            "The map has changed meanwhile; your answers stand.",
          ),
        said.length > 0 && make("p", { class: "said" }, "You said: ", said.join(" · ")),
        ask
          ? [
              make("h3", { class: "question", tabindex: -1 }, ask.question),
              make("p", { class: "quiet" }, ask.why),
              choices(ask, this.game, check.hex, (choice) =>
                this.desk.try(() => check.choose(choice)),
              ),
            ]
          : this.finished(check, attempt.sentence),
        make(
          "div",
          { class: "row" },
          button("Go back one answer", () => this.desk.try(check.back), { id: "back" }),
          ask &&
            button("Let the program draw the rest", () => this.desk.try(() => check.enter(true)), {
              id: "draw-rest",
            }),
        ),
        attempt.path.length > 0 &&
          make("details", {}, make("summary", {}, "The path so far"), pathList(attempt.path)),
      ),
    ];
  }

  /** @param {Check} check @param {string} sentence */
  finished(check, sentence) {
    return [
      ...toDraw(sentence),
      button("Draw it on the map", () => this.desk.try(() => check.enter(false)), {
        class: "primary wide",
        id: "draw-it",
      }),
    ];
  }

  // After it

  /** @param {Check} check @param {HexInFull | null} full */
  entered(check, full) {
    const line = /** @type {import("./types.js").Line} */ (check.line);
    const why = whyButton(this.game, line.number, this.desk.fail);
    const onward = (full?.sides ?? []).filter(
      ({ stroke, beyond }) => stroke && beyond && unmapped(this.game.hex(beyond)),
    );
    const told = line.told ?? headingOf(line);
    return [
      make(
        "section",
        { "aria-label": "Outcome" },
        toDraw(told),
        line.details
          .filter((text) => text !== told)
          .map((text) => make("p", { class: "quiet" }, text)),
        make(
          "div",
          { class: "row" },
          why.button,
          onward.map(({ beyond }) =>
            button(`Go on to hex ${beyond}`, () => this.desk.visit(/** @type {string} */ (beyond))),
          ),
        ),
        why.place,
      ),
    ];
  }
}

/** What players draw on their map. @param {string} told */
const toDraw = (told) => [
  make("h3", { class: "question", tabindex: -1 }, "Draw this on the printed map"),
  make("p", { class: "sentence" }, told),
];
