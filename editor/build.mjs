// Builds the page gdvariant-editor.html: one file with the styles, the scripts, and the compiled
// part in it.
//
//   node build.mjs GLUE WASM OUTPUT
//
// GLUE and WASM are the files that `wasm-bindgen --target no-modules` writes.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const [glue, wasm, output] = process.argv.slice(2);
const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const page = (name) => read(`page/${name}`);
const report = (name) => read(`../cli/src/inspect/html/assets/${name}`);

// The modules of the page. Each uses only the modules before it.
const MODULES = ["strings", "client", "chunks", "tree", "bytes", "editing", "search", "changes", "dialogs", "main"];

// Joins modules to one module, which needs neither imports nor exports.
function joined(sources) {
  const constants = new Set();
  return sources.map((source) => source
    .replace(/^import .*\n/gm, "")
    .replace(/^export .*\n/gm, "")
    // A helper that several modules define is defined once.
    .replace(/^const get = .*\n/gm, (line) => (constants.has(line) ? "" : (constants.add(line), line)))).join("\n");
}

const script = `\n${joined([report("list.js"), ...MODULES.map((name) => page(`${name}.js`))])}`;
const worker = `${readFileSync(glue, "utf8")}\n${report("unpack.js")}\n${page("worker.js")}`;
const style = `\n${report("style.css")}${page("style.css")}`;
for (const source of [script, worker]) {
  if (/<\/script|<!--/i.test(source)) throw new Error("a script contains the end of a script element");
}

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)} 'wasm-unsafe-eval'`,
  `style-src ${hash(style)}`,
  "worker-src blob:",
  "connect-src 'none'",
  "img-src data:",
  "form-action 'none'",
  "base-uri 'none'",
].join("; ");
const parts = { policy, style, script, worker, wasm: gzipSync(readFileSync(wasm), { level: 9 }).toString("base64") };
const html = page("index.html").replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
writeFileSync(output, html);
console.log(`${output}: ${html.length.toLocaleString("en")} bytes`);
