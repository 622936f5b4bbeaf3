// The first screen: go on with a game, or start one.

import { get, newKey, post, send } from "./api.js";
import { card } from "./cards.js";
import { button, choose, field, make, renew } from "./dom.js";
import { keep, recall } from "./memory.js";
import { RulingChoice } from "./rulings.js";
import { themeButton } from "./theme.js";
import { when } from "./words.js";

/** @typedef {import("./types.js").About} About */
/** @typedef {import("./types.js").GameInList} GameInList */

const FACES = /** @type {Record<string, string[]>} */ ({
  flat: ["N", "NE", "SE", "S", "SW", "NW"], pointy: ["NE", "E", "SE", "SW", "W", "NW"],
});
const BLANK = "a blank board";
const FILE = "a board file";

export class Start {
  static async open() {
    const [about, { games }] = await Promise.all([get("/api/about"), get("/api/games")]);
    return new Start(about, games);
  }

  /** @param {About} about @param {GameInList[]} games */
  constructor(about, games) {
    this.about = about;
    this.board = about.boards.find((one) => one.name === "africa")?.name ?? about.boards[0]?.name ?? BLANK;
    this.blank = { columns: 20, rows: 12, orientation: "flat", hexside_one: "N", name: "", terrain: "" };
    /** @type {{name: string, data: object} | null} */
    this.file = null;
    /** @type {{name: string, csv: string} | null} */
    this.deck = null;
    this.ownDeck = false;
    this.explorers = ["Burton", "Speke"];
    this.rulings = new RulingChoice(about);
    this.notice = make("div", { class: "notice", role: "alert" });
    this.boardPlace = make("div", {});
    this.deckPlace = make("div", {});
    this.explorerPlace = make("div", {});
    this.me = make("input", { type: "text", maxlength: 100, value: recall("name"), autocomplete: "nickname", oninput: () => keep("name", this.me.value.trim()) });
    this.gameName = make("input", { type: "text", maxlength: 100, autocomplete: "off" });
    this.replacement = make("input", { type: "checkbox" });
    this.odds = make("input", { type: "checkbox", checked: true });
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
    this.showBoard();
    this.showDeck();
    this.showExplorers();
    return make("div", { class: "start" },
      make("header", {}, make("h1", {}, "rivercheck"), make("p", { class: "motto" }, "The referee for mapping rivers, hex by hex"), themeButton()),
      make("main", {}, this.notice, field("Who are you at this table?", this.me, "The journal says who did what."),
        games.length > 0 && this.games(games),
        make("form", { class: "new", "aria-labelledby": "new-game", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.start(); } },
          make("h2", { id: "new-game" }, "Start a new game"),
          make("fieldset", {}, make("legend", {}, "Board"), this.boardPlace),
          make("fieldset", { class: "rulings" }, make("legend", {}, "Where the chart is silent"), this.rulings.element),
          make("fieldset", {}, make("legend", {}, "Deck"), this.deckPlace),
          make("fieldset", {}, make("legend", {}, "Explorers"), this.explorerPlace),
          make("fieldset", {}, make("legend", {}, "The game"), field("Name of the game", this.gameName),
            make("label", { class: "check" }, this.odds, "Players may look at the odds of a check")),
          make("button", { class: "primary large" }, "Start the game"))),
      make("footer", {}, make("p", { class: "quiet" }, `rivercheck ${this.about.version}, rules ${this.about.rules}. Not affiliated with the publisher of Source of the Nile.`)));
  }

  /** @param {GameInList[]} games */
  games(games) {
    return make("section", { "aria-labelledby": "go-on" }, make("h2", { id: "go-on" }, "Go on with a game"),
      make("ul", { class: "games" }, games.map((one) => make("li", {},
        make("a", { href: `#/games/${encodeURIComponent(one.id)}` }, make("strong", {}, one.name || one.board || "A game"),
          make("span", {}, `${one.board ? `${one.board}, ` : ""}${one.mapped} of ${one.land} hexes mapped, ${one.revision} entries`),
          make("span", {}, when(one.changed)))))));
  }

  // Board

  showBoard() {
    const boards = /** @type {[string, string, string][]} */ ([
      ...this.about.boards.map((one) => [one.name, one.title || one.name, `${one.columns} × ${one.rows}, ${one.hexes} hexes, ${one.mouths} mouths`]),
      [BLANK, "A blank board", "of any size, to set up as you like"],
      [FILE, this.file ? this.file.name : "A board or game file", "choose it, or drop it on this page"],
    ]);
    renew(this.boardPlace, make("div", { class: "cards" }, boards.map(([name, title, text]) =>
      card("board", name, title, text, name === this.board, () => { this.board = name; this.showBoard(); }))),
    this.board === BLANK && this.blankForm(), this.board === FILE && this.fileInput("File to start from", ".json,.rivercheck,.game,.jsonl"));
  }

  blankForm() {
    const { blank } = this;
    const number = (/** @type {"columns" | "rows"} */ key) => {
      const input = make("input", { type: "number", min: 1, max: 200, required: true, id: `blank-${key}`, value: blank[key], oninput: () => { blank[key] = Number(input.value); } });
      return input;
    };
    const orientation = choose([["flat", "flat top"], ["pointy", "pointed top"]], blank.orientation, (value) => {
      Object.assign(blank, { orientation: value, hexside_one: FACES[value][0] });
      this.showBoard();
    }, { id: "blank-orientation" });
    const faces = /** @type {[string, string][]} */ (FACES[blank.orientation].map((face) => [face, face]));
    const name = make("input", { type: "text", maxlength: 100, id: "blank-name", value: blank.name, oninput: () => { blank.name = name.value; } });
    return make("div", { class: "row" }, field("Columns", number("columns")), field("Rows", number("rows")), field("Hexes with", orientation),
      field("Hexside 1 faces", choose(faces, blank.hexside_one, (value) => { blank.hexside_one = value; }, { id: "blank-one" })), field("Name of the board", name));
  }

  /** @param {string} name @param {string} accept */
  fileInput(name, accept) {
    const input = make("input", { type: "file", accept, onchange: () => { if (input.files?.[0]) this.take(input.files[0]); } });
    return field(name, input);
  }

  // Deck

  showDeck() {
    const own = Boolean(this.deck) || this.ownDeck;
    renew(this.deckPlace, make("div", { class: "cards" },
      card("deck", "house", "House deck", "108 cards of our own; no direction is favoured", !own, () => { this.deck = null; this.ownDeck = false; this.showDeck(); }),
      card("deck", "own", this.deck ? this.deck.name : "Your own deck", "a CSV file: id, river_a, river_b, first, second, terrain", own, () => { this.ownDeck = true; this.showDeck(); })),
    own && this.fileInput("Deck file", ".csv"),
    make("label", { class: "check" }, this.replacement, "Every card goes back: each is drawn from the full deck"));
  }

  // Explorers

  showExplorers() {
    const row = (/** @type {string} */ name, /** @type {number} */ place) => {
      const input = make("input", { type: "text", maxlength: 100, id: `explorer-${place}`, value: name, "aria-label": `Explorer ${place + 1}`, oninput: () => { this.explorers[place] = input.value; } });
      return make("li", {}, input, button("Remove", () => { this.explorers.splice(place, 1); this.showExplorers(); }, { "aria-label": `Remove explorer ${place + 1}` }));
    };
    renew(this.explorerPlace, make("ul", { class: "names" }, this.explorers.map(row)),
      button("Add an explorer", () => {
        this.explorers.push("");
        this.showExplorers();
        document.getElementById(`explorer-${this.explorers.length - 1}`)?.focus();
      }, { id: "add-explorer" }));
  }

  // Files

  takeDrops() {
    const over = (/** @type {DragEvent} */ event) => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); };
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
  async take(file) {
    this.try(async () => {
      const text = await file.text();
      if (text.slice(0, 60).trimStart().startsWith('{"rivercheck_game"')) await this.importGame(file);
      else if (/\.csv$/i.test(file.name) || /^\s*id\s*,/.test(text)) {
        this.deck = { name: file.name.replace(/\.csv$/i, "").slice(0, 100), csv: text };
        this.showDeck();
      } else {
        this.file = { name: file.name, data: parsed(text, file.name) };
        this.board = FILE;
        this.showBoard();
      }
    });
  }

  /** @param {File} file */
  async importGame(file) {
    const { id } = await send(`/api/games/import?key=${newKey()}`, file, "application/x-ndjson");
    location.hash = `#/games/${id}`;
  }

  // Starting

  start() {
    return this.try(async () => {
      const game = {
        name: this.gameName.value.trim(), board: this.boardChosen(), rulings: this.rulings.chosen(),
        deck: this.deckChosen(), replacement: this.replacement.checked, odds: this.odds.checked,
        explorers: [...new Set(this.explorers.map((name) => name.trim()).filter(Boolean))],
      };
      if (JSON.stringify(game) !== this.asked) this.key = newKey(); // the same again is the same command
      this.asked = JSON.stringify(game);
      const { id } = await post("/api/games", { key: this.key, ...game });
      location.hash = `#/games/${encodeURIComponent(id)}`;
    });
  }

  boardChosen() {
    if (this.board === BLANK) return { blank: this.blank };
    if (this.board !== FILE) return { shipped: this.board };
    if (!this.file) throw new Error("Choose a board file, or drop one on this page.");
    return { file: this.file.data };
  }

  deckChosen() {
    if (this.ownDeck && !this.deck) throw new Error("Choose the CSV file of your deck, or play with the house deck.");
    return this.deck;
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

/** @param {string} text @param {string} name */
function parsed(text, name) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${name} is neither a board, a game nor a deck.`);
  }
}
