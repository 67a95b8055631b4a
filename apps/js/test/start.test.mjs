// The entries of the package: where the module comes from, and what happens before it starts. Each test is a program.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

/** Runs a program, and returns what it prints as JSON. */
function printed(program, type = "module") {
  const args = [`--input-type=${type}`, "--eval", program];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: new URL("..", import.meta.url), encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }));
}

const start = `
  import { readFileSync } from "node:fs";
  import { createServer } from "node:http";
  const url = new URL(import.meta.resolve("gdvariant/gdvariant.wasm"));
  const bytes = readFileSync(url);
  import * as gd from "gdvariant/init";
  const print = (value) => console.log(JSON.stringify(value));
`;

for (const [kind, source] of Object.entries({
  "its URL": "url",
  "its bytes": "bytes",
  "an ArrayBuffer": "new Uint8Array(bytes).buffer",
  "a module": "new WebAssembly.Module(bytes)",
  "a response": "new Response(bytes, { headers: { 'Content-Type': 'application/wasm' } })",
  "a promise": "Promise.resolve(bytes)",
})) {
  test(`gdvariant/init starts with ${kind}`, () => {
    const decoded = printed(`${start}
      await gd.init(${source});
      print(gd.decode(gd.encode(["Ada", new gd.Vector2(1, 2)])));`);
    assert.deepEqual(decoded, ["Ada", { x: 1, y: 2 }]);
  });
}

test(`gdvariant/init starts at once, and only once`, () => {
  const same = printed(`${start}
    gd.initSync(bytes);
    const values = gd.open(gd.encode([7]));
    gd.initSync(bytes);
    await gd.init(url);
    print([...values]);`);
  assert.deepEqual(same, [[7]]);
});

test(`gdvariant/init fetches from servers that send another type`, () => {
  const [value, ...errors] = printed(`${start}
    const server = createServer((request, response) => {
      response.statusCode = request.url === "/missing" ? 404 : 200;
      response.setHeader("Content-Type", request.url === "/page" ? "text/html" : "application/octet-stream");
      response.end(request.url === "/page" ? "<!doctype html>" : bytes);
    }).listen(0, "127.0.0.1", async () => {
      const at = (path) => "http://127.0.0.1:" + server.address().port + path;
      const errors = [];
      for (const path of ["/missing", "/page"]) await gd.init(at(path)).catch((error) => errors.push(error.message));
      await gd.init(at("/module"));
      print([gd.decode(gd.encode("Ada")), ...errors]);
      server.close();
    });`);
  assert.equal(value, "Ada");
  assert.match(errors[0], /missing: .* status 404; .*init/);
  assert.match(errors[1], /page: .* type text\/html; .*init/);
});

test(`gdvariant/init names what is missing`, () => {
  const errors = printed(`${start}
    const errors = [];
    const value = new gd.Vector2(1, 2);
    for (const call of [() => gd.encode(value), () => gd.decode(bytes), () => gd.open(bytes), () => new gd.FrameDecoder(), () => String(value)]) {
      try { call(); } catch (error) { errors.push(error instanceof gd.GdvariantError && error.message); }
    }
    for (const source of [undefined, null, { default: 1 }]) await gd.init(source).catch((error) => errors.push(error.message));
    await gd.init(new Uint8Array(4)).catch((error) => errors.push(error.name));
    print(errors);`);
  assert.equal(errors.length, 9);
  for (const message of errors.slice(0, 5)) assert.match(message, /has not started; .*`init`/);
  for (const message of errors.slice(5, 8)) assert.match(message, /expected the WebAssembly module: .* found (undefined|null|an object)/);
  assert.equal(errors[8], "CompileError");
});

const needs = process.features.require_module ? false : "needs Node 20.19 or 22.12";
test(`require loads gdvariant`, { skip: needs }, () => {
  const value = printed(`
    const { decode, encode } = require("gdvariant");
    console.log(JSON.stringify(decode(encode({ name: "Ada" }))));`, "commonjs");
  assert.deepEqual(value, { name: "Ada" });
});
