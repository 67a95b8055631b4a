// Files at paths, which Node, Deno and Bun read.

/** Returns the bytes of the file at a path. */
export function fileAt(path) {
  const fs = globalThis.process?.getBuiltinModule?.("node:fs");
  if (fs === undefined) {
    throw new TypeError("expected bytes, found a path, which browsers do not open; pass bytes, such as `await file.arrayBuffer()`");
  }
  return fs.readFileSync(path);
}
