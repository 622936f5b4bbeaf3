// Which board a game starts on: a shipped one, a blank one of any size, or a file.

import { card, fileInput } from "./cards.js";
import { choose, field, make, nameInput, renew } from "./dom.js";
import { directionsOf } from "./hexes.js";

const BLANK = "a blank board";
const FILE = "a board file";

export class BoardChoice {
  /** @param {import("./types.js").About} about @param {(file: File) => void} take */
  constructor(about, take) {
    this.about = about;
    this.take = take;
    this.chosenName =
      about.boards.find((one) => one.name === "africa")?.name ?? about.boards[0]?.name ?? BLANK;
    this.blank = {
      columns: 20,
      rows: 12,
      orientation: "flat",
      hexside_one: "N",
      name: "",
      terrain: "",
    };
    /** @type {{name: string, data: object} | null} */
    this.file = null;
    this.element = make("div");
    this.show();
  }

  /** What the server is told. */
  chosen() {
    if (this.chosenName === BLANK) return { blank: this.blank };
    if (this.chosenName !== FILE) return { shipped: this.chosenName };
    if (!this.file) throw new Error("Choose a board file, or drop one on this page.");
    return { file: this.file.data };
  }

  /** A board file was read. @param {string} name @param {object} data */
  use(name, data) {
    this.file = { name, data };
    this.chosenName = FILE;
    this.show();
  }

  show() {
    const boards = /** @type {[string, string, string][]} */ ([
      ...this.about.boards.map((one) => [
        one.name,
        one.title || one.name,
        `${one.columns} × ${one.rows}, ${one.hexes} hexes, ${one.mouths} mouths`,
      ]),
      [BLANK, "A blank board", "of any size, to set up as you like"],
      [
        FILE,
        this.file ? this.file.name : "A board or game file",
        "choose it, or drop it on this page",
      ],
    ]);
    renew(
      this.element,
      make(
        "div",
        { class: "cards" },
        boards.map(([name, title, text]) =>
          card(
            "board",
            name,
            title,
            name === this.chosenName,
            () => {
              this.chosenName = name;
              this.show();
            },
            make("span", {}, text),
          ),
        ),
      ),
      this.chosenName === BLANK && this.blankForm(),
      this.chosenName === FILE &&
        fileInput("File to start from", ".json,.rivercheck,.game,.jsonl", this.take),
    );
  }

  blankForm() {
    const { blank } = this;
    const number = (/** @type {"columns" | "rows"} */ key) => {
      const input = make("input", {
        type: "number",
        min: 1,
        max: 200,
        required: true,
        id: `blank-${key}`,
        value: blank[key],
        oninput: () => {
          blank[key] = Number(input.value);
        },
      });
      return input;
    };
    const orientation = choose(
      [
        ["flat", "flat top"],
        ["pointy", "pointed top"],
      ],
      blank.orientation,
      (value) => {
        Object.assign(blank, { orientation: value, hexside_one: directionsOf(value)[0] });
        this.show();
      },
      { id: "blank-orientation" },
    );
    const name = nameInput(
      blank.name,
      (text) => {
        blank.name = text;
      },
      { id: "blank-name" },
    );
    return make(
      "div",
      { class: "row" },
      field("Columns", number("columns")),
      field("Rows", number("rows")),
      field("Hexes with", orientation),
      field(
        "Hexside 1 faces",
        choose(
          directionsOf(blank.orientation),
          blank.hexside_one,
          (value) => {
            blank.hexside_one = value;
          },
          { id: "blank-one" },
        ),
      ),
      field("Name of the board", name),
    );
  }
}
