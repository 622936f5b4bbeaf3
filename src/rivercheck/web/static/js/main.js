// The start: which screen the address names.

import { Refused } from "./api.js";
import { button, make, renew } from "./dom.js";
import { Desk } from "./desk.js";
import { Game } from "./game.js";
import { Start } from "./start.js";
import { wearTheme } from "./theme.js";

const app = /** @type {HTMLElement} */ (document.getElementById("app"));

/** @type {{close: () => void, mayClose?: () => Promise<boolean>} | null} */
let screen = null;
let shown = location.hash; // the address of that screen
let asking = false; // whether it may be left

async function route() {
  if (asking) return;
  asking = true;
  const stays = (await screen?.mayClose?.()) === false;
  asking = false;
  if (stays) {
    history.replaceState(null, "", shown);
    return;
  }
  const id = location.hash.match(/^#\/games\/([^/]+)$/)?.[1];
  screen?.close();
  screen = null;
  const wanted = location.hash;
  try {
    const next = id ? await openGame(decodeURIComponent(id)) : await Start.open();
    if (location.hash !== wanted) {
      next.close();
      return;
    }
    screen = next;
    shown = wanted;
    renew(app, next.element);
  } catch (error) {
    renew(app, problem(error));
  }
}

/** @param {string} id */
async function openGame(id) {
  const game = new Game(id);
  await game.load();
  return new Desk(game);
}

/** @param {unknown} error */
function problem(error) {
  if (!(error instanceof Error)) return make("p", {}, String(error));
  const gone = error instanceof Refused && error.status === 404;
  return make(
    "main",
    { class: "problem" },
    make("h1", {}, gone ? "There is no such game" : "The game cannot be shown"),
    make("p", {}, error.message),
    gone ? "" : button("Try again", route, { class: "primary" }),
    make("p", {}, make("a", { href: "#/" }, "All games")),
  );
}

wearTheme();
window.addEventListener("hashchange", route);
route();
