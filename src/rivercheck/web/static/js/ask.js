// A question of the check, drawn: words, the six hexsides of a hex, the six faces of a die.

import { button, draw, fresh, make } from "./dom.js";
import { opposite, Sheet, SIDES } from "./hexes.js";
import { wash } from "./terrain.js";

/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {(choice: Choice) => void} Chosen */

/**
 * The choices of a question, one big button each.
 * @param {import("./types.js").Ask} ask
 * @param {import("./game.js").Game} game
 * @param {string} hex
 * @param {Chosen} chosen
 */
export function choices(ask, game, hex, chosen) {
  const sides = ask.choices.filter((one) => one.side);
  const faces = ask.choices.filter((one) => one.die);
  const words = ask.choices.filter((one) => !one.side && !one.die);
  return make(
    "div",
    { role: "group", "aria-label": ask.question },
    words.length > 0 &&
      make(
        "div",
        { class: "words" },
        words.map((one) => wordButton(one, chosen)),
      ),
    sides.length > 0 && sidesOfHex(sides, game, hex, chosen),
    faces.length > 0 &&
      make(
        "div",
        { class: "dice" },
        faces.map((one) => dieButton(one, chosen)),
      ),
    (sides.length > 0 || faces.length > 0) && meanings([...sides, ...faces]),
  );
}

/** @param {Choice} choice @param {Chosen} chosen */
function wordButton(choice, chosen) {
  const id = fresh("meaning");
  const one = button("", () => chosen(choice), {
    class: "choice",
    "aria-describedby": id,
    "aria-label": choice.label,
  });
  one.append(make("strong", {}, choice.label), make("span", { id }, choice.meaning));
  return one;
}

const REACH = 112; // pixels from the centre to a hexside's button

/**
 * @param {Choice[]} sides
 * @param {import("./game.js").Game} game
 * @param {string} hex
 * @param {Chosen} chosen
 */
function sidesOfHex(sides, game, hex, chosen) {
  const drawn = make("div", { class: "hex-choice" }, miniature(game, hex));
  for (const choice of sides) {
    const angle = game.sheet.angle(choice.side);
    const [x, y] = Sheet.at([150, 150], angle, REACH);
    const id = fresh("meaning");
    const direction = game.sheet.layout.directions[choice.side - 1];
    const one = button("", () => chosen(choice), {
      class: `side${choice.refused ? " refused" : ""}`,
      "aria-describedby": id,
      "aria-label": `Hexside ${choice.side} (${direction})`,
    });
    one.style.left = `${x}px`;
    one.style.top = `${y}px`;
    one.append(
      make("strong", {}, String(choice.side)),
      make("span", {}, direction),
      choice.refused ? make("em", { class: "no", "aria-hidden": "true" }, "✕") : "",
      make("span", { class: "unseen", id }, inWords(choice)),
    );
    drawn.append(one);
  }
  return drawn;
}

/**
 * The hex with its rivers, as it lies on the board.
 * @param {import("./game.js").Game} game
 * @param {string} label
 */
function miniature(game, label) {
  const sheet = new Sheet(game.sheet.layout, 92);
  const { terrain, in: ins, out: outs } = game.hex(label);
  const centre = /** @type {[number, number]} */ ([150, 150]);
  const river = (/** @type {number} */ side) => {
    const [x, y] = sheet.middle(centre, side);
    return draw("path", { class: "river", "stroke-width": 9, d: `M150 150L${x} ${y}` });
  };
  const leads = SIDES.filter(
    (side) => ins.includes(side) || outs.includes(side) || leadsFrom(game, label, side),
  );
  return draw(
    "svg",
    { class: "rivercheck", viewBox: "0 0 300 300", "aria-hidden": "true" },
    draw("path", { class: `${wash(terrain)} around`, d: sheet.outline(centre) }),
    leads.map(river),
  );
}

/** @param {import("./game.js").Game} game @param {string} label @param {number} side */
function leadsFrom(game, label, side) {
  const beyond = game.sheet.beyond(label, side);
  const there = beyond ? game.hex(beyond) : null;
  const across = opposite(side);
  return (
    game.hex(label).mouth?.side === side ||
    there?.in.includes(across) ||
    there?.out.includes(across)
  );
}

const PIPS = /** @type {Record<number, [number, number][]>} */ ({
  1: [[2, 2]],
  2: [
    [1, 1],
    [3, 3],
  ],
  3: [
    [1, 1],
    [2, 2],
    [3, 3],
  ],
  4: [
    [1, 1],
    [1, 3],
    [3, 1],
    [3, 3],
  ],
  5: [
    [1, 1],
    [1, 3],
    [2, 2],
    [3, 1],
    [3, 3],
  ],
  6: [
    [1, 1],
    [1, 2],
    [1, 3],
    [3, 1],
    [3, 2],
    [3, 3],
  ],
});

/** @param {Choice} choice @param {Chosen} chosen */
function dieButton(choice, chosen) {
  const id = fresh("meaning");
  const one = button("", () => chosen(choice), {
    class: "die",
    "aria-label": `The die shows ${choice.die}`,
    "aria-describedby": id,
  });
  one.append(
    draw(
      "svg",
      { viewBox: "0 0 4 4", "aria-hidden": "true" },
      PIPS[choice.die].map(([cx, cy]) => draw("circle", { cx, cy, r: 0.38 })),
    ),
    make("span", { class: "unseen", id }, choice.meaning),
  );
  return one;
}

/** What an answer comes to, and why its hexside is refused if it is. @param {Choice} choice */
function inWords({ refused, meaning }) {
  if (!refused) return meaning || "acceptable";
  return `not acceptable: ${meaning.startsWith(refused) ? meaning : [refused, meaning].filter(Boolean).join("; ")}`;
}

/** What the answers come to, equal ones together. @param {Choice[]} list */
function meanings(list) {
  /** @type {Map<string, Choice[]>} */
  const groups = new Map();
  for (const one of list) {
    const text = inWords(one);
    groups.set(text, [...(groups.get(text) ?? []), one]);
  }
  return make(
    "dl",
    { class: "meanings", "aria-hidden": "true" },
    [...groups].map(([text, ones]) =>
      make(
        "div",
        {},
        make("dt", {}, ones.map((one) => one.side || one.die).join(", ")),
        make("dd", {}, text),
      ),
    ),
  );
}
