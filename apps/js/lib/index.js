/**
 * Encodes and decodes the binary values of Godot 4, Godot 3 and Pandemonium.
 *
 * The entries for Node and for browsers load the WebAssembly module, and export this module.
 */

import {
  ALLOW_OBJECTS, BIG_ENDIAN, EXACT, FALLBACK, FRAMED, LENIENT,
  Held, call, decoded, encoded as encodedTape, errorOf, layoutNumber, valueAt,
} from "./core.js";
import { Struct, check, isIterable, shown } from "./base.js";
import { candidates } from "./candidates.js";
import { write, written } from "./tape.js";
import { NodePath, Pairs } from "./values.js";

export * from "./errors.js";
export * from "./types.js";
export * from "./values.js";

/** The method that `using` calls, which older runtimes lack. */
const DISPOSE = Symbol.dispose ?? Symbol("dispose");
/** The maximum of lengths and offsets in bytes, which the module takes as 32 bits. */
const MAX_LENGTH = 2 ** 32 - 1;

NodePath.parse = (text) => {
  const [absolute, count, ...parts] = call("node_path_parts", text);
  return [absolute, parts.slice(0, count), parts.slice(count)];
};

/** Returns the argument or option `name` as a plain Uint8Array: the method `slice` of Node's Buffer does not copy. */
function bytesOf(data, name = "data") {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const advice = typeof data === "string" && name === "data" ? "; `open` opens the file at a path" : "";
  throw new TypeError(`${name}: expected bytes, found ${shown(data)}${advice}`);
}

/** Returns the bytes of a file, whose bytes or path it takes. */
function fileOf(source) {
  if (typeof source !== "string" && !(source instanceof URL)) return bytesOf(source);
  const fs = globalThis.process?.getBuiltinModule?.("node:fs");
  if (fs === undefined) {
    throw new TypeError("expected bytes, found a path, which browsers do not open; pass bytes, such as `await file.arrayBuffer()`");
  }
  return bytesOf(fs.readFileSync(source));
}

/** Returns a function that returns the argument or option `name`, unless it has another type. */
function typed(expected, isValid, byDefault) {
  const valueOf = (value, name) => {
    check(isValid(value), { name }, expected, value);
    return value;
  };
  return Object.assign(valueOf, { byDefault });
}

const isText = (value) => typeof value === "string";
const isFlag = (value) => typeof value === "boolean";
const textOf = typed("a string", isText);
const textsOf = typed("an array of strings", (value) => Array.isArray(value) && value.every(isText), []);
const layoutOf = typed("a string", isText, "godot4");
const flagOf = typed("a boolean", isFlag);
const onOf = typed("a boolean", isFlag, true);
const hookOf = typed("a function", (value) => typeof value === "function");

/** Returns the argument or option `name` if it is an integer from 0 to `max`. */
function integerOf(value, name, max = MAX_LENGTH) {
  if (Number.isInteger(value) && value >= 0 && value <= max) return value;
  const Class = typeof value === "number" ? RangeError : TypeError;
  throw new Class(`${name}: expected an integer from 0 to ${max}, found ${shown(value)}`);
}

/**
 * Returns a function that returns the values of options in the order of `types`, the order in which the module takes
 * them. The module would fail at a value of another type.
 */
function parser(types) {
  const names = Object.keys(types);
  const defaults = names.map((name) => types[name]?.byDefault);
  return (options) => {
    check(typeof options === "object" && options !== null, { name: "options" }, "an object", options);
    const values = defaults.slice();
    for (const name in options) {
      const index = names.indexOf(name);
      if (index < 0) {
        const known = names.filter((name) => types[name]).join(", ");
        throw new TypeError(`unknown option ${JSON.stringify(name)}; expected ${known}`);
      }
      const value = options[name];
      if (value !== undefined) values[index] = types[name]?.(value, name);
    }
    return values;
  };
}

