import type { Candidate } from "./index.js";

/** The base class of all errors of the package. */
export class GdvariantError extends Error {}

/** Bytes that are not a value of the layout. */
export class DecodeError extends GdvariantError {
  /** The offset of the fault in bytes. */
  readonly offset: number;
  /** The path to the fault, such as `players[0].health`. */
  readonly path: string;
  /** The reason, without the place. */
  readonly reason: string;
}

/** A value that the layout cannot represent. */
export class EncodeError extends GdvariantError {
  /** The path to the value. */
  readonly path: string;
  /** The reason, without the place. */
  readonly reason: string;
}

/** A value whose type is not that of the original. */
export interface TypeChange {
  /** The path to the value. */
  path: string;
  /** The type in the original, such as "Vector2" or "Array[int]". */
  old: string;
  /** The type now. */
  new: string;
  /** Whether the type of the key at the end of the path changed, instead of its value. */
  isKey: boolean;
}

/** Values whose types are not those of the values that they replace, such as an array for a Vector2. */
export class TypeChangeError extends GdvariantError {
  /** The first changes, at most 10. */
  readonly changes: TypeChange[];
  /** The number of all changes. */
  readonly count: number;
}

/** A path of a `Document` that is invalid, that does not exist, or whose value cannot be changed. */
export class PathError extends GdvariantError {
  /** The path that was passed. */
  readonly path: string;
}

/** A value that the other engine cannot represent without a loss. */
export class ConvertError extends GdvariantError {
  /** The path to the value. */
  readonly path: string;
  /** What would be lost. */
  readonly reason: string;
}

/** A text that is not a value. */
export class ParseError extends GdvariantError {
  /** The line of the fault, from 1. */
  readonly line: number;
  /** The column of the fault, from 1. */
  readonly column: number;
  /** The reason, without the place. */
  readonly reason: string;
}

/** A connection that ends within a value, or a length above the maximum: close the connection. */
export class FrameError extends GdvariantError {
  /** The offset of the length in the connection. */
  readonly offset: number;
}

/** A file that cannot be unpacked: another format, damaged, or a wrong password. */
export class FileError extends GdvariantError {}

/** Bytes that fit no layout, or several: pass the layout. */
export class AmbiguousError extends GdvariantError {
  /** The layouts and framings that fit, the likeliest first; pass one of them to `open` as options. */
  readonly candidates: Candidate[];
}

/** A fault in the package. The package works on, and the fault is worth a report. */
export class InternalError extends GdvariantError {}
