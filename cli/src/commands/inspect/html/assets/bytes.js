// Shows the bytes of all values as a hex dump. Each value starts on its own line.

class BytesPane {
  #first = []; // index of the first line of each value
  #active = 0; // position of the keyboard focus
  #range = [0, 0]; // start and end of the selected row
  #stop = 0; // end of the contents of the selected row

  // Calls `select` with the row and the position of a chosen byte.
  constructor(viewport, model, select) {
    Object.assign(this, { viewport, model, select });
    this.digits = Math.max(4, ...model.values.map((value) => hex(value.offset + value.length).length));
    this.headings = model.values.length > 1 ? 1 : 0;
    this.#measure();
    this.list = new List(viewport, (index) => this.#line(index));
    viewport.ariaColCount = String(this.width + 1);
    new ResizeObserver(() => this.#resized()).observe(viewport);
    viewport.addEventListener("click", (event) => this.#clicked(event));
    viewport.addEventListener("keydown", (event) => this.#key(event));
  }

  // Chooses the number of bytes in a line, and divides the values into lines.
  #measure() {
    this.width = bytesPerLine(this.viewport, this.digits);
    let lines = 0;
    this.#first = this.model.values.map((value) => {
      const first = lines;
      lines += this.headings + Math.ceil(value.length / this.width);
      return first;
    });
    this.lines = lines;
  }

  #resized() {
    const before = this.width;
    this.#measure();
    if (before === this.width && this.list.count === this.lines) return;
    this.viewport.ariaColCount = String(this.width + 1);
    this.viewport.ariaRowCount = String(this.lines);
    this.list.setCount(this.lines);
    this.list.show(this.#lineOf(this.#active));
  }

  #lineOf(position) {
    const index = Math.max(0, this.model.valueAt(position));
    const value = this.model.values[index];
    return this.#first[index] + this.headings + Math.floor((position - value.position) / this.width);
  }

  #line(index) {
    const number = firstWhere(this.#first.length, (value) => this.#first[value] > index) - 1;
    const { model } = this;
    const value = model.values[number];
    const line = index - this.#first[number] - this.headings;
    const row = element("div", { role: "row", className: "line", ariaRowIndex: String(index + 1) });
    if (line < 0) {
      row.className = "line heading";
      row.append(element("span", { role: "rowheader", textContent: model.valueName(number) }));
      return row;
    }
    const first = value.position + line * this.width;
    const end = Math.min(first + this.width, value.position + value.length);
    row.append(element("span", { role: "rowheader", className: "offset", textContent: hex(value.offset + first - value.position, this.digits) }));
    let at = model.rowAt(first);
    row.append(...byteElements(first, end, this.width, (position) => model.byte(position), (cell, position) => {
      while (at >= 0 && at + 1 < model.rows && model.start[at + 1] <= position) at += 1;
      cell.className = this.#classes(position, first, at);
      if (position === this.#active) this.#describe(cell, at);
    }));
    return row;
  }

  #classes(position, first, row) {
    const { model } = this;
    const isRead = row >= 0 && model.isRead(position, row);
    const [start, end] = this.#range;
    const isSelected = position >= start && position < end;
    return [
      "byte",
      isRead ? model.of(row).name : "unread",
      row >= 0 && position === model.start[row] && "starts",
      position > first && (position - first) % GROUP === 0 && "group",
      isSelected && "selected",
      position >= end && position < this.#stop && "contents",
      position === this.#active && "active",
    ].filter(Boolean).join(" ");
  }

  // Describes the active byte for screen readers.
  #describe(cell, row) {
    const { model } = this;
    const position = this.#active;
    const offset = `0x${hex(model.offset(position))}`;
    cell.id = "active-byte";
    cell.ariaSelected = "true";
    const meaning = row < 0 ? "" : model.isRead(position, row) ? describe(model, row) : "not read";
    cell.ariaLabel = `${hex(model.byte(position), 2)} at ${offset}, ${meaning}`;
    this.viewport.setAttribute("aria-activedescendant", "active-byte");
  }

  // Marks the bytes of the selected row, and scrolls to one of them.
  mark(row, position) {
    const { model } = this;
    this.#range = [model.start[row], model.start[row] + model.length[row]];
    this.#stop = model.stop(row);
    if (model.total === 0) return;
    this.#active = position ?? this.#firstOf(row);
    this.viewport.removeAttribute("aria-activedescendant");
    this.list.refresh();
    this.list.show(this.#lineOf(this.#active));
  }

  // Returns the first position of a row. A row without bytes, such as a fault, has the position
  // before it.
  #firstOf(row) {
    const { model } = this;
    if (model.length[row] > 0) return model.start[row];
    return Math.max(model.values[model.valueOf(row)].position, model.start[row] - 1, 0);
  }

  #clicked(event) {
    const { position } = event.target.dataset;
    if (position !== undefined) this.#go(Number(position));
  }

  #go(position) {
    const wanted = Math.min(Math.max(0, position), this.model.total - 1);
    const row = this.model.rowAt(wanted);
    if (row >= 0) this.select(row, wanted);
  }

  #key(event) {
    const { total } = this.model;
    const value = this.model.values[this.model.valueAt(this.#active)];
    const column = total === 0 ? 0 : (this.#active - value.position) % this.width;
    const step = byteStep(event, { width: this.width, page: this.list.page, column, total });
    if (step === undefined) return;
    event.preventDefault();
    this.#go(this.#active + step);
  }
}

