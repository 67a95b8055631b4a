// Opens every HTML page of a folder in Chromium, in windows of a phone and a desktop. Fails if a
// page lacks a resource or an anchor, is wider than the window, or if the contrast of light or dark
// colors is too low. `index.html` and `program.html` must exist.
//
//   node check.mjs SITE

import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch, runAxe, watch } from "./browser.mjs";

const [folder] = process.argv.slice(2);
// The documentation of the library in api/ has a design of its own.
const pages = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".html") && !name.startsWith("api/")).sort();

// Returns the faults in the layout and the links of the open page.
function pageFaults() {
  const width = document.documentElement.clientWidth;
  const wide = [...document.querySelectorAll("body :not(pre *, table *)")].filter((element) => element.getBoundingClientRect().right > width);
  const links = [...document.querySelectorAll('main a[href^="#"]')];
  const broken = links.filter((link) => !document.getElementById(decodeURIComponent(link.hash.slice(1))));
  return [
    ...wide.map((element) => `scrolls sideways: ${element.outerHTML.slice(0, 80)}`),
    ...broken.map((link) => `no heading for ${link.hash}`),
  ];
}

const browser = await launch();
const faults = ["index.html", "program.html"].filter((name) => !pages.includes(name)).map((name) => `missing ${name}`);
let contrasts = 0;
for (const width of [390, 1280]) {
  for (const colorScheme of ["light", "dark"]) {
    const context = await browser.newContext({ offline: true, viewport: { width, height: 800 }, colorScheme });
    for (const name of pages) {
      const page = await context.newPage();
      const found = watch(page);
      await page.goto(pathToFileURL(resolve(folder, name)).href);
      found.push(...(await page.evaluate(pageFaults)));
      // Colors do not depend on the width.
      if (width > 1000) {
        const contrast = await runAxe(page, ["color-contrast"]);
        contrasts += contrast.passed;
        found.push(...contrast.found);
      }
      faults.push(...found.map((fault) => `${name} at ${width} pixels, ${colorScheme}: ${fault}`));
      await page.close();
    }
    await context.close();
  }
}
await browser.close();
if (contrasts === 0) faults.push("no contrasts on any page");
faults.forEach((fault) => console.error(fault));
console.log(`${pages.length} pages, ${faults.length} faults`);
process.exit(pages.length > 0 && faults.length === 0 ? 0 : 1);
