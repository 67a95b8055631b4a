// Lists the first faults, and steps through all of them.

const MAX_LISTED = 3;

function faultItem(model, row, select) {
  const value = model.valueName(model.valueOf(row));
  const place = [value === "value" ? "" : value, `0x${hex(model.offsetOf(row))}`, model.path(row), model.of(row).field];
  const link = element("button", { type: "button", textContent: place.filter(Boolean).join(" ") });
  link.addEventListener("click", () => select(row));
  const item = element("li", {}, link, " ", element("span", { className: "message", textContent: model.text(row) }));
  const hint = model.hint(row);
  if (hint) item.append(" ", element("span", { className: "hint", textContent: `hint: ${hint}` }));
  return item;
}

function showFaults(section, model, { select, current }) {
  const { faults } = model;
  section.hidden = faults.length === 0;
  section.querySelector("ul").append(...faults.slice(0, MAX_LISTED).map((row) => faultItem(model, row, select)));
  const next = section.querySelector("button#next-fault");
  next.hidden = faults.length <= MAX_LISTED;
  next.textContent = `Next of ${faults.length.toLocaleString("en")} faults`;
  next.addEventListener("click", () => {
    const index = firstWhere(faults.length, (at) => faults[at] > current());
    select(faults[index % faults.length]);
  });
}

