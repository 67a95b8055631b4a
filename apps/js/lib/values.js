// The classes of values that are not generated.

import { Struct, check, isId, isIterable } from "./base.js";
import { display } from "./display.js";

const bits = new DataView(new ArrayBuffer(8));

const isText = (value) => typeof value === "string" || value instanceof StringName;

/** Returns the entries of an iterable or of an object. */
function entriesOf(Class, entries) {
  check(typeof entries === "object" && entries !== null, Class, "entries or an object", entries);
  return entries[Symbol.iterator] ? entries : Object.entries(entries);
}

/** Checks a declared type. */
function checkType(Owner, type) {
  const isType = type === null || typeof type === "string" || type instanceof Class || type instanceof Script;
  check(isType, Owner, 'a declared type: a name such as "int", a Class, a Script or null', type);
  return type;
}

/** Returns the entries of a Dictionary for `JSON.stringify`: an object if all keys are different texts. */
function plain(entries) {
  const names = entries.map(([key]) => (isText(key) || key instanceof NodePath ? String(key) : undefined));
  if (names.includes(undefined) || new Set(names).size < names.length) return entries;
  return Object.fromEntries(names.map((name, index) => [name, entries[index][1]]));
}

/**
 * A float that a number of JavaScript does not represent: `new Float(7)` is the float 7.0, whereas
 * 7 is an int. Can be used in calculations.
 */
export class Float extends Number {
  constructor(value = 0) {
    check(typeof value === "number" || value instanceof Number, Float, "a number", value);
    super(value);
  }

  /** Returns whether a number or another Float is the same float; NaN equals NaN. */
  equals(other) {
    return (typeof other === "number" || other instanceof Number) && (Object.is(+this, +other) || +this === +other);
  }

  /** Creates a float from its 64 bits. */
  static fromBits(value) {
    bits.setBigUint64(0, value);
    const float = new Float(bits.getFloat64(0));
    if (Number.isNaN(float.valueOf())) Object.defineProperty(float, "bits", { value });
    return float;
  }

  /** The 64 bits of the float. */
  get bits() {
    bits.setFloat64(0, this.valueOf());
    return Number.isNaN(this.valueOf()) ? 0x7ff8_0000_0000_0000n : bits.getBigUint64(0);
  }
}

/** A StringName, such as the key of a signal. Has the methods of a string. */
export class StringName extends String {
  constructor(text = "") {
    check(typeof text === "string" || text instanceof String, StringName, "a string", text);
    super(text);
  }

  /** Returns whether a string or another StringName is the same name. */
  equals(other) {
    return (typeof other === "string" || other instanceof String) && other.valueOf() === this.valueOf();
  }

  toJSON() {
    return this.valueOf();
  }
}

/** A path to a node and its properties. */
export class NodePath {
  /** Creates a path from its text, or from its names and sub-names. */
  constructor(names = [], subnames = [], absolute = false) {
    if (isText(names)) {
      [absolute, names, subnames] = NodePath.parse(String(names));
    }
    check(isIterable(names) && isIterable(subnames), NodePath, "the text of a path, or names and sub-names", isIterable(names) ? subnames : names);
    this.names = [...names];
    this.subnames = [...subnames];
    for (const name of [...this.names, ...this.subnames]) check(typeof name === "string", NodePath, "a string as a name", name);
    this.absolute = absolute;
  }

  toString() {
    const path = (this.absolute ? "/" : "") + this.names.join("/");
    return [path, ...this.subnames].join(":");
  }

  toJSON() {
    return this.toString();
  }
}

/** The id of an object in the engine that encoded it. */
export class ObjectId {
  constructor(id = 0) {
    check(isId(id), ObjectId, "an integer", id);
    this.id = id;
  }
}

/** An object with its properties, as data: no code runs. */
export class FullObject {
  /** Creates an object from the name of its class, and the names and values of its properties. */
  constructor(className, properties = []) {
    check(typeof className === "string", FullObject, "the name of a class", className);
    this.className = className;
    this.properties = [...entriesOf(FullObject, properties)];
  }

  /** Returns the value of a property. */
  get(name) {
    return this.properties.find(([known]) => known === name)?.[1];
  }

  /** Replaces the value of a property, or adds one. */
  set(name, value) {
    const property = this.properties.find(([known]) => known === name);
    if (property) property[1] = value;
    else this.properties.push([name, value]);
    return this;
  }
}

/** A declared type: objects of this native class. */
export class Class {
  constructor(name) {
    check(typeof name === "string", Class, "the name of a class", name);
    this.name = name;
  }
}

