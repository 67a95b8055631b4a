// Shows the bytes of the content, with the classes of their fields.

import { Chunks } from "./chunks.js";
import { t } from "./strings.js";

const CHUNK = 4096; // bytes; a multiple of the widths

class BytesView extends HexPane {
  #chunks;
  total = 0;

  // Calls `select` with the offset of a chosen byte.
  constructor(viewport, meaning, client, select) {
    super(viewport, select);
    Object.assign(this, { meaning, client });
    this.#chunks = new Chunks(CHUNK, (start, end) => this.#load(start, end), () => this.refresh());
    this.measure();
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
    const first = this.active - (this.active % CHUNK);
    const isAtEnd = first >= length;
    if (!(await this.#chunks.reload(isAtEnd ? 0 : first, Math.min(length, (isAtEnd ? 0 : first) + 1)))) return;
    this.total = length;
    this.active = Math.min(this.active, Math.max(0, length - 1));
    this.measure();
    this.setCount();
  }

  get digits() { return Math.max(4, hex(this.total).length); }
  get lines() { return Math.ceil(this.total / this.width); }
  lineOf(offset) { return Math.floor(offset / this.width); }
  columnOf(offset) { return offset % this.width; }

  line(index) {
    const first = index * this.width;
    if (this.#chunks.at(first)) return this.bytesRow(index, first, first, Math.min(first + this.width, this.total));
    return this.row(index, { className: "offset", textContent: hex(first, this.digits) }, element("span", { role: "gridcell", textContent: t("loading") }));
  }

  byte(offset) {
    const chunk = this.#chunks.at(offset);
    return chunk.bytes[offset - chunk.start];
  }

  fieldAt(offset) {
    const chunk = this.#chunks.at(offset);
    return chunk.fields[chunk.at[offset - chunk.start]];
  }

  label(offset) {
    return t("byteLabel", { byte: hex(this.byte(offset), 2), offset: hex(offset), meaning: this.#about(this.fieldAt(offset)) });
  }

  #about(field) {
    return field ? [[field.field, field.wire].filter(Boolean).join(", "), field.value].filter(Boolean).join(" = ") : t("notRead");
  }

  // Recreates the visible lines, and describes the active byte below them.
  refresh() {
    super.refresh();
    if (this.total === 0 || !this.#chunks.at(this.active)) return;
    const field = this.fieldAt(this.active);
    this.meaning.replaceChildren(element("span", { className: "place", textContent: `0x${hex(field?.start ?? this.active)} ` }), this.#about(field));
    if (field?.about) this.meaning.append(element("span", { className: "about", lang: "en", textContent: ` ${field.about}` }));
  }

  // Marks the bytes of a value and its key, and scrolls to one of them.
  mark({ start, end, key }, offset = start) {
    this.range = [start, end];
    this.contents = [key, start];
    this.focus(Math.min(offset, Math.max(0, this.total - 1)));
  }
}

export { BytesView };
