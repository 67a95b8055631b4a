// The control that edits a value: one that fits its type, or the text of var_to_str.

import { element } from "./list.js";
import { t } from "./strings.js";

const MULTILINE = new Set(["text", "lines", "code"]);
const MAX_ROWS = 8;

// The worker checks the range of a number.
const isInt = (text) => /^\s*[+-]?\d+\s*$/.test(text);
const isFloat = (text) => /^\s*[+-]?(inf|infinity|nan|(\d+\.?\d*|\.\d+)(e[+-]?\d+)?)\s*$/i.test(text);

// Returns what to type instead of a text that is not a number.
function numberProblem(text, isWhole) {
  if (isWhole) return isInt(text) ? undefined : t("typeInt");
  return isFloat(text) ? undefined : t("typeFloat");
}

// Converts a component of a color from and to the two digits of a color input.
const toByte = (text) => Math.round(Math.min(Math.max(Number(text) || 0, 0), 1) * 255);
const toHex = (texts) => `#${texts.map((text) => toByte(text).toString(16).padStart(2, "0")).join("")}`;
const toComponent = (byte) => String(Number((byte / 255).toFixed(4)));

class ValueInput {
  #form;
  #isCode = false;
  #shown; // the input that was shown, as text
  #wasChanged = false; // whether the input was changed in another control

  // `formOf` returns the form of an input, and `failed` shows its failure.
  constructor(root, { submit, formOf, failed, resized = () => {} }) {
    Object.assign(this, { root, formOf, failed, resized });
    this.area = root.querySelector("textarea");
    this.fields = root.querySelector(".fields");
    this.toggle = root.querySelector(".as-text");
    this.area.addEventListener("input", () => this.#resize());
    // Enter submits, and Shift+Enter starts a line. Keyboards on screens have no such key: there, the
    // button submits several lines.
    this.area.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      if (this.isMultiline && matchMedia("(pointer: coarse)").matches) return;
      event.preventDefault();
      submit();
    });
    this.toggle.addEventListener("click", () => this.#switch());
  }

  get isMultiline() { return MULTILINE.has(this.#control); }
  get #control() { return this.#isCode ? "code" : this.#form.control; }
  get #inputs() { return [...this.fields.querySelectorAll("input[data-component]")]; }

  get isChanged() { return this.#wasChanged || JSON.stringify(this.input) !== this.#shown; }

  // Shows a form, as text if the type has no other control.
  show(form, isCode = form.control === "code", wasChanged = false) {
    this.#form = form;
    this.#isCode = isCode;
    const control = this.#control;
    const hasArea = !["check", "color", "fields"].includes(control);
    this.area.hidden = !hasArea;
    this.area.value = control === "code" ? form.code : form.text;
    this.area.ariaInvalid = "false";
    this.area.inputMode = ["int", "float"].includes(control) && !form.text.startsWith("-") ? "decimal" : "text";
    this.fields.hidden = hasArea;
    // The components of parts, such as origin.x and origin.y, form rows.
    const names = form.fields.map(({ name }) => name.split(".").at(-1));
    const columns = new Set(names).size;
    this.fields.classList.toggle("matrix", columns < names.length);
    this.fields.style.setProperty("--columns", columns);
    this.fields.replaceChildren(...(hasArea ? [] : control === "check" ? this.#checkbox() : this.#components(control)));
    this.toggle.hidden = form.control === "code";
    this.toggle.ariaPressed = String(isCode);
    this.toggle.title = t("asTextHint");
    this.#wasChanged = wasChanged;
    this.#shown = JSON.stringify(this.input);
    this.#resize();
  }

  #checkbox() {
    const input = element("input", { type: "checkbox", checked: this.#form.text === "true" });
    const word = element("span", { textContent: this.#form.text });
    input.addEventListener("change", () => (word.textContent = String(input.checked)));
    return [element("label", { className: "check" }, input, " ", word)];
  }

  #components(control) {
    const labels = this.#form.fields.map(({ name, text }) => {
      const input = element("input", { value: text, size: 8, inputMode: "text", autocomplete: "off", spellcheck: false });
      input.dataset.component = name;
      return element("label", {}, element("span", { textContent: name }), input);
    });
    return control === "color" ? [this.#swatch(labels), ...labels] : labels;
  }

  // Returns a color picker and a slider for alpha, which change the fields and follow them.
  #swatch(labels) {
    const inputs = labels.map((label) => label.querySelector("input"));
    const picker = element("input", { type: "color", ariaLabel: t("color"), title: t("color") });
    const alpha = element("input", { type: "range", min: "0", max: "1", step: "0.01", ariaLabel: t("alpha"), title: t("alpha") });
    const follow = () => {
      picker.value = toHex(inputs.slice(0, 3).map((input) => input.value));
      alpha.value = inputs[3]?.value ?? "1";
    };
    picker.addEventListener("input", () => {
      const bytes = [1, 3, 5].map((at) => parseInt(picker.value.slice(at, at + 2), 16));
      // A component that the picker shows as it is keeps its digits.
      bytes.forEach((byte, index) => toByte(inputs[index].value) !== byte && (inputs[index].value = toComponent(byte)));
    });
    alpha.addEventListener("input", () => (inputs[3].value = alpha.value));
    for (const input of inputs) input.addEventListener("input", follow);
    follow();
    return element("span", { className: "swatch" }, picker, alpha);
  }

  // The edited value, for the worker.
  get input() {
    const { type } = this.#form;
    if (this.#isCode || this.#form.control === "code") return { text: this.area.value };
    switch (this.#form.control) {
      case "check": return { type, text: String(this.fields.querySelector("input").checked) };
      case "color": case "fields": return { type, fields: this.#inputs.map((input) => input.value.trim()) };
      default: return { type, text: this.area.value };
    }
  }

  // Returns what to type instead of the first wrong input, and marks it.
  problem() {
    const control = this.#control;
    let found;
    const check = (input, isWhole) => {
      const problem = found ? undefined : numberProblem(input.value, isWhole);
      input.ariaInvalid = String(problem !== undefined);
      if (problem === undefined) return;
      found = input.dataset.component ? `${input.dataset.component}: ${problem}` : problem;
      input.focus();
    };
    if (control === "int" || control === "float") check(this.area, control === "int");
    this.#inputs.forEach((input, index) => check(input, this.#form.fields[index].is_int));
    return found;
  }

  markInvalid(isInvalid) { if (!this.area.hidden) this.area.ariaInvalid = String(isInvalid); }

  // Changes between the text and the other control.
  async #switch() {
    try {
      this.show(await this.formOf(this.input), !this.#isCode, this.isChanged);
      this.focus();
    } catch (failure) {
      this.failed(failure);
    }
  }

  focus() {
    const target = this.area.hidden ? (this.fields.querySelector("input[data-component]") ?? this.fields.querySelector("input")) : this.area;
    target.focus();
    if (target.type !== "checkbox") target.select();
  }

  #resize() {
    this.area.rows = Math.min(MAX_ROWS, this.area.value.split("\n").length);
    this.resized();
  }
}

export { ValueInput };
