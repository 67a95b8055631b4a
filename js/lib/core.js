// Calls of the WebAssembly module.

import * as core from "./core/core.js";
import * as errors from "./errors.js";
import { setDisplay } from "./display.js";
import { configure, write } from "./tape.js";

let module;

/** Starts with a compiled module. */
export function start(compiled) {
  module = compiled;
  core.initSync({ module });
  configure(core.tags(), core.max_depth());
  setDisplay((value) => call("display", write(value)));
}

/** Calls a function of the module, and throws its errors as the classes of the package. */
export function call(name, ...args) {
  return guarded(() => core[name](...args));
}

/** Creates an object of the module. */
export function create(name, ...args) {
  return guarded(() => new core[name](...args));
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
      core.__wbg_reset_state();
      throw new errors.InternalError(`a fault in gdvariant: ${error.message}`, { cause: error });
    }
    throw error;
  }
}
