// What the server sends, for the reader and for the type checker; docs/server.md says it in full.

/**
 * @typedef {{x: number, y: number, terrain: string, state: string, in: number[], out: number[],
 *   source: boolean, mouth: Mouth | null, name: string, explorers: string[], published: boolean,
 *   led: boolean, spoken: string}} Hex
 * @typedef {{side: number, name: string, drainage: number}} Mouth
 * @typedef {{side: number, direction: string, beyond: string | null, terrain: string,
 *   stroke: "" | "in" | "out", leads: "" | "in" | "out"}} Side
 * @typedef {Hex & {label: string, sides: Side[], checkable: boolean, why_not: string,
 *   entries: number[], printed: object | null, can_visit: boolean}} HexInFull
 *
 * @typedef {{number: number, time: string, by: string, kind: string, heading: string,
 *   details: string[], told: string | null, why: boolean, hexes: string[]}} Line
 * @typedef {{width: number, height: number, order: string[],
 *   items: Record<string, string>}} Picture
 * @typedef {{orientation: "flat" | "pointy", columns: number, rows: number,
 *   directions: string[]}} Layout
 * @typedef {{id: string, name: string, revision: number, whole: boolean, lines: Line[],
 *   struck: number[], map: Picture, hexes: Record<string, Hex>, changed: string[],
 *   undo: string | null, redo: string | null, explorers: Explorer[],
 *   rulings: Record<string, string>, deck: {name: string, cards: number, left: number},
 *   odds: boolean, closing: string, mapped: number, land: number, layout: Layout | null,
 *   size: number, title: string}} View
 *
 * @typedef {{name: string, mapped: number, unpublished: number, lost: string[]}} Explorer
 *
 * @typedef {{from: string, card?: object, die?: number, pick?: number}} Given
 * @typedef {{label: string, meaning: string, refused: string, side: number, die: number,
 *   answer: Given | null, word: string, numbers: number[]}} Choice
 * @typedef {{kind: "word" | "number" | "second" | "die" | "pick", question: string, why: string, choices: Choice[]}} Ask
 * @typedef {{node: string, text: string}} Step
 * @typedef {{hex: string, terrain: string, revision: number, answers: Given[], ask: Ask | null,
 *   path: Step[], outcome: string | null, sentence: string, result: object | null}} Attempt
 *
 * @typedef {{outcome: string, terrain: string, in: number[], out: number[], source: boolean,
 *   forced: string[], probability: string, percent: number}} Chance
 * @typedef {{hex: string, outcomes: Chance[], sum: string, questions: {question: string,
 *   rows: {name: string, probability: string, percent: number}[]}[]}} Odds
 *
 * @typedef {{end: string, hex: string, name: string, drainage: number, status: string | null,
 *   size: number, length: number, straight: number, sources: string[], open_ends: string[],
 *   longest: string[], farthest: string, drained: string[], order: number}} System
 * @typedef {{kind: string, hexes: string[], message: string, explained: string | null,
 *   remark: boolean, fails: boolean}} Fault
 * @typedef {{systems: System[], endings: System[], faults: Fault[], longest: System | null}} Rivers
 *
 * @typedef {{kind: string, [key: string]: unknown}} Change
 * @typedef {{entry: Change & {number: number}, line: Line, revision: number}} Entered
 *
 * @typedef {{value: string, means: string, presets: string[]}} RulingValue
 * @typedef {{name: string, why: string, situation: string, values: RulingValue[]}} Ruling
 * @typedef {{name: string, title: string, columns: number, rows: number, hexes: number,
 *   mouths: number}} Board
 * @typedef {{version: string, rules: number, terrains: string[], boards: Board[],
 *   rulings: Ruling[], presets: Record<string, Record<string, string>>}} About
 * @typedef {{id: string, name: string, board: string, revision: number, mapped: number,
 *   land: number, changed: string}} GameInList
 */

export {};
