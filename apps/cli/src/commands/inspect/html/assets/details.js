// Shows the selected row in full, which a line of the tree shortens.

const MAX_VALUE_CHARS = 5000;

// Describes the range of bytes from a row to an end position.
function bytesOf(model, row, end) {
  const count = end - model.start[row];
  const offset = model.offsetOf(row);
  if (count === 0) return `0x${hex(offset)}, no bytes`;
  const last = count > 1 ? `–0x${hex(offset + count - 1)}` : "";
  return `0x${hex(offset)}${last}, ${count.toLocaleString("en")} ${count === 1 ? "byte" : "bytes"}`;
}

// Returns pairs of title and text that describe a row.
function detailsOf(model, row) {
  const { name, field, wire, about } = model.of(row);
  const text = model.text(row);
  const isNode = name === "header" || name === "frame";
  const value = name === "header" ? summary(model, row) : text;
  const valueName = model.valueName(model.valueOf(row));
  return [
    ["In", valueName === "value" ? "" : valueName],
    ["Path", name === "frame" ? "" : model.path(row)],
    ["Field", [field, wire].filter(Boolean).join(", ")],
    ["Type", name === "header" ? text : ""],
    [name === "fault" ? "Fault" : "Value", shortened(value, MAX_VALUE_CHARS)],
    ["About", about],
    ["Hint", name === "fault" ? model.hint(row) : ""],
    ["Bytes", bytesOf(model, row, model.start[row] + model.length[row])],
    ["With contents", isNode && model.stop(row) > model.start[row] + model.length[row] ? bytesOf(model, row, model.stop(row)) : ""],
  ].filter(([, shown]) => shown !== "");
}

function showDetails(list, model, row) {
  list.replaceChildren();
  for (const [title, text] of detailsOf(model, row)) {
    list.append(element("dt", { textContent: title }), element("dd", { textContent: text }));
  }
}

