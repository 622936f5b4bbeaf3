// The head of a game: its name, undo and redo, the colours, help, and whether the server is there.

import { button, make } from "./dom.js";
import { showHelp } from "./keys.js";
import { themeButton } from "./theme.js";

export class Head {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.title = make("h1", {});
    this.state = make("p", { class: "state" });
    this.status = make("p", { class: "link-state", role: "status" });
    this.undo = button("Undo", () => this.change("undo"), { id: "undo" });
    this.redo = button("Redo", () => this.change("redo"), { id: "redo" });
    this.element = make(
      "header",
      { class: "head" },
      make("a", { href: "#/", class: "home" }, "Games"),
      make("div", { class: "name" }, this.title, this.state),
      this.status,
      make(
        "div",
        { class: "actions" },
        this.undo,
        this.redo,
        themeButton(),
        button("?", () => showHelp(desk), { "aria-label": "Help and keys", class: "plain" }),
      ),
    );
    this.update();
  }

  /** @param {"undo" | "redo"} kind */
  change(kind) {
    return this.desk.try(() => this.desk.game.enter({ kind }));
  }

  update() {
    const { view } = this.desk.game;
    this.title.textContent = view.name || view.title || "A game";
    this.state.textContent = `${view.mapped} of ${view.land} hexes mapped · revision ${view.revision}`;
    for (const [one, does] of /** @type {[HTMLButtonElement, string | null][]} */ ([
      [this.undo, view.undo],
      [this.redo, view.redo],
    ])) {
      one.setAttribute("aria-disabled", String(!does));
      one.title = does ?? "There is nothing to take back";
    }
    this.redo.title = view.redo ?? "There is nothing to put back";
  }

  /** @param {string} text what is wrong with the connection, if anything is */
  link(text) {
    this.status.textContent = text;
    this.status.hidden = !text;
  }
}
