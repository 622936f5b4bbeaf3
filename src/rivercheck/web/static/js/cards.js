// What the first screen is made of: cards to choose from, and files to choose.

import { field, make } from "./dom.js";

/**
 * A card to choose: one of a group of radio buttons.
 * @param {string} group
 * @param {string} value
 * @param {string} title
 * @param {boolean} checked
 * @param {() => void} chosen
 * @param {...import("./dom.js").Child} content below the title
 */
export function card(group, value, title, checked, chosen, ...content) {
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
    content,
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
