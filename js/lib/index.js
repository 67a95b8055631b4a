/**
 * Encodes and decodes the binary values of Godot 4, Godot 3 and Pandemonium.
 *
 * The entries for Node and for browsers load the WebAssembly module, and export this module.
 */

import { call, create, errorOf, guarded } from "./core.js";
import { Struct } from "./base.js";
import { EncodeError } from "./errors.js";
import { read, write } from "./tape.js";
import { NodePath } from "./values.js";

export * from "./errors.js";
export * from "./types.js";
export * from "./values.js";

const DEFAULT_LAYOUT = "godot4";

NodePath.parse = (text) => {
  const [absolute, count, ...parts] = call("node_path_parts", text);
  return [absolute, parts.slice(0, count), parts.slice(count)];
};

/** Returns an argument as bytes. */
function bytesOf(data) {
  if (data instanceof Uint8Array) return data;
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

/** Returns the arguments of the module's functions for options of encoding. */
function outputOf(options, framedByDefault) {
  const { layout = DEFAULT_LAYOUT, framed = framedByDefault, bigEndian = false, fallback = false, ...rest } = options;
  const { compression, password, key, encrypted = false, target, ...others } = rest;
  known(others);
  return [layout, framed, bigEndian, compression, password, key, encrypted, target, fallback];
}

/** Encodes a value, like the engine's `var_to_bytes`. */
export function encode(value, options = {}) {
  const output = outputOf(options, false);
  const { framed, compression, password, key, encrypted, target } = options;
  const encoded = (tape) => call("encode", tape, ...output);
  if (!framed && !compression && !password && !key && !encrypted && !target) {
    // The components of large arrays do not go through the module, unless it converts them.
    const large = [];
    const tape = write(value, large);
    if (large.length === 0) return encoded(tape)[0];
    try {
      return filled(encoded(tape), large);
    } catch (error) {
      if (!(error instanceof EncodeError)) throw error;
    }
  }
  return encoded(write(value))[0];
}

/** Encodes the values of a file, which follow each other with their lengths. */
export function encodeAll(values, options = {}) {
  const isList = typeof values?.[Symbol.iterator] === "function" && typeof values !== "string";
  if (!isList || values instanceof Struct || values instanceof Map || ArrayBuffer.isView(values)) {
    throw new TypeError("expected the values of a file, such as an array; `encode` encodes one value");
  }
  return call("encode_all", Array.from(values, (value) => write(value)), ...outputOf(options, true));
}

/** Inserts the components of arrays into encoded bytes at the offsets of gaps. */
function filled([bytes, ...gaps], arrays) {
  const length = arrays.reduce((sum, array) => sum + array.length, bytes.length);
  const whole = new Uint8Array(length);
  let at = 0;
  let from = 0;
  gaps.forEach((gap, index) => {
    whole.set(bytes.subarray(from, gap), at);
    at += gap - from;
    from = gap;
    whole.set(arrays[index], at);
    at += arrays[index].length;
  });
  whole.set(bytes.subarray(from), at);
  return whole;
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
  const candidates = call("detect", bytesOf(data), password, key);
  return candidates.map(([layout, framing, skip, rank, confidence, fits, reasons]) => ({
    layout, framing, skip, rank, confidence, fits, reasons,
  }));
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
