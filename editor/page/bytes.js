// Shows the bytes of the content, with the classes of their fields.

import { Chunks } from "./chunks.js";
import { t } from "./strings.js";

const CHUNK = 4096; // bytes; a multiple of the widths

function hex(value, digits = 4) { return value.toString(16).padStart(digits, "0"); }

class BytesView {
  #chunks;
  #active = 0; // offset with the keyboard focus
  #range = [0, 0]; // bytes of the selected value
  #key = 0; // first byte of the key of the selected value
  #length = 0;

  // Calls `select` with the offset of a chosen byte.
  constructor(viewport, meaning, client, select) {
    Object.assign(this, { viewport, meaning, client, select });
    this.#chunks = new Chunks(CHUNK, (start, end) => this.#load(start, end), () => this.#refresh());
    this.list = new List(viewport, (index) => this.#line(index));
    new ResizeObserver(() => this.#resized()).observe(viewport);
    viewport.addEventListener("click", (event) => this.#clicked(event));
    viewport.addEventListener("keydown", (event) => this.#keyPressed(event));
    this.#measure();
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
    this.#length = length;
    this.#active = Math.min(this.#active, Math.max(0, length - 1));
    this.#measure();
    this.#setCount();
  }

  #setCount() {
    const count = Math.ceil(this.#length / this.width);
    this.viewport.ariaRowCount = String(count);
    this.viewport.ariaColCount = String(this.width + 1);
    this.list.setCount(count);
  }

  // Chooses the number of bytes in a line.
  #measure() {
    this.digits = Math.max(4, hex(this.#length).length);
    this.width = bytesPerLine(this.viewport, this.digits);
  }

  #resized() {
    const before = this.width;
    this.#measure();
    if (before === this.width) return;
    this.#setCount();
    this.list.show(Math.floor(this.#active / this.width));
  }

  #refresh() {
    this.list.refresh();
    this.#describe();
  }

  // Returns the field of a byte, if it is loaded.
  #field(offset) {
    const chunk = this.#chunks.at(offset);
    return chunk?.fields[chunk.at[offset - chunk.start]];
  }

  #line(index) {
    const first = index * this.width;
    const row = element("div", { role: "row", className: "line", ariaRowIndex: String(index + 1) });
    row.append(element("span", { role: "rowheader", className: "offset", textContent: hex(first, this.digits) }));
    const chunk = this.#chunks.at(first);
    if (!chunk) {
      row.append(element("span", { role: "gridcell", textContent: t("loading") }));
      return row;
    }
    const end = Math.min(first + this.width, this.#length);
    row.append(...byteElements(first, end, this.width, (offset) => chunk.bytes[offset - chunk.start], (cell, offset) => {
      cell.className = this.#classes(offset, first, chunk);
      if (offset === this.#active) cell.id = "active-byte";
    }));
    return row;
  }

  #classes(offset, first, chunk) {
    const field = chunk.fields[chunk.at[offset - chunk.start]];
    const [start, end] = this.#range;
    return [
      "byte",
      field?.kind ?? "unread",
      offset === field?.start && "starts",
      offset > first && (offset - first) % GROUP === 0 && "group",
      offset >= start && offset < end && "selected",
      offset >= this.#key && offset < start && "contents",
      offset === this.#active && "active",
    ].filter(Boolean).join(" ");
  }

  // Describes the active byte below the bytes, and for screen readers.
  #describe() {
    const chunk = this.#chunks.at(this.#active);
    if (!chunk || this.#length === 0) return;
    const field = this.#field(this.#active);
    const about = field ? [[field.field, field.wire].filter(Boolean).join(", "), field.value].filter(Boolean).join(" = ") : t("notRead");
    const byte = hex(chunk.bytes[this.#active - chunk.start], 2);
    const label = t("byteLabel", { byte, offset: hex(this.#active), meaning: about });
    this.meaning.replaceChildren(element("span", { className: "place", textContent: `0x${hex(field?.start ?? this.#active)} ` }), about);
    if (field?.about) this.meaning.append(element("span", { className: "about", lang: "en", textContent: ` ${field.about}` }));
    const cell = this.viewport.querySelector("#active-byte");
    if (cell) {
      cell.ariaLabel = label;
      cell.ariaSelected = "true";
      this.viewport.setAttribute("aria-activedescendant", "active-byte");
    } else this.viewport.removeAttribute("aria-activedescendant");
  }

  // Marks the bytes of a value and its key, and scrolls to one of them.
  mark({ start, end, key }, offset = start) {
    this.#range = [start, end];
    this.#key = key;
    this.#active = Math.min(offset, Math.max(0, this.#length - 1));
    this.list.show(Math.floor(this.#active / this.width));
    this.#refresh();
  }

  #clicked(event) {
    const { position } = event.target.dataset;
    if (position !== undefined) this.go(Number(position));
  }

  go(offset) {
    if (this.#length === 0) return;
    this.select(Math.min(Math.max(0, offset), this.#length - 1));
  }

  #keyPressed(event) {
    const { width } = this;
    const step = byteStep(event, { width, page: this.list.page, column: this.#active % width, total: this.#length });
    if (step === undefined) return;
    event.preventDefault();
    this.#active = Math.min(Math.max(0, this.#active + step), this.#length - 1);
    this.go(this.#active);
  }
}

export { BytesView, hex };
