// Lines of bytes as hex digits, also for the editor.

const WIDTHS = [16, 8, 4];
const GROUP = 4;

// Returns the number of bytes that fit in a line, after an offset of some digits.
function bytesPerLine(viewport, digits) {
  const probe = element("span", { className: "line", textContent: "0".repeat(100) });
  viewport.append(probe);
  const character = probe.getBoundingClientRect().width / 100;
  probe.remove();
  const columns = viewport.clientWidth / character;
  return WIDTHS.find((width) => digits + 4 + width * 4 + width / GROUP <= columns) ?? WIDTHS.at(-1);
}

// Returns the elements of the bytes of a line, of the gap after them, and of their characters. `fill`
// completes the element of a byte.
function byteElements(first, end, width, byteAt, fill) {
  const cells = [];
  let text = "";
  for (let position = first; position < end; position += 1) {
    const byte = byteAt(position);
    const cell = element("span", { role: "gridcell", textContent: hex(byte, 2), ariaColIndex: String(position - first + 2) });
    cell.dataset.position = position;
    fill(cell, position);
    cells.push(cell);
    text += byte > 32 && byte < 127 ? String.fromCharCode(byte) : byte === 32 ? " " : "·";
  }
  const missing = width - (end - first);
  const gap = element("span", { className: "gap", ariaHidden: "true", textContent: " ".repeat(missing * 3 + Math.floor(missing / GROUP)) });
  return [...cells, gap, element("span", { className: "characters", ariaHidden: "true", textContent: text })];
}

// Returns the number of bytes by which a key moves the focus, or undefined.
function byteStep(event, { width, page, column, total }) {
  const steps = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -width,
    ArrowDown: width,
    PageUp: -page * width,
    PageDown: page * width,
    Home: event.ctrlKey ? -total : -column,
    End: event.ctrlKey ? total : width - 1 - column,
  };
  return event.altKey || event.metaKey || total === 0 ? undefined : steps[event.key];
}

