import { candidates } from "./candidates.js";

/** The base class of all errors of the package. */
export class GdvariantError extends Error {
  /** The names of the fields. Their values follow the message in the constructor. */
  static fields = [];

  constructor(message, ...values) {
    super(message);
    new.target.fields.forEach((name, index) => (this[name] = values[index]));
  }

  get name() {
    return this.constructor.name;
  }
}

/** Bytes that are not a value of the layout. */
export class DecodeError extends GdvariantError {
  static fields = ["offset", "path", "reason"];
}

/** A value that the layout cannot represent. */
export class EncodeError extends GdvariantError {
  static fields = ["path", "reason"];
}

/** A value whose types are not those of the value that it replaces. */
export class TypeChangeError extends GdvariantError {
  static fields = ["changes", "count"];

  constructor(message, count, ...changes) {
    super(message, changes.map(([path, old, type, isKey]) => ({ path, old, new: type, isKey })), count);
  }
}

/** A path of a document that is invalid, that does not exist, or whose value cannot be changed. */
export class PathError extends GdvariantError {
  static fields = ["path"];
}

/** A value that the other engine cannot represent without a loss. */
export class ConvertError extends GdvariantError {
  static fields = ["path", "reason"];
}

/** A text that is not a value. */
export class ParseError extends GdvariantError {
  static fields = ["line", "column", "reason"];
}

/** A connection that ends within a value, or a length above the maximum. */
export class FrameError extends GdvariantError {
  static fields = ["offset"];
}

/** A file that cannot be unpacked: another format, damaged, or a wrong password. */
export class FileError extends GdvariantError {}

/** Bytes that fit no layout, or several: pass the layout. */
export class AmbiguousError extends GdvariantError {
  static fields = ["candidates"];

  constructor(message, list) {
    super(message, candidates(list));
  }
}

/** A fault in the package. The package works on, and the fault is worth a report. */
export class InternalError extends GdvariantError {
  static fields = ["cause"];
}
