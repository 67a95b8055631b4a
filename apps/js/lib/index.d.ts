/// <reference lib="esnext.disposable" />

import type { DecodeError } from "./errors.js";
import type { Layout } from "./types.js";
import type { Encodable, Variant } from "./values.js";

export type { Record, Struct, Vectors } from "./base.js";
export * from "./errors.js";
export * from "./types.js";
export * from "./values.js";

/** The input of functions. A Buffer of Node is a Uint8Array. */
export type Bytes = Uint8Array | ArrayBuffer | DataView;

/** A file: its bytes, or in Node, Deno and Bun its path. */
export type FileSource = Bytes | string | URL;

/** The options of functions that return values. An option that is `undefined` has its default. */
export interface ValueOptions {
  /**
   * Return values that `encode` writes as they were (default). With false, values have JavaScript's own
   * types where there are any: every float is a number, a StringName a string, a Dictionary an object if
   * its keys are texts, and declared types are left out. `encode` would write other types.
   */
  exact?: boolean | undefined;
}

/** The options of `strToVar` and `fromJson`. */
export interface ParseOptions extends ValueOptions {
  /** The layout of the value: "godot4" by default. */
  layout?: Layout | undefined;
}

/** The options of decoding. */
export interface DecodeOptions extends ParseOptions {
  /** Accept what the engine accepts, such as bytes after the value. */
  lenient?: boolean | undefined;
  /** Accept objects with their properties, and decode them as data. */
  allowObjects?: boolean | undefined;
}

/** The options of functions that take values. */
export interface InputOptions {
  /**
   * Returns the value for an object of a class that is none of the package's, such as an instance of
   * your own class: `(player) => ({ ...player })`. With it, TypeScript accepts all objects.
   */
  default?: Default | undefined;
}

type Default = (object: any) => Variant | object;

/** Options with `default`, with which a function takes objects of all classes. */
type WithDefault<Options> = Options & { default: Default };

/**
 * A compression: a mode as `open_compressed` writes it; as `PackedByteArray.compress` returns it, such
 * as "plain-zstd"; or the same after the size of the content, such as "size64-zstd".
 */
export type Compression = `${"" | "plain-" | "size32-" | "size64-"}${"fastlz" | "deflate" | "zstd" | "gzip"}`;

/** The options of `encode` and `encodeAll`. */
export interface EncodeOptions extends InputOptions {
  /** The layout of the bytes: "godot4" by default. */
  layout?: Layout | undefined;
  /** Prefix the length, as `store_var` and `put_var` do. */
  framed?: boolean | undefined;
  /** Use a big-endian length. */
  bigEndian?: boolean | undefined;
  /**
   * The bytes that the game writes before the values, such as a version. They are compressed as well, unless the
   * compression is a "plain-" or "size" one, and encrypted.
   */
  header?: Bytes | undefined;
  /** Compress the bytes. */
  compression?: Compression | undefined;
  /** Encrypt the bytes as `open_encrypted_with_pass` does. */
  password?: string | undefined;
  /** Encrypt the bytes with a key of 32 bytes, as `open_encrypted` does. */
  key?: Uint8Array | undefined;
  /** The oldest version of the engine that decodes the bytes, such as "4.3". */
  target?: string | undefined;
  /** Replace values that the target lacks by older types; otherwise they are an error. */
  fallback?: boolean | undefined;
}

/** The options of `unpack`. */
export interface UnpackOptions {
  /** The password of an encrypted file. */
  password?: string | undefined;
  /** The key of an encrypted file: 32 bytes. */
  key?: Uint8Array | undefined;
  /** The number of bytes before the first value, or before the content. */
  skip?: number | undefined;
  /** The maximum length of compressed or encrypted content in bytes, 256 MiB by default. */
  maxContent?: number | undefined;
}

/** What is known about the values of a file. */
export interface FileOptions extends UnpackOptions {
  /** The layout; detected by default. */
  layout?: Layout | undefined;
  /** The framing; detected by default. */
  framing?: Framing | undefined;
}

/** The options of `open`. */
export interface OpenOptions extends FileOptions, Omit<DecodeOptions, "layout"> {
  /** The maximum length of a framed value in bytes, 64 MiB by default. */
  maxLength?: number | undefined;
}

