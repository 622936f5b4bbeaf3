// What this browser remembers: who plays here, the theme, the explorer who moved last.

/**
 * @param {string} name
 * @param {string} [otherwise]
 */
export function recall(name, otherwise = "") {
  try {
    return localStorage.getItem(`rivercheck.${name}`) ?? otherwise;
  } catch {
    return otherwise; // storage is switched off
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(`rivercheck.${name}`, value);
  } catch {
    // storage is switched off: this visit alone
  }
}
