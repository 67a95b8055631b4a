// Uses the page as a person would, in Chromium: opens files, edits them with the keyboard, and
// compares downloaded files. Fails if the page sends a request, violates its policy, or if axe
// reports a violation.
//
//   node test.mjs PAGE PROGRAM BROWSER [SCREENSHOTS]
//
// PAGE is the built page, PROGRAM is gdvariant, BROWSER is the folder of .ci/pages with its packages,
// and SCREENSHOTS is a folder that gets pictures of the page.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";

const [pagePath, program, browserFolder, screenshots] = process.argv.slice(2);
const { launch, runAxe, watch } = await import(pathToFileURL(resolve(browserFolder, "browser.mjs")).href);
const url = pathToFileURL(resolve(pagePath)).href;
const TIMEOUT = 60_000; // milliseconds
const MAX_BLOCK = 500; // milliseconds; many times the usual block, for busy machines

const folder = mkdtempSync(join(tmpdir(), "editor-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
const conformance = (name) => join(import.meta.dirname, "../conformance/files", name);
const run = (args, input) => execFileSync(program, args, { input, stdio: ["pipe", "pipe", "pipe"], maxBuffer: 1 << 28 });
const decoded = (file, ...args) => run(["decode", "--to", "text", "--allow-objects", ...args, file]).toString().trim();

function written(name, bytes) {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const TEXT = '{"name": "Ada", "health": 87.5, "position": Vector2(1.5, -2), "inventory": [{"id": 3, "count": 2}, {"id": 9, "count": 1}], '
  + '"cell": Vector2i(3, 4), 7: true, Vector2(1, 2): "complex key", "scores": Array[int]([1, 2, 3]), "colors": PackedColorArray(1, 0, 0, 1), '
  + '"<b>&": "</script>", "node": Object(Node,"name":"x","child":Object(Node,"a":1,"b":2),"z":3)}';
const player = written("player.dat", run(["encode", "--from", "text", "--layout", "godot4", "--bare"], TEXT));
const frames = written("frames.dat", run(["encode", "--from", "text", "--layout", "godot4", "--framed"], '{"level": 1}\n["a", "b"]\n'));
const broken = written("broken.dat", Buffer.concat([readFileSync(player).subarray(0, 120), Buffer.from([0xff, 0xff])]));

const browser = await launch();
let failures = 0;

// Opens the page, calls `check` with it, and reports faults.
async function test(name, check, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-US", acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT);
  const found = watch(page);
  const requests = [];
  page.on("request", (request) => /^(file|blob|data):/.test(request.url()) || requests.push(request.url()));
  await page.addInitScript(() => addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`)));
  try {
    await page.goto(url);
    await check(page);
    assert.deepEqual(requests, [], "the page sends no requests");
  } catch (error) {
    found.push(error.stack);
    if (screenshots) await page.screenshot({ path: join(screenshots, `failure-${name.replaceAll(" ", "-")}.png`) });
  }
  for (const fault of found) console.error(`${name}: ${fault}`);
  failures += found.length > 0 ? 1 : 0;
  console.log(`${found.length > 0 ? "FAILED" : "ok"} ${name}`);
  await context.close();
}

// Returns the line of a value with a name, and with a text.
const item = (page, name, text = "") => page.locator("[role=treeitem]", { has: page.locator(".name", { hasText: name }), hasText: text }).first();
const status = (page, text) => page.locator("#status", { hasText: text }).waitFor();
const keys = async (page, ...pressed) => {
  for (const key of pressed) await page.keyboard.press(key);
};
const active = (page) => page.evaluate(() => document.activeElement?.innerText?.replace(/\s+/g, " ").trim());
const picture = async (page, name) => screenshots && page.screenshot({ path: join(screenshots, `${name}.png`) });


// Chooses a command of the menu.
async function command(page, id) {
  await page.locator("#more").click();
  await page.locator(id).click();
}

async function open(page, path) {
  await page.setInputFiles("#file", path);
  await status(page, /Opened|est ouvert/);
}

// Waits until the focus is on a line with a text.
async function focused(page, pattern) {
  for (const end = Date.now() + 10_000; Date.now() < end; await page.waitForTimeout(20)) {
    if (pattern.test(await active(page) ?? "")) return;
  }
  assert.match(await active(page) ?? "", pattern);
}

// Drops a file on an element.
async function drop(page, target, path) {
  const data = await page.evaluateHandle((bytes) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(bytes)], "dropped.dat"));
    return transfer;
  }, [...readFileSync(path)]);
  await page.dispatchEvent(target, "dragover", { dataTransfer: data });
  await page.dispatchEvent(target, "drop", { dataTransfer: data });
}

// Returns the bytes of the file that an action downloads.
async function downloaded(page, action) {
  const [download] = await Promise.all([page.waitForEvent("download"), action()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}
const asksToLeave = (page) => page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
const save = (page) => downloaded(page, () => page.locator("#save").click());

const saved = async (page) => decoded(written("saved.dat", (await save(page)).bytes), "--bare");

// Selects a value, and waits until the page describes it.
async function select(page, name) {
  await item(page, name).click();
  await page.waitForFunction(() => document.querySelector("[role=treeitem][aria-selected=true]")?.id === `row-${document.getElementById("details").dataset.row}`);
}

// Sets a value to a text of var_to_str.
async function edit(page, line, text) {
  await select(page, line);
  await keys(page, "Enter");
  await page.locator("#editor").waitFor();
  const toggle = page.locator("#editor .as-text");
  if (await toggle.isVisible()) {
    await toggle.click();
    await page.locator("#editor .as-text[aria-pressed=true]").waitFor();
  }
  await page.locator("#editor-text").fill(text);
  // On phones, Enter starts a line.
  if (await page.evaluate(() => matchMedia("(pointer: coarse)").matches)) await page.locator("#editor [type=submit]").click();
  else await keys(page, "Enter");
}

async function checkAxe(page, name) {
  const { found, passed } = await runAxe(page, ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]);
  assert.deepEqual(found, [], name);
  assert.ok(passed > 0, "axe examines the page");
}

await test("a plain file is shown and saved unchanged", async (page) => {
  await picture(page, "start");
  await checkAxe(page, "start");
  await open(page, player);
  await page.locator("#show-bytes").click();
  await select(page, "position");
  assert.match(await page.locator("#details").innerText(), /Path\s+position\s+Type\s+Vector2\s+Value\s+Vector2\(1.5, -2\)/);
  assert.equal(await page.locator(".byte.selected").count(), 12);
  await page.locator(".byte", { hasText: "41" }).first().click();
  await page.locator("[role=treeitem][aria-selected=true]", { hasText: 'name String "Ada"' }).waitFor();
  assert.match(await page.locator("#meaning").innerText(), /text, bytes = Ada/);
  assert.match(await page.locator("#active-byte").getAttribute("aria-label"), /^41 at 0x001c, text/);
  // A byte of the name of a property selects the property.
  await page.locator("#query").fill("child");
  await page.locator("#found", { hasText: "1 result" }).waitFor();
  await keys(page, "Enter");
  await page.locator("[role=treeitem][aria-selected=true]", { hasText: "child Object" }).waitFor();
  await picture(page, "desktop");
  await checkAxe(page, "desktop");
  const { name, bytes } = await save(page);
  assert.equal(name, "player.dat");
  assert.deepEqual(bytes, readFileSync(player));
});

await test("a value is edited with the keyboard alone", async (page) => {
  await open(page, player);
  await focused(page, /^▾? ?value Dictionary/);
  await keys(page, "h", "e");
  await focused(page, /^health float 87.5$/);
  await keys(page, "Enter");
  await page.locator("#editor-text").waitFor();
  assert.equal(await page.locator("#editor-text").inputValue(), "87.5");
  await page.keyboard.type("nothing");
  await keys(page, "Enter");
  await page.locator("#editor-error", { hasText: "Type a number" }).waitFor();
  await picture(page, "error");
  await checkAxe(page, "error");
  assert.equal(await page.locator("#editor-text").getAttribute("aria-invalid"), "true");
  await keys(page, "Escape");
  await focused(page, /^health float 87.5$/);
  await keys(page, "Enter");
  await page.locator("#editor-text").fill("12.25");
  await keys(page, "Enter");
  await focused(page, /^health float 12.25$/);
  assert.match(await page.locator("#changes li").innerText(), /health\s+87\.5 → 12\.25/);
  await edit(page, "position", '"a string"');
  await status(page, /the type of position changed from Vector2 to String/);
  await picture(page, "changes");
  await keys(page, "Control+z");
  await item(page, "position", "Vector2").waitFor();
  await status(page, /1 of 2 changes undone/);
  const { bytes } = await save(page);
  const original = readFileSync(player);
  assert.equal(bytes.length, original.length);
  const changed = [...bytes.keys()].filter((index) => bytes[index] !== original[index]);
  assert.ok(changed.length > 0 && changed.at(-1) - changed[0] < 4, `only one float changes: ${changed}`);
  assert.equal(decoded(written("edited.dat", bytes), "--bare"), decoded(player, "--bare").replace("87.5", "12.25"));
  await keys(page, "Control+Shift+z");
  await item(page, 'position', 'String "a string"').waitFor();
  await page.locator("#changes li").first().locator("button").click();
  await status(page, /2 of 2 changes undone/);
  assert.deepEqual((await save(page)).bytes, original);
});

await test("arrow keys move in the tree", async (page) => {
  await open(page, player);
  await focused(page, /^▾? ?value/);
  await keys(page, "ArrowLeft");
  await page.locator("[role=treeitem][aria-expanded=false]").waitFor();
  assert.equal(await page.locator("[role=treeitem]").count(), 1);
  await keys(page, "ArrowRight");
  await item(page, "name").waitFor();
  await keys(page, "ArrowRight");
  await focused(page, /^name/);
  await keys(page, "i");
  await focused(page, /inventory/);
  const line = page.locator("[role=treeitem][aria-selected=true]");
  assert.deepEqual(await line.evaluate((it) => [it.ariaLevel, it.ariaPosInSet, it.ariaSetSize, it.tabIndex]), ["2", "4", "11", 0]);
  assert.equal(await page.locator("[role=treeitem][tabindex='0']").count(), 1);
  await keys(page, "ArrowRight", "ArrowDown", "ArrowRight", "ArrowDown");
  await focused(page, /^id int 3/);
  await keys(page, "ArrowLeft");
  await focused(page, /\[0\] Dictionary/);
  await keys(page, "ArrowLeft", "ArrowLeft");
  await focused(page, /inventory/);
  await keys(page, "End");
  await focused(page, /^node Object/);
  await keys(page, "Home");
  await focused(page, /value Dictionary/);
});

await test("values are added and removed", async (page) => {
  await open(page, player);
  await select(page, "inventory");
  await page.locator("#add").click();
  await page.locator("#add-dialog[open]").waitFor();
  assert.equal(await page.locator("#add-title").innerText(), "Add to inventory");
  await page.locator("#add-text").fill('{"id": 12}');
  await picture(page, "add");
  await checkAxe(page, "add");
  await keys(page, "Enter");
  await page.locator("#changes li", { hasText: "inventory[2]" }).waitFor();
  await item(page, '[2]', '{ "id": 12 }').waitFor();
  await select(page, "name");
  await keys(page, "Delete");
  await status(page, "Removed name");
  assert.match(await page.locator("#changes li").nth(1).innerText(), /"Ada" → removed/);
  await select(page, "scores");
  await page.locator("#add").click();
  await page.locator("#add-text").fill('"text"');
  await keys(page, "Enter");
  await page.locator("#add-error:not(:empty)").waitFor();
  await page.locator("#add-dialog .close").click();
  const { bytes } = await save(page);
  const text = decoded(written("added.dat", bytes), "--bare");
  assert.match(text, /^\{\s*"health".*"id": 12/s);
});

const field = (page, name) => page.locator("#editor input[data-component]").and(page.locator(`[data-component="${name}"]`));

await test("a double click edits, and keys apply right after a click", async (page) => {
  await open(page, player);
  await item(page, "health").evaluate((line) => (line.isFirst = true));
  await item(page, "health").click();
  await page.waitForFunction(() => document.querySelector("[role=treeitem][aria-selected=true]")?.innerText.includes("health"));
  assert.ok(await item(page, "health").evaluate((line) => line.isFirst), "the line keeps its element");
  await item(page, "health").dblclick();
  await page.locator("#editor-label", { hasText: "health" }).waitFor();
  await page.keyboard.type("12");
  await keys(page, "Enter");
  await item(page, "health", "float 12").waitFor();
  // A key that follows the click at once.
  await item(page, "name").click();
  await keys(page, "Enter");
  await page.locator("#editor-label", { hasText: "name" }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), "editor-text");
  await page.keyboard.type('A "quoted" \\ name');
  await keys(page, "Shift+Enter");
  await page.keyboard.type("on two lines");
  await picture(page, "string");
  await checkAxe(page, "string");
  await keys(page, "Enter");
  await item(page, "name", "quoted").waitFor();
  assert.match(await saved(page), /"health": 12\.0/);
  assert.match(await saved(page), /"name": "A \\"quoted\\" \\\\ name\non two lines"/);
});

const TYPES = '{"vector": Vector2(1.5, -2), "cell": Vector3i(1, 2, 3), "color": Color(1, 0.25, 2, 0.5), "flag": true, "count": 7, "ratio": 2.5, '
  + '"symbol": &"idle", "path": ^"a/b:c", "transform": Transform3D(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), "points": PackedVector2Array(1, 2, 3, 4), '
  + '"words": PackedStringArray("a", "b"), "typed": Dictionary[String, int]({"a": 1}), "scores": Array[int]([1, 2, 3]), "control": "a\\u0001b"}';
const types = written("types.dat", run(["encode", "--from", "text", "--layout", "godot4", "--bare"], TYPES));

await test("each type has its control", async (page) => {
  await open(page, types);
  const begin = async (name) => {
    await item(page, name).dblclick();
    await page.locator("#editor-label", { hasText: name }).waitFor();
  };
  const apply = async (name, text) => {
    await keys(page, "Enter");
    await page.locator("#editor").waitFor({ state: "hidden" });
    await item(page, name, text).waitFor();
  };
  await begin("vector");
  assert.equal(await field(page, "x").inputValue(), "1.5");
  await field(page, "y").fill("3,5");
  await keys(page, "Enter");
  await page.locator("#editor-error", { hasText: "y: Type a number with a point" }).waitFor();
  assert.equal(await field(page, "y").getAttribute("aria-invalid"), "true");
  await checkAxe(page, "components");
  await field(page, "y").fill("3.5");
  await picture(page, "components");
  await apply("vector", "Vector2(1.5, 3.5)");
  await begin("cell");
  await field(page, "z").fill("1.5");
  await keys(page, "Enter");
  await page.locator("#editor-error", { hasText: "z: Type a whole number" }).waitFor();
  await field(page, "z").fill("4294967296");
  await keys(page, "Enter");
  await page.locator("#editor-error", { hasText: "4294967296" }).waitFor();
  await field(page, "z").fill("-3");
  await apply("cell", "Vector3i(1, 2, -3)");
  await begin("color");
  await picture(page, "color");
  await checkAxe(page, "color");
  // The picker changes the components that it shows otherwise: blue stays 2.
  await page.locator("#editor input[type=color]").fill("#ff80ff");
  await page.locator("#editor input[type=range]").fill("0.75");
  await field(page, "r").focus();
  await apply("color", "Color(1, 0.502, 2, 0.75)");
  await begin("flag");
  await page.locator("#editor input[type=checkbox]").press("Space");
  await picture(page, "checkbox");
  await checkAxe(page, "checkbox");
  await apply("flag", "false");
  await begin("count");
  await page.locator("#editor-text").fill("7.5");
  await keys(page, "Enter");
  await page.locator("#editor-error", { hasText: "Type a whole number" }).waitFor();
  await page.locator("#editor-text").fill("9007199254740993");
  await apply("count", "9007199254740993");
  await begin("ratio");
  await page.locator("#editor-text").fill("4");
  await apply("ratio", "float 4");
  await begin("symbol");
  await page.locator("#editor-text").fill("walk");
  await apply("symbol", 'StringName &"walk"');
  await begin("path");
  await page.locator("#editor-text").fill("c/d");
  await apply("path", 'NodePath("c/d")');
  await begin("transform");
  await field(page, "origin.y").fill("0.5");
  await picture(page, "transform");
  await apply("transform", "10, 0.5, 12");
  await begin("points");
  await page.locator("#editor-text").fill("3, 4\n5");
  await keys(page, "Enter");
  await page.locator("#editor-error", { hasText: "line 2" }).waitFor();
  await page.locator("#editor-text").fill("3, 4\n5, 6\n1.5, 2");
  await apply("points", "(3, 4, 5, 6, 1.5, 2)");
  await begin("words");
  await page.locator("#editor-text").fill('say "b"\na');
  await apply("words", '("say \\"b\\"", "a")');
  // The text of var_to_str shows what a field would change, and sets values of other types.
  await begin("control");
  assert.match(await page.locator("#editor-text").inputValue(), /^"a/);
  await keys(page, "Escape");
  await begin("flag");
  await page.locator("#editor .as-text").click();
  await page.locator("#editor .as-text[aria-pressed=true]").waitFor();
  await page.locator("#editor-text").fill("[1");
  await keys(page, "Enter");
  await page.locator("#editor-error:not(:empty)").waitFor();
  await page.locator("#editor-text").fill("12");
  await page.locator("#editor .as-text").click();
  await page.locator("#editor .as-text[aria-pressed=false]").waitFor();
  assert.equal(await page.locator("#editor-text").inputValue(), "12");
  await apply("flag", "int 12");
  await status(page, "the type of flag changed from bool to int");
  assert.equal(await saved(page), run(["decode", "--to", "text", "--bare", written("expected.dat", run(["encode", "--from", "text", "--layout", "godot4", "--bare"],
    '{"vector": Vector2(1.5, 3.5), "cell": Vector3i(1, 2, -3), "color": Color(1, 0.502, 2, 0.75), "flag": 12, "count": 9007199254740993, "ratio": 4.0, "symbol": &"walk", '
    + '"path": ^"c/d", "transform": Transform3D(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0.5, 12), "points": PackedVector2Array(3, 4, 5, 6, 1.5, 2), '
    + '"words": PackedStringArray("say \\"b\\"", "a"), "typed": Dictionary[String, int]({"a": 1}), "scores": Array[int]([1, 2, 3]), "control": "a\\u0001b"}'))]).toString().trim());
});

await test("keys, types and order are edited, and declared types are kept", async (page) => {
  await open(page, types);
  // The type of the value is that of the last one.
  await select(page, "typed");
  await keys(page, "Insert");
  await page.locator("#add-dialog[open]").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), "add-key");
  assert.equal(await page.locator("#add-type").isDisabled(), true);
  await page.locator("#add-key").fill("a");
  await page.locator("#add-text").fill("2");
  await keys(page, "Enter");
  await page.locator("#add-error", { hasText: "exists already" }).waitFor();
  await page.locator("#add-key").fill("b c");
  await picture(page, "add-entry");
  await checkAxe(page, "add-entry");
  await keys(page, "Enter");
  await focused(page, /^b c int 2/);
  await keys(page, "Control+d");
  await focused(page, /^b c2 int 2/);
  await keys(page, "F2");
  await page.locator("#editor-label", { hasText: "New key" }).waitFor();
  await page.keyboard.type("d");
  await keys(page, "Enter");
  await focused(page, /^d int 2/);
  assert.match(await page.locator("#changes li").last().innerText(), /"b c2" → "d"\s+renamed/);
  await keys(page, "Alt+ArrowUp", "Alt+ArrowUp");
  await status(page, "Moved to typed.d");
  await select(page, "scores");
  await page.locator("#add").click();
  await page.locator("#add-text").fill("four");
  await keys(page, "Enter");
  await page.locator("#add-error", { hasText: "Type a whole number" }).waitFor();
  await page.locator("#add-text").fill("4");
  await keys(page, "Enter");
  await focused(page, /^\[3\] int 4/);
  await keys(page, "Alt+ArrowUp");
  await focused(page, /^\[2\] int 4/);
  await keys(page, "F2");
  await status(page, "have no name");
  await select(page, "points");
  await keys(page, "+");
  await page.locator("#add-dialog input[data-component=x]").fill("9");
  await keys(page, "Enter");
  await item(page, "points", "(1, 2, 3, 4, 9, 0)").waitFor();
  // A value of another type, with a control that follows the type.
  await select(page, "value");
  await keys(page, "Insert");
  await page.locator("#add-key").fill("tint");
  await page.locator("#add-type").selectOption("Color");
  await page.locator("#add-dialog input[data-component=g]").fill("0.5");
  await picture(page, "add-color");
  await checkAxe(page, "add-color");
  await keys(page, "Enter");
  await focused(page, /^tint Color/);
  const text = await saved(page);
  assert.match(text, /"typed": Dictionary\[String, int\]\(\{\s*"d": 2,\s*"a": 1,\s*"b c": 2\s*\}\)/);
  assert.match(text, /"scores": Array\[int\]\(\[1, 2, 4, 3\]\)/);
  assert.match(text, /"points": PackedVector2Array\(1, 2, 3, 4, 9, 0\)/);
  assert.match(text, /"tint": Color\(0, 0\.5, 0, 1\)/);
  while (await page.locator("#undo").isEnabled()) {
    const undone = await page.locator("#changes .is-undone").count();
    await page.locator("#undo").click();
    await page.waitForFunction((count) => document.querySelectorAll("#changes .is-undone").length > count, undone);
  }
  assert.deepEqual((await save(page)).bytes, readFileSync(types));
});

await test("components have the digits that they need", async (page) => {
  const tint = written("tint.dat", run(["encode", "--from", "text", "--layout", "godot4", "--bare"], '{"tint": Color(0.2, 0.6, 1, 1), "exact": PackedFloat64Array(0.20000000298023224)}'));
  await open(page, tint);
  await select(page, "tint");
  await keys(page, "Enter");
  await page.locator("#editor [data-component=g]").fill("0.7");
  assert.deepEqual(await page.locator("#editor [data-component]").evaluateAll((all) => all.map((it) => it.value)), ["0.2", "0.7", "1", "1"]);
  await keys(page, "Enter");
  await item(page, "tint", "Color(0.2, 0.7, 1, 1)").waitFor();
  await select(page, "exact");
  await keys(page, "Enter");
  await page.locator("#editor-text").waitFor();
  assert.equal(await page.locator("#editor-text").inputValue(), "0.20000000298023224");
});

await test("the menu has the commands of a value", async (page) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const menu = page.locator("#value-menu");
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await open(page, player);
  await item(page, "[1]").click({ button: "right" });
  await menu.waitFor();
  assert.match(await item(page, "[1]").getAttribute("aria-selected"), /true/);
  assert.deepEqual(await menu.locator("[role=menuitem] span").allInnerTexts(), ["Edit", "Copy value", "Copy path", "Export or import", "Add", "Duplicate", "Move up", "Remove"]);
  await picture(page, "menu");
  await checkAxe(page, "menu");
  await keys(page, "ArrowUp");
  assert.match(await active(page), /^Remove/);
  await keys(page, "Home", "c", "c");
  assert.match(await active(page), /^Copy path/);
  await keys(page, "Enter");
  await status(page, "Copied inventory[1]");
  assert.equal(await clipboard(), "inventory[1]");
  await focused(page, /^.?\[1\]/);
  await keys(page, "Control+c");
  await status(page, "Copied {");
  assert.match(await clipboard(), /"id": 9/);
  await keys(page, "Escape", "Shift+F10");
  await menu.waitFor();
  await menu.locator("[role=menuitem]", { hasText: "Duplicate" }).click();
  await item(page, "[2]", '"id": 9').waitFor();
  // The button of a line, and the one below the tree.
  await item(page, "health").hover();
  await item(page, "health").locator(".more").click();
  await menu.locator("[role=menuitem]", { hasText: "Rename" }).click();
  await page.locator("#editor-label", { hasText: "New key of health" }).waitFor();
  await page.keyboard.type("hp");
  await keys(page, "Enter");
  await focused(page, /^hp float 87.5/);
  await page.locator("#actions").click();
  await menu.locator("[role=menuitem]", { hasText: "Move up" }).click();
  await status(page, "Moved to hp");
  await keys(page, "Shift+F10");
  await menu.waitFor();
  await keys(page, "Escape");
  await menu.waitFor({ state: "hidden" });
  await focused(page, /^hp float/);
  // The whole value can be neither moved nor removed.
  await item(page, "value").click({ button: "right" });
  await menu.waitFor();
  assert.deepEqual(await menu.locator("[role=menuitem] span").allInnerTexts(), ["Edit", "Copy value", "Copy path", "Export or import", "Add"]);
  await page.mouse.click(5, 5);
  await menu.waitFor({ state: "hidden" });
  const [before, after] = [decoded(player, "--bare"), await saved(page)];
  assert.match(before, /"name": "Ada",\s+"health": 87\.5/);
  assert.match(after, /^\{\s+"hp": 87\.5,\s+"name": "Ada"/);
});

for (const colorScheme of ["light", "dark"]) {
  await test(`a long press opens the menu on a phone in ${colorScheme} colors`, async (page) => {
    await open(page, types);
    const { x, y } = await item(page, "color").boundingBox();
    const touch = { pointerType: "touch", clientX: x + 80, clientY: y + 10, bubbles: true };
    await item(page, "color").dispatchEvent("pointerdown", touch);
    await page.locator("#value-menu").waitFor();
    await item(page, "color").dispatchEvent("pointerup", touch);
    await picture(page, `phone-menu-${colorScheme}`);
    await checkAxe(page, "menu");
    await page.locator("#value-menu [role=menuitem]").first().tap();
    await page.locator("#editor input[type=color]").waitFor();
    await picture(page, `phone-color-${colorScheme}`);
    await checkAxe(page, "color");
    await page.locator("#editor-cancel").tap();
    // A finger that scrolls opens nothing.
    await item(page, "vector").dispatchEvent("pointerdown", touch);
    await item(page, "vector").dispatchEvent("pointermove", { ...touch, clientY: y + 60 });
    await page.waitForTimeout(700);
    assert.equal(await page.locator("#value-menu").isVisible(), false);
    await item(page, "vector").locator(".more").tap();
    await page.locator("#value-menu [role=menuitem]", { hasText: "Add" }).tap();
    await page.locator("#add-key").fill("speed");
    await page.locator("#add-type").selectOption("Transform3D");
    await page.locator("#add-dialog input[data-component='origin.x']").waitFor();
    assert.equal(await page.locator("#add-dialog").evaluate((it) => it.scrollWidth - it.clientWidth), 0);
    await picture(page, `phone-add-${colorScheme}`);
    await checkAxe(page, "add");
  }, { viewport: { width: 390, height: 800 }, colorScheme, hasTouch: true, isMobile: true });
}

// Makes the answers of the worker late, as those for a large file on a slow machine.
const delay = (page, milliseconds) => page.evaluate((milliseconds) => {
  const { client } = globalThis.page;
  const call = client.call.bind(client);
  globalThis.waiting = 0;
  client.call = async (...args) => {
    globalThis.waiting += 1;
    try {
      return await call(...args);
    } finally {
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      globalThis.waiting -= 1;
    }
  };
}, milliseconds);

// Waits until the page has received all answers, and calls the worker no more.
const idle = (page) => page.evaluate(async () => {
  for (let quiet = 0; quiet < 5; quiet = globalThis.waiting > 0 ? 0 : quiet + 1) await new Promise((resolve) => setTimeout(resolve, 5));
});

const letters = written("letters.dat", run(["encode", "--from", "text", "--layout", "godot4", "--bare"],
  '{"alpha": 1, "beta": 2, "gamma": [10, 20, [30, 31], 40], "delta": 4, "epsilon": {"zeta": 5, "eta": [6, 7]}, "theta": 8, "iota": 9}'));

// Returns the text of the file of letters without these keys.
function without(...names) {
  const path = join(folder, "without.dat");
  if (names.length === 0) return decoded(letters, "--bare");
  run(["rm", "--layout", "godot4", "--bare", letters, ...names, "-o", path]);
  return decoded(path, "--bare");
}

// Presses keys, and clicks buttons, at once: before the page has an answer to the first.
async function atOnce(page, ...steps) {
  for (const step of steps) {
    if (step.startsWith("#")) await page.evaluate((id) => document.querySelector(id).click(), step);
    else if (step.startsWith("click ")) await page.evaluate((name) => [...document.querySelectorAll("[role=treeitem]")].find((it) => it.querySelector(".name").textContent === name).click(), step.slice(6));
    else await page.keyboard.press(step);
  }
}

await test("commands apply to the selected line, before its details arrive", async (page) => {
  const field = () => page.locator("#editor-label", { hasText: "delta" }).waitFor();
  const dialog = () => page.locator("#add-dialog[open]").waitFor();
  const removed = async () => assert.equal(await saved(page), without("delta"));
  await open(page, letters);
  await delay(page, 60);
  for (const [commands, check] of [[["Delete", "#remove"], removed], [["Enter", "F2", "#edit"], field], [["Insert", "+", "#add"], dialog]]) {
    for (const command of commands) {
      for (const before of [["click delta"], ["ArrowDown", "ArrowDown", "ArrowDown"]]) {
        await item(page, "alpha").click();
        await idle(page);
        // The list is gamma, its four members and delta, or folded.
        if (before.length > 1 && (await item(page, "gamma").getAttribute("aria-expanded")) === "true") {
          await item(page, "gamma").locator(".marker").click();
          await idle(page);
          await item(page, "alpha").click();
          await idle(page);
        }
        await atOnce(page, ...before, command);
        await idle(page);
        await check();
        await keys(page, "Escape");
        await idle(page);
        if (check === removed) {
          await atOnce(page, "Control+z");
          await item(page, "delta").waitFor();
          await idle(page);
        }
      }
    }
  }
});

await test("keys after a dialog apply to the line that they select", async (page) => {
  await open(page, letters);
  await delay(page, 60);
  const close = {
    "a canceled dialog": async () => {
      await keys(page, "Insert");
      await page.locator("#add-dialog[open]").waitFor();
      return ["Escape"];
    },
    "a field": async () => {
      await keys(page, "Enter");
      await page.locator("#editor-text").waitFor();
      return ["Escape"];
    },
    "a submitted field": async () => {
      await keys(page, "Enter");
      await page.locator("#editor-text").fill("2");
      await keys(page, "Enter");
      await page.locator("#editor-text").waitFor({ state: "hidden" });
      return [];
    },
  };
  for (const [name, closed] of Object.entries(close)) {
    await page.locator("#fold").click();
    await idle(page);
    await page.locator("[role=treeitem] .marker").first().click();
    await idle(page);
    await item(page, "beta").click();
    await idle(page);
    const done = await page.locator("#changes li:not(.is-undone)").count();
    const after = await closed();
    await atOnce(page, ...after, "ArrowDown", "ArrowDown", "Delete");
    await idle(page);
    assert.equal(await saved(page), without("delta"), name);
    while ((await page.locator("#changes li:not(.is-undone)").count()) > done) {
      await page.locator("#undo").click();
      await idle(page);
    }
  }
  // A submission that goes on while its dialog is closed, and a second one.
  await item(page, "gamma").click();
  await keys(page, "Insert");
  await page.locator("#add-text").fill("50");
  await atOnce(page, "Enter", "Enter", "Escape", "ArrowDown", "Delete");
  await idle(page);
  // The added element is selected, and its next line is delta.
  assert.match(await saved(page), /"gamma": \[10, 20, \[30, 31\], 40, 50\],\s+"epsilon": .*"iota": 9\s+\}$/s);
});

await test("a click on a line that a change moves removes nothing", async (page) => {
  await open(page, letters);
  await delay(page, 200);
  await item(page, "alpha").click();
  await idle(page);
  await atOnce(page, "Delete", "click gamma", "Delete");
  await idle(page);
  assert.equal(await saved(page), without("alpha"));
  // Undo, pressed before the change is shown, undoes this change alone.
  await item(page, "beta").click();
  await idle(page);
  await atOnce(page, "Delete", "Control+z");
  await idle(page);
  assert.equal(await saved(page), without("alpha"));
  // A field of a moved line does not change another one: it is applied first, once.
  await item(page, "delta").click();
  await keys(page, "Enter");
  await page.locator("#editor-text").fill("77");
  await atOnce(page, "#undo", "#undo", "Enter");
  await idle(page);
  assert.equal(await saved(page), without());
});

await test("quick keys have the effect of slow ones", async (page) => {
  const choices = ["ArrowDown", "ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft", " ", "Home", "End", "Delete", "Delete", "Control+z", "Control+Shift+z", "g", "e", "*"];
  const seed = Math.floor(Math.random() * 2 ** 32);
  console.log(`  seed ${seed}`);
  let state = seed;
  const random = (count) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8) % count;
  await open(page, letters);
  await delay(page, 15);
  for (let round = 0; round < 12; round += 1) {
    const pressed = Array.from({ length: 14 }, () => choices[random(choices.length)]);
    const results = [];
    for (const isQuick of [false, true]) {
      await open(page, letters);
      await idle(page);
      for (const [index, key] of pressed.entries()) {
        await atOnce(page, key);
        // Letters form one name only if they are quick.
        const isName = [key, pressed[index + 1]].every((it) => /^[ge*]$/.test(it));
        if (!isQuick && !isName) await idle(page);
      }
      await idle(page);
      results.push(`${await saved(page)} ${await page.locator("[aria-selected=true][role=treeitem]").innerText()}`);
    }
    assert.equal(results[1], results[0], pressed.join(" "));
  }
});

await test("another key ends a typed name", async (page) => {
  const members = Array.from({ length: 900 }, (_, index) => `"k${index}": ${index}`);
  await open(page, written("long.dat", run(["encode", "--from", "text", "--layout", "godot4", "--bare"], `{"gamma": 1, "etc": 2, "epsilon": 3, ${members}, "omega": 4}`)));
  const names = [
    [["g", "Home", "e"], /^etc/],
    [["g", "Control+z", "e"], /^etc/],
    [["g", "click value", "e"], /^etc/],
    [["g", "Tab", "Shift+Tab", "e"], /^etc/],
    [["e", "p"], /^epsilon/],
    [["e", "Shift+P"], /^epsilon/],
    [["o"], /^omega/],
  ];
  for (const [pressed, line] of names) {
    await keys(page, "Home");
    await focused(page, /value Dictionary/);
    await atOnce(page, ...pressed);
    await focused(page, line);
  }
});

await test("framed values keep their bytes", async (page) => {
  await open(page, frames);
  await item(page, "value 2").waitFor();
  await edit(page, "[1]", '"a longer string"');
  await item(page, "[1]", "a longer string").waitFor();
  const { bytes } = await save(page);
  assert.deepEqual(bytes.subarray(0, 32), readFileSync(frames).subarray(0, 32));
  assert.equal(decoded(written("frames-2.dat", bytes), "--framed"), '{\n"level": 1\n}\n["a", "a longer string"]');
});

for (const [name, wrapper, member = "value"] of [["godot-4.6.3/zstd-300.gcpf", /compressed file \(Zstd\)/i], ["godot-4.6.3/fastlz-300.gcpf", /FastLZ/i], ["godot-3.6.2/gzip-300.gcpf", /gzip/i], ["godot-4.6.3/project.binary", /settings file/, "application/config/name"]]) {
  await test(`${name} is saved in its form`, async (page) => {
    const path = conformance(name);
    await open(page, path);
    assert.match(await page.locator("#summary").innerText(), wrapper);
    assert.deepEqual((await save(page)).bytes, readFileSync(path));
    await edit(page, member, '"edited here"');
    await page.locator("#changes li").waitFor();
    const { bytes } = await save(page);
    assert.deepEqual(bytes.subarray(0, 8), readFileSync(path).subarray(0, 8));
    assert.match(decoded(written("wrapped.dat", bytes)), /edited here/);
  });
}

await test("an encrypted file needs its password", async (page) => {
  const path = conformance("godot-4.6.3/pass-300.gdec");
  await page.setInputFiles("#file", path);
  await page.locator("#password-dialog[open]").waitFor();
  await page.locator("#password").fill("wrong");
  await keys(page, "Enter");
  await page.locator("#password-dialog .message", { hasText: "wrong password" }).waitFor();
  await picture(page, "password");
  await checkAxe(page, "password");
  await page.locator("#password").fill("correct horse");
  await keys(page, "Enter");
  await status(page, "Opened");
  assert.deepEqual((await save(page)).bytes, readFileSync(path));
  await edit(page, "value", '"edited here"');
  await page.locator("#changes li").waitFor();
  const { bytes } = await save(page);
  const key = written("password.txt", "correct horse\n");
  assert.match(decoded(written("encrypted.dat", bytes), "--password-file", key), /edited here/);
});

// Returns a content as Godot 4 encrypts it, with a password.
function encrypted(content, password) {
  const md5 = (data) => createHash("md5").update(data);
  const [key, iv] = [Buffer.from(md5(password).digest("hex")), randomBytes(16)];
  const cipher = createCipheriv("aes-256-cfb", key, iv);
  const padded = Buffer.concat([content, Buffer.alloc(-content.length & 15)]);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(content.length));
  return Buffer.concat([Buffer.from("GDEC"), md5(content).digest(), length, iv, cipher.update(padded), cipher.final()]);
}

const JSON_TEXT = '{\n\t"gold": 30,\n\t"name": "Ad\u00e8le"\n}\n';

await test("encrypted JSON is edited as text", async (page) => {
  const path = written("save.json", encrypted(Buffer.from(JSON_TEXT), "correct horse"));
  const unlock = async (file) => {
    await page.setInputFiles("#file", file);
    await page.locator("#password").fill("wrong");
    await keys(page, "Enter");
    await page.locator("#password-dialog .message", { hasText: "wrong password" }).waitFor();
    await page.locator("#password").fill("correct horse");
    await keys(page, "Enter");
    await status(page, "Opened");
  };
  await unlock(path);
  const field = page.locator("#text");
  assert.equal(await field.inputValue(), JSON_TEXT);
  assert.equal(await page.evaluate(() => document.activeElement.id), "text");
  assert.match(await page.locator("#summary").innerText(), /^\s*\d+ bytes · JSON text · an encrypted file of Godot 4/);
  await picture(page, "text");
  await checkAxe(page, "text");
  assert.deepEqual((await save(page)).bytes, readFileSync(path));
  await field.focus();
  await keys(page, "Control+Home", "ArrowDown", "End", "ArrowLeft", "0");
  await page.locator("#unsaved", { hasText: "changed" }).waitFor();
  assert.match(await page.title(), /^\* save.json/);
  assert.equal(await asksToLeave(page), true);
  // Invalid JSON is saved only after a confirmation.
  const edited = JSON_TEXT.replace("30", "300");
  await keys(page, "Control+End");
  await page.keyboard.type("}");
  await keys(page, "Control+s");
  await page.locator("#invalid-dialog[open] .message:not(:empty)").waitFor();
  await picture(page, "text-invalid");
  await checkAxe(page, "invalid JSON");
  assert.equal(await page.locator("#invalid-dialog .primary").innerText(), "Cancel");
  await keys(page, "Enter");
  await page.locator("#invalid-dialog").waitFor({ state: "hidden" });
  await page.locator("#unsaved", { hasText: "changed" }).waitFor();
  await page.locator("#save").click();
  const broken = await downloaded(page, () => page.locator("#invalid-dialog [type=submit]").click());
  await field.focus();
  await keys(page, "Control+z");
  assert.equal(await field.inputValue(), edited);
  const { name, bytes } = await downloaded(page, () => keys(page, "Control+s"));
  assert.equal(name, "save.json");
  assert.equal(await page.locator("#unsaved").innerText(), "");
  assert.notDeepEqual(bytes.subarray(28, 44), readFileSync(path).subarray(28, 44), "another initialization vector");
  for (const [file, text] of [[bytes, edited], [broken.bytes, `${edited}}`]]) {
    await unlock(written("saved.json", file));
    assert.equal(await field.inputValue(), text);
  }
});

const wrap = (mode, content) => (mode === "gzip" ? gzipSync(content) : content);
// Texts with an edit, and with invalid edits and their errors.
const TEXTS = {
  "a ConfigFile": ["settings.cfg", '[player]\n\nname="Ada"\ngold=30 ; coins\n', /ConfigFile/, "gold=30", "gold=31", [["gold=30", "gold=", "line 5, column"], ["[player]", "[player", "line 1, column"], ['[player]\n\nname="Ada"\ngold=30 ; coins\n', "[30]", "expected text with sections"]]],
  "a scene": ["world.tscn", '[gd_scene format=3]\n\n[node name="World" type="Node2D"]\nposition = Vector2(77, 1)\n', /a scene or a resource/, "77", "78", [["77, 1)", "77, ", "line 5, column"]]],
  "text of var_to_str": ["value.txt", '{\n"gold": 30,\n"at": Vector2(1, 2)\n}', /var_to_str/, "30", "31", [["30,", "30", "line 3, column"]]],
  "lines of JSON": ["log.jsonl", '{"gold": 30}\n{"gold": 31}\n', /JSON text/, "31}", "31}\n{}", [['{"gold": 30}\n{"gold": 31}\n', "", "line 1, column"]]],
  "an invalid ConfigFile": ["broken.cfg", "[player]\ngold=30\nlevel=\n", /ConfigFile/, "30", "31"],
  "plain text": ["notes.txt", "The gold is behind the waterfall.\nTake 30.\n", /bytes · text/, "30", "31\nand 32"],
  "text with CRLF and a byte order mark": ["windows.ini", "\ufeff[player]\r\ngold=30\r\nlevel=2\r\n", /ConfigFile/, "30", "31\nxp=7"],
};
for (const [name, [file, text, kind, before, after, faults = []]] of Object.entries(TEXTS)) {
  await test(`${name} is edited as text`, async (page) => {
    for (const mode of ["plain", "gzip"]) {
      const path = written(file, wrap(mode, Buffer.from(text)));
      await open(page, path);
      const field = page.locator("#text");
      const shown = text.replace("\ufeff", "").replaceAll("\r\n", "\n");
      assert.equal(await field.inputValue(), shown);
      assert.match(await page.locator("#summary").innerText(), kind);
      assert.equal(/gzip/.test(await page.locator("#summary").innerText()), mode === "gzip");
      assert.deepEqual((await save(page)).bytes, readFileSync(path));
      await field.fill(shown.replace(before, after));
      const { bytes } = await save(page);
      const content = mode === "gzip" ? gunzipSync(bytes) : bytes;
      const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
      assert.equal(content.toString(), text.replace(before, after.replaceAll("\n", lineEnd)));
      assert.equal(await page.locator("#invalid-dialog").isVisible(), false);
      // A text that was valid is saved only after a confirmation, if it is not any more.
      for (const [valid, invalid, error] of faults) {
        await field.fill(shown.replace(valid, invalid));
        await page.locator("#save").click();
        await page.locator("#invalid-dialog .message", { hasText: error }).waitFor();
        await page.locator("#invalid-dialog .close").click();
      }
      await field.fill(text);
      await save(page);
    }
  });
}

await test("files of text and of values replace each other", async (page) => {
  const path = written("notes.txt", "The gold is here.\n");
  const isAt = async (text, values) => {
    assert.equal(await page.locator("#text").isVisible(), text);
    assert.equal(await page.locator("#tree").isVisible(), values);
    for (const id of ["#undo", "#search-type", "#details"]) assert.equal(await page.locator(id).isVisible(), values, id);
  };
  await open(page, player);
  await select(page, "node");
  await isAt(false, true);
  await open(page, path);
  await isAt(true, false);
  // Keys of the tree are letters.
  await page.keyboard.type("/");
  assert.equal(await page.locator("#text").inputValue(), "/The gold is here.\n");
  await page.setInputFiles("#file", player);
  await page.locator("#discard-dialog .close").click();
  await isAt(true, false);
  // A panic keeps the text.
  await page.evaluate(() => globalThis.page.client.call("testPanic").catch(() => {}));
  await page.locator("#alert", { hasText: "started again" }).waitFor();
  assert.equal((await save(page)).bytes.toString(), "/The gold is here.\n");
  await page.locator("#text").fill("x");
  await drop(page, "#text", player);
  await page.locator("#discard-dialog [type=submit]").click();
  await status(page, "Opened dropped.dat");
  await isAt(false, true);
  await edit(page, "health", "3.5");
  await item(page, "health", "float 3.5").waitFor();
  assert.equal(await page.title(), "* dropped.dat – gdvariant editor");
  // A layout can be stated for what looks like text.
  await page.setInputFiles("#file", path);
  await page.locator("#discard-dialog [type=submit]").click();
  await status(page, "Opened notes.txt: text");
  await command(page, "#layout");
  await page.locator("#layout-name").selectOption("godot4");
  await page.locator("#layout-open").click();
  await page.locator("#faults li").first().waitFor();
  await isAt(false, true);
});

await test("other content is downloaded as it is", async (page) => {
  const image = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  await page.setInputFiles("#file", written("image.dat", encrypted(image, "correct horse")));
  await page.locator("#password").fill("correct horse");
  await keys(page, "Enter");
  await page.locator("#alert", { hasText: "an encrypted file of Godot 4: a PNG image, not values" }).waitFor();
  await picture(page, "content");
  await checkAxe(page, "content");
  const { name, bytes } = await downloaded(page, () => page.locator("#alert button").click());
  assert.equal(name, "image.dat.content");
  assert.deepEqual(bytes, image);
});

for (const [name, options] of Object.entries({ dark: { colorScheme: "dark" }, phone: { viewport: { width: 390, height: 800 }, hasTouch: true }, "French-phone": { locale: "fr-FR", colorScheme: "dark", viewport: { width: 390, height: 800 }, hasTouch: true } })) {
  await test(`a text on a screen: ${name}`, async (page) => {
    const lines = Array.from({ length: 200 }, (_, index) => `key_${index}="${"value ".repeat(index % 30)}"\n`);
    await open(page, written("settings.cfg", `[player]\n${lines.join("")}`));
    const size = await page.evaluate(() => {
      const [field, body] = [document.getElementById("text").getBoundingClientRect(), document.documentElement];
      return { scrolls: body.scrollWidth > body.clientWidth || body.scrollHeight > body.clientHeight, below: field.bottom > innerHeight, height: field.height / innerHeight, width: field.width / innerWidth };
    });
    assert.ok(!size.scrolls && !size.below && size.height > 0.5 && size.width > 0.9, JSON.stringify(size));
    await picture(page, `text-${name}`);
    await checkAxe(page, name);
  }, options);
}

await test("a broken file is shown up to its fault", async (page) => {
  await page.setInputFiles("#file", broken);
  await page.locator("#layout-dialog[open], #faults:not([hidden]), #alert:not([hidden])").first().waitFor();
  if (!(await page.locator("#layout-dialog").isVisible())) await command(page, "#layout");
  await page.locator("#layout-name").selectOption("godot4");
  await page.locator("#layout-open").click();
  await page.locator("#summary", { hasText: "Godot 4" }).waitFor();
  await page.locator("#faults li").first().waitFor();
  assert.match(await page.locator("#faults").innerText(), /problem at 0x00/);
  await page.locator("#faults li button").first().click();
  await item(page, "health").waitFor();
  await picture(page, "broken");
  await checkAxe(page, "broken");
  await edit(page, "health", "1.5");
  await page.locator("#editor-error:not(:empty)").waitFor();
  await keys(page, "Escape");
  assert.deepEqual((await save(page)).bytes, readFileSync(broken));
});

await test("pasted text is a file", async (page) => {
  for (const [text, shown] of [["02000000 07000000", /int 7/], ["AgAAAAcAAAA=", /int 7/], ['{"a": Vector2(1, 2)}', /a Vector2/]]) {
    await command(page, "#paste");
    await page.locator("#paste-text").fill(text);
    await page.locator("#paste-dialog .primary").click();
    await page.locator("[role=treeitem]", { hasText: shown }).first().waitFor();
  }
  await command(page, "#paste");
  await page.locator("#paste-text").fill("no value {");
  await page.locator("#paste-dialog .primary").click();
  await page.locator("#alert", { hasText: "cannot open this" }).waitFor();
  await open(page, written("value.txt", "0x02 0x00 0x00 0x00 0x08 0x00 0x00 0x00"));
  await item(page, "value", "int 8").waitFor();
  await page.setInputFiles("#file", written("noise.dat", Buffer.from("ffffffff00ff00ff", "hex")));
  await page.locator("#alert", { hasText: "no values: the first bytes are ff ff ff ff" }).waitFor();
  await page.setInputFiles("#file", written("image.png", Buffer.from("89504e470d0a1a0a", "hex")));
  await page.locator("#alert", { hasText: "a PNG image, not values" }).waitFor();
});

const header = Buffer.from([3, 0, 0, 0]);

await test("a detected header is opened in one step", async (page) => {
  const path = written("header.dat", Buffer.concat([header, readFileSync(frames)]));
  const steps = {
    Enter: () => keys(page, "Enter"),
    "the first candidate": () => page.locator(".candidate", { hasText: "after a header of 4 bytes" }).first().click(),
    "the filled form": () => page.locator("#layout-dialog [type=submit]").click(),
  };
  for (const [name, step] of Object.entries(steps)) {
    await page.setInputFiles("#file", path);
    await page.locator("#layout-dialog[open]").waitFor();
    assert.match(await active(page), /Godot 4.*after a header of 4 bytes/, name);
    await checkAxe(page, name);
    await step();
    await status(page, "Opened header.dat: 2 values");
    assert.match(await page.locator("#summary").innerText(), /a header of 4 bytes/, name);
    // Adding an element changes a length, but not the header.
    await select(page, "value 2");
    await page.locator("#add").click();
    await page.locator("#add-text").fill("c");
    await keys(page, "Enter");
    await page.locator("#changes li").waitFor();
    const expected = run(["encode", "--from", "text", "--layout", "godot4", "--framed"], '{"level": 1}\n["a", "b", "c"]\n');
    assert.deepEqual((await save(page)).bytes, Buffer.concat([header, expected]), name);
  }
  // The options of the open file are the default of another opening.
  await command(page, "#layout");
  await page.locator("#layout-dialog [type=submit]").click();
  await item(page, "value 2", '["a", "b"]').waitFor();
  assert.match(await page.locator("#summary").innerText(), /a header of 4 bytes/);
});

const strings = written("strings.dat", Buffer.concat([header, run(["encode", "--from", "text", "--layout", "godot4", "--framed"], '"Ada Lovelace"\n"Grace Hopper"\n')]));

await test("each candidate is opened in one step", async (page) => {
  const candidates = page.locator(".candidate");
  let count = 1;
  for (let index = 0; index < count; index += 1) {
    await page.setInputFiles("#file", strings);
    await page.locator("#layout-dialog[open]").waitFor();
    count = await candidates.count();
    const [, title] = (await candidates.nth(index).innerText()).match(/^Open as (.+), after a header of 4 bytes/);
    await candidates.nth(index).click();
    await status(page, "Opened strings.dat: 2 values");
    assert.match(await page.locator("#summary").innerText(), new RegExp(`^\\s*${title} · .*a header of 4 bytes`));
  }
  assert.ok(count > 3, "several layouts fit");
});

await test("a header before other leftover bytes is offered", async (page) => {
  const path = written("leftover.dat", Buffer.concat([header, readFileSync(frames), Buffer.from("the end of an older file")]));
  await page.setInputFiles("#file", path);
  await page.locator(".candidate").first().waitFor();
  await keys(page, "Enter");
  await status(page, "Opened leftover.dat");
  await edit(page, "level", "2");
  await page.locator("#changes li").waitFor();
  const { bytes } = await save(page);
  assert.deepEqual([...bytes.keys()].filter((index) => bytes[index] !== readFileSync(path)[index]).length, 1, "one byte changes");
});

await test("a header can be stated", async (page) => {
  const path = written("stated.dat", Buffer.concat([Buffer.from("SAVE1"), readFileSync(player)]));
  await page.setInputFiles("#file", path);
  await page.locator("#layout-dialog[open], #faults:not([hidden])").first().waitFor();
  if (!(await page.locator("#layout-dialog").isVisible())) await command(page, "#layout");
  await page.locator("#layout-name").selectOption("godot4");
  await page.locator("#layout-framing").selectOption("bare");
  await page.locator("#layout-skip").fill("5");
  await keys(page, "Enter");
  await status(page, "Opened stated.dat");
  await edit(page, "name", '"Grace"');
  await page.locator("#changes li").waitFor();
  const { bytes } = await save(page);
  assert.equal(bytes.subarray(0, 5).toString(), "SAVE1");
  assert.equal(decoded(written("stated-2.dat", bytes.subarray(5)), "--bare"), decoded(player, "--bare").replace("Ada", "Grace"));
});

await test("other layouts that fit are named as in the program", async (page) => {
  // A Color in Godot 3, and a Plane in Godot 4.
  const path = written("color.dat", Buffer.from("140000000e00000000000000000000000000803f0000803f", "hex"));
  const note = spawnSync(program, ["decode", path], { encoding: "utf8" }).stderr;
  await open(page, path);
  const shown = await page.locator("#summary-notes").innerText();
  assert.match(shown, /also valid as godot3/);
  assert.ok(note.includes(shown.replace(/^ · /, "").trim()), `${note} ${shown}`);
  await picture(page, "also-valid");
  // Nothing is uncertain about a stated layout.
  await command(page, "#layout");
  await page.locator("#layout-name").selectOption("godot3");
  await page.locator("#layout-open").click();
  await item(page, "value", "Color").waitFor();
  assert.equal(await page.locator("#summary-notes").innerText(), "");
  await open(page, player);
  assert.equal(await page.locator("#summary-notes").innerText(), "");
});

// The dialog fits on all screens.
for (const [name, options] of Object.entries({ desktop: {}, phone: { viewport: { width: 390, height: 800 }, hasTouch: true }, French: { locale: "fr-FR" }, "French-phone": { locale: "fr-FR", viewport: { width: 390, height: 800 }, hasTouch: true } })) {
  await test(`the dialog of layouts: ${name}`, async (page) => {
    await page.setInputFiles("#file", strings);
    await page.locator("#layout-dialog[open]").waitFor();
    assert.ok(await page.locator("#layout-dialog label").evaluateAll((all) => all.every((it) => it.getBoundingClientRect().left > 0)), "labels are visible");
    assert.equal(await page.locator("#layout-dialog").evaluate((it) => it.scrollWidth - it.clientWidth), 0);
    await picture(page, `header-${name}`);
    await checkAxe(page, name);
  }, options);
}

await test("a dropped file is opened", async (page) => {
  await drop(page, "body", player);
  await status(page, "Opened dropped.dat");
  await item(page, "health").waitFor();
});

await test("a conversion lists its losses", async (page) => {
  await open(page, player);
  await command(page, "#convert");
  await page.locator("#convert-layout").selectOption("godot3");
  await page.locator("#convert-dialog .primary").click();
  await page.locator("#convert-dialog .message", { hasText: "losses; nothing was downloaded" }).waitFor();
  assert.match(await page.locator(".losses").innerText(), /cell: Vector2i became Vector2/);
  await picture(page, "convert");
  await checkAxe(page, "convert");
  const { name, bytes } = await downloaded(page, () => page.locator("#convert-lossy").click());
  assert.equal(name, "player.godot3.dat");
  assert.match(decoded(written(name, bytes), "--layout", "godot3", "--bare"), /"cell": Vector2\( 3, 4 \)/);
});

await test("another layout can be chosen", async (page) => {
  await open(page, player);
  await command(page, "#layout");
  await page.locator("#layout-dialog[open]").waitFor();
  await picture(page, "layout");
  await checkAxe(page, "layout");
  await page.locator("#layout-name").selectOption("pandemonium");
  await page.locator("#layout-open").click();
  await page.locator("#summary", { hasText: "Pandemonium" }).waitFor();
});

await test("unsaved changes are not lost", async (page) => {
  await open(page, player);
  await edit(page, "health", "1.0");
  await page.locator("#changes li").waitFor();
  await page.setInputFiles("#file", frames);
  await page.locator("#discard-dialog[open]").waitFor();
  await picture(page, "discard");
  await checkAxe(page, "discard");
  assert.equal(await page.locator("#discard-dialog .primary").innerText(), "Cancel");
  await keys(page, "Enter");
  await page.locator("#discard-dialog").waitFor({ state: "hidden" });
  await item(page, "health", "float 1").waitFor();
  // The file stays open if another one cannot be opened.
  await page.setInputFiles("#file", written("archive.zip", "PK\x03\x04"));
  await page.locator("#discard-dialog [type=submit]").click();
  await page.locator("#alert", { hasText: "a zip archive" }).waitFor();
  await item(page, "health", "float 1").waitFor();
  // A panic restarts the worker, and repeats the changes.
  await page.evaluate(() => globalThis.page.client.call("testPanic").catch(() => {}));
  await page.locator("#alert", { hasText: "started again" }).waitFor();
  await item(page, "health", "float 1").waitFor();
  assert.match(await page.locator("#changes li").innerText(), /87\.5 → 1/);
  assert.equal(await asksToLeave(page), true);
  assert.match(decoded(written("restarted.dat", (await save(page)).bytes), "--bare"), /"health": 1\.0/);
  assert.equal(await asksToLeave(page), false);
  // A change after an undo is not the downloaded change.
  await page.locator("#undo").click();
  await item(page, "health", "float 87.5").waitFor();
  assert.equal(await asksToLeave(page), true);
  await edit(page, "health", "2.0");
  await item(page, "health", "float 2").waitFor();
  assert.equal(await asksToLeave(page), true);
});

// Opens the field of a value, and types over its text.
async function type(page, name, text) {
  await item(page, name).dblclick();
  await page.locator("#editor-label", { hasText: name }).waitFor();
  await page.keyboard.type(text);
}
const selected = (page, name) => page.locator("[role=treeitem][aria-selected=true]", { hasText: name }).waitFor();

// The ways out of a field, and what they do afterwards.
const WAYS = {
  "Tab": { go: (page) => keys(page, "Tab", "Tab", "Tab", "Tab") },
  "the search": { go: (page) => page.locator("#query").click() },
  "Ctrl+F": { go: (page) => keys(page, "Control+f") },
  "the menu of the page": { go: (page) => page.locator("#more").click(), then: (page) => keys(page, "Escape") },
  "another line": { go: (page) => item(page, "delta").click({ delay: 200 }), then: (page) => selected(page, "delta") },
  "another field": { go: (page) => item(page, "delta").dblclick(), then: (page) => page.locator("#editor-label", { hasText: "delta" }).waitFor() },
  "the menu of another line": { go: (page) => item(page, "delta").click({ button: "right" }), then: (page) => page.locator("#value-menu").waitFor() },
  "a result": { go: (page) => page.locator(".hit", { hasText: "delta" }).click(), then: (page) => selected(page, "delta"), query: "delta" },
  "a byte": { go: (page) => page.locator(".byte").first().click(), then: (page) => selected(page, "value Dictionary") },
  "a conversion": { go: (page) => command(page, "#convert"), then: (page) => page.locator("#convert-dialog .close").click() },
  "a comparison": { go: (page) => page.setInputFiles("#other-file", letters), then: (page) => page.locator("#comparison li", { hasText: "alpha" }).waitFor() },
  "another file": { go: (page) => page.setInputFiles("#file", player), then: (page) => page.locator("#discard-dialog .close").click() },
  "a dropped file": { go: (page) => drop(page, "#tree", player), then: (page) => page.locator("#discard-dialog .close").click() },
  "pasted text": { go: (page) => command(page, "#paste"), then: (page) => page.locator("#paste-dialog .close").click() },
  "Download": { go: (page) => page.locator("#save").click(), downloads: true },
  "Ctrl+S": { go: (page) => keys(page, "Control+s"), downloads: true },
};

for (const hasDelay of [false, true]) {
  await test(`each way out of a field applies its value${hasDelay ? ", with late answers" : ""}`, async (page) => {
    await open(page, letters);
    await page.locator("#show-bytes").click();
    if (hasDelay) await delay(page, 100);
    for (const [way, { go, then = () => {}, query = "", downloads }] of Object.entries(WAYS)) {
      await open(page, letters);
      await page.locator("#query").fill(query);
      if (query) await page.locator(".hit", { hasText: query }).waitFor();
      await type(page, "alpha", "77");
      assert.equal(await asksToLeave(page), true, way);
      if (downloads) assert.match(decoded(written("left.dat", (await downloaded(page, () => go(page))).bytes), "--bare"), /"alpha": 77/, way);
      else await go(page);
      await then(page);
      await item(page, "alpha", "int 77").waitFor();
      if (way !== "another field") assert.equal(await page.locator("#editor").isVisible(), false, way);
      assert.equal(await page.locator("#changes-list li").count(), 1, way);
      await keys(page, "Escape");
      assert.match(await saved(page), /"alpha": 77/, way);
    }
  });
}

await test("an invalid value stays in its field, and nothing else is done", async (page) => {
  let downloads = 0;
  page.on("download", () => (downloads += 1));
  await open(page, letters);
  await page.locator("#show-bytes").click();
  for (const [way, { go, query = "" }] of Object.entries(WAYS)) {
    await page.locator("#query").fill(query);
    if (query) await page.locator(".hit", { hasText: query }).waitFor();
    await type(page, "alpha", "1,5");
    await go(page);
    await page.locator("#editor-error", { hasText: "Type a whole number" }).waitFor();
    await page.waitForFunction(() => document.activeElement.id === "editor-text");
    await page.waitForTimeout(50);
    assert.equal(await page.locator("#editor-text").inputValue(), "1,5", way);
    assert.equal(await page.locator("dialog[open], #value-menu:not([hidden]), #status:not(:empty)").count(), 0, way);
    await selected(page, "alpha");
    assert.equal(await asksToLeave(page), true, way);
    await keys(page, "Escape");
    await focused(page, /^alpha int 1$/);
    assert.equal(await asksToLeave(page), false, way);
  }
  assert.equal(downloads, 0);
  assert.deepEqual((await save(page)).bytes, readFileSync(letters));
});

await test("a field that was not changed changes nothing", async (page) => {
  await open(page, types);
  for (const name of ["vector", "color", "flag", "count", "ratio", "words", "scores", "control"]) {
    for (const isText of [false, true]) {
      await select(page, name);
      await keys(page, "Enter");
      await page.locator("#editor-label", { hasText: name }).waitFor();
      const toggle = page.locator("#editor .as-text");
      if (isText && (await toggle.isVisible())) {
        await toggle.click();
        await page.locator("#editor .as-text[aria-pressed=true]").waitFor();
      }
      // The focus stays within the field, and with another window.
      await page.locator("#editor").click({ position: { x: 3, y: 3 } });
      await page.waitForTimeout(30);
      assert.equal(await page.locator("#editor").isVisible(), true, name);
      await item(page, "value").click();
      await page.locator("#editor").waitFor({ state: "hidden" });
    }
  }
  assert.equal(await page.locator("#changes-list li").count(), 0);
  assert.equal(await asksToLeave(page), false);
});

await test("a key, a text, components and a flag are applied on leaving", async (page) => {
  await open(page, types);
  const leave = () => page.locator("#query").click();
  await select(page, "ratio");
  await keys(page, "F2");
  await page.locator("#editor-label", { hasText: "New key" }).waitFor();
  await page.keyboard.type("part");
  await leave();
  await item(page, "part", "float 2.5").waitFor();
  await item(page, "vector").dblclick();
  await field(page, "y").fill("8");
  await leave();
  await item(page, "vector", "Vector2(1.5, 8)").waitFor();
  await item(page, "flag").dblclick();
  await page.locator("#editor input[type=checkbox]").press("Space");
  await leave();
  await item(page, "flag", "false").waitFor();
  // What is typed in the other control counts as well.
  await item(page, "count").dblclick();
  await page.locator("#editor-text").fill("12");
  await page.locator("#editor .as-text").click();
  await page.locator("#editor .as-text[aria-pressed=true]").waitFor();
  await leave();
  await item(page, "count", "int 12").waitFor();
  // An element is added, so that the rows of the lines below are others.
  await select(page, "scores");
  await keys(page, "Enter");
  await page.locator("#editor-text").fill("Array[int]([1, 2, 3, 4])");
  await item(page, "vector").click();
  await item(page, "scores", "4").waitFor();
  assert.match(await saved(page), /"part": 2\.5.*"scores": Array\[int\]\(\[1, 2, 3, 4\]\)/s);
  await select(page, "scores");
  await keys(page, "Insert");
  await page.locator("#add-text").fill("5");
  assert.equal(await asksToLeave(page), true);
  await keys(page, "Escape");
  assert.equal(await asksToLeave(page), false);
  // A panic keeps the field.
  await type(page, "count", "13");
  await page.evaluate(() => globalThis.page.client.call("testPanic").catch(() => {}));
  await page.locator("#alert", { hasText: "started again" }).waitFor();
  await page.locator("#editor-text").press("Enter");
  await item(page, "count", "int 13").waitFor();
  // The lines stay where they are, although the field is scrolled out of view.
  const members = Array.from({ length: 200 }, (_, index) => `"k${index}": ${index}`);
  await save(page);
  await open(page, written("long.dat", run(["encode", "--from", "text", "--layout", "godot4", "--bare"], `{${members}}`)));
  await type(page, "k1", "77");
  await page.locator("#tree").evaluate((it) => (it.scrollTop = 3000));
  await item(page, "k99").dblclick();
  await page.locator("#editor-label", { hasText: "k99" }).waitFor();
  await keys(page, "Escape");
  assert.match(await saved(page), /"k1": 77,/);
});

for (const colorScheme of ["light", "dark"]) {
  await test(`a field is left on a phone in ${colorScheme} colors`, async (page) => {
    await open(page, letters);
    await item(page, "alpha").tap();
    await page.locator("#edit").tap();
    await page.locator("#editor-text").fill("x");
    // The field is in another pane than the changes.
    await page.locator("#tab-changes").tap();
    await page.locator("#editor-error", { hasText: "Type a whole number" }).waitFor();
    await picture(page, `phone-invalid-${colorScheme}`);
    await checkAxe(page, "invalid");
    await page.locator("#editor-text").fill("77");
    await page.locator("#tab-changes").tap();
    await page.locator("#changes-list li", { hasText: "77" }).waitFor();
    await page.locator("#tab-values").tap();
    await item(page, "beta").tap();
    await page.locator("#edit").tap();
    await page.locator("#editor-text").fill("78");
    await item(page, "theta").tap();
    await selected(page, "theta");
    await page.setInputFiles("#file", player);
    await page.locator("#discard-dialog[open]").waitFor();
    await picture(page, `phone-discard-${colorScheme}`);
    await page.locator("#discard-dialog .close").tap();
    assert.match(await saved(page), /"alpha": 77,\s+"beta": 78/);
  }, { viewport: { width: 390, height: 800 }, colorScheme, hasTouch: true, isMobile: true });
}

// Returns the lines of the list of results.
const hits = (page) => page.locator(".hit").evaluateAll((all) => all.map((it) => it.innerText.replace(/\s+/g, " ").trim()));

// What a player does who has read no help.
for (const [name, options] of Object.entries({ desktop: {}, "dark-desktop": { colorScheme: "dark" }, phone: { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true } })) {
  await test(`a player finds and changes the gold: ${name}`, async (page) => {
    await page.locator("#example").click();
    await status(page, "Opened example.save");
    await page.locator("#query").click();
    await page.keyboard.type("1250");
    await page.locator("#found", { hasText: "1 result" }).waitFor();
    assert.deepEqual(await hits(page), ["gold 1250 player"]);
    await picture(page, `search-${name}`);
    await checkAxe(page, `search, ${name}`);
    await page.locator(".hit").click();
    await focused(page, /^gold (int )?1250$/);
    await page.locator("#edit").click();
    await page.locator("#editor").waitFor();
    await page.keyboard.type("99999");
    await keys(page, "Enter");
    await item(page, "gold", "99999").waitFor();
    await page.locator("#found", { hasText: "Nothing found" }).waitFor();
    await picture(page, `gold-${name}`);
    const { name: file, bytes } = await save(page);
    assert.equal(file, "example.save");
    assert.match(decoded(written(file, bytes), "--bare"), /"gold": 99999,/);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
  }, options);
}

await test("values of all types are searched", async (page) => {
  await open(page, player);
  const search = async (text, expected) => {
    await page.locator("#query").fill("");
    await page.locator("#found:empty").waitFor({ state: "attached" });
    await page.locator("#query").fill(text);
    await page.locator("#found:not(:empty)", { hasText: /^\d/ }).waitFor();
    await page.locator(".hit .name").first().waitFor();
    assert.deepEqual(await hits(page), expected);
  };
  await search("87", ["health 87.5"]);
  await search("2", ["count 2 inventory[0]", "[1] 2 scores", "b 2 node.child", "position Vector2(1.5, -2)", 'Vector2(1, 2) "complex key"']);
  await search("true", ["7 true"]);
  await search("Vector2i(3, 4)", ["cell Vector2i(3, 4)"]);
  // Enter right after typing goes to the first result, and further ones go on.
  await page.locator("#query").fill("");
  await page.keyboard.type("count");
  await keys(page, "Enter");
  await page.locator("#found", { hasText: "1 of 2 results" }).waitFor();
  await page.locator("[role=treeitem][aria-selected=true]", { hasText: "count int 2" }).waitFor();
  await keys(page, "ArrowDown");
  await page.locator("[role=treeitem][aria-selected=true]", { hasText: "count int 1" }).waitFor();
  await keys(page, "Shift+Enter");
  await page.locator("[role=treeitem][aria-selected=true]", { hasText: "count int 2" }).waitFor();
  await page.locator("#next").click();
  await page.locator("[role=treeitem][aria-selected=true]", { hasText: "count int 1" }).waitFor();
  assert.equal(await active(page), "↓");
  // The command that follows a click on a result applies to it.
  await delay(page, 60);
  await page.evaluate(() => document.querySelector(".hit").click());
  await keys(page, "Delete");
  await idle(page);
  assert.match(await page.locator("#changes li").innerText(), /inventory\[0\]\.count\s+2 → removed/);
  // The list follows the change.
  await page.locator("#found", { hasText: "1 result" }).waitFor();
  assert.deepEqual(await hits(page), ["count 1 inventory[1]"]);
  await page.locator("#query").focus();
  await keys(page, "Escape");
  assert.equal(await page.locator("#hits").isVisible(), false);
  await focused(page, /inventory|\[0\]/);
});

await test("values of a type are listed", async (page) => {
  await open(page, player);
  const types = await page.locator("#search-type option").allInnerTexts();
  assert.ok(types.includes("float (1)") && types.includes("Vector2i (1)") && !types.some((it) => it.startsWith("Color ")), types.join());
  await page.locator("#search-type").selectOption("Vector2i");
  await page.locator("#found", { hasText: "1 result" }).waitFor();
  assert.deepEqual(await hits(page), ["cell Vector2i(3, 4)"]);
  await page.locator("#search-type").selectOption("int");
  await page.locator("#query").fill("id");
  await page.locator("#found", { hasText: "2 results" }).waitFor();
  await page.locator(".hit .place").nth(1).waitFor();
  assert.deepEqual(await hits(page), ["id 3 inventory[0]", "id 9 inventory[1]"]);
  // Another file has other types.
  await open(page, letters);
  assert.equal(await page.locator("#search-type").inputValue(), "");
  await page.locator("#search-type option", { hasText: "Array (3)" }).waitFor({ state: "attached" });
});

await test("text is searched", async (page) => {
  const lines = Array.from({ length: 400 }, (_, index) => `\t"item_${index}": ${index},\n`);
  await open(page, written("long.json", `{\n${lines.join("")}\t"gold": 1250\n}\n`));
  await keys(page, "Control+f");
  await page.keyboard.type("1250");
  await page.locator("#found", { hasText: "1 result" }).waitFor();
  assert.deepEqual(await hits(page), ['line 402 "gold": 1250']);
  await page.locator(".hit").click();
  const selected = await page.locator("#text").evaluate((it) => [document.activeElement === it, it.value.slice(it.selectionStart, it.selectionEnd), it.scrollTop > 0]);
  assert.deepEqual(selected, [true, "1250", true]);
  await page.keyboard.type("99999");
  await page.locator("#found", { hasText: "Nothing found" }).waitFor();
  await picture(page, "text-search");
  assert.match((await save(page)).bytes.toString(), /"gold": 99999\n/);
});

await test("problems offer what was detected", async (page) => {
  await open(page, player);
  await command(page, "#layout");
  await page.locator("#layout-name").selectOption("pandemonium");
  await page.locator("#layout-open").click();
  await page.locator("#faults li").first().waitFor();
  await checkAxe(page, "problems");
  await page.locator("#faults .tools button").last().click();
  assert.equal(await page.locator("#layout-dialog[open] #layout-name").inputValue(), "pandemonium");
  await keys(page, "Escape");
  await picture(page, "problems");
  await page.locator("#faults .candidate", { hasText: "Open as Godot 4" }).click();
  await item(page, "health", "87.5").waitFor();
  assert.equal(await page.locator("#faults").isVisible(), false);
});

await test("the page is in French", async (page) => {
  assert.equal(await page.evaluate(() => document.documentElement.lang), "fr");
  await open(page, player);
  await select(page, "health");
  await picture(page, "french");
  await checkAxe(page, "French");
  assert.match(await page.locator("#summary").innerText(), /Godot 4 · \d+ octets/);
  await page.locator("#more").click();
  await page.locator("#language").selectOption("en");
  assert.match(await page.locator("#summary").innerText(), /Godot 4 · \d+ bytes/);
}, { locale: "fr-FR" });

for (const colorScheme of ["light", "dark"]) {
  await test(`a phone in ${colorScheme} colors`, async (page) => {
    await open(page, player);
    await select(page, "position");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
    await picture(page, `phone-${colorScheme}`);
    await checkAxe(page, "phone");
    await edit(page, "health", "3.5");
    await page.locator("#tab-changes", { hasText: "(1)" }).click();
    await page.locator("#changes li", { hasText: "3.5" }).waitFor();
    await picture(page, `phone-changes-${colorScheme}`);
    await checkAxe(page, "changes");
    await page.locator("#tab-bytes").click();
    await page.locator(".byte.selected").first().waitFor();
    await picture(page, `phone-bytes-${colorScheme}`);
    await checkAxe(page, "bytes");
  }, { viewport: { width: 390, height: 800 }, colorScheme, hasTouch: true, reducedMotion: "reduce" });
}

await test("a tablet", async (page) => {
  await open(page, player);
  await select(page, "inventory");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
  await picture(page, "tablet");
  await checkAxe(page, "tablet");
}, { viewport: { width: 820, height: 1100 }, hasTouch: true });

await test("dark colors", async (page) => {
  await open(page, player);
  await edit(page, "health", "3.5");
  await page.locator("#changes li").waitFor();
  await picture(page, "dark");
  await checkAxe(page, "dark");
}, { colorScheme: "dark" });

await test("the newest change is in view", async (page) => {
  await open(page, player);
  for (let index = 0; index < 12; index += 1) {
    await edit(page, "health", `${index}.5`);
    await item(page, "health", `float ${index}.5`).waitFor();
  }
  const isVisible = (text) => page.locator("#changes-list li", { hasText: text }).first().evaluate((it) => {
    const [line, list] = [it, it.closest("#changes-list")].map((each) => each.getBoundingClientRect());
    return line.top >= list.top - 1 && line.bottom <= list.bottom + 1;
  });
  assert.equal(await isVisible("10.5 → 11.5"), true);
  await page.locator("#changes-list").evaluate((it) => (it.scrollTop = 0));
  await page.locator("#changes-list li button").first().click();
  await status(page, "12 of 12 changes undone");
  await page.locator("#redo").click();
  await status(page, "11 of 12 changes undone");
  assert.equal(await isVisible("87.5 → 0.5"), true);
});

// Chooses the command that exchanges the selected value, and waits for its text.
async function exchange(page, name, text) {
  await select(page, name);
  await page.locator("#actions").click();
  await page.locator("#value-menu [role=menuitem]", { hasText: "Export or import" }).click();
  await page.waitForFunction((text) => document.getElementById("part-text").value.includes(text), text);
}

await test("a value is copied, downloaded and replaced as text and JSON", async (page) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, player);
  await exchange(page, "inventory", '"id": 9');
  await picture(page, "part");
  await checkAxe(page, "part");
  await page.locator("#part-copy").click();
  await page.locator("#part-status", { hasText: "Copied inventory" }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(run(["encode", "--from", "text", "--layout", "godot4", "--bare"], copied).toString("hex"), run(["encode", "--from", "text", "--layout", "godot4", "--bare"], '[{"id": 3, "count": 2}, {"id": 9, "count": 1}]').toString("hex"));
  await page.locator("#part-dialog .close").click();
  // JSON keeps the types: a Vector2 is one again.
  await exchange(page, "position", "Vector2(1.5, -2)");
  await page.locator("#part-form").selectOption("json");
  await page.waitForFunction(() => document.getElementById("part-text").value.includes("{"));
  const { name, bytes } = await downloaded(page, () => page.locator("#part-download").click());
  assert.equal(name, "position.json");
  assert.deepEqual(run(["encode", "--from", "json", "--layout", "godot4", "--bare"], bytes), run(["encode", "--from", "text", "--layout", "godot4", "--bare"], "Vector2(1.5, -2)"));
  await page.setInputFiles("#part-file", written("other.json", bytes.toString().replace("1.5", "7.5")));
  await page.locator("#part-status", { hasText: "other.json was read" }).waitFor();
  await page.locator("#part-dialog .primary").click();
  await item(page, "position", "Vector2(7.5, -2)").waitFor();
  await focused(page, /^position/);
  // A pasted text replaces the value; an invalid one stays in the field with its error.
  await exchange(page, "inventory", '"id": 9');
  await page.locator("#part-text").fill("[1,\n2");
  await page.locator("#part-dialog .primary").click();
  await page.locator("#part-error:not(:empty)").waitFor();
  await page.locator("#part-text").fill("[1,\n2]");
  await page.locator("#part-dialog .primary").click();
  await item(page, "inventory", "[1, 2]").waitFor();
  // Text without a change is no change.
  await exchange(page, "inventory", "[1, 2]");
  await page.locator("#part-dialog .primary").click();
  await page.locator("#part-dialog").waitFor({ state: "hidden" });
  assert.equal(await page.locator("#changes-list li").count(), 2);
  const { bytes: changed } = await save(page);
  run(["set", "--allow-objects", "--layout", "godot4", "--bare", player, "inventory", "[1, 2]", "position", "Vector2(7.5, -2)", "-o", join(folder, "set.dat")]);
  assert.deepEqual(changed, readFileSync(join(folder, "set.dat")));
});

await test("differences from another file lead to their lines", async (page) => {
  const other = join(folder, "other.dat");
  run(["set", "--allow-objects", "--layout", "godot4", "--bare", player, "health", "12.25", "inventory[1].id", "7", "inventory[+]", '{"id": 12}', "level", "3", "-o", other]);
  await open(page, player);
  await edit(page, "name", '"Grace"');
  await page.locator("#changes-list li").waitFor();
  await page.setInputFiles("#other-file", other);
  await status(page, "other.dat: 5 differences");
  // The open file is the old one, with its changes, in the words of the program.
  const edited = written("compared.dat", (await save(page)).bytes);
  const lines = spawnSync(program, ["diff", "--allow-objects", "--layout", "godot4", "--bare", edited, other], { encoding: "utf8" }).stdout.trim().split("\n");
  const shown = await page.locator("#comparison li").allInnerTexts();
  const words = (line) => line.replace(/\s+/g, " ").replace("→", "->").trim();
  assert.deepEqual(shown.map(words), lines.map((line) => words(line.replace(/: /, " "))));
  await picture(page, "comparison");
  await checkAxe(page, "comparison");
  for (const [path, line] of [["inventory[1].id", /^id int 9/], ["health", /^health float 87.5/], ["inventory[2]", /^inventory Array/], ["name", /^name String "Grace"/]]) {
    await page.locator("#comparison button.link").getByText(path, { exact: true }).click();
    await page.locator("[role=treeitem][aria-selected=true]").filter({ hasText: line }).waitFor();
  }
  await page.setInputFiles("#other-file", written("other.png", Buffer.from("89504e470d0a1a0a", "hex")));
  await page.locator("#alert", { hasText: "cannot compare with other.png: " }).waitFor();
  await page.locator("#comparison-close").click();
  assert.equal(await page.locator("#comparison").isVisible(), false);
  // The same values are no difference.
  await page.setInputFiles("#other-file", edited);
  await status(page, "compared.dat: 0 differences");
});

await test("a comparison on a phone", async (page) => {
  const other = join(folder, "phone.dat");
  run(["set", "--allow-objects", "--layout", "godot4", "--bare", player, "health", "12.25", "-o", other]);
  await open(page, player);
  await page.setInputFiles("#other-file", other);
  await page.locator("#comparison button.link", { hasText: "health" }).click();
  await page.locator("[role=treeitem][aria-selected=true]").filter({ hasText: /^health/ }).waitFor();
  await page.locator("#tab-changes").click();
  await picture(page, "phone-comparison");
  await checkAxe(page, "comparison on a phone");
}, { viewport: { width: 390, height: 800 }, hasTouch: true });

// Returns 50 MB: the length of a value, and an Array of Dictionaries of Godot 4.
function large() {
  const count = 430_000;
  const word = (value) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  };
  const string = (text) => Buffer.concat([word(4), word(text.length), Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4, "\0"))]);
  const [id, name, price, tag] = ["id", "name", "price", "tag"].map(string);
  const common = string("common");
  const parts = [word(28), word(count)];
  for (let index = 0; index < count; index += 1) {
    const float = Buffer.alloc(8);
    float.writeDoubleLE(index * 1.37);
    parts.push(word(27), word(4), id, word(2), word(index), name, string(`item number ${index}`), price, word(3 | (1 << 16)), float, tag, common);
  }
  const value = Buffer.concat(parts);
  return Buffer.concat([word(value.length), value]);
}

await test("a file of 50 MB stays responsive", async (page) => {
  const path = written("large.dat", large());
  await page.evaluate(() => {
    let last = performance.now();
    const tick = () => {
      const now = performance.now();
      globalThis.longest = Math.max(globalThis.longest, now - last);
      last = now;
      setTimeout(tick, 0);
    };
    globalThis.longest = 0;
    tick();
  });
  const timed = async (name, action) => {
    await page.evaluate(() => (globalThis.longest = 0));
    const start = Date.now();
    await action();
    const [took, longest] = [Date.now() - start, Math.round(await page.evaluate(() => globalThis.longest))];
    console.log(`  ${name}: ${took} ms, longest block ${longest} ms`);
    assert.ok(longest < MAX_BLOCK, `${name}: a block of ${longest} ms`);
  };
  await timed("open", () => open(page, path));
  await timed("go to the end", async () => {
    await keys(page, "End");
    await focused(page, /\[429999\]/);
  });
  await keys(page, "ArrowRight", "ArrowRight");
  await focused(page, /^id int 429999/);
  await timed("edit", async () => {
    await keys(page, "Enter");
    await page.locator("#editor-text").fill("5");
    await keys(page, "Enter");
    await focused(page, /^id int 5/);
  });
  await timed("search", async () => {
    await page.locator("#query").fill("common");
    await page.locator("#found", { hasText: "430,000 results" }).waitFor();
  });
  await timed("search for a number", async () => {
    await page.locator("#query").fill("1250");
    await page.locator("#found", { hasText: /^\d+ results/ }).waitFor();
    await page.locator(".hit", { hasText: "[1250]" }).first().waitFor();
  });
  await timed("search for a type", async () => {
    await page.locator("#query").fill("");
    await page.locator("#search-type").selectOption("float");
    await page.locator("#found", { hasText: "430,000 results" }).waitFor();
  });
  await timed("undo", async () => {
    await page.locator("#undo").click();
    await status(page, "undone");
  });
  assert.deepEqual((await save(page)).bytes, readFileSync(path));
});

await browser.close();
if (failures > 0) {
  console.error(`${failures} tests failed`);
  process.exit(1);
}
