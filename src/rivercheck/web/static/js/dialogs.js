// Native dialogs: Escape closes them, and the focus goes back to where it was.

import { button, fresh, make } from "./dom.js";

/**
 * Open a dialog with a heading; resolves to what it was closed with ("" by Escape).
 * @param {string} title
 * @param {(import("./dom.js").Child)[]} content
 * @param {HTMLElement[]} buttons
 * @returns {{closed: Promise<string>, dialog: HTMLDialogElement}}
 */
export function open(title, content, buttons) {
  const id = fresh("dialog");
  const dialog = make(
    "dialog",
    { "aria-labelledby": id },
    make("h2", { id, tabindex: -1 }, title),
    make("div", {}, content),
    make("div", { class: "buttons" }, buttons),
  );
  const before = document.activeElement;
  document.body.append(dialog);
  dialog.showModal();
  const closed = /** @type {Promise<string>} */ (
    new Promise((done) => {
      ends.set(dialog, (value) => {
        dialog.close();
        dialog.remove();
        if (before instanceof HTMLElement || before instanceof SVGElement)
          before.focus({ preventScroll: true });
        done(value);
      });
    })
  );
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault(); // it would go away a moment later, and swallow the keys until then
    shut(dialog, "");
  });
  return { closed, dialog };
}

/** @type {WeakMap<HTMLDialogElement, (value: string) => void>} */
const ends = new WeakMap();

/**
 * Close a dialog at once.
 * @param {HTMLDialogElement | null} dialog
 * @param {string} value
 */
export function shut(dialog, value) {
  if (dialog) ends.get(dialog)?.(value);
}

/**
 * Ask before something is done.
 * @param {string} title
 * @param {(import("./dom.js").Child)[]} content
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export async function confirm(title, content, yes) {
  const { closed } = open(title, content, [closing(yes, "yes", "primary"), closing("Cancel", "")]);
  return (await closed) === "yes";
}

/**
 * Say something.
 * @param {string} title
 * @param {(import("./dom.js").Child)[]} content
 */
export const tell = (title, content) => open(title, content, [closing("Close", "")]);

/**
 * A button that closes its dialog with a value.
 * @param {string} name
 * @param {string} value
 * @param {string} [kind]
 */
export function closing(name, value, kind = "") {
  const one = button(name, () => shut(one.closest("dialog"), value), { class: kind });
  return one;
}

/**
 * Text to take away: to the clipboard, or where that is refused, in a box with all of it selected.
 * @param {string} text
 * @returns {Promise<boolean>} whether it is on the clipboard
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = make("textarea", { rows: 14, readonly: true, "aria-label": "The turn as text" });
    box.value = text;
    tell("Copy this text", [box]);
    box.focus();
    box.select();
    return false;
  }
}
