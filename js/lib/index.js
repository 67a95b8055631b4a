/**
 * Encodes and decodes the binary values of Godot 4, Godot 3 and Pandemonium.
 *
 * The entries for Node and for browsers load the WebAssembly module, and export this module.
 */

import { call, create, errorOf, guarded } from "./core.js";
import { Struct } from "./base.js";
import { candidates } from "./candidates.js";
import { EncodeError } from "./errors.js";
import { read, write } from "./tape.js";
import { NodePath, Pairs } from "./values.js";

export * from "./errors.js";
export * from "./types.js";
export * from "./values.js";

const DEFAULT_LAYOUT = "godot4";

NodePath.parse = (text) => {
  const [absolute, count, ...parts] = call("node_path_parts", text);
  return [absolute, parts.slice(0, count), parts.slice(count)];
};

/** Returns an argument as a plain Uint8Array: the method `slice` of Node's Buffer does not copy. */
function bytesOf(data) {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw new TypeError(`expected bytes, found ${data === null ? "null" : typeof data}`);
}

/** Rejects options with other names, such as misspelled ones. */
function known(others) {
  const [name] = Object.keys(others);
  if (name !== undefined) throw new TypeError(`unknown option ${JSON.stringify(name)}`);
}

/** Decodes one value, like the engine's `bytes_to_var`. */
export function decode(data, options = {}) {
  const { layout = DEFAULT_LAYOUT, lenient = false, allowObjects = false, exact = true, ...others } = options;
  known(others);
  const bytes = bytesOf(data);
  return read(call("decode", bytes, layout, lenient, allowObjects), bytes, exact);
}

/** Encodes a value, like the engine's `var_to_bytes`. */
export function encode(value, options = {}) {
  const output = { ...DEFAULT_OUTPUT, ...options };
  return packed(encoded(value, output), output);
}

/** Encodes the values of a file, which follow each other with their lengths. */
export function encodeAll(values, options = {}) {
  const isList = typeof values?.[Symbol.iterator] === "function" && typeof values !== "string";
  if (!isList || values instanceof Struct || values instanceof Map || values instanceof Pairs || ArrayBuffer.isView(values)) {
    throw new TypeError("expected the values of a file, such as an array; `encode` encodes one value");
  }
  const output = { ...DEFAULT_OUTPUT, framed: true, ...options };
  return packed(joined(Array.from(values, (value) => encoded(value, output))), output);
}

const DEFAULT_OUTPUT = { layout: DEFAULT_LAYOUT, framed: false, bigEndian: false, fallback: false, encrypted: false };

/** Returns the bytes of a value, with its length if it is framed. */
function encoded(value, { layout, framed, bigEndian, target, fallback }) {
  const bytesOn = (tape) => call("encode", tape, layout, framed, bigEndian, target, fallback);
  // The length of a framed value includes the components.
  if (framed) return bytesOn(write(value))[0];
  const large = [];
  const tape = write(value, large);
  try {
    return filled(bytesOn(tape), large);
  } catch (error) {
    // The module needs the components of an array that it converts.
    if (large.length === 0 || !(error instanceof EncodeError)) throw error;
    return bytesOn(write(value))[0];
  }
}

