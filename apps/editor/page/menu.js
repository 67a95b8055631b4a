// A menu of commands for the selected value. Keys work as in the menu pattern of the ARIA Authoring
// Practices.

import { element } from "./list.js";
import { keyName, t } from "./strings.js";

const WINDOW_MARGIN = 8; // pixels between the menu and the edge of the window

class Menu {
  #closed;
  #isArmed = false; // whether a click was started on the menu: the press that opens it may end on it

  constructor(root) {
    this.root = root;
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("pointerdown", () => (this.#isArmed = true));
    root.addEventListener("contextmenu", (event) => event.preventDefault());
    root.addEventListener("focusout", ({ relatedTarget }) => {
      if (this.isOpen && relatedTarget !== null && !root.contains(relatedTarget)) this.close(false);
    });
    addEventListener("pointerdown", ({ target }) => this.isOpen && !root.contains(target) && this.close(false), { capture: true });
    for (const type of ["resize", "blur"]) addEventListener(type, () => this.isOpen && this.close(false));
  }

  get isOpen() { return !this.root.hidden; }
  get #items() { return [...this.root.children]; }

  // Opens the menu at a point, or above it if there is no room. `commands` are groups of names of
  // strings with their keys and actions; `closed` gets the focus back.
  open(groups, { x, y }, closed) {
    this.#closed = closed;
    this.#isArmed = false;
    const items = groups.flatMap((commands, group) => commands.map(([name, keys, action], index) => {
      const item = element("button", { type: "button", role: "menuitem", tabIndex: -1, className: group > 0 && index === 0 ? "starts" : "" });
      item.append(element("span", { textContent: t(name) }), element("kbd", { textContent: keyName(keys), ariaHidden: "true" }));
      item.setAttribute("aria-keyshortcuts", keys.replace("Ctrl", "Control"));
      item.addEventListener("click", ({ detail }) => {
        if (detail > 0 && !this.#isArmed) return;
        this.close(true);
        action();
      });
      return item;
    }));
    this.root.ariaLabel = t("actions");
    this.root.replaceChildren(...items);
    this.root.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = this.root;
    const top = y + height + WINDOW_MARGIN > innerHeight ? y - height : y;
    this.root.style.left = `${Math.max(WINDOW_MARGIN, Math.min(x, innerWidth - width - WINDOW_MARGIN))}px`;
    this.root.style.top = `${Math.max(WINDOW_MARGIN, Math.min(top, innerHeight - height - WINDOW_MARGIN))}px`;
    items[0].focus();
  }

  close(hasFocus) {
    this.root.hidden = true;
    this.root.replaceChildren();
    if (hasFocus) this.#closed();
  }

  #key(event) {
    const items = this.#items;
    const at = items.indexOf(document.activeElement);
    const { key } = event;
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[key];
    const start = key.toLowerCase();
    if (target !== undefined) items.at(target % items.length).focus();
    else if (key === "Escape" || key === "Tab") this.close(true);
    else if (key.length === 1 && key !== " ") {
      const order = [...items.slice(at + 1), ...items.slice(0, at + 1)];
      order.find((item) => item.textContent.toLowerCase().startsWith(start))?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

export { Menu };
