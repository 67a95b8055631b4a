// Shows the lines of the tree. Keys work as in the tree pattern of the ARIA Authoring Practices.

import { Chunks } from "./chunks.js";
import { List, element } from "./list.js";
import { counted, number, t } from "./strings.js";

const LINES = 64; // per chunk
const MAX_TYPE_AHEAD = 20_000; // lines that are searched for a typed name
const SEARCHED_LINES = 256; // per call of the worker
const TYPING_PAUSE = 700; // milliseconds after which a character starts another name
const LONG_PRESS = 500; // milliseconds
const MAX_MOVE = 10; // pixels that a finger moves during a long press

// The commands for the selected value, with their keys.
const KEYS = {
  edit: "Enter", rename: "F2", copyValue: "Ctrl+C", copyPath: "Alt+Shift+C", part: "Ctrl+E", add: "Insert",
  duplicate: "Ctrl+D", moveUp: "Alt+ArrowUp", moveDown: "Alt+ArrowDown", remove: "Delete",
};
const COMMANDS = { "+": "add", ContextMenu: "openMenu", "Shift+F10": "openMenu" };
for (const [name, keys] of Object.entries(KEYS)) COMMANDS[keys] = name;

// Returns the name of a key with modifiers. Some systems write other letters with the key Alt.
function combination({ code, key, altKey, ctrlKey, metaKey, shiftKey }) {
  const name = altKey && /^Key[A-Z]$/.test(code) ? code.slice(3) : key;
  const modifiers = { Ctrl: ctrlKey || metaKey, Alt: altKey, Shift: shiftKey };
  return [...Object.keys(modifiers).filter((it) => modifiers[it]), name.length === 1 ? name.toUpperCase() : name].join("+");
}

class TreeView {
  #chunks;
  #active = 0; // index of the line with the keyboard focus
  #row; // row of this line
  #hasFocus = false;
  #typed = "";
  #typedAt = 0;
  #matches = new Set(); // rows
  #press; // the timer and the place of a finger on a line

