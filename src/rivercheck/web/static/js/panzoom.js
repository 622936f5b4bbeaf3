// Moving the map: wheel, drag, pinch, buttons, keys. Only a transform changes while it moves; it is
// drawn sharp again when it rests.

const THRESHOLD = 6; // pixels before a press is a drag
const TAPPED = 700; // milliseconds in which the click of a tap may follow it
const REST = 160; // milliseconds without a move
const CLOSEST = 110; // pixels from centre to corner

/** @typedef {{x: number, y: number}} Spot a point of the window */

export class PanZoom {
  /**
   * @param {HTMLElement} viewport
   * @param {HTMLElement} sheet what is moved, as large as the picture
   */
  constructor(viewport, sheet) {
    this.viewport = viewport;
    this.sheet = sheet;
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    this.width = 1;
    this.height = 1;
    this.size = 30;
    this.fitted = true; // as long as nobody has moved it
    this.sharp = 0; // the scale at which it was drawn last
    this.frame = 0;
    /** @type {number | undefined} */
    this.resting = undefined;
    this.dragged = false;
    /** @type {(scale: number) => void} told when the map rests at a new scale */
    this.rested = () => {};
    /** @type {Map<number, Spot>} */
    this.pointers = new Map();
    /** @type {Spot | null} */
    this.pressed = null;
    /** @type {((from: Spot, to: Spot) => boolean) | null} whether such a drag is for the brush */
    this.brush = null;
    /** @type {(event: MouseEvent) => void} told of each tap and click */
    this.tapped = () => {};
    this.tappedAt = -Infinity;
    this.listen();
  }