/** The options of `pack`: `compression`, a password or a key. */
export type PackOptions = Pick<EncodeOptions, "layout" | "compression" | "password" | "key">;

/** How values follow each other: one value, values with lengths, or concatenated values. */
export type Framing = "bare" | "framed" | "framed-big-endian" | "concatenated";

/**
 * The values of a file, to iterate over once. The memory of the file is freed when the iteration ends or stops, or
 * by `using`.
 */
export interface Values<T = any> extends Iterable<T>, Disposable {
  /** The name of the layout. */
  readonly layout: Layout;
  /** The name of the framing. */
  readonly framing: Framing;
  /** The probability of the layout and the framing in percent. */
  readonly confidence: number;
  /** The other layouts and framings that fit and are equal or close to the chosen one. */
  readonly alsoValid: Candidate[];
}

/** The options of connections. */
export interface FrameOptions extends DecodeOptions {
  /** Expect big-endian lengths, as with `StreamPeer.big_endian`. */
  bigEndian?: boolean | undefined;
  /** The maximum length of a value in bytes, 8 MiB by default. */
  maxLength?: number | undefined;
}

/** A layout and a framing that bytes may have. */
export interface Candidate {
  layout: Layout;
  framing: Framing;
  /** The number of bytes before the first value. */
  skip: number;
  /** The place among the candidates; 1 is the likeliest. */
  rank: number;
  /** The probability in percent. */
  confidence: number;
  /** Whether all bytes are valid values. */
  fits: boolean;
  reasons: string[];
}

/** Some bytes of a value with their meaning. */
export interface Row {
  /** The offset in bytes. */
  offset: number;
  /** The number of bytes. */
  length: number;
  role: "header" | "field" | "padding";
  /** The path to the value, such as `players[0].health`. */
  path: string;
  /** The name of the value's type. */
  type: string;
  /** The name of the field. */
  field: string;
  /** The meaning of the bytes. */
  meaning: string;
}

/** The severity of a finding of `audit`. */
export type Severity = "note" | "warning" | "error";

/** A finding of `audit`, as `gdvariant audit --json` prints it. */
export interface AuditRow {
  /** The line, from 1, if the file is text. */
  line?: number;
  /** The column in characters, from 1, if the file is text. */
  column?: number;
  /** The number of the value, from 1, if the file can have several. */
  value?: number;
  /** The offset in the content of the file. */
  offset: number;
  /** The path of the value. */
  path: string;
  severity: Severity;
  /** The id of the rule. */
  id: string;
  /** The finding, the behavior of engines, and the advice. */
  message: string;
}

/** The options of `audit`. */
export interface AuditOptions extends FileOptions {
  /** The number of rows of each rule to keep, 100 by default. */
  maxRows?: number | undefined;
  /** The ids of rules whose findings are omitted, such as "nan". */
  ignore?: string[] | undefined;
}

/** What to check before a game loads a file. */
export interface Audit {
  rows: AuditRow[];
  /** The number of values; a text is one value. */
  values: number;
  /** The reason why the file, or the rest of it, is not examined. */
  notExamined: string | null;
  /** The highest severity of all findings; "error" if the file is not examined. */
  highest: Severity | null;
  /** The number of findings that are not in `rows`. */
  omitted: number;
}

/** What a conversion lost. */
export interface Loss {
  /** The path to the value. */
  path: string;
  description: string;
}

/**
 * Decodes one value, like the engine's `bytes_to_var`. The type is that of the caller, and is not
 * checked.
 *
 * @throws {DecodeError} if the bytes are not a value of the layout.
 */
export function decode<T = any>(data: Bytes, options?: DecodeOptions): T;

/**
 * Encodes a value, like the engine's `var_to_bytes`.
 *
 * @throws {EncodeError} if the layout cannot represent the value.
 */
export function encode<T>(value: Encodable<T>, options?: EncodeOptions): Uint8Array<ArrayBuffer>;
export function encode(value: unknown, options: WithDefault<EncodeOptions>): Uint8Array<ArrayBuffer>;

/**
 * Encodes the values of a file, which follow each other; `framed` is true by default.
 *
 * @throws {EncodeError} if the layout cannot represent a value.
 */
export function encodeAll<T>(values: Iterable<Encodable<T>>, options?: EncodeOptions): Uint8Array<ArrayBuffer>;
export function encodeAll(values: Iterable<unknown>, options: WithDefault<EncodeOptions>): Uint8Array<ArrayBuffer>;

