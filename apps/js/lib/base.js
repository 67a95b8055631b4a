// The base classes of the generated value types.

import { display } from "./display.js";

export const STRUCT = Symbol("struct");
export const NUMBERS = Symbol("numbers");

/** Makes a value and its fields immutable. */
function frozen(value) {
  for (const field of value) if (field instanceof Struct) frozen(field);
  return Object.freeze(value);
}

/** Adds constants with these fields to a class; all users share them. */
export function defineConstants(Class, constants) {
  for (const name in constants) Class[name] = frozen(new Class(...constants[name]));
}

/** Returns a short text of an argument that has another type. */
export function shown(value) {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 39)}…` : value);
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return `an object (${value.constructor?.name ?? "without a class"})`;
  return typeof value === "symbol" ? "a symbol" : typeof value === "function" ? "a function" : String(value);
}

/** Throws the error of an argument that has another type. `Class` has the name that starts the message. */
export function check(isValid, Class, expected, found) {
  if (!isValid) throw new TypeError(`${Class.name}: expected ${expected}, found ${shown(found)}`);
}

export const isIterable = (value) => typeof value?.[Symbol.iterator] === "function" && typeof value !== "string";

/** Returns whether a value can be a component; a NaN with other bits than `NaN` is a Number object. */
const isNumber = (value) => typeof value === "number" || value instanceof Number;

/** Returns whether a value can be the id of an object or a resource. */
export const isId = (value) => typeof value === "bigint" || Number.isSafeInteger(value);

const FIELD_TYPES = { number: ["a number", isNumber], id: ["an integer", isId], string: ["a string", (value) => typeof value === "string"] };

/** Returns the error of the arguments of a new value. */
function invalid(Class, reason) {
  return new TypeError(`${Class.name}: ${reason}; write new ${Class.name}(${Object.keys(new Class()).join(", ")})`);
}

/** Throws the error of a new value, one of whose fields does not have its type; all are numbers without `types`. */
export function checkFields(value, types) {
  Object.keys(value).forEach((name, index) => {
    const type = types ? types[index] : "number";
    if (type === undefined) return;
    const [expected, isValid] = FIELD_TYPES[type];
    if (!isValid(value[name])) throw invalid(value.constructor, `expected ${expected} as ${name}, found ${shown(value[name])}`);
  });
}

/** Compares fields and elements; NaN equals NaN. */
function same(a, b) {
  if (a instanceof Struct) return a.equals(b);
  return Object.is(a, b) || a === b;
}

/** A value with named fields, such as a vector. */
export class Struct {
  /** Rejects an argument after those of the fields. */
  constructor(surplus) {
    if (surplus !== undefined) throw invalid(new.target, `found ${shown(surplus)} after the last field`);
  }

  /** Returns the value itself, or a value with these fields. */
  static of(value) {
    if (value instanceof this) return value;
    if (!isIterable(value)) throw new TypeError(`expected a ${this.name} or its fields, found ${shown(value)}`);
    const fields = [...value];
    const count = Object.keys(new this()).length;
    if (fields.length !== count) throw new TypeError(`${this.name} has ${count} fields, found ${fields.length}`);
    return new this(...fields);
  }

  /** Iterates over the fields. */
  *[Symbol.iterator]() {
    yield* Object.values(this);
  }

  /** Returns whether another value has the same type and equal fields. */
  equals(other) {
    return (
      other?.constructor === this.constructor &&
      Object.keys(this).every((name) => same(this[name], other[name]))
    );
  }

  /** Formats the value as scripts do. */
  toString() {
    return display(this);
  }

  /** Rejects calculations: `a + b` would be a string, and `a < b` would compare strings. */
  [Symbol.toPrimitive](hint) {
    if (hint === "string") return this.toString();
    throw new TypeError(`${this.constructor.name} has no arithmetic; calculate with its fields, or call String for its text`);
  }
}

/** A value that refers to something in a running engine. */
export class Record extends Struct {}

/** A packed array of strings. */
export class Strings extends Array {}

/** A packed array of vectors or colors, with their components in one array of numbers. */
export class Vectors {
  /** Creates an array from values, or from the components of all values. */
  constructor(values = []) {
    const { [STRUCT]: struct, [NUMBERS]: Numbers } = this.constructor;
    const [Class, width, , components] = struct;
    if (ArrayBuffer.isView(values)) {
      if (!(values instanceof Numbers || values instanceof Float64Array) || values.length % width !== 0) {
        throw new TypeError(`expected a ${Numbers.name} with ${width} components of each value, found a ${values.constructor.name} of ${values.length}`);
      }
      this.components = values;
    } else {
      check(isIterable(values), this.constructor, `values of ${Class.name}, or their components in a ${Numbers.name}`, values);
      this.components = Numbers.from([...values].flatMap((value) => components(Class.of(value))));
    }
  }

  /** The number of values. */
  get length() {
    return this.components.length / this.constructor[STRUCT][1];
  }

  /** Returns a copy of the value at an index; a negative index counts from the end. */
  at(index) {
    const [, width, create] = this.constructor[STRUCT];
    const start = (index < 0 ? index + this.length : index) * width;
    if (start < 0 || start >= this.components.length) return undefined;
    return create(this.components.subarray(start, start + width));
  }

  /** Replaces the value at an index. */
  set(index, value) {
    const [Class, width, , components] = this.constructor[STRUCT];
    if (!(index >= 0 && index < this.length)) throw new RangeError(`no value at ${index}`);
    this.components.set(components(Class.of(value)), index * width);
  }

  *[Symbol.iterator]() {
    for (let index = 0; index < this.length; index++) yield this.at(index);
  }

  /** Formats the value as scripts do. */
  toString() {
    return display(this);
  }

  /** Returns the values for `JSON.stringify`. */
  toJSON() {
    return [...this];
  }
}
