// What the first screen is made of: cards to choose from, and files to choose.

import { field, make } from "./dom.js";

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
  return make(
    "label",
    { class: "card" },
    make("input", {
      type: "radio",
      name: group,
      value,
      checked,
      id: `${group}-${value}`.replaceAll(" ", "-"),
      onchange: chosen,
    }),
    make("strong", {}, title),
    make("span", {}, text),
  );
}

/**
 * A file to choose.
 * @param {string} name
 * @param {string} accept
 * @param {(file: File) => void} take
 */
export function fileInput(name, accept, take) {
  const input = make("input", {
    type: "file",
    accept,
    onchange: () => {
      if (input.files?.[0]) take(input.files[0]);
    },
  });
  return field(name, input);
}
