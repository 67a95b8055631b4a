// Opens every HTML page below a folder in Chromium, on a phone and on a desk, light and dark: nothing may be missing, clipped or wider than
// the window, and every heading must be reached from the index.
//
//   node check.mjs docs

import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch, watch } from "./browser.mjs";

const [folder] = process.argv.slice(2);
const pages = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".html")).sort();

// What is wrong with the layout of the page that is open.
function layoutFaults() {
  const faults = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) {
    const wide = [...document.querySelectorAll("body :not(.table, .table *)")].find((element) => element.getBoundingClientRect().right > width);
    faults.push(`scrolls sideways: ${wide?.outerHTML.slice(0, 80)}`);
  }
  for (const text of document.querySelectorAll(".ruler svg text")) {
    const end = text.x.baseVal[0].value + text.getComputedTextLength();
    if (end > text.parentElement.width.baseVal.value) faults.push(`clipped: ${text.textContent}`);
  }
  return faults;
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

const browser = await launch();
const faults = [];
for (const width of [390, 1280]) {
  for (const colorScheme of ["light", "dark"]) {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme, reducedMotion: "reduce", offline: true });
    for (const name of pages) {
      const page = await context.newPage();
      const found = watch(page);
      await page.goto(pathToFileURL(resolve(folder, name)).href);
      found.push(...(await page.evaluate(layoutFaults)), ...(await page.evaluate(indexFaults)));
      faults.push(...found.map((fault) => `${name} at ${width} pixels, ${colorScheme}: ${fault}`));
      await page.close();
    }
    await context.close();
  }
}
await browser.close();

faults.forEach((fault) => console.error(fault));
console.log(`${pages.length} pages, ${faults.length} faults`);
process.exit(pages.length > 0 && faults.length === 0 ? 0 : 1);
