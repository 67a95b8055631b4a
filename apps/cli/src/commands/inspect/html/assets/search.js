// Searches paths, fields, types, values and offsets.

const DELAY = 150; // milliseconds after the last key

class Search {
  #rows = []; // matching rows, in order
  #timer;

  constructor(form, model, { select, mark, current }) {
    Object.assign(this, { model, select, mark, current });
    this.input = form.querySelector("#query");
    this.found = form.querySelector("#found");
    this.input.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#search(), DELAY);
    });
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !event.shiftKey) return;
      event.preventDefault();
      this.go(-1);
    });
    form.addEventListener("submit", (event) => (event.preventDefault(), this.go(1)));
    form.querySelector("#previous").addEventListener("click", () => this.go(-1));
  }

  #search() {
    const query = this.input.value.trim().toLowerCase();
    this.#rows = query === "" ? [] : matchingRows(this.model, query);
    this.mark((row) => this.#rows[this.#indexOf(row)] === row);
    this.found.textContent = query === "" ? "" : this.#results();
  }

  #indexOf(row) { return firstWhere(this.#rows.length, (index) => this.#rows[index] >= row); }

  #results() {
    const count = this.#rows.length;
    return `${count.toLocaleString("en")} ${count === 1 ? "result" : "results"}`;
  }

  // Selects the next result, or the previous result if `step` is -1.
  go(step) {
    const count = this.#rows.length;
    if (count === 0) return;
    const current = this.current();
    const at = this.#indexOf(current);
    const isResult = this.#rows[at] === current;
    const next = step > 0 ? (isResult ? at + 1 : at) : at - 1;
    const index = (next + count) % count;
    this.select(this.#rows[index]);
    this.found.textContent = `${(index + 1).toLocaleString("en")} of ${this.#results()}`;
  }
}

// Returns the rows that contain a text. A path matches only if the match includes a part of its last
// segment: otherwise all descendants of a matching row would match.
function matchingRows(model, query) {
  const offset = /^0x[0-9a-f]+$/.test(query) ? Number(query) : undefined;
  const isAt = (row) => {
    const first = model.offsetOf(row);
    return offset >= first && offset < first + model.length[row];
  };
  const tails = []; // the end of the path at each level, shorter than the query
  const rows = [];
  for (let row = 0; row < model.rows; row += 1) {
    const { name, field } = model.of(row);
    const level = model.level[row];
    const path = (level > 0 ? tails[level - 1] : "") + model.label(row).toLowerCase();
    tails[level] = query.length > 1 ? path.slice(1 - query.length) : "";
    const named = name === "header" || name === "frame" ? path : `${path}.${field}`;
    const texts = [named, model.text(row), name === "fault" ? model.hint(row) : ""];
    const isMatch = texts.some((text) => text.toLowerCase().includes(query));
    if (isMatch || (offset !== undefined && isAt(row))) rows.push(row);
  }
  return rows;
}