/** Inserts the components of arrays into encoded bytes at the offsets of gaps. */
function filled([bytes, ...gaps], arrays) {
  if (gaps.length === 0) return bytes;
  const parts = gaps.flatMap((gap, index) => [bytes.subarray(gaps[index - 1] ?? 0, gap), arrays[index]]);
  return joined([...parts, bytes.subarray(gaps.at(-1))]);
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

/** Compresses and encrypts the content of a file, and rejects unknown options. */
function packed(content, { layout, framed, bigEndian, target, fallback, ...packing }) {
  const { compression, password, key, encrypted, ...others } = packing;
  known(others);
  const isPacked = encrypted || [compression, password, key].some((option) => option != null);
  return isPacked ? call("pack", content, undefined, layout, compression, password, key, encrypted, 0) : content;
}

/** Removes all compression and encryption of a file, and returns its content, whatever it is. */
export function unpack(data, options = {}) {
  const { password, key, skip = 0, ...others } = options;
  known(others);
  const [content, ...wrappers] = call("unpack", bytesOf(data), password, key, skip);
  return { content, wrappers };
}

/** Compresses and encrypts any content, and returns the bytes of the file. */
export function pack(content, options = {}) {
  const { like, layout, compression, password, key, skip = 0, ...others } = options;
  known(others);
  const form = [compression, password, key].find((option) => option != null);
  if (like != null && compression != null) throw new TypeError("pass like or compression, not both");
  if (like == null && form === undefined) throw new TypeError("expected like, compression, password or key");
  const original = like == null ? undefined : bytesOf(like);
  return call("pack", bytesOf(content), original, layout, compression, password, key, false, skip);
}

/** The values of a file, which `open` returns. */
class Values {
  #values;
  #exact;
  #isRead = false;

  constructor(data, options) {
    const { layout, framing, password, key, maxLength, skip = 0, ...rest } = options;
    const { lenient = false, allowObjects = false, exact = true, ...others } = rest;
    known(others);
    this.#exact = exact;
    this.#values = create(
      "Values", bytesOf(data), layout, framing, password, key, skip, maxLength, lenient, allowObjects,
    );
  }

  /** The name of the layout. */
  get layout() {
    return this.form.layout;
  }

  /** The options with which `encodeAll` writes the values as they were read, without the password. */
  get form() {
    const [layout, framed, bigEndian, compression, encrypted] = guarded(() => this.#values.form);
    return { layout, framed, bigEndian, compression, encrypted };
  }

  /** The name of the framing. */
  get framing() {
    return this.#values.framing;
  }

  /** The probability of the layout and the framing in percent. */
  get confidence() {
    return this.#values.confidence;
  }

  /** The other layouts and framings that fit. */
  get alsoValid() {
    return candidates(guarded(() => this.#values.also_valid));
  }

  *[Symbol.iterator]() {
    if (this.#isRead) throw new TypeError("the values were read already; open the file again");
    this.#isRead = true;
    for (;;) {
      const tape = guarded(() => this.#values.next());
      if (!tape) return;
      yield read(tape, undefined, this.#exact);
    }
  }
}

/** Opens the bytes of a file: unpacks it, detects what it is, and returns its values. */
export function open(data, options = {}) {
  return new Values(data, options);
}

/** Splits the bytes of a connection into values. */
export class FrameDecoder {
  #frames;
  #exact;

  constructor(options = {}) {
    const { layout = DEFAULT_LAYOUT, bigEndian = false, maxLength, ...rest } = options;
    const { lenient = false, allowObjects = false, exact = true, ...others } = rest;
    known(others);
    this.#exact = exact;
    this.#frames = create("Frames", layout, bigEndian, maxLength, lenient, allowObjects);
  }

  /** Adds bytes, and returns the decoder, which iterates over the values that are complete. */
  feed(data) {
    guarded(() => this.#frames.feed(bytesOf(data)));
    return this;
  }

  [Symbol.iterator]() {
    return this;
  }

  /** Returns the next value that is complete. */
  next() {
    const tape = guarded(() => this.#frames.next());
    return tape ? { value: read(tape, undefined, this.#exact), done: false } : { value: undefined, done: true };
  }

  /** Checks that the connection ends between two values. */
  finish() {
    guarded(() => this.#frames.finish());
  }
}

/** Iterates over the values of a stream, such as a socket of Node or the body of a response. */
export async function* frames(stream, options = {}) {
  const decoder = new FrameDecoder(options);
  for await (const data of stream) yield* decoder.feed(data);
  decoder.finish();
}

/** Converts a value to the types of another engine. */
export function convert(value, source, target, options = {}) {
  const { lossy = false, exact = true, ...others } = options;
  known(others);
  if (typeof source !== "string" || typeof target !== "string") {
    throw new TypeError("expected the layout of the value, and the layout to convert it to");
  }
  const [tape, ...texts] = call("convert", write(value), source, target, lossy);
  const losses = [];
  for (let at = 0; at < texts.length; at += 2) losses.push({ path: texts[at], description: texts[at + 1] });
  return { value: read(tape, undefined, exact), losses };
}

/** Ranks the possible layouts and framings, the likeliest first. */
export function detect(data, options = {}) {
  const { password, key, ...others } = options;
  known(others);
  return candidates(call("detect", bytesOf(data), password, key));
}

/** Reports what to check before a game loads a file. */
export function audit(data, options = {}) {
  const { layout, framing, password, key, skip = 0, maxSize, maxRows, ignore = [], ...others } = options;
  known(others);
  for (const [name, number] of Object.entries({ skip, maxSize, maxRows })) {
    if (number !== undefined && !(Number.isSafeInteger(number) && number >= 0)) {
      throw new RangeError(`${name}: expected an integer of at least 0, found ${number}`);
    }
  }
  if (!Array.isArray(ignore)) throw new TypeError("ignore: expected an array of rule ids");
  const [values, notExamined = null, highest = null, omitted, ...found] = call(
    "audit", bytesOf(data), layout, framing, password, key, skip, maxSize, maxRows, ignore,
  );
  const rows = found.map(([line, column, value, offset, path, severity, id, message]) => ({
    ...(line !== undefined && { line }), ...(column !== undefined && { column }), ...(value !== undefined && { value }),
    offset, path, severity, id, message,
  }));
  return { rows, values, notExamined, highest, omitted };
}

/** Lists the bytes of a value with their meaning, and the error at which the list ends. */
export function inspect(data, options = {}) {
  const { layout = DEFAULT_LAYOUT, lenient = false, allowObjects = false, ...others } = options;
  known(others);
  const found = call("inspect", bytesOf(data), layout, lenient, allowObjects);
  const error = found.pop();
  const rows = found.map(([offset, length, role, path, type, field, value]) => ({
    offset, length, role, path, type, field, value,
  }));
  return { rows, error: error && errorOf(error) };
}

/** Formats a value like the engine's `var_to_str`. */
export function varToStr(value, options = {}) {
  const { layout = DEFAULT_LAYOUT, exact = false, ...others } = options;
  known(others);
  return call("var_to_str", write(value), layout, exact);
}

/** Parses a string of `var_to_str`. */
export function strToVar(text, options = {}) {
  const { layout = DEFAULT_LAYOUT, exact = true, ...others } = options;
  known(others);
  return read(call("str_to_var", text, layout), undefined, exact);
}

/** Returns the names of the layouts, the layout with the most users first. */
export function layouts() {
  return call("layouts");
}
