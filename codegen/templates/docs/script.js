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

  // Returns bytes as one line, and only the typed lines of a terminal session.
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

  // Pages with fewer blocks have no search.
  const least = 12;
  const shown = 40;
  const contents = document.querySelector(".index");
  const blocks = ":is(h2, h3, p, li, dt, dd, pre, tr, .ruler)";
  const textOf = (element) => {
    const parts = element.matches("tr, .ruler") ? [...element.children] : [element];
    return parts.map((part) => part.textContent).join(" ").replace(/\s+/g, " ").trim();
  };
  // Returns every heading and every block of text, each with the heading above it.
  const collect = () => {
    const entries = [];
    const types = [...document.querySelectorAll("main .types tbody tr")];
    const described = new Map(types.map((row) => [row.querySelector("a").hash.slice(1), row.lastElementChild.textContent]));
    let above = document.querySelector("main");
    for (const element of document.querySelectorAll(`main ${blocks}`)) {
      if (element.parentElement.closest(`main ${blocks}`)) continue;
      const text = textOf(element);
      if (element.matches("h2, h3")) {
        above = element;
        const about = described.get(element.id) ?? "";
        entries.push({ element, above, name: text, about, text: `${text} ${about}`.toLowerCase() });
        continue;
      }
      // Rows of headers have no name.
      const name = element.querySelector(".offsets td:nth-child(4) code, :is(.options, .constants) td:first-child code");
      const prefix = element.closest(".constants") || !name ? "" : `${above.textContent}: `;
      const about = name ? element.lastElementChild.textContent : "";
      entries.push({ element, above, name: name ? prefix + name.textContent : "", about, text: `${prefix}${text}`.toLowerCase() });
    }
    return entries;
  };
  // Ranks matches: headings that start with the first word, other headings, names, descriptions, other text.
  const rank = (entry, parts) => {
    const name = entry.name.toLowerCase();
    if (!parts.every((part) => entry.text.includes(part))) return -1;
    if (!parts.every((part) => name.includes(part))) return name ? 3 : 4;
    if (entry.element === entry.above) return name.startsWith(parts[0]) ? 0 : 1;
    return 2;
  };
  const parted = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);
  // Returns the text around the first occurrence of the word.
  const excerpt = (entry, word) => {
    const text = textOf(entry.element);
    const at = text.toLowerCase().indexOf(word);
    const start = at > 60 ? at - 40 : 0;
    return `${start ? "…" : ""}${text.slice(start, start + 160)}${text.length > start + 160 ? "…" : ""}`;
  };
  const find = (entries, text) => {
    const parts = parted(text);
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
        const link = make("a", { href: `#${entry.above.id}` }, entry.name || (entry.above.id === "main" ? document.title : entry.above.textContent));
        const about = entry.name ? entry.about : excerpt(entry, parted(input.value)[0]);
        if (about) link.append(make("small", {}, about));
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
