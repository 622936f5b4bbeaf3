// The terrain of a hex: big buttons in the colours of the map.

import { button, draw, make } from "./dom.js";

export const TERRAINS = [
  "desert",
  "veldt",
  "jungle",
  "mountain",
  "jungle/mountain",
  "swamp",
  "jungle/swamp",
  "lake",
];

/** The class of the ground of a hex. @param {string} terrain */
export const wash = (terrain) =>
  terrain ? `wash wash-${terrain.replace("/", "-")}` : "legend-hex";

/** A hex in the colour of a terrain. @param {string} terrain */
export function swatch(terrain) {
  return draw(
    "svg",
    { class: "rivercheck swatch", viewBox: "-16 -15 32 30", "aria-hidden": "true" },
    draw("path", { class: `${wash(terrain)} around`, d: "M15 0L7.5 13H-7.5L-15 0L-7.5-13H7.5Z" }),
    drawing(terrain),
  );
}

// A sign that tells the terrain without its colour, as the map's own drawings do.
const DRAWINGS = /** @type {Record<string, string>} */ ({
  desert: "M-6-1q3-4 6 0t6 0M-4 5h.1M1 5h.1M6 4h.1M-1-6h.1",
  veldt: "M-6 3l-2-4M-6 3v-6M-6 3l2-4M4 0l-2-4M4 0v-6M4 0l2-4M0 8l-2-4M0 8v-6M0 8l2-4",
  jungle: "M-5 5v-4M-5 1a3 3 0 1 1 .1 0M4 7v-4M4 3a3 3 0 1 1 .1 0M2-3v-2M2-5a2.5 2.5 0 1 1 .1 0",
  mountain: "M-9 6l6-12 4 8 2-4 5 8",
  "jungle/mountain": "M-10 4l5-10 5 10M5 6v-4M5 2a3 3 0 1 1 .1 0",
  swamp: "M-7 5v-8M-4 5v-6M3 6v-8M6 6v-6M-9 7h8M1 8h8M0-4v-5M-3-2h6",
  "jungle/swamp": "M-7 5v-8M-4 5v-6M-9 7h8M5 7v-5M5 2a3 3 0 1 1 .1 0",
  lake: "M-8-3q2-3 4 0t4 0 4 0 4 0M-6 4q2-3 4 0t4 0 4 0",
  sea: "M-8-3q2-3 4 0t4 0 4 0 4 0M-6 4q2-3 4 0t4 0 4 0",
});

/** @param {string} terrain */
function drawing(terrain) {
  return DRAWINGS[terrain]
    ? draw("path", { class: `mark mark-${terrain.replace("/", "-")}`, d: DRAWINGS[terrain] })
    : null;
}

/**
 * A group of terrain buttons.
 * @param {string[]} terrains
 * @param {string | null} chosen
 * @param {(terrain: string) => void} choose
 */
export function terrainButtons(terrains, chosen, choose) {
  return make(
    "div",
    { class: "terrains", role: "group", "aria-label": "Terrain" },
    terrains.map((terrain) => {
      const name = terrain || "unknown";
      const one = button("", () => choose(terrain), {
        "aria-pressed": String(terrain === chosen),
        id: `terrain-${name}`,
        class: "terrain",
      });
      one.append(
        swatch(terrain),
        make(
          "span",
          {},
          name.split("/").flatMap((part, place) => (place ? ["/", make("wbr"), part] : [part])),
        ),
      );
      return one;
    }),
  );
}
