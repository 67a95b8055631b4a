"use strict";
{
  const words = document.body.dataset;
  const make = (name, attributes, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const status = make("output", { class: "hidden" });
  document.body.append(status);

  // Copying.

  // Bytes are copied as one line, and of a terminal only what is typed.
  const copied = (block) => {
    const text = block.textContent;
    if (block.className === "bytes") return text.replace(/\s+/g, " ").trim();
    if (block.className !== "console") return text;
    return [...block.querySelectorAll("b")].map((line) => line.textContent.slice(2)).join("\n");
  };
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = make("textarea", {}, text);
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  };
  for (const block of document.querySelectorAll("main pre")) {
    const button = make("button", { type: "button", "aria-label": words.copy, title: words.copy });
    const around = make("div", { class: "block" });
    block.replaceWith(around);
    around.append(block, button);
    button.addEventListener("click", async () => {
      await copy(copied(block));
      button.className = "done";
      status.textContent = words.copied;
      setTimeout(() => {
        button.className = "";
        status.textContent = "";
      }, 1500);
    });
  }

  // Searching.

  // A page with fewer headings and fields is read faster than searched.
  const least = 12;
  const shown = 40;
  const contents = document.querySelector(".index");
  // Every heading, and every row with the name of a field after the heading that it is below.
  const collect = () => {
    const entries = [];
    const types = [...document.querySelectorAll("main .types tbody tr")];
    const described = new Map(types.map((row) => [row.querySelector("a").hash.slice(1), row.lastElementChild.textContent]));
    let above;
    for (const element of document.querySelectorAll("main :is(h2, h3), main :is(.offsets, .options, .constants) tbody tr")) {
      if (element.matches("h2, h3")) {
        above = element;
        entries.push({ element, above, name: element.textContent, about: described.get(element.id) ?? "" });
        continue;
      }
      // The row of a header has no name.
      const name = element.querySelector(".offsets td:nth-child(4) code, :is(.options, .constants) td:first-child code");
      if (!name) continue;
      const about = element.lastElementChild.textContent;
      const prefix = element.closest(".constants") ? "" : `${above.textContent}: `;
      entries.push({ element, above, name: prefix + name.textContent, about });
    }
    return entries;
  };
  // What begins with the first word comes first, then names with all words, then descriptions.
  const rank = (entry, parts) => {
    const name = entry.name.toLowerCase();
    if (!parts.every((part) => `${name} ${entry.about.toLowerCase()}`.includes(part))) return -1;
    if (!parts.every((part) => name.includes(part))) return 3;
    if (entry.element === entry.above) return name.startsWith(parts[0]) ? 0 : 1;
    return 2;
  };
  const find = (entries, text) => {
    const parts = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (!parts.length) return [];
    const ranked = entries.map((entry) => ({ entry, rank: rank(entry, parts) })).filter((found) => found.rank >= 0);
    return ranked.sort((a, b) => a.rank - b.rank).map((found) => found.entry);
  };
  const go = (entry) => {
    document.querySelectorAll(".found").forEach((element) => element.classList.remove("found"));
    entry.element.classList.add("found");
    entry.element.tabIndex = -1;
    entry.element.focus({ preventScroll: true });
    entry.element.scrollIntoView({ block: entry.element === entry.above ? "start" : "center" });
  };
  const entries = contents ? collect() : [];
  if (entries.length >= least) {
    const input = make("input", { type: "search", id: "search", autocomplete: "off", spellcheck: "false" });
    const results = make("ul", { class: "results" });
    const count = make("output", { for: "search" });
    const form = make("form", { role: "search" }, make("label", { for: "search" }, words.search), input, count, results);
    contents.prepend(form);
    const update = () => {
      const found = find(entries, input.value);
      results.replaceChildren(...found.slice(0, shown).map((entry) => {
        const link = make("a", { href: `#${entry.above.id}` }, entry.name);
        if (entry.about) link.append(make("small", {}, entry.about));
        link.addEventListener("click", (event) => {
          event.preventDefault();
          history.pushState(null, "", link.hash);
          go(entry);
        });
        return make("li", {}, link);
      }));
      contents.classList.toggle("searching", input.value.trim() !== "");
      count.textContent = input.value.trim() ? `${words.found} ${found.length}` : "";
    };
    input.addEventListener("input", update);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      results.querySelector("a")?.click();
    });
    form.addEventListener("keydown", (event) => {
      const stops = [input, ...results.querySelectorAll("a")];
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) {
        event.preventDefault();
        stops[stops.indexOf(document.activeElement) + step]?.focus();
      } else if (event.key === "Escape") {
        input.value = "";
        input.focus();
        update();
      }
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea")) return;
      event.preventDefault();
      input.focus();
    });
  }
}
