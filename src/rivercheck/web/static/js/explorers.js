// Expeditions: whose hexes are whose; to publish, or to be lost and erased.

import { arrange, button, checkbox, field, form, make, nameInput, renew } from "./dom.js";
import { signInText } from "./signs.js";
import { count } from "./words.js";

export class Explorers {
  name = "Explorers";

  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.game = desk.game;
    this.shown = ""; // whose hexes are shown on the map
    /** @type {{explorer: string, hexes: string[]} | null} */
    this.losing = null;
    this.newName = nameInput("", () => {}, { id: "new-explorer", autocomplete: "off" });
    this.all = make("div");
    this.parts = [make("h2", { tabindex: -1 }, "Explorers"), this.all, this.add(), this.marks()];
  }

  left() {
    this.shown = "";
    this.losing = null;
    this.desk.map.show([]);
  }

  /** @param {HTMLElement} place */
  render(place) {
    arrange(place, this.parts);
    this.show();
  }

  show() {
    if (this.losing) this.desk.map.show(this.losing.hexes, "going");
    else this.desk.map.show(this.shown ? this.hexesOf(this.shown) : []);
    const names = this.game.explorers;
    renew(
      this.all,
      names.length
        ? make(
            "ul",
            { class: "explorers" },
            names.map((name, order) => this.explorer(name, order)),
          )
        : make("p", { class: "quiet" }, "Nobody is on the way yet."),
    );
  }

  /** @param {string} name */
  hexesOf(name) {
    return Object.entries(this.game.view.hexes)
      .filter(([, hex]) => hex.explorers.includes(name))
      .map(([label]) => label);
  }

  /** @param {string} name @param {number} order */
  explorer(name, order) {
    const known = this.game.view.explorers.find((one) => one.name === name);
    const shown = this.shown === name;
    const id = `explorer-name-${order}`;
    return make(
      "li",
      { class: "explorer" },
      make("h3", { id }, signInText(order), name),
      make(
        "p",
        { class: "quiet" },
        `${count(known?.mapped ?? 0, "hex", "hexes")} on the map, ${known?.unpublished ?? 0} not published.`,
      ),
      this.losing?.explorer === name
        ? this.sure(this.losing)
        : make(
            "div",
            { class: "row" },
            button(
              "Show hexes",
              () => {
                this.shown = shown ? "" : name;
                this.show();
              },
              { "aria-pressed": String(shown), "aria-describedby": id, id: `show-${order}` },
            ),
            button(
              "Publish",
              () => this.desk.try(() => this.game.enter({ kind: "publish", explorer: name })),
              { "aria-describedby": id, id: `publish-${order}`, disabled: !known?.unpublished },
            ),
            button("Lost", () => this.preview(name), {
              "aria-describedby": id,
              id: `lost-${order}`,
              class: "danger",
            }),
          ),
    );
  }

  /** @param {string} explorer */
  preview(explorer) {
    return this.desk.try(async () => {
      const { hexes } = await this.game.preview({ kind: "erase", explorer });
      this.losing = { explorer, hexes: hexes ?? [] };
      this.show();
      document.getElementById("sure")?.focus();
    });
  }

  /** @param {{explorer: string, hexes: string[]}} losing */
  sure({ explorer, hexes }) {
    const goes = hexes.length
      ? `${count(hexes.length, "hex", "hexes")} that only this expedition mapped, and that ${hexes.length === 1 ? "is" : "are"} not published, will be erased: `
      : "No hex will be erased: all are published, or others have been there.";
    const done = () => {
      this.losing = null;
      this.show();
    };
    return make(
      "div",
      { class: "sure", role: "group", "aria-label": `${explorer} is lost` },
      make("p", { id: "sure", tabindex: -1 }, goes, hexes.join(", ")),
      make(
        "div",
        { class: "row" },
        button(
          hexes.length ? `Erase ${count(hexes.length, "hex", "hexes")}` : "Report the loss",
          () =>
            this.desk.try(async () => {
              await this.game.enter({ kind: "erase", explorer });
              done();
            }),
          { class: "danger", id: "erase" },
        ),
        button("Cancel", done),
      ),
    );
  }

  add() {
    const act = () => {
      const name = this.newName.value.trim();
      if (!name) return;
      if (!this.game.explorers.includes(name)) this.game.newcomers.push(name);
      this.newName.value = "";
      this.show();
    };
    return form(
      act,
      { class: "row" },
      field("New explorer", this.newName),
      make("button", {}, "Add explorer"),
    );
  }

  marks() {
    const { map } = this.desk;
    return checkbox("Mark their hexes on the map (hollow: published)", map.showSigns, (checked) => {
      map.showSigns = checked;
      map.drawSigns();
    });
  }
}