  // `actions` has the function `select`, those of the commands, `menu`, which gets a place on the
  // screen, and two that run an action after all earlier ones, which may still change the active line:
  // `run`, and `runOnShown` for actions with rows.
  constructor(viewport, client, actions) {
    Object.assign(this, { viewport, client, actions });
    this.#chunks = new Chunks(LINES, (start, end) => client.call("lines", start, end), () => this.#showLoaded());
    this.list = new List(viewport, (index) => this.#item(index));
    viewport.addEventListener("click", (event) => this.#clicked(event));
    viewport.addEventListener("dblclick", (event) => this.#doubleClicked(event));
    viewport.addEventListener("contextmenu", (event) => this.#menu(event, event));
    viewport.addEventListener("pointerdown", (event) => this.#pressed(event));
    for (const type of ["pointermove", "pointerup", "pointercancel"]) viewport.addEventListener(type, (event) => this.#released(event));
    viewport.addEventListener("keydown", (event) => this.#key(event));
    viewport.addEventListener("focusin", () => (this.#hasFocus = true));
    viewport.addEventListener("focusout", (event) => this.#lostFocus(event));
  }

  line(index) { return this.#chunks.at(index)?.[index % LINES]; }

  // Returns a line, also if its chunk is not loaded.
  async #loaded(index) {
    return this.line(index) ?? (await this.client.call("lines", index, index + 1))[0];
  }

  // The row of the active line; undefined until the line is loaded.
  get row() { return this.#row; }

  // Shows the lines of a file or a change, and selects a line. Scrolls to it unless
  // `keepsScroll` is set.
  async show(count, index, row, keepsScroll = false) {
    const page = 2 * this.list.page + 20;
    if (!(await this.#chunks.reload(Math.max(0, index - page), Math.min(count, index + page)))) return;
    this.#active = index;
    this.#row = row;
    this.list.setCount(count);
    if (!keepsScroll) this.list.show(index);
    this.refresh();
  }

  // Recreates the visible lines, and keeps the focus.
  refresh() {
    const { scrollTop } = this.viewport;
    const hadFocus = this.#hasFocus;
    this.list.refresh();
    if (this.viewport.scrollTop !== scrollTop) this.viewport.scrollTop = scrollTop;
    this.#updateTabStop();
    if (hadFocus) this.focus();
  }

  // The viewport gets the focus while the active line is scrolled out of view.
  focus() { (this.#activeItem() ?? this.viewport).focus({ preventScroll: true }); }

  #activeItem() { return this.viewport.querySelector(`[data-index="${this.#active}"]`); }

  #updateTabStop() { this.viewport.tabIndex = this.#activeItem() ? -1 : 0; }

  #lostFocus(event) {
    // A line is removed with its focus if it is scrolled out of view, or if the list is resized.
    const isRemoved = event.relatedTarget === null && document.hasFocus();
    if (!isRemoved) {
      this.#hasFocus = this.viewport.contains(event.relatedTarget);
      if (!this.#hasFocus) this.#typed = "";
    } else queueMicrotask(() => {
      if (document.activeElement !== document.body && document.activeElement !== null) return;
      this.#hasFocus = !event.target.isConnected;
      this.#updateTabStop();
      if (this.#hasFocus) this.focus();
    });
  }

  // Marks the rows that a search has found.
  mark(rows) {
    this.#matches = rows;
    this.refresh();
  }

  name(line) {
    if (line.name) return line.name;
    return this.fileValues > 1 ? t("valueNumber", { number: number(line.number + 1) }) : t("oneValue");
  }

  #item(index) {
    const item = element("div", {});
    this.#fill(item, index);
    return item;
  }

  // Shows the lines that have arrived. Other lines stay, with the pointer on them.
  #showLoaded() {
    this.list.forEach((item, index) => item.role === "none" && this.#fill(item, index));
    this.#markActive(this.#hasFocus);
  }

  #fill(item, index) {
    const line = this.line(index);
    if (!line) {
      Object.assign(item, { role: "none", className: "item loading", textContent: t("loading") });
      return;
    }
    const isActive = index === this.#active;
    const classes = ["item", "header", isActive && "selected", this.#matches.has(line.row) && "match", line.is_invalid && "fault"];
    Object.assign(item, {
      role: "treeitem",
      id: `row-${line.row}`,
      className: classes.filter(Boolean).join(" "),
      tabIndex: isActive ? 0 : -1,
      ariaLevel: String(line.level + 1),
      ariaSetSize: String(line.siblings),
      ariaPosInSet: String(line.number + 1),
      ariaSelected: String(isActive),
    });
    item.dataset.index = index;
    item.dataset.type = line.type;
    item.style.setProperty("--level", line.level);
    if (line.is_unfolded !== undefined) item.ariaExpanded = String(line.is_unfolded);
    item.replaceChildren(element("span", { className: "marker", ariaHidden: "true" }));
    const value = line.value || (line.count !== undefined ? counted("entries", line.count) : line.is_invalid ? t("invalid") : "");
    for (const [className, textContent] of Object.entries({ name: this.name(line), type: line.type, value })) {
      if (textContent) item.append(element("span", { className, textContent }), " ");
    }
    // For pointers: the menu has a key, and a button below the tree.
    item.append(element("button", { type: "button", className: "more", tabIndex: -1, ariaHidden: "true", title: t("actions") }));
  }

  // Marks the active line, in its element.
  #markActive(hasFocus) {
    this.list.forEach((item, index) => {
      if (item.role !== "treeitem") return;
      const isActive = index === this.#active;
      item.classList.toggle("selected", isActive);
      item.tabIndex = isActive ? 0 : -1;
      item.ariaSelected = String(isActive);
    });
    this.#updateTabStop();
    if (hasFocus) this.focus();
  }

  // Selects a line.
  async go(index) {
    const wanted = Math.min(Math.max(0, index), this.list.count - 1);
    this.#active = wanted;
    this.#row = this.line(wanted)?.row;
    const hadFocus = this.#hasFocus;
    this.list.show(wanted);
    this.#markActive(hadFocus);
    const line = await this.#loaded(wanted);
    if (this.#active !== wanted || !line) return;
    this.#row = line.row;
    this.actions.select(line.row);
  }

  // Selects the line of a row, which an earlier action may have moved.
  async #goToRow(row, index) {
    if (this.line(index)?.row === row) return this.go(index);
    await this.reveal(row);
    this.actions.select(row);
  }

  // Folds or unfolds the active line.
  async #toggle() {
    const line = await this.#loaded(this.#active);
    await this.#fold(this.#active, line?.is_unfolded === true);
  }

  async #fold(index, isFolded) {
    const line = await this.#loaded(index);
    if (line?.is_unfolded !== isFolded) return;
    const count = await this.client.call("fold", line.row, isFolded);
    await this.show(count, index, line.row);
    this.actions.select(line.row);
  }

  // Returns the number of lines that are still folded.
  async foldAll(isFolded) {
    const row = this.#row;
    const [count, folded] = await this.client.call("fold_all", isFolded);
    if (isFolded || row === undefined) await this.show(count, 0, 0);
    else await this.reveal(row);
    if (isFolded) await this.go(0);
    return folded;
  }

  // Unfolds the containers of a row, and selects its line.
  async reveal(row) {
    const { index, state } = await this.client.call("reveal", row);
    await this.show(state.visible, index, row);
  }

  // Selects the line that an event points at, then calls a function with this line.
  #pointed(event, next) {
    const item = event.target.closest("[role=treeitem]");
    const index = Number(item?.dataset.index);
    const line = item && this.line(index);
    if (!line) return;
    this.#hasFocus = true;
    this.#typed = "";
    this.actions.runOnShown(async () => {
      await this.#goToRow(line.row, index);
      await next(line);
    });
  }

  // Opens the menu of the line that an event points at.
  #menu(event, { clientX, clientY }) {
    clearTimeout(this.#press?.timer);
    if (!event.target.closest("[role=treeitem]")) return;
    event.preventDefault();
    this.#pointed(event, () => this.actions.menu({ x: clientX, y: clientY }));
  }

  // Browsers without a context menu for fingers have no event for a long press.
  #pressed(event) {
    if (event.pointerType !== "touch") return;
    const { clientX, clientY } = event;
    const timer = setTimeout(() => this.#menu(event, { clientX, clientY }), LONG_PRESS);
    this.#press = { timer, clientX, clientY };
  }

  #released({ type, clientX, clientY }) {
    if (!this.#press) return;
    const isStill = type === "pointermove" && Math.hypot(clientX - this.#press.clientX, clientY - this.#press.clientY) < MAX_MOVE;
    if (!isStill) clearTimeout(this.#press.timer);
  }

  // Opens the menu of the active line, next to its name.
  openMenu() {
    const item = this.#activeItem() ?? this.viewport;
    const { left, bottom } = (item.querySelector(".name") ?? item).getBoundingClientRect();
    return this.actions.menu({ x: left, y: bottom });
  }

  #clicked(event) {
    if (event.target.classList.contains("more")) {
      const { left, bottom } = event.target.getBoundingClientRect();
      return this.#menu(event, { clientX: left, clientY: bottom });
    }
    const isMarker = event.target.classList.contains("marker");
    this.#pointed(event, () => isMarker && this.#toggle());
  }

  #doubleClicked(event) {
    if (["marker", "more"].some((name) => event.target.classList.contains(name))) return;
    this.#pointed(event, (line) => (line.is_unfolded === undefined ? this.actions.edit() : this.#toggle()));
  }

  #key(event) {
    const { key } = event;
    const hasModifier = event.altKey || event.ctrlKey || event.metaKey;
    const name = COMMANDS[hasModifier || key === "F10" ? combination(event) : key];
    const command = name && (() => (name === "openMenu" ? this.openMenu() : this.actions[name]()));
    const known = command ?? (hasModifier ? undefined : this.#keys[key]);
    // The next character starts another name, also if it follows quickly.
    if (known || hasModifier) this.#typed = "";
    if ((hasModifier && !command) || this.list.count === 0) return;
    const action = known ?? (key.length === 1 && key !== "/" ? this.#typeAhead(key, event.timeStamp) : undefined);
    if (!action) return;
    event.preventDefault();
    // A key that is held would go on with the values that are selected next.
    if (!command || !event.repeat || event.altKey) this.actions.run(action);
  }

  #keys = {
    ArrowDown: () => this.go(this.#active + 1),
    ArrowUp: () => this.go(this.#active - 1),
    PageDown: () => this.go(this.#active + this.list.page),
    PageUp: () => this.go(this.#active - this.list.page),
    Home: () => this.go(0),
    End: () => this.go(this.list.count - 1),
    ArrowRight: async () => ((await this.#loaded(this.#active))?.is_unfolded ? this.go(this.#active + 1) : this.#fold(this.#active, false)),
    ArrowLeft: async () => ((await this.#loaded(this.#active))?.is_unfolded ? this.#fold(this.#active, true) : this.#up(this.#active)),
    " ": () => this.#toggle(),
  };

  // Selects the container of a line.
  async #up(index) {
    const line = await this.#loaded(index);
    if (!line || line.level === 0) return;
    // The members before the line may have unfolded members of their own.
    for (let at = index - 1; at >= 0; at -= 1) {
      const above = this.line(at);
      if (!above) return this.#upFar(line.row);
      if (above.level < line.level) return this.go(at);
    }
  }

  async #upFar(row) {
    const { parent } = await this.client.call("details", row);
    if (parent === null) return;
    await this.reveal(parent);
    this.actions.select(parent);
  }

  // Adds a character to the typed name. Returns an action that finds the name.
  #typeAhead(character, now) {
    this.#typed = now - this.#typedAt < TYPING_PAUSE ? this.#typed + character : character;
    this.#typedAt = now;
    const name = this.#typed.toLowerCase();
    return () => this.#find(name);
  }

  // Selects the next line whose name starts with characters.
  async #find(start) {
    const { count } = this.list;
    let step = start.length > 1 ? 0 : 1;
    while (step < Math.min(count, MAX_TYPE_AHEAD)) {
      const first = (this.#active + step) % count;
      const lines = await this.client.call("lines", first, Math.min(first + SEARCHED_LINES, count));
      const found = lines.findIndex((line) => this.name(line).toLowerCase().startsWith(start));
      if (found >= 0) return this.go(first + found);
      step += lines.length;
    }
  }
}

export { KEYS, TreeView };
