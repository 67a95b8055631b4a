// The field that edits a value in place, over its line in the tree.

import { hex } from "./bytes.js";
import { t } from "./strings.js";

// Returns the text of a failure: offset, path, and message.
function failureText({ offset, path, message }) {
  const place = [offset === undefined ? "" : `0x${hex(offset)}`, path].filter(Boolean).join(" ");
  return place ? `${place}: ${message}` : message;
}

class Field {
  #details;

  // `apply` changes the value of a row to a text, and `run` runs an action after earlier ones, unless
  // they change the file.
  constructor(form, tree, { run, apply, closed }) {
    Object.assign(this, { form, tree, run, apply, closed });
    this.text = form.querySelector("textarea");
    this.error = form.querySelector("#editor-error");
    form.addEventListener("submit", (event) => (event.preventDefault(), this.run(() => this.#submit())));
    form.querySelector("#editor-cancel").addEventListener("click", () => this.close());
    this.text.addEventListener("input", () => this.#resize());
    this.text.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
      else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) this.run(() => this.#submit());
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    tree.viewport.addEventListener("scroll", () => this.#place(), { passive: true });
  }

  get isOpen() { return !this.form.hidden; }

  open(details, text) {
    this.#details = details;
    this.form.hidden = false;
    this.form.querySelector("#editor-label").textContent = t("editing", { path: details.path || t("wholeValue") });
    this.text.value = text;
    this.#show("");
    this.#resize();
    this.#place();
    this.text.focus();
    this.text.select();
  }

  // Hides the field. Its focus goes to the tree at once, so that no key is lost.
  close() {
    const hadFocus = this.form.contains(document.activeElement);
    this.form.hidden = true;
    if (hadFocus) this.closed();
  }

  #show(error) {
    this.error.textContent = error;
    this.text.ariaInvalid = String(error !== "");
    if (error) this.error.append(" ", element("span", { className: "hint", textContent: t("tryAgain") }));
  }

  #resize() {
    this.text.rows = Math.min(8, this.text.value.split("\n").length);
  }

  // Moves the field over the line of the value, within the pane.
  #place() {
    if (!this.isOpen) return;
    const pane = this.tree.viewport.getBoundingClientRect();
    const line = this.tree.viewport.querySelector(`#row-${this.#details.row}`)?.getBoundingClientRect();
    const top = Math.min(Math.max(line?.top ?? pane.top, pane.top), Math.max(pane.top, pane.bottom - this.form.offsetHeight));
    this.form.style.top = `${top - this.form.parentElement.getBoundingClientRect().top}px`;
  }

  async #submit() {
    if (!this.isOpen) return;
    const { row, start, path } = this.#details;
    try {
      await this.apply(row, this.text.value);
    } catch (failure) {
      this.#show(failureText({ offset: start, path, ...failure, message: failure.message }));
      this.#place();
      return;
    }
    this.close();
  }
}

export { Field, failureText };
