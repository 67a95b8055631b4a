// Converts values of the package to and from the tagged form of the conformance suite.

import * as gd from "gdvariant";
import { Record, Struct, Strings, Vectors } from "../lib/base.js";
import { ARRAYS, STRUCTS } from "../lib/types.js";

const view = new DataView(new ArrayBuffer(8));

/** Returns the bits of a float; widened components have no signaling NaNs in the tagged form. */
function bits(number, isComponent) {
  let value = (number instanceof gd.Float ? number : new gd.Float(number)).bits;
  if (isComponent && Number.isNaN(Number(number))) value |= 1n << 51n;
  return value.toString(16).padStart(16, "0");
}

const component = (number, isInt) => (isInt ? String(number) : bits(number, true));

const isInt = (Class) => Class.name.endsWith("i");

/** Returns the body of a value with named fields. */
function structBody(value) {
  const ints = isInt(value.constructor);
  if (value instanceof gd.Transform3D) {
    return { basis: structBody(value.basis), origin: structBody(value.origin) };
  }
  // Columns are named; the members of other types follow each other.
  if ([gd.Transform2D, gd.Basis, gd.Projection].some((known) => value instanceof known)) {
    return Object.fromEntries(Object.entries(value).map(([name, column]) => [name, structBody(column)]));
  }
  return [...value].flatMap((field) => (field instanceof Struct ? structBody(field) : component(field, ints)));
}

/** Returns the name of a packed array in a layout. */
function arrayName(Class, layout) {
  const name = Object.entries(ARRAYS).find(([, known]) => known === Class)[0];
  if (layout === "godot4") return name;
  return name.replace("Packed", "Pool").replace("Int32", "Int").replace("Float32", "Real");
}

/** Returns the name of a class with named fields in a layout. */
function structName({ name }, layout) {
  if (name === "Quaternion" && layout === "godot3") return "Quat";
  return name === "Transform3D" && layout !== "godot4" ? "Transform" : name;
}

function declaredTag(type) {
  if (type === null) return null;
  if (type instanceof gd.Class) return { type: "Object", class: type.name };
  if (type instanceof gd.Script) return { type: "Object", script: type.path };
  return { type };
}

/** Returns the tagged form of a value. */
export function toTagged(value, layout) {
  const all = (values) => Array.from(values, (item) => toTagged(item, layout));
  const pairs = (entries) => Array.from(entries, all);
  switch (typeof value) {
    case "boolean":
      return { t: "bool", v: value };
    case "bigint":
      return { t: "int", v: String(value) };
    case "string":
      return { t: "String", v: value };
    case "number":
      if (Number.isSafeInteger(value) && !Object.is(value, -0)) return { t: "int", v: String(value) };
      return { t: "float", v: bits(value, false) };
  }
  if (value === null) return { t: "Nil", v: null };
  if (value instanceof gd.Float) return { t: "float", v: bits(value, false) };
  if (value instanceof gd.StringName) return { t: "StringName", v: value.valueOf() };
  if (value instanceof gd.NodePath) {
    return { t: "NodePath", v: { absolute: value.absolute, names: value.names, subnames: value.subnames } };
  }
  if (value instanceof gd.ObjectId) return { t: "Object", v: { id: String(value.id) } };
  if (value instanceof gd.FullObject) {
    const properties = value.properties.map(([name, item]) => [name, toTagged(item, layout)]);
    return { t: "Object", v: { class: value.className, properties } };
  }
  if (value instanceof gd.TypedDictionary) {
    return { t: "TypedDictionary", v: pairs(value), key: declaredTag(value.key), element: declaredTag(value.value) };
  }
  if (value instanceof Map) return { t: "Dictionary", v: pairs(value) };
  if (value instanceof gd.TypedArray) {
    return { t: value.constructor.name, v: all(value), element: declaredTag(value.element) };
  }
  if (value instanceof Strings) return { t: arrayName(value.constructor, layout), v: [...value] };
  if (Array.isArray(value)) return { t: "Array", v: all(value) };
  if (value instanceof gd.RID) return { t: "RID", v: String(value.id) };
  if (value instanceof gd.Signal) return { t: "Signal", v: { name: value.name, id: String(value.id) } };
  if (value instanceof gd.Callable) return { t: "Callable", v: null };
  if (value instanceof Vectors) {
    const numbers = elements(value.components);
    const width = numbers.length / value.length;
    const bodies = Array.from(value, (_, index) => numbers.slice(index * width, (index + 1) * width));
    return { t: arrayName(value.constructor, layout), v: bodies };
  }
  if (value instanceof Uint8Array) return { t: arrayName(Uint8Array, layout), v: Buffer.from(value).toString("hex") };
  if (ArrayBuffer.isView(value)) return { t: arrayName(value.constructor, layout), v: elements(value) };
  if (value instanceof Struct) {
    return { t: structName(value.constructor, layout), v: structBody(value) };
  }
  return { t: "Dictionary", v: pairs(Object.entries(value)) };
}

