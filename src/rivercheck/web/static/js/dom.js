// Making elements. Text goes in as text, never as markup; styles only through the style object.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * @param {Element} node
 * @param {Record<string, unknown>} props attributes, and `onclick` etc. for listeners
 * @param {(Child | Child[])[]} children
 */
function furnish(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") {
      node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) if (child || child === "") node.append(child);
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  furnish(node, props, children);
  return node;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function draw(tag, props = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  furnish(node, props, children);
  return node;
}

/**
 * A button that does something.
 * @param {string} name
 * @param {(event: Event) => unknown} act
 * @param {Record<string, unknown>} [props]
 */
export function button(name, act, props = {}) {
  return make("button", { type: "button", onclick: act, ...props }, name);
}

/**
 * Elements read from SVG text, as SVG and nothing else.
 * @param {string} text
 * @returns {Element[]}
 */
export function fromSvg(text) {
  const parsed = new DOMParser().parseFromString(
    `<svg xmlns="${SVG}">${text}</svg>`,
    "image/svg+xml",
  );
  if (parsed.querySelector("parsererror")) throw new Error("the picture could not be read");
  return [...parsed.documentElement.children].map((one) => document.importNode(one, true));
}

/**
 * Put new content in place, and the focus back on what had it.
 * @param {Element} place
 * @param {...(Child | Child[])} children
 */
export function renew(place, ...children) {
  const focused = document.activeElement;
  const find =
    focused && focused !== place && place.contains(focused) ? finder(place, focused) : null;
  const typed =
    focused instanceof HTMLInputElement && focused.type === "text" ? focused.value : null;
  place.replaceChildren(
    .../** @type {(Node | string)[]} */ (children.flat().filter((c) => c || c === "")),
  );
  const again = find?.();
  if (!again || again === document.activeElement) return;
  if (again instanceof HTMLInputElement && typed !== null) again.value = typed;
  again.focus({ preventScroll: true });
}

/**
 * How to find an element again among new ones: by its id, else by what it says and its place among such.
 * @param {Element} place
 * @param {Element} focused
 * @returns {() => HTMLElement | undefined}
 */
function finder(place, focused) {
  const { id, tagName } = focused;
  const name = (/** @type {Element} */ one) => one.getAttribute("aria-label") ?? one.textContent;
  const said = name(focused);
  const alike = () => [...place.querySelectorAll(tagName)].filter((one) => name(one) === said);
  const order = alike().indexOf(focused);
  return () =>
    /** @type {HTMLElement | undefined} */ ((id && document.getElementById(id)) || alike()[order]);
}

/**
 * Have an element hold just these nodes in this order, and move none without need.
 * @param {Element} place
 * @param {Node[]} nodes
 */
export function arrange(place, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...place.childNodes]) if (!wanted.has(child)) child.remove();
  let next = place.firstChild;
  for (const node of nodes) {
    if (node === next) next = next.nextSibling;
    else place.insertBefore(node, next);
  }
}

let count = 0;

/** An id that no other element has. */
export function fresh(name = "id") {
  count += 1;
  return `${name}-${count}`;
}

/**
 * A labelled control.
 * @param {string} name
 * @param {HTMLElement} control
 * @param {string} [hint]
 */
export function field(name, control, hint = "") {
  control.id ||= fresh("field");
  const note = hint ? make("small", { id: `${control.id}-hint` }, hint) : null;
  if (note) control.setAttribute("aria-describedby", note.id);
  return make("div", { class: "field" }, make("label", { for: control.id }, name), control, note);
}

/**
 * An input for a name.
 * @param {string} value
 * @param {(value: string) => void} typed
 * @param {Record<string, unknown>} [props]
 */
export function nameInput(value, typed, props = {}) {
  const input = make("input", {
    type: "text",
    maxlength: 100,
    value,
    oninput: () => typed(input.value),
    ...props,
  });
  return input;
}

/**
 * A box to tick, with its label.
 * @param {string} name
 * @param {boolean} checked
 * @param {(checked: boolean) => void} changed
 * @param {Record<string, unknown>} [props]
 */
export function checkbox(name, checked, changed, props = {}) {
  const box = make("input", {
    type: "checkbox",
    checked,
    onchange: () => changed(box.checked),
    ...props,
  });
  return make("label", { class: "check" }, box, name);
}

/**
 * A form that does something when it is sent.
 * @param {() => unknown} act
 * @param {Record<string, unknown>} props
 * @param {...(Child | Child[])} children
 */
export function form(act, props, ...children) {
  const sent = (/** @type {Event} */ event) => {
    event.preventDefault();
    act();
  };
  return make("form", { onsubmit: sent, ...props }, ...children);
}

/**
 * A table; the first cell of each row is its heading.
 * @param {HTMLTableCaptionElement} caption
 * @param {string[]} heads of the columns; none: no such row
 * @param {Child[][]} rows a cell that is one already is taken as it is
 */
export function table(caption, heads, rows) {
  const cell = (/** @type {Child} */ one) =>
    one instanceof HTMLTableCellElement ? one : make("td", {}, one);
  return make(
    "table",
    {},
    caption,
    heads.length > 0 &&
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          heads.map((name) => make("th", { scope: "col" }, name)),
        ),
      ),
    make(
      "tbody",
      {},
      rows.map(([head, ...cells]) =>
        make("tr", {}, make("th", { scope: "row" }, head), cells.map(cell)),
      ),
    ),
  );
}

/**
 * A select with these options.
 * @param {(string | [string, string])[]} options value and name, if they differ
 * @param {string} value
 * @param {(value: string) => void} chosen
 * @param {Record<string, unknown>} [props]
 */
export function choose(options, value, chosen, props = {}) {
  const select = make(
    "select",
    { onchange: () => chosen(select.value), ...props },
    options.map((option) => {
      const [one, name] = typeof option === "string" ? [option, option] : option;
      return make("option", { value: one, selected: one === value }, name);
    }),
  );
  return select;
}

/** Text for screen readers alone. @param {string} text */
export const unseen = (text) => make("span", { class: "unseen" }, text);
