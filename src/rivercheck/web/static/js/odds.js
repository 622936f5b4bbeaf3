// The exact odds of a check: what it may come to, as bars and as fractions.

import { make } from "./dom.js";

/**
 * @param {import("./types.js").Odds} odds
 * @param {import("./game.js").Game} game
 * @param {string} terrain of the hex before the check
 */
export function oddsList(odds, game, terrain) {
  return make(
    "ol",
    { class: "odds", "aria-label": "Odds of this check" },
    odds.outcomes.map((one) => {
      const bar = make("span", { class: "bar", "aria-hidden": "true" });
      bar.style.width = `${Math.max(0.5, one.percent)}%`;
      return make(
        "li",
        {},
        make("span", {}, inWords(one, game, terrain)),
        make("span", { class: "chance" }, `${one.probability} · ${percent(one.percent)}`),
        make("span", { class: "track" }, bar),
      );
    }),
  );
}

/** @param {number} value */
const percent = (value) => `${value >= 10 ? value.toFixed(0) : value.toFixed(1)} %`;

/**
 * @param {import("./types.js").Chance} one
 * @param {import("./game.js").Game} game
 * @param {string} terrain
 */
function inWords(one, game, terrain) {
  const sides = (/** @type {number[]} */ list) =>
    list.map((side) => game.sheet.sideName(side)).join(", ");
  const parts = [one.outcome.replaceAll("-", " ")];
  if (one.in.length) parts.push(`in by ${sides(one.in)}`);
  if (one.out.length) parts.push(`out by ${sides(one.out)}`);
  if (one.terrain !== terrain) parts.push(`becomes ${one.terrain}`);
  if (one.forced.length) parts.push(`forced: ${one.forced.join(", ")}`);
  return parts.join("; ");
}
