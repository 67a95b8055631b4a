"use strict";
// Adds the search over all pages. Without this script, only the search is missing.
{
  const parts = document.querySelector(".parts");
  const { root, search } = parts.dataset;
  const input = Object.assign(document.createElement("input"), { type: "search", placeholder: search });
  input.setAttribute("aria-label", search);
  const results = document.createElement("ol");
  parts.append(input, results);

  const shown = 20;
  let entries;
  // The index is a script, because a page that is opened from a local folder cannot fetch other
  // files.
  globalThis.searchAllPages = (all) => {
    entries = all.filter(([language]) => language === document.documentElement.lang);
    show();
  };
  input.addEventListener("focus", () => {
    if (entries || document.querySelector("#index")) return;
    document.head.append(Object.assign(document.createElement("script"), { id: "index", src: `${root}search.js` }));
  });

  // Headings that contain all words come first.
  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    results.replaceChildren();
    if (!entries || words.length === 0) return;
    const found = [];
    for (const [, page, anchor, heading, text] of entries) {
      const inHeading = heading.toLowerCase();
      const all = `${inHeading} ${text.toLowerCase()}`;
      if (!words.every((word) => all.includes(word))) continue;
      found.push({ page, anchor, heading, text, rank: words.filter((word) => inHeading.includes(word)).length });
    }
    found.sort((a, b) => b.rank - a.rank);
    for (const { page, anchor, heading, text } of found.slice(0, shown)) {
      const link = document.createElement("a");
      link.href = root + page + (anchor && `#${anchor}`);
      const excerpt = document.createElement("small");
      excerpt.textContent = text.slice(0, 120);
      link.append(heading, excerpt);
      const item = document.createElement("li");
      item.append(link);
      results.append(item);
    }
  };
  input.addEventListener("input", show);
  parts.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      input.value = "";
      show();
      input.focus();
    }
    const links = [input, ...results.querySelectorAll("a")];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = links[links.indexOf(document.activeElement) + step];
    if (step && next) {
      event.preventDefault();
      next.focus();
    }
  });
}
