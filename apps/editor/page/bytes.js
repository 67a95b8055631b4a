// Shows the bytes of the content as hex digits, with the classes of their fields, and moves the focus
// between them.

import { Chunks } from "./chunks.js";
import { List, element, hex } from "./list.js";
import { t } from "./strings.js";

const CHUNK = 4096; // bytes; a multiple of the widths
const WIDTHS = [16, 8, 4];
const GROUP = 4;

class BytesView {
  #chunks;
  #active = 0; // offset of the keyboard focus
  #range = [0, 0]; // start and end of the selected bytes
  #key = [0, 0]; // start and end of the key or the name of the selected value
  #total = 0;
  #width = GROUP;

  // Calls `select` with the offset of a chosen byte.
  constructor(viewport, meaning, client, select) {
    Object.assign(this, { viewport, meaning, client, select });
    this.list = new List(viewport, (index) => this.#line(index));
    this.#chunks = new Chunks(CHUNK, (start, end) => this.#load(start, end), () => this.#refresh());
    this.#measure();
    new ResizeObserver(() => this.#resized()).observe(viewport);
    viewport.addEventListener("click", ({ target }) => target.dataset.offset !== undefined && this.go(Number(target.dataset.offset)));
    viewport.addEventListener("keydown", (event) => this.#keyPressed(event));
  }

  // Returns the bytes of a chunk, with the index of the field of each byte.
  async #load(start, end) {
    const { bytes, fields } = await this.client.call("bytes", start, end);
    const at = new Int32Array(bytes.length).fill(-1);
    fields.forEach((field, index) => at.fill(index, Math.max(0, field.start - start), Math.max(0, field.start + field.length - start)));
    return { bytes, fields, at, start };
  }

  // Shows the bytes of a file or of a change.
  async show(length) {
    const first = this.#active - (this.#active % CHUNK);
    const isAtEnd = first >= length;
    if (!(await this.#chunks.reload(isAtEnd ? 0 : first, Math.min(length, (isAtEnd ? 0 : first) + 1)))) return;
    this.#total = length;
    this.#active = Math.min(this.#active, Math.max(0, length - 1));
    this.#measure();
    this.#setCount();
  }

  get #digits() { return Math.max(4, hex(this.#total).length); }
  get #lines() { return Math.ceil(this.#total / this.#width); }

  // Chooses the number of bytes in a line.
  #measure() {
    const probe = element("span", { className: "line", textContent: "0".repeat(100) });
    this.viewport.append(probe);
    const character = probe.getBoundingClientRect().width / 100;
    probe.remove();
    const columns = this.viewport.clientWidth / character;
    this.#width = WIDTHS.find((width) => this.#digits + 4 + width * 4 + width / GROUP <= columns) ?? WIDTHS.at(-1);
  }

  #setCount() {
    this.viewport.ariaColCount = String(this.#width + 1);
    this.viewport.ariaRowCount = String(this.#lines);
    this.list.setCount(this.#lines);
  }

  #resized() {
    const before = this.#width;
    this.#measure();
    if (before === this.#width && this.list.count === this.#lines) return;
    this.#setCount();
    this.#showActive();
  }

  #showActive() { this.list.show(Math.floor(this.#active / this.#width)); }

  // Returns the element of a line of bytes.
  #line(index) {
    const first = index * this.#width;
    const offset = element("span", { role: "rowheader", className: "offset", textContent: hex(first, this.#digits) });
    const line = element("div", { role: "row", className: "line", ariaRowIndex: String(index + 1) }, offset);
    if (!this.#chunks.at(first)) {
      line.append(element("span", { role: "gridcell", textContent: t("loading") }));
      return line;
    }
    const end = Math.min(first + this.#width, this.#total);
    let text = "";
    for (let at = first; at < end; at += 1) {
      const { byte } = this.#at(at);
      line.append(this.#cell(at, at - first));
      text += byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "·";
    }
    const missing = this.#width - (end - first);
    const gap = element("span", { className: "gap", ariaHidden: "true", textContent: " ".repeat(missing * 3 + Math.floor(missing / GROUP)) });
    line.append(gap, element("span", { className: "characters", ariaHidden: "true", textContent: text }));
    return line;
  }

  #cell(offset, column) {
    const { byte, field } = this.#at(offset);
    const isIn = ([from, to]) => offset >= from && offset < to;
    const isActive = offset === this.#active;
    const classes = [
      "byte",
      field?.kind ?? "unread",
      offset === field?.start && "starts",
      column > 0 && column % GROUP === 0 && "group",
      isIn(this.#range) && "selected",
      isIn(this.#key) && "contents",
      isActive && "active",
    ];
    const cell = element("span", { role: "gridcell", textContent: hex(byte, 2), className: classes.filter(Boolean).join(" "), ariaColIndex: String(column + 2) });
    cell.dataset.offset = offset;
    if (isActive) {
      Object.assign(cell, { id: "active-byte", ariaSelected: "true", ariaLabel: t("byteLabel", { byte: hex(byte, 2), offset: hex(offset), meaning: this.#about(field) }) });
      this.viewport.setAttribute("aria-activedescendant", "active-byte");
    }
    return cell;
  }

  // Returns the byte at an offset, and its field.
  #at(offset) {
    const { bytes, fields, at, start } = this.#chunks.at(offset);
    return { byte: bytes[offset - start], field: fields[at[offset - start]] };
  }

  #about(field) {
    return field ? [[field.field, field.wire].filter(Boolean).join(", "), field.value].filter(Boolean).join(" = ") : t("notRead");
  }

  // Recreates the visible lines, and describes the active byte below them.
  #refresh() {
    this.viewport.removeAttribute("aria-activedescendant");
    this.list.refresh();
    if (this.#total === 0 || !this.#chunks.at(this.#active)) return;
    const { field } = this.#at(this.#active);
    this.meaning.replaceChildren(element("span", { className: "place", textContent: `0x${hex(field?.start ?? this.#active)} ` }), this.#about(field));
    if (field?.about) this.meaning.append(element("span", { className: "about", lang: "en", textContent: ` ${field.about}` }));
  }

  // Marks the bytes of a value and its key, and scrolls to one of them.
  mark({ start, end, key }, offset = start) {
    this.#range = [start, end];
    this.#key = [key, start];
    this.#active = Math.min(offset, Math.max(0, this.#total - 1));
    this.#refresh();
    this.#showActive();
  }

  go(offset) {
    if (this.#total > 0) this.select(Math.min(Math.max(0, offset), this.#total - 1));
  }

  #keyPressed(event) {
    if (event.altKey || event.metaKey || this.#total === 0) return;
    const [width, total, column] = [this.#width, this.#total, this.#active % this.#width];
    const { page } = this.list;
    const steps = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -width,
      ArrowDown: width,
      PageUp: -page * width,
      PageDown: page * width,
      Home: event.ctrlKey ? -total : -column,
      End: event.ctrlKey ? total : width - 1 - column,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.#active = Math.min(Math.max(0, this.#active + step), total - 1);
    this.go(this.#active);
  }
}

export { BytesView };