const NO_OPTIONS = {};
const DECODING = { layout: layoutOf, lenient: flagOf, allowObjects: flagOf, exact: onOf };
const PACKING = { compression: textOf, password: textOf, key: bytesOf };
const UNPACKING = { password: textOf, key: bytesOf, skip: integerOf, maxContent: integerOf };
const OPENING = { layout: textOf, framing: textOf, ...UNPACKING };
/** The fields of a candidate that are not options, which is accepted as a whole. */
const CANDIDATE = { rank: undefined, confidence: undefined, fits: undefined, reasons: undefined };
const CHANGE = { value: integerOf };

const parse = {
  decode: parser(DECODING),
  encode: parser({ layout: layoutOf, framed: flagOf, bigEndian: flagOf, fallback: flagOf, target: textOf, default: hookOf, header: bytesOf, ...PACKING }),
  pack: parser({ layout: textOf, ...PACKING }),
  unpack: parser(UNPACKING),
  open: parser({ ...OPENING, lenient: flagOf, maxLength: integerOf, allowObjects: flagOf, exact: onOf, ...CANDIDATE }),
  document: parser({ ...OPENING, lenient: flagOf, ...CANDIDATE }),
  get: parser({ ...CHANGE, exact: onOf }),
  set: parser({ default: hookOf, ...CHANGE, create: flagOf, keepFloats: onOf, changeTypes: flagOf }),
  insert: parser({ default: hookOf, ...CHANGE }),
  change: parser(CHANGE),
  transfer: parser({ ...CHANGE, replace: flagOf }),
  convert: parser({ lossy: flagOf }),
  frames: parser({ bigEndian: flagOf, maxLength: integerOf, ...DECODING }),
  detect: parser({ password: textOf, key: bytesOf, maxContent: integerOf }),
  audit: parser({ ...OPENING, maxRows: integerOf, ignore: textsOf, ...CANDIDATE }),
  varToStr: parser({ default: hookOf, layout: layoutOf, exact: flagOf }),
  text: parser({ layout: layoutOf, exact: onOf }),
  toJson: parser({ default: hookOf, layout: layoutOf, plain: flagOf, indent: (value, name) => integerOf(value, name, 16) }),
};

/** Returns the options of decoding as a number. */
function bitsOf([layout, lenient, allowObjects, exact]) {
  return layoutNumber(layout) | (lenient ? LENIENT : 0) | (allowObjects ? ALLOW_OBJECTS : 0) | (exact ? EXACT : 0);
}

/** Decodes one value, like the engine's `bytes_to_var`. */
export function decode(data, options = NO_OPTIONS) {
  // Reading options takes a tenth of the time of a short message.
  const bits = options === NO_OPTIONS ? layoutNumber(layoutOf.byDefault) | EXACT : bitsOf(parse.decode(options));
  return decoded(data instanceof Uint8Array ? data : bytesOf(data), bits);
}

/** Encodes a value, like the engine's `var_to_bytes`. */
export function encode(value, options = NO_OPTIONS) {
  if (options === NO_OPTIONS) {
    const { tape, at } = written(value);
    return encodedTape(tape, at, layoutNumber(layoutOf.byDefault));
  }
  const { encoded, packed } = outputOf(options, false);
  return packed(encoded(value));
}

/** Encodes the values of a file, which follow each other with their lengths. */
export function encodeAll(values, options = {}) {
  const { encoded, packed } = outputOf(options, true);
  const isValue = values instanceof Struct || values instanceof Map || values instanceof Pairs || ArrayBuffer.isView(values);
  if (!isIterable(values) || isValue) throw new TypeError("expected the values of a file, such as an array; `encode` encodes one value");
  return packed(joined(Array.from(values, encoded)));
}

/** Returns a function that encodes a value, and one that compresses and encrypts the content of a file. */
function outputOf(options, isFramed) {
  const [layout, framed = isFramed, bigEndian, fallback, target, convert, ...packing] = parse.encode(options);
  const bits = layoutNumber(layout) | (framed ? FRAMED : 0) | (bigEndian ? BIG_ENDIAN : 0) | (fallback ? FALLBACK : 0);
  const isPacked = packing.some((option) => option !== undefined);
  return {
    encoded(value) {
      const { tape, at } = written(value, convert);
      return target === undefined ? encodedTape(tape, at, bits) : call("encode", tape.subarray(0, at), bits, target);
    },
    packed: (content) => (isPacked ? call("pack", content, layout, ...packing) : content),
  };
}

