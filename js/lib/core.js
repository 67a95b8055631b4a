// Calls of the WebAssembly module.

import * as errors from "./errors.js";
import { setDisplay } from "./display.js";
import { configure, notStarted, write } from "./tape.js";

/** The glue of each module that has started. */
const started = new Set();
/** The glue of the module with the most layouts, which runs all calls. */
let core;

/** Starts a compiled module with its glue, unless the module has started. */
export function start(glue, module) {
  if (started.has(glue)) return;
  glue.initSync({ module });
  started.add(glue);
  // A program and its libraries can import both `gdvariant` and `gdvariant/godot4`.
  if (core !== undefined && core.layouts().length >= glue.layouts().length) return;
  core = glue;
  configure(core.tags(), core.max_depth());
}

setDisplay((value) => call("display", write(value)));

/** Calls a function of the module, and throws its errors as the classes of the package. */
export function call(name, ...args) {
  return guarded(() => running()[name](...args));
}

/** Creates an object of the module. */
export function create(name, ...args) {
  return guarded(() => new (running()[name])(...args));
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
    if (Array.isArray(error)) throw errorOf(error);
    const isFault = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    if (isFault || (error instanceof Error && error.message.startsWith("panicked"))) {
      // The memory of the module is in an unknown state.
      for (const glue of started) glue.__wbg_reset_state();
      throw new errors.InternalError(`a fault in gdvariant: ${error.message}`, { cause: error });
    }
    throw error;
  }
}
