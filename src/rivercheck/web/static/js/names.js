// Who goes exploring: a list of names.

import { button, make, nameInput, renew } from "./dom.js";

export class Names {
  constructor() {
    this.names = ["Burton", "Speke"];
    this.element = make("div");
    this.show();
  }

  /** What the server is told. */
  chosen() {
    return [...new Set(this.names.map((name) => name.trim()).filter(Boolean))];
  }

  show() {
    const row = (/** @type {string} */ name, /** @type {number} */ place) => {
      const input = nameInput(
        name,
        (typed) => {
          this.names[place] = typed;
        },
        { id: `explorer-${place}`, "aria-label": `Explorer ${place + 1}` },
      );
      return make(
        "li",
        {},
        input,
        button(
          "Remove",
          () => {
            this.names.splice(place, 1);
            this.show();
          },
          { "aria-label": `Remove explorer ${place + 1}` },
        ),
      );
    };
    renew(
      this.element,
      make("ul", { class: "names" }, this.names.map(row)),
      button(
        "Add an explorer",
        () => {
          this.names.push("");
          this.show();
          document.getElementById(`explorer-${this.names.length - 1}`)?.focus();
        },
        { id: "add-explorer" },
      ),
    );
  }
}
