// Opens every HTML page of a folder in Chromium, in windows of a phone and a desktop. Fails if a
// page lacks a resource, text is clipped, the page is wider than the window, a heading cannot be
// reached from the index, the search does not find a text, a copy button does not work, or the
// contrast of light or dark colors is too low. `index.html` and `program.html` must exist.
//
//   node check.mjs SITE

import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch, runAxe, watch } from "./browser.mjs";

const [folder] = process.argv.slice(2);
// The documentation of the library in api/ has a design of its own.
const pages = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".html") && !name.startsWith("api/")).sort();

// The number of times that each check ran, because a check whose selector finds nothing would pass.
const checked = { "texts of a ruler": 0, contrasts: 0, searches: 0, "searches of text": 0, "copies of bytes": 0, "copies of console": 0, "copies of gdscript": 0 };

// Returns the faults in the layout of the open page, and the number of texts that can be clipped.
function layoutFaults() {
  const faults = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) {
    const wide = [...document.querySelectorAll("body :not(.table, .table *)")].find((element) => element.getBoundingClientRect().right > width);
    faults.push(`scrolls sideways: ${wide?.outerHTML.slice(0, 80)}`);
  }
  const texts = document.querySelectorAll(".ruler svg text");
  for (const text of texts) {
    const end = text.x.baseVal[0].value + text.getComputedTextLength();
    if (end > text.parentElement.width.baseVal.value) faults.push(`clipped: ${text.textContent}`);
  }
  return { faults, texts: texts.length };
}

// Returns the headings that cannot be reached from the index.
function indexFaults() {
  const reached = new Set();
  for (const link of document.querySelectorAll(".index a")) {
    link.click();
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    const top = heading?.getBoundingClientRect().top ?? -1;
    if (top >= 0 && top < window.innerHeight) reached.add(heading);
  }
  const missed = [...document.querySelectorAll("main :is(h2, h3)")].filter((heading) => !reached.has(heading));
  return missed.map((heading) => `not reached from the index: ${heading.textContent}`);
}

// Searches for a field with the keyboard only, and returns the faults.
async function searchFaults(page) {
  const field = await page.evaluate(() => {
    const name = [...document.querySelectorAll("main .offsets td:nth-child(4) code, main .options td:first-child code")].at(-1);
    return name && { name: name.textContent, top: name.getBoundingClientRect().top };
  });
  if (!field) return [];
  checked.searches += 1;
  const faults = [];
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.keyboard.press("/");
  await page.keyboard.type(field.name);
  const found = await page.evaluate(() => document.querySelectorAll(".results a").length);
  if (!found) faults.push(`the search does not find ${field.name}`);
  if (await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)) faults.push("the results scroll sideways");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const target = await page.evaluate(() => {
    const { top, bottom } = document.activeElement.getBoundingClientRect();
    return { isFound: document.activeElement.matches(".found"), isVisible: top >= 0 && bottom <= window.innerHeight };
  });
  if (!target.isFound || !target.isVisible) faults.push(`Enter does not lead to the first result for ${field.name}`);
  await page.keyboard.press("/");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("nothing has this name");
  if (await page.evaluate(() => document.querySelector(".results a"))) faults.push("the search finds a text that does not exist");
  await page.keyboard.press("Escape");
  if (await page.evaluate(() => document.querySelector("#search").value || document.querySelector(".searching"))) faults.push("Escape does not end the search");
  return faults;
}

// Searches for the end of the last block of each kind, which must lead to the block. Returns the
// faults.
async function textFaults(page) {
  if (!(await page.locator("#search").count())) return [];
  const faults = [];
  for (const kind of ["p", "li", "pre", "td", "dd"]) {
    const text = await page.evaluate((kind) => {
      const block = [...document.querySelectorAll(`main ${kind}`)].at(-1);
      return block?.textContent.replace(/\s+/g, " ").trim().slice(-60);
    }, kind);
    if (!text) continue;
    checked["searches of text"] += 1;
    await page.fill("#search", text);
    await page.keyboard.press("Enter");
    const reached = await page.evaluate(() => document.activeElement.textContent.replace(/\s+/g, " "));
    const words = text.split(" ");
    if (!words.every((word) => reached.includes(word))) faults.push(`the search does not lead to the ${kind} with ${text}`);
  }
  return faults;
}

