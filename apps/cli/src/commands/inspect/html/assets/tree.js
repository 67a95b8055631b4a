// Shows the tree of values. Keys work as in the tree pattern of the ARIA Authoring Practices.

const MAX_TEXT_CHARS = 200; // per line
const MAX_SUMMARIZED = 16; // rows per summary
const MAX_TYPE_AHEAD = 100_000; // rows that are searched for a typed name

function shortened(text, maxChars) {
  return text.length > maxChars ? `${text.slice(0, maxChars)}…` : text;
}

// Summarizes a folded value by its strings or numbers.
function summary(model, row) {
  const fields = [];
  const end = Math.min(model.end[row], row + 1 + MAX_SUMMARIZED);
  for (let at = row + 1; at < end; at = model.end[at]) fields.push(at);
  const texts = fields.filter((at) => model.of(at).name === "text");
  const plain = fields.filter((at) => model.of(at).name === "field" && !model.label(at));
  const hasMembers = fields.length < model.children[row] || fields.some((at) => model.of(at).name === "header");
  if (texts.length > 0 && !hasMembers) return texts.map((at) => model.text(at)).join(" ");
  const isAlone = plain.length === 1 && model.children[row] === 1;
  return plain.map((at) => (isAlone ? "" : `${model.of(at).field} `) + model.text(at)).join(", ");
}

// Returns the name, type and value that the line of a row shows.
function parts(model, row) {
  const { name } = model.of(row);
  const text = shortened(model.text(row), MAX_TEXT_CHARS);
  if (name === "frame") {
    const value = row + 1 < model.end[row] ? row + 1 : undefined;
    const isValue = value !== undefined && model.of(value).name === "header";
    return { name: model.name(row), type: isValue ? model.text(value) : "", value: isValue ? shortened(summary(model, value), MAX_TEXT_CHARS) : "" };
  }
  if (name === "header") return { name: model.name(row), type: text, value: shortened(summary(model, row), MAX_TEXT_CHARS) };
  return { name: model.name(row), type: "", value: text };
}

// Describes a row as text.
function describe(model, row) {
  const { name, type, value } = parts(model, row);
  const label = model.of(row).name === "fault" ? `fault ${name}` : name;
  return [label, type, value].filter(Boolean).join(" ");
}

class TreePane {
  #isFolded;
  #visible = new Uint32Array(0);
  #active = 0;
  #matches = () => false;
  #typed = "";
  #typedAt = 0;

