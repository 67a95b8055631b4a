// The entry for browsers and bundlers: fetches the module, which lies beside this file.

import { start } from "./core.js";

start(await WebAssembly.compileStreaming(fetch(new URL("./core/core_bg.wasm", import.meta.url))));

export * from "./index.js";
