// One game as this page knows it: the last view of the server, what is selected, what is sent.

import { get, newKey, post, Refused } from "./api.js";
import { Sheet } from "./hexes.js";
import { recall } from "./memory.js";
import { headingOf } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").Change} Change */

/** Someone else was faster: nothing was done. */
export class Stale extends Error {
  /** @param {Line[]} missed */
  constructor(missed) {
    super(
      "The game has moved on meanwhile, and nothing was done. Look at what is new, then decide again.",
    );
    this.missed = missed;
  }
}

/**
 * @typedef {object} Told what each event tells
 * @property {{lines: Line[], hexes: string[], map: import("./types.js").Picture, whole: boolean}} view
 * @property {{label: string | null, open: boolean}} select
 * @property {string} link what is wrong with the connection, if anything is
 */

export class Game extends EventTarget {
  /** @param {string} id */
  constructor(id) {
    super();
    this.id = id;
    this.address = `/api/games/${encodeURIComponent(id)}`;
    /** @type {View} */
    this.view = /** @type {any} */ (null);
    /** @type {Sheet} */
    this.sheet = /** @type {any} */ (null);
    /** @type {string | null} */
    this.selected = null;
    /** @type {Promise<void> | null} */
    this.fetching = null;
    this.wanted = false;
    /** @type {string[]} */
    this.newcomers = [];
  }

  /**
   * @template {keyof Told} T
   * @param {T} name
   * @param {(told: Told[T]) => void} act
   */
  on(name, act) {
    this.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail));
  }

  /**
   * @template {keyof Told} T
   * @param {T} name
   * @param {Told[T]} told
   */
  tell(name, told) {
    this.dispatchEvent(new CustomEvent(name, { detail: told }));
  }

  get revision() {
    return this.view.revision;
  }

  /** Their names; those added on this page too, before they have done anything. */
  get explorers() {
    return [...new Set([...this.view.explorers.map((one) => one.name), ...this.newcomers])];
  }

  /** @param {string} label */
  hex(label) {
    return this.view.hexes[label];
  }

  /** The line of an entry, if it is here. @param {number} number */
  line(number) {
    return this.view.lines.find((one) => one.number === number);
  }

  /** An entry in short. @param {number} number */
  heading(number) {
    const line = this.line(number);
    return line ? headingOf(line) : `Entry ${number}`;
  }

  async load() {
    this.merge(await get(`${this.address}/view`));
  }

  /** Fetch what is new; calls that come meanwhile share one more fetch. */
  async refresh() {
    if (this.fetching) {
      this.wanted = true;
      return this.fetching;
    }
    this.fetching = this.catchUp();
    try {
      await this.fetching;
    } finally {
      this.fetching = null;
    }
  }

  async catchUp() {
    do {
      this.wanted = false;
      try {
        this.merge(await get(`${this.address}/view?since=${this.revision}`));
      } catch (error) {
        if (!(error instanceof Refused) || error.status === 404) throw error;
        this.merge(await get(`${this.address}/view`)); // it does not know our revision
      }
    } while (this.wanted);
  }

  /** @param {View} news */
  merge(news) {
    const before = this.view;
    if (before && !news.whole && news.revision < before.revision) return;
    if (!before || news.whole) {
      this.view = news;
      this.sheet = new Sheet(/** @type {import("./types.js").Layout} */ (news.layout), news.size);
    } else {
      this.view = {
        ...before,
        ...news,
        map: { ...news.map, items: {} }, // those that are new are in the event
        hexes: Object.assign(before.hexes, news.hexes),
        lines: [...before.lines, ...news.lines],
      };
    }
    this.tell("view", {
      lines: before ? news.lines : [],
      hexes: Object.keys(news.hexes),
      map: news.map,
      whole: news.whole,
    });
  }

  /** @param {string | null} label */
  select(label, open = true) {
    if (label && !this.hex(label)) return;
    this.selected = label;
    this.tell("select", { label, open });
  }

  /**
   * Make an entry against the revision that is seen.
   * @param {Change} change
   * @returns {Promise<import("./types.js").Entered>}
   */
  async enter(change) {
    const body = { revision: this.revision, key: newKey(), by: recall("name"), change };
    try {
      const made = await post(`${this.address}/entries`, body);
      await this.refresh();
      return made;
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 409) throw error;
      await this.refresh();
      throw new Stale(error.body.missed ?? []);
    }
  }

  /**
   * What a change would do now.
   * @param {Change} change
   * @returns {Promise<Change & Record<string, any>>}
   */
  async preview(change) {
    return (await post(`${this.address}/preview`, { change })).change;
  }

  /** @param {string} part @returns {Promise<any>} */
  fetch(part) {
    return get(`${this.address}/${part}`);
  }
}

/** Whether a hex is still to be checked. @param {{terrain: string, state: string}} hex */
export const unmapped = (hex) => hex.terrain !== "sea" && hex.state !== "mapped";
