// The field that shows and edits a file of text.

const MAX_MEASURED = 200_000; // characters

class TextPane {
  #saved = ""; // the text of the file in the worker

  // `changed` is called after each edit.
  constructor(field, changed) {
    this.field = field;
    field.addEventListener("input", changed);
  }

  get text() { return this.field.value; }
  get isChanged() { return this.field.value !== this.#saved; }

  // Shows the text of a file.
  show(text) {
    this.field.value = text;
    this.saved();
    this.field.setSelectionRange(0, 0);
    this.field.scrollTop = 0;
    this.field.focus();
  }

  // Returns the height of the lines before an offset. Browsers do not tell it: it is that of a field
  // with these lines, or in proportion to the lines of a text that would take long to lay out.
  #top(offset) {
    const { text, field } = this;
    if (offset > MAX_MEASURED) return (field.scrollHeight * offset) / text.length;
    const copy = field.cloneNode();
    Object.assign(copy, { id: "", value: text.slice(0, offset), rows: 1, ariaHidden: "true" });
    Object.assign(copy.style, { position: "absolute", visibility: "hidden", width: `${field.offsetWidth}px`, height: "0" });
    field.after(copy);
    const height = copy.scrollHeight;
    copy.remove();
    return height;
  }

  saved() { this.#saved = this.field.value; }

  // Goes to a line and a column, which counts characters from 1.
  go(line, column) {
    const lines = this.text.split("\n");
    const before = [...lines[line - 1] ?? ""].slice(0, column - 1).join("");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + before.length;
    this.field.setSelectionRange(start, start);
    this.field.scrollTop = this.#top(start) - this.field.clientHeight / 2;
    this.field.focus({ preventScroll: true });
  }
}

export { TextPane };
