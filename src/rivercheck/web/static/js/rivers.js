// Rivers: what each mouth drains against what it must, where others end, and the audit.

import { button, make, renew, table } from "./dom.js";

/** @typedef {import("./types.js").System} System */

const STATUS = /** @type {Record<string, string>} */ ({
  met: "met",
  open: "still open",
  lost: "lost",
});
const ENDS = /** @type {Record<string, string>} */ ({
  mouth: "at a mouth",
  water: "in a lake or swamp",
  unmapped: "at an unmapped hex",
  land: "on dry land",
  circle: "in a circle",
});

export class RiversPanel {
  name = "Rivers";

  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.game = desk.game;
    /** @type {import("./types.js").Rivers | null} */
    this.rivers = null;
    this.at = -1;
  }

  left() {
    this.desk.map.show([]);
  }

  /** The rivers as they stand; asked for once a revision. */
  async load() {
    const { revision } = this.game;
    if (this.at !== revision) {
      this.rivers = /** @type {import("./types.js").Rivers} */ (await this.game.fetch("rivers"));
      this.at = revision;
    }
    return /** @type {import("./types.js").Rivers} */ (this.rivers);
  }

  /** @param {HTMLElement} place */
  render(place) {
    renew(place, ...this.content());
    if (this.at !== this.game.revision) {
      this.desk.quietly(async () => {
        await this.load();
        if (this.desk.tabs.current === this) renew(place, ...this.content());
      });
    }
  }

  content() {
    const head = make("h2", { tabindex: -1 }, "Rivers");
    if (!this.rivers) return [head, make("p", { class: "quiet" }, "Measuring…")];
    const { systems, endings, faults, longest } = this.rivers;
    return [
      head,
      longest &&
        make(
          "p",
          {},
          `The longest river: ${longest.name || `at hex ${longest.hex}`}, ${longest.length} hexes.`,
        ),
      systems.length
        ? this.table(systems)
        : make("p", { class: "quiet" }, "There is no mouth on this board."),
      ...(endings.length ? this.endings(endings) : []),
      make("h3", {}, "Audit"),
      faults.length
        ? make(
            "ul",
            { class: "faults" },
            faults.map((one) => this.fault(one)),
          )
        : make("p", {}, "Nothing is wrong with this map."),
    ];
  }

  /** @param {System[]} endings */
  endings(endings) {
    const items = endings.map((one) =>
      make(
        "li",
        {},
        this.desk.hexLink(one.hex),
        ` ${one.name} ends ${ENDS[one.end]}; drains ${one.size}`,
      ),
    );
    return [make("h3", {}, "Without a mouth"), make("ul", {}, items)];
  }

  /** @param {System[]} systems */
  table(systems) {
    const caption = "Systems by mouth";
    return make(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
      table(
        make("caption", {}, caption),
        ["River", "Mouth", "Drains", "Requirement", "Longest"],
        systems.map((one) => [
          one.name || "unnamed",
          this.desk.hexLink(one.hex),
          number(one.drainage ? `${one.size} of ${one.drainage}` : String(one.size)),
          one.status ? make("span", { class: `status ${one.status}` }, STATUS[one.status]) : "none",
          number(one.length ? this.longest(one) : "0"),
        ]),
      ),
    );
  }

  /** @param {System} one */
  longest({ length, longest }) {
    return button(String(length), () => this.desk.map.show(longest), {
      class: "link",
      "aria-label": `Show the longest way, ${length} hexes`,
    });
  }

  /** @param {import("./types.js").Fault} fault */
  fault(fault) {
    return make(
      "li",
      { class: fault.fails ? "fails" : "" },
      make(
        "strong",
        {},
        fault.fails ? "Fault: " : fault.explained ? `By ruling ${fault.explained}: ` : "So far: ",
      ),
      fault.message,
      " ",
      fault.hexes.slice(0, 12).map((label) => this.desk.hexLink(label)),
    );
  }
}

/** A cell that holds a number. @param {import("./dom.js").Child} content */
const number = (content) => make("td", { class: "number" }, content);

/** The table for the printed sheet. @param {System[]} systems */
export const plainTable = (systems) =>
  table(
    make("caption", {}, "Rivers"),
    ["River", "Mouth", "Drains", "Must drain", "Longest"],
    systems.map((one) => [
      one.name || "unnamed",
      one.hex,
      String(one.size),
      String(one.drainage || "–"),
      String(one.length),
    ]),
  );
