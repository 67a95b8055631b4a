// The entry for browsers and bundlers: fetches the module, which is in the same package.

import * as glue from "./core/gdvariant.js";
import { start } from "./core.js";
import { compiled } from "./start.js";

start(glue, await compiled(new URL("./core/gdvariant.wasm", import.meta.url)));

export * from "./index.js";
