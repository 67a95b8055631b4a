// The worker: has the open file, and answers the calls of the page in order. A panic ends it.

const { Document, content, layouts } = wasm_bindgen;
let file;

// The methods whose answers are texts instead of JSON.
const TEXTS = new Set(["part", "content_text"]);

// What is not a call of one method of the document.
const METHODS = {
  open(bytes, options) {
    // The file that is open stays open if this one cannot be opened.
    const opened = new Document(bytes, JSON.stringify(options));
    file?.free();
    file = opened;
    return called("state");
  },
  layouts: () => JSON.parse(layouts()),
  reveal: (row) => ({ index: file.reveal(row), state: called("state") }),
  bytes: (start, end) => ({ bytes: file.bytes(start, end), fields: called("fields", start, end) }),
  content: (bytes, options) => content(bytes, JSON.stringify(options)),
  convert(layout, isLossy) {
    const converted = file.convert(layout, isLossy);
    return { ...JSON.parse(converted.report), file: converted.file };
  },
};

function called(method, ...args) {
  const answer = file[method](...args.map((it) => (it?.constructor === Object ? JSON.stringify(it) : it)));
  return typeof answer === "string" && !TEXTS.has(method) ? JSON.parse(answer) : answer;
}

let ready;

onmessage = async ({ data: { id, method, args, isChange } }) => {
  try {
    if (method === "load") {
      ready = load(...args);
      await ready;
      postMessage({ id });
      return;
    }
    await ready;
    const result = METHODS[method] ? METHODS[method](...args) : called(method, ...args);
    // A change returns its row.
    postMessage({ id, result: isChange ? { row: result, ...METHODS.reveal(result) } : result });
  } catch (error) {
    // Failures are thrown as JSON; every other error is a panic, or no memory.
    if (typeof error === "string") postMessage({ id, failure: JSON.parse(error) });
    else postMessage({ id, crash: String(error) });
  }
};

async function load(base64) {
  const packed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const wasm = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = await new Response(wasm).arrayBuffer();
  await wasm_bindgen({ module_or_path: await WebAssembly.compile(bytes) });
}
