// Starts the WebAssembly module from where it is.

import { shown } from "./base.js";
import { start } from "./core.js";

/** Returns the functions that start the module of this glue. */
export function starter(glue) {
  return {
    async init(source) {
      start(glue, await compiled(source));
    },
    initSync(source) {
      start(glue, source instanceof WebAssembly.Module ? source : new WebAssembly.Module(bytesOf(source)));
    },
  };
}

/** Compiles the module. */
export async function compiled(source) {
  source = await source;
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source === "string" || source instanceof URL) source = await fetched(source);
  if (!(source instanceof Response)) return WebAssembly.compile(bytesOf(source));
  const where = source.url || "the response";
  const advice = "serve the file gdvariant.wasm of the package, or pass its bytes to `init` of gdvariant/init";
  if (!source.ok) throw new Error(`${where}: expected a WebAssembly module, found status ${source.status}; ${advice}`);
  const type = source.headers.get("Content-Type");
  if (type === "application/wasm") return WebAssembly.compileStreaming(source);
  // Servers that do not know the suffix send another type, which `compileStreaming` rejects.
  const bytes = new Uint8Array(await source.arrayBuffer());
  if (String.fromCharCode(...bytes.subarray(0, 4)) === "\0asm") return WebAssembly.compile(bytes);
  throw new Error(`${where}: expected a WebAssembly module, found other content of the type ${type}; ${advice}`);
}

/** Fetches a URL. Node does not fetch files. */
async function fetched(url) {
  const fs = String(url).startsWith("file:") && globalThis.process?.getBuiltinModule?.("node:fs");
  return fs ? fs.promises.readFile(new URL(url)) : fetch(url);
}

function bytesOf(source) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
  throw new TypeError(`expected the WebAssembly module: its bytes, its URL, a Response or a WebAssembly.Module, found ${shown(source)}`);
}
