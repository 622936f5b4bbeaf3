// Setting up or correcting the board: brushes over the map, or the form of one hex; entered as one.

import { confirm } from "./dialogs.js";
import { button, make, renew } from "./dom.js";
import { drawPending } from "./editdraw.js";
import { EditForms, noMouth, STATES, STROKES } from "./editforms.js";
import { SIDES } from "./hexes.js";
import { Pending } from "./pending.js";
import { speak } from "./speak.js";
import { TERRAINS, terrainButtons } from "./terrain.js";
import { count } from "./words.js";

const TOOLS = /** @type {Record<string, string>} */ ({
  Terrain: "Tap hexes, or drag over them, to give them this terrain.",
  Rivers:
    "Tap near a hexside: a river flows out there, then in, then none. With the keyboard: 1 to 6 on a hex. The hex counts as mapped then.",
  State:
    "Tap hexes to say how far they are mapped. Partly: something is printed there, but its rivers were never checked.",
  Source: "Tap a hex in which a river rises, to set its source dot or take it away.",
  Mouth: "Tap near the hexside by which a river leaves the map; then name it below.",
  "One hex": "Tap a hex, and say below all that is in it.",
});

export class Edit {
  name = "Set up";

  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.game = desk.game;
    this.active = false;
    this.pending = new Pending(this.game);
    this.forms = new EditForms(this);
    this.tool = "Terrain";
    this.terrain = TERRAINS[0];
    this.state = "mapped";
    this.typing = ""; // the field that is being typed in
    this.stateElement = make("div", { class: "entering" });
    this.stroking = false;
    this.painted = ""; // the hex that the brush touched last
    this.entering = false;
    /** @type {HTMLElement | null} */
    this.place = null;
    this.game.on("view", ({ hexes }) => this.moved(hexes));
  }

  /** The browser asks before it leaves what is pending. @returns {() => void} stop */
  guard() {
    const leaving = (/** @type {Event} */ event) => {
      if (this.pending.size) event.preventDefault();
    };
    window.addEventListener("beforeunload", leaving);
    return () => window.removeEventListener("beforeunload", leaving);
  }

  /** Whether this game may be left: asked if something is pending, for it would be lost. */
  async mayClose() {
    const { size } = this.pending;
    if (!size) return true;
    const lost = `${count(size, "hex is", "hexes are")} changed in Set up and not entered yet. If you leave this game, that is lost.`;
    return confirm("Leave without entering?", [make("p", {}, lost)], "Leave");
  }

  /**
   * Someone else changed hexes that are pending here: what is entered would replace that.
   * @param {string[]} hexes
   */
  moved(hexes) {
    const { labels } = this.pending;
    const both = hexes.filter((label) => labels.has(label));
    if (!both.length || this.entering) return;
    const text = `Meanwhile someone changed what you are setting up in ${both.length === 1 ? "hex" : "hexes"} ${both.join(", ")}. If you enter it, yours replaces theirs.`;
    this.desk.tell(text);
  }

  opened() {
    this.active = true;
    this.desk.map.element.classList.add("editing");
    this.desk.map.panzoom.brush = (from, to) => this.brush(from, to);
  }

  left() {
    this.active = false;
    this.desk.map.element.classList.remove("editing");
    this.desk.map.panzoom.brush = null;
  }

  // On the map

  /**
   * A hex was tapped, or Enter pressed on it.
   * @param {string} label
   * @param {import("./hexes.js").Point} [point] where in the picture
   */
  touch(label, point) {
    this.game.select(label, false);
    const { x, y } = this.game.hex(label);
    const side = point ? this.game.sheet.nearest([x, y], point) : 0;
    if (this.tool === "Rivers" && side) this.toggle(label, side);
    else if (this.tool === "Mouth" && side) this.openMouth(label, side);
    else if (this.tool !== "One hex") this.step(() => this.apply(label));
  }

  /**
   * A drag of one pointer paints all hexes between two points of the window.
   * @param {import("./panzoom.js").Spot} from
   * @param {import("./panzoom.js").Spot} to
   */
  brush(from, to) {
    if (this.tool !== "Terrain" && this.tool !== "State") return false;
    if (!this.stroking) this.beginStroke();
    const { map } = this.desk;
    const near = Math.max(4, (map.panzoom.size * map.panzoom.scale) / 2);
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / near) || 1;
    for (let step = 0; step <= steps; step += 1) {
      const part = step / steps;
      const x = from.x + (to.x - from.x) * part;
      this.paint(map.hexAt(x, from.y + (to.y - from.y) * part));
    }
    this.overlay();
    return true;
  }

  beginStroke() {
    this.stroking = true;
    this.pending.step();
    const end = () => {
      this.stroking = false;
      this.painted = "";
      this.finish();
    };
    window.addEventListener("pointerup", end, { once: true });
  }

  /** @param {string} label */
  paint(label) {
    if (!label || label === this.painted) return;
    this.painted = label;
    this.apply(label);
  }

  /** @param {string} label */
  apply(label) {
    const { pending } = this;
    if (this.tool === "Terrain") pending.paint(label, this.terrain);
    if (this.tool === "State" && pending.hex(label).terrain !== "sea")
      pending.set(label, { state: this.state });
    if (this.tool === "Source" && pending.hex(label).terrain !== "sea")
      pending.set(label, { source: !pending.hex(label).source });
  }

  /** @param {string} label @param {number} side */
  toggle(label, side) {
    if (this.pending.hex(label).terrain === "sea") return;
    const next = { "": "out", out: "in", in: "" }[this.pending.strokeAt(label, side)] ?? "";
    this.step(() => this.pending.stroke(label, side, next));
    const now = this.pending.strokeAt(label, side);
    const [, name] = STROKES.find(([one]) => one === now) ?? [];
    speak(`Hex ${label}, hexside ${this.game.sheet.sideName(side)}: ${name}`);
  }

  /** @param {string} label @param {number} side */
  openMouth(label, side) {
    const at = [...SIDES.slice(side - 1), ...SIDES].find((one) => this.pending.outside(label, one));
    if (!at) {
      this.desk.tell(noMouth(label));
      return;
    }
    const { name = "", drainage = 0 } = this.pending.mouth(label) ?? {};
    this.step(() => this.pending.setMouth(label, { side: at, name, drainage }));
    document.getElementById("mouth-name")?.focus();
  }

  /**
   * What is typed letter by letter is one step, and leaves the form as it is.
   * @param {string} field
   * @param {() => void} act
   */
  type(field, act) {
    if (this.typing !== field) this.pending.step();
    this.typing = field;
    act();
    this.overlay();
    this.showState();
  }

  /** @param {() => void} act */
  step(act) {
    this.typing = "";
    this.desk.clear();
    this.pending.step();
    act();
    this.finish();
  }

  finish() {
    this.pending.settle();
    this.overlay();
    this.again();
  }

  again() {
    if (this.place && this.desk.tabs.current === this) this.render(this.place);
  }

  /** What is to be, drawn over what is. */
  overlay() {
    this.desk.map.layers.pending.replaceChildren(
      ...[...this.pending.labels].map((label) => drawPending(this.pending, label)),
    );
  }

  // The panel

  /** @param {HTMLElement} place */
  render(place) {
    this.place = place;
    const label = this.game.selected;
    this.showState();
    renew(
      place,
      make("h2", { tabindex: -1 }, "Set up the board"),
      make(
        "p",
        { class: "quiet" },
        "Enter what is printed or mapped already, or correct it. Nothing is done before you enter it in the journal.",
      ),
      oneOf(
        "Tool",
        Object.keys(TOOLS).map((tool) => [tool, tool]),
        this.tool,
        (tool) => {
          this.tool = tool;
          this.again();
        },
      ),
      make("p", { class: "hint" }, TOOLS[this.tool]),
      this.tool === "Terrain" &&
        terrainButtons([...TERRAINS, "sea", ""], this.terrain, (terrain) => {
          this.terrain = terrain;
          this.again();
        }),
      this.tool === "State" &&
        oneOf("State", STATES, this.state, (state) => {
          this.state = state;
          this.again();
        }),
      this.tool === "Mouth" && label && this.forms.mouthForm(label),
      this.tool === "One hex" &&
        (label ? this.forms.hexForm(label) : make("p", {}, "No hex is selected.")),
      this.stateElement,
    );
  }

  /** How much is pending, and what can be done with it. */
  showState() {
    const { size, drafts } = this.pending;
    renew(
      this.stateElement,
      make(
        "p",
        { role: "status" },
        size
          ? `${count(size, "hex is", "hexes are")} changed and not entered yet.`
          : "Nothing is changed yet.",
      ),
      make(
        "div",
        { class: "row" },
        button("Enter in the journal", () => this.enter(), {
          class: "primary",
          id: "enter-edit",
          "aria-disabled": String(!size),
        }),
        button("Undo this step", () => this.back(), {
          id: "undo-step",
          "aria-disabled": String(drafts.length < 2),
        }),
        button("Discard all", () => this.discard(), {
          id: "discard",
          "aria-disabled": String(!size),
        }),
      ),
    );
  }

  back() {
    this.typing = "";
    this.pending.undo();
    this.overlay();
    this.again();
  }

  enter() {
    if (!this.pending.size) return;
    this.desk.try(async () => {
      this.entering = true;
      try {
        await this.game.enter(await this.pending.change());
        this.discard();
      } finally {
        this.entering = false;
      }
    });
  }

  discard() {
    this.pending = new Pending(this.game);
    this.typing = "";
    this.overlay();
    this.again();
  }
}

/**
 * Buttons of which one is pressed.
 * @param {string} name
 * @param {[string, string][]} options value and name
 * @param {string} pressed
 * @param {(value: string) => void} choose
 */
function oneOf(name, options, pressed, choose) {
  return make(
    "div",
    { class: "tools", role: "group", "aria-label": name },
    options.map(([value, text]) =>
      button(text, () => choose(value), {
        "aria-pressed": String(value === pressed),
        id: `${name}-${value}`.replace(" ", "-"),
      }),
    ),
  );
}
