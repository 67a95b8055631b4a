// Searches keys and strings in the worker, and goes to bytes by their offset.

import { counted, number, t } from "./strings.js";

const MAX_RESULTS = 10_000;
const DELAY = 200; // milliseconds without typing before a search starts

class Search {
  #rows = [];
  #total = 0;
  #index = -1;
  #delay;
  #query = "";

  // `select` reveals a row; `goTo` selects the byte at an offset; `mark` marks rows.
  constructor(form, client, actions) {
    Object.assign(this, { client, actions });
    this.input = form.querySelector("#query");
    this.found = form.querySelector("#found");
    this.input.addEventListener("input", () => {
      clearTimeout(this.#delay);
      this.#delay = setTimeout(() => this.#start(), DELAY);
    });
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !event.shiftKey) return;
      event.preventDefault();
      this.#go(-1);
    });
    form.addEventListener("submit", (event) => (event.preventDefault(), this.#go(1)));
    form.querySelector("#previous").addEventListener("click", () => this.#go(-1));
  }

  // Repeats the search, because a change has moved rows.
  refresh() {
    if (this.#query !== "") this.#start();
  }

  clear() {
    this.input.value = "";
    this.#start();
  }

  async #start() {
    const query = this.input.value.trim();
    this.#query = query;
    this.#rows = [];
    this.#index = -1;
    if (query === "" || this.#offset() !== undefined) {
      this.found.textContent = "";
      this.actions.mark(new Set());
      return;
    }
    this.found.textContent = t("searching");
    const [total, ...rows] = await this.client.call("search", query, MAX_RESULTS).catch(() => [0]); // The page shows crashes.
    if (query !== this.#query) return;
    this.#rows = rows;
    this.#total = total;
    this.found.textContent = counted("results", total);
    this.actions.mark(new Set(rows));
  }

  #offset() {
    const query = this.input.value.trim();
    return /^0x[0-9a-f]+$/i.test(query) ? Number(query) : undefined;
  }

  async #go(step) {
    const offset = this.#offset();
    if (offset !== undefined) return this.actions.goTo(offset);
    if (this.input.value.trim() !== this.#query) {
      clearTimeout(this.#delay);
      await this.#start();
    }
    const count = this.#rows.length;
    if (count === 0) return;
    this.#index = this.#index < 0 && step < 0 ? count - 1 : (this.#index + step + count) % count;
    await this.actions.select(this.#rows[this.#index]);
    this.found.textContent = t("resultOf", { index: number(this.#index + 1), results: counted("results", this.#total) });
  }
}

export { Search };
