// Reads and writes tapes, whose form `src/tape.rs` describes.

import { NUMBERS, Record, STRUCT, Strings, Struct, Vectors } from "./base.js";
import { EncodeError, GdvariantError } from "./errors.js";
import { ARRAYS, STRUCTS } from "./types.js";
import {
  Class,
  Dictionary,
  Float,
  FullObject,
  NodePath,
  ObjectId,
  PackedTypedArray,
  Pairs,
  Script,
  StringName,
  TypedArray,
  TypedDictionary,
} from "./values.js";

/** The maximum nesting depth of the engines, which the module states. */
let maxDepth;
const KNOWN_KEY = 0x8000_0000;
const MAX_INT = 2n ** 63n - 1n;
const CANONICAL_NAN = 0x7ff8_0000n << 32n;

// Defining the method takes 0.3 µs for each array. A subclass would be faster, but its arrays would not be deeply equal
// to those of the same numbers that the caller creates.
/** The method of a packed array that returns an array for `JSON.stringify`, instead of an object. */
const TO_JSON = {
  value() {
    return Array.from(this, (number) => (typeof number === "bigint" ? integer(number) : number));
  },
};

/** What to use instead of objects of classes of JavaScript. */
const INSTEAD = {
  Date: "use a number or a string",
  Set: "use an array, such as [...set]",
  Promise: "use await",
};

/** Returns an int as a number, unless the number would be rounded. */
const integer = (value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value);

const fromUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const toUtf8 = new TextEncoder();

/** The functions that read each tag. */
const readers = [];
/** The number of each tag, by its name. */
const tags = {};
/** The tag and the table entry of each class with named fields, and the tag of each array class. */
const structTags = new Map();
const arrayTags = new Map();
/** The numbers of component types; see `COMPONENTS` in `src/read.rs`. */
const COMPONENT_TYPES = [Uint8Array, Int32Array, BigInt64Array, Float32Array, Float64Array];
/** For other classes of typed arrays, the class that has all their numbers. */
const WIDER = {
  Int8Array: Int32Array,
  Int16Array: Int32Array,
  Uint16Array: Int32Array,
  Uint32Array: BigInt64Array,
  BigUint64Array: BigInt64Array,
  Float16Array: Float32Array,
};
/** Returns a typed array or the bytes of a DataView as an array that engines have too. */
function common(value) {
  if (COMPONENT_TYPES.some((known) => value instanceof known)) return value;
  const Numbers = WIDER[value[Symbol.toStringTag]];
  if (Numbers === undefined) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (Numbers !== BigInt64Array) return Numbers.from(value);
  return Numbers.from(value, (number, index) => {
    if (number > MAX_INT) throw within(failed(`${number} is out of the range of int, at most ${MAX_INT}`), `[${index}]`);
    return BigInt(number);
  });
}

/** The bytes of a small array on their way into it, and the same bytes as components of each type. */
const small = new Uint8Array(64);
const smallNumbers = new Map(COMPONENT_TYPES.map((Numbers) => [Numbers, new Numbers(small.buffer)]));

/** Throws the error of calls before the module starts. */
export function notStarted() {
  throw new GdvariantError("gdvariant has not started; wait for `init` first, or import the functions from \"gdvariant\"");
}

/** Sets the names of all tags, in order, and the maximum nesting depth. */
export function configure(names, depth) {
  maxDepth = depth;
  names.forEach((name, tag) => {
    // A kind can have the name of a tag, which comes first.
    if (!(name in tags) && name in READ) {
      tags[name] = tag;
      readers[tag] = READ[name];
    } else if (name in STRUCTS) {
      const [Class, count, create] = STRUCTS[name];
      structTags.set(Class, [tag, STRUCTS[name]]);
      const isRecord = Class.prototype instanceof Record;
      readers[tag] = isRecord
        ? (reader) => create(Array.from({ length: count }, () => reader.value()))
        : (reader) => create(reader.components(count));
    } else if (name in ARRAYS) {
      const Packed = ARRAYS[name];
      arrayTags.set(Packed, tag);
      if (Packed.prototype instanceof Strings) {
        readers[tag] = (reader) => Packed.from(reader.texts());
      } else if (Packed.prototype instanceof Vectors) {
        readers[tag] = (reader) => new Packed(reader.packed(Packed[NUMBERS]));
      } else {
        readers[tag] = (reader) => Object.defineProperty(reader.packed(Packed), "toJSON", TO_JSON);
      }
    }
  });
}

