// Opens reports of `gdvariant inspect --html` in Chromium, in windows of a phone and a desktop, in
// light and dark colors. Fails if a page lacks a resource or is wider than the window, if axe
// reports a violation, or if selection, keys, folding or search do not work. A report of 5 MB of
// input must respond within a time limit.
//
//   node report.mjs target/debug/gdvariant

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launch, runAxe, watch } from "./browser.mjs";
import { hostile, writeReports } from "./reports.mjs";

// Many times the usual duration of a step, so that only a page that hangs fails on a busy machine.
const TIMEOUT_SECONDS = 80;

const folder = mkdtempSync(join(tmpdir(), "reports-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
const names = writeReports(process.argv[2], folder);
const browser = await launch();
const faults = [];
let page;

// Opens a report, calls `check`, and collects the faults.
async function open(name, options, check) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", offline: true, strictSelectors: true, ...options });
  page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_SECONDS * 1000);
  const found = watch(page);
  try {
    await page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
    await find("[role=treeitem]").first().waitFor();
    await check();
  } catch (error) {
    found.push(error.message);
  }
  faults.push(...found.map((fault) => `${name}, ${JSON.stringify(options)}: ${fault}`));
  await context.close();
}

// Returns the selected item of the tree, and its bytes.
const selection = () => page.evaluate(() => ({
  item: document.querySelector("[role=treeitem][aria-selected=true]")?.innerText.replace(/\s+/g, " ").trim(),
  active: document.getElementById("tree").getAttribute("aria-activedescendant") === document.querySelector("[role=treeitem][aria-selected=true]")?.id,
  bytes: [...document.querySelectorAll(".byte.selected")].map((cell) => cell.textContent).join(" "),
}));
const find = (selector, text) => page.locator(selector, text && { hasText: text });
const shown = (selector, text) => find(selector, text).waitFor();
const item = (text) => find("[role=treeitem]", text).first();
const count = () => find("[role=treeitem]").count();
const keys = async (...pressed) => {
  for (const key of pressed) await page.keyboard.press(key);
};

for (const name of names) {
  for (const width of [360, 390, 1280]) {
    for (const colorScheme of ["light", "dark"]) {
      await open(name, { viewport: { width, height: 800 }, colorScheme, hasTouch: width < 1000 }, async () => {
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.equal(wide, 0, "no horizontal scrolling");
        const { found, passed } = await runAxe(page, ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]);
        assert.deepEqual(found, []);
        assert.ok(passed > 0, "axe examines the page");
      });
    }
  }
}

for (const viewport of [{ width: 390, height: 800 }, { width: 1280, height: 800 }]) {
  await open("player", { viewport }, async () => {
    // Selecting a byte of the string "Ada" selects its row and all of its bytes.
    await find(".byte", "41").first().click();
    assert.deepEqual(await selection(), { item: 'text "Ada" bytes', active: true, bytes: "41 64 61" });
    await item("health").click();
    assert.match((await selection()).item, /^▸? ?key\(3\) String "health"$/);
    await find("[role=treeitem]", /^\s*health float/).click();
    assert.match(await page.innerText("#details"), /Path\s+health/);
    await page.click("#fold");
    assert.equal(await count(), 1);
    await page.click("#theme");
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(22, 25, 29)");
  });
}

