// Modal dialogs.

import { element } from "./list.js";
import { counted, get, number, t } from "./strings.js";
import { ValueInput } from "./value.js";


// Opens a dialog. Returns whether it was submitted; `submit` can keep it open by returning false.
function ask(dialog, submit = () => true) {
  return new Promise((resolve) => {
    const form = dialog.querySelector("form");
    let submitting; // the promise of a submission that has not ended
    const onSubmit = async (event) => {
      event.preventDefault();
      if (submitting) return;
      submitting = (async () => (await submit()) !== false && dialog.close("submitted"))();
      await submitting.finally(() => (submitting = undefined));
    };
    form.addEventListener("submit", onSubmit);
    dialog.addEventListener("close", async () => {
      form.removeEventListener("submit", onSubmit);
      // A dialog that is closed meanwhile does not stop its change.
      await submitting?.catch(() => {});
      resolve(dialog.returnValue === "submitted");
    }, { once: true });
    dialog.returnValue = "";
    dialog.showModal();
  });
}

function setUpDialogs() {
  for (const button of document.querySelectorAll("dialog .close")) {
    button.addEventListener("click", () => button.closest("dialog").close(""));
  }
  // The page asks before it is closed with what was typed in these.
  for (const dialog of ["paste-dialog", "add-dialog", "part-dialog"].map(get)) {
    dialog.addEventListener("input", () => dialog.classList.add("is-changed"));
    dialog.addEventListener("close", () => dialog.classList.remove("is-changed"));
  }
}

// Asks for pasted text. Returns undefined if the dialog is canceled.
async function askText() {
  get("paste-text").value = "";
  const isSubmitted = await ask(get("paste-dialog"), () => get("paste-text").value.trim() !== "");
  return isSubmitted ? get("paste-text").value : undefined;
}

// Opens a dialog with a message.
function askAbout(id, message) {
  get(id).querySelector(".message").textContent = message;
  return ask(get(id));
}

// Asks for a password, or the hex digits of a key. Returns options for opening the file.
async function askPassword(message) {
  const fields = [get("password"), get("file-key")];
  const isSubmitted = await askAbout("password-dialog", message);
  const [password, digits] = fields.map((field) => field.value);
  fields.forEach((field) => (field.value = ""));
  if (!isSubmitted) return undefined;
  return digits ? { key: digits.match(/../g).map((pair) => parseInt(pair, 16)), password: undefined } : { password, key: undefined };
}

// Creates a button that opens a file as a detected engine and file form.
function candidateButton(candidate, choose) {
  const framing = t({ bare: "bare", framed: "framed", "framed-big-endian": "framedBig", concatenated: "concatenated" }[candidate.framing]);
  const title = t(candidate.skip > 0 ? "openAfter" : "openAs", { layout: candidate.title, bytes: counted("byteCount", candidate.skip) });
  const button = element("button", { type: "button", className: "candidate" });
  button.append(element("span", { textContent: title }), " ", element("span", { className: "framing", textContent: framing }), " ", element("span", { className: "percent", textContent: t("confidence", { percent: candidate.confidence }) }));
  button.addEventListener("click", () => choose(candidate));
  return button;
}

function showLayouts(select, layouts) {
  select.replaceChildren(...layouts.map(([value, textContent]) => element("option", { value, textContent })));
}

// Asks how to open a file. Returns options for opening the file.
//
// `current` has the options with which the file is open. Without it, the first candidate is the default.
async function askLayout(candidates, layouts, current) {
  const dialog = get("layout-dialog");
  dialog.querySelector(".message").textContent = current ? "" : t(candidates.every((it) => it.skip > 0) ? "header" : "ambiguous");
  let chosen;
  const shown = candidates.filter((candidate, index) => index === 0 || candidate.confidence > 0);
  const buttons = shown.map((candidate) => candidateButton(candidate, (it) => {
    chosen = it;
    dialog.close("submitted");
  }));
  get("candidates").replaceChildren(...buttons);
  get("candidates").parentElement.hidden = buttons.length === 0;
  buttons[0]?.classList.toggle("primary", !current);
  get("layout-open").classList.toggle("primary", Boolean(current));
  showLayouts(get("layout-name"), layouts);
  const { layout, framing, skip = 0, is_lenient: isLenient = false } = current ?? candidates[0];
  get("layout-name").value = layout;
  get("layout-framing").value = framing;
  get("layout-skip").value = skip;
  get("layout-lenient").checked = isLenient;
  if (!(await ask(dialog))) return undefined;
  if (chosen) return { layout: chosen.layout, framing: chosen.framing, skip: chosen.skip };
  return { layout: get("layout-name").value, framing: get("layout-framing").value, skip: get("layout-skip").valueAsNumber, is_lenient: get("layout-lenient").checked };
}

