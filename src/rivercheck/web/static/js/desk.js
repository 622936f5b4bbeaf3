// The screen of one game: the head, the map, and the panel with its tabs.

import { Refused, Silent } from "./api.js";
import { Edit } from "./edit.js";
import { Explorers } from "./explorers.js";
import { Game, Stale } from "./game.js";
import { Head } from "./head.js";
import { HexPanel } from "./hexpanel.js";
import { Journal } from "./journal.js";
import { bindKeys } from "./keys.js";
import { List } from "./list.js";
import { listen } from "./live.js";
import { MapView } from "./map.js";
import { button, make, renew } from "./dom.js";
import { PrintSheet } from "./print.js";
import { RiversPanel } from "./rivers.js";
import { speak } from "./speak.js";
import { Tabs } from "./tabs.js";
import { headingOf } from "./words.js";

export class Desk {
  /** @param {Game} game loaded */
  constructor(game) {
    this.game = game;
    this.map = new MapView(game);
    this.notice = make("div", { class: "notice", role: "alert" });
    this.head = new Head(this);
    this.edit = new Edit(this);
    this.hexPanel = new HexPanel(this);
    this.rivers = new RiversPanel(this);
    this.size = button("▴", () => this.resize(), {
      class: "panel-size",
      "aria-label": "Larger panel",
      "aria-pressed": "false",
    });
    this.tabs = new Tabs([
      this.hexPanel,
      new Journal(this),
      new Explorers(this),
      this.rivers,
      new List(this),
      this.edit,
    ]);
    this.print = new PrintSheet(this);
    this.element = make(
      "div",
      { class: "desk" },
      this.head.element,
      make(
        "main",
        {},
        this.map.element,
        make("div", { class: "panel" }, this.size, this.notice, this.tabs.element),
      ),
      this.print.element,
    );
    this.map.element.append(this.mapTools());
    this.stops = [listen(game), bindKeys(this), this.edit.guard()];
    game.on("view", (news) => this.update(news));
    game.on("select", (what) => this.selected(what));
    game.on("link", (text) => this.head.link(text));
    this.map.panzoom.tapped = (event) => this.tapped(event);
    document.title = `${game.view.name || game.view.title || "Game"} · rivercheck`;
  }

  mayClose() {
    return this.edit.mayClose();
  }

  close() {
    this.stops.forEach((stop) => stop());
  }

  mapTools() {
    const { map } = this;
    return make(
      "div",
      { class: "map-tools", role: "group", "aria-label": "Zoom" },
      button("+", () => map.nearer(), { "aria-label": "Zoom in", title: "Zoom in (+)" }),
      button("−", () => map.farther(), { "aria-label": "Zoom out", title: "Zoom out (-)" }),
      button("⤢", () => map.panzoom.fit(), {
        "aria-label": "Show the whole map",
        title: "Show the whole map (0)",
      }),
    );
  }

  /** On a phone: more room for the panel, or for the map. */
  resize() {
    const tall = this.element.classList.toggle("tall");
    this.size.setAttribute("aria-pressed", String(tall));
    this.size.textContent = tall ? "▾" : "▴";
  }

  /** @param {MouseEvent} event */
  tapped(event) {
    const label = this.map.labelOf(event);
    if (!label) return;
    if (this.edit.active) this.edit.touch(label, this.map.panzoom.point(event));
    else this.game.select(label);
  }

  /** @param {import("./game.js").Told["view"]} news */
  update(news) {
    this.map.patch(news);
    this.head.update();
    this.tabs.update();
    const last = news.lines.at(-1);
    if (last) speak(last.told ?? headingOf(last));
  }

  /** @param {import("./game.js").Told["select"]} what */
  selected({ label, open }) {
    this.map.mark(label);
    if (open && !this.edit.active) this.tabs.open("Hex");
    else this.tabs.update();
  }

  /** Select a hex from elsewhere, and go to its panel. @param {string} label */
  visit(label) {
    if (!this.game.hex(label)) return;
    this.game.select(label);
    this.map.reveal(label);
    this.tabs.focus();
  }

  /** A button that leads to a hex. @param {string} label */
  hexLink(label) {
    return button(label, () => this.visit(label), { class: "link", "aria-label": `Hex ${label}` });
  }

  /** Do what a player asked for, and say what goes wrong. @param {() => unknown} act */
  try = (act) => {
    this.clear();
    return this.quietly(act);
  };

  /** Do what nobody asked for: a notice that stands is left. @param {() => unknown} act */
  quietly = async (act) => {
    try {
      return await act();
    } catch (error) {
      this.fail(error);
      return null;
    }
  };

  clear() {
    renew(this.notice);
  }

  /** @param {string} text @param {import("./types.js").Line[]} [missed] entries to show with it */
  tell(text, missed = []) {
    renew(
      this.notice,
      make("p", {}, text),
      missed.length > 0 &&
        make(
          "ul",
          {},
          missed.map((line) => make("li", {}, headingOf(line), line.told ? `: ${line.told}` : "")),
        ),
      button("Close this notice", () => this.clear(), { class: "plain" }),
    );
  }

  /** @param {unknown} error */
  fail = (error) => {
    const known = error instanceof Refused || error instanceof Silent || error instanceof Stale;
    if (!known) console.error(error);
    const text = error instanceof Error ? error.message : String(error);
    const missed = error instanceof Stale ? error.missed : [];
    this.tell(known ? text : `Something went wrong on this page: ${text}`, missed);
    const label = text.match(/\bhex(?:es)? (\d[\d.]*\d)/)?.[1];
    if (error instanceof Refused && label && this.game.hex(label) && label !== this.game.selected) {
      this.game.select(label, false);
      this.map.reveal(label);
    }
  };
}