/** Returns the elements of an array of numbers, with the bits of NaNs. */
function elements(array) {
  if (!(array instanceof Float32Array || array instanceof Float64Array)) return Array.from(array, String);
  const bytes = new DataView(array.buffer, array.byteOffset, array.byteLength);
  if (array instanceof Float64Array) {
    return Array.from(array, (_, index) => bytes.getBigUint64(index * 8, true).toString(16).padStart(16, "0"));
  }
  return Array.from(array, (number, index) => {
    if (!Number.isNaN(number)) return bits(number, true);
    const narrow = BigInt(bytes.getUint32(index * 4, true));
    const wide = ((narrow >> 31n) << 63n) | (0x7ffn << 52n) | ((narrow & 0x7fffffn) << 29n) | (1n << 51n);
    return wide.toString(16).padStart(16, "0");
  });
}

function float(hex) {
  view.setBigUint64(0, BigInt(`0x${hex}`));
  const number = view.getFloat64(0);
  const isNumber = Number.isNaN(number)
    ? hex === "7ff8000000000000"
    : !Number.isSafeInteger(number) || Object.is(number, -0);
  return isNumber ? number : gd.Float.fromBits(BigInt(`0x${hex}`));
}

/** Returns a component: a number, unless it is a NaN with other bits. */
function componentOf(text, ints) {
  if (ints) return Number(text);
  const value = float(text);
  return Number.isNaN(Number(value)) ? value : Number(value);
}

/** Returns a value with named fields from its body. */
function structOf(Class, body) {
  const ints = isInt(Class);
  if (Class === gd.Transform3D) {
    return new Class(structOf(gd.Basis, body.basis), structOf(gd.Vector3, body.origin));
  }
  if (!Array.isArray(body)) {
    return new Class(...Object.values(body).map((column) => column.map((item) => componentOf(item, ints))));
  }
  let parts = body.map((item) => componentOf(item, ints));
  // Members take as many components as their defaults have.
  const fields = Object.values(new Class()).map((field) => {
    const count = field instanceof Struct ? [...field].length : 1;
    const taken = parts.slice(0, count);
    parts = parts.slice(count);
    return field instanceof Struct ? taken : taken[0];
  });
  return new Class(...fields);
}

function declaredOf(element) {
  if (!element || element.type === "Nil") return null;
  if ("class" in element) return new gd.Class(element.class);
  if ("script" in element) return new gd.Script(element.script);
  return element.type;
}

/** Returns the value of a tagged form. */
export function fromTagged({ t: name, v: body, key, element }) {
  switch (name) {
    case "Nil":
    case "bool":
    case "String":
      return body;
    case "int": {
      const number = Number(body);
      return Number.isSafeInteger(number) ? number : BigInt(body);
    }
    case "float":
    case "real":
      return float(body);
    case "StringName":
      return new gd.StringName(body);
    case "NodePath":
      return new gd.NodePath(body.names, body.subnames, body.absolute);
    case "Object":
      if (body === null) return null;
      if ("id" in body) return new gd.ObjectId(BigInt(body.id));
      return new gd.FullObject(body.class, body.properties.map(([name, item]) => [name, fromTagged(item)]));
    case "Array":
      if (element === undefined) return body.map(fromTagged);
      return new gd.TypedArray(body.map(fromTagged), declaredOf(element));
    case "TypedArray":
      return new gd.TypedArray(body.map(fromTagged), declaredOf(element));
    case "PackedTypedArray":
      return new gd.PackedTypedArray(body.map(fromTagged), declaredOf(element));
    case "Dictionary":
    case "TypedDictionary": {
      const entries = body.map(([name, item]) => [keyOf(fromTagged(name)), fromTagged(item)]);
      if (key === undefined) return new Map(entries);
      return new gd.TypedDictionary(entries, declaredOf(key), declaredOf(element));
    }
    case "RID":
      return new gd.RID(BigInt(body ?? 0));
    case "Signal":
      return new gd.Signal(body.name, BigInt(body.id));
    case "Callable":
      return new gd.Callable();
  }
  if (/^(Pool|Packed)ByteArray$/.test(name)) return new Uint8Array(Buffer.from(body, "hex"));
  const Class = gd[name];
  if (Class.prototype instanceof Strings) return Class.from(body);
  if (Class.prototype instanceof Vectors) {
    const [Element] = STRUCTS[name.replace(/^(Pool|Packed)|Array$/g, "")];
    return new Class(body.map((item) => structOf(Element, item)));
  }
  if (Class === BigInt64Array) return Class.from(body, BigInt);
  if (Class === Int32Array) return Class.from(body, Number);
  if (Class === Float32Array || Class === Float64Array) return floats(Class, body);
  return structOf(Class, body);
}

/** Returns an array of floats with the bits of NaNs. */
function floats(Class, body) {
  const array = Class.from(body, (hex) => Number(float(hex)));
  const bytes = new DataView(array.buffer);
  body.forEach((hex, index) => {
    const wide = BigInt(`0x${hex}`);
    if (!Number.isNaN(array[index])) return;
    if (Class === Float64Array) return bytes.setBigUint64(index * 8, wide, true);
    bytes.setUint32(index * 4, Number((wide >> 63n) << 31n) + 0x7f800000 + Number((wide >> 29n) & 0x7fffffn), true);
  });
  return array;
}

/** Returns a key that a Map tells from others. */
function keyOf(key) {
  return typeof key === "number" && (Object.is(key, -0) || Number.isNaN(key)) ? new gd.Float(key) : key;
}
