// One River Check as it is answered: what was said so far, what is asked next, what it came to.

import { post } from "./api.js";
import { keep, recall } from "./memory.js";
import { speak } from "./speak.js";

/** @typedef {import("./types.js").Attempt} Attempt */
/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Given} Given */
/** @typedef {{answers: Given[], word: string, numbers: number[], said: string}} Said */

/** @type {Said} */
const NOTHING = { answers: [], word: "", numbers: [], said: "" };

export class Check {
  /**
   * @param {import("./game.js").Game} game
   * @param {string} hex
   * @param {() => void} changed told when there is something new to show
   */
  constructor(game, hex, changed) {
    this.game = game;
    this.hex = hex;
    this.changed = changed;
    this.terrain = ""; // chosen here, and sent with the check
    /** @type {"ready" | "asking" | "entered"} */
    this.stage = "ready";
    /** @type {Attempt | null} */
    this.attempt = null;
    this.said = NOTHING;
    /** @type {Said[]} */
    this.before = [];
    /** @type {import("./types.js").Line | null} */
    this.line = null;
    this.busy = false;
    /** @type {Promise<void>} */
    this.running = Promise.resolve(); // the last run that the map made necessary
    this.moved = false; // whether the map changed under what was being answered
  }

  get explorer() {
    const last = recall(`explorer.${this.game.id}`);
    return this.game.explorers.includes(last) ? last : (this.game.explorers[0] ?? "");
  }

  set explorer(name) {
    keep(`explorer.${this.game.id}`, name);
  }

  /**
   * Do what was pressed: one thing at a time, and after a run that the map made necessary.
   * @param {() => Promise<void>} act
   */
  async once(act) {
    if (this.busy) return;
    this.busy = true;
    this.changed();
    try {
      await this.running;
      await act();
    } finally {
      this.busy = false;
      this.changed();
    }
  }

  /** The player has cards and dice. */
  start = () =>
    this.once(async () => {
      this.before = [];
      await this.say(NOTHING);
    });

  /** @param {Choice} choice */
  choose = (choice) =>
    this.once(async () => {
      if (this.stage !== "asking") return;
      const now = this.said;
      const next = choice.answer
        ? { ...NOTHING, answers: [.../** @type {Attempt} */ (this.attempt).answers, choice.answer] }
        : { ...now, word: choice.word, numbers: choice.numbers };
      await this.say({ ...next, said: choice.label });
      this.before.push(now);
    });

  back = () =>
    this.once(async () => {
      const last = this.before.at(-1);
      if (!last) {
        this.leave();
        return;
      }
      await this.say(last);
      this.before.pop();
    });

  leave() {
    this.stage = "ready";
    this.attempt = null;
    this.said = NOTHING;
    this.before = [];
  }

  /** @param {Said} said */
  async say(said) {
    const { hex, terrain, explorer } = this;
    const { answers, word, numbers } = said;
    this.attempt = await post(`${this.game.address}/attempt`, {
      hex,
      terrain,
      explorer,
      answers,
      word,
      numbers,
    });
    this.said = said;
    this.stage = "asking";
    this.moved = false;
    const { ask, sentence } = /** @type {Attempt} */ (this.attempt);
    speak(ask ? ask.question : sentence);
  }

  /** The map has changed: run the same answers again, or begin anew where they fit no more. */
  async again() {
    if (this.busy || this.attempt?.revision === this.game.revision) return;
    const run = this.rerun();
    this.running = run.catch(() => {});
    await run;
  }

  async rerun() {
    try {
      await this.say(this.said);
      this.moved = true;
    } catch (error) {
      this.leave();
      throw error;
    } finally {
      this.changed();
    }
  }

  /** @param {boolean} draw whether the server draws what is missing */
  enter = (draw) =>
    this.once(async () => {
      const answers = this.attempt?.answers ?? [];
      const { hex, terrain, explorer } = this;
      const made = await this.game.enter({
        kind: "check",
        hex,
        answers,
        draw,
        ...(terrain && { terrain }),
        ...(explorer && { explorer }),
      });
      this.leave();
      this.terrain = "";
      this.stage = "entered";
      this.line = made.line;
    });
}
