// Chromium, as the checks of pages start it.

import { chromium } from "playwright-core";

const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });

// Collects what goes wrong in a page while it is open.
export function watch(page) {
  const found = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && found.push(message.text()));
  page.on("pageerror", (error) => found.push(error.message));
  page.on("requestfailed", (request) => found.push(`cannot load ${request.url()}`));
  page.on("dialog", (dialog) => (found.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
  return found;
}
