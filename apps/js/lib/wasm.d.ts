/** The WebAssembly module, in the form that the bundler gives it: a URL, bytes or a `WebAssembly.Module`. */
declare const source: any;
export default source;
