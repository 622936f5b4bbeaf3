// Each explorer has a sign: a shape and a colour, so that neither is needed to tell them apart; none is
// red, as the dots of sources are.

import { draw } from "./dom.js";

const SHAPES = [
  "M-.9-.9H.9V.9H-.9Z", // square
  "M0-1.1L1.1.9H-1.1Z", // triangle
  "M0-1.2L1.1 0 0 1.2-1.1 0Z", // diamond
  "M-.4-1.1H.4V-.4H1.1V.4H.4V1.1H-.4V.4H-1.1V-.4H-.4Z", // cross
  "M0-1.2L.35-.4 1.2-.35.5.2.75 1.1 0 .55-.75 1.1-.5.2-1.2-.35-.35-.4Z", // star
  "M-1 0A1 1 0 1 1 1 0A1 1 0 1 1-1 0Z", // disc
];

/**
 * The sign of the explorer at this place of the list.
 * @param {number} place
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {boolean} [hollow]
 */
export function sign(place, x, y, size, hollow = false) {
  const kind = `sign explorer-${place % SHAPES.length}${hollow ? " hollow" : ""}`;
  return draw("path", {
    class: kind,
    transform: `translate(${x} ${y}) scale(${size})`,
    d: SHAPES[place % SHAPES.length],
  });
}

/** The sign alone, to stand in a line of text. @param {number} place */
export const signInText = (place) =>
  draw(
    "svg",
    { class: "sign-text", viewBox: "-1.6 -1.6 3.2 3.2", "aria-hidden": "true" },
    sign(place, 0, 0, 1.2),
  );
