// Opens every HTML page below a folder in Chromium, on a phone and on a desk: nothing may be missing,
// clipped or wider than the window, every heading must be reached from the index without scrolling
// through the page, the search must find all text, and the buttons that copy must work. Light and
// dark, text must contrast with its background. The start and the page of the program must be
// among the pages.
//
//   node check.mjs SITE

import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch, runAxe, watch } from "./browser.mjs";

const [folder] = process.argv.slice(2);
// The documentation of the library in api/ has a design of its own.
const pages = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".html") && !name.startsWith("api/")).sort();

// How often each check was made on all pages: one whose selector finds nothing would pass.
const tried = { "texts of a ruler": 0, contrasts: 0, searches: 0, "searches of text": 0, "copies of bytes": 0, "copies of console": 0, "copies of gdscript": 0 };

// What is wrong with the layout of the open page, and the number of texts that could be clipped.
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

// Which headings the index does not lead to.
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

// What the search of a page with a script does not do: a keyboard alone finds a field and goes to it.
async function searchFaults(page) {
  const field = await page.evaluate(() => {
    const name = [...document.querySelectorAll("main .offsets td:nth-child(4) code, main .options td:first-child code")].at(-1);
    return name && { name: name.textContent, top: name.getBoundingClientRect().top };
  });
  if (!field) return [];
  tried.searches += 1;
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
  if (!target.isFound || !target.isVisible) faults.push(`the first result for ${field.name} is not gone to`);
  await page.keyboard.press("/");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("nothing has this name");
  if (await page.evaluate(() => document.querySelector(".results a"))) faults.push("the search finds what is not there");
  await page.keyboard.press("Escape");
  if (await page.evaluate(() => document.querySelector("#search").value || document.querySelector(".searching"))) faults.push("Escape does not end the search");
  return faults;
}

// Which kinds of text the search does not find: the end of a block, typed as it is shown, leads to the block.
async function textFaults(page) {
  if (!(await page.locator("#search").count())) return [];
  const faults = [];
  for (const kind of ["p", "li", "pre", "td", "dd"]) {
    const text = await page.evaluate((kind) => {
      const block = [...document.querySelectorAll(`main ${kind}`)].at(-1);
      return block?.textContent.replace(/\s+/g, " ").trim().slice(-60);
    }, kind);
    if (!text) continue;
    tried["searches of text"] += 1;
    await page.fill("#search", text);
    await page.keyboard.press("Enter");
    const reached = await page.evaluate(() => document.activeElement.textContent.replace(/\s+/g, " "));
    const words = text.split(" ");
    if (!words.every((word) => reached.includes(word))) faults.push(`the search does not lead to the ${kind} with ${text}`);
  }
  return faults;
}

// What a deep link does not do: jump to the last heading, without a motion that takes a second in long pages.
async function linkFaults(page) {
  const top = await page.evaluate(() => {
    const heading = [...document.querySelectorAll("main :is(h2, h3)")].at(-1);
    if (!heading) return 0;
    window.scrollTo(0, 0);
    document.querySelector(`main a[href="#${CSS.escape(heading.id)}"]`).click();
    return heading.getBoundingClientRect().top;
  });
  return top >= 0 && top < 800 ? [] : [`a link scrolls through the page: its heading is at ${top}`];
}

// What a button copies: bytes as one line, and of a terminal the commands.
async function copyFaults(page) {
  const faults = [];
  for (const kind of ["bytes", "console", "gdscript"]) {
    const block = page.locator(`main pre.${kind}`).last();
    if (!(await block.count())) continue;
    tried[`copies of ${kind}`] += 1;
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

// What differs without scripts: there are no controls, and every text is there.
async function plainFaults(page, text) {
  const faults = [];
  if (await page.locator("button, input").count()) faults.push("controls without a script");
  if ((await page.locator("main").textContent()) !== text) faults.push("without a script the text differs");
  return faults;
}

const browser = await launch();
const faults = ["index.html", "program.html"].filter((name) => !pages.includes(name)).map((name) => `there is no ${name}`);
const texts = new Map();

// Opens every page with these settings.
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
    tried["texts of a ruler"] += layout.texts;
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
    tried.contrasts += passed;
    return found;
  });
}
const settings = { viewport: { width: 390, height: 800 }, colorScheme: "light", javaScriptEnabled: false };
await each(settings, (page, name) => plainFaults(page, texts.get(name)));
await browser.close();

faults.push(...Object.keys(tried).filter((kind) => tried[kind] === 0).map((kind) => `no ${kind} on any page`));
faults.forEach((fault) => console.error(fault));
console.log(`${pages.length} pages, ${faults.length} faults`);
process.exit(pages.length > 0 && faults.length === 0 ? 0 : 1);