await open("player", {}, async () => {
  await page.focus("#tree");
  await keys("Home", "ArrowLeft");
  assert.equal(await item("Dictionary").getAttribute("aria-expanded"), "false");
  assert.equal(await count(), 1);
  await keys("ArrowRight", "ArrowRight", "ArrowDown");
  const key = find("[role=treeitem][aria-selected=true]");
  assert.match(await key.innerText(), /key\(0\)/);
  assert.deepEqual(await key.evaluate((it) => [it.ariaLevel, it.ariaPosInSet, it.ariaSetSize, it.ariaExpanded]), ["2", "2", "19", "false"]);
  await keys("Enter", "ArrowRight");
  assert.equal((await selection()).item, "length 2 u32");
  await keys("ArrowLeft", "ArrowLeft");
  assert.equal(await key.getAttribute("aria-expanded"), "false");
  await keys("i", "n");
  assert.match((await selection()).item, /inventory Array count 3/);
  await keys("*", "End");
  assert.equal((await selection()).item, "padding");
  await page.focus("#bytes");
  await keys("Control+Home", "ArrowDown", "ArrowRight");
  assert.deepEqual(await selection(), { item: 'text "id" bytes', active: true, bytes: "69 64" });
  assert.match(await page.getAttribute("#active-byte", "aria-label"), /^64 at 0x0011, text "id"$/);
});

await open("player", {}, async () => {
  await keys("/");
  await page.keyboard.type("HEALTH");
  await shown("#found", "2 results");
  await keys("Enter");
  assert.equal((await selection()).item, 'text "health" bytes');
  assert.equal(await page.innerText("#found"), "1 of 2 results");
  await keys("Shift+Enter");
  assert.equal((await selection()).item, "health float 87.5");
  await page.fill("#query", "0x11");
  await shown("#found", "1 result");
  await page.click("#next");
  assert.equal((await selection()).bytes, "69 64");
  await page.fill("#query", "nothing like this");
  await shown("#found", "0 results");
});

await open("faults", {}, async () => {
  assert.equal(await find("#faults li").count(), 3);
  assert.match(await page.innerText("#faults"), /line 3 0x0000 header\s+unknown type 27/);
  await find("#faults button", "line 4").click();
  assert.deepEqual(await selection(), { item: "✗ y expected 4 bytes, found 2", active: true, bytes: "00 00" });
  await page.click("#next-fault");
  assert.match((await selection()).item, /line 5 1 byte follows the value/);
  await item("line 6").click();
  assert.match((await selection()).item, /line 6 int 7/);
});

await open("frames", {}, async () => {
  assert.match(await item("value 2").innerText(), /value 2/);
  await find(".byte.frame").nth(4).click();
  assert.match((await selection()).item, /value 2/);
});

await open("hostile", {}, async () => {
  await page.click("#unfold");
  assert.equal(await find("script").count(), 1);
  await find("[role=treeitem]", /^\s*text/).first().click();
  const shown = await page.innerText("#details");
  assert.ok(shown.includes("</script><script>alert(1)</script><!-- \\u{202e}\\u{7} & שלום"), shown);
  assert.ok(shown.includes("x".repeat(2000)) && !shown.includes(hostile));
});

await open("large", {}, async () => {
  const seconds = {};
  const timed = async (name, work) => {
    const start = performance.now();
    await work();
    seconds[name] = (performance.now() - start) / 1000;
  };
  await timed("open", async () => {
    await page.reload();
    await find("[role=treeitem]").first().waitFor();
  });
  await timed("select", async () => {
    await page.focus("#tree");
    await keys("Home", "*", "End");
    await item("[0]").waitFor();
  });
  await page.click("#unfold");
  await page.focus("#tree");
  await keys("End");
  assert.match((await selection()).item, /^value -?\d+ i32$/);
  assert.match(await page.innerText("#details"), /Path\s+\[0\]\[624999\]/);
  await page.evaluate(() => (document.getElementById("tree").scrollTop = 0));
  await item("Array").waitFor();
  await timed("search", async () => {
    await page.fill("#query", "[624321]");
    await shown("#found", "1 result");
  });
  await keys("Enter");
  assert.match((await selection()).item, /\[624321\] int/);
  const size = statSync(join(folder, "large.html")).size;
  const figures = Object.entries(seconds).map(([name, time]) => `${name} ${time.toFixed(2)} s`);
  console.log(`5 MB of input: a page of ${(size / 1e6).toFixed(1)} MB, ${figures.join(", ")}`);
});

await browser.close();
faults.forEach((fault) => console.error(fault));
console.log(`${names.length} reports, ${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
