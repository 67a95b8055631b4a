// Loads the installed package in Chromium, under a Content-Security-Policy that allows no more than
// WebAssembly.
//
//   node browser.mjs PACKAGE BROWSER
//
// PACKAGE is the folder of the installed package, and BROWSER the folder of .ci/pages with its packages.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join, normalize, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, browserFolder] = process.argv.slice(2).map((path) => resolve(path));
const { launch, watch } = await import(pathToFileURL(join(browserFolder, "browser.mjs")).href);

const TYPES = { js: "text/javascript", wasm: "application/wasm", html: "text/html" };
const PAGE = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>gdvariant</title><script type="module" src="/main.js"></script>';
const MAIN = `
  import { Vector2, decode, encode, frames, open } from "/lib/browser.js";
  const value = { name: "Ada", position: new Vector2(1.5, 2), floats: new Float32Array(5000) };
  const bytes = encode(value, { framed: true, password: "secret" });
  const [again] = open(bytes, { password: "secret" });
  const streamed = [];
  for await (const item of frames(new Blob([encode(7, { framed: true })]).stream())) streamed.push(item);
  document.title = JSON.stringify([again.name, String(again.position), again.floats.length, streamed, decode(encode("ü"))]);
`;

const server = createServer(({ url }, response) => {
  const [path, name] = [normalize(url), url.split(".").pop()];
  response.setHeader("Content-Security-Policy", "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src data:");
  response.setHeader("Content-Type", TYPES[name] ?? TYPES.html);
  try {
    response.end(url === "/" ? PAGE : url === "/main.js" ? MAIN : readFileSync(join(folder, path)));
  } catch {
    response.writeHead(404).end();
  }
}).listen(0, "127.0.0.1");
await new Promise((done) => server.on("listening", done));

const browser = await launch();
try {
  const page = await browser.newPage();
  const faults = watch(page);
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(() => document.title.startsWith("["), undefined, { timeout: 30_000 }).catch((error) => faults.push(error.message));
  assert.deepEqual(faults, []);
  assert.equal(await page.title(), '["Ada","Vector2(1.5, 2)",5000,[7],"ü"]');
  console.log("the package works in Chromium");
} finally {
  await browser.close();
  server.close();
}
