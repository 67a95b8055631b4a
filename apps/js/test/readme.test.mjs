// Runs the examples of the README in order, as one program.

import { readFileSync, writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";

test("the examples of the README", async (context) => {
  const text = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const blocks = [...text.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);
  const program = `import assert from "node:assert/strict";\n${blocks.join("\n")}`.replace(/"(gdvariant[^"\n]*)"/g, (_, name) => JSON.stringify(import.meta.resolve(name)));
  const folder = mkdtempSync(join(tmpdir(), "gdvariant-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "readme.mjs");
  writeFileSync(file, program);
  await import(pathToFileURL(file));
});
