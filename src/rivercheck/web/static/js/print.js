// What is printed: the map alone, with its title and the table of rivers.

import { make, renew } from "./dom.js";
import { plainTable } from "./rivers.js";

export class PrintSheet {
  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.element = make("section", { class: "print-sheet", "aria-hidden": "true" });
    setTimeout(() => this.prepare(), 3000); // so that the browser's own command to print finds something
  }

  async prepare() {
    const { view } = this.desk.game;
    try {
      const { systems } = await this.desk.rivers.load();
      renew(this.element, plainTable(systems), make("p", {}, view.closing));
    } catch {
      // the map can be printed without
    }
  }

  async print() {
    await this.prepare();
    window.print();
  }
}