/** Joins arrays of bytes. */
function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Removes all compression and encryption of a file, and returns its content, whatever it is. */
export function unpack(source, options = {}) {
  const [content, ...layers] = call("unpack", fileOf(source), ...parse.unpack(options));
  return { content, layers };
}

/** Compresses and encrypts any content, and returns the bytes of the file. */
export function pack(content, options = {}) {
  const [layout, ...packing] = parse.pack(options);
  if (packing.every((option) => option === undefined)) throw new TypeError("expected compression, password or key");
  return call("pack", bytesOf(content), layout, undefined, ...packing);
}

/** The values of a file, which `open` returns. */
class Values {
  #held;
  #isRead = false;

  constructor(data, options) {
    this.#held = new Held("the file is closed", "Values", data, ...parse.open(options));
    const [layout, framing, confidence, also] = this.#held.call("found");
    Object.assign(this, { layout, framing, confidence, alsoValid: candidates(also) });
  }

  /** Frees the memory of the file. `using` calls it where the runtime has it. */
  [DISPOSE]() {
    this.#isRead = true;
    this.#held.free();
  }

  *[Symbol.iterator]() {
    if (this.#isRead) throw new TypeError("the values were read already; open the file again");
    this.#isRead = true;
    try {
      while (!this.#held.isFreed) {
        const value = this.#held.value("next");
        if (value === undefined) return;
        yield value;
      }
    } finally {
      this[DISPOSE]();
    }
  }
}

/** Opens a file, whose bytes or path it takes: unpacks it, detects what it is, and returns its values. */
export function open(source, options = {}) {
  return new Values(fileOf(source), options);
}

/** A file whose values are changed by path. */
export class Document {
  #held;

  constructor(source, options = {}) {
    this.#held = new Held("the document is freed; open the file again", "Document", fileOf(source), ...parse.document(options));
  }

  /** Opens a file, whose bytes or path it takes. */
  static open(source, options) {
    return new Document(source, options);
  }

  /** The name of the layout. */
  get layout() {
    return this.#facts()[0];
  }

  /** The name of the framing. */
  get framing() {
    return this.#facts()[1];
  }

  /** The number of values. */
  get length() {
    return this.#facts()[2];
  }

  /** The compression and encryption, outermost first. */
  get layers() {
    return this.#facts().slice(3);
  }

  #facts() {
    return this.#held.call("facts");
  }

  /** Calls a method of the module with a path and the index of a value. */
  #call(method, path, value, ...args) {
    return this.#held.call(method, textOf(path, "path"), value, ...args);
  }

  /** Returns the value at a path. */
  get(path = "", options = {}) {
    return valueAt(this.#call("get", path, ...parse.get(options)));
  }

  /** Replaces the value at a path. */
  set(path, value, options = {}) {
    const [hook, index, ...others] = parse.set(options);
    return this.#call("set", path, index, write(value, hook), ...others);
  }

  /** Inserts an element of an Array before the one at a path. */
  insert(path, value, options = {}) {
    const [hook, index] = parse.insert(options);
    return this.#call("insert", path, index, write(value, hook));
  }

  /** Removes the value at a path, or the values at several. */
  remove(paths, options = {}) {
    return this.#call("remove", "", ...parse.change(options), textsOf([paths].flat(), "paths"));
  }

  /** Changes the key at the end of a path. */
  rename(path, key, options = {}) {
    return this.#call("rename", path, ...parse.change(options), write(key));
  }

  /** Moves a member of a container to another index. */
  reorder(path, index, options = {}) {
    return this.#call("reorder", path, ...parse.change(options), integerOf(index, "index"));
  }

  /** Moves or copies a value to another path. */
  #transfer(source, target, isCopy, options = {}) {
    const [value, replace] = parse.transfer(options);
    return this.#call("transfer", source, value, textOf(target, "target"), isCopy, replace);
  }

  /** Moves a value to another path. */
  move(source, target, options) {
    return this.#transfer(source, target, false, options);
  }

  /** Copies a value to another path. */
  copy(source, target, options) {
    return this.#transfer(source, target, true, options);
  }

  /** Converts the file to the layout of another engine, and returns the losses. */
  convert(layout, options = {}) {
    const texts = this.#held.call("convert", textOf(layout, "layout"), ...parse.convert(options));
    const losses = [];
    for (let at = 0; at < texts.length; at += 2) losses.push({ path: texts[at], description: texts[at + 1] });
    return losses;
  }

  /** Returns the bytes of the file, compressed and encrypted as the original. */
  toBytes() {
    return this.#held.call("to_bytes");
  }

  /** Frees the memory of the file. `using` calls it where the runtime has it. */
  [DISPOSE]() {
    this.#held.free();
  }
}

