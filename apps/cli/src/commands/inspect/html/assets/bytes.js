// Shows the bytes of all values as a hex dump. Each value starts on its own line.

class BytesPane extends HexPane {
  #first = []; // index of the first line of each value

  // Calls `select` with the row and the position of a chosen byte.
  constructor(viewport, model, select) {
    super(viewport, (position) => {
      const row = model.rowAt(position);
      if (row >= 0) select(row, position);
    });
    this.model = model;
    this.total = model.total;
    this.digits = Math.max(4, ...model.values.map((value) => hex(value.offset + value.length).length));
    this.headings = model.values.length > 1 ? 1 : 0;
    this.measure();
  }

  // Chooses the number of bytes in a line, and divides the values into lines.
  measure() {
    super.measure();
    this.lines = 0;
    this.#first = this.model.values.map((value) => {
      const first = this.lines;
      this.lines += this.headings + Math.ceil(value.length / this.width);
      return first;
    });
  }

  lineOf(position) {
    const index = Math.max(0, this.model.valueAt(position));
    return this.#first[index] + this.headings + Math.floor((position - this.model.values[index].position) / this.width);
  }

  columnOf(position) {
    return (position - this.model.values[this.model.valueAt(position)].position) % this.width;
  }

  line(index) {
    const number = firstWhere(this.#first.length, (value) => this.#first[value] > index) - 1;
    const value = this.model.values[number];
    const line = index - this.#first[number] - this.headings;
    if (line < 0) {
      const row = this.row(index, { textContent: this.model.valueName(number) });
      row.classList.add("heading");
      return row;
    }
    const first = value.position + line * this.width;
    return this.bytesRow(index, value.offset + first - value.position, first, Math.min(first + this.width, value.position + value.length));
  }

  byte(position) { return this.model.byte(position); }

  fieldAt(position) {
    const { model } = this;
    const row = model.rowAt(position);
    return row < 0 ? undefined : { kind: model.isRead(position, row) ? model.of(row).name : "unread", start: model.start[row] };
  }

  label(position) {
    const { model } = this;
    const row = model.rowAt(position);
    const meaning = row < 0 ? "" : model.isRead(position, row) ? describe(model, row) : "not read";
    return `${hex(model.byte(position), 2)} at 0x${hex(model.offset(position))}, ${meaning}`;
  }

  // Marks the bytes of the selected row, and scrolls to one of them.
  mark(row, position) {
    const { model } = this;
    const end = model.start[row] + model.length[row];
    this.range = [model.start[row], end];
    this.contents = [end, model.stop(row)];
    if (this.total > 0) this.focus(position ?? this.#firstOf(row));
  }

  // Returns the first position of a row. A row without bytes, such as a fault, has the position
  // before it.
  #firstOf(row) {
    const { model } = this;
    if (model.length[row] > 0) return model.start[row];
    return Math.max(model.values[model.valueOf(row)].position, model.start[row] - 1, 0);
  }
}

