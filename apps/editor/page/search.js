// Searches values in the worker, or lines of text in the page, and lists what was found.

import { Chunks } from "./chunks.js";
import { List, element } from "./list.js";
import { counted, number, t } from "./strings.js";

const MAX_RESULTS = 10_000;
const MAX_LISTED = 8; // of the list
const DELAY = 200; // milliseconds without typing before a search starts
const HITS = 32; // descriptions of results in one call

// Finds values, whose results are rows.
class ValueSource {
  constructor(client, { select, edit, mark, name, place }) { Object.assign(this, { client, select, edit, mark, name, place }); }

  // Returns the number of all results, and the first of them.
  async find(query, type) {
    const [total, ...results] = await this.client.call("search", query, type, MAX_RESULTS);
    return { total, results };
  }

  describe(rows) { return this.client.call("hits", rows); }
}

// Finds lines of a text, whose results are offsets.
class TextSource {
  constructor(pane) { this.pane = pane; }

  find(query) {
    const { text } = this.pane;
    const results = [];
    let [total, line, end] = [0, 1, 0];
    for (const { 0: found, index: start } of text.matchAll(new RegExp(query.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), "gi"))) {
      total += 1;
      if (total > MAX_RESULTS) continue;
      line += text.slice(end, start).split("\n").length - 1;
      end = start;
      results.push({ start, end: start + found.length, line });
    }
    return { total, results };
  }

  describe(results) { return results.map(({ start, line }) => ({ number: line, value: this.pane.line(start) })); }
  name(hit) { return t("lineNumber", { number: number(hit.number) }); }
  select(result, isFinal) { this.pane.select(result, isFinal); }
  edit() {}
  mark() {}
  place() { return ""; }
}

class Search {
  #source;
  #results = [];
  #total = 0;
  #index = -1;
  #delay;
  #query = "";
  #type = "";
  #chunks;

  // `goTo` selects the byte at an offset; `left` gives the focus to the values or the text.
  constructor(form, viewport, { goTo, left }) {
    Object.assign(this, { viewport, goTo });
    this.input = form.querySelector("#query");
    this.type = form.querySelector("#search-type");
    this.found = form.querySelector("#found");
    this.list = new List(viewport, (index) => this.#item(index));
    this.input.addEventListener("input", () => this.#startLater());
    this.type.addEventListener("change", () => this.#start());
    this.input.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1, Enter: event.shiftKey ? -1 : undefined }[event.key];
      if (step) this.#go(step);
      else if (event.key === "Escape") (this.clear(), left());
      else return;
      event.preventDefault();
    });
    viewport.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) this.#go(step);
      else if (event.key === "Enter") left();
      else if (event.key === "Escape") this.input.focus();
      else return;
      event.preventDefault();
    });
    viewport.addEventListener("click", (event) => {
      const item = event.target.closest("[role=option]");
      if (item) this.#select(Number(item.dataset.index), true);
    });
    viewport.addEventListener("dblclick", () => this.#source.edit());
    form.addEventListener("submit", (event) => (event.preventDefault(), this.#go(1)));
    form.querySelector("#previous").addEventListener("click", () => this.#go(-1));
    this.#showList();
  }

  // Searches another file. `types` has the types of its values with their counts.
  open(source, types) {
    this.#source = source;
    this.types = types;
    this.translate();
    this.clear();
  }

  translate() {
    const option = (value, textContent) => element("option", { value, textContent });
    const { value } = this.type;
    const types = (this.types ?? []).map(({ name, count }) => option(name, `${name} (${number(count)})`));
    this.type.replaceChildren(option("", t("anyType")), ...types);
    this.type.value = value;
    if (this.type.selectedIndex < 0) this.type.value = "";
    this.#showFound();
    this.list.refresh();
  }

  // Repeats the search, because a change has moved rows.
  refresh(types) {
    this.types = types;
    this.translate();
    if (this.#query !== "" || this.#type !== "") this.#start();
  }

  // Repeats the search after a pause, because the text is being edited.
  edited() {
    if (this.#query !== "") this.#startLater();
  }

  #startLater() {
    clearTimeout(this.#delay);
    this.#delay = setTimeout(() => this.#start(), DELAY);
  }

  clear() {
    this.input.value = this.type.value = "";
    this.#start();
  }

  get #offset() {
    const query = this.input.value.trim();
    return this.types && /^0x[0-9a-f]+$/i.test(query) ? Number(query) : undefined;
  }

  async #start() {
    clearTimeout(this.#delay);
    const [source, query, type] = [this.#source, this.input.value.trim(), this.type.value];
    const hasQuery = (query !== "" || type !== "") && this.#offset === undefined;
    this.#query = query;
    this.#type = type;
    this.#index = -1;
    let found = { total: 0, results: [] };
    if (hasQuery) {
      this.found.textContent = t("searching");
      found = await Promise.resolve(source.find(query, type)).catch(() => found); // The page shows crashes.
      if (source !== this.#source || query !== this.#query || type !== this.#type) return;
    }
    this.#results = found.results;
    this.#total = hasQuery ? found.total : undefined;
    this.#chunks = new Chunks(HITS, (start, end) => source.describe(this.#results.slice(start, end)), () => this.list.refresh());
    this.#showFound();
    this.#showList();
    source?.mark(new Set(found.results));
  }

  #showFound() {
    if (this.#total === undefined) this.found.textContent = "";
    else if (this.#total === 0) this.found.textContent = t("noResults");
    else if (this.#index < 0) this.found.textContent = counted("results", this.#total);
    else this.found.textContent = t("resultOf", { index: number(this.#index + 1), results: counted("results", this.#total) });
  }

  #showList() {
    const count = this.#results.length;
    this.viewport.hidden = count === 0;
    this.viewport.style.height = `calc(${Math.min(count, MAX_LISTED)} * var(--line-height) + 2px)`;
    this.viewport.scrollTop = 0;
    this.list.setCount(count);
    if (count > 0) this.list.show(0);
  }

  #item(index) {
    const hit = this.#chunks?.at(index)?.[index % HITS];
    const isActive = index === this.#index;
    const item = element("div", { role: "option", id: `hit-${index}`, className: isActive ? "hit selected" : "hit", ariaSelected: String(isActive), ariaSetSize: String(this.#results.length), ariaPosInSet: String(index + 1) });
    item.dataset.index = index;
    if (!hit) {
      item.textContent = t("loading");
      return item;
    }
    if (hit.type) item.dataset.type = hit.type;
    const value = hit.value || (hit.count === undefined ? "" : counted("entries", hit.count));
    for (const [className, textContent] of Object.entries({ name: this.#source.name(hit), value, place: this.#source.place(hit) })) {
      if (textContent) item.append(element("span", { className, textContent }), " ");
    }
    return item;
  }

  async #go(step) {
    const offset = this.#offset;
    if (offset !== undefined) return this.goTo(offset);
    if (this.input.value.trim() !== this.#query) await this.#start();
    const count = this.#results.length;
    if (count === 0) return;
    await this.#select(this.#index < 0 && step < 0 ? count - 1 : (this.#index + step + count) % count, false);
  }

  // Selects a result. `isFinal` states whether it was chosen, instead of passed on the way.
  async #select(index, isFinal) {
    this.#index = index;
    this.#showFound();
    this.list.refresh();
    this.list.show(index);
    this.viewport.setAttribute("aria-activedescendant", `hit-${index}`);
    await this.#source.select(this.#results[index], isFinal);
  }
}

export { Search, TextSource, ValueSource };
