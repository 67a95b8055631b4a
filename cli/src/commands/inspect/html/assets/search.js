// Searches paths, fields, types, values and offsets, in time slices that keep the page responsive.

const SLICE = 12; // milliseconds

// Lets the browser draw and handle events before the next slice.
function pause() {
  return globalThis.scheduler?.yield ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve));
}

class Search {
  #rows = []; // matching rows, in order
  #run = 0;
  #isDone = true;

  constructor(form, model, { select, mark, current }) {
    Object.assign(this, { model, select, mark, current });
    this.input = form.querySelector("#query");
    this.found = form.querySelector("#found");
    this.input.addEventListener("input", () => this.#start());
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !event.shiftKey) return;
      event.preventDefault();
      this.go(-1);
    });
    form.addEventListener("submit", (event) => (event.preventDefault(), this.go(1)));
    form.querySelector("#previous").addEventListener("click", () => this.go(-1));
  }

  async #start() {
    const run = ++this.#run;
    const query = this.input.value.trim().toLowerCase();
    this.#rows = [];
    this.#isDone = query === "";
    this.mark((row) => this.#rows[this.#indexOf(row)] === row);
    this.#report(query);
    if (query === "") return;
    const matcher = new Matcher(this.model, query);
    for (let row = 0; row < this.model.rows; ) {
      const until = performance.now() + SLICE;
      while (row < this.model.rows && performance.now() < until) {
        for (const end = Math.min(row + 100, this.model.rows); row < end; row += 1) {
          if (matcher.matches(row)) this.#rows.push(row);
        }
      }
      await pause();
      if (run !== this.#run) return;
    }
    this.#isDone = true;
    this.mark((row) => this.#rows[this.#indexOf(row)] === row);
    this.#report(query);
  }

  #indexOf(row) { return firstWhere(this.#rows.length, (index) => this.#rows[index] >= row); }

  #report(query, index = -1) {
    const count = this.#rows.length;
    const results = `${count.toLocaleString("en")} ${count === 1 ? "result" : "results"}`;
    if (query === "") this.found.textContent = "";
    else if (!this.#isDone) this.found.textContent = "searching …";
    else this.found.textContent = index < 0 ? results : `${(index + 1).toLocaleString("en")} of ${results}`;
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
    this.#report(this.input.value, index);
  }
}

// Tests whether rows contain a text. `matches` must be called for each row in order. A path matches
// only if the match includes a part of its last segment: otherwise all descendants of a matching
// row would match.
class Matcher {
  #tails = []; // the end of the path at each level, shorter than the query

  constructor(model, query) {
    Object.assign(this, { model, query });
    this.offset = /^0x[0-9a-f]+$/.test(query) ? Number(query) : undefined;
  }

  #isAt(row) {
    const { model, offset } = this;
    if (offset === undefined || model.length[row] === 0) return false;
    const first = model.offsetOf(row);
    return offset >= first && offset < first + model.length[row];
  }

  matches(row) {
    const { model, query } = this;
    const { name, field } = model.of(row);
    const level = model.level[row];
    const above = level > 0 ? this.#tails[level - 1] : "";
    const path = above + model.label(row).toLowerCase();
    this.#tails[level] = query.length > 1 ? path.slice(1 - query.length) : "";
    const named = name === "header" || name === "frame" ? path : `${path}.${field}`;
    if (named.includes(query) || model.text(row).toLowerCase().includes(query) || this.#isAt(row)) return true;
    return name === "fault" && model.hint(row).toLowerCase().includes(query);
  }
}

