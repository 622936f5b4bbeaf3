// The keyboard: over the hexes of the map, and single keys for what is done often.

import { button, checkbox, field, make, table } from "./dom.js";
import { closing, open, shut, tell } from "./dialogs.js";
import { keep, recall } from "./memory.js";

const TURNS = /** @type {Record<string, Record<string, string>>} */ ({
  flat: { q: "NW", w: "N", e: "NE", a: "SW", s: "S", d: "SE" },
  pointy: { q: "NW", w: "NE", e: "E", a: "W", s: "SW", d: "SE" },
});
const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  PageUp: [0, -5],
  PageDown: [0, 5],
});

/**
 * @param {import("./desk.js").Desk} desk
 * @returns {() => void} stop
 */
export function bindKeys(desk) {
  desk.map.grid.addEventListener("keydown", (event) => overHexes(desk, event));
  const anywhere = (/** @type {KeyboardEvent} */ event) => single(desk, event);
  document.addEventListener("keydown", anywhere);
  return () => document.removeEventListener("keydown", anywhere);
}

/** @param {import("./desk.js").Desk} desk @param {KeyboardEvent} event */
function overHexes(desk, event) {
  const label = desk.map.labelOf(event);
  if (!label || event.altKey || event.metaKey) return;
  if (event.key === "Enter" || event.key === " ") choose(desk, label);
  else if (desk.edit.active && /^[1-6]$/.test(event.key))
    desk.edit.toggle(label, Number(event.key));
  else {
    const next = target(desk, label, event);
    if (next === undefined) return;
    if (next) desk.map.go(next);
  }
  event.preventDefault();
  event.stopPropagation();
}

/** @param {import("./desk.js").Desk} desk @param {string} label */
function choose(desk, label) {
  if (desk.edit.active) {
    desk.edit.touch(label);
    return;
  }
  desk.game.select(label);
  desk.tabs.focus();
}

/**
 * The hex to which a key leads; undefined if it is no such key.
 * @param {import("./desk.js").Desk} desk
 * @param {string} label
 * @param {KeyboardEvent} event
 */
function target(desk, label, event) {
  const { sheet } = desk.game;
  const { columns, rows, orientation } = sheet.layout;
  const [column, row] = sheet.place(label);
  const step = STEPS[event.key];
  if (step) return sheet.label(column + step[0], Math.min(rows, Math.max(1, row + step[1])));
  if (event.key === "Home") return sheet.label(1, event.ctrlKey ? 1 : row);
  if (event.key === "End") return sheet.label(columns, event.ctrlKey ? rows : row);
  const turn = !event.ctrlKey && singleKeys() && TURNS[orientation][event.key.toLowerCase()];
  return turn ? sheet.toward(label, turn) : undefined;
}

const singleKeys = () => recall("keys", "on") === "on";

/** @param {import("./desk.js").Desk} desk @param {KeyboardEvent} event */
function single(desk, event) {
  if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
  if (event.key === "Escape") {
    desk.map.go(desk.map.focused);
    return;
  }
  if (event.ctrlKey || event.altKey || event.metaKey || !singleKeys() || writing(event.target))
    return;
  const act = /** @type {Record<string, () => void>} */ ({
    "/": () => askForHex(desk),
    "?": () => showHelp(desk),
    u: () => desk.head.undo.click(),
    U: () => desk.head.redo.click(),
    "+": () => desk.map.nearer(),
    "=": () => desk.map.nearer(),
    "-": () => desk.map.farther(),
    0: () => desk.map.panzoom.fit(),
  })[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

/** @param {EventTarget | null} target */
const writing = (target) =>
  target instanceof HTMLElement && target.matches("input, textarea, select");

/** Go to a hex by its label. @param {import("./desk.js").Desk} desk */
async function askForHex(desk) {
  const input = make("input", {
    type: "text",
    inputmode: "numeric",
    autocomplete: "off",
    required: true,
  });
  const note = make("p", { class: "wrong", role: "alert" });
  const go = () => {
    const label = desk.game.sheet.find(input.value);
    if (label) shut(dialog, label);
    else
      note.textContent = `${input.value}: there is no such hex; a label is ${desk.game.sheet.label(1, 1)}, column and row.`;
  };
  const { dialog, closed } = open(
    "Go to hex",
    [field("Hex", input), note],
    [button("Go", go, { class: "primary" }), closing("Cancel", "")],
  );
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") go();
  });
  input.focus();
  const label = await closed;
  if (!label) return;
  desk.game.select(label);
  desk.map.go(label, true);
}

/** All keys, and a way to switch the single ones off. @param {import("./desk.js").Desk} desk */
export function showHelp(desk) {
  const turns = TURNS[desk.game.sheet.layout.orientation];
  const rows = [
    ["Arrow keys", "over the hexes, by column and row"],
    [
      Object.keys(turns).join(" ").toUpperCase(),
      `to the hex beyond a hexside: ${Object.values(turns).join(", ")}`,
    ],
    ["Home, End", "first and last hex of the row; with Ctrl, of the map"],
    ["Enter", "open the hex: what it is, and its River Check"],
    ["Escape", "back to the map"],
    ["/", "go to a hex by its label"],
    ["u, U", "undo, redo"],
    ["+ - 0", "nearer, farther, the whole map"],
    ["1 to 6", "in Set up: change the stroke at that hexside"],
    ["?", "this help"],
  ];
  tell("Help and keys", [
    make(
      "p",
      {},
      "Tap a hex to see what it is and to run its River Check. Drag to move the map; pinch or turn the wheel to zoom.",
    ),
    table(
      make("caption", { class: "unseen" }, "Keys"),
      [],
      rows.map(([key, does]) => [make("kbd", {}, key), does]),
    ),
    checkbox("Single keys (letters, / + - 0 ?) do something", singleKeys(), (checked) =>
      keep("keys", checked ? "on" : "off"),
    ),
  ]);
}
