// The field that edits a value in place, over its line in the tree.

import { element, hex } from "./list.js";
import { t } from "./strings.js";
import { ValueInput } from "./value.js";

// Returns the text of a failure: offset, path, and message.
function failureText({ offset, path, message }) {
  const place = [offset === undefined ? "" : `0x${hex(offset)}`, path].filter(Boolean).join(" ");
  return place ? `${place}: ${message}` : message;
}

class Field {
  #details;
  #apply;

  // `submit` applies the field after earlier actions, unless one of them has opened it anew; `formOf`
  // returns the form of an input; `failed` shows the pane of an invalid value, and `closed` gets the
  // focus.
  constructor(form, tree, { submit: apply, formOf, failed, closed }) {
    Object.assign(this, { form, tree, failed, closed });
    this.error = form.querySelector("#editor-error");
    const submit = () => {
      const details = this.#details;
      apply(() => details === this.#details);
    };
    this.value = new ValueInput(form.querySelector("#editor-value"), { submit, formOf, failed: (failure) => this.#show(failure.message), resized: () => this.#resized() });
    form.addEventListener("submit", (event) => (event.preventDefault(), submit()));
    form.querySelector("#editor-cancel").addEventListener("click", () => this.close());
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      this.close();
    });
    tree.viewport.addEventListener("scroll", () => this.#place(), { passive: true });
    // The value is applied when the focus leaves the field. A pressed button or finger is awaited: its
    // click would be lost with the line that it is on. The focus stays if another window gets it.
    let isPressed = false;
    const leave = () => setTimeout(() => this.isOpen && !isPressed && !form.contains(document.activeElement) && submit());
    form.addEventListener("focusout", leave);
    for (const type of ["pointerdown", "pointerup", "pointercancel"]) {
      addEventListener(type, () => {
        isPressed = type === "pointerdown";
        leave();
      }, { capture: true });
    }
  }

  get isOpen() { return !this.form.hidden; }
  get isChanged() { return this.isOpen && this.value.isChanged; }

  // Edits a form on the line of a value; `apply` changes the value to an input.
  open(details, form, label, apply) {
    this.#details = details;
    this.#apply = apply;
    this.form.hidden = false;
    this.form.querySelector("#editor-label").textContent = label;
    this.#show("");
    this.value.show(form);
    this.#place();
    this.value.focus();
  }

  // Hides the field. Its focus goes to the tree at once, so that no key is lost.
  close() {
    const hadFocus = this.form.contains(document.activeElement);
    this.form.hidden = true;
    if (hadFocus) this.closed();
  }

  #show(error) {
    this.error.textContent = error;
    this.value.markInvalid(error !== "");
    if (error) this.error.append(" ", element("span", { className: "hint", textContent: t("tryAgain") }));
    this.#place();
  }

  #resized() {
    this.form.querySelector("#editor-hint").textContent = t(this.value.isMultiline ? "editorHintLines" : "editorHint");
    this.#place();
  }

  // Moves the field over the line of the value, within the pane.
  #place() {
    if (!this.isOpen) return;
    const pane = this.tree.viewport.getBoundingClientRect();
    const line = this.tree.viewport.querySelector(`#row-${this.#details.row}`)?.getBoundingClientRect();
    const top = Math.min(Math.max(line?.top ?? pane.top, pane.top), Math.max(pane.top, pane.bottom - this.form.offsetHeight));
    this.form.style.top = `${top - this.form.parentElement.getBoundingClientRect().top}px`;
  }

  // Applies the edited value, and closes the field. Returns false if the value is invalid: then the
  // field stays open with the reason.
  async apply() {
    if (!this.isChanged) return (this.close(), true);
    const problem = this.value.problem();
    if (problem) return this.#fail(problem);
    const { start, path } = this.#details;
    try {
      await this.#apply(this.value.input);
    } catch (failure) {
      return this.#fail(failureText({ offset: start, path, ...failure, message: failure.message }));
    }
    return (this.close(), true);
  }

  #fail(error) {
    this.#show(error);
    this.failed();
    if (!this.form.contains(document.activeElement)) (this.form.querySelector("[aria-invalid=true]") ?? this.value).focus();
    return false;
  }
}

export { Field, failureText };
