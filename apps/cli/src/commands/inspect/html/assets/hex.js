// Lines of bytes as hex digits, also for the editor.

const WIDTHS = [16, 8, 4];
const GROUP = 4;

function hex(number, digits = 4) { return number.toString(16).padStart(digits, "0"); }

// Shows bytes in lines, and moves the focus between them. Subclasses have the methods `line`,
// `lineOf`, `columnOf`, `byte`, `fieldAt` and `label`, and the properties `lines`, `total` and `digits`.
class HexPane {
  active = 0; // position of the keyboard focus
  range = [0, 0]; // start and end of the selected bytes
  contents = [0, 0]; // start and end of the bytes that belong to them

  // Calls `select` with the position of a chosen byte.
  constructor(viewport, select) {
    Object.assign(this, { viewport, select });
    this.list = new List(viewport, (index) => this.line(index));
    new ResizeObserver(() => this.#resized()).observe(viewport);
    viewport.addEventListener("click", (event) => this.#clicked(event));
    viewport.addEventListener("keydown", (event) => this.#keyPressed(event));
  }

  // Chooses the number of bytes in a line.
  measure() {
    const probe = element("span", { className: "line", textContent: "0".repeat(100) });
    this.viewport.append(probe);
    const character = probe.getBoundingClientRect().width / 100;
    probe.remove();
    const columns = this.viewport.clientWidth / character;
    this.width = WIDTHS.find((width) => this.digits + 4 + width * 4 + width / GROUP <= columns) ?? WIDTHS.at(-1);
  }

  setCount() {
    this.viewport.ariaColCount = String(this.width + 1);
    this.viewport.ariaRowCount = String(this.lines);
    this.list.setCount(this.lines);
  }

  #resized() {
    const before = this.width;
    this.measure();
    if (before === this.width && this.list.count === this.lines) return;
    this.setCount();
    this.list.show(this.lineOf(this.active));
  }

  // Recreates the visible lines.
  refresh() {
    this.viewport.removeAttribute("aria-activedescendant");
    this.list.refresh();
  }

  // Moves the focus, and scrolls to it.
  focus(position) {
    this.active = position;
    this.refresh();
    this.list.show(this.lineOf(position));
  }

  // Returns the element of a line. The first child describes it.
  row(index, header, ...children) {
    return element("div", { role: "row", className: "line", ariaRowIndex: String(index + 1) }, element("span", { role: "rowheader", ...header }), ...children);
  }

  // Returns the element of a line of bytes.
  bytesRow(index, offset, first, end) {
    const cells = [];
    let text = "";
    for (let position = first; position < end; position += 1) {
      const byte = this.byte(position);
      const cell = element("span", { role: "gridcell", textContent: hex(byte, 2), className: this.#classes(position, first), ariaColIndex: String(position - first + 2) });
      cell.dataset.position = position;
      if (position === this.active) this.#describe(cell);
      cells.push(cell);
      text += byte > 32 && byte < 127 ? String.fromCharCode(byte) : byte === 32 ? " " : "·";
    }
    const missing = this.width - (end - first);
    const gap = element("span", { className: "gap", ariaHidden: "true", textContent: " ".repeat(missing * 3 + Math.floor(missing / GROUP)) });
    return this.row(index, { className: "offset", textContent: hex(offset, this.digits) }, ...cells, gap, element("span", { className: "characters", ariaHidden: "true", textContent: text }));
  }

  #classes(position, first) {
    const { kind, start } = this.fieldAt(position) ?? {};
    const isIn = ([from, to]) => position >= from && position < to;
    return [
      "byte",
      kind ?? "unread",
      position === start && "starts",
      position > first && (position - first) % GROUP === 0 && "group",
      isIn(this.range) && "selected",
      isIn(this.contents) && "contents",
      position === this.active && "active",
    ].filter(Boolean).join(" ");
  }

  // Describes the active byte for screen readers.
  #describe(cell) {
    cell.id = "active-byte";
    cell.ariaSelected = "true";
    cell.ariaLabel = this.label(this.active);
    this.viewport.setAttribute("aria-activedescendant", "active-byte");
  }

  #clicked(event) {
    const { position } = event.target.dataset;
    if (position !== undefined) this.go(Number(position));
  }

  go(position) {
    if (this.total > 0) this.select(Math.min(Math.max(0, position), this.total - 1));
  }

  #keyPressed(event) {
    const { active, width, total } = this;
    if (event.altKey || event.metaKey || total === 0) return;
    const column = this.columnOf(active);
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
    this.active = Math.min(Math.max(0, active + step), total - 1);
    this.go(this.active);
  }
}