/**
 * Opens a file: unpacks it, detects the engine and the framing, and returns its values. Node reads the
 * file at a path; pass bytes in other environments.
 *
 * @throws {FileError} if the file cannot be unpacked, for example without its password.
 * @throws {AmbiguousError} if the bytes fit no layout, or several.
 */
export function open<T = any>(source: FileSource, options?: OpenOptions): Values<T>;

/** The options of the methods of a document. */
export interface ChangeOptions {
  /** The index of the value, in a file with several. */
  value?: number | undefined;
}

/** The options of `Document.move` and `Document.copy`. */
export interface MoveOptions extends ChangeOptions {
  /** Replace a value that the other path has; otherwise this is an error. */
  replace?: boolean | undefined;
}

/** The options of `Document.set`. */
export interface SetOptions extends ChangeOptions, InputOptions {
  /**
   * Add an entry if a Dictionary lacks the key; otherwise this is an error. In ConfigFiles, scenes and resources,
   * which omit defaults, keys are always added.
   */
  create?: boolean | undefined;
  /** Write an int in place of a float as a float (default). */
  keepFloats?: boolean | undefined;
  /** Accept values of other types. */
  changeTypes?: boolean | undefined;
}

/**
 * A file whose values are changed by path: everything else keeps its bytes.
 *
 * The file has values of any engine, encoded or as text: a save, a ConfigFile, a scene, JSON. It can be compressed
 * and encrypted. A path has the keys of Dictionaries, the indexes of Arrays, and `[+]` for a new element, such as
 * `player.items[0].id`; the path "" is the whole value.
 *
 * A change that throws an error leaves the document as it was. The methods that change return notes about possible
 * mistakes, such as a stored length that is not changed.
 */
export class Document implements Disposable {
  private constructor();
  /**
   * Opens a file: unpacks it, and detects the engine and the framing. Node reads the file at a path; pass bytes in other
   * environments.
   *
   * @throws {FileError} if the file cannot be unpacked, for example without its password.
   * @throws {AmbiguousError} if the bytes fit no layout, or several.
   */
  static open(source: FileSource, options?: Omit<OpenOptions, "exact" | "maxLength" | "allowObjects">): Document;
  /** The name of the layout. */
  readonly layout: Layout;
  /** The name of the framing. */
  readonly framing: Framing;
  /** The number of values. */
  readonly length: number;
  /** The compression and encryption, as `unpack` names them. */
  readonly layers: string[];
  /**
   * Returns the value at a path, by default the whole value.
   *
   * @throws {PathError} if there is none.
   */
  get<T = any>(path?: string, options?: ChangeOptions & ValueOptions): T;
  /**
   * Replaces the value at a path.
   *
   * @throws {PathError} if the value cannot be stored at the path.
   * @throws {TypeChangeError} if the type of a value changes, and `changeTypes` is not set.
   */
  set<T>(path: string, value: Encodable<T>, options?: SetOptions): string[];
  set(path: string, value: unknown, options: WithDefault<SetOptions>): string[];
  /** Inserts an element of an Array before the one at a path. */
  insert<T>(path: string, value: Encodable<T>, options?: ChangeOptions & InputOptions): string[];
  insert(path: string, value: unknown, options: WithDefault<ChangeOptions & InputOptions>): string[];
  /** Removes the value at a path, or the values at several, which refer to the value before the first removal. */
  remove(paths: string | string[], options?: ChangeOptions): string[];
  /** Changes the key at the end of a path. The entry keeps its position. */
  rename(path: string, key: Variant, options?: ChangeOptions): string[];
  /** Moves an element, an entry or a property to another index of its container. */
  reorder(path: string, index: number, options?: ChangeOptions): string[];
  /** Moves a value to another path. */
  move(source: string, target: string, options?: MoveOptions): string[];
  /** Copies a value to another path. */
  copy(source: string, target: string, options?: MoveOptions): string[];
  /**
   * Converts the values to the layout of another engine, and the encryption to its own. Returns the losses.
   *
   * @throws {ConvertError} if a value would change and `lossy` is not set.
   */
  convert(layout: Layout, options?: { lossy?: boolean | undefined }): Loss[];
  /** Returns the bytes of the file, compressed and encrypted as the original. */
  toBytes(): Uint8Array<ArrayBuffer>;
  /** Frees the memory of the file, as `using` does. */
  [Symbol.dispose](): void;
}

