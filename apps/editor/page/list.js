// A list that creates only the visible lines. Browsers limit the height of an element, so the
// scroll bar of a longer list is scaled.

const MAX_PIXELS = 8_000_000;
const MARGIN = 6; // number of lines that are created above and below the visible lines

class List {
  #lines = new Map(); // index to element
  #content = document.createElement("div");
  #top = 0; // scroll position in the unscaled list, in pixels
  #scrolled = 0; // scrollTop after the last event
  #idle;

  // `line` creates the element for an index.
  constructor(viewport, line) {
    Object.assign(this, { viewport, line, count: 0 });
    this.#content.className = "content";
    this.#content.role = "presentation";
    viewport.append(this.#content);
    viewport.addEventListener("scroll", () => this.#onScroll(), { passive: true });
    this.#measure();
    new ResizeObserver(() => this.#resized()).observe(viewport);
  }

  get #full() { return this.count * this.height; }
  get #rest() { return Math.max(0, this.#full - this.viewport.clientHeight); }
  get #isScaled() { return this.#full > MAX_PIXELS; }

  #measure() {
    this.height = parseFloat(getComputedStyle(this.viewport).getPropertyValue("--line-height"));
  }

  #resized() {
    this.#measure();
    this.setCount(this.count);
  }

  setCount(count) {
    this.count = count;
    this.#content.style.height = `${Math.min(this.#full, MAX_PIXELS)}px`;
    this.#top = Math.min(this.#top, this.#rest);
    this.#place();
    this.refresh();
  }

  // Recreates the visible lines.
  refresh() {
    this.#lines.forEach((line) => line.remove());
    this.#lines.clear();
    this.#update();
  }

  // Calls `each` with the elements and indexes of the created lines.
  forEach(each) { this.#lines.forEach((line, index) => each(line, index)); }

  get page() { return Math.max(1, Math.floor(this.viewport.clientHeight / this.height) - 1); }

  // Scrolls to a line: as little as needed, or to the middle of the viewport if the line is far
  // away.
  show(index) {
    const [top, height] = [index * this.height, this.viewport.clientHeight];
    const [above, below] = [this.#top - top, top + this.height - this.#top - height];
    if (above <= 0 && below <= 0) return;
    const isFar = Math.max(above, below) > 2 * this.height;
    const wanted = isFar ? top - (height - this.height) / 2 : this.#top + (above > 0 ? -above : below);
    this.#top = Math.min(Math.max(0, wanted), this.#rest);
    this.#place();
    this.#update();
  }

  // Moves the scroll bar to the position of the list.
  #place() {
    const range = Math.min(this.#full, MAX_PIXELS) - this.viewport.clientHeight;
    this.viewport.scrollTop = this.#isScaled ? (this.#top / this.#rest) * range : this.#top;
    this.#scrolled = this.viewport.scrollTop;
  }

  #onScroll() {
    const { scrollTop, clientHeight } = this.viewport;
    const moved = scrollTop - this.#scrolled;
    if (moved === 0) return;
    this.#scrolled = scrollTop;
    const range = MAX_PIXELS - clientHeight;
    const isNear = Math.abs(moved) < 3 * clientHeight && scrollTop > 0 && scrollTop < range;
    if (!this.#isScaled) this.#top = scrollTop;
    else if (isNear) this.#top = Math.min(Math.max(0, this.#top + moved), this.#rest);
    else this.#top = (scrollTop / range) * this.#rest;
    this.#update();
    if (this.#isScaled) {
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => (this.#place(), this.#update()), 200);
    }
  }

  #update() {
    const first = Math.max(0, Math.floor(this.#top / this.height) - MARGIN);
    const visible = Math.ceil(this.viewport.clientHeight / this.height);
    const end = Math.min(this.count, first + visible + 2 * MARGIN);
    for (const [index, line] of this.#lines) {
      if (index >= first && index < end) continue;
      line.remove();
      this.#lines.delete(index);
    }
    // Last line first, because each element is inserted before its successor: screen readers need
    // the order.
    for (let index = end - 1; index >= first; index -= 1) {
      let line = this.#lines.get(index);
      if (!line) {
        line = this.line(index);
        this.#lines.set(index, line);
        this.#content.insertBefore(line, this.#lines.get(index + 1) ?? null);
      }
      line.style.transform = `translateY(${index * this.height - this.#top + this.#scrolled}px)`;
    }
  }
}

function hex(number, digits = 4) { return number.toString(16).padStart(digits, "0"); }

function element(tag, properties, ...children) {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in created) created[name] = value;
    else created.setAttribute(name, value);
  }
  created.append(...children);
  return created;
}

export { List, element, hex };
