// The rows of all values, as columns of numbers. Texts stay in the data until they are shown.
// `records.rs` describes the format of the data. A position is the index of a byte among the bytes
// of all values.

const KINDS = ["frame", "header", "field", "text", "padding", "ignored", "fault"];
const MAX_INLINE = 32; // bytes; calling the decoder takes longer than decoding a text up to this length
const FAULT = KINDS.indexOf("fault");
const COLUMNS = {
  start: Uint32Array, // position of the first byte
  length: Uint32Array, // number of bytes
  level: Uint16Array, // depth in the tree, from 0
  template: Uint16Array, // index of the template
  texts: Uint32Array, // index of label and value in the data
  parent: Int32Array, // parent row, or -1
  end: Uint32Array, // row after the last descendant
  place: Uint32Array, // number among the siblings, from 1
  children: Uint32Array, // number of child rows
};

// Binary search: returns the first index below `count` that passes the test, or `count`. All later
// indexes must pass, too.
function firstWhere(count, test) {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

class Model {
  #data;
  #at = 0;
  #decoder = new TextDecoder();
  #open = [];
  templates = [];
  values = []; // objects with line, offset, position, length, first (row) and bytes (index in the data)
  faults = []; // rows of faults
  rows = 0;
  roots = 0; // number of rows without a parent
  total = 0; // number of positions
  #next = 0; // position of the next row

  constructor(data) {
    this.#data = data;
    this.#reserve(1024);
    while (this.#at < data.length) {
      const tag = this.#number();
      if (tag === 0) this.#value();
      else if (tag === 1) this.#template();
      else this.#row(tag - 2);
    }
    this.#close(0);
  }

  #reserve(capacity) {
    for (const [name, Column] of Object.entries(COLUMNS)) {
      const column = new Column(capacity);
      if (this[name]) column.set(this[name]);
      this[name] = column;
    }
  }

  #number() {
    let number = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#data[this.#at++];
      number += (byte & 127) * factor;
      if (byte < 128 || byte === undefined) return number;
    }
  }

  // Skips a text, and returns its start and end.
  #skipText() {
    const length = this.#number();
    const first = this.#at;
    this.#at += length;
    return [first, this.#at];
  }

  #text() {
    const [first, end] = this.#skipText();
    if (end - first > MAX_INLINE) return this.#decoder.decode(this.#data.subarray(first, end));
    let text = "";
    for (let at = first; at < end; at += 1) {
      const byte = this.#data[at];
      if (byte > 127) return this.#decoder.decode(this.#data.subarray(first, end));
      text += String.fromCharCode(byte);
    }
    return text;
  }

  #value() {
    this.#close(0);
    const [line, offset, length] = [this.#number(), this.#number(), this.#number()];
    // Not #next: bytes of the previous value that belong to no row have positions, too.
    const last = this.values.at(-1);
    const position = last ? last.position + last.length : 0;
    this.values.push({ line, offset, position, length, first: this.rows, bytes: this.#at });
    this.#at += length;
    this.total = position + length;
    this.#next = position;
  }

  #template() {
    const kind = this.#number();
    this.templates.push({ kind, name: KINDS[kind], field: this.#text(), wire: this.#text(), about: this.#text() });
  }

  #row(template) {
    const [length, level] = [this.#number(), this.#number()];
    this.#close(level);
    const row = this.rows++;
    if (row === this.start.length) this.#reserve(2 * row);
    this.start[row] = this.#next;
    this.length[row] = length;
    this.level[row] = level;
    this.template[row] = template;
    this.texts[row] = this.#at;
    this.#next += length;
    this.#skipText();
    this.#skipText();
    if (this.templates[template].kind === FAULT) {
      this.#skipText();
      this.faults.push(row);
    }
    const parent = this.#open.at(-1) ?? -1;
    this.parent[row] = parent;
    if (parent >= 0) this.place[row] = ++this.children[parent];
    else this.place[row] = ++this.roots;
    this.#open.push(row);
  }

  // Closes the open rows at this level or deeper.
  #close(level) {
    while (this.#open.length > 0 && this.level[this.#open.at(-1)] >= level) this.end[this.#open.pop()] = this.rows;
  }

  #seek(row, skipped) {
    this.#at = this.texts[row];
    for (let text = 0; text < skipped; text += 1) this.#skipText();
    return this.#text();
  }

  of(row) { return this.templates[this.template[row]]; }
  label(row) { return this.#seek(row, 0); }
  text(row) { return this.#seek(row, 1); }
  hint(row) { return this.#seek(row, 2); }
  siblings(row) { return this.parent[row] < 0 ? this.roots : this.children[this.parent[row]]; }

  // Returns the path from the root, as the program prints it.
  path(row) {
    if (this.of(row).kind === FAULT) return this.label(row);
    const labels = [];
    for (let at = row; at >= 0; at = this.parent[at]) labels.push(this.label(at));
    return labels.reverse().join("");
  }

  // Returns the name of a row without its path.
  name(row) {
    const { name, field } = this.of(row);
    const label = name === "fault" ? "" : this.label(row).replace(/^\./, "");
    if (name === "frame" || (name === "header" && this.level[row] === 0)) return this.valueName(this.valueOf(row));
    if (name === "header") return label || "value";
    if (name === "fault" && this.parent[row] < 0 && this.values.length > 1) return `${this.valueName(this.valueOf(row))} ${field}`;
    return [label, field].filter(Boolean).join(" ");
  }

  valueName(index) {
    const { line } = this.values[index];
    if (line) return `line ${line}`;
    return this.values.length > 1 ? `value ${index + 1}` : "value";
  }

  valueOf(row) { return firstWhere(this.values.length, (index) => this.values[index].first > row) - 1; }
  valueAt(position) { return firstWhere(this.values.length, (index) => this.values[index].position > position) - 1; }

  // Returns the row of a byte. Bytes after a fault belong to the fault.
  rowAt(position) {
    const row = firstWhere(this.rows, (index) => this.start[index] > position) - 1;
    return row >= 0 && this.valueOf(row) === this.valueAt(position) ? row : -1;
  }

  isRead(position, row) { return position < this.start[row] + this.length[row]; }

  // Returns the position after the bytes of a row and its descendants.
  stop(row) {
    const last = this.end[row] - 1;
    return this.start[last] + this.length[last];
  }

  byte(position) {
    const value = this.values[this.valueAt(position)];
    return this.#data[value.bytes + position - value.position];
  }

  // Returns the offset of a position in the input. `index` is needed for the end of a value, which
  // is the start of the next value.
  offset(position, index = this.valueAt(position)) {
    const value = this.values[index];
    return value.offset + position - value.position;
  }

  offsetOf(row) { return this.offset(this.start[row], this.valueOf(row)); }
}

function hex(number, digits = 4) { return number.toString(16).padStart(digits, "0"); }

