// Lists the differences from another file, each with a button that leads to its line.

import { element } from "./list.js";
import { counted, number, placeOf, t } from "./strings.js";

function differenceItem(difference, hasSeveral, go) {
  const { sign, path, old, new: value, note } = difference;
  const place = placeOf(difference.file_value, path, hasSeveral);
  const link = element("button", { type: "button", className: "link path", textContent: place });
  link.addEventListener("click", () => go(difference));
  const sides = element("span", { className: "sides" });
  if (old !== null) sides.append(element("del", { textContent: old }));
  if (old !== null && value !== null) sides.append(" → ");
  if (value !== null) sides.append(element("ins", { textContent: value }));
  if (note) sides.append(element("span", { className: "note", lang: "en", textContent: note }));
  return element("li", {}, element("span", { className: "sign", textContent: sign }), " ", link, " ", sides);
}

// Shows the differences between the open file and another one; `go` leads to one.
function showComparison(section, { differences, has_more: hasMore }, names, hasSeveral, go) {
  section.hidden = false;
  const count = hasMore ? t("manyDifferences", { count: number(differences.length) }) : counted("differences", differences.length);
  section.querySelector("h2").textContent = t("comparedWith", { ...names, count });
  section.querySelector("ol").replaceChildren(...differences.map((it) => differenceItem(it, hasSeveral, go)));
}

export { showComparison };