  constructor(viewport, model, select) {
    Object.assign(this, { viewport, model, select });
    this.#isFolded = new Uint8Array(model.rows).fill(1);
    this.list = new List(viewport, (index) => this.#item(this.#visible[index]));
    viewport.addEventListener("click", (event) => this.#clicked(event));
    viewport.addEventListener("dblclick", (event) => this.#doubleClicked(event));
    viewport.addEventListener("keydown", (event) => this.#key(event));
    this.#unfoldSome();
  }

  // Unfolds containers, level by level, while the visible rows fit on a few screens.
  #unfoldSome() {
    const { model } = this;
    let shown = model.roots;
    for (let rows = this.#roots(); rows.length > 0; ) {
      const below = [];
      for (const row of rows) {
        if (shown + model.children[row] > 200 || !this.#hasMembers(row)) continue;
        this.#isFolded[row] = 0;
        shown += model.children[row];
        for (let at = row + 1; at < model.end[row]; at = model.end[at]) below.push(at);
      }
      rows = below;
    }
    model.faults.slice(0, 100).forEach((row) => this.#unfoldAbove(row));
    this.#arrange();
  }

  #roots() {
    const rows = [];
    for (let at = 0; at < this.model.rows && rows.length <= 200; at = this.model.end[at]) rows.push(at);
    return rows;
  }

  #hasMembers(row) {
    const { model } = this;
    const last = model.end[row] - 1;
    const isContainer = model.level[last] > model.level[row] + 1 || model.of(last).name === "header";
    const isAlone = model.roots === 1 && model.parent[row] < 0;
    return last > row && (isContainer || isAlone);
  }

  #hasChildren(row) { return this.model.children[row] > 0; }

  // Lists the rows whose ancestors are all unfolded.
  #arrange() {
    const { model } = this;
    const visible = new Uint32Array(model.rows);
    let count = 0;
    for (let row = 0; row < model.rows; ) {
      visible[count++] = row;
      row = this.#isFolded[row] ? model.end[row] : row + 1;
    }
    this.#visible = visible.slice(0, count);
    this.list.setCount(count);
  }

  #indexOf(row) { return firstWhere(this.#visible.length, (index) => this.#visible[index] >= row); }

  #item(row) {
    const { model } = this;
    const { name, type, value } = parts(model, row);
    const { name: kind, wire } = model.of(row);
    const isActive = row === this.#active;
    const item = element("div", {
      role: "treeitem",
      id: `row-${row}`,
      className: ["item", kind, isActive && "selected", this.#matches(row) && "match"].filter(Boolean).join(" "),
      ariaLevel: String(model.level[row] + 1),
      ariaSetSize: String(model.siblings(row)),
      ariaPosInSet: String(model.place[row]),
      ariaSelected: String(isActive),
    });
    item.dataset.row = row;
    item.style.setProperty("--level", model.level[row]);
    if (this.#hasChildren(row)) item.ariaExpanded = String(!this.#isFolded[row]);
    item.append(element("span", { className: "marker", ariaHidden: "true" }));
    const isAbove = kind === "header" || kind === "frame";
    const shown = { name: kind === "fault" ? `✗ ${name}` : name, type, value, wire: isAbove ? "" : wire };
    for (const [className, textContent] of Object.entries(shown)) {
      if (textContent) item.append(element("span", { className, textContent }), " ");
    }
    return item;
  }

  // Marks a row as selected.
  mark(row) {
    this.#active = row;
    if (this.#unfoldAbove(row)) this.#arrange();
    else this.list.refresh();
    this.list.show(this.#indexOf(row));
    this.viewport.setAttribute("aria-activedescendant", `row-${row}`);
  }

  // Marks the rows that pass the test.
  markMatches(test) {
    this.#matches = test;
    this.list.refresh();
  }

  #unfoldAbove(row) {
    let isChanged = false;
    for (let above = this.model.parent[row]; above >= 0; above = this.model.parent[above]) {
      isChanged ||= this.#isFolded[above] === 1;
      this.#isFolded[above] = 0;
    }
    return isChanged;
  }

  // Folds or unfolds every row.
  foldAll(isFolded) {
    this.#isFolded.fill(isFolded ? 1 : 0);
    let row = this.#active;
    while (isFolded && this.model.parent[row] >= 0) row = this.model.parent[row];
    this.#arrange();
    this.select(row);
  }

  #fold(row, isFolded) {
    if (!this.#hasChildren(row) || Boolean(this.#isFolded[row]) === isFolded) return;
    this.#isFolded[row] = isFolded ? 1 : 0;
    this.#arrange();
    const isHidden = this.#active > row && this.#active < this.model.end[row];
    if (isFolded && isHidden) this.select(row);
    else this.list.show(this.#indexOf(row));
  }

  #rowOf(event) {
    const item = event.target.closest("[role=treeitem]");
    return item ? Number(item.dataset.row) : undefined;
  }

  #clicked(event) {
    const row = this.#rowOf(event);
    if (row === undefined) return;
    if (event.target.classList.contains("marker")) this.#fold(row, !this.#isFolded[row]);
    else this.select(row);
  }

  #doubleClicked(event) {
    const row = this.#rowOf(event);
    if (row !== undefined && !event.target.classList.contains("marker")) this.#fold(row, !this.#isFolded[row]);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || this.model.rows === 0) return;
    const row = this.#active;
    const index = this.#indexOf(row);
    const last = this.#visible.length - 1;
    const keys = {
      ArrowDown: () => this.#go(index + 1),
      ArrowUp: () => this.#go(index - 1),
      PageDown: () => this.#go(index + this.list.page),
      PageUp: () => this.#go(index - this.list.page),
      Home: () => this.#go(0),
      End: () => this.#go(last),
      ArrowRight: () => (this.#isFolded[row] ? this.#fold(row, false) : this.#hasChildren(row) && this.#go(index + 1)),
      ArrowLeft: () => (this.#hasChildren(row) && !this.#isFolded[row] ? this.#fold(row, true) : this.#up(row)),
      Enter: () => this.#fold(row, !this.#isFolded[row]),
      " ": () => this.#fold(row, !this.#isFolded[row]),
      "*": () => this.#unfoldSiblings(row),
    };
    if (keys[event.key]) keys[event.key]();
    else if (event.key.length === 1 && event.key !== "/") this.#typeAhead(event.key);
    else return;
    event.preventDefault();
  }

  #go(index) { this.select(this.#visible[Math.min(Math.max(0, index), this.#visible.length - 1)]); }

  #up(row) {
    if (this.model.parent[row] >= 0) this.select(this.model.parent[row]);
  }

  #unfoldSiblings(row) {
    const { model } = this;
    const above = model.parent[row];
    const end = above < 0 ? model.rows : model.end[above];
    for (let at = above + 1; at < end; at = model.end[at]) this.#isFolded[at] = 0;
    this.#arrange();
    this.list.show(this.#indexOf(row));
  }

  // Selects the next row whose name starts with the typed characters.
  #typeAhead(character) {
    const now = performance.now();
    this.#typed = now - this.#typedAt < 700 ? this.#typed + character : character;
    this.#typedAt = now;
    const typed = this.#typed.toLowerCase();
    const count = this.#visible.length;
    const index = this.#indexOf(this.#active);
    const first = typed.length > 1 ? 0 : 1;
    for (let step = first; step < Math.min(count, MAX_TYPE_AHEAD); step += 1) {
      const row = this.#visible[(index + step) % count];
      if (!this.model.name(row).toLowerCase().startsWith(typed)) continue;
      this.select(row);
      return;
    }
  }
}

