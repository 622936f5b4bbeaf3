// Rivers: what each mouth drains against what it must, where others end, and the audit.

import { make, renew } from "./dom.js";

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
        ? this.table("Systems by mouth", systems)
        : make("p", { class: "quiet" }, "There is no mouth on this board."),
      endings.length > 0 && make("h3", {}, "Without a mouth"),
      endings.length > 0 &&
        make(
          "ul",
          {},
          endings.map((one) =>
            make(
              "li",
              {},
              this.desk.hexLink(one.hex),
              ` ${one.name} ends ${ENDS[one.end]}; drains ${one.size}`,
            ),
          ),
        ),
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

  /** @param {string} caption @param {System[]} systems */
  table(caption, systems) {
    const scroll = make("div", {
      class: "scroll",
      tabindex: 0,
      role: "region",
      "aria-label": caption,
    });
    scroll.append(
      make(
        "table",
        {},
        make("caption", {}, caption),
        make(
          "thead",
          {},
          make(
            "tr",
            {},
            ["River", "Mouth", "Drains", "Requirement", "Longest"].map((name) =>
              make("th", { scope: "col" }, name),
            ),
          ),
        ),
        make(
          "tbody",
          {},
          systems.map((one) =>
            make(
              "tr",
              {},
              make("th", { scope: "row" }, one.name || "unnamed"),
              make("td", {}, this.desk.hexLink(one.hex)),
              make(
                "td",
                { class: "number" },
                one.drainage ? `${one.size} of ${one.drainage}` : String(one.size),
              ),
              make(
                "td",
                {},
                one.status
                  ? make("span", { class: `status ${one.status}` }, STATUS[one.status])
                  : "none",
              ),
              make("td", { class: "number" }, this.longest(one)),
            ),
          ),
        ),
      ),
    );
    return scroll;
  }

  /** @param {System} one */
  longest(one) {
    const show = make(
      "button",
      { type: "button", class: "link", "aria-label": `Show the longest way, ${one.length} hexes` },
      String(one.length),
    );
    show.addEventListener("click", () => this.desk.map.show(one.longest));
    return one.length ? show : "0";
  }

  /** @param {import("./types.js").Fault} fault */
  fault(fault) {
    return make(
      "li",
      { class: fault.fails ? "fails" : "" },
      make(
        "strong",
        {},
        fault.fails ? "Fault: " : fault.ruling ? `By ruling ${fault.ruling}: ` : "So far: ",
      ),
      fault.message,
      " ",
      fault.hexes.slice(0, 12).map((label) => this.desk.hexLink(label)),
    );
  }
}

/** The table for the printed sheet. @param {System[]} systems */
export function plainTable(systems) {
  return make(
    "table",
    {},
    make("caption", {}, "Rivers"),
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        ["River", "Mouth", "Drains", "Must drain", "Longest"].map((name) =>
          make("th", { scope: "col" }, name),
        ),
      ),
    ),
    make(
      "tbody",
      {},
      systems.map((one) =>
        make(
          "tr",
          {},
          [one.name || "unnamed", one.hex, one.size, one.drainage || "–", one.length].map((text) =>
            make("td", {}, String(text)),
          ),
        ),
      ),
    ),
  );
}
