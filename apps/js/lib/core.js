// Calls of the WebAssembly module.

import * as errors from "./errors.js";
import { setDisplay } from "./display.js";
import { configure, notStarted, read, write } from "./tape.js";

/** The module, which has started. */
let core;

/** The bits of options, after the number of the layout; `src/border.rs` states them. */
export let LENIENT, ALLOW_OBJECTS, EXACT, FRAMED, BIG_ENDIAN, FALLBACK;
/** The numbers of results that are not an address or a length. */
let NOTHING, FAILED, LONG;
/** The number of bytes that a loop copies in less time than a call of `slice`. */
const FEW = 64;

/** A module that has started. */
class Module {
  constructor(glue) {
    this.glue = glue;
    this.size = glue.buffer_size();
    this.reset();
  }

  /** Forgets the memory, which another one has replaced. */
  reset() {
    /** A mark of this memory. */
    this.life = {};
    /** The memory, and the address of its buffer for short messages. */
    this.memory = new Uint8Array();
    this.view = undefined;
    this.buffer = 0;
  }

  /** Finds the memory, which moves when it grows. */
  renew() {
    this.buffer = this.glue.buffer();
    this.memory = new Uint8Array(this.glue.module_memory().buffer);
    this.view = new DataView(this.memory.buffer);
  }

  /**
   * Reserves an eighth of the memory in advance, if the memory has grown. The allocator extends it by 64 KiB at a time, and an
   * engine counts the whole memory as new at each step and collects its garbage: without a reserve, the time for
   * objects that are not freed would grow with the square of their number.
   */
  reserve() {
    if (this.memory.length > 0) return;
    this.renew();
    // The module reserves 12 times the length of an input.
    this.glue.reserve(this.memory.length / 96);
    this.renew();
  }

  /** Returns the value on the tape at an address that a function of the module returned, or undefined if there is none. */
  value(address) {
    if (address === FAILED) throw errorOf(this.glue.take_failure());
    if (address === NOTHING) return undefined;
    if (this.memory.length === 0) this.renew();
    const { memory, view } = this;
    const value = read(memory, view, address);
    // A long tape would keep its memory until the next call.
    if (memory.length > 0 && view.getUint32(address, true) + view.getUint32(address + 8, true) > this.size) this.glue.free_tape();
    return value;
  }
}

/** Starts the compiled module with its glue, unless it has started. */
export function start(glue, module) {
  if (core !== undefined) return;
  glue.initSync({ module });
  core = new Module(glue);
  [LENIENT, ALLOW_OBJECTS, EXACT, FRAMED, BIG_ENDIAN, FALLBACK, NOTHING, FAILED, LONG] = glue.border_numbers();
  configure(glue.tags(), glue.max_depth());
}

setDisplay((value) => call("display", write(value)));

/** Calls a function of the module, and throws its errors as the classes of the package. */
export function call(name, ...args) {
  return guarded(() => running().glue[name](...args));
}

/** An object of the module, which has to be freed. */
export class Held {
  #module = running();
  #object;
  #life;
  #advice;

  /** Creates an object of a class of the module. After it is freed, `advice` is the message of an error. */
  constructor(advice, name, ...args) {
    this.#advice = advice;
    this.#object = guarded(() => new this.#module.glue[name](...args));
    this.#module.reserve();
    this.#life = this.#module.life;
  }

  get isFreed() {
    return this.#object === undefined;
  }

  call(method, ...args) {
    if (this.isFreed) throw new TypeError(this.#advice);
    return guarded(() => this.#object[method](...args));
  }

  /** Returns the value whose address a method returns. */
  value(method, ...args) {
    return this.#module.value(this.call(method, ...args));
  }

  free() {
    // After a fault, the object is in a memory that is gone.
    if (this.#module.life === this.#life) this.#object?.free();
    this.#object = undefined;
  }
}

function running() {
  return core ?? notStarted();
}

/** Returns the error for an array that the module threw or returned. */
export function errorOf([name, ...args]) {
  const Class = errors[name] ?? { RangeError }[name];
  return new Class(...args);
}

/** Calls a function that calls the module. */
export function guarded(callback) {
  try {
    return callback();
  } catch (error) {
    throw caught(error);
  }
}

/** Returns the error to throw for what a call of the module threw. */
function caught(error) {
  if (Array.isArray(error)) return errorOf(error);
  const isFault = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
  if (isFault || (error instanceof Error && error.message.startsWith("panicked"))) {
    // The memory of the module is in an unknown state.
    core.glue.__wbg_reset_state();
    core.reset();
    return new errors.InternalError(`a fault in gdvariant: ${error.message}`, error);
  }
  return error;
}

let lastName, lastNumber;

/** Returns the number of a layout, the first part of options. */
export function layoutNumber(name) {
  if (name !== lastName) {
    lastNumber = call("layout_number", name);
    lastName = name;
  }
  return lastNumber;
}

/** Decodes bytes to a value. */
export function decoded(data, options) {
  const module = running();
  const { glue } = module;
  let address;
  try {
    if (module.memory.length === 0) module.renew();
    const { length } = data;
    if (length <= module.size) {
      module.memory.set(data, module.buffer);
      address = glue.decode_short(length, options);
    } else {
      address = glue.decode(data, options);
    }
  } catch (error) {
    throw caught(error);
  }
  return module.value(address);
}

/** Returns the value on the tape at an address that `call` returned. */
export function valueAt(address) {
  return core.value(address);
}

/** Encodes the value on a tape of this length. */
export function encoded(tape, length, options) {
  const module = running();
  const { glue } = module;
  let count;
  try {
    if (module.memory.length === 0) module.renew();
    if (length > module.size) return glue.encode(tape.subarray(0, length), options);
    // Copying a short array as a whole takes less time than creating a part of it.
    module.memory.set(tape.length <= FEW * 8 ? tape : tape.subarray(0, length), module.buffer);
    count = glue.encode_short(length, options);
    if (count === LONG) return glue.take_encoded();
  } catch (error) {
    throw caught(error);
  }
  if (count === FAILED) throw errorOf(glue.take_failure());
  if (module.memory.length === 0) module.renew();
  const { memory, buffer } = module;
  if (count > FEW) return memory.slice(buffer, buffer + count);
  const bytes = new Uint8Array(count);
  for (let index = 0; index < count; index++) bytes[index] = memory[buffer + index];
  return bytes;
}
