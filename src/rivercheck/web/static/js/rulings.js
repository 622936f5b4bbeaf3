// The rulings: presets as cards, and each one to be changed by itself, in words and pictures.

import { card } from "./cards.js";
import { make, renew } from "./dom.js";

/** @typedef {import("./types.js").Ruling} Ruling */

const PRESETS = /** @type {[string, string][]} */ ([
  [
    "printed",
    "The letter of the chart, and its gaps filled in the least way. Most rivers die on dry land.",
  ],
  [
    "table",
    "The gaps filled so that a map stays playable. Departs from the letter in three places, always named.",
  ],
  ["seaward", "As table, and rivers look where they are going. For making maps."],
]);

export class RulingChoice {
  /** @param {import("./types.js").About} about */
  constructor(about) {
    this.about = about;
    this.preset = "table";
    /** @type {Record<string, string>} */
    this.values = { ...about.presets.table };
    this.cards = make("div", { class: "cards" });
    this.single = make("div", {});
    this.element = make(
      "div",
      {},
      this.cards,
      make(
        "details",
        { ontoggle: () => this.showSingle() },
        make("summary", {}, "Look at each ruling, and change it"),
        this.single,
      ),
    );
    this.show();
  }

  /** What the server is told: a preset's name, or each value. */
  chosen() {
    return this.changes() ? this.values : this.preset;
  }

  changes() {
    const preset = this.about.presets[this.preset];
    return Object.keys(preset).filter((name) => preset[name] !== this.values[name]).length;
  }

  show() {
    const changes = this.changes();
    renew(
      this.cards,
      PRESETS.map(([name, text]) => {
        const changed = name === this.preset && changes ? ` (${changes} changed)` : "";
        return card(
          "rulings",
          name,
          `${name}${changed}`,
          name === this.preset,
          () => {
            this.preset = name;
            this.values = { ...this.about.presets[name] };
            this.show();
            this.showSingle();
          },
          make("span", {}, text),
        );
      }),
    );
  }

  showSingle() {
    renew(
      this.single,
      this.about.rulings.map((ruling) => this.ruling(ruling)),
    );
  }

  /** @param {Ruling} ruling */
  ruling(ruling) {
    return make(
      "fieldset",
      { class: "ruling" },
      make("legend", {}, ruling.name),
      make("p", {}, ruling.why),
      make(
        "div",
        { class: "values" },
        make(
          "figure",
          {},
          picture(ruling.name, "before", `A hex before the check, for ${ruling.name}`),
          make("figcaption", {}, "Before the check. ", ruling.situation),
        ),
        ruling.values.map((one) => this.value(ruling, one)),
      ),
    );
  }

  /** @param {Ruling} ruling @param {import("./types.js").RulingValue} one */
  value(ruling, { value, means, presets }) {
    return card(
      `ruling-${ruling.name}`,
      value,
      value,
      this.values[ruling.name] === value,
      () => {
        this.values[ruling.name] = value;
        this.show();
      },
      picture(ruling.name, value, `The outcome: ${means}`),
      make("span", {}, means),
      presets.length > 0 && make("small", {}, presets.join(", ")),
    );
  }
}

/** @param {string} ruling @param {string} value @param {string} alt */
const picture = (ruling, value, alt) =>
  make("img", {
    src: `/api/rulings/${encodeURIComponent(ruling)}/${encodeURIComponent(value)}.svg`,
    alt,
    loading: "lazy",
    width: 150,
    height: 130,
  });
