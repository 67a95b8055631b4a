import type { Source } from "./init.js";

/** The WebAssembly module, in the form that the bundler gives it. */
declare const source: Source;
export default source;