// Follows a link to the last heading, which must be reached without smooth scrolling. Returns the
// faults.
async function linkFaults(page) {
  const top = await page.evaluate(() => {
    const heading = [...document.querySelectorAll("main :is(h2, h3)")].at(-1);
    if (!heading) return 0;
    window.scrollTo(0, 0);
    document.querySelector(`main a[href="#${CSS.escape(heading.id)}"]`).click();
    return heading.getBoundingClientRect().top;
  });
  return top >= 0 && top < 800 ? [] : [`a link scrolls smoothly: its heading is at ${top}`];
}

// Checks what copy buttons copy: bytes as one line, and only the commands of a terminal. Returns
// the faults.
async function copyFaults(page) {
  const faults = [];
  for (const kind of ["bytes", "console", "gdscript"]) {
    const block = page.locator(`main pre.${kind}`).last();
    if (!(await block.count())) continue;
    checked[`copies of ${kind}`] += 1;
    const text = await block.textContent();
    const button = block.locator("xpath=following-sibling::button");
    await button.click();
    await page.waitForFunction((button) => button.className === "done", await button.elementHandle());
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const isRight = {
      bytes: () => copied === text.split(/\s+/).join(" "),
      console: () => text.startsWith(`$ ${copied.split("\n")[0]}`),
      gdscript: () => copied === text,
    }[kind];
    if (!isRight()) faults.push(`the button for ${kind} copies: ${copied}`);
  }
  return faults;
}

// Checks that a page without scripts has no controls, but all of the text. Returns the faults.
async function plainFaults(page, text) {
  const faults = [];
  if (await page.locator("button, input").count()) faults.push("controls without a script");
  if ((await page.locator("main").textContent()) !== text) faults.push("without a script the text differs");
  return faults;
}

const browser = await launch();
const faults = ["index.html", "program.html"].filter((name) => !pages.includes(name)).map((name) => `missing ${name}`);
const texts = new Map();

// Opens every page with settings of the browser, and collects the faults that `look` returns.
async function each(settings, look) {
  const context = await browser.newContext({ reducedMotion: "reduce", offline: true, ...settings });
  const { viewport, colorScheme, javaScriptEnabled } = settings;
  const setting = `${viewport.width} pixels, ${colorScheme}${javaScriptEnabled === false ? ", without scripts" : ""}`;
  for (const name of pages) {
    const page = await context.newPage();
    const found = watch(page);
    await page.goto(pathToFileURL(resolve(folder, name)).href);
    found.push(...(await look(page, name)));
    faults.push(...found.map((fault) => `${name} at ${setting}: ${fault}`));
    await page.close();
  }
  await context.close();
}

for (const width of [390, 1280]) {
  const settings = { viewport: { width, height: 800 }, colorScheme: "light", permissions: ["clipboard-read", "clipboard-write"] };
  await each(settings, async (page) => {
    const layout = await page.evaluate(layoutFaults);
    checked["texts of a ruler"] += layout.texts;
    return [...layout.faults, ...(await page.evaluate(indexFaults))];
  });
  await each(settings, async (page, name) => {
    texts.set(name, await page.locator("main").textContent());
    return [...(await searchFaults(page)), ...(await textFaults(page)), ...(await copyFaults(page))];
  });
}
await each({ viewport: { width: 1280, height: 800 }, colorScheme: "light", reducedMotion: "no-preference" }, linkFaults);
for (const colorScheme of ["light", "dark"]) {
  await each({ viewport: { width: 1280, height: 800 }, colorScheme }, async (page) => {
    const { found, passed } = await runAxe(page, ["color-contrast"]);
    checked.contrasts += passed;
    return found;
  });
}
const settings = { viewport: { width: 390, height: 800 }, colorScheme: "light", javaScriptEnabled: false };
await each(settings, (page, name) => plainFaults(page, texts.get(name)));
await browser.close();

faults.push(...Object.keys(checked).filter((kind) => checked[kind] === 0).map((kind) => `no ${kind} on any page`));
faults.forEach((fault) => console.error(fault));
console.log(`${pages.length} pages, ${faults.length} faults`);
process.exit(pages.length > 0 && faults.length === 0 ? 0 : 1);
