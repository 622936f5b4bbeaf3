// Who plays on this machine: asked on the first screen and in the journal, and remembered.

import { field, nameInput } from "./dom.js";
import { keep, recall } from "./memory.js";

/** @param {string} [hint] */
export const playerField = (hint) =>
  field(
    "Who are you at this table?",
    nameInput(recall("name"), (name) => keep("name", name.trim()), { autocomplete: "nickname" }),
    hint,
  );
