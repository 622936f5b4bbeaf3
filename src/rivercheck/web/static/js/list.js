// The map as a list: a table of hexes for those who would rather read than look.

import { arrange, button, choose, field, make, renew, table } from "./dom.js";
import { unmapped } from "./game.js";
import { byLabel } from "./hexes.js";
import { count, sentence } from "./words.js";

/** @typedef {import("./types.js").Hex} Hex */

const PAGE = 60; // rows at a time
const KINDS = /** @type {Record<string, (hex: Hex) => boolean>} */ ({
  "Unmapped, a river leads there": (hex) => unmapped(hex) && hex.led,
  "All unmapped": unmapped,
  Mapped: (hex) => hex.state === "mapped",
  "With a mouth": (hex) => Boolean(hex.mouth),
  "Not published": (hex) => hex.state === "mapped" && hex.explorers.length > 0 && !hex.published,
  "All but sea": (hex) => hex.terrain !== "sea",
});

export class List {
  name = "List";

  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.game = desk.game;
    this.kind = Object.keys(KINDS)[0];
    this.rows = PAGE;
    this.filter = make("input", {
      type: "search",
      id: "find-hex",
      autocomplete: "off",
      oninput: () => this.show(),
    });
    this.found = make("div");
    this.parts = [make("h2", { tabindex: -1 }, "List of hexes"), this.filters(), this.found];
  }

  /** @param {HTMLElement} place */
  render(place) {
    arrange(place, this.parts);
    this.show();
  }

  filters() {
    const chosen = (/** @type {string} */ kind) => {
      this.kind = kind;
      this.rows = PAGE;
      this.show();
    };
    return make(
      "div",
      { class: "row" },
      field("Show", choose(Object.keys(KINDS), this.kind, chosen, { id: "list-kind" })),
      field("Find", this.filter),
    );
  }

  show() {
    const words = this.filter.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const found = Object.entries(this.game.view.hexes)
      .filter(([label, hex]) => {
        if (!KINDS[this.kind](hex)) return false;
        const text = `${label} ${hex.spoken} ${hex.name} ${hex.explorers.join(" ")}`.toLowerCase();
        return words.every((word) => text.includes(word));
      })
      .sort(byLabel);
    const more = () => {
      this.rows += 4 * PAGE;
      this.show();
    };
    renew(
      this.found,
      make("p", { class: "quiet", role: "status" }, count(found.length, "hex", "hexes")),
      found.length > 0 && this.table(found.slice(0, this.rows)),
      found.length > this.rows && button("Show more", more, { id: "more" }),
    );
  }

  /** @param {[string, Hex][]} found */
  table(found) {
    return make(
      "div",
      { class: "scroll" },
      table(
        make("caption", { class: "unseen" }, this.kind),
        ["Hex", "What is there"],
        found.map(([label, hex]) => [this.desk.hexLink(label), sentence(hex.spoken, label)]),
      ),
    );
  }
}
