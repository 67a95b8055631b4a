// Builds the editor: one page with the styles, the scripts, and the compiled part in it.
//
//   node build.mjs OUTPUT [OPTION]...
//
// The options are passed to `cargo build`. The variable WASM_BINDGEN names the program wasm-bindgen
// if it is not in the path.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const TARGET = "wasm32-unknown-unknown";
const [output, ...options] = process.argv.slice(2);
if (!output) throw new Error("expected node build.mjs OUTPUT [OPTION]...");

// Compiles the crate, and returns the glue of wasm-bindgen and the WebAssembly module.
function compiled() {
  const run = (command, args) => execFileSync(command, args, { cwd: import.meta.dirname, stdio: ["ignore", "pipe", "inherit"], encoding: "utf8", maxBuffer: 1 << 28 });
  const lines = run("cargo", ["build", "--release", "--locked", "--target", TARGET, "--message-format", "json-render-diagnostics", ...options]).split("\n");
  const messages = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
  const module = messages.flatMap((message) => message.filenames ?? []).find((name) => name.endsWith("gdvariant_editor.wasm"));
  const folder = mkdtempSync(join(tmpdir(), "editor-"));
  try {
    run(process.env.WASM_BINDGEN ?? "wasm-bindgen", ["--target", "no-modules", "--no-typescript", "--remove-name-section", "--remove-producers-section", "--out-dir", folder, module]);
    return { glue: readFileSync(join(folder, "gdvariant_editor.js"), "utf8"), wasm: readFileSync(join(folder, "gdvariant_editor_bg.wasm")) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const { glue, wasm } = compiled();
const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const page = (name) => read(`page/${name}`);

// The modules of the page. Each uses only the modules before it.
const MODULES = ["strings", "list", "client", "chunks", "tree", "bytes", "value", "editing", "menu", "search", "changes", "comparison", "dialogs", "part", "text", "main"];

// Joins modules to one module, which needs neither imports nor exports.
const joined = (sources) => sources.map((source) => source.replace(/^(import|export) .*\n/gm, "")).join("\n");

const script = `\n${joined(MODULES.map((name) => page(`${name}.js`)))}`;
const worker = `${glue}\n${page("worker.js")}`;
const style = `\n${page("base.css")}${page("style.css")}${page("editing.css")}`;
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
const parts = { policy, style, script, worker, wasm: gzipSync(wasm, { level: 9 }).toString("base64") };
const html = page("index.html").replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
writeFileSync(output, html);
console.log(`${output}: ${html.length.toLocaleString("en")} bytes`);
