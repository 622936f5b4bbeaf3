// Light, dark, or as the system has it.

import { button } from "./dom.js";
import { keep, recall } from "./memory.js";

const THEMES = ["auto", "light", "dark"];

const current = () => THEMES.find((one) => one === recall("theme")) ?? "auto";

export function wearTheme() {
  const theme = current();
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** The theme that is seen. */
export function seenTheme() {
  if (current() !== "auto") return current();
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** A button that goes round the three. */
export function themeButton() {
  const named = () => `Colours: ${current()}`;
  const one = button(
    named(),
    () => {
      keep("theme", THEMES[(THEMES.indexOf(current()) + 1) % THEMES.length]);
      wearTheme();
      one.textContent = named();
    },
    { class: "plain" },
  );
  return one;
}