/**
 * Removes all compression and encryption of a file, and returns its content, whatever it is, with
 * what was removed, such as "an encrypted file of Godot 4", outermost first. A file that is neither
 * compressed nor encrypted is its own content.
 *
 * @throws {FileError} if the file cannot be unpacked, for example without its password.
 */
export function unpack(source: FileSource, options?: UnpackOptions): { content: Uint8Array<ArrayBuffer>; layers: string[] };

/**
 * Compresses and encrypts any content, and returns the bytes of the file.
 */
export function pack(content: Bytes, options: PackOptions): Uint8Array<ArrayBuffer>;

/** Splits the bytes of a connection into values. */
export class FrameDecoder<T = any> implements IterableIterator<T>, Disposable {
  constructor(options?: FrameOptions);
  /**
   * Adds bytes, and returns the decoder, which iterates over the values that are complete.
   *
   * Iteration throws a DecodeError for an invalid value, and continues with the next value if it is
   * resumed. It throws a FrameError for a length above the maximum: close the connection.
   */
  feed(data: Bytes): this;
  next(): IteratorResult<T, undefined>;
  [Symbol.iterator](): this;
  /**
   * Checks that the connection ends between two values.
   *
   * @throws {FrameError} if the connection ends in a value.
   */
  finish(): void;
  /** Frees the memory of the decoder, as `using` does. */
  [Symbol.dispose](): void;
}

/** Iterates over the values of a stream, such as a socket of Node or the body of a response. */
export function frames<T = any>(stream: AsyncIterable<Bytes> | Iterable<Bytes>, options?: FrameOptions): AsyncGenerator<T, void, undefined>;

/** Ranks the possible layouts and framings, the likeliest first. */
export function detect(source: FileSource, options?: Omit<UnpackOptions, "skip">): Candidate[];

/**
 * Reports what to check before a game loads a file: objects and scripts, paths of files, and bytes that
 * engines reject or alter.
 *
 * Invalid bytes are findings, and a file that cannot be examined, such as an image or a script, is not an
 * exception: check `notExamined`.
 */
export function audit(source: FileSource, options?: AuditOptions): Audit;

/** Lists the bytes of a value with their meaning, and the error at which the list ends. */
export function inspect(data: Bytes, options?: DecodeOptions): { rows: Row[]; error: DecodeError | null };

/** The options of `varToStr`. */
export interface VarToStrOptions extends InputOptions {
  /** The layout whose engine parses the text: "godot4" by default. */
  layout?: Layout | undefined;
  /** Format floats with all digits if the engine would round them. */
  exact?: boolean | undefined;
}

/**
 * Formats a value like the engine's `var_to_str`.
 *
 * @throws {EncodeError} if the layout cannot represent the value.
 */
export function varToStr<T>(value: Encodable<T>, options?: VarToStrOptions): string;
export function varToStr(value: unknown, options: WithDefault<VarToStrOptions>): string;

/**
 * Parses a string of `var_to_str`.
 *
 * @throws {ParseError} if the string is not a value.
 */
export function strToVar<T = any>(text: string, options?: ParseOptions): T;

/** The options of `toJson`. */
export interface ToJsonOptions extends InputOptions {
  /** The layout that names the types: "godot4" by default. */
  layout?: Layout | undefined;
  /** Omit the types: a vector is an array, and a StringName a string. */
  plain?: boolean | undefined;
  /** Start a new line for each element, after this number of spaces for each level. */
  indent?: number | undefined;
}

/**
 * Formats a value as JSON: in the program's lossless form, which `fromJson` parses, or with `plain` as
 * other tools expect JSON, without the names of types.
 *
 * @throws {EncodeError} if the layout cannot represent the value.
 */
export function toJson<T>(value: Encodable<T>, options?: ToJsonOptions): string;
export function toJson(value: unknown, options: WithDefault<ToJsonOptions>): string;

/**
 * Parses the lossless JSON of `toJson` and of the program.
 *
 * @throws {ParseError} if the text is not the JSON of one value.
 */
export function fromJson<T = any>(text: string, options?: ParseOptions): T;

/** Returns the names of the layouts, the layout with the most users first. */
export function layouts(): Layout[];
