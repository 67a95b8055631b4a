// The classes of values that are not generated.

import { display } from "./display.js";

const bits = new DataView(new ArrayBuffer(8));

/**
 * A float that a number of JavaScript does not represent: `new Float(7)` is the float 7.0, whereas
 * 7 is an int. Can be used in calculations.
 */
export class Float extends Number {
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
  toJSON() {
    return this.valueOf();
  }
}

/** A path to a node and its properties. */
export class NodePath {
  /** Creates a path from its text, or from its names and sub-names. */
  constructor(names = [], subnames = [], absolute = false) {
    if (typeof names === "string") {
      [absolute, names, subnames] = NodePath.parse(names);
    }
    this.names = [...names];
    this.subnames = [...subnames];
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
    this.id = id;
  }
}

/** An object with its properties, as data: no code runs. */
export class FullObject {
  /** Creates an object from the name of its class, and the names and values of its properties. */
  constructor(className, properties = []) {
    this.className = className;
    this.properties = [...(properties[Symbol.iterator] ? properties : Object.entries(properties))];
  }

  /** Returns the value of a property. */
  get(name) {
    return this.properties.find(([known]) => known === name)?.[1];
  }
}

/** A declared type: objects of this native class. */
export class Class {
  constructor(name) {
    this.name = name;
  }
}

/** A declared type: objects with the script at this path. */
export class Script {
  constructor(path) {
    this.path = path;
  }
}

/** An array with a declared type, such as Array[int]. `encode` checks the type. */
export class TypedArray extends Array {
  /** Creates an array of values with a type: a name such as "int", a Class, a Script, or null. */
  constructor(values = [], element = null) {
    super();
    // Methods such as `map` call the constructor with a length.
    if (typeof values === "number") {
      this.length = values;
    } else {
      for (const value of values) this.push(value);
    }
    Object.defineProperty(this, "element", { value: element, writable: true });
  }

  /** Methods such as `map` return arrays without a declared type. */
  static get [Symbol.species]() {
    return Array;
  }
}

/** An array with a declared type that Pandemonium 5 stores packed. */
export class PackedTypedArray extends TypedArray {}

/** A Map with declared types, such as Dictionary[String, int]. */
export class TypedDictionary extends Map {
  /** Creates a Dictionary from entries or an object, and the types of its keys and values. */
  constructor(entries = [], key = null, value = null) {
    super(entries[Symbol.iterator] ? entries : Object.entries(entries));
    this.key = key;
    this.value = value;
  }
}

/**
 * The entries of a Dictionary whose keys are numbers that were chosen to collide: a Map with 40,000
 * of them takes ten seconds.
 */
export class Pairs {
  /** Creates a Dictionary from entries, and the types of its keys and values. */
  constructor(entries = [], key = null, value = null) {
    this.entries = [...entries];
    this.key = key;
    this.value = value;
  }

  /** The number of entries. */
  get size() {
    return this.entries.length;
  }

  [Symbol.iterator]() {
    return this.entries.values();
  }
}

// Paths and ids print as in scripts.
for (const Printed of [ObjectId, FullObject]) {
  Printed.prototype.toString = function () {
    return display(this);
  };
}