const READ = {
  Nil: () => null,
  False: () => false,
  True: () => true,
  Int32: (reader) => reader.int32(),
  Int53: (reader) => reader.float(),
  Int64: (reader) => BigInt.asIntN(64, reader.uint64()),
  Uint64: (reader) => reader.uint64(),
  Float: (reader) => reader.float(),
  ExactFloat: (reader) => Float.fromBits(reader.uint64()),
  Text: (reader) => reader.text(),
  StringName: (reader) => new StringName(reader.text()),
  NodePath(reader) {
    const absolute = reader.byte() !== 0;
    const names = reader.texts();
    return new NodePath(names, reader.texts(), absolute);
  },
  ObjectId: (reader) => new ObjectId(reader.value()),
  FullObject(reader) {
    const name = reader.text();
    const properties = [];
    for (let left = reader.count(); left > 0; left--) {
      const key = reader.text();
      properties.push([key, reader.value()]);
    }
    return new FullObject(name, properties);
  },
  Array: (reader) => reader.values(),
  TypedArray: (reader) => reader.typedArray(TypedArray),
  PackedTypedArray: (reader) => reader.typedArray(PackedTypedArray),
  Record(reader) {
    const object = {};
    for (let left = reader.count(); left > 0; left--) {
      const key = reader.key();
      object[key] = reader.value();
    }
    return object;
  },
  Map: (reader) => reader.pairs(new Dictionary()),
  TypedDictionary(reader) {
    const key = reader.declared();
    return reader.pairs(new TypedDictionary([], key, reader.declared()));
  },
  Pairs(reader) {
    const pairs = new Pairs([], reader.declared(), reader.declared());
    reader.pairs({ set: (key, value) => pairs.entries.push([key, value]) });
    return pairs;
  },
};

/** The length of the header of a tape, in bytes. */
const HEADER = 13;
/** The length of ASCII strings that JavaScript reads in less time than a call of a TextDecoder, in bytes. */
const FEW_TEXTS = 256;
/** The number of strings of short tapes that are kept, because most are keys that repeat, and their maximum length. */
const CACHED = 512;
const CACHED_LENGTH = 24;
/** Strings at places that depend on their lengths and some of their bytes; their lengths; and their bytes. */
const cached = new Array(CACHED).fill("");
const cachedLengths = new Uint8Array(CACHED);
const cachedBytes = new Uint8Array(CACHED * CACHED_LENGTH);
/** The maximum length of a string that is created from its characters. */
const FEW_CHARS = 12;

/** Returns an ASCII string. */
function fromAscii(bytes, at, length) {
  const end = at + length;
  let text = "";
  // Four characters at a time take half the time of one.
  for (; at + 4 <= end; at += 4) text += String.fromCharCode(bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]);
  for (; at < end; at++) text += String.fromCharCode(bytes[at]);
  return text;
}

/** The reader of the last tape; another one if a setter of the caller reads a tape within a tape. */
let spareReader;

/** Returns the value on the tape at an address of the memory. */
export function read(memory, view, address) {
  const reader = spareReader ?? new Reader();
  spareReader = undefined;
  reader.start(memory, view, address);
  const value = reader.value();
  reader.string = undefined;
  if (reader.keyCount > CACHED) reader.keys = [];
  spareReader = reader;
  return value;
}

class Reader {
  constructor() {
    this.keys = [];
  }

