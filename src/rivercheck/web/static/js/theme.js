// Light, dark, or as the system has it.

import { button } from "./dom.js";
import { keep, recall } from "./memory.js";

const THEMES = ["auto", "light", "dark"];
const NAMES = { auto: "Colours: auto", light: "Colours: light", dark: "Colours: dark" };

/** @param {string} theme */
function wear(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

const current = () =>
  /** @type {keyof typeof NAMES} */ (THEMES.find((one) => one === recall("theme")) ?? "auto");

export const wearTheme = () => wear(current());

/** The theme that is seen. */
export const seenTheme = () =>
  current() === "auto"
    ? matchMedia("(prefers-color-scheme: dark)").matches
      ? "dark"
      : "light"
    : current();

/** A button that goes round the three. */
export function themeButton() {
  const one = button(
    NAMES[current()],
    () => {
      keep("theme", THEMES[(THEMES.indexOf(current()) + 1) % THEMES.length]);
      wearTheme();
      one.textContent = NAMES[current()];
    },
    { class: "plain" },
  );
  return one;
}
