// The first screen: go on with a game, or start one.

import { get, newKey, post, send } from "./api.js";
import { BoardChoice } from "./boardchoice.js";
import { DeckChoice } from "./deckchoice.js";
import { checkbox, field, form, make, nameInput, renew } from "./dom.js";
import { Names } from "./names.js";
import { playerField } from "./player.js";
import { RulingChoice } from "./rulings.js";
import { themeButton } from "./theme.js";
import { when } from "./words.js";

/** @typedef {import("./types.js").About} About */
/** @typedef {import("./types.js").GameInList} GameInList */

export class Start {
  static async open() {
    const [about, { games }] = await Promise.all([get("/api/about"), get("/api/games")]);
    return new Start(about, games);
  }

  /** @param {About} about @param {GameInList[]} games */
  constructor(about, games) {
    this.about = about;
    const take = (/** @type {File} */ file) => this.take(file);
    this.board = new BoardChoice(about, take);
    this.deck = new DeckChoice(take);
    this.explorers = new Names();
    this.rulings = new RulingChoice(about);
    this.notice = make("div", { class: "notice", role: "alert" });
    this.name = "";
    this.odds = true;
    this.element = this.page(games);
    this.key = "";
    this.asked = "";
    this.stop = this.takeDrops();
    document.title = "rivercheck";
  }

  close() {
    this.stop();
  }

  /** @param {GameInList[]} games */
  page(games) {
    return make(
      "div",
      { class: "start" },
      make(
        "header",
        {},
        make("h1", {}, "rivercheck"),
        make("p", { class: "motto" }, "The referee for mapping rivers, hex by hex"),
        themeButton(),
      ),
      make(
        "main",
        {},
        this.notice,
        playerField("The journal says who did what."),
        games.length > 0 && this.games(games),
        form(
          () => this.start(),
          { class: "new", "aria-labelledby": "new-game" },
          make("h2", { id: "new-game" }, "Start a new game"),
          make("fieldset", {}, make("legend", {}, "Board"), this.board.element),
          make(
            "fieldset",
            {},
            make("legend", {}, "Where the chart is silent"),
            this.rulings.element,
          ),
          make("fieldset", {}, make("legend", {}, "Deck"), this.deck.element),
          make("fieldset", {}, make("legend", {}, "Explorers"), this.explorers.element),
          make(
            "fieldset",
            {},
            make("legend", {}, "The game"),
            field(
              "Name of the game",
              nameInput(
                this.name,
                (name) => {
                  this.name = name;
                },
                { autocomplete: "off" },
              ),
            ),
            checkbox("Players may look at the odds of a check", this.odds, (checked) => {
              this.odds = checked;
            }),
          ),
          make("button", { class: "primary large" }, "Start the game"),
        ),
      ),
      make(
        "footer",
        {},
        make(
          "p",
          { class: "quiet" },
          `rivercheck ${this.about.version}, rules ${this.about.rules}. Not affiliated with the publisher of Source of the Nile.`,
        ),
      ),
    );
  }

  /** @param {GameInList[]} games */
  games(games) {
    return make(
      "section",
      { "aria-labelledby": "go-on" },
      make("h2", { id: "go-on" }, "Go on with a game"),
      make(
        "ul",
        { class: "games" },
        games.map((one) =>
          make(
            "li",
            {},
            make(
              "a",
              { href: addressOf(one.id) },
              make("strong", {}, one.name || one.board || "A game"),
              make(
                "span",
                {},
                `${one.board ? `${one.board}, ` : ""}${one.mapped} of ${one.land} hexes mapped, ${one.revision} entries`,
              ),
              make("span", {}, when(one.changed)),
            ),
          ),
        ),
      ),
    );
  }

  // Files

  takeDrops() {
    const over = (/** @type {DragEvent} */ event) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    const drop = (/** @type {DragEvent} */ event) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      this.take(file);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("drop", drop);
    };
  }

  /** A file was chosen or dropped: a game, a board or a deck. @param {File} file */
  take(file) {
    return this.try(async () => {
      const text = await file.text();
      if (text.slice(0, 60).trimStart().startsWith('{"rivercheck_game"'))
        await this.importGame(file);
      else if (/\.csv$/i.test(file.name) || /^\s*id\s*,/.test(text)) {
        this.deck.use(file.name, text);
      } else this.board.use(file.name, parsed(text, file.name));
    });
  }

  /** @param {File} file */
  async importGame(file) {
    const { id } = await send(`/api/games/import?key=${newKey()}`, file, "application/x-ndjson");
    location.hash = addressOf(id);
  }

  // Starting

  start() {
    return this.try(async () => {
      const game = {
        name: this.name.trim(),
        board: this.board.chosen(),
        rulings: this.rulings.chosen(),
        deck: this.deck.chosen(),
        replacement: this.deck.replacement,
        odds: this.odds,
        explorers: this.explorers.chosen(),
      };
      if (JSON.stringify(game) !== this.asked) this.key = newKey(); // the same again is the same command
      this.asked = JSON.stringify(game);
      const { id } = await post("/api/games", { key: this.key, ...game });
      location.hash = addressOf(id);
    });
  }

  /** @param {() => Promise<void>} act */
  async try(act) {
    renew(this.notice);
    try {
      await act();
    } catch (error) {
      renew(this.notice, make("p", {}, error instanceof Error ? error.message : String(error)));
      this.notice.scrollIntoView({ block: "nearest" });
    }
  }
}

/** Where a game is shown. @param {string} id */
const addressOf = (id) => `#/games/${encodeURIComponent(id)}`;

/** @param {string} text @param {string} name */
function parsed(text, name) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${name} is neither a board, a game nor a deck.`);
  }
}
