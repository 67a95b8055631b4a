// Uses the page as a person would, in Chromium: opens files, edits them with the keyboard, and
// compares downloaded files. Fails if the page sends a request, violates its policy, or if axe
// reports a violation.
//
//   node apps/editor/tests/page.mjs PAGE PROGRAM BROWSER [SCREENSHOTS]
//
// PAGE is the built page, PROGRAM is gdvariant, BROWSER is the folder of .ci/pages with its packages,
// and SCREENSHOTS is a folder that gets pictures of the page.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
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
const conformance = (name) => join(import.meta.dirname, "../../../conformance/files", name);
const run = (args, input) => execFileSync(program, args, { input, stdio: ["pipe", "pipe", "pipe"], maxBuffer: 1 << 28 });
const LAYOUT = ["--layout", "godot4"];
const encoded = (text) => run(["encode", "--from", "text", ...LAYOUT, "--bare"], text);
const framed = (text) => run(["encode", "--from", "text", ...LAYOUT, "--framed"], text);
const decoded = (file, ...args) => run(["decode", "--to", "text", "--allow-objects", ...args, file]).toString().trim();

function written(name, bytes) {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const TEXT = '{"name": "Ada", "health": 87.5, "position": Vector2(1.5, -2), "inventory": [{"id": 3, "count": 2}, {"id": 9, "count": 1}], '
  + '"cell": Vector2i(3, 4), 7: true, Vector2(1, 2): "complex key", "scores": Array[int]([1, 2, 3]), "colors": PackedColorArray(1, 0, 0, 1), '
  + '"<b>&": "</script>", "node": Object(Node,"name":"x","child":Object(Node,"a":1,"b":2),"z":3)}';
const player = written("player.dat", encoded(TEXT));
const frames = written("frames.dat", framed('{"level": 1}\n["a", "b"]\n'));
const broken = written("broken.dat", Buffer.concat([readFileSync(player).subarray(0, 120), Buffer.from([0xff, 0xff])]));

const PHONE = { viewport: { width: 390, height: 800 }, hasTouch: true };
const DARK = { colorScheme: "dark" };
const FRENCH = { locale: "fr-FR" };

const browser = await launch();
let failures = 0;
let page;

// Opens the page, calls `check`, and reports faults.
async function test(name, check, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-US", acceptDownloads: true, strictSelectors: true, ...options });
  page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT);
  const found = watch(page);
  const requests = [];
  page.on("request", (request) => /^(file|blob|data):/.test(request.url()) || requests.push(request.url()));
  await page.addInitScript(() => addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`)));
  try {
    await page.goto(url);
    await check();
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

const find = (selector, text) => page.locator(selector, text && { hasText: text });
const shown = (selector, text) => find(selector, text).waitFor();
const hidden = (selector) => find(selector).waitFor({ state: "hidden" });
const holds = async (selector, value, way) => assert.equal(await page.inputValue(selector), value, way);
const hasFocus = async (id) => assert.equal(await page.evaluate(() => document.activeElement.id), id);
const reads = async (selector, pattern) => assert.match(await page.innerText(selector), pattern);
// Types over the text of a field, and presses Enter.
const enter = async (selector, text) => {
  await page.fill(selector, text);
  await keys("Enter");
};
// Returns the line of a value with a name, and with a text.
const item = (name, text = "") => page.locator("[role=treeitem]", { has: find(".name", name), hasText: text }).first();
const lists = (name, text) => item(name, text).waitFor();
const status = (text) => shown("#status", text);
const selected = (text) => shown("[role=treeitem][aria-selected=true]", text);
const keys = async (...pressed) => {
  for (const key of pressed) await page.keyboard.press(key);
};
const active = () => page.evaluate(() => document.activeElement?.innerText?.replace(/\s+/g, " ").trim());
const picture = async (name) => screenshots && page.screenshot({ path: join(screenshots, `${name}.png`) });

// Chooses a command of the menu.
async function command(id) {
  await page.click("#more");
  await page.click(id);
}

const choose = (path) => page.setInputFiles("#file", path);

async function open(path) {
  await choose(path);
  await status(/Opened|est ouvert/);
}

async function openAs(layout) {
  await command("#layout");
  await page.selectOption("#layout-name", layout);
  await page.click("#layout-open");
}

async function crash() {
  await page.evaluate(() => globalThis.page.client.call("test_panic").catch(() => {}));
  await shown("#alert", "started again");
}

// Waits until the focus is on a line with a text.
async function focused(pattern) {
  for (const end = Date.now() + 10_000; Date.now() < end; await page.waitForTimeout(20)) {
    if (pattern.test(await active() ?? "")) return;
  }
  assert.match(await active() ?? "", pattern);
}

// Drops files on an element.
async function drop(target, ...paths) {
  const data = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const [name, bytes] of files) transfer.items.add(new File([new Uint8Array(bytes)], name));
    return transfer;
  }, paths.map((path, index) => [["dropped.dat", "second.dat"][index], [...readFileSync(path)]]));
  await page.dispatchEvent(target, "dragover", { dataTransfer: data });
  await page.dispatchEvent(target, "drop", { dataTransfer: data });
}

// Returns the bytes of the file that an action downloads.
async function downloaded(action) {
  const [download] = await Promise.all([page.waitForEvent("download"), action()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}
// Checks whether the page asks before it is left.
const leaving = async (asks, way) => assert.equal(await page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true }))), asks, way);
const save = () => downloaded(() => page.click("#save"));

const keepsFile = async (path) => assert.deepEqual((await save()).bytes, readFileSync(path));
const saved = async () => decoded(written("saved.dat", (await save()).bytes), "--bare");

// Waits until the page describes the selected value.
const described = () => page.waitForFunction(() => document.querySelector("[role=treeitem][aria-selected=true]")?.id === `row-${document.getElementById("details").dataset.row}`);

async function select(name) {
  await item(name).click();
  await described();
}

// Opens the field of a value.
async function begin(name) {
  await item(name).dblclick();
  await shown("#editor-label", name);
}

// Sets a value to a text of var_to_str.
async function edit(line, text) {
  await select(line);
  await keys("Enter");
  await shown("#editor");
  const toggle = find("#editor .as-text");
  if (await toggle.isVisible()) {
    await toggle.click();
    await shown("#editor .as-text[aria-pressed=true]");
  }
  await page.fill("#editor-text", text);
  // On phones, Enter starts a line.
  if (await page.evaluate(() => matchMedia("(pointer: coarse)").matches)) await page.click("#editor [type=submit]");
  else await keys("Enter");
}

// Takes a picture, and checks the accessibility.
async function look(name) {
  await picture(name);
  await checkAxe(name);
}

async function checkAxe(name) {
  const { found, passed } = await runAxe(page, ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]);
  assert.deepEqual(found, [], name);
  assert.ok(passed > 0, "axe examines the page");
}

await test("a plain file is shown and saved unchanged", async () => {
  await look("start");
  await open(player);
  await page.click("#show-bytes");
  await select("position");
  await reads("#details", /Path\s+position\s+Type\s+Vector2\s+Value\s+Vector2\(1.5, -2\)/);
  assert.equal(await find(".byte.selected").count(), 12);
  await find(".byte", "41").first().click();
  await selected('name String "Ada"');
  await reads("#meaning", /text, bytes = Ada/);
  assert.match(await page.getAttribute("#active-byte", "aria-label"), /^41 at 0x001c, text/);
  // A byte of the name of a property selects the property.
  await page.fill("#query", "child");
  await shown("#found", "1 result");
  await keys("Enter");
  await selected("child Object");
  await look("desktop");
  const { name, bytes } = await save();
  assert.equal(name, "player.dat");
  assert.deepEqual(bytes, readFileSync(player));
});

await test("a value is edited with the keyboard alone", async () => {
  await open(player);
  await focused(/^▾? ?value Dictionary/);
  await keys("h", "e");
  await focused(/^health float 87.5$/);
  await keys("Enter");
  await shown("#editor-text");
  await holds("#editor-text", "87.5");
  await page.keyboard.type("nothing");
  await keys("Enter");
  await shown("#editor-error", "Type a number");
  await look("error");
  assert.equal(await page.getAttribute("#editor-text", "aria-invalid"), "true");
  await keys("Escape");
  await focused(/^health float 87.5$/);
  await keys("Enter");
  await enter("#editor-text", "12.25");
  await focused(/^health float 12.25$/);
  await reads("#changes li", /health\s+87\.5 → 12\.25/);
  await edit("position", '"a string"');
  await status(/the type of position changed from Vector2 to String/);
  await picture("changes");
  await keys("Control+z");
  await lists("position", "Vector2");
  await status(/1 of 2 changes undone/);
  const { bytes } = await save();
  const original = readFileSync(player);
  assert.equal(bytes.length, original.length);
  const changed = [...bytes.keys()].filter((index) => bytes[index] !== original[index]);
  assert.ok(changed.length > 0 && changed.at(-1) - changed[0] < 4, `only one float changes: ${changed}`);
  assert.equal(decoded(written("edited.dat", bytes), "--bare"), decoded(player, "--bare").replace("87.5", "12.25"));
  await keys("Control+Shift+z");
  await lists('position', 'String "a string"');
  await find("#changes li").first().locator("button").click();
  await status(/2 of 2 changes undone/);
  assert.deepEqual((await save()).bytes, original);
});

await test("arrow keys move in the tree", async () => {
  await open(player);
  await focused(/^▾? ?value/);
  await keys("ArrowLeft");
  await shown("[role=treeitem][aria-expanded=false]");
  assert.equal(await find("[role=treeitem]").count(), 1);
  await keys("ArrowRight");
  await lists("name");
  await keys("ArrowRight");
  await focused(/^name/);
  await keys("i");
  await focused(/inventory/);
  const line = find("[role=treeitem][aria-selected=true]");
  assert.deepEqual(await line.evaluate((it) => [it.ariaLevel, it.ariaPosInSet, it.ariaSetSize, it.tabIndex]), ["2", "4", "11", 0]);
  assert.equal(await find("[role=treeitem][tabindex='0']").count(), 1);
  await keys("ArrowRight", "ArrowDown", "ArrowRight", "ArrowDown");
  await focused(/^id int 3/);
  await keys("ArrowLeft");
  await focused(/\[0\] Dictionary/);
  await keys("ArrowLeft", "ArrowLeft");
  await focused(/inventory/);
  await keys("End");
  await focused(/^node Object/);
  await keys("Home");
  await focused(/value Dictionary/);
});

const field = (name) => `#editor input[data-component="${name}"]`;

await test("a double click edits, and keys apply right after a click", async () => {
  await open(player);
  await item("health").evaluate((line) => (line.isFirst = true));
  await item("health").click();
  await page.waitForFunction(() => document.querySelector("[role=treeitem][aria-selected=true]")?.innerText.includes("health"));
  assert.ok(await item("health").evaluate((line) => line.isFirst), "the line keeps its element");
  await begin("health");
  await page.keyboard.type("12");
  await keys("Enter");
  await lists("health", "float 12");
  // A key that follows the click at once.
  await item("name").click();
  await keys("Enter");
  await shown("#editor-label", "name");
  await hasFocus("editor-text");
  await page.keyboard.type('A "quoted" \\ name');
  await keys("Shift+Enter");
  await page.keyboard.type("on two lines");
  await look("string");
  await keys("Enter");
  await lists("name", "quoted");
  assert.match(await saved(), /"health": 12\.0/);
  assert.match(await saved(), /"name": "A \\"quoted\\" \\\\ name\non two lines"/);
});

const TYPES = '{"vector": Vector2(1.5, -2), "cell": Vector3i(1, 2, 3), "color": Color(1, 0.25, 2, 0.5), "flag": true, "count": 7, "ratio": 2.5, '
  + '"symbol": &"idle", "path": ^"a/b:c", "transform": Transform3D(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), "points": PackedVector2Array(1, 2, 3, 4), '
  + '"words": PackedStringArray("a", "b"), "typed": Dictionary[String, int]({"a": 1}), "scores": Array[int]([1, 2, 3]), "control": "a\\u0001b"}';
const types = written("types.dat", encoded(TYPES));

await test("each type has its control", async () => {
  await open(types);
  const apply = async (name, text) => {
    await keys("Enter");
    await hidden("#editor");
    await lists(name, text);
  };
  await begin("vector");
  assert.equal(await page.inputValue(field("x")), "1.5");
  await enter(field("y"), "3,5");
  await shown("#editor-error", "y: Type a number with a point");
  assert.equal(await page.getAttribute(field("y"), "aria-invalid"), "true");
  await checkAxe("components");
  await page.fill(field("y"), "3.5");
  await picture("components");
  await apply("vector", "Vector2(1.5, 3.5)");
  await begin("cell");
  await enter(field("z"), "1.5");
  await shown("#editor-error", "z: Type a whole number");
  await enter(field("z"), "4294967296");
  await shown("#editor-error", "z: expected a whole number from -2147483648 to 2147483647, found 4294967296");
  await page.fill(field("z"), "-3");
  await apply("cell", "Vector3i(1, 2, -3)");
  await begin("color");
  await look("color");
  // The picker changes the components that it shows otherwise: blue stays 2.
  await page.fill("#editor input[type=color]", "#ff80ff");
  await page.fill("#editor input[type=range]", "0.75");
  await page.focus(field("r"));
  await apply("color", "Color(1, 0.502, 2, 0.75)");
  await begin("flag");
  await page.press("#editor input[type=checkbox]", "Space");
  await look("checkbox");
  await apply("flag", "false");
  await begin("count");
  await enter("#editor-text", "7.5");
  await shown("#editor-error", "Type a whole number");
  await enter("#editor-text", "99999999999999999999");
  await shown("#editor-error", "from -9223372036854775808 to 9223372036854775807");
  await page.fill("#editor-text", "9007199254740993");
  await apply("count", "9007199254740993");
  await begin("ratio");
  await page.fill("#editor-text", "4");
  await apply("ratio", "float 4");
  await begin("transform");
  await page.fill(field("origin.y"), "0.5");
  await picture("transform");
  await apply("transform", "10, 0.5, 12");
  await begin("points");
  await enter("#editor-text", "3, 4\n5");
  await shown("#editor-error", "line 2");
  await page.fill("#editor-text", "3, 4\n5, 6\n1.5, 2");
  await apply("points", "(3, 4, 5, 6, 1.5, 2)");
  // The text of var_to_str shows what a field would change, and sets values of other types.
  await begin("control");
  assert.match(await page.inputValue("#editor-text"), /^"a/);
  await keys("Escape");
  await begin("flag");
  await page.click("#editor .as-text");
  await shown("#editor .as-text[aria-pressed=true]");
  await enter("#editor-text", "[1");
  await shown("#editor-error:not(:empty)");
  await page.fill("#editor-text", "12");
  await page.click("#editor .as-text");
  await shown("#editor .as-text[aria-pressed=false]");
  await holds("#editor-text", "12");
  await apply("flag", "int 12");
  await status("the type of flag changed from bool to int");
  assert.equal(await saved(), decoded(written("expected.dat", encoded(
    '{"vector": Vector2(1.5, 3.5), "cell": Vector3i(1, 2, -3), "color": Color(1, 0.502, 2, 0.75), "flag": 12, "count": 9007199254740993, "ratio": 4.0, "symbol": &"idle", '
    + '"path": ^"a/b:c", "transform": Transform3D(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0.5, 12), "points": PackedVector2Array(3, 4, 5, 6, 1.5, 2), '
    + '"words": PackedStringArray("a", "b"), "typed": Dictionary[String, int]({"a": 1}), "scores": Array[int]([1, 2, 3]), "control": "a\\u0001b"}')), "--bare"));
});

await test("keys, types and order are edited, and declared types are kept", async () => {
  await open(types);
  // The type of the value is that of the last one.
  await select("typed");
  await keys("Insert");
  await shown("#add-dialog[open]");
  await hasFocus("add-key");
  assert.equal(await page.isDisabled("#add-type"), true);
  await page.fill("#add-key", "a");
  await enter("#add-text", "2");
  await shown("#add-error", "exists already");
  await page.fill("#add-key", "b c");
  await look("add-entry");
  await keys("Enter");
  await focused(/^b c int 2/);
  await keys("Control+d");
  await focused(/^b c2 int 2/);
  await keys("F2");
  await shown("#editor-label", "New key");
  await page.keyboard.type("d");
  await keys("Enter");
  await focused(/^d int 2/);
  assert.match(await find("#changes li").last().innerText(), /"b c2" → "d"\s+renamed/);
  await keys("Alt+ArrowUp", "Alt+ArrowUp");
  await status("Moved to typed.d");
  await select("scores");
  await page.click("#add");
  await enter("#add-text", "four");
  await shown("#add-error", "Type a whole number");
  await enter("#add-text", "4");
  await focused(/^\[3\] int 4/);
  await keys("Alt+ArrowUp");
  await focused(/^\[2\] int 4/);
  await keys("F2");
  await status("have no name");
  await select("points");
  await keys("+");
  await enter("#add-dialog input[data-component=x]", "9");
  await lists("points", "(1, 2, 3, 4, 9, 0)");
  // A value of another type, with a control that follows the type.
  await select("value");
  await keys("Insert");
  await page.fill("#add-key", "tint");
  await page.selectOption("#add-type", "Color");
  await page.fill("#add-dialog input[data-component=g]", "0.5");
  await look("add-color");
  await keys("Enter");
  await focused(/^tint Color/);
  await select("words");
  await keys("Delete");
  await status("Removed words");
  assert.match(await find("#changes li").last().innerText(), /PackedStringArray\("a", "b"\) → removed/);
  const text = await saved();
  assert.doesNotMatch(text, /words/);
  assert.match(text, /"typed": Dictionary\[String, int\]\(\{\s*"d": 2,\s*"a": 1,\s*"b c": 2\s*\}\)/);
  assert.match(text, /"scores": Array\[int\]\(\[1, 2, 4, 3\]\)/);
  assert.match(text, /"points": PackedVector2Array\(1, 2, 3, 4, 9, 0\)/);
  assert.match(text, /"tint": Color\(0, 0\.5, 0, 1\)/);
  while (await page.isEnabled("#undo")) {
    const undone = await find("#changes .is-undone").count();
    await page.click("#undo");
    await page.waitForFunction((count) => document.querySelectorAll("#changes .is-undone").length > count, undone);
  }
  await keepsFile(types);
});

await test("the menu has the commands of a value", async () => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const menu = find("#value-menu");
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await open(player);
  await item("[1]").click({ button: "right" });
  await menu.waitFor();
  assert.match(await item("[1]").getAttribute("aria-selected"), /true/);
  assert.deepEqual(await menu.locator("[role=menuitem] span").allInnerTexts(), ["Edit", "Copy value", "Copy path", "Export or import", "Add", "Duplicate", "Move up", "Remove"]);
  await look("menu");
  await keys("ArrowUp");
  assert.match(await active(), /^Remove/);
  await keys("Home", "c", "c");
  assert.match(await active(), /^Copy path/);
  await keys("Enter");
  await status("Copied inventory[1]");
  assert.equal(await clipboard(), "inventory[1]");
  await focused(/^.?\[1\]/);
  await keys("Control+c");
  await status("Copied {");
  assert.match(await clipboard(), /"id": 9/);
  await keys("Escape", "Shift+F10");
  await menu.waitFor();
  await menu.locator("[role=menuitem]", { hasText: "Duplicate" }).click();
  await lists("[2]", '"id": 9');
  // The button of a line, and the one below the tree.
  await item("health").hover();
  await item("health").locator(".more").click();
  await menu.locator("[role=menuitem]", { hasText: "Move up" }).click();
  await status("Moved to health");
  await page.click("#actions");
  await menu.waitFor();
  await keys("Escape");
  await menu.waitFor({ state: "hidden" });
  await focused(/^health float/);
  // The whole value can be neither moved nor removed.
  await item("value").click({ button: "right" });
  await menu.waitFor();
  assert.deepEqual(await menu.locator("[role=menuitem] span").allInnerTexts(), ["Edit", "Copy value", "Copy path", "Export or import", "Add"]);
  await page.mouse.click(5, 5);
  await menu.waitFor({ state: "hidden" });
  assert.match(await saved(), /^\{\s+"health": 87\.5,\s+"name": "Ada"/);
});

for (const colorScheme of ["light", "dark"]) {
  await test(`a long press opens the menu on a phone in ${colorScheme} colors`, async () => {
    await open(types);
    const { x, y } = await item("color").boundingBox();
    const touch = { pointerType: "touch", clientX: x + 80, clientY: y + 10, bubbles: true };
    await item("color").dispatchEvent("pointerdown", touch);
    await shown("#value-menu");
    await item("color").dispatchEvent("pointerup", touch);
    await look(`phone-menu-${colorScheme}`);
    await find("#value-menu [role=menuitem]").first().tap();
    await shown("#editor input[type=color]");
    await look(`phone-color-${colorScheme}`);
    await page.tap("#editor-cancel");
    // A finger that scrolls opens nothing.
    await item("vector").dispatchEvent("pointerdown", touch);
    await item("vector").dispatchEvent("pointermove", { ...touch, clientY: y + 60 });
    await page.waitForTimeout(700);
    assert.equal(await page.isVisible("#value-menu"), false);
    await item("vector").locator(".more").tap();
    await find("#value-menu [role=menuitem]", "Add").tap();
    await page.fill("#add-key", "speed");
    await page.selectOption("#add-type", "Transform3D");
    await shown("#add-dialog input[data-component='origin.x']");
    assert.equal(await find("#add-dialog").evaluate((it) => it.scrollWidth - it.clientWidth), 0);
    await look(`phone-add-${colorScheme}`);
  }, { ...PHONE, colorScheme, isMobile: true });
}

// Makes the answers of the worker late, as those for a large file on a slow machine.
const delay = (milliseconds) => page.evaluate((milliseconds) => {
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
const idle = () => page.evaluate(async () => {
  for (let quiet = 0; quiet < 5; quiet = globalThis.waiting > 0 ? 0 : quiet + 1) await new Promise((resolve) => setTimeout(resolve, 5));
});

const letters = written("letters.dat", encoded(
  '{"alpha": 1, "beta": 2, "gamma": [10, 20, [30, 31], 40], "delta": 4, "epsilon": {"zeta": 5, "eta": [6, 7]}, "theta": 8, "iota": 9}'));

// Returns the text of the file of letters without these keys.
function without(...names) {
  const path = join(folder, "without.dat");
  if (names.length === 0) return decoded(letters, "--bare");
  run(["rm", ...LAYOUT, "--bare", letters, ...names, "-o", path]);
  return decoded(path, "--bare");
}

// Presses keys, and clicks buttons, at once: before the page has an answer to the first.
async function atOnce(...steps) {
  for (const step of steps) {
    if (step.startsWith("#")) await page.evaluate((id) => document.querySelector(id).click(), step);
    else if (step.startsWith("click ")) await page.evaluate((name) => [...document.querySelectorAll("[role=treeitem]")].find((it) => it.querySelector(".name").textContent === name).click(), step.slice(6));
    else await page.keyboard.press(step);
  }
}

await test("commands apply to the selected line, before its details arrive", async () => {
  const field = () => shown("#editor-label", "delta");
  const dialog = () => shown("#add-dialog[open]");
  const removed = async () => assert.equal(await saved(), without("delta"));
  await open(letters);
  await delay(60);
  for (const [commands, check] of [[["Delete", "#remove"], removed], [["Enter", "F2", "#edit"], field], [["Insert", "+", "#add"], dialog]]) {
    for (const command of commands) {
      for (const before of [["click delta"], ["ArrowDown", "ArrowDown", "ArrowDown"]]) {
        await item("alpha").click();
        await idle();
        // The list is gamma, its four members and delta, or folded.
        if (before.length > 1 && (await item("gamma").getAttribute("aria-expanded")) === "true") {
          await item("gamma").locator(".marker").click();
          await idle();
          await item("alpha").click();
          await idle();
        }
        await atOnce(...before, command);
        await idle();
        await check();
        await keys("Escape");
        await idle();
        if (check === removed) {
          await atOnce("Control+z");
          await lists("delta");
          await idle();
        }
      }
    }
  }
});

await test("keys after a dialog apply to the line that they select", async () => {
  await open(letters);
  await delay(60);
  await item("beta").click();
  await keys("Insert");
  await shown("#add-dialog[open]");
  await atOnce("Escape", "ArrowUp", "Delete");
  await idle();
  assert.equal(await saved(), without("alpha"));
  await page.click("#undo");
  await lists("alpha");
  // A submission that goes on while its dialog is closed, and a second one.
  await item("gamma").click();
  await keys("Insert");
  await page.fill("#add-text", "50");
  await atOnce("Enter", "Enter", "Escape", "ArrowDown", "Delete");
  await idle();
  // The added element is selected, and its next line is delta.
  assert.match(await saved(), /"gamma": \[10, 20, \[30, 31\], 40, 50\],\s+"epsilon": .*"iota": 9\s+\}$/s);
});

await test("a click on a line that a change moves removes nothing", async () => {
  await open(letters);
  await delay(200);
  await item("alpha").click();
  await idle();
  await atOnce("Delete", "click gamma", "Delete");
  await idle();
  assert.equal(await saved(), without("alpha"));
  // Undo, pressed before the change is shown, undoes this change alone.
  await item("beta").click();
  await idle();
  await atOnce("Delete", "Control+z");
  await idle();
  assert.equal(await saved(), without("alpha"));
  // A field of a moved line does not change another one: it is applied first, once.
  await item("delta").click();
  await keys("Enter");
  await page.fill("#editor-text", "77");
  await atOnce("#undo", "#undo", "Enter");
  await idle();
  assert.equal(await saved(), without());
});

await test("quick keys have the effect of slow ones", async () => {
  const choices = ["ArrowDown", "ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft", " ", "Home", "End", "Delete", "Delete", "Control+z", "Control+Shift+z", "g", "e", "*"];
  const seed = Math.floor(Math.random() * 2 ** 32);
  console.log(`  seed ${seed}`);
  let state = seed;
  const random = (count) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8) % count;
  await open(letters);
  await delay(15);
  for (let round = 0; round < 12; round += 1) {
    const pressed = Array.from({ length: 14 }, () => choices[random(choices.length)]);
    const results = [];
    for (const isQuick of [false, true]) {
      await open(letters);
      await idle();
      for (const [index, key] of pressed.entries()) {
        await atOnce(key);
        // Letters form one name only if they are quick.
        const isName = [key, pressed[index + 1]].every((it) => /^[ge*]$/.test(it));
        if (!isQuick && !isName) await idle();
      }
      await idle();
      results.push(`${await saved()} ${await page.innerText("[aria-selected=true][role=treeitem]")}`);
    }
    assert.equal(results[1], results[0], pressed.join(" "));
  }
});

await test("another key ends a typed name", async () => {
  const members = Array.from({ length: 900 }, (_, index) => `"k${index}": ${index}`);
  await open(written("long.dat", encoded(`{"gamma": 1, "etc": 2, "epsilon": 3, ${members}, "omega": 4}`)));
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
    await keys("Home");
    await focused(/value Dictionary/);
    await atOnce(...pressed);
    await focused(line);
  }
});

await test("framed values keep their bytes", async () => {
  await open(frames);
  await lists("value 2");
  await edit("[1]", '"a longer string"');
  await lists("[1]", "a longer string");
  const { bytes } = await save();
  assert.deepEqual(bytes.subarray(0, 32), readFileSync(frames).subarray(0, 32));
  assert.equal(decoded(written("frames-2.dat", bytes), "--framed"), '{\n"level": 1\n}\n["a", "a longer string"]');
});

for (const [name, layer, member = "value"] of [["godot-4.6.3/zstd-300.gcpf", /compressed file \(Zstd\)/i], ["godot-4.6.3/fastlz-300.gcpf", /FastLZ/i], ["godot-3.6.2/gzip-300.gcpf", /gzip/i], ["godot-4.6.3/project.binary", /settings file/, "application/config/name"]]) {
  await test(`${name} is saved in its form`, async () => {
    const path = conformance(name);
    await open(path);
    await reads("#summary", layer);
    await keepsFile(path);
    await edit(member, '"edited here"');
    await shown("#changes li");
    const { bytes } = await save();
    assert.deepEqual(bytes.subarray(0, 8), readFileSync(path).subarray(0, 8));
    assert.match(decoded(written("wrapped.dat", bytes)), /edited here/);
  });
}

await test("an encrypted file needs its password", async () => {
  const path = conformance("godot-4.6.3/pass-300.gdec");
  await choose(path);
  await shown("#password-dialog[open]");
  await enter("#password", "wrong");
  await shown("#password-dialog .message", "wrong password");
  await look("password");
  await page.fill("#password", "");
  const digits = createHash("md5").update("correct horse").digest("hex");
  await enter("#file-key", "0123");
  assert.equal(await page.isVisible("#password-dialog"), true);
  await enter("#file-key", Buffer.from(digits).toString("hex"));
  await status("Opened");
  await keepsFile(path);
  await edit("value", '"edited here"');
  await shown("#changes li");
  const { bytes } = await save();
  const key = written("password.txt", "correct horse\n");
  assert.match(decoded(written("encrypted.dat", bytes), "--password-file", key), /edited here/);
});

// Returns a content as Godot 4 encrypts it, with the password of the file in the conformance suite.
const encrypted = (content) => run(["pack", "--like", conformance("godot-4.6.3/pass-300.gdec"), "--password-file", written("password.txt", "correct horse\n")], content);

const JSON_TEXT = '{\n\t"gold": 30,\n\t"name": "Ad\u00e8le"\n}\n';

await test("encrypted JSON is edited as values and as text", async () => {
  const path = written("save.json", encrypted(JSON_TEXT));
  const unlock = async (file) => {
    await choose(file);
    await enter("#password", "wrong");
    await shown("#password-dialog .message", "wrong password");
    await enter("#password", "correct horse");
    await status("Opened");
  };
  await unlock(path);
  await reads("#summary", /^\s*\d+ bytes · JSON text · an encrypted file of Godot 4/);
  await keepsFile(path);
  await edit("gold", "31");
  await lists("gold", "int 31");
  await page.click("#to-text");
  const field = find("#text");
  assert.equal(await field.inputValue(), JSON_TEXT.replace("30", "31"));
  await hasFocus("text");
  await look("text");
  await keys("Control+Home", "ArrowDown", "End", "ArrowLeft", "0");
  await shown("#unsaved", "changed");
  assert.match(await page.title(), /^\* save.json/);
  await leaving(true);
  // Invalid JSON is saved only after a confirmation, and has no tree.
  const edited = JSON_TEXT.replace("30", "310");
  await keys("Control+End");
  await page.keyboard.type("}");
  await keys("Control+s");
  await shown("#invalid-dialog[open] .message:not(:empty)");
  await look("text-invalid");
  assert.equal(await page.innerText("#invalid-dialog .primary"), "Cancel");
  await keys("Enter");
  await hidden("#invalid-dialog");
  await shown("#unsaved", "changed");
  await page.click("#save");
  const broken = await downloaded(() => page.click("#invalid-dialog [type=submit]"));
  await page.click("#to-values");
  await shown("#faults li button", "line 5, column 1");
  assert.equal(await field.evaluate((it) => it.selectionStart), edited.length);
  await look("text-fault");
  await keys("Delete");
  await hidden("#faults");
  const { name, bytes } = await downloaded(() => keys("Control+s"));
  assert.equal(name, "save.json");
  assert.equal(await page.innerText("#unsaved"), "");
  assert.notDeepEqual(bytes.subarray(28, 44), readFileSync(path).subarray(28, 44), "another initialization vector");
  // Changes of values and of the text are undone in one list.
  await page.click("#to-values");
  await lists("gold", "int 310");
  await find("#changes li button", "Undo 3 changes").first().click();
  await lists("gold", "int 30");
  for (const [file, text] of [[bytes, edited], [broken.bytes, `${edited}}`]]) {
    await choose(written("saved.json", file));
    if (file === bytes) await page.click("#discard-dialog [type=submit]");
    await enter("#password", "correct horse");
    await status("Opened");
    if (await page.isVisible("#to-text")) await page.click("#to-text");
    await page.waitForFunction((text) => document.getElementById("text").value === text, text);
  }
});

const wrap = (mode, content) => (mode === "gzip" ? gzipSync(content) : content);
const PLAIN = /bytes · text/;
// Texts with an edit, and with invalid edits and their errors.
const TEXTS = {
  "a ConfigFile": ["settings.cfg", '[player]\n\nname="Ada"\ngold=30 ; coins\n', /ConfigFile/, "gold=30", "gold=31", [["gold=30", "gold=", "line 5, column"], ["[player]", "[player", "line 1, column"], ['[player]\n\nname="Ada"\ngold=30 ; coins\n', "[30]", "expected text with sections"]]],
  "a scene": ["world.tscn", '[gd_scene format=3]\n\n[node name="World" type="Node2D"]\nposition = Vector2(77, 1)\n', /a scene or a resource/, "77", "78", [["77, 1)", "77, ", "line 5, column"]]],
  "text of var_to_str": ["value.txt", '{\n"gold": 30,\n"at": Vector2(1, 2)\n}', /var_to_str/, "30", "31", [["30,", "30", "line 3, column"]]],
  "lines of JSON": ["log.jsonl", '{"gold": 30}\n{"gold": 31}\n', /JSON text/, "31}", "31}\n{}", [['{"gold": 30}\n{"gold": 31}\n', "", "line 1, column"]]],
  "an invalid ConfigFile": ["broken.cfg", "[player]\ngold=30\nlevel=\n", /ConfigFile/, "30", "31"],
  "plain text": ["notes.txt", "The gold is behind the waterfall.\nTake 30.\n", PLAIN, "30", "31\nand 32"],
  "text with CRLF and a byte order mark": ["windows.ini", "\ufeff[player]\r\ngold=30\r\nlevel=2\r\n", /ConfigFile/, "30", "31\nxp=7"],
};
for (const [name, [file, text, kind, before, after, faults = []]] of Object.entries(TEXTS)) {
  await test(`${name} is edited as text`, async () => {
    for (const mode of ["plain", "gzip"]) {
      const path = written(file, wrap(mode, Buffer.from(text)));
      await open(path);
      const field = find("#text");
      const plain = text.replace("\ufeff", "").replaceAll("\r\n", "\n");
      if (faults.length > 0) await page.click("#to-text");
      await page.waitForFunction((plain) => document.getElementById("text").value === plain, plain);
      await reads("#summary", kind);
      assert.equal(/gzip/.test(await page.innerText("#summary")), mode === "gzip");
      await keepsFile(path);
      await field.fill(plain.replace(before, after));
      const { bytes } = await save();
      const content = mode === "gzip" ? gunzipSync(bytes) : bytes;
      const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
      assert.equal(content.toString(), text.replace("\ufeff", "").replace(before, after.replaceAll("\n", lineEnd)));
      assert.equal(await page.isVisible("#invalid-dialog"), false);
      // A text that was valid is saved only after a confirmation, if it is not any more.
      for (const [valid, invalid, error] of faults) {
        await field.fill(plain.replace(valid, invalid));
        await page.click("#save");
        await shown("#invalid-dialog .message", error);
        await page.click("#invalid-dialog .close");
      }
      await field.fill(text);
      await save();
      assert.equal(await page.isVisible("#to-values"), kind !== PLAIN);
    }
  });
}

// Texts with their layers, a value that is set, and its line in the tree.
const TREES = {
  "JSON with CRLF": ['{\r\n  "player": {"gold": 30.0, "at": "(1, 2)"},\r\n  "items": [1, 2]\r\n}\r\n', "player.gold", "31", "gold float 31"],
  "a ConfigFile": ['; mine\n[player]\n\nname="Ada" ; coins\ngold=30\n\n[audio]\nvolume=0.5\n', "player.gold", "31", "gold int 31"],
  "a scene": ['[gd_scene format=3]\n\n[ext_resource type="Texture2D" path="res://a.png" id="1_a"]\n[ext_resource type="Texture2D" path="res://b.png" id="2_b"]\n\n[node name="World" type="Node2D"]\n\n[node name="Gold" parent="."]\nposition = Vector2(77, 1)\ntexture = ExtResource("1_a")\n', "node.Gold.texture", 'ExtResource("2_b")', 'texture Object ExtResource("2_b")'],
  "text of var_to_str": ['{\n"gold": 30,\n"at": [Vector2(1, 2), PackedByteArray(1, 2)]\n}', "at[1]", "PackedByteArray(1, 9)", "[1] PackedByteArray PackedByteArray(1, 9)"],
};
for (const [name, [text, path, value, line]] of Object.entries(TREES)) {
  await test(`values of ${name} are edited as the program edits them`, async () => {
    const file = written("tree.txt", gzipSync(text));
    await open(player);
    await page.click("#show-bytes");
    await open(file);
    for (const id of ["#show-bytes", "#bytes-pane"]) assert.equal(await page.isVisible(id), false);
    await page.fill("#query", path);
    await shown("#found", "1 result");
    await keys("Enter");
    await find("[role=treeitem].match[aria-selected=true]").waitFor();
    await described();
    await reads("#details", new RegExp(`^\\s*Selected value\\s*Path\\s+${path.replace(/[[\].]/g, "\\$&")}\\s`));
    await edit(path.match(/\w+$|\[\d+\]$/)[0], value);
    await selected(line);
    run(["set", file, path, value, "-o", join(folder, "set.txt")]);
    const changed = gunzipSync(readFileSync(join(folder, "set.txt"))).toString();
    await keys("Control+d");
    await find("#changes li").nth(1).waitFor();
    await leaving(true);
    await crash();
    await find("#changes li").nth(1).waitFor();
    await page.click("#undo");
    await status("1 of 2 changes undone");
    assert.equal(gunzipSync((await save()).bytes).toString(), changed);
    await page.click("#undo");
    await status("2 of 2 changes undone");
    await keepsFile(file);
    const other = written("other.txt", text);
    await page.click("#redo");
    await status("1 of 2 changes undone");
    await page.setInputFiles("#other-file", other);
    await status("tree.txt (changed) → other.txt: 1 difference");
    await look(`tree-${name.replaceAll(" ", "-")}`);
  });
}

await test("files of text and of values replace each other", async () => {
  const path = written("notes.txt", "The gold is here.\n");
  const isAt = async (text, values) => {
    assert.equal(await page.isVisible("#text"), text);
    assert.equal(await page.isVisible("#tree"), values);
    for (const id of ["#undo", "#search-type", "#details"]) assert.equal(await page.isVisible(id), values, id);
  };
  await open(player);
  await select("node");
  await isAt(false, true);
  await open(path);
  await isAt(true, false);
  // Keys of the tree are letters.
  await page.keyboard.type("/");
  await holds("#text", "/The gold is here.\n");
  await choose(player);
  await page.click("#discard-dialog .close");
  await isAt(true, false);
  // A panic keeps the text.
  await crash();
  assert.equal((await save()).bytes.toString(), "/The gold is here.\n");
  await page.fill("#text", "x");
  await drop("#text", player);
  await page.click("#discard-dialog [type=submit]");
  await status("Opened dropped.dat");
  await isAt(false, true);
  // Text has no engine and file form.
  await choose(path);
  await status("Opened notes.txt: text");
  await page.click("#more");
  await shown("#paste");
  assert.equal(await page.isVisible("#layout"), false);
  await keys("Escape");
  // Broken JSON has a fault.
  await choose(written("broken.json", '{"gold": 30,\n"level" 2}\n'));
  await shown("#faults li button", "line 2, column 9");
});

await test("other content is downloaded as it is", async () => {
  const image = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  await choose(written("image.dat", encrypted(image)));
  await enter("#password", "correct horse");
  await shown("#alert", "an encrypted file of Godot 4: a PNG image, not values");
  await look("content");
  const { name, bytes } = await downloaded(() => page.click("#alert button"));
  assert.equal(name, "image.dat.content");
  assert.deepEqual(bytes, image);
});

for (const [name, options] of Object.entries({ dark: DARK, phone: PHONE, "French-phone": { ...FRENCH, ...DARK, ...PHONE } })) {
  await test(`a text on a screen: ${name}`, async () => {
    const lines = Array.from({ length: 200 }, (_, index) => `key_${index}="${"value ".repeat(index % 30)}"\n`);
    await open(written("settings.cfg", `[player]\n${lines.join("")}`));
    await page.click("#to-text");
    await hasFocus("text");
    const size = await page.evaluate(() => {
      const [field, body] = [document.getElementById("text").getBoundingClientRect(), document.documentElement];
      return { scrolls: body.scrollWidth > body.clientWidth || body.scrollHeight > body.clientHeight, below: field.bottom > innerHeight, height: field.height / innerHeight, width: field.width / innerWidth };
    });
    assert.ok(!size.scrolls && !size.below && size.height > 0.5 && size.width > 0.9, JSON.stringify(size));
    await look(`text-${name}`);
  }, options);
}

await test("a broken file is shown up to its fault", async () => {
  await choose(broken);
  await find("#layout-dialog[open], #faults:not([hidden]), #alert:not([hidden])").first().waitFor();
  if (!(await page.isVisible("#layout-dialog"))) await openAs("godot4");
  await shown("#summary", "Godot 4");
  await find("#faults li").first().waitFor();
  await reads("#faults", /problem at 0x00/);
  await find("#faults li button").first().click();
  await lists("health");
  await look("broken");
  await edit("health", "1.5");
  await shown("#editor-error:not(:empty)");
  await keys("Escape");
  await keepsFile(broken);
});

await test("problems offer what was detected", async () => {
  await open(player);
  await openAs("pandemonium");
  await find("#faults li").first().waitFor();
  await checkAxe("problems");
  await find("#faults .tools button").last().click();
  await holds("#layout-dialog[open] #layout-name", "pandemonium");
  await keys("Escape");
  await picture("problems");
  await find("#faults .candidate", "Open as Godot 4").click();
  await lists("health", "87.5");
  assert.equal(await page.isVisible("#faults"), false);
});

await test("pasted text is a file", async () => {
  for (const [text, line] of [["02000000 07000000", /int 7/], ["AgAAAAcAAAA=", /int 7/], ['{"a": Vector2(1, 2)}', /a Vector2/]]) {
    await command("#paste");
    await page.fill("#paste-text", text);
    await page.click("#paste-dialog .primary");
    await find("[role=treeitem]", line).first().waitFor();
  }
  await command("#paste");
  await page.fill("#paste-text", "no value {");
  await page.click("#paste-dialog .primary");
  await shown("#alert", "cannot open this");
  await open(written("value.txt", "0x02 0x00 0x00 0x00 0x08 0x00 0x00 0x00"));
  await lists("value", "int 8");
  await choose(written("noise.dat", Buffer.from("ffffffff00ff00ff", "hex")));
  await shown("#alert", "no values: the first bytes are ff ff ff ff");
  await choose(written("image.png", Buffer.from("89504e470d0a1a0a", "hex")));
  await shown("#alert", "a PNG image, not values");
});

const header = Buffer.from([3, 0, 0, 0]);

await test("a detected header is opened in one step", async () => {
  const path = written("header.dat", Buffer.concat([header, readFileSync(frames)]));
  const steps = {
    Enter: () => keys("Enter"),
    "the first candidate": () => find(".candidate", "after a header of 4 bytes").first().click(),
    "the filled form": () => page.click("#layout-dialog [type=submit]"),
  };
  for (const [name, step] of Object.entries(steps)) {
    await choose(path);
    await shown("#layout-dialog[open]");
    assert.match(await active(), /Godot 4.*after a header of 4 bytes/, name);
    await checkAxe(name);
    await step();
    await status("Opened header.dat: 2 values");
    assert.match(await page.innerText("#summary"), /a header of 4 bytes/, name);
    // Adding an element changes a length, but not the header.
    await select("value 2");
    await page.click("#add");
    await enter("#add-text", "c");
    await shown("#changes li");
    const expected = framed('{"level": 1}\n["a", "b", "c"]\n');
    assert.deepEqual((await save()).bytes, Buffer.concat([header, expected]), name);
  }
  // The options of the open file are the default of another opening.
  await command("#layout");
  await look("layout");
  await page.click("#layout-dialog [type=submit]");
  await lists("value 2", '["a", "b", "c"]');
  await reads("#summary", /a header of 4 bytes/);
});

const strings = written("strings.dat", Buffer.concat([header, framed('"Ada Lovelace"\n"Grace Hopper"\n')]));

await test("a header can be stated", async () => {
  const path = written("stated.dat", Buffer.concat([Buffer.from("SAVE1"), readFileSync(player)]));
  await choose(path);
  await find("#layout-dialog[open], #faults:not([hidden])").first().waitFor();
  if (!(await page.isVisible("#layout-dialog"))) await command("#layout");
  await page.selectOption("#layout-name", "godot4");
  await page.selectOption("#layout-framing", "bare");
  await enter("#layout-skip", "5");
  await status("Opened stated.dat");
  await edit("name", '"Grace"');
  await shown("#changes li");
  const { bytes } = await save();
  assert.equal(bytes.subarray(0, 5).toString(), "SAVE1");
  assert.equal(decoded(written("stated-2.dat", bytes.subarray(5)), "--bare"), decoded(player, "--bare").replace("Ada", "Grace"));
});

await test("other layouts that fit are named as in the program", async () => {
  // A Color in Godot 3, and a Plane in Godot 4.
  const path = written("color.dat", Buffer.from("140000000e00000000000000000000000000803f0000803f", "hex"));
  const note = spawnSync(program, ["decode", path], { encoding: "utf8" }).stderr;
  await open(path);
  const notes = await page.innerText("#summary-notes");
  assert.match(notes, /also valid as godot3/);
  assert.ok(note.includes(notes.replace(/^ · /, "").trim()), `${note} ${notes}`);
  // Nothing is uncertain about a stated layout.
  await openAs("godot3");
  await lists("value", "Color");
  assert.equal(await page.innerText("#summary-notes"), "");
});

// The dialog fits on all screens.
for (const [name, options] of Object.entries({ desktop: {}, phone: PHONE, French: FRENCH, "French-phone": { ...FRENCH, ...PHONE } })) {
  await test(`the dialog of layouts: ${name}`, async () => {
    await choose(strings);
    await shown("#layout-dialog[open]");
    assert.ok(await find("#layout-dialog label").evaluateAll((all) => all.every((it) => it.getBoundingClientRect().left > 0)), "labels are visible");
    assert.equal(await find("#layout-dialog").evaluate((it) => it.scrollWidth - it.clientWidth), 0);
    await look(`header-${name}`);
  }, options);
}

await test("a second dropped file is offered, and none is dropped silently", async () => {
  await drop("body", player, frames);
  await shown("#alert", "Not opened: second.dat");
  await lists("health");
  await checkAxe("second");
  await page.click("#alert button");
  await status("dropped.dat → second.dat: ");
  await command("#paste");
  await drop("body", frames);
  await shown("#paste-dialog .message", "drop dropped.dat again");
  await page.click("#paste-dialog .close");
  await lists("health");
});

await test("a file is saved in its place", async () => {
  await page.evaluate((bytes) => {
    const file = (parts, lastModified) => new File(parts, "save.dat", { lastModified });
    const disk = { file: file([new Uint8Array(bytes)], 1), permission: "granted" };
    const createWritable = async () => {
      const parts = [];
      return { write: async (part) => parts.push(part), close: async () => (disk.file = file(parts, disk.file.lastModified + 1)) };
    };
    const handle = { name: "save.dat", getFile: async () => disk.file, requestPermission: async () => disk.permission, createWritable };
    Object.assign(globalThis, { disk, showOpenFilePicker: async () => [handle], showSaveFilePicker: async () => handle });
  }, [...readFileSync(player)]);
  const onDisk = async () => decoded(written("disk.dat", Buffer.from(await page.evaluate(async () => [...new Uint8Array(await globalThis.disk.file.arrayBuffer())]))), "--bare");
  await page.click("#open-first");
  await status("Opened save.dat");
  await edit("health", "3.5");
  await lists("health", "3.5");
  await page.click("#save");
  await status("Saved save.dat");
  assert.match(await onDisk(), /"health": 3\.5/);
  await leaving(false);
  // Another program has written the file.
  await page.evaluate(() => (globalThis.disk.file = new File(["x"], "save.dat", { lastModified: 9 })));
  await page.click("#save");
  await shown("#overwrite-dialog[open]");
  await look("overwrite");
  await keys("Enter");
  await hidden("#overwrite-dialog");
  assert.equal(await page.evaluate(() => globalThis.disk.file.size), 1);
  await page.click("#save");
  await page.click("#overwrite-dialog [type=submit]");
  await status("Saved save.dat");
  assert.match(await onDisk(), /"health": 3\.5/);
  await page.evaluate(() => (globalThis.disk.permission = "denied"));
  assert.match(decoded(written("refused.dat", (await save()).bytes), "--bare"), /"health": 3\.5/);
  await status("Downloaded save.dat, because the browser did not save it in place: no permission");
  // A file without a place gets one.
  await page.evaluate(() => (globalThis.disk.permission = "granted"));
  await open(letters);
  await command("#save-as");
  await status("Saved save.dat");
  assert.match(await onDisk(), /"alpha": 1/);
});

await test("a conversion lists its losses", async () => {
  await open(player);
  await command("#convert");
  await page.selectOption("#convert-layout", "godot3");
  await page.click("#convert-dialog .primary");
  await shown("#convert-dialog .message", "losses; nothing was downloaded");
  await reads(".losses", /cell: Vector2i became Vector2/);
  await look("convert");
  const { name, bytes } = await downloaded(() => page.click("#convert-lossy"));
  assert.equal(name, "player.godot3.dat");
  assert.match(decoded(written(name, bytes), "--layout", "godot3", "--bare"), /"cell": Vector2\( 3, 4 \)/);
});

await test("unsaved changes are not lost", async () => {
  await open(player);
  await edit("health", "1.0");
  await shown("#changes li");
  await choose(frames);
  await shown("#discard-dialog[open]");
  await look("discard");
  assert.equal(await page.innerText("#discard-dialog .primary"), "Cancel");
  await keys("Enter");
  await hidden("#discard-dialog");
  await lists("health", "float 1");
  // The file stays open if another one cannot be opened.
  await choose(written("archive.zip", "PK\x03\x04"));
  await page.click("#discard-dialog [type=submit]");
  await shown("#alert", "a zip archive");
  await lists("health", "float 1");
  // A panic restarts the worker, and repeats the changes.
  await crash();
  await lists("health", "float 1");
  await reads("#changes li", /87\.5 → 1/);
  await leaving(true);
  assert.match(decoded(written("restarted.dat", (await save()).bytes), "--bare"), /"health": 1\.0/);
  await leaving(false);
  // A change after an undo is not the downloaded change.
  await page.click("#undo");
  await lists("health", "float 87.5");
  await leaving(true);
  await edit("health", "2.0");
  await lists("health", "float 2");
  await leaving(true);
  // Another opening of the file has the saved changes, and asks for others.
  await save();
  await openAs("godot4");
  await status("Opened player.dat");
  await lists("health", "float 2");
  await edit("health", "3.0");
  await lists("health", "float 3");
  await openAs("godot4");
  await page.click("#discard-dialog [type=submit]");
  await status("Opened player.dat");
  await lists("health", "float 2");
  // Pasted text is saved as bytes.
  await command("#paste");
  await page.fill("#paste-text", '{"gold": 1, "at": Vector2(1, 2)}');
  await page.click("#paste-dialog .primary");
  await edit("gold", "5");
  await save();
  await openAs("godot4");
  await status("Opened value.dat");
  await lists("gold", "int 5");
});

// Opens the field of a value, and types over its text.
async function type(name, text) {
  await begin(name);
  await page.keyboard.type(text);
}

// The ways out of a field, and what they do afterwards.
const WAYS = {
  "Tab": { go: () => keys("Tab", "Tab", "Tab", "Tab") },
  "the search": { go: () => page.click("#query") },
  "Ctrl+F": { go: () => keys("Control+f") },
  "the menu of the page": { go: () => page.click("#more"), then: () => keys("Escape") },
  "another line": { go: () => item("delta").click({ delay: 200 }), then: () => selected("delta") },
  "another field": { go: () => item("delta").dblclick(), then: () => shown("#editor-label", "delta") },
  "the menu of another line": { go: () => item("delta").click({ button: "right" }), then: () => shown("#value-menu") },
  "a result": { go: () => find(".hit", "delta").click(), then: () => selected("delta"), query: "delta" },
  "a byte": { go: () => find(".byte").first().click(), then: () => selected("value Dictionary") },
  "a conversion": { go: () => command("#convert"), then: () => page.click("#convert-dialog .close") },
  "a comparison": { go: () => page.setInputFiles("#other-file", letters), then: () => shown("#comparison li", "alpha") },
  "another file": { go: () => choose(player), then: () => page.click("#discard-dialog .close") },
  "a dropped file": { go: () => drop("#tree", player), then: () => page.click("#discard-dialog .close") },
  "pasted text": { go: () => command("#paste"), then: () => page.click("#paste-dialog .close") },
  "Download": { go: () => page.click("#save"), downloads: true },
  "Ctrl+S": { go: () => keys("Control+s"), downloads: true },
};

for (const hasDelay of [false, true]) {
  await test(`each way out of a field applies its value${hasDelay ? ", with late answers" : ""}`, async () => {
    await open(letters);
    await page.click("#show-bytes");
    if (hasDelay) await delay(100);
    for (const [way, { go, then = () => {}, query = "", downloads }] of Object.entries(WAYS)) {
      await open(letters);
      await page.fill("#query", query);
      if (query) await shown(".hit", query);
      await type("alpha", "77");
      await leaving(true, way);
      if (downloads) assert.match(decoded(written("left.dat", (await downloaded(() => go())).bytes), "--bare"), /"alpha": 77/, way);
      else await go();
      await then();
      await lists("alpha", "int 77");
      if (way !== "another field") assert.equal(await page.isVisible("#editor"), false, way);
      assert.equal(await find("#changes-list li").count(), 1, way);
      await keys("Escape");
      assert.match(await saved(), /"alpha": 77/, way);
    }
  });
}

await test("an invalid value stays in its field, and nothing else is done", async () => {
  let downloads = 0;
  page.on("download", () => (downloads += 1));
  await open(letters);
  await page.click("#show-bytes");
  for (const [way, { go, query = "" }] of Object.entries(WAYS)) {
    await page.fill("#query", query);
    if (query) await shown(".hit", query);
    await type("alpha", "1,5");
    await go();
    await shown("#editor-error", "Type a whole number");
    await page.waitForFunction(() => document.activeElement.id === "editor-text");
    await page.waitForTimeout(50);
    await holds("#editor-text", "1,5", way);
    assert.equal(await find("dialog[open], #value-menu:not([hidden]), #status:not(:empty)").count(), 0, way);
    await selected("alpha");
    await leaving(true, way);
    await keys("Escape");
    await focused(/^alpha int 1$/);
    await leaving(false, way);
  }
  assert.equal(downloads, 0);
  await keepsFile(letters);
});

await test("a key, a text, components and a flag are applied on leaving", async () => {
  await open(types);
  const leave = () => page.click("#query");
  // A field that was not changed changes nothing. The focus stays within the field.
  await begin("vector");
  await find("#editor").click({ position: { x: 3, y: 3 } });
  await page.waitForTimeout(30);
  assert.equal(await page.isVisible("#editor"), true);
  await leave();
  await hidden("#editor");
  await leaving(false);
  await select("ratio");
  await keys("F2");
  await shown("#editor-label", "New key");
  await page.keyboard.type("part");
  await leave();
  await lists("part", "float 2.5");
  await item("vector").dblclick();
  await page.fill(field("y"), "8");
  await leave();
  await lists("vector", "Vector2(1.5, 8)");
  await item("flag").dblclick();
  await page.press("#editor input[type=checkbox]", "Space");
  await leave();
  await lists("flag", "false");
  // What is typed in the other control counts as well.
  await item("count").dblclick();
  await page.fill("#editor-text", "12");
  await page.click("#editor .as-text");
  await shown("#editor .as-text[aria-pressed=true]");
  await leave();
  await lists("count", "int 12");
  assert.match(await saved(), /"part": 2\.5/);
  await select("scores");
  await keys("Insert");
  await page.fill("#add-text", "5");
  await leaving(true);
  await keys("Escape");
  await leaving(false);
  // A panic keeps the field.
  await type("count", "13");
  await crash();
  await page.press("#editor-text", "Enter");
  await lists("count", "int 13");
  // The lines stay where they are, although the field is scrolled out of view.
  const members = Array.from({ length: 200 }, (_, index) => `"k${index}": ${index}`);
  await save();
  await open(written("long.dat", encoded(`{${members}}`)));
  await type("k1", "77");
  await find("#tree").evaluate((it) => (it.scrollTop = 3000));
  await begin("k99");
  await keys("Escape");
  assert.match(await saved(), /"k1": 77,/);
});

for (const colorScheme of ["light", "dark"]) {
  await test(`a field is left on a phone in ${colorScheme} colors`, async () => {
    await open(letters);
    await item("alpha").tap();
    await page.tap("#edit");
    await page.fill("#editor-text", "x");
    // The field is in another pane than the changes.
    await page.tap("#tab-changes");
    await shown("#editor-error", "Type a whole number");
    await look(`phone-invalid-${colorScheme}`);
    await page.fill("#editor-text", "77");
    await page.tap("#tab-changes");
    await shown("#changes-list li", "77");
    await page.tap("#tab-values");
    await item("beta").tap();
    await page.tap("#edit");
    await page.fill("#editor-text", "78");
    await item("theta").tap();
    await selected("theta");
    await choose(player);
    await shown("#discard-dialog[open]");
    await picture(`phone-discard-${colorScheme}`);
    await page.tap("#discard-dialog .close");
    assert.match(await saved(), /"alpha": 77,\s+"beta": 78/);
  }, { ...PHONE, colorScheme, isMobile: true });
}

// Returns the lines of the list of results.
const hits = () => find(".hit").evaluateAll((all) => all.map((it) => it.innerText.replace(/\s+/g, " ").trim()));

// What a player does who has read no help.
for (const [name, options] of Object.entries({ desktop: {}, "dark-desktop": DARK, phone: { ...PHONE, isMobile: true } })) {
  await test(`a player finds and changes the gold: ${name}`, async () => {
    await page.click("#example");
    await status("Opened example.save");
    await page.click("#query");
    await page.keyboard.type("1250");
    await find(".hit", "gold").waitFor();
    assert.deepEqual(await hits(), ["gold 1250 player"]);
    await look(`search-${name}`);
    await page.click(".hit");
    await focused(/^gold (int )?1250$/);
    await page.click("#edit");
    await shown("#editor");
    await page.keyboard.type("99999");
    await keys("Enter");
    await lists("gold", "99999");
    await shown("#found", "Nothing found");
    await picture(`gold-${name}`);
    const { name: file, bytes } = await save();
    assert.equal(file, "example.save");
    assert.match(decoded(written(file, bytes), "--bare"), /"gold": 99999,/);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
  }, options);
}

await test("values of all types are searched", async () => {
  await open(player);
  const search = async (text, expected) => {
    await page.fill("#query", "");
    await find("#found:empty").waitFor({ state: "attached" });
    await page.fill("#query", text);
    await shown("#found:not(:empty)", /^\d/);
    await find(".hit .name").first().waitFor();
    assert.deepEqual(await hits(), expected);
  };
  await search("2", ["count 2 inventory[0]", "[1] 2 scores", "b 2 node.child", "position Vector2(1.5, -2)", 'Vector2(1, 2) "complex key"']);
  await search("inventory[1].count", ["count 1 inventory[1]"]);
  await search("Vector", ["position Vector2(1.5, -2)", "cell Vector2i(3, 4)"]);
  // Enter right after typing goes to the first result, and further ones go on.
  await page.fill("#query", "");
  await page.keyboard.type("count");
  await keys("Enter");
  await shown("#found", "1 of 2 results");
  await selected("count int 2");
  await keys("ArrowDown");
  await selected("count int 1");
  await keys("Shift+Enter");
  await selected("count int 2");
  await page.click("#next");
  await selected("count int 1");
  assert.equal(await active(), "↓");
  // The command that follows a click on a result applies to it.
  await delay(60);
  await page.evaluate(() => document.querySelector(".hit").click());
  await keys("Delete");
  await idle();
  await reads("#changes li", /inventory\[0\]\.count\s+2 → removed/);
  // The list follows the change.
  await shown("#found", "1 result");
  assert.deepEqual(await hits(), ["count 1 inventory[1]"]);
  await page.focus("#query");
  await keys("Escape");
  assert.equal(await page.isVisible("#hits"), false);
  await focused(/inventory|\[0\]/);
});

await test("values of a type are listed", async () => {
  await open(player);
  const types = await find("#search-type option").allInnerTexts();
  assert.ok(types.includes("float (1)") && types.includes("Vector2i (1)") && !types.some((it) => it.startsWith("Color ")), types.join());
  await page.selectOption("#search-type", "Vector2i");
  await shown("#found", "1 result");
  assert.deepEqual(await hits(), ["cell Vector2i(3, 4)"]);
  // Another file has other types.
  await open(letters);
  await holds("#search-type", "");
  await find("#search-type option", "Array (3)").waitFor({ state: "attached" });
});

await test("the page is in French", async () => {
  assert.equal(await page.evaluate(() => document.documentElement.lang), "fr");
  await open(player);
  await select("health");
  await look("french");
  await reads("#summary", /Godot 4 · \d+ octets/);
  await page.click("#more");
  await page.selectOption("#language", "en");
  await reads("#summary", /Godot 4 · \d+ bytes/);
}, FRENCH);

for (const colorScheme of ["light", "dark"]) {
  await test(`a phone in ${colorScheme} colors`, async () => {
    await open(player);
    await select("position");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
    await look(`phone-${colorScheme}`);
    await edit("health", "3.5");
    await page.setInputFiles("#other-file", player);
    await find("#tab-changes", "(1)").click();
    await shown("#changes-list li", "3.5");
    await look(`phone-changes-${colorScheme}`);
    await page.click("#tab-bytes");
    await find(".byte.selected").first().waitFor();
    await look(`phone-bytes-${colorScheme}`);
  }, { ...PHONE, colorScheme, reducedMotion: "reduce" });
}

await test("a tablet", async () => {
  await open(player);
  await select("inventory");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
  await look("tablet");
}, { viewport: { width: 820, height: 1100 }, hasTouch: true });

await test("the newest change is in view", async () => {
  await open(player);
  for (let index = 0; index < 12; index += 1) {
    await edit("health", `${index}.5`);
    await lists("health", `float ${index}.5`);
  }
  const isVisible = (text) => find("#changes-list li", text).first().evaluate((it) => {
    const [line, list] = [it, it.closest("#changes-list")].map((each) => each.getBoundingClientRect());
    return line.top >= list.top - 1 && line.bottom <= list.bottom + 1;
  });
  assert.equal(await isVisible("10.5 → 11.5"), true);
  await find("#changes-list").evaluate((it) => (it.scrollTop = 0));
  await find("#changes-list li button").first().click();
  await status("12 of 12 changes undone");
  assert.equal(await isVisible("87.5 → 0.5"), true);
});

// Chooses the command that exchanges the selected value, and waits for its text.
async function exchange(name, text) {
  await select(name);
  await page.click("#actions");
  await find("#value-menu [role=menuitem]", "Export or import").click();
  await page.waitForFunction((text) => document.getElementById("part-text").value.includes(text), text);
}

await test("a value is copied, downloaded and replaced as text and JSON", async () => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(player);
  await exchange("inventory", '"id": 9');
  await look("part");
  await page.click("#part-copy");
  await shown("#part-status", "Copied inventory");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(encoded(copied).toString("hex"), encoded('[{"id": 3, "count": 2}, {"id": 9, "count": 1}]').toString("hex"));
  await page.click("#part-dialog .close");
  // JSON keeps the types: a Vector2 is one again.
  await exchange("position", "Vector2(1.5, -2)");
  await page.selectOption("#part-form", "json");
  await page.waitForFunction(() => document.getElementById("part-text").value.includes("{"));
  const { name, bytes } = await downloaded(() => page.click("#part-download"));
  assert.equal(name, "position.json");
  assert.deepEqual(run(["encode", "--from", "json", ...LAYOUT, "--bare"], bytes), encoded("Vector2(1.5, -2)"));
  await page.setInputFiles("#part-file", written("other.json", bytes.toString().replace("1.5", "7.5")));
  await shown("#part-status", "other.json was read");
  await page.click("#part-dialog .primary");
  await lists("position", "Vector2(7.5, -2)");
  await focused(/^position/);
  // An invalid text stays in the field with its error, and one without a change is no change.
  await exchange("inventory", '"id": 9');
  const inventory = await page.inputValue("#part-text");
  await page.fill("#part-text", "[1,\n2");
  await page.click("#part-dialog .primary");
  await shown("#part-error:not(:empty)");
  await page.fill("#part-text", inventory);
  await page.click("#part-dialog .primary");
  await hidden("#part-dialog");
  assert.equal(await find("#changes-list li").count(), 1);
});

await test("differences from another file lead to their lines", async () => {
  const other = join(folder, "other.dat");
  run(["set", "--allow-objects", ...LAYOUT, "--bare", player, "health", "12.25", "inventory[1].id", "7", "inventory[+]", '{"id": 12}', "level", "3", "--new", "-o", other]);
  await open(player);
  await edit("name", '"Grace"');
  await shown("#changes-list li");
  await page.setInputFiles("#other-file", other);
  await status("other.dat: 5 differences");
  // The open file is the old one, with its changes, in the words of the program.
  const edited = written("compared.dat", (await save()).bytes);
  const lines = spawnSync(program, ["diff", "--allow-objects", ...LAYOUT, "--bare", edited, other], { encoding: "utf8" }).stdout.trim().split("\n");
  const listed = await find("#comparison li").allInnerTexts();
  const words = (line) => line.replace(/\s+/g, " ").replace("→", "->").trim();
  assert.deepEqual(listed.map(words), lines.map((line) => words(line.replace(/: /, " "))));
  await look("comparison");
  for (const [path, line] of [["inventory[1].id", /^id int 9/], ["health", /^health float 87.5/], ["inventory[2]", /^inventory Array/], ["name", /^name String "Grace"/]]) {
    await find("#comparison button.link").getByText(path, { exact: true }).click();
    await find("[role=treeitem][aria-selected=true]").filter({ hasText: line }).waitFor();
  }
  await page.setInputFiles("#other-file", written("other.png", Buffer.from("89504e470d0a1a0a", "hex")));
  await shown("#alert", "cannot compare with other.png: ");
  await page.click("#comparison-close");
  assert.equal(await page.isVisible("#comparison"), false);
});

await test("a file of 50 MB stays responsive", async () => {
  const elements = Array.from({ length: 430_000 }, (_, id) => `{"id": ${id}, "name": "item number ${id}", "price": ${(id * 1.37).toFixed(2)}, "tag": "common"}`);
  const path = written("large.dat", framed(`[${elements}]`));
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
  await timed("open", () => open(path));
  await timed("go to the end", async () => {
    await keys("End");
    await focused(/\[429999\]/);
  });
  await keys("ArrowRight", "ArrowRight");
  await focused(/^id int 429999/);
  await timed("edit", async () => {
    await keys("Enter");
    await enter("#editor-text", "5");
    await focused(/^id int 5/);
  });
  await timed("search", async () => {
    await page.fill("#query", "common");
    await shown("#found", "430,000 results");
  });
  await timed("search for a number", async () => {
    await page.fill("#query", "1250");
    await shown("#found", /^\d+ results/);
    await find(".hit", "[1250]").first().waitFor();
  });
  await timed("search for a type", async () => {
    await page.fill("#query", "");
    await page.selectOption("#search-type", "float");
    await shown("#found", "430,000 results");
  });
  await timed("expand", async () => {
    await page.click("#unfold");
    await status("Longer lists stay closed: 4");
  });
  await timed("undo", async () => {
    await page.click("#undo");
    await status("undone");
  });
  await keepsFile(path);
});

await browser.close();
if (failures > 0) {
  console.error(`${failures} tests failed`);
  process.exit(1);
}
