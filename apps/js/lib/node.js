// The entry for Node, Deno and Bun: reads the module, which is in the same package. Without `await` at the top level,
// `require` loads the package too.

import { readFileSync } from "node:fs";
import * as glue from "./core/gdvariant.js";
import { start } from "./core.js";

start(glue, new WebAssembly.Module(readFileSync(new URL("./core/gdvariant.wasm", import.meta.url))));

export * from "./index.js";
