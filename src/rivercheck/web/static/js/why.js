// Why a check came out as it did: the path through the chart, box by box, ruling lines set off.

import { button, make, renew } from "./dom.js";

/** @param {import("./types.js").Step[]} path */
export function pathList(path) {
  const list = make("ol", { class: "path" });
  for (const { node, text } of path) {
    if (node) list.append(make("li", {}, make("code", {}, node), " ", text));
    else
      (list.lastElementChild ?? list).append(
        make("p", { class: text.startsWith("by the letter") && "letter" }, text),
      );
  }
  return list;
}

/**
 * A button that shows the path of an entry below itself.
 * @param {import("./game.js").Game} game
 * @param {number} number
 * @param {(error: unknown) => void} failed
 * @param {Record<string, unknown>} [props] of the button
 */
export function whyButton(game, number, failed, props = {}) {
  const place = make("div");
  const one = button(
    "Why?",
    async () => {
      const open = one.getAttribute("aria-expanded") === "true";
      try {
        renew(place, open ? null : pathList((await game.fetch(`entries/${number}`)).path));
        one.setAttribute("aria-expanded", String(!open));
      } catch (error) {
        failed(error);
      }
    },
    { "aria-expanded": "false", ...props },
  );
  return { button: one, place };
}
