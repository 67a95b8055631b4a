// Lists the changes, with buttons that undo or repeat them.

import { element } from "./list.js";
import { number, placeOf, t } from "./strings.js";

function changeItem(step, index, { steps, done, file_values: fileValues }, goTo) {
  const isDone = index < done;
  const later = done - index - 1;
  const isText = step.kind === "text";
  const place = isText ? t("editedText") : placeOf(step.file_value, step.path, fileValues > 1);
  // The button says how many changes it undoes or repeats.
  const count = isDone ? later + 1 : -later;
  const textContent = t(`${isDone ? "undo" : "redo"}${count > 1 ? "Several" : ""}`, { count: number(count) });
  const button = element("button", { type: "button", textContent });
  button.addEventListener("click", () => goTo(isDone ? index : index + 1));
  const item = element("li", { className: isDone ? "" : "is-undone", ariaCurrent: later === 0 ? "step" : null }, element("span", { className: "path", textContent: place }), " ");
  const side = (tag, text, missing) => (text === null ? element("span", { className: "missing", textContent: t(missing) }) : element(tag, { textContent: text }));
  if (!isText) item.append(element("span", { className: "sides" }, side("del", step.old, "added"), " → ", side("ins", step.new, "removed")));
  if (!["set", "text"].includes(step.kind)) item.append(" ", element("span", { className: "note", textContent: t(step.kind) }));
  if (step.note) item.append(" ", element("span", { className: "note", lang: "en", textContent: step.note }));
  item.append(" ", button);
  return item;
}

function showChanges(pane, state, goTo) {
  pane.querySelector("#no-changes").hidden = state.steps.length > 0;
  pane.querySelector("#changes-list ol").replaceChildren(...state.steps.map((step, index) => changeItem(step, index, state, goTo)));
  showNewest(pane);
}

// Scrolls to the newest change that is not undone.
function showNewest(pane) {
  const list = pane.querySelector("#changes-list");
  const newest = list.querySelector("[aria-current]");
  if (!newest) return;
  const [around, line] = [list, newest].map((it) => it.getBoundingClientRect());
  list.scrollTop += Math.min(0, line.top - around.top) + Math.max(0, line.bottom - around.bottom);
}

export { showChanges, showNewest };
