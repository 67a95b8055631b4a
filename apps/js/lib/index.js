/**
 * Encodes and decodes the binary values of Godot 4, Godot 3 and Pandemonium.
 *
 * The entries for Node and for browsers load the WebAssembly module, and export this module.
 */

import {
  ALLOW_OBJECTS, BIG_ENDIAN, EXACT, FALLBACK, FRAMED, LENIENT,
  Held, call, decoded, encoded as encodedTape, errorOf, layoutNumber, valueAt,
} from "./core.js";
import { Struct, check, shown } from "./base.js";
import { candidates } from "./candidates.js";
import { write, written } from "./tape.js";
import { NodePath, Pairs } from "./values.js";

export * from "./errors.js";
export * from "./types.js";
export * from "./values.js";

const DEFAULT_LAYOUT = "godot4";
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
function typed(expected, isValid) {
  return (value, name) => {
    check(isValid(value), { name }, expected, value);
    return value;
  };
}

const isText = (value) => typeof value === "string";
const textOf = typed("a string", isText);
const textsOf = typed("an array of strings", (value) => Array.isArray(value) && value.every(isText));
const flagOf = typed("a boolean", (value) => typeof value === "boolean");
const hookOf = typed("a function", (value) => typeof value === "function");

/** Returns the argument or option `name` if it is an integer from 0 to `max`. */
function integerOf(value, name, max = MAX_LENGTH) {
  if (Number.isInteger(value) && value >= 0 && value <= max) return value;
  const Class = typeof value === "number" ? RangeError : TypeError;
  throw new Class(`${name}: expected an integer from 0 to ${max}, found ${shown(value)}`);
}

/** Returns the options with these names and types. The module would fail at a value of another type. */
function optionsOf(options, types) {
  check(typeof options === "object" && options !== null, { name: "options" }, "an object", options);
  const checked = {};
  for (const name in options) {
    if (!Object.hasOwn(types, name)) {
      const names = Object.keys(types).filter((known) => types[known] !== unused);
      throw new TypeError(`unknown option ${JSON.stringify(name)}; expected ${names.join(", ")}`);
    }
    const value = options[name];
    if (value !== undefined) checked[name] = types[name](value, name);
  }
  return checked;
}

function unused() {}

const NO_OPTIONS = {};
const DECODING = { layout: textOf, lenient: flagOf, allowObjects: flagOf, exact: flagOf };
const PACKING = { layout: textOf, compression: textOf, password: textOf, key: bytesOf };
const ENCODING = { ...PACKING, header: bytesOf, framed: flagOf, bigEndian: flagOf, target: textOf, fallback: flagOf, default: hookOf };
const DETECTION = { password: textOf, key: bytesOf, maxContent: integerOf };
const UNPACKING = { ...DETECTION, skip: integerOf };
/** A whole candidate is accepted, although its last fields are not options. */
const OPENING = { ...UNPACKING, layout: textOf, framing: textOf, rank: unused, confidence: unused, fits: unused, reasons: unused };
const CHANGE = { value: integerOf };

/** Returns checked options of decoding as a number. */
function decodingOf({ layout = DEFAULT_LAYOUT, lenient, allowObjects, exact = true }) {
  return layoutNumber(layout) | (lenient ? LENIENT : 0) | (allowObjects ? ALLOW_OBJECTS : 0) | (exact ? EXACT : 0);
}

/** Decodes one value, like the engine's `bytes_to_var`. */
export function decode(data, options = NO_OPTIONS) {
  // Reading options takes a tenth of the time of a short message.
  const bits = options === NO_OPTIONS ? layoutNumber(DEFAULT_LAYOUT) | EXACT : decodingOf(optionsOf(options, DECODING));
  return decoded(data instanceof Uint8Array ? data : bytesOf(data), bits);
}