/** Splits the bytes of a connection into values. */
export class FrameDecoder {
  #held;

  constructor(options = {}) {
    const [bigEndian, maxLength, ...decoding] = parse.frames(options);
    this.#held = new Held("the decoder is freed; create another one", "Frames", bitsOf(decoding), bigEndian, maxLength);
  }

  /** Adds bytes, and returns the decoder, which iterates over the values that are complete. */
  feed(data) {
    this.#held.call("feed", bytesOf(data));
    return this;
  }

  [Symbol.iterator]() {
    return this;
  }

  /** Returns the next value that is complete. */
  next() {
    const value = this.#held.value("next");
    return { value, done: value === undefined };
  }

  /** Checks that the connection ends between two values. */
  finish() {
    this.#held.call("finish");
  }

  /** Frees the memory of the decoder. `using` calls it where the runtime has it. */
  [DISPOSE]() {
    this.#held.free();
  }
}

/** Iterates over the values of a stream, such as a socket of Node or the body of a response. */
export async function* frames(stream, options = {}) {
  const decoder = new FrameDecoder(options);
  try {
    for await (const data of stream) yield* decoder.feed(data);
    decoder.finish();
  } finally {
    decoder[DISPOSE]();
  }
}

/** Ranks the possible layouts and framings, the likeliest first. */
export function detect(source, options = {}) {
  return candidates(call("detect", fileOf(source), ...parse.detect(options)));
}

/** Reports what to check before a game loads a file. */
export function audit(source, options = {}) {
  const [values, notExamined = null, highest = null, omitted, rows] = call("audit", fileOf(source), ...parse.audit(options));
  return { rows: JSON.parse(rows), values, notExamined, highest, omitted };
}

/** Lists the bytes of a value with their meaning, and the error at which the list ends. */
export function inspect(data, options = {}) {
  const found = call("inspect", bytesOf(data), bitsOf(parse.decode(options)));
  const error = found.pop();
  const rows = found.map(([offset, length, role, path, type, field, meaning]) => ({
    offset, length, role, path, type, field, meaning,
  }));
  return { rows, error: error && errorOf(error) };
}

/** Formats a value like the engine's `var_to_str`. */
export function varToStr(value, options = {}) {
  const [hook, ...form] = parse.varToStr(options);
  return call("var_to_str", write(value, hook), ...form);
}

/** Returns the value that a function of the module parses. */
function parsed(name, text, options = {}) {
  return valueAt(call(name, textOf(text, "text"), ...parse.text(options)));
}

/** Parses a string of `var_to_str`. */
export function strToVar(text, options) {
  return parsed("str_to_var", text, options);
}

/** Formats a value as JSON: without losses, or as plain data. */
export function toJson(value, options = {}) {
  const [hook, ...form] = parse.toJson(options);
  return call("to_json", write(value, hook), ...form);
}

/** Parses the lossless JSON of `toJson`. */
export function fromJson(text, options) {
  return parsed("from_json", text, options);
}

/** Returns the names of the layouts, the layout with the most users first. */
export function layouts() {
  return call("layouts");
}
