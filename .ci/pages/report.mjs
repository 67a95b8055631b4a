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

// Opens a report, calls `check` with its page, and collects the faults.
async function open(name, options, check) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", offline: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_SECONDS * 1000);
  const found = watch(page);
  try {
    await page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
    await page.locator("[role=treeitem]").first().waitFor();
    await check(page);
  } catch (error) {
    found.push(error.message);
  }
  faults.push(...found.map((fault) => `${name}, ${JSON.stringify(options)}: ${fault}`));
  await context.close();
}

// Returns the selected item of the tree, and its bytes.
const selection = (page) => page.evaluate(() => ({
  item: document.querySelector("[role=treeitem][aria-selected=true]")?.innerText.replace(/\s+/g, " ").trim(),
  active: document.getElementById("tree").getAttribute("aria-activedescendant") === document.querySelector("[role=treeitem][aria-selected=true]")?.id,
  bytes: [...document.querySelectorAll(".byte.selected")].map((cell) => cell.textContent).join(" "),
}));
const item = (page, text) => page.locator("[role=treeitem]", { hasText: text }).first();
const count = (page) => page.locator("[role=treeitem]").count();
const keys = async (page, ...pressed) => {
  for (const key of pressed) await page.keyboard.press(key);
};

for (const name of names) {
  for (const width of [360, 390, 1280]) {
    for (const colorScheme of ["light", "dark"]) {
      await open(name, { viewport: { width, height: 800 }, colorScheme, hasTouch: width < 1000 }, async (page) => {
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
  await open("player", { viewport }, async (page) => {
    // Selecting a byte of the string "Ada" selects its row and all of its bytes.
    await page.locator(".byte", { hasText: "41" }).first().click();
    assert.deepEqual(await selection(page), { item: 'text "Ada" bytes', active: true, bytes: "41 64 61" });
    await item(page, "health").click();
    assert.match((await selection(page)).item, /^▸? ?key\(3\) String "health"$/);
    await page.locator("[role=treeitem]", { hasText: /^\s*health float/ }).click();
    assert.match(await page.locator("#details").innerText(), /Path\s+health/);
    await page.locator("#fold").click();
    assert.equal(await count(page), 1);
    await page.locator("#theme").click();
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(22, 25, 29)");
  });
}

await open("player", {}, async (page) => {
  await page.locator("#tree").focus();
  await keys(page, "Home", "ArrowLeft");
  assert.equal(await item(page, "Dictionary").getAttribute("aria-expanded"), "false");
  assert.equal(await count(page), 1);
  await keys(page, "ArrowRight", "ArrowRight", "ArrowDown");
  const key = page.locator("[role=treeitem][aria-selected=true]");
  assert.match(await key.innerText(), /key\(0\)/);
  assert.deepEqual(await key.evaluate((it) => [it.ariaLevel, it.ariaPosInSet, it.ariaSetSize, it.ariaExpanded]), ["2", "2", "19", "false"]);
  await keys(page, "Enter", "ArrowRight");
  assert.equal((await selection(page)).item, "length 2 u32");
  await keys(page, "ArrowLeft", "ArrowLeft");
  assert.equal(await key.getAttribute("aria-expanded"), "false");
  await keys(page, "i", "n");
  assert.match((await selection(page)).item, /inventory Array count 3/);
  await keys(page, "*", "End");
  assert.equal((await selection(page)).item, "padding");
  await page.locator("#bytes").focus();
  await keys(page, "Control+Home", "ArrowDown", "ArrowRight");
  assert.deepEqual(await selection(page), { item: 'text "id" bytes', active: true, bytes: "69 64" });
  assert.match(await page.locator("#active-byte").getAttribute("aria-label"), /^64 at 0x0011, text "id"$/);
});

await open("player", {}, async (page) => {
  await keys(page, "/");
  await page.keyboard.type("HEALTH");
  await page.locator("#found", { hasText: "2 results" }).waitFor();
  await keys(page, "Enter");
  assert.equal((await selection(page)).item, 'text "health" bytes');
  assert.equal(await page.locator("#found").innerText(), "1 of 2 results");
  await keys(page, "Shift+Enter");
  assert.equal((await selection(page)).item, "health float 87.5");
  await page.locator("#query").fill("0x11");
  await page.locator("#found", { hasText: "1 result" }).waitFor();
  await page.locator("#next").click();
  assert.equal((await selection(page)).bytes, "69 64");
  await page.locator("#query").fill("nothing like this");
  await page.locator("#found", { hasText: "0 results" }).waitFor();
});

await open("faults", {}, async (page) => {
  assert.equal(await page.locator("#faults li").count(), 3);
  assert.match(await page.locator("#faults").innerText(), /line 3 0x0000 header\s+unknown type 27/);
  await page.locator("#faults button", { hasText: "line 4" }).click();
  assert.deepEqual(await selection(page), { item: "✗ y expected 4 bytes, found 2", active: true, bytes: "00 00" });
  await page.locator("#next-fault").click();
  assert.match((await selection(page)).item, /line 5 1 byte follows the value/);
  await item(page, "line 6").click();
  assert.match((await selection(page)).item, /line 6 int 7/);
});

await open("frames", {}, async (page) => {
  assert.match(await item(page, "value 2").innerText(), /value 2/);
  await page.locator(".byte.frame").nth(4).click();
  assert.match((await selection(page)).item, /value 2/);
});

await open("hostile", {}, async (page) => {
  await page.locator("#unfold").click();
  assert.equal(await page.locator("script").count(), 1);
  await page.locator("[role=treeitem]", { hasText: /^\s*text/ }).first().click();
  const shown = await page.locator("#details").innerText();
  assert.ok(shown.includes("</script><script>alert(1)</script><!-- \\u{202e}\\u{7} & שלום"), shown);
  assert.ok(shown.includes("x".repeat(2000)) && !shown.includes(hostile));
});

await open("large", {}, async (page) => {
  const seconds = {};
  const timed = async (name, work) => {
    const start = performance.now();
    await work();
    seconds[name] = (performance.now() - start) / 1000;
  };
  await timed("open", async () => {
    await page.reload();
    await page.locator("[role=treeitem]").first().waitFor();
  });
  await timed("select", async () => {
    await page.locator("#tree").focus();
    await keys(page, "Home", "*", "End");
    await item(page, "[0]").waitFor();
  });
  await page.locator("#unfold").click();
  await page.locator("#tree").focus();
  await keys(page, "End");
  assert.match((await selection(page)).item, /^value -?\d+ i32$/);
  assert.match(await page.locator("#details").innerText(), /Path\s+\[0\]\[624999\]/);
  await page.evaluate(() => (document.getElementById("tree").scrollTop = 0));
  await item(page, "Array").waitFor();
  await timed("search", async () => {
    await page.locator("#query").fill("[624321]");
    await page.locator("#found", { hasText: "1 result" }).waitFor();
  });
  await keys(page, "Enter");
  assert.match((await selection(page)).item, /\[624321\] int/);
  const size = statSync(join(folder, "large.html")).size;
  const figures = Object.entries(seconds).map(([name, time]) => `${name} ${time.toFixed(2)} s`);
  console.log(`5 MB of input: a page of ${(size / 1e6).toFixed(1)} MB, ${figures.join(", ")}`);
});

await browser.close();
faults.forEach((fault) => console.error(fault));
console.log(`${names.length} reports, ${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
