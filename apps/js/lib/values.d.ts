import type { Struct, Vectors, brand } from "./base.js";

/** A value of the engines. `encode` also takes interfaces of plain objects, which are `Encodable`. */
export type Variant =
  | null
  | boolean
  | number
  | bigint
  | string
  | Float
  | StringName
  | NodePath
  | ObjectId
  | FullObject
  | Struct
  | Vectors<any, any>
  | ArrayBufferView
  | ArrayBufferLike
  | readonly Variant[]
  | ReadonlyMap<Variant, Variant>
  | Pairs
  | { readonly [key: string]: Variant };

/**
 * The type `T` if its values can be encoded. Otherwise a field that cannot, such as a Date or a function, has a string
 * with the reason as its type. Unlike `Variant`, it allows interfaces and optional fields: `const save: Encodable<Save>`.
 */
export type Encodable<T> =
  T extends Variant ? T
  : T extends readonly (infer V)[] ? ArrayLike<Encodable<V>>
  : T extends ReadonlyMap<infer K, infer V> ? Iterable<readonly [Encodable<K>, Encodable<V>]>
  : T extends void ? "undefined is not a value: use null, or leave the field out"
  : T extends PromiseLike<any> ? "a promise is not a value: use await"
  : T extends ReadonlySet<any> ? "a Set is not a value: use an array, such as [...set]"
  : T extends Date ? "a Date is not a value: use a number or a string"
  : T extends symbol | Function | RegExp | { [Symbol.iterator]: any } | { [Symbol.toStringTag]: any } ? "not a value of the engines: use plain data, or pass the option `default`"
  : unknown extends T ? "an unknown value can be anything: check it, or write `as Variant`"
  : { [K in keyof T]: {} extends Pick<T, K> ? Encodable<Exclude<T[K], undefined>> | undefined : Encodable<T[K]> };

/**
 * A float that a number of JavaScript does not represent: `new Float(7)` is the float 7.0, whereas
 * 7 is an int. Can be used in calculations.
 */
export class Float extends Number {
  [brand](): void;
  constructor(value?: number | Float);
  /** Returns whether a number or another Float is the same float; NaN equals NaN. */
  equals(other: unknown): boolean;
  /** Creates a float from its 64 bits, for a NaN with other bits than `NaN`. */
  static fromBits(value: bigint): Float;
  /** The 64 bits of the float. */
  readonly bits: bigint;
}

/** A StringName, such as the name of a signal. Has the methods of a string. */
export class StringName extends String {
  [brand](): void;
  constructor(text?: string | StringName);
  /** Returns whether a string or another StringName is the same name. */
  equals(other: unknown): boolean;
  toJSON(): string;
}

/** A path to a node and its properties. */
export class NodePath {
  [brand](): void;
  /** Parses the text of a path. */
  constructor(text: string | StringName);
  /** Creates a path from its names and sub-names. */
  constructor(names?: Iterable<string>, subnames?: Iterable<string>, absolute?: boolean);
  /** The names of the nodes. */
  names: string[];
  /** The names after the colons: properties and their parts. */
  subnames: string[];
  /** Whether the path starts at the root. */
  absolute: boolean;
  /** Returns the text of the path. */
  toString(): string;
  toJSON(): string;
}

/** The id of an object in the engine that encoded it. */
export class ObjectId {
  [brand](): void;
  constructor(id?: number | bigint);
  id: number | bigint;
}

/** An object with its properties, as data: no code runs. */
export class FullObject {
  [brand](): void;
  constructor(className: string, properties?: Iterable<readonly [string, any]> | object);
  /** The name of the native class. */
  className: string;
  /** The names and values of the properties, in encoded order. */
  properties: [string, any][];
  /** Returns the value of a property. */
  get(name: string): any;
  /** Replaces the value of a property, or adds one. */
  set(name: string, value: any): this;
}

/** A declared type: objects of this native class. */
export class Class {
  [brand](): void;
  constructor(name: string);
  name: string;
}

/** A declared type: objects with the script at this path. */
export class Script {
  [brand](): void;
  constructor(path: string);
  path: string;
}

/** The declared type of values: the name of a type such as "int" or "Vector2", a class, a script, or null for any type. */
export type ElementType = string | Class | Script | null;

/** An array with a declared type, such as Array[int]. `encode` checks the type. */
export class TypedArray<T = any> extends Array<T> {
  constructor(values?: Iterable<T>, element?: ElementType);
  /** The declared type of the values. */
  element: ElementType;
  concat(...values: (T | ConcatArray<T>)[]): TypedArray<T>;
  filter<S extends T>(predicate: (value: T, index: number, array: T[]) => value is S, thisArg?: any): TypedArray<S>;
  filter(predicate: (value: T, index: number, array: T[]) => unknown, thisArg?: any): TypedArray<T>;
  /** Returns an array with the same declared type, which `encode` checks; `Array.from(array, map)` has none. */
  map<U>(map: (value: T, index: number, array: T[]) => U, thisArg?: any): TypedArray<U>;
  slice(start?: number, end?: number): TypedArray<T>;
  splice(start: number, deleteCount?: number, ...values: T[]): TypedArray<T>;
  toReversed(): TypedArray<T>;
  toSorted(compare?: (a: T, b: T) => number): TypedArray<T>;
  toSpliced(start: number, deleteCount?: number, ...values: T[]): TypedArray<T>;
  with(index: number, value: T): TypedArray<T>;
}

/** An array with a declared type that Pandemonium 5 stores packed. */
export class PackedTypedArray<T = any> extends TypedArray<T> {}

/**
 * A Map that finds keys by their values, as a Dictionary of the engine does, and that `JSON.stringify` does
 * not drop: what `decode` returns for a Dictionary that is not an object. A string finds a StringName, and
 * a new Vector2i an equal one.
 */
export class Dictionary<K = any, V = any> extends Map<K, V> {
  constructor(entries?: Iterable<readonly [K, V]> | { [key: string]: V });
  get(key: K | string): V | undefined;
  has(key: K | string): boolean;
  delete(key: K | string): boolean;
  /** Replaces the value of an equal key, or adds an entry. */
  set(key: K, value: V): this;
  /** Returns an object if all keys are texts, and pairs otherwise. */
  toJSON(): { [key: string]: V } | [K, V][];
}

/** A Dictionary with declared types, such as Dictionary[String, int]. */
export class TypedDictionary<K = any, V = any> extends Dictionary<K, V> {
  constructor(entries?: Iterable<readonly [K, V]> | { [key: string]: V }, key?: ElementType, value?: ElementType);
  /** The declared type of the keys. */
  key: ElementType;
  /** The declared type of the values. */
  value: ElementType;
}

/**
 * The entries of a Dictionary that no Map has: `decode` returns it for numbers as keys that were
 * chosen to collide.
 */
export class Pairs<K = any, V = any> {
  [brand](): void;
  constructor(entries?: Iterable<readonly [K, V]> | { [key: string]: V }, key?: ElementType, value?: ElementType);
  /** The keys and values in order. */
  entries: [K, V][];
  /** The declared type of the keys. */
  key: ElementType;
  /** The declared type of the values. */
  value: ElementType;
  /** The number of entries. */
  readonly size: number;
  [Symbol.iterator](): IterableIterator<[K, V]>;
  /** Returns an object if all keys are texts, and pairs otherwise. */
  toJSON(): { [key: string]: V } | [K, V][];
}
