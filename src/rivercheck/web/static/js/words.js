// Numbers, moments and sentences as they are read.

/** @param {number} number @param {string} one @param {string} many */
export const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

/** A moment in the reader's own time. @param {string} time */
export function when(time) {
  const moment = new Date(time);
  return Number.isNaN(moment.getTime())
    ? time
    : moment.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/**
 * What is said, as a sentence; the hex itself need not be named again.
 * @param {string} text
 * @param {string} label
 */
export function sentence(text, label) {
  const rest = label
    ? text.replace(new RegExp(`^(?:hex )?${label.replace(".", "\\.")}[,:]? *`, "i"), "")
    : text;
  return rest ? `${rest[0].toUpperCase()}${rest.slice(1)}${/[.!?]$/.test(rest) ? "" : "."}` : "";
}

/** An entry without its time, which stands beside it. @param {import("./types.js").Line} line */
export const headingOf = (line) => line.heading.replace(` (${line.time})`, "");
