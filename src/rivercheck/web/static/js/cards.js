// Cards to choose from: radio buttons large enough to read.

import { make } from "./dom.js";

/**
 * A card to choose: one of a group of radio buttons.
 * @param {string} group
 * @param {string} value
 * @param {string} title
 * @param {string} text
 * @param {boolean} checked
 * @param {() => void} chosen
 */
export function card(group, value, title, text, checked, chosen) {
  return make("label", { class: "card" },
    make("input", { type: "radio", name: group, value, checked, id: `${group}-${value}`.replaceAll(" ", "-"), onchange: chosen }),
    make("strong", {}, title), make("span", {}, text));
}