  listen() {
    const on = (
      /** @type {string} */ name,
      /** @type {(event: any) => void} */ act,
      options = {},
    ) => this.viewport.addEventListener(name, act, options);
    on("wheel", (event) => this.wheel(event), { passive: false });
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.move(event));
    on("pointerup", (event) => this.up(event));
    on("pointercancel", (event) => this.up(event));
    on("click", (event) => this.click(event));
    const still = (/** @type {TouchEvent} */ event) => {
      // Or the browser flings, and swallows the next tap; or it moves the focus after a tap.
      const told = event.type === "touchend" && event.timeStamp - this.tappedAt < 100;
      if (this.dragged || told) event.preventDefault();
    };
    on("touchmove", still, { passive: false });
    on("touchend", still, { passive: false });
    on("contextmenu", (event) => {
      if (event.pointerType === "touch") event.preventDefault(); // a slow tap is a tap
    });
    new ResizeObserver(() => {
      if (this.fitted) this.fit();
      else this.apply();
    }).observe(this.viewport);
  }

  /** @param {number} width @param {number} height @param {number} size of the picture */
  resize(width, height, size) {
    Object.assign(this, { width, height, size });
    this.sheet.style.width = `${width}px`;
    this.sheet.style.height = `${height}px`;
    if (this.fitted) this.fit();
  }

  get least() {
    const { clientWidth, clientHeight } = this.viewport;
    return 0.6 * Math.min(clientWidth / this.width, clientHeight / this.height);
  }

  fit() {
    const { clientWidth, clientHeight } = this.viewport;
    if (!clientWidth || !clientHeight) return;
    this.scale = Math.min(clientWidth / this.width, clientHeight / this.height);
    this.x = (clientWidth - this.width * this.scale) / 2;
    this.y = (clientHeight - this.height * this.scale) / 2;
    this.fitted = true;
    this.apply();
  }

  /**
   * Zoom about a point of the viewport, its middle unless given.
   * @param {number} factor
   */
  zoom(factor, x = this.viewport.clientWidth / 2, y = this.viewport.clientHeight / 2) {
    const most = Math.max(CLOSEST / this.size, 2 * this.least);
    const scale = Math.min(most, Math.max(this.least, this.scale * factor));
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.moved();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.moved();
  }

  /**
   * Bring a point of the picture to the middle, unless it is well in view; nearer if it is tiny.
   * @param {number} px @param {number} py
   */
  reveal(px, py, closer = false) {
    const { clientWidth, clientHeight } = this.viewport;
    if (closer && this.size * this.scale < 22) {
      this.zoom(30 / (this.size * this.scale), px * this.scale + this.x, py * this.scale + this.y);
    }
    const margin = Math.min(2.2 * this.size * this.scale, clientWidth / 3, clientHeight / 3);
    const x = px * this.scale + this.x;
    const y = py * this.scale + this.y;
    const wellIn = (/** @type {number} */ at, /** @type {number} */ most) =>
      at >= margin && at <= most - margin;
    if (!wellIn(x, clientWidth) || !wellIn(y, clientHeight)) {
      this.pan(clientWidth / 2 - x, clientHeight / 2 - y);
    }
  }

  /**
   * A point of the window as a point of the picture.
   * @param {{clientX: number, clientY: number}} event
   * @returns {[number, number]}
   */
  point({ clientX, clientY }) {
    const box = this.viewport.getBoundingClientRect();
    return [(clientX - box.left - this.x) / this.scale, (clientY - box.top - this.y) / this.scale];
  }

  moved() {
    this.fitted = false;
    this.apply();
  }

  apply() {
    const { clientWidth, clientHeight } = this.viewport;
    const [wide, high] = [this.width * this.scale, this.height * this.scale];
    this.x = Math.min(clientWidth * 0.7, Math.max(clientWidth * 0.3 - wide, this.x));
    this.y = Math.min(clientHeight * 0.7, Math.max(clientHeight * 0.3 - high, this.y));
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.sheet.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
      clearTimeout(this.resting);
      this.resting = window.setTimeout(() => this.sharpen(), REST);
    });
  }

  /** Have the browser draw it anew at the scale at which it stands. */
  sharpen() {
    if (this.sharp === this.scale || this.pointers.size) return;
    this.sharp = this.scale;
    this.rested(this.scale);
    this.sheet.style.willChange = "auto";
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        this.sheet.style.willChange = "transform";
      }),
    );
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 33 : 1;
    const speed = event.ctrlKey ? 0.01 : 0.0018;
    const turned = Math.max(-240, Math.min(240, event.deltaY * lines));
    const box = this.viewport.getBoundingClientRect();
    this.zoom(Math.exp(-turned * speed), event.clientX - box.left, event.clientY - box.top);
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.pointerType === "mouse" && event.button > 1) return;
    if (this.pointers.size === 0) this.dragged = false;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.pressed = { x: event.clientX, y: event.clientY };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before || !this.pressed) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!this.dragged) {
      if (Math.hypot(now.x - this.pressed.x, now.y - this.pressed.y) < THRESHOLD) return;
      this.dragged = true;
      this.viewport.setPointerCapture(event.pointerId);
    }
    if (this.pointers.size === 1) {
      if (!this.brush?.(before, now)) this.pan(now.x - before.x, now.y - before.y);
    } else this.pinch(event.pointerId, before, now);
    this.pointers.set(event.pointerId, now);
  }

  /**
   * @param {number} id
   * @param {Spot} before
   * @param {Spot} now
   */
  pinch(id, before, now) {
    const other = [...this.pointers].find(([one]) => one !== id)?.[1];
    if (!other) return;
    const box = this.viewport.getBoundingClientRect();
    const apart = (/** @type {Spot} */ p) => Math.hypot(p.x - other.x, p.y - other.y) || 1;
    this.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    this.zoom(
      apart(now) / apart(before),
      (now.x + other.x) / 2 - box.left,
      (now.y + other.y) / 2 - box.top,
    );
  }

  /** @param {PointerEvent} event */
  up(event) {
    const alone = this.pointers.size === 1 && this.pointers.has(event.pointerId);
    this.pointers.delete(event.pointerId);
    this.pressed = this.pointers.size ? [...this.pointers.values()][0] : null;
    if (alone) this.sharpen();
    if (alone && event.type === "pointerup" && event.pointerType !== "mouse" && !this.dragged) {
      this.tappedAt = event.timeStamp;
      this.tapped(event);
    }
  }

  /**
   * The end of a drag is no click, and a tap was told of when the finger rose.
   * @param {MouseEvent} event
   */
  click(event) {
    const told = this.dragged || event.timeStamp - this.tappedAt < TAPPED;
    this.dragged = false;
    if (!told) this.tapped(event);
  }
}
