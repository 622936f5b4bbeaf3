// The sheet of hexes: labels, neighbours, corners and hexsides, for flat and pointy hexes.

const ANGLES = /** @type {Record<string, Record<string, number>>} */ ({
  flat: { N: -90, NE: -30, SE: 30, S: 90, SW: 150, NW: 210 },
  pointy: { NE: -60, E: 0, SE: 60, SW: 120, W: 180, NW: 240 },
});

// Steps to the neighbours as (column, row), on odd and on even lines: the even ones sit half a hex on.
const STEPS = /** @type {Record<string, Record<string, [number, number]>[]>} */ ({
  flat: [
    { N: [0, -1], NE: [1, -1], SE: [1, 0], S: [0, 1], SW: [-1, 0], NW: [-1, -1] },
    { N: [0, -1], NE: [1, 0], SE: [1, 1], S: [0, 1], SW: [-1, 1], NW: [-1, 0] },
  ],
  pointy: [
    { NE: [0, -1], E: [1, 0], SE: [0, 1], SW: [-1, 1], W: [-1, 0], NW: [-1, -1] },
    { NE: [1, -1], E: [1, 0], SE: [1, 1], SW: [0, 1], W: [-1, 0], NW: [0, -1] },
  ],
});

/** The directions of the hexsides, clockwise from the top. @param {string} orientation */
export const directionsOf = (orientation) => Object.keys(ANGLES[orientation]);

/** The hexsides. */
export const SIDES = [1, 2, 3, 4, 5, 6];

/**
 * Hexes by their labels, in order; as keys of an object those without a leading zero come first.
 * @param {[string, unknown]} one
 * @param {[string, unknown]} other
 */
export const byLabel = ([one], [other]) => (one < other ? -1 : 1);

/** @typedef {[number, number]} Point */

export class Sheet {
  /**
   * @param {import("./types.js").Layout} layout
   * @param {number} size centre to corner
   */
  constructor(layout, size) {
    this.layout = layout;
    this.size = size;
    this.digits =
      layout.columns <= 99 && layout.rows <= 99
        ? 2
        : Math.max(3, String(Math.max(layout.columns, layout.rows)).length);
  }

  /** @param {number} column @param {number} row @returns {string | null} null off the board */
  label(column, row) {
    const { columns, rows } = this.layout;
    if (column < 1 || row < 1 || column > columns || row > rows) return null;
    const parts = [column, row].map((part) => String(part).padStart(this.digits, "0"));
    return parts.join(this.digits === 2 ? "" : ".");
  }

  /** @param {string} label @returns {Point} column and row */
  place(label) {
    const [column, row] = label.includes(".")
      ? label.split(".")
      : [label.slice(0, 2), label.slice(2)];
    return [Number(column), Number(row)];
  }

  /**
   * What someone typed, as a label of this board: 0203, 203, 2 3, 2,3 or 2.3.
   * @param {string} text
   */
  find(text) {
    const parts = text.trim().match(/^(\d+)[\s.,;:/-]+(\d+)$/);
    if (parts) return this.label(Number(parts[1]), Number(parts[2]));
    if (!/^\d{3,4}$/.test(text.trim()) || this.digits > 2) return null;
    return this.label(...this.place(text.trim().padStart(4, "0")));
  }

  /** @param {string} label @param {string} direction */
  toward(label, direction) {
    const [column, row] = this.place(label);
    const line = this.layout.orientation === "flat" ? column : row;
    const step = STEPS[this.layout.orientation][line % 2 ? 0 : 1][direction];
    return step ? this.label(column + step[0], row + step[1]) : null;
  }

  /** The neighbour across a hexside. @param {string} label @param {number} side 1 to 6 */
  beyond(label, side) {
    return this.toward(label, this.layout.directions[side - 1]);
  }

  /** The angle in degrees of a hexside, clockwise from the right. @param {number} side */
  angle(side) {
    return ANGLES[this.layout.orientation][this.layout.directions[side - 1]];
  }

  /**
   * A point at this angle and distance.
   * @param {Point} centre
   * @param {number} angle
   * @param {number} reach
   * @returns {Point}
   */
  static at([x, y], angle, reach) {
    const turn = (angle * Math.PI) / 180;
    return [x + reach * Math.cos(turn), y + reach * Math.sin(turn)];
  }

  /** The middle of a hexside. @param {Point} centre @param {number} side @param {number} [share] */
  middle(centre, side, share = 1) {
    return Sheet.at(centre, this.angle(side), (this.size * share * Math.sqrt(3)) / 2);
  }

  /**
   * Toward one of the corners, the left or lower left first.
   * @param {Point} centre
   * @param {number} place
   * @param {number} share
   */
  corner(centre, place, share) {
    return Sheet.at(
      centre,
      (this.layout.orientation === "flat" ? 180 : 150) + 60 * place,
      this.size * share,
    );
  }

  /** The outline as a path. @param {Point} centre @param {number} [share] of the size */
  outline(centre, share = 1) {
    const corners = SIDES.map((side) => Sheet.at(centre, this.angle(side) + 30, this.size * share));
    return `M${corners.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
  }

  /** The hexside nearest to a point in a hex. @param {Point} centre @param {Point} point */
  nearest([cx, cy], [x, y]) {
    const angle = (Math.atan2(y - cy, x - cx) * 180) / Math.PI;
    const off = (/** @type {number} */ side) =>
      Math.abs(((angle - this.angle(side) + 540) % 360) - 180);
    return [...SIDES].sort((one, other) => off(one) - off(other))[0];
  }

  /** "2 (NE)" @param {number} side */
  sideName(side) {
    return `${side} (${this.layout.directions[side - 1]})`;
  }
}

/** The same hexside as seen from beyond. @param {number} side */
export const opposite = (side) => ((side + 2) % 6) + 1;
