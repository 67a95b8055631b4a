// The entry for Node: reads the module from the package.

import { readFileSync } from "node:fs";
import { start } from "./core.js";

start(new WebAssembly.Module(readFileSync(new URL("./core/core_bg.wasm", import.meta.url))));

export * from "./index.js";
