// Which deck a game is played with: the house deck, or one's own.

import { card, fileInput } from "./cards.js";
import { checkbox, make, renew } from "./dom.js";

export class DeckChoice {
  /** @param {(file: File) => void} take */
  constructor(take) {
    this.take = take;
    this.own = false;
    /** @type {{name: string, csv: string} | null} */
    this.file = null;
    this.replacement = false;
    this.element = make("div");
    this.show();
  }

  /** What the server is told. */
  chosen() {
    if (this.own && !this.file)
      throw new Error("Choose the CSV file of your deck, or play with the house deck.");
    return this.file;
  }

  /** A deck file was read. @param {string} name @param {string} csv */
  use(name, csv) {
    this.file = { name: name.replace(/\.csv$/i, "").slice(0, 100), csv };
    this.own = true;
    this.show();
  }

  show() {
    const { own } = this;
    renew(
      this.element,
      make(
        "div",
        { class: "cards" },
        card(
          "deck",
          "house",
          "House deck",
          !own,
          () => {
            this.file = null;
            this.own = false;
            this.show();
          },
          make("span", {}, "108 cards of our own; no direction is favoured"),
        ),
        card(
          "deck",
          "own",
          this.file ? this.file.name : "Your own deck",
          own,
          () => {
            this.own = true;
            this.show();
          },
          make("span", {}, "a CSV file: id, river_a, river_b, first, second, terrain"),
        ),
      ),
      own && fileInput("Deck file", ".csv", this.take),
      checkbox(
        "Every card goes back: each is drawn from the full deck",
        this.replacement,
        (checked) => {
          this.replacement = checked;
        },
        { id: "replacement" },
      ),
    );
  }
}
