// The map: the server's picture kept item by item, marks over it, and a grid of cells to point at.

import { arrange, draw, fromSvg, make } from "./dom.js";
import { PanZoom } from "./panzoom.js";
import { sign } from "./signs.js";

/** @typedef {import("./game.js").Game} Game */

const STEP = 1.4; // how much nearer a button or a key brings the map

export class MapView {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {Map<string, Element>} */
    this.items = new Map();
    /** @type {Map<string, SVGPathElement>} */
    this.cells = new Map();
    this.picture = draw("svg", {
      class: "rivercheck picture",
      "aria-hidden": "true",
      focusable: "false",
    });
    this.layers = Object.fromEntries(
      ["signs", "shown", "pending", "lit", "rings"].map((name) => [
        name,
        draw("g", { class: name }),
      ]),
    );
    this.over = draw(
      "svg",
      { class: "over", "aria-hidden": "true", focusable: "false" },
      Object.values(this.layers),
    );
    this.grid = draw("svg", {
      class: "cells",
      role: "grid",
      "aria-label": "Hexes of the map",
      tabindex: -1,
    });
    this.sheetElement = make("div", { class: "sheet" }, this.picture, this.over, this.grid);
    this.badge = make("div", { class: "badge", "aria-hidden": "true" });
    this.viewport = make("div", { class: "viewport" }, this.sheetElement);
    this.element = make(
      "section",
      { class: "map", "aria-label": "Map" },
      this.viewport,
      this.badge,
    );
    this.panzoom = new PanZoom(this.viewport, this.sheetElement);
    this.panzoom.rested = (scale) =>
      this.over.style.setProperty("--thin", String(Math.min(2.2, 1 / scale)));
    this.focusRing = draw("path", { class: "ring focus" });
    this.selectRing = draw("path", { class: "ring selected" });
    this.layers.rings.append(this.selectRing, this.focusRing);
    this.focused = ""; // the hex that Tab leads to
    this.said = ""; // the hex that the badge names
    this.showSigns = true;
    this.listen();
    this.patch({ hexes: Object.keys(game.view.hexes), map: game.view.map, whole: true });
  }

  /** On the viewport: an SVG element that listens for the focus is a stop of Tab itself. */
  listen() {
    this.viewport.addEventListener("focusin", (event) => this.focus(this.labelOf(event)));
    this.viewport.addEventListener("focusout", () => this.ring(this.focusRing, null));
    this.grid.addEventListener("pointerover", (event) => this.say(this.labelOf(event)));
    this.grid.addEventListener("pointerleave", () => this.say(this.game.selected ?? ""));
  }

  /** @param {Event} event */
  labelOf(event) {
    return event.target instanceof Element ? (event.target.getAttribute("data-hex") ?? "") : "";
  }

  /** @param {Omit<import("./game.js").Told["view"], "lines">} news */
  patch(news) {
    this.repaint(news.map);
    if (news.whole) this.layCells();
    for (const label of news.hexes) this.describe(label);
    this.drawSigns();
    this.say(this.said);
    this.light(news.whole ? [] : this.game.view.changed);
  }

  /**
   * Replace the items that are new, and keep the order.
   * @param {import("./types.js").Picture} map
   */
  repaint({ width, height, order, items }) {
    const box = `0 0 ${width} ${height}`;
    if (this.picture.getAttribute("viewBox") !== box) {
      for (const svg of [this.picture, this.over, this.grid]) svg.setAttribute("viewBox", box);
      this.panzoom.resize(width, height, this.game.view.size);
    }
    const keys = Object.keys(items);
    const fresh = fromSvg(keys.map((key) => `<g>${items[key]}</g>`).join(""));
    keys.forEach((key, place) => this.items.set(key, fresh[place]));
    const wanted = new Set(order);
    for (const key of this.items.keys()) if (!wanted.has(key)) this.items.delete(key);
    const nodes = order.flatMap((key) => this.items.get(key) ?? []);
    arrange(this.picture, nodes);
  }

  layCells() {
    const { sheet, view } = this.game;
    const { columns, rows } = sheet.layout;
    this.cells.clear();
    const lines = [];
    for (let row = 1; row <= rows; row += 1) {
      const line = draw("g", { role: "row" });
      for (let column = 1; column <= columns; column += 1) {
        const label = sheet.label(column, row) ?? "";
        const hex = view.hexes[label];
        if (!hex) continue;
        const cell = draw("path", {
          role: "gridcell",
          "data-hex": label,
          tabindex: -1,
          "aria-colindex": column,
          "aria-rowindex": row,
          d: sheet.outline([hex.x, hex.y]),
        });
        this.cells.set(label, cell);
        line.append(cell);
      }
      lines.push(line);
    }
    this.grid.replaceChildren(...lines);
    this.grid.setAttribute("aria-rowcount", String(rows));
    this.grid.setAttribute("aria-colcount", String(columns));
    const first = this.cells.has(this.focused) ? this.focused : this.cells.keys().next().value;
    if (first) this.rove(first);
    this.mark(this.game.selected);
  }

  /** @param {string} label */
  describe(label) {
    this.cells.get(label)?.setAttribute("aria-label", this.game.hex(label).spoken);
  }

  /** One cell can be reached by Tab. @param {string} label */
  rove(label) {
    this.cells.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = label;
    this.cells.get(label)?.setAttribute("tabindex", "0");
  }

  /** @param {string} label */
  focus(label) {
    if (!label) return;
    this.rove(label);
    this.ring(this.focusRing, label);
    this.say(label);
  }

  /** Zoom about the hex that is selected, if it is in view. @param {number} factor */
  zoom(factor) {
    const { panzoom, viewport } = this;
    const hex = this.game.hex(this.game.selected ?? "");
    const x = hex ? hex.x * panzoom.scale + panzoom.x : -1;
    const y = hex ? hex.y * panzoom.scale + panzoom.y : -1;
    const seen = x > 0 && y > 0 && x < viewport.clientWidth && y < viewport.clientHeight;
    if (seen) panzoom.zoom(factor, x, y);
    else panzoom.zoom(factor);
  }

  nearer() {
    this.zoom(STEP);
  }

  farther() {
    this.zoom(1 / STEP);
  }

  /** Bring a hex into view; nearer if it is tiny. @param {string} label */
  reveal(label, closer = true) {
    const hex = this.game.hex(label);
    if (hex) this.panzoom.reveal(hex.x, hex.y, closer);
  }

  /** Bring the focus to a hex, and the hex into view. @param {string} label */
  go(label, closer = false) {
    this.reveal(label, closer);
    this.cells.get(label)?.focus({ preventScroll: true });
  }

  /** The hex at a point of the window, if there is one. @param {number} x @param {number} y */
  hexAt(x, y) {
    return document.elementFromPoint(x, y)?.getAttribute("data-hex") ?? "";
  }

  /** @param {string} label */
  say(label) {
    const hex = this.game.hex(label);
    this.said = label;
    this.badge.textContent = hex ? `${label} ${hex.name || hex.terrain || "unknown"}` : "";
    this.badge.hidden = !hex;
  }

  /** @param {string | null} label */
  mark(label) {
    this.grid.querySelector("[aria-selected]")?.removeAttribute("aria-selected");
    if (label) this.cells.get(label)?.setAttribute("aria-selected", "true");
    this.ring(this.selectRing, label);
    if (label) this.rove(label);
    this.say(label ?? "");
  }

  /** @param {SVGPathElement} ring @param {string | null} label */
  ring(ring, label) {
    const hex = label ? this.game.hex(label) : null;
    ring.setAttribute("d", hex ? this.game.sheet.outline([hex.x, hex.y], 0.94) : "");
  }

  /** Light the last change. @param {string[]} labels */
  light(labels) {
    this.layers.lit.replaceChildren(...this.outlines(labels, "glow"));
  }

  /** Show some hexes, as those that would go. @param {string[]} labels @param {string} [kind] */
  show(labels, kind = "some") {
    this.layers.shown.replaceChildren(...this.outlines(labels, kind));
  }

  /** @param {string[]} labels @param {string} kind */
  outlines(labels, kind) {
    return labels
      .filter((label) => this.game.hex(label))
      .map((label) => {
        const { x, y } = this.game.hex(label);
        return draw("path", { class: kind, d: this.game.sheet.outline([x, y], 0.9) });
      });
  }

  /** In each hex a small sign for every explorer who was there, in a corner of their own, clear of
   * the rivers; hollow where it is published. */
  drawSigns() {
    const { view, sheet, explorers } = this.game;
    const order = new Map(explorers.map((name, place) => [name, place]));
    /** @type {Element[]} */
    const found = [];
    for (const { x, y, explorers: names, published } of this.showSigns
      ? Object.values(view.hexes)
      : []) {
      for (const name of names) {
        const place = order.get(name) ?? 0;
        const [left, top] = sheet.corner([x, y], place, 0.72);
        found.push(sign(place, left, top, sheet.size * 0.12, published));
      }
    }
    this.layers.signs.replaceChildren(...found);
  }
}
