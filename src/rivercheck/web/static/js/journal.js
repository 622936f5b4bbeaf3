// The journal: who did what, newest first; what is undone stays, struck out. Notes, turns, files.

import { getText } from "./api.js";
import { confirm, copy } from "./dialogs.js";
import { arrange, button, field, form, make, renew, unseen } from "./dom.js";
import { playerField } from "./player.js";
import { speak } from "./speak.js";
import { seenTheme } from "./theme.js";
import { whyButton } from "./why.js";
import { count, headingOf, when } from "./words.js";

/** @typedef {import("./types.js").Line} Line */

const OLDER = 100; // lines at a time
const NEVER_UNDONE = ["undo", "redo", "note"]; // kinds that undo passes over

export class Journal {
  name = "Journal";

  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.game = desk.game;
    /** @type {Map<number, {struck: boolean, undoable: boolean, item: HTMLElement}>} */
    this.items = new Map(); // an entry is drawn once, so that what is open stays open
    this.text = make("textarea", { rows: 2, maxlength: 10_000, id: "note" });
    this.copied = -1; // up to which entry a turn was copied
    this.since = make("input", { type: "number", min: 0, id: "since" });
    this.agreement = make("div");
    this.list = make("ol", { class: "journal", reversed: true });
    this.rest = make("div");
    // The parts are made once, so that nothing that is being typed is disturbed.
    this.parts = [
      make("h2", { tabindex: -1 }, "Journal"),
      playerField(),
      this.note(),
      this.turn(),
      this.downloads(),
      make("details", {}, make("summary", {}, "How this game is played"), this.agreement),
      this.list,
      this.rest,
    ];
  }

  /** @param {HTMLElement} place */
  render(place) {
    arrange(place, this.parts);
    this.show();
  }

  show() {
    const { lines, revision } = this.game.view;
    if (document.activeElement !== this.since) {
      this.since.max = String(revision);
      const from = this.copied < 0 ? Math.max(0, revision - 1) : this.copied;
      this.since.value = String(Math.min(from, revision));
    }
    renew(this.agreement, this.agreed());
    const struck = new Set(this.game.view.struck);
    const newest = [...lines].reverse();
    const standing = newest.find(
      ({ number, kind }) => !struck.has(number) && !NEVER_UNDONE.includes(kind),
    );
    arrange(
      this.list,
      newest.map((line) => this.item(line, struck.has(line.number), standing?.number ?? 0)),
    );
    renew(
      this.rest,
      lines.length === 0 && make("p", { class: "quiet" }, "Nothing has been done yet."),
      (lines[0]?.number ?? 1) > 1 &&
        button("Show older entries", () => this.desk.try(() => this.older()), { id: "older" }),
    );
  }

  /** @param {Line} line @param {boolean} struck @param {number} standing the last entry that stands */
  item(line, struck, standing) {
    const undoable = !struck && line.number < standing;
    const known = this.items.get(line.number);
    if (known?.struck === struck && known.undoable === undoable) return known.item;
    const item = this.draw(line, struck, undoable);
    this.items.set(line.number, { struck, undoable, item });
    return item;
  }

  /** @param {Line} line @param {boolean} struck @param {boolean} undoable whether entries after it can be undone */
  draw(line, struck, undoable) {
    const id = `entry-${line.number}`;
    const why = line.why
      ? whyButton(this.game, line.number, this.desk.fail, {
          class: "plain",
          "aria-describedby": id,
        })
      : null;
    const text = headingOf(line);
    const strike = (/** @type {string} */ words) => (struck ? make("del", {}, words) : words);
    return make(
      "li",
      { class: `entry${struck ? " struck" : ""}`, value: line.number },
      make(
        "p",
        { id, class: "heading" },
        strike(`${line.number}. ${text}`),
        struck && unseen(" (struck out)"),
        " ",
        make("time", { datetime: line.time }, when(line.time)),
      ),
      line.told && make("p", { class: "told" }, strike(line.told)),
      line.details
        .filter((detail) => detail !== line.told)
        .map((detail) => make("p", { class: "detail" }, strike(detail))),
      make(
        "div",
        { class: "row" },
        why?.button,
        undoable &&
          button("Undo to here", () => this.undoTo(line.number), {
            class: "plain",
            "aria-describedby": id,
          }),
        line.hexes.slice(0, 8).map((label) => this.desk.hexLink(label)),
      ),
      why?.place,
    );
  }

  /** @param {number} number */
  undoTo(number) {
    return this.desk.try(async () => {
      const { entries = [] } = await this.game.preview({ kind: "undo", to: number });
      const going = entries.map((/** @type {number} */ one) =>
        make("li", { value: one }, this.game.heading(one)),
      );
      const sure = await confirm(
        `Undo to entry ${number}?`,
        [
          make(
            "p",
            {},
            `${going.length === 1 ? "This entry is" : "These entries are"} struck out; Redo puts back what was undone.`,
          ),
          make("ol", {}, going),
        ],
        `Undo ${count(going.length, "entry", "entries")}`,
      );
      if (sure) await this.game.enter({ kind: "undo", to: number });
    });
  }

  async older() {
    const first = this.game.view.lines[0].number;
    const { lines } = await this.game.fetch(`journal?before=${first}&count=${OLDER}`);
    this.game.view.lines.unshift(...lines);
    this.show();
  }

  note() {
    const { text } = this;
    const add = () => {
      if (!text.value.trim()) return;
      this.desk.try(async () => {
        await this.game.enter({ kind: "note", text: text.value.trim() });
        text.value = "";
      });
    };
    return form(add, {}, field("Note", text), make("button", { id: "add-note" }, "Add note"));
  }

  /** The text of a turn, for a mail. */
  turn() {
    const act = () =>
      this.desk.try(async () => {
        const text = await getText(`${this.game.address}/turn.txt?since=${this.since.value}`);
        this.copied = this.game.revision;
        if (await copy(text)) speak("The turn is on the clipboard.");
        done.textContent = "Copied.";
      });
    const done = make("span", { class: "quiet" });
    return make(
      "div",
      { class: "turn row" },
      field("What came after entry", this.since),
      button("Copy turn", act, { id: "copy-turn" }),
      done,
    );
  }

  /** What the players agreed on. */
  agreed() {
    const { rulings, deck, odds } = this.game.view;
    return [
      make(
        "p",
        {},
        `Deck: ${deck.name}, ${deck.left} of ${count(deck.cards, "card", "cards")} left. The odds of a check may ${odds ? "" : "not "}be looked at.`,
      ),
      make("p", {}, "Where the chart is silent:"),
      make(
        "ul",
        {},
        Object.entries(rulings).map(([name, value]) => make("li", {}, `${name}: ${value}`)),
      ),
    ];
  }

  downloads() {
    const { address } = this.game;
    const link = (/** @type {string} */ name, /** @type {string} */ part) =>
      make("a", { href: `${address}/${part}`, download: "" }, name);
    const picture = link("Picture", `map.svg?theme=${seenTheme()}`);
    picture.addEventListener("click", () => {
      picture.href = `${address}/map.svg?theme=${seenTheme()}`;
    });
    return make(
      "p",
      { class: "downloads" },
      "Download: ",
      link("Board", "board.json"),
      " · ",
      link("Game", "game.rivercheck"),
      " · ",
      picture,
      " ",
      button("Print the map", () => this.desk.try(() => this.desk.print.print()), {
        class: "link",
      }),
    );
  }
}