// Shows the types that a value can have, and the form of a new value of the chosen one.
function typeChoice(select, types, value, form, newForm) {
  select.replaceChildren(...types.map((type) => element("option", { value: type, textContent: type })));
  select.value = form.type;
  select.disabled = types.length < 2;
  select.onchange = async () => value.show(await newForm(select.value));
  value.show(form);
}

class AddDialog {
  #key;
  #value;

  // `newForm` returns the form of a new value of a type, and `formOf` that of an input.
  constructor({ newForm, formOf }) {
    this.newForm = newForm;
    this.dialog = get("add-dialog");
    const actions = { submit: () => this.dialog.querySelector("form").requestSubmit(), formOf, failed: (failure) => this.#fail(failure.message) };
    this.#key = new ValueInput(get("add-key-value"), actions);
    this.#value = new ValueInput(get("add-value"), actions);
  }

  #fail(message) { get("add-error").textContent = message; }

  // Asks for a key, if the container has keys, and for a value. `add` gets both as inputs.
  ask({ path, key, key_types: keyTypes, form, types }, add) {
    get("add-title").textContent = path ? t("addTitle", { path }) : t("add");
    get("add-key-row").hidden = !key;
    if (key) typeChoice(get("add-key-type"), keyTypes, this.#key, key, this.newForm);
    typeChoice(get("add-type"), types, this.#value, form, this.newForm);
    this.#fail("");
    const answer = ask(this.dialog, async () => {
      const problem = (key && this.#key.problem()) ?? this.#value.problem();
      if (problem) return (this.#fail(problem), false);
      try {
        await add(key && this.#key.input, this.#value.input);
        return true;
      } catch (failure) {
        this.#fail([failure.path, failure.message].filter(Boolean).join(": "));
        return false;
      }
    });
    (key ? this.#key : this.#value).focus();
    return answer;
  }
}

const askDiscard = () => ask(get("discard-dialog"));

const askOverwrite = () => ask(get("overwrite-dialog"));

const askInvalid = (message) => askAbout("invalid-dialog", message);

// Asks for the layout of a converted copy. `convert` returns the report with the file, and
// `download` gets the file.
async function askConversion({ layouts, layout }, convert, download) {
  const dialog = get("convert-dialog");
  const [message, losses, lossy] = [dialog.querySelector(".message"), dialog.querySelector(".losses"), get("convert-lossy")];
  const clear = () => {
    message.textContent = "";
    losses.hidden = lossy.hidden = true;
  };
  clear();
  showLayouts(get("convert-layout"), layouts.filter(([name]) => name !== layout));
  const run = async (isLossy) => {
    clear();
    try {
      const report = await convert(get("convert-layout").value, isLossy);
      losses.replaceChildren(...report.lines.map((line) => element("li", { textContent: line })));
      losses.hidden = report.lines.length === 0;
      lossy.hidden = report.is_converted;
      if (!report.is_converted) {
        message.textContent = counted("lossCount", report.total_losses);
        return;
      }
      const name = download(report.file, get("convert-layout").value);
      message.textContent = t("converted", { name, losses: report.total_losses > 0 ? t("withLosses", { count: number(report.total_losses) }) : t("noLosses") });
    } catch (failure) {
      message.textContent = failure.message;
    }
  };
  const onLossy = () => run(true);
  get("convert-layout").onchange = clear;
  lossy.addEventListener("click", onLossy);
  // The dialog stays open to show the losses.
  await ask(dialog, () => run(false).then(() => false));
  lossy.removeEventListener("click", onLossy);
}

export { AddDialog, ask, askConversion, askDiscard, askInvalid, askLayout, askOverwrite, askPassword, askText, candidateButton, setUpDialogs };
