// The rows of all values, as columns. `records.rs` describes the format of the data. A position is
// the index of a byte among the bytes of all values.

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
  #open = [];
  #labels = [];
  #texts = [];
  #hints = new Map();
  templates = [];
  values = []; // objects with line, offset, bytes, position, length and first (row)
  faults = []; // rows of faults
  rows = 0;
  roots = 0; // number of rows without a parent
  total = 0; // number of positions
  #next = 0; // position of the next row
  start = []; // position of the first byte
  length = []; // number of bytes
  level = []; // depth in the tree, from 0
  template = []; // index of the template
  parent = []; // parent row, or -1
  end = []; // row after the last descendant
  place = []; // number among the siblings, from 1
  children = []; // number of child rows

  constructor(lines) {
    for (const line of lines) {
      const record = JSON.parse(line);
      if (Array.isArray(record)) this.#row(...record);
      else if ("bytes" in record) this.#value(record);
      else this.templates.push(record);
    }
    this.#close(0);
  }

  #value({ line, offset, bytes: text }) {
    this.#close(0);
    const bytes = fromBase64(text);
    // Not #next: bytes of the previous value that belong to no row have positions, too.
    const position = this.total;
    this.values.push({ line, offset, bytes, position, length: bytes.length, first: this.rows });
    this.total = position + bytes.length;
    this.#next = position;
  }

  #row(template, length, level, label, text, hint) {
    this.#close(level);
    const row = this.rows++;
    const parent = this.#open.at(-1) ?? -1;
    this.start.push(this.#next);
    this.length.push(length);
    this.level.push(level);
    this.template.push(template);
    this.parent.push(parent);
    this.end.push(0);
    this.place.push(parent >= 0 ? ++this.children[parent] : ++this.roots);
    this.children.push(0);
    this.#labels.push(label);
    this.#texts.push(text);
    this.#next += length;
    if (this.of(row).name === "fault") {
      this.#hints.set(row, hint);
      this.faults.push(row);
    }
    this.#open.push(row);
  }

  // Closes the open rows at this level or deeper.
  #close(level) {
    while (this.#open.length > 0 && this.level[this.#open.at(-1)] >= level) this.end[this.#open.pop()] = this.rows;
  }

  of(row) { return this.templates[this.template[row]]; }
  label(row) { return this.#labels[row]; }
  text(row) { return this.#texts[row]; }
  hint(row) { return this.#hints.get(row); }
  siblings(row) { return this.parent[row] < 0 ? this.roots : this.children[this.parent[row]]; }

  // Returns the path from the root, as the program prints it.
  path(row) {
    if (this.of(row).name === "fault") return this.label(row);
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
    return value.bytes[position - value.position];
  }

  // Returns the offset of a position in the input. `index` is needed for the end of a value, which
  // is the start of the next value.
  offset(position, index = this.valueAt(position)) {
    const value = this.values[index];
    return value.offset + position - value.position;
  }

  offsetOf(row) { return this.offset(this.start[row], this.valueOf(row)); }
}

