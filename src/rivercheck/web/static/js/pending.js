// An edit that is not entered yet: hexes and mouths as they are to be, with undo of its own.

import { opposite } from "./hexes.js";

/**
 * @typedef {{terrain: string, state: string, in: number[], out: number[], source: boolean, name: string}} Hex
 */
/** @typedef {import("./types.js").Mouth} Mouth */
/** @typedef {{hexes: Map<string, Hex>, mouths: Map<string, Mouth | null>}} Draft */

export class Pending {
  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.game = game;
    /** @type {Draft[]} */
    this.drafts = [{ hexes: new Map(), mouths: new Map() }];
  }

  get draft() {
    return /** @type {Draft} */ (this.drafts.at(-1));
  }

  /** The hexes that are changed. */
  get labels() {
    return new Set([...this.draft.hexes.keys(), ...this.draft.mouths.keys()]);
  }

  get size() {
    return this.labels.size;
  }

  undo() {
    if (this.drafts.length > 1) this.drafts.pop();
  }

  /** Begin a step: what follows is undone together. */
  step() {
    const { hexes, mouths } = this.draft;
    this.drafts.push({ hexes: new Map(hexes), mouths: new Map(mouths) });
  }

  /** A step that came to nothing is no step. */
  settle() {
    const [before, now] = this.drafts.slice(-2);
    const same = now && text(before) === text(now);
    if (same) this.drafts.pop();
  }

  /** @param {string} label @returns {Hex} */
  hex(label) {
    const changed = this.draft.hexes.get(label);
    if (changed) return changed;
    const { terrain, state, in: ins, out: outs, source, name } = this.game.hex(label);
    return { terrain, state, in: ins, out: outs, source, name };
  }

  /** @param {string} label @returns {Mouth | null} */
  mouth(label) {
    const changed = this.draft.mouths.get(label);
    return changed === undefined ? this.game.hex(label).mouth : changed;
  }

  /** @param {string} label @param {Partial<Hex>} change */
  set(label, change) {
    this.draft.hexes.set(label, { ...this.hex(label), ...change });
  }

  /** @param {string} label @param {Mouth | null} mouth */
  setMouth(label, mouth) {
    this.draft.mouths.set(label, mouth);
  }

  /** @param {string} label @param {string} terrain */
  paint(label, terrain) {
    const was = this.hex(label);
    if (terrain !== "sea")
      this.set(label, { terrain, state: was.terrain === "sea" ? "blank" : was.state });
    else {
      for (const side of [...was.in, ...was.out]) this.stroke(label, side, "");
      this.set(label, { terrain, state: "", source: false });
      if (this.mouth(label)) this.setMouth(label, null);
    }
  }

  /**
   * What lies beyond a hexside is the sea, or nothing.
   * @param {string} label
   * @param {number} side
   */
  outside(label, side) {
    const beyond = this.game.sheet.beyond(label, side);
    return !beyond || this.hex(beyond).terrain === "sea";
  }

  /**
   * Draw a stroke, and the same one as it is seen from beyond if a river was drawn there too.
   * @param {string} label
   * @param {number} side
   * @param {string} stroke "", "in" or "out"
   */
  stroke(label, side, stroke) {
    if (this.outside(label, side)) {
      const mouth = this.mouth(label);
      if (stroke === "in") stroke = "";
      if (stroke && !mouth) this.setMouth(label, { side, name: "", drainage: 0 });
      if (!stroke && mouth?.side === side && !mouth.name && !mouth.drainage)
        this.setMouth(label, null);
      this.carry(label, side, stroke);
      return;
    }
    this.carry(label, side, stroke);
    const beyond = /** @type {string} */ (this.game.sheet.beyond(label, side));
    const there = this.hex(beyond);
    const across = opposite(side);
    if (there.state === "mapped" || there.in.includes(across) || there.out.includes(across)) {
      this.carry(beyond, across, { "": "", in: "out", out: "in" }[stroke] ?? "");
    }
  }

  /** @param {string} label @param {number} side @param {string} stroke */
  carry(label, side, stroke) {
    const { in: ins, out: outs, state } = this.hex(label);
    const but = (/** @type {number[]} */ sides) => sides.filter((one) => one !== side);
    const more = (/** @type {number[]} */ sides, /** @type {boolean} */ yes) =>
      yes ? [...but(sides), side].sort() : but(sides);
    this.set(label, {
      in: more(ins, stroke === "in"),
      out: more(outs, stroke === "out"),
      state: stroke && state === "blank" ? "mapped" : state,
    });
  }

  /** @param {string} label @param {number} side */
  strokeAt(label, side) {
    const { in: ins, out: outs } = this.hex(label);
    return ins.includes(side) ? "in" : outs.includes(side) ? "out" : "";
  }

  /**
   * The change to enter: each hex in the form of a board file, on top of what stands there.
   * @returns {Promise<import("./types.js").Change>}
   */
  async change() {
    const board = await this.game.fetch(`board.json?at=${this.game.revision}`);
    const hexes = [...this.draft.hexes].map(([label, hex]) => [
      label,
      entry(board.hexes?.[label] ?? {}, hex),
    ]);
    const mouths = [...this.draft.mouths].flatMap(([hex, mouth]) =>
      mouth ? [{ hex, ...mouth }] : [],
    );
    const gone = [...this.draft.mouths]
      .filter(([label, mouth]) => !mouth && this.game.hex(label).mouth)
      .map(([label]) => label);
    return { kind: "edit", hexes: Object.fromEntries(hexes), mouths, mouths_removed: gone };
  }
}

/** @param {Record<string, unknown>} before @param {Hex} hex */
function entry(before, hex) {
  const { terrain, state, in: ins, out: outs, source, name, ...rest } = before;
  return {
    ...rest,
    ...(hex.terrain && { terrain: hex.terrain }),
    ...(hex.terrain !== "sea" && { state: hex.state || "blank" }),
    ...(hex.in.length && { in: hex.in }),
    ...(hex.out.length && { out: hex.out }),
    ...(hex.source && { source: true }),
    ...(hex.name && { name: hex.name }),
  };
}

/** @param {Draft} draft */
const text = ({ hexes, mouths }) => JSON.stringify([[...hexes], [...mouths]]);
