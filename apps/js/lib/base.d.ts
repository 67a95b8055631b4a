/**
 * A method of instances that no other object has, so that an object with the same fields is not taken for one. As a
 * method, it is in types such as `Readonly<Vector2>`, but not in the type of `{ ...id }`.
 */
declare const brand: unique symbol;

/** A value with named fields, such as a vector. */
export class Struct {
  [brand](): void;
  /** Iterates over the fields. */
  [Symbol.iterator](): IterableIterator<any>;
  /** Returns whether another value has the same type and equal fields; NaN equals NaN. */
  equals(other: unknown): boolean;
  /** Formats the value as scripts do, such as `Vector2(1, 2)`. */
  toString(): string;
}

/** A value that refers to something in a running engine. */
export class Record extends Struct {}

/** A packed array of strings. */
export class Strings extends Array<string> {}

/** A packed array of vectors or colors, with their components in one array of numbers. */
export class Vectors<T extends Struct, N extends Float32Array | Float64Array | Int32Array> {
  [brand](): void;
  /** Creates an array from values, or around the components of all values, which are not copied. */
  constructor(values?: Iterable<T | Iterable<number>> | N);
  /** The components of all values, which can be changed in place. */
  components: N;
  /** The number of values. */
  readonly length: number;
  /** Returns a copy of the value at an index; a negative index counts from the end. */
  at(index: number): T | undefined;
  /** Replaces the value at an index. */
  set(index: number, value: T | Iterable<number>): void;
  [Symbol.iterator](): IterableIterator<T>;
  /** Formats the values as scripts do. */
  toString(): string;
  /** Returns the values for `JSON.stringify`. */
  toJSON(): T[];
}