  start(memory, view, address) {
    this.tape = memory;
    this.view = view;
    this.at = address + HEADER;
    this.textsAt = view.getUint32(address + 4, true);
    this.textsLength = view.getUint32(address + 8, true);
    this.isShort = this.textsLength <= FEW_TEXTS && memory[address + 12] !== 0;
    /** All strings, once they are decoded in one call. */
    this.string = undefined;
    this.stringAt = 0;
    this.keyCount = 0;
  }

  value() {
    return readers[this.tape[this.at++]](this);
  }

  byte() {
    return this.tape[this.at++];
  }

  int32() {
    const value = this.view.getInt32(this.at, true);
    this.at += 4;
    return value;
  }

  count() {
    const value = this.view.getUint32(this.at, true);
    this.at += 4;
    return value;
  }

  uint64() {
    this.at += 8;
    return this.view.getBigUint64(this.at - 8, true);
  }

  float() {
    const value = this.view.getFloat64(this.at, true);
    this.at += 8;
    return value;
  }

  text() {
    const start = this.stringAt;
    const length = this.count();
    this.stringAt += length;
    return this.isShort && length <= CACHED_LENGTH ? this.cached(start, length) : this.part(start, length);
  }

  /** Returns a part of all strings. */
  part(start, length) {
    this.string ??= fromUtf8.decode(this.tape.subarray(this.textsAt, this.textsAt + this.textsLength));
    return this.string.substring(start, start + length);
  }

  /** Returns a short ASCII string: a key that repeats takes a tenth of the time of a call of a TextDecoder. */
  cached(start, length) {
    if (length === 0) return "";
    const bytes = this.tape;
    const at = this.textsAt + start;
    const hash = length * 31 + bytes[at] * 7 + bytes[at + (length >> 1)] * 5 + bytes[at + length - 1];
    const place = hash & (CACHED - 1);
    const known = place * CACHED_LENGTH;
    let index = 0;
    if (cachedLengths[place] === length) {
      while (index < length && cachedBytes[known + index] === bytes[at + index]) index++;
      if (index === length) return cached[place];
    }
    cachedLengths[place] = length;
    for (; index < length; index++) cachedBytes[known + index] = bytes[at + index];
    return (cached[place] = length <= FEW_CHARS ? fromAscii(bytes, at, length) : this.part(start, length));
  }

  texts() {
    return Array.from({ length: this.count() }, () => this.text());
  }

  key() {
    const number = this.view.getUint32(this.at, true);
    if (number >= KNOWN_KEY) {
      this.at += 4;
      return this.keys[number - KNOWN_KEY];
    }
    const key = this.text();
    this.keys[this.keyCount++] = key;
    return key;
  }

  /** Reads the components of a value with named fields. */
  components(count) {
    const components = [];
    for (let index = 0; index < count; index++) {
      const number = this.float();
      components.push(number === number ? number : this.nan());
    }
    return components;
  }

  /** Returns the last NaN: a number of JavaScript cannot have other bits than `NaN`. */
  nan() {
    const bits = this.view.getBigUint64(this.at - 8, true);
    return bits === CANONICAL_NAN ? NaN : Float.fromBits(bits);
  }

  packed(Numbers) {
    const isDouble = this.byte() !== 0;
    const length = this.count();
    const { tape, at: start } = this;
    this.at += length;
    if (Numbers === Float32Array && isDouble) Numbers = Float64Array;
    if (Numbers === Uint8Array) return tape.slice(start, this.at);
    // V8 creates an array of at most 64 bytes four times as fast if the array never needs an ArrayBuffer.
    if (length <= small.length) {
      for (let index = 0; index < length; index++) small[index] = tape[start + index];
      return smallNumbers.get(Numbers).slice(0, length / Numbers.BYTES_PER_ELEMENT);
    }
    return new Numbers(tape.slice(start, this.at).buffer);
  }

  values() {
    const values = [];
    for (let left = this.count(); left > 0; left--) values.push(this.value());
    return values;
  }

  typedArray(Class) {
    const element = this.declared();
    return new Class(this.values(), element);
  }

