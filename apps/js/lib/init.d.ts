/** A `WebAssembly.Module`, an interface without members that TypeScript knows with the library `dom` only. */
export type Module = object;

/** Where the WebAssembly module is: what a bundler makes of `import wasm from "gdvariant/gdvariant.wasm"`. */
export type Source = Module | ArrayBuffer | Uint8Array | URL | string | Response;

/**
 * Starts the package. All other functions need this first; further calls have no effect.
 *
 * @throws {Error} if there is no module at the URL.
 */
export function init(source: Source | Promise<Source>): Promise<void>;

/** Starts the package at once, for example in a CommonJS module. Browsers allow this in workers only. */
export function initSync(source: Module | ArrayBuffer | Uint8Array): void;

export * from "./index.js";
