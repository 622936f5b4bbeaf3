// The panel's tabs: one is seen, and drawn anew when the game changes.

import { button, fresh, make } from "./dom.js";

/**
 * @typedef {{name: string, render: (place: HTMLElement) => void, opened?: () => void, left?: () => void}} Tab
 */

export class Tabs {
  /** @param {Tab[]} list */
  constructor(list) {
    this.list = list;
    this.current = list[0];
    this.id = fresh("tabs");
    this.buttons = list.map((tab) =>
      button(tab.name, () => this.open(tab.name), {
        role: "tab",
        id: `${this.id}-${tab.name}`.replace(" ", "-"),
        "aria-controls": `${this.id}-panel`,
      }),
    );
    this.bar = make("div", { class: "tabs", role: "tablist", "aria-label": "Panel" }, this.buttons);
    this.bar.addEventListener("keydown", (event) => this.key(event));
    this.place = make("div", {
      class: "tab-panel",
      role: "tabpanel",
      id: `${this.id}-panel`,
      tabindex: -1,
    });
    this.element = make("div", { class: "tabbed" }, this.bar, this.place);
    this.mark();
    queueMicrotask(() => this.update());
  }

  /** @param {string} name */
  open(name) {
    const tab = /** @type {Tab} */ (this.list.find((one) => one.name === name));
    if (tab !== this.current) {
      this.current.left?.();
      this.current = tab;
      this.place.replaceChildren();
      this.place.scrollTop = 0;
      this.mark();
      tab.opened?.();
    }
    this.update();
  }

  update() {
    this.current.render(this.place);
  }

  /** Bring the focus to the heading of the panel. */
  focus() {
    const heading = this.place.querySelector("h2");
    (heading instanceof HTMLElement ? heading : this.place).focus({ preventScroll: true });
  }

  mark() {
    this.buttons.forEach((one, place) => {
      const seen = this.list[place] === this.current;
      one.setAttribute("aria-selected", String(seen));
      one.tabIndex = seen ? 0 : -1;
      if (seen) this.place.setAttribute("aria-labelledby", one.id);
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const place = this.list.indexOf(this.current);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step
      ? (place + step + this.list.length) % this.list.length
      : { Home: 0, End: this.list.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.open(this.list[next].name);
    this.buttons[next].focus();
  }
}