  pairs(map) {
    // The keys are different, so a Dictionary does not have to search for each.
    const set = map instanceof Map ? Map.prototype.set : map.set;
    for (let left = this.count(); left > 0; left--) {
      const key = this.value();
      // A Map does not tell -0 from 0, or one NaN from another.
      const isExact = typeof key === "number" && (Object.is(key, -0) || key !== key);
      set.call(map, isExact ? new Float(key) : key, this.value());
    }
    return map;
  }

  declared() {
    const form = this.byte();
    const text = this.text();
    return [null, text, new Class(text), new Script(text)][form];
  }
}

/** The length of strings that JavaScript writes in less time than a call of a TextEncoder, in UTF-16 code units. */
const FEW_UNITS = 64;

/**
 * Returns a tape of a value and its length. `convert` returns a value for an object of another class. The next call
 * overwrites the tape.
 */
export function written(value, convert) {
  if (maxDepth === undefined) notStarted();
  const writer = spareWriter ?? new Writer();
  spareWriter = undefined;
  writer.start(convert);
  try {
    writer.value(value, 0);
  } finally {
    writer.convert = undefined;
    spareWriter = writer.tape.length <= KEPT ? writer : undefined;
  }
  return writer;
}

/** Returns the tape of a value as an array. */
export function write(value, convert) {
  const { tape, at } = written(value, convert);
  return tape.subarray(0, at);
}

/** The capacity that the memory of a tape keeps for the next one, in bytes. */
const KEPT = 1 << 16;
/** The writer of the last tape; another one if the caller's code encodes a value within a value. */
let spareWriter;

/** Returns an error at the root of a value; callers add the path. */
function failed(reason) {
  return new EncodeError(reason, "", reason);
}

/** Inserts a segment before the path of an error. */
function within(error, segment) {
  if (!(error instanceof EncodeError)) return error;
  const path = error.path && !error.path.startsWith("[") ? `${segment}.${error.path}` : segment + error.path;
  return new EncodeError(`${shortPath(path)}: ${error.reason}`, path, error.reason);
}

/** Returns a path for messages: `…` replaces the middle of a long one, such as that of an object that contains itself. */
function shortPath(path) {
  return path.length > 120 ? `${path.slice(0, 60)}…${path.slice(-60)}` : path;
}

/** In place of the key in a path, stands for the key itself. */
const KEY = Symbol("key");

/** Returns the segment of a path for the index of an element, or for the key of an entry and its index. */
function segment(key, index) {
  if (key === KEY) return `key(${index})`;
  if (typeof key === "string") return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? key : `[${JSON.stringify(key)}]`;
  return index === undefined ? `[${key}]` : `value(${index})`;
}

class Writer {
  constructor() {
    this.tape = new Uint8Array(512);
    this.view = new DataView(this.tape.buffer);
  }

  start(convert) {
    this.convert = convert;
    this.at = 0;
  }

  /** Ensures the capacity for more bytes. */
  reserve(length) {
    if (this.at + length <= this.tape.length) return;
    const tape = new Uint8Array(this.at + Math.max(this.at, length + 256));
    tape.set(this.tape.subarray(0, this.at));
    this.tape = tape;
    this.view = new DataView(tape.buffer);
  }

