// Searches values in the worker, and lists the rows that were found.

import { Chunks } from "./chunks.js";
import { List, element } from "./list.js";
import { counted, number, t } from "./strings.js";

const MAX_RESULTS = 10_000;
const MAX_LISTED = 8; // of the list
const DELAY = 200; // milliseconds without typing before a search starts
const HITS = 32; // descriptions of results in one call

class Search {
  #results = [];
  #total = 0;
  #index = -1;
  #delay;
  #query = "";
  #type = "";
  #chunks;

  // `actions` has `goTo`, which selects the byte at an offset, `left`, which gives the focus to the
  // values, `select`, `edit` and `mark` for rows, and the texts `name` and `place` of a result.
  constructor(form, viewport, client, actions) {
    Object.assign(this, { viewport, client, actions });
    const { left, edit } = actions;
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
    viewport.addEventListener("dblclick", edit);
    form.addEventListener("submit", (event) => (event.preventDefault(), this.#go(1)));
    form.querySelector("#previous").addEventListener("click", () => this.#go(-1));
    this.#showList();
  }

  // Searches another file, when its types are known.
  open() {
    this.types = undefined;
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
    const [query, type] = [this.input.value.trim(), this.type.value];
    const hasQuery = (query !== "" || type !== "") && this.#offset === undefined;
    this.#query = query;
    this.#type = type;
    this.#index = -1;
    let [total, results] = [undefined, []];
    if (hasQuery) {
      this.found.textContent = t("searching");
      [total, ...results] = await this.client.call("search", query, type, MAX_RESULTS).catch(() => [0]); // The page shows crashes.
      if (query !== this.#query || type !== this.#type) return;
    }
    this.#results = results;
    this.#total = total;
    this.#chunks = new Chunks(HITS, (start, end) => this.client.call("hits", results.slice(start, end)), () => this.list.refresh());
    this.#showFound();
    this.#showList();
    this.actions.mark(new Set(results));
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
    for (const [className, textContent] of Object.entries({ name: this.actions.name(hit), value, place: this.actions.place(hit) })) {
      if (textContent) item.append(element("span", { className, textContent }), " ");
    }
    return item;
  }

  async #go(step) {
    const offset = this.#offset;
    if (offset !== undefined) return this.actions.goTo(offset);
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
    await this.actions.select(this.#results[index], isFinal);
  }
}

export { Search };
