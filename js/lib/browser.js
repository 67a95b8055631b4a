// The entry for browsers and bundlers: fetches the module, which is in the same package.

import { start } from "./core.js";

start(await WebAssembly.compileStreaming(fetch(new URL("./core/core_bg.wasm", import.meta.url))));

export * from "./index.js";
