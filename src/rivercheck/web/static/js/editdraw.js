// A pending edit as it is drawn over the map.

import { draw } from "./dom.js";
import { wash } from "./terrain.js";

/**
 * A hex as it is to be, over the one that is.
 * @param {import("./pending.js").Pending} pending
 * @param {string} label
 */
export function drawPending(pending, label) {
  const { sheet } = pending.game;
  const { x, y } = pending.game.hex(label);
  const centre = /** @type {[number, number]} */ ([x, y]);
  const hex = pending.hex(label);
  const mouth = pending.mouth(label);
  const stroke = (/** @type {number} */ side, /** @type {string} */ kind) => {
    const [ex, ey] = sheet.middle(centre, side, 0.98);
    const [ax, ay] = sheet.middle(centre, side, kind === "in" ? 0.45 : 0.85);
    const turn = sheet.angle(side) + (kind === "in" ? 180 : 0);
    return [
      draw("path", { class: "river", "stroke-width": 4, d: `M${x} ${y}L${ex} ${ey}` }),
      draw("path", {
        class: "arrow",
        transform: `translate(${ax} ${ay}) rotate(${turn})`,
        d: "M5 0L-5-5V5Z",
      }),
    ];
  };
  const faint = hex.terrain && hex.terrain !== "sea" && hex.state !== "mapped";
  const end = mouth && sheet.middle(centre, mouth.side);
  return draw(
    "g",
    { class: "rivercheck" },
    draw("path", { class: "paper", d: sheet.outline(centre, 0.97) }),
    draw("path", {
      class: `${wash(hex.terrain)}${faint ? " faint" : ""} around`,
      d: sheet.outline(centre, 0.97),
    }),
    hex.in.map((side) => stroke(side, "in")).flat(),
    hex.out.map((side) => stroke(side, "out")).flat(),
    hex.source && draw("circle", { class: "source", cx: x, cy: y, r: 5 }),
    end && draw("circle", { class: "mouth", cx: end[0], cy: end[1], r: 6 }),
  );
}
