// The entry for programs that start the module themselves.

import * as glue from "./core/gdvariant.js";
import { starter } from "./start.js";

export const { init, initSync } = starter(glue);
export * from "./index.js";
