// Builds the examples of docs/bundlers.md with the bundlers, and runs them in Chromium and in Node.
//
//   node bundlers.mjs FOLDER BROWSER
//
// FOLDER has the package and the bundlers in its node_modules, and BROWSER is the folder of .ci/pages with its packages.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join, normalize, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, browserFolder] = process.argv.slice(2).map((path) => resolve(path));
const { launch, watch } = await import(pathToFileURL(join(browserFolder, "browser.mjs")).href);
const require = createRequire(`${folder}/`);
const { default: webpack } = await import(pathToFileURL(require.resolve("webpack")).href);
const vite = await import(pathToFileURL(join(folder, "node_modules/vite/dist/node/index.js")).href);

const EXPECTED = "Vector2(1.5, 2)";
const TYPES = { html: "text/html", js: "text/javascript" };

const guide = readFileSync(new URL("../docs/bundlers.md", import.meta.url), "utf8");

/** Writes the files of a section, and returns their folder and the command of the section. */
function written(section, entry = "main.js") {
  const text = guide.split(/^## /m).find((part) => part.startsWith(`${section}\n`));
  assert.ok(text, `docs/bundlers.md: expected a section ${section}`);
  const root = join(folder, section.replaceAll(" ", "-"));
  mkdirSync(root, { recursive: true });
  for (const [, name, code] of text.matchAll(/```js\n\/\/ (\S+)\n(.*?)```/gs)) writeFileSync(join(root, name), code);
  writeFileSync(join(root, "index.html"), page(`/${entry}`));
  return { root, command: text.match(/```sh\n(.*?)\n```/s)?.[1].split(" ") };
}

/** Returns a page with a script. */
function page(script) {
  return `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>gdvariant</title><script type="module" src="${script}"></script>`;
}

const browser = await launch();

/** Asserts what a page prints. */
async function printsInBrowser(name, url) {
  const page = await browser.newPage();
  try {
    const faults = watch(page);
    const printed = [];
    page.on("console", (message) => message.type() === "log" && printed.push(message.text()));
    await page.goto(url);
    for (let tries = 0; printed.length === 0 && faults.length === 0 && tries < 300; tries++) await page.waitForTimeout(100);
    assert.deepEqual([faults, printed], [[], [EXPECTED]], name);
    console.log(`${name}: works in Chromium`);
  } finally {
    await page.close();
  }
}

/** Serves a folder, whose files of WebAssembly have the type of unknown files, and asserts what its page prints. */
async function printsWhenServed(name, root) {
  const server = createServer(({ url }, response) => {
    const path = url === "/" ? "index.html" : normalize(new URL(url, "http://localhost").pathname);
    response.setHeader("Content-Type", TYPES[path.split(".").pop()] ?? "application/octet-stream");
    try {
      response.end(readFileSync(join(root, path)));
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, "127.0.0.1");
  await new Promise((done) => server.on("listening", done));
  try {
    await printsInBrowser(name, `http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.close();
  }
}

/** Returns a free port: vite tells its pages the port of its settings, also if this is 0. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => server.on("listening", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** Asserts what a program prints in Node. */
function printsInNode(name, file) {
  assert.equal(execFileSync(process.execPath, [file], { encoding: "utf8" }), `${EXPECTED}\n`, name);
  console.log(`${name}: works in Node`);
}

/** Bundles with webpack. */
async function packed(root, target, filename) {
  const options = { mode: "production", context: root, target, entry: "./main.js", output: { path: join(root, "dist"), filename }, performance: { hints: false } };
  const stats = await new Promise((done, failed) => webpack(options, (error, found) => (error ? failed(error) : done(found))));
  assert.ok(!stats.hasErrors() && !stats.hasWarnings(), stats.toString());
}

try {
  {
    const { root } = written("webpack");
    await packed(root, "web", "web.js");
    writeFileSync(join(root, "index.html"), page("/dist/web.js"));
    await printsWhenServed("webpack", root);
    await packed(root, "node", "node.cjs");
    printsInNode("webpack", join(root, "dist/node.cjs"));
  }

  for (const [entry, name] of [["main.js", "gdvariant"], ["init.js", "gdvariant/init"]]) {
    const { root } = written("vite", entry);
    // Otherwise, the development server finds the package while the page loads, and loads the page again.
    const options = { root, configFile: false, logLevel: "error", optimizeDeps: { include: [name] } };
    await vite.build(options);
    await printsWhenServed(`vite, ${entry}`, join(root, "dist"));
    const server = await vite.createServer({ ...options, server: { host: "127.0.0.1", port: await freePort() } });
    await server.listen();
    try {
      await printsInBrowser(`the development server of vite, ${entry}`, server.resolvedUrls.local[0]);
    } finally {
      await server.close();
    }
  }

  for (const section of ["esbuild for browsers", "esbuild for Node"]) {
    const { root, command: [program, ...args] } = written(section);
    execFileSync(join(folder, "node_modules/.bin", program), [...args, "--log-level=warning", "--log-override:big-output=silent"], { cwd: root, stdio: "inherit" });
    if (section.endsWith("Node")) {
      printsInNode("esbuild", join(root, "dist/main.cjs"));
    } else {
      writeFileSync(join(root, "index.html"), page("/dist/main.js"));
      await printsWhenServed("esbuild", root);
    }
  }
} finally {
  await browser.close();
}