/** A declared type: objects with the script at this path. */
export class Script {
  constructor(path) {
    check(typeof path === "string", Script, "the path of a script", path);
    this.path = path;
  }
}

/** An array with a declared type, such as Array[int]. `encode` checks the type. */
export class TypedArray extends Array {
  /** Creates an array of values with a type: a name such as "int", a Class, a Script, or null. */
  constructor(values = [], element = null) {
    super();
    // `TypedArray.of` calls the constructor with a length.
    if (typeof values === "number") {
      this.length = values;
    } else {
      check(isIterable(values), TypedArray, "values", values);
      for (const value of values) this.push(value);
    }
    Object.defineProperty(this, "element", { value: checkType(TypedArray, element), writable: true });
  }

  /** The methods of Array create arrays without a declared type, which only the methods below can know. */
  static get [Symbol.species]() {
    return Array;
  }
}

for (const name of ["concat", "filter", "map", "slice", "splice", "toReversed", "toSorted", "toSpliced", "with"]) {
  const value = function (...args) {
    return new this.constructor(Array.prototype[name].apply(this, args), this.element);
  };
  Object.defineProperty(TypedArray.prototype, name, { value });
}

/** An array with a declared type that Pandemonium 5 stores packed. */
export class PackedTypedArray extends TypedArray {}

/** Returns a text that equal keys have, or nothing for keys that are compared by identity. */
function keyText(key) {
  if (isText(key)) return `String ${key}`;
  if (key instanceof NodePath) return `NodePath ${key}`;
  if (key instanceof Float) return `Float ${+key}`;
  return key instanceof Struct ? `${key.constructor.name} ${Object.values(key).map((field) => keyText(field) ?? field)}` : undefined;
}

/**
 * A Map that finds keys by their values, as a Dictionary of the engine does, and that `JSON.stringify`
 * does not drop: what `decode` returns for a Dictionary.
 */
export class Dictionary extends Map {
  /** The keys that are objects, by their texts. Created by the first search for one. */
  #keys;

  /** Creates a Dictionary from entries or an object. */
  constructor(entries = []) {
    super();
    for (const [key, value] of entriesOf(Dictionary, entries)) this.set(key, value);
  }

  /** Returns the key that equals a key, or the key itself. */
  #known(key) {
    if (super.has(key)) return key;
    const text = keyText(key);
    if (text === undefined) return key;
    if (this.#keys === undefined) {
      this.#keys = new Map();
      for (const known of super.keys()) if (typeof known === "object") this.#keys.set(keyText(known), known);
    }
    return this.#keys.get(text) ?? (key instanceof StringName ? key.valueOf() : key);
  }

  get(key) {
    return super.get(this.#known(key));
  }

  has(key) {
    return super.has(this.#known(key));
  }

  set(key, value) {
    const known = this.#known(key);
    if (known !== key && super.has(known)) return super.set(known, value);
    if (typeof key === "object") this.#keys?.set(keyText(key), key);
    return super.set(key, value);
  }

  delete(key) {
    const known = this.#known(key);
    if (typeof known === "object") this.#keys?.delete(keyText(known));
    return super.delete(known);
  }

  clear() {
    this.#keys = undefined;
    super.clear();
  }

  /** Returns an object if all keys are texts, and pairs otherwise. */
  toJSON() {
    return plain([...this]);
  }
}

/** A Dictionary with declared types, such as Dictionary[String, int]. */
export class TypedDictionary extends Dictionary {
  /** Creates a Dictionary from entries or an object, and the types of its keys and values. */
  constructor(entries = [], key = null, value = null) {
    super(entries);
    this.key = checkType(TypedDictionary, key);
    this.value = checkType(TypedDictionary, value);
  }
}

/**
 * The entries of a Dictionary whose keys are numbers that were chosen to collide: a Map with 40,000
 * of them takes ten seconds.
 */
export class Pairs {
  /** Creates a Dictionary from entries, and the types of its keys and values. */
  constructor(entries = [], key = null, value = null) {
    this.entries = [...entriesOf(Pairs, entries)];
    this.key = checkType(Pairs, key);
    this.value = checkType(Pairs, value);
  }

  /** The number of entries. */
  get size() {
    return this.entries.length;
  }

  [Symbol.iterator]() {
    return this.entries.values();
  }

  /** Returns an object if all keys are texts, and pairs otherwise. */
  toJSON() {
    return plain(this.entries);
  }
}

// Paths and ids print as in scripts.
for (const Printed of [ObjectId, FullObject]) {
  Printed.prototype.toString = function () {
    return display(this);
  };
}