  value(value, depth) {
    this.reserve(16);
    switch (typeof value) {
      case "string":
        this.tag(tags.Text);
        return this.text(value);
      case "number":
        return this.number(value);
      case "boolean":
        return this.tag(value ? tags.True : tags.False);
      case "bigint":
        return this.bigint(value);
      case "object":
        break;
      default:
        throw failed(`${typeof value} is not a type of the engines; use null, or leave the value out`);
    }
    if (value === null) return this.tag(tags.Nil);
    if (depth > maxDepth) {
      throw failed(`the nesting depth exceeds ${maxDepth}; an array or an object may contain itself`);
    }
    const prototype = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null) return this.record(value, depth);
    if (prototype === Array.prototype) {
      this.tag(tags.Array);
      return this.values(value, depth);
    }
    this.object(value, depth);
  }

  /** Writes a value of a class. */
  object(value, depth) {
    if (value instanceof Struct) return this.struct(value);
    if (value instanceof Float) {
      this.tag(tags.ExactFloat);
      return this.bits(value);
    }
    if (value instanceof StringName) {
      this.tag(tags.StringName);
      return this.text(value.valueOf());
    }
    if (ArrayBuffer.isView(value) || value instanceof Vectors) return this.packed(value);
    if (value instanceof Strings) {
      this.tag(arrayTags.get(value.constructor));
      return this.texts(value);
    }
    if (value instanceof TypedArray) {
      this.tag(value instanceof PackedTypedArray ? tags.PackedTypedArray : tags.TypedArray);
      this.declared(value.element);
      return this.values(value, depth);
    }
    if (Array.isArray(value)) {
      this.tag(tags.Array);
      return this.values(value, depth);
    }
    if (value instanceof TypedDictionary || (value instanceof Pairs && (value.key ?? value.value) !== null)) {
      this.tag(tags.TypedDictionary);
      this.declared(value.key);
      this.declared(value.value);
      return this.pairs(value, depth);
    }
    if (value instanceof Map || value instanceof Pairs) {
      this.tag(tags.Map);
      return this.pairs(value, depth);
    }
    if (value instanceof NodePath) {
      this.tag(tags.NodePath);
      this.byte(value.absolute ? 1 : 0);
      this.texts(value.names);
      return this.texts(value.subnames);
    }
    if (value instanceof ObjectId) {
      this.tag(tags.ObjectId);
      return this.id(value.id);
    }
    if (value instanceof FullObject) return this.fullObject(value, depth);
    if (/^(Shared)?ArrayBuffer$/.test(value[Symbol.toStringTag])) return this.packed(new Uint8Array(value));
    const name = value.constructor?.name ?? "an object without a constructor";
    if (this.convert !== undefined) {
      const converted = this.convert(value);
      if (converted === undefined) throw failed(`the option \`default\` returned undefined for this value (${name})`);
      return this.value(converted, depth + 1);
    }
    if (value instanceof Number) throw failed("a Number object, such as a copy of a Float: use `new Float`");
    const instead = INSTEAD[name] ?? INSTEAD[value[Symbol.toStringTag]] ?? "convert the value to a plain object, an array or a class of gdvariant, for example in the option `default`";
    throw failed(`${name} is not a type of the engines; ${instead}`);
  }

  struct(value) {
    const known = structTags.get(value.constructor);
    if (!known) throw failed(`${value.constructor.name} is not a class of gdvariant`);
    const [tag, [Class, count, , components]] = known;
    this.tag(tag);
    if (Class.prototype instanceof Record) {
      this.byte(count);
      for (const field of components(value)) {
        if (typeof field === "string") this.value(field, 0);
        else this.id(field);
      }
      return;
    }
    this.reserve(count * 8);
    for (const component of components(value)) {
      if (typeof component === "number") this.float(component);
      else if (component instanceof Float) this.bits(component);
      else throw failed(`expected a number in a ${Class.name}, found ${typeof component}`);
    }
  }

  packed(value) {
    const numbers = value instanceof Vectors ? value.components : common(value);
    const Numbers = COMPONENT_TYPES.find((known) => numbers instanceof known);
    const Known = value instanceof Vectors ? value.constructor : Numbers;
    if (!arrayTags.has(Known)) throw failed(`${value.constructor.name} is not a type of the engines`);
    const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    this.tag(arrayTags.get(Known));
    this.byte(COMPONENT_TYPES.indexOf(Numbers));
    this.count(bytes.length);
    this.reserve(bytes.length);
    this.tape.set(bytes, this.at);
    this.at += bytes.length;
  }

  record(object, depth) {
    this.tag(tags.Record);
    const names = Object.keys(object);
    this.count(names.length);
    for (const name of names) {
      this.text(name);
      this.member(object[name], depth, name);
    }
  }

  values(values, depth) {
    this.count(values.length);
    for (let index = 0; index < values.length; index++) this.member(values[index], depth, index);
  }

  /** Writes a member of a container. An error gets the segment of its path. */
  member(value, depth, key, index) {
    try {
      this.value(value, depth + 1);
    } catch (error) {
      throw within(error, segment(key, index));
    }
  }

  pairs(map, depth) {
    const own = map instanceof TypedDictionary ? 2 : map instanceof Pairs ? 3 : 0;
    if (Object.keys(map).length > own) {
      throw failed(`a Map has the property ${Object.keys(map)[own]}, which is not an entry: use \`set\``);
    }
    this.count(map.size);
    let index = 0;
    for (const [key, value] of map) {
      this.member(key, depth, KEY, index);
      this.member(value, depth, key, index++);
    }
  }

  fullObject(object, depth) {
    this.tag(tags.FullObject);
    this.text(object.className);
    this.count(object.properties.length);
    for (const [name, value] of object.properties) {
      this.text(name);
      this.member(value, depth, name);
    }
  }

  declared(type) {
    const [form, text] =
      type === null ? [0, ""]
      : typeof type === "string" ? [1, type]
      : type instanceof Class ? [2, type.name]
      : type instanceof Script ? [3, type.path]
      : [-1];
    if (form < 0) throw failed("a declared type is a name such as \"int\", a Class, a Script or null");
    this.reserve(16);
    this.byte(form);
    this.text(text);
  }

  number(value) {
    if (Number.isSafeInteger(value) && !Object.is(value, -0)) {
      const isShort = value === (value | 0);
      this.tag(isShort ? tags.Int32 : tags.Int53);
      if (!isShort) return this.float(value);
      this.view.setInt32(this.at, value, true);
      this.at += 4;
    } else {
      this.tag(tags.Float);
      this.float(value);
    }
  }

  bigint(value) {
    if (BigInt.asIntN(64, value) === value) {
      this.tag(tags.Int64);
      this.view.setBigInt64(this.at, value, true);
    } else if (BigInt.asUintN(64, value) === value) {
      this.tag(tags.Uint64);
      this.view.setBigUint64(this.at, value, true);
    } else {
      throw failed(`${value} is out of the range of 64 bits`);
    }
    this.at += 8;
  }

  /** Writes an id: a number or a bigint. */
  id(value) {
    if (typeof value === "bigint" || Number.isSafeInteger(value)) return this.value(value, 0);
    throw failed(`expected an integer as an id, found ${String(value)}`);
  }

  float(value) {
    // Engines of JavaScript can change the bits of a NaN.
    if (value === value) this.view.setFloat64(this.at, value, true);
    else this.view.setBigUint64(this.at, CANONICAL_NAN, true);
    this.at += 8;
  }

  bits(float) {
    this.view.setBigUint64(this.at, float.bits, true);
    this.at += 8;
  }

  tag(tag) {
    this.tape[this.at++] = tag;
  }

  byte(byte) {
    this.tape[this.at++] = byte;
  }

  count(count) {
    this.view.setUint32(this.at, count, true);
    this.at += 4;
  }

  text(text) {
    if (typeof text !== "string") throw failed(`expected a string, found ${typeof text}`);
    const { length } = text;
    this.reserve(4 + length * 3);
    if (length <= FEW_UNITS) {
      const { tape, at } = this;
      let index = 0;
      for (; index < length; index++) {
        const code = text.charCodeAt(index);
        if (code >= 0x80) break;
        tape[at + 4 + index] = code;
      }
      if (index === length) {
        this.view.setUint32(at, length, true);
        this.at = at + 4 + length;
        return;
      }
    }
    if (!text.isWellFormed()) throw failed("the string contains a lone surrogate");
    const { written } = toUtf8.encodeInto(text, this.tape.subarray(this.at + 4));
    this.count(written);
    this.at += written;
  }

  texts(texts) {
    this.reserve(4);
    this.count(texts.length);
    for (const text of texts) this.text(text);
  }
}
