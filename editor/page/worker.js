// The worker: has the open file, and answers the calls of the page in order. A panic ends it.

const { Document, content, layouts } = wasm_bindgen;
let file;

const METHODS = {
  open(bytes, options) {
    // The file that is open stays open if this one cannot be opened.
    const opened = new Document(bytes, JSON.stringify(options));
    file?.free();
    file = opened;
    return state();
  },
  state,
  layouts: () => JSON.parse(layouts()),
  lines: (start, end) => JSON.parse(file.lines(start, end)),
  details: (row) => JSON.parse(file.details(row)),
  reveal: (row) => ({ index: file.reveal(row), state: state() }),
  fold: (row, isFolded) => file.fold(row, isFolded),
  foldAll: (isFolded) => file.fold_all(isFolded),
  rowAt: (offset) => file.row_at(offset),
  bytes: (start, end) => ({ bytes: file.bytes(start, end), fields: JSON.parse(file.fields(start, end)) }),
  text: (row) => file.text(row),
  part: (row, isJson) => file.part(row, isJson),
  setPart: (row, isJson, text) => changed(file.set_part(row, isJson, text)),
  compare: (bytes, options) => JSON.parse(file.compare(bytes, JSON.stringify(options))),
  rowAtPath: (value, path) => file.row_at_path(value, path),
  form: (row) => JSON.parse(file.form(row)),
  keyForm: (row) => JSON.parse(file.key_form(row)),
  newForm: (type) => JSON.parse(file.new_form(type)),
  formOf: (input) => JSON.parse(file.form_of(JSON.stringify(input))),
  addition: (row) => JSON.parse(file.addition(row)),
  setForm: (row, input) => changed(file.set_form(row, JSON.stringify(input))),
  add: (row, key, input) => changed(file.add(row, key && JSON.stringify(key), JSON.stringify(input))),
  renameRow: (row, input) => changed(file.rename_row(row, JSON.stringify(input))),
  moveRow: (row, number) => changed(file.move_row(row, number)),
  duplicateRow: (row) => changed(file.duplicate_row(row)),
  removeRow: (row) => changed(file.remove_row(row)),
  goTo: (done) => changed(file.go_to(done)),
  search: (text, type, limit) => [...file.search(text, type, limit)],
  hits: (rows) => JSON.parse(file.hits(new Uint32Array(rows))),
  types: () => JSON.parse(file.types()),
  save: () => file.save(),
  contentText: () => file.content_text(),
  saveText: (text) => file.save_text(text),
  textFault: (text) => file.text_fault(text),
  content: (bytes, options) => content(bytes, JSON.stringify(options)),
  convert(layout, isLossy) {
    const converted = file.convert(layout, isLossy);
    return { ...JSON.parse(converted.report()), file: converted.file() };
  },
  testPanic: () => file.test_panic(),
};

function state() { return JSON.parse(file.state()); }
function changed(row) {
  const index = file.reveal(row);
  return { row, index, state: state() };
}

let ready;

onmessage = async ({ data: { id, method, args } }) => {
  try {
    if (method === "load") {
      ready = load(...args);
      await ready;
      postMessage({ id });
      return;
    }
    await ready;
    postMessage({ id, result: METHODS[method](...args) });
  } catch (error) {
    // Failures are thrown as JSON; every other error is a panic, or no memory.
    if (typeof error === "string") postMessage({ id, failure: JSON.parse(error) });
    else postMessage({ id, crash: String(error) });
  }
};

async function load(base64) {
  const wasm = await unpackText(base64, "gzip");
  await wasm_bindgen({ module_or_path: await WebAssembly.compile(wasm) });
}