/** Encodes a value, like the engine's `var_to_bytes`. */
export function encode(value, options = NO_OPTIONS) {
  if (options === NO_OPTIONS) {
    const { tape, at } = written(value);
    return encodedTape(tape, at, layoutNumber(DEFAULT_LAYOUT));
  }
  const { encoded, packed } = outputOf(options, false);
  return packed(encoded(value));
}

/** Encodes the values of a file, which follow each other with their lengths. */
export function encodeAll(values, options = {}) {
  const { encoded, packed } = outputOf(options, true);
  const isIterable = typeof values?.[Symbol.iterator] === "function" && typeof values !== "string";
  const isValue = values instanceof Struct || values instanceof Map || values instanceof Pairs || ArrayBuffer.isView(values);
  if (!isIterable || isValue) throw new TypeError("expected the values of a file, such as an array; `encode` encodes one value");
  return packed(joined(Array.from(values, encoded)));
}

/** Returns a function that encodes a value, and one that compresses and encrypts the content of a file. */
function outputOf(options, isFramed) {
  const { layout = DEFAULT_LAYOUT, framed = isFramed, bigEndian, target, fallback, default: convert, ...packing } = optionsOf(options, ENCODING);
  const { header, compression, password, key } = packing;
  const bits = layoutNumber(layout) | (framed ? FRAMED : 0) | (bigEndian ? BIG_ENDIAN : 0) | (fallback ? FALLBACK : 0);
  const isPacked = Object.keys(packing).length > 0;
  return {
    encoded(value) {
      const { tape, at } = written(value, convert);
      return target === undefined ? encodedTape(tape, at, bits) : call("encode", tape.subarray(0, at), bits, target);
    },
    packed: (content) => (isPacked ? call("pack", content, layout, header, compression, password, key) : content),
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
  const { password, key, skip, maxContent } = optionsOf(options, UNPACKING);
  const [content, ...layers] = call("unpack", fileOf(source), password, key, skip, maxContent);
  return { content, layers };
}

/** Compresses and encrypts any content, and returns the bytes of the file. */
export function pack(content, options = {}) {
  const { layout, compression, password, key } = optionsOf(options, PACKING);
  if ((compression ?? password ?? key) === undefined) throw new TypeError("expected compression, password or key");
  return call("pack", bytesOf(content), layout, undefined, compression, password, key);
}

/** Returns the options of opening a file as arguments of the module, and all options. */
function openingOf(options, types) {
  const checked = optionsOf(options, { ...OPENING, ...types });
  const { layout, framing, password, key, skip, maxContent } = checked;
  return [[layout, framing, password, key, skip, maxContent], checked];
}

/** The values of a file, which `open` returns. */
class Values {
  #held;
  #isRead = false;

  constructor(data, options) {
    const [opening, { lenient, maxLength, allowObjects, exact = true }] = openingOf(options, { ...DECODING, maxLength: integerOf });
    this.#held = new Held("the file is closed", "Values", data, ...opening, lenient, maxLength, allowObjects, exact);
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
    const [opening, { lenient }] = openingOf(options, { lenient: flagOf });
    this.#held = new Held("the document is freed; open the file again", "Document", fileOf(source), ...opening, lenient);
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
  #call(method, path, { value = 0 }, ...args) {
    return this.#held.call(method, textOf(path, "path"), value, ...args);
  }

  /** Returns the value at a path. */
  get(path = "", options = {}) {
    const checked = optionsOf(options, { ...CHANGE, exact: flagOf });
    return valueAt(this.#call("get", path, checked, checked.exact ?? true));
  }

  /** Replaces the value at a path. */
  set(path, value, options = {}) {
    const checked = optionsOf(options, { ...CHANGE, create: flagOf, keepFloats: flagOf, changeTypes: flagOf, default: hookOf });
    const { create, keepFloats = true, changeTypes, default: hook } = checked;
    return this.#call("set", path, checked, write(value, hook), create, keepFloats, changeTypes);
  }

  /** Inserts an element of an Array before the one at a path. */
  insert(path, value, options = {}) {
    const checked = optionsOf(options, { ...CHANGE, default: hookOf });
    return this.#call("insert", path, checked, write(value, checked.default));
  }

  /** Removes the value at a path, or the values at several. */
  remove(paths, options = {}) {
    return this.#call("remove", "", optionsOf(options, CHANGE), textsOf([paths].flat(), "paths"));
  }

  /** Changes the key at the end of a path. */
  rename(path, key, options = {}) {
    return this.#call("rename", path, optionsOf(options, CHANGE), write(key));
  }

  /** Moves a member of a container to another index. */
  reorder(path, index, options = {}) {
    return this.#call("reorder", path, optionsOf(options, CHANGE), integerOf(index, "index"));
  }

  /** Moves or copies a value to another path. */
  #transfer(source, target, isCopy, options = {}) {
    const checked = optionsOf(options, { ...CHANGE, replace: flagOf });
    return this.#call("transfer", source, checked, textOf(target, "target"), isCopy, checked.replace);
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
    const { lossy } = optionsOf(options, { lossy: flagOf });
    const texts = this.#held.call("convert", textOf(layout, "layout"), lossy);
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
    const { bigEndian, maxLength, ...decoding } = optionsOf(options, { ...DECODING, bigEndian: flagOf, maxLength: integerOf });
    this.#held = new Held("the decoder is freed; create another one", "Frames", decodingOf(decoding), bigEndian, maxLength);
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
  const { password, key, maxContent } = optionsOf(options, DETECTION);
  return candidates(call("detect", fileOf(source), password, key, maxContent));
}

/** Reports what to check before a game loads a file. */
export function audit(source, options = {}) {
  const [opening, { maxRows, ignore = [] }] = openingOf(options, { maxRows: integerOf, ignore: textsOf });
  const [values, notExamined = null, highest = null, omitted, rows] = call("audit", fileOf(source), ...opening, maxRows, ignore);
  return { rows: JSON.parse(rows), values, notExamined, highest, omitted };
}

/** Lists the bytes of a value with their meaning, and the error at which the list ends. */
export function inspect(data, options = {}) {
  const found = call("inspect", bytesOf(data), decodingOf(optionsOf(options, DECODING)));
  const error = found.pop();
  const rows = found.map(([offset, length, role, path, type, field, meaning]) => ({
    offset, length, role, path, type, field, meaning,
  }));
  return { rows, error: error && errorOf(error) };
}

/** Formats a value like the engine's `var_to_str`. */
export function varToStr(value, options = {}) {
  const { layout = DEFAULT_LAYOUT, exact, default: hook } = optionsOf(options, { layout: textOf, exact: flagOf, default: hookOf });
  return call("var_to_str", write(value, hook), layout, exact);
}

/** Returns the value that a function of the module parses. */
function parsed(name, text, options = {}) {
  const { layout = DEFAULT_LAYOUT, exact = true } = optionsOf(options, { layout: textOf, exact: flagOf });
  return valueAt(call(name, textOf(text, "text"), layout, exact));
}

/** Parses a string of `var_to_str`. */
export function strToVar(text, options) {
  return parsed("str_to_var", text, options);
}

/** Formats a value as JSON: without losses, or as plain data. */
export function toJson(value, options = {}) {
  const types = { layout: textOf, plain: flagOf, indent: (value, name) => integerOf(value, name, 16), default: hookOf };
  const { layout = DEFAULT_LAYOUT, plain, indent, default: hook } = optionsOf(options, types);
  return call("to_json", write(value, hook), layout, plain, indent);
}

/** Parses the lossless JSON of `toJson`. */
export function fromJson(text, options) {
  return parsed("from_json", text, options);
}

/** Returns the names of the layouts, the layout with the most users first. */
export function layouts() {
  return call("layouts");
}
