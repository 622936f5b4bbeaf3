// The forms of setting up: all that is in one hex, and its mouth.

import { checkbox, choose, field, make, nameInput } from "./dom.js";
import { SIDES } from "./hexes.js";
import { TERRAINS } from "./terrain.js";

export const STATES = /** @type {[string, string][]} */ ([
  ["blank", "not mapped"],
  ["partial", "partly"],
  ["mapped", "mapped"],
]);
export const STROKES = /** @type {[string, string][]} */ ([
  ["", "no river"],
  ["out", "flows out"],
  ["in", "flows in"],
]);

/** Why a hex can have no mouth. @param {string} label */
export const noMouth = (label) =>
  `Hex ${label} does not lie at the sea or at the edge of the board: it can have no mouth.`;

export class EditForms {
  /** @param {import("./edit.js").Edit} edit */
  constructor(edit) {
    this.edit = edit;
    this.game = edit.game;
  }

  /** @param {string} label */
  hexForm(label) {
    const hex = this.edit.pending.hex(label);
    const sea = hex.terrain === "sea";
    const terrains = /** @type {[string, string][]} */ (
      ["", ...TERRAINS, "sea"].map((one) => [one, one || "unknown"])
    );
    const set = (/** @type {object} */ change) =>
      this.edit.step(() => this.edit.pending.set(label, change));
    const name = nameInput(
      hex.name,
      (text) => this.edit.type("name", () => this.edit.pending.set(label, { name: text.trim() })),
      { id: "one-name" },
    );
    return make(
      "fieldset",
      {},
      make("legend", {}, `Hex ${label}`),
      make(
        "div",
        { class: "row" },
        field(
          "Terrain",
          choose(
            terrains,
            hex.terrain,
            (terrain) => this.edit.step(() => this.edit.pending.paint(label, terrain)),
            { id: "one-terrain" },
          ),
        ),
        !sea &&
          field(
            "State",
            choose(STATES, hex.state, (state) => set({ state }), { id: "one-state" }),
          ),
        field("Name", name),
      ),
      !sea &&
        make(
          "div",
          { class: "sides" },
          SIDES.map((side) =>
            field(
              `Hexside ${this.game.sheet.sideName(side)}`,
              choose(
                STROKES,
                this.edit.pending.strokeAt(label, side),
                (stroke) => this.edit.step(() => this.edit.pending.stroke(label, side, stroke)),
                { id: `one-side-${side}` },
              ),
            ),
          ),
        ),
      !sea &&
        checkbox("Source dot: a river rises here", hex.source, (source) => set({ source }), {
          id: "one-source",
        }),
      !sea && this.mouthForm(label),
    );
  }

  /** @param {string} label */
  mouthForm(label) {
    const mouth = this.edit.pending.mouth(label);
    const sides = SIDES.filter(
      (side) => this.edit.pending.outside(label, side) || mouth?.side === side,
    );
    if (!sides.length) return make("p", { class: "quiet" }, noMouth(label));
    const options = /** @type {[string, string][]} */ ([
      ["", "none"],
      ...sides.map((side) => [String(side), this.game.sheet.sideName(side)]),
    ]);
    const put = (/** @type {Partial<import("./types.js").Mouth>} */ change) => {
      const was = this.edit.pending.mouth(label) ?? { side: sides[0], name: "", drainage: 0 };
      this.edit.pending.setMouth(label, { ...was, ...change });
    };
    const name = nameInput(
      mouth?.name ?? "",
      (text) => this.edit.type("mouth", () => put({ name: text.trim() })),
      { id: "mouth-name" },
    );
    const drainage = make("input", {
      type: "number",
      id: "mouth-drainage",
      min: 0,
      value: mouth?.drainage ?? 0,
      oninput: () =>
        this.edit.type("drainage", () =>
          put({ drainage: Math.max(0, Math.round(Number(drainage.value))) }),
        ),
    });
    return make(
      "fieldset",
      {},
      make("legend", {}, `Mouth of hex ${label}`),
      make(
        "div",
        { class: "row" },
        field(
          "At hexside",
          choose(
            options,
            String(mouth?.side ?? ""),
            (side) =>
              this.edit.step(() =>
                side ? put({ side: Number(side) }) : this.edit.pending.setMouth(label, null),
              ),
            { id: "mouth-side" },
          ),
        ),
        mouth && field("River", name),
        mouth && field("Must drain", drainage),
      ),
    );
  }
}
