// The dialog that copies, downloads and replaces a value as text or JSON.

import { ask } from "./dialogs.js";
import { failureText } from "./editing.js";
import { counted, get, t } from "./strings.js";

const MAX_SHOWN = 200_000; // characters; browsers lay out longer fields slowly

// Asks what to do with a value. `load` returns its text in a form, `replace` sets the value to a text
// in a form, and `download` gets a text and the end of a file name.
async function askPart(details, { load, replace, download }) {
  const [form, field, error, status, file] = ["part-form", "part-text", "part-error", "part-status", "part-file"].map(get);
  let whole = ""; // the text, which can be longer than what is shown
  let original;
  let shown = "";
  const isJson = () => form.value === "json";
  const text = () => (field.value === shown ? whole : field.value);
  const show = (content) => {
    whole = content;
    const isLong = content.length > MAX_SHOWN;
    field.readOnly = isLong;
    field.value = isLong ? "" : content;
    field.placeholder = isLong ? t("partLong", { count: counted("characters", content.length) }) : "";
    shown = field.value; // a field has other line ends
  };
  const attempt = async (action) => {
    error.textContent = status.textContent = "";
    try {
      await action();
      return true;
    } catch (failure) {
      error.textContent = failureText(failure);
      return false;
    }
  };
  const loadForm = () => attempt(async () => {
    original = await load(isJson());
    show(original);
  });
  get("part-path").textContent = details.path || t("wholeValue");
  form.onchange = () => text() === original && loadForm();
  get("part-copy").onclick = () => attempt(async () => {
    await copyText(text(), field);
    status.textContent = t("copied", { text: get("part-path").textContent });
  });
  get("part-download").onclick = () => attempt(() => {
    status.textContent = t("saved", { name: download(text(), isJson() ? "json" : "txt") });
  });
  get("part-open").onclick = () => file.click();
  file.onchange = () => attempt(async () => {
    const [chosen] = file.files;
    file.value = "";
    if (!chosen) return;
    show(new TextDecoder("utf-8", { fatal: true }).decode(await chosen.arrayBuffer()));
    form.value = /\.json$/i.test(chosen.name) ? "json" : "text";
    status.textContent = t("partRead", { name: chosen.name });
  });
  if (!(await loadForm())) show("");
  await ask(get("part-dialog"), () => text() === original || attempt(() => replace(isJson(), text())));
}

// Copies a text, also in browsers that offer no clipboard to local files.
async function copyText(text, field) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  field.select();
  if (!document.execCommand("copy")) throw new Error(t("notCopied"));
}

export { askPart };
