// Starts Chromium for the checks of pages.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });

// Runs rules of axe on a page. Returns the violations, and the number of elements that passed.
export async function runAxe(page, rules) {
  await page.evaluate(AXE);
  const { violations, passes } = await page.evaluate((runOnly) => axe.run({ runOnly }), rules);
  const found = violations.map(({ id, nodes: [first] }) => `${id}: ${first.html} ${first.failureSummary}`);
  return { found, passed: passes.reduce((sum, { nodes }) => sum + nodes.length, 0) };
}

// Collects errors, warnings and dialogs of a page while it is open.
export function watch(page) {
  const found = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && found.push(message.text()));
  page.on("pageerror", (error) => found.push(error.message));
  page.on("requestfailed", (request) => found.push(`cannot load ${request.url()}`));
  page.on("dialog", (dialog) => (found.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
  return found;
}
