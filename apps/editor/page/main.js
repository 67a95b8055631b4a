// Connects the parts of the page, which share one file and one selection.

import { BytesView } from "./bytes.js";
import { showChanges, showNewest } from "./changes.js";
import { Client } from "./client.js";
import { showComparison } from "./comparison.js";
import { AddDialog, askConversion, askDiscard, askInvalid, askLayout, askOverwrite, askPassword, askText, candidateButton, setUpDialogs } from "./dialogs.js";
import { Field, failureText } from "./editing.js";
import { element, hex } from "./list.js";
import { Menu } from "./menu.js";
import { askPart } from "./part.js";
import { Search } from "./search.js";
import { counted, get, label, number, placeOf, t, translate } from "./strings.js";
import { TextPane } from "./text.js";
import { KEYS, TreeView } from "./tree.js";

// The text of a save of a small game, for people who have no file at hand.
const EXAMPLE = `{
  "player": {
    "name": "Ada", "level": 12, "gold": 1250, "health": 87.5, "max_health": 120.0,
    "position": Vector2(412.5, -96), "color": Color(0.2, 0.6, 1, 1),
    "inventory": [{ "item": "Sword of Dawn", "count": 1, "damage": 42 }, { "item": "Healing Potion", "count": 5 }, { "item": "Torch", "count": 3 }]
  },
  "quests": { "The Lost Ring": "done", "Dragons of the North": "active", "A Letter Home": "new" },
  "unlocked_levels": PackedInt32Array(1, 2, 3, 5, 8),
  "settings": { "music_volume": 0.8, "fullscreen": true, "language": "en" },
  "play_time": 18342.75, "version": "1.4.2"
}`;
const TABS = { "tab-values": "values", "tab-bytes": "bytes-pane", "tab-changes": "changes" };

const MAX_SAID = 60; // characters of a copied text in the status

class Page {
  #state;
  #shown; // the state whose rows are on the page, or an earlier one with the same numbers of rows
  #name = "";
  #details; // of the selected value, once the worker has answered; only for display
  #saved = 0; // number of changes in the last download
  #actions = Promise.resolve(); // the last action that was asked for
  #epoch = 0; // is raised to drop the waiting actions on the selection
  #handle; // of the file on the device, if the browser has given it
  #modified; // the time of the last change of this file that the page knows
  #asText = false; // whether a text that has values is shown as text
  #wasValid = false; // whether the text was valid when it was opened

  constructor() {
    const source = get("worker").textContent;
    const wasm = get("wasm").textContent;
    get("wasm").remove();
    this.client = new Client(source, wasm, (state) => this.#restarted(state));
    const runOnShown = (action) => this.#runOnShown(action);
    this.tree = new TreeView(get("tree"), this.client, {
      select: (row) => this.#selected(row),
      ...Object.fromEntries(Object.keys(KEYS).map((name) => [name, () => this.#command(name)])),
      menu: (place) => this.#command("openMenu", place),
      run: (action) => this.#runOnSelected(action),
      runOnShown,
    });
    this.bytes = new BytesView(get("bytes"), get("meaning"), this.client, (offset) => {
      const { length } = this.#state;
      runOnShown(() => length === this.#state.length && this.#byteSelected(offset));
    });
    this.field = new Field(get("editor"), this.tree, {
      submit: (isWanted) => this.#run(() => {}, isWanted),
      formOf: (input) => this.client.call("form_of", input),
      failed: () => {
        this.#say("");
        this.#showTab("tab-values");
      },
      closed: () => this.tree.focus(),
    });
    this.menu = new Menu(get("value-menu"));
    this.addDialog = new AddDialog({ newForm: (type) => this.client.call("new_form", type), formOf: (input) => this.client.call("form_of", input) });
    this.search = new Search(get("search"), get("hits"), this.client, {
      goTo: (offset) => {
        if (this.#state.text) return;
        this.#showBytes(true);
        this.#showTab("tab-bytes");
        this.bytes.go(offset);
      },
      left: () => this.tree.focus(),
      select: (row, isFinal) => {
        // The keys that follow a click are for the tree.
        if (isFinal) this.tree.focus();
        return runOnShown(() => this.#reveal(row));
      },
      edit: () => this.#runOnSelected(() => this.#command("edit")),
      mark: (rows) => this.tree.mark(rows),
      name: (hit) => this.tree.name(hit),
      place: (hit) => (hit.place || this.tree.fileValues > 1 ? placeOf(hit.file_value, hit.place, this.tree.fileValues > 1) : ""),
    });
    this.text = new TextPane(get("text"), () => this.#showFaults());
    this.#listen();
  }

  get #isText() { return Boolean(this.#state?.text) && (this.#asText || this.#state.text_fault !== null); }
  get hasUnsaved() { return this.#state !== undefined && ((this.#isText && this.text.isChanged) || this.#state.done !== this.#saved); }

  #listen() {
    const on = (id, action) => get(id).addEventListener("click", () => this.#run(action));
    for (const id of ["open", "open-first"]) get(id).addEventListener("click", () => this.#choose());
    on("paste", () => this.#paste());
    on("paste-first", () => this.#paste());
    on("example", () => this.#openExample());
    on("save", () => this.save());
    on("save-as", () => this.#saveAs());
    on("to-text", () => this.#toText());
    on("to-values", () => this.#toValues());
    on("convert", () => this.convert());
    on("undo", () => this.#goTo(this.#state.done - 1));
    on("redo", () => this.#goTo(this.#state.done + 1));
    on("layout", () => this.#chooseLayout());
    on("unfold", async () => {
      const folded = await this.tree.foldAll(false);
      this.#say(folded > 0 ? t("unfoldedSome", { count: number(folded) }) : "");
    });
    on("fold", () => this.tree.foldAll(true));
    get("compare").addEventListener("click", () => get("other-file").click());
    get("other-file").addEventListener("change", ({ target }) => {
      const [file] = target.files;
      target.value = "";
      if (file) this.#run(() => this.compare(file, file.name));
    });
    get("comparison-close").addEventListener("click", () => {
      this.#closeComparison();
      this.#say("");
    });
    for (const id of ["edit", "add", "remove"]) get(id).addEventListener("click", () => this.#runOnSelected(() => this.#command(id)));
    get("actions").addEventListener("click", ({ target }) => {
      const { left, top } = target.getBoundingClientRect();
      this.#runOnSelected(() => this.#command("openMenu", { x: left, y: top }));
    });
    get("file").addEventListener("change", ({ target }) => {
      const [file] = target.files;
      target.value = "";
      if (file) this.#run(() => this.open(file, file.name));
    });
    get("language").addEventListener("change", ({ target }) => {
      translate(target.value);
      this.#translated();
    });
    addEventListener("dragover", (event) => {
      event.preventDefault();
      document.body.classList.add("is-target");
    });
    addEventListener("dragleave", (event) => event.relatedTarget === null && document.body.classList.remove("is-target"));
    addEventListener("drop", (event) => {
      event.preventDefault();
      document.body.classList.remove("is-target");
      this.#dropped(event.dataTransfer);
    });
    addEventListener("beforeunload", (event) => (this.hasUnsaved || this.field.isChanged || document.querySelector("dialog[open].is-changed")) && event.preventDefault());
    addEventListener("keydown", (event) => this.#key(event));
    for (const id of Object.keys(TABS)) get(id).addEventListener("click", () => this.#showTab(id));
    get("tab-values").parentElement.addEventListener("keydown", (event) => {
      const ids = Object.keys(TABS);
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = ids[(ids.indexOf(event.target.id) + step + ids.length) % ids.length];
      this.#showTab(next);
      get(next).focus();
    });
    this.#showTab("tab-values");
    get("show-bytes").addEventListener("click", ({ target }) => this.#showBytes(target.ariaExpanded !== "true"));
  }

  // Shows or hides the bytes; on phones, they have a tab.
  #showBytes(isShown) {
    document.body.classList.toggle("has-bytes", isShown);
    get("show-bytes").ariaExpanded = String(isShown);
    label("show-bytes", isShown ? "hideBytes" : "showBytes");
  }

  // Asks for a file. The browser gives a handle, which can be saved in place, or the file alone.
  async #choose() {
    if (!globalThis.showOpenFilePicker) return get("file").click();
    try {
      const [handle] = await showOpenFilePicker();
      this.#run(() => this.#openHandle(handle));
    } catch ({ name }) {
      if (name !== "AbortError") get("file").click();
    }
  }

  #dropped({ items, files: [file, ...others] }) {
    if (!file) return;
    const dialog = document.querySelector("dialog[open]");
    if (dialog) {
      const note = element("p", { className: "message", role: "alert", textContent: t("dropLater", { name: file.name }) });
      dialog.querySelector("form").append(note);
      dialog.addEventListener("close", () => note.remove(), { once: true });
      return;
    }
    const handle = Promise.resolve(items[0].getAsFileSystemHandle?.()).catch(() => {});
    this.#run(async () => {
      await ((await handle) ? this.#openHandle(await handle) : this.open(file, file.name));
      if (others.length === 0) return;
      const button = element("button", { type: "button", textContent: t("compareWith", { name: others[0].name }) });
      button.addEventListener("click", () => this.#run(() => this.compare(others[0], others[0].name)));
      this.#alert(t("notOpened", { name: others.map((it) => it.name).join(", ") }), button);
    });
  }

  // Runs an action after all earlier ones, so that it applies to the selection and the file that they
  // leave, and shows its failure. Quick keys have the same effect as slow ones. The field is applied
  // before each action, so that none loses or passes over what was typed; while it is invalid, nothing
  // else is done. An action that is not wanted when its turn comes is dropped.
  #run(action, isWanted = () => true) {
    this.#actions = this.#actions.then(() => this.#attempt(async () => {
      if (isWanted() && (await this.field.apply())) await action();
    }));
    return this.#actions;
  }

  // Runs an action on the selection.
  #runOnSelected(action) {
    const epoch = this.#epoch;
    return this.#run(action, () => epoch === this.#epoch);
  }

  // Runs an action on rows or offsets that are shown now. If an earlier action changes the file, its
  // rows have other numbers: then this action is dropped, with the later ones, which rely on it.
  #runOnShown(action) {
    const shown = this.#shown;
    return this.#runOnSelected(() => (shown === this.#shown ? action() : this.#dropActions()));
  }

  // Drops the actions on the selection that wait: they were not meant for what is selected now.
  #dropActions() { this.#epoch += 1; }

  async #attempt(action) {
    get("alert").hidden = true;
    try {
      await action();
    } catch (failure) {
      this.#say("");
      if (failure.kind !== "crash") this.#alert(failureText(failure));
    }
  }

  #alert(...message) {
    get("alert").replaceChildren(...message);
    get("alert").hidden = false;
  }

  #say(message) { get("status").textContent = message; }

  #key(event) {
    const isInValues = this.#state && !this.#isText && !event.target.matches?.("input, textarea, select") && !document.querySelector("dialog[open]");
    if (event.key === "/" && isInValues) get("query").select();
    else if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      const key = event.key.toLowerCase();
      const isRedo = key === "y" || (key === "z" && event.shiftKey);
      if (key === "o") this.#choose();
      else if (key === "f" && this.#state && !this.#isText && !document.querySelector("dialog[open]")) get("query").select();
      else if (key === "s" && this.#state) this.#run(() => this.save());
      else if (isRedo && isInValues) this.#run(() => this.#goTo(this.#state.done + 1));
      else if (key === "z" && isInValues) this.#run(() => this.#goTo(this.#state.done - 1));
      else return;
    } else return;
    event.preventDefault();
  }

  // On phones, one of the panes is visible.
  #showTab(chosen) {
    for (const [id, pane] of Object.entries(TABS)) {
      const isChosen = id === chosen;
      get(id).ariaSelected = String(isChosen);
      get(id).tabIndex = isChosen ? 0 : -1;
      get(pane).classList.toggle("is-hidden", !isChosen);
    }
    showNewest(get("changes"));
  }

  async #openHandle(handle) {
    const file = await handle.getFile();
    // A file that was written later cannot be read again.
    await this.open(new Blob([await file.arrayBuffer()]), file.name, {}, handle, file.lastModified);
  }

  // Opens a file, with its place on the device and the time of its last change if they are known.
  async open(blob, name, options = {}, ...place) {
    if (this.hasUnsaved && !(await askDiscard())) return;
    this.#say(t("reading", { name }));
    let state;
    try {
      state = await this.#opened(blob, options);
    } catch (failure) {
      this.#say("");
      if (failure.kind === "crash") throw failure;
      const message = t("notAValue", { message: failure.message });
      if (failure.kind === "content") return this.#offerContent(message, blob, name, failure.options);
      throw Object.assign(failure, { message });
    }
    if (!state) return this.#say("");
    this.#setPlace(name, ...place);
    this.#saved = 0;
    this.#asText = false;
    this.#wasValid = state.text_fault === null;
    document.body.classList.remove("is-empty");
    this.#closeComparison();
    this.#state = state;
    await this.#showMode();
    this.#say(t(state.file_values === 1 && !state.text ? "opened1" : "opened", { name, values: state.text ?? counted("valueCount", state.file_values) }));
  }

  #setPlace(name, handle, modified) {
    this.#name = name;
    this.#handle = handle;
    this.#modified = modified;
    label("save-label", handle ? "save" : "download");
  }

  // Shows the values, or the text of a file that has none or is to be shown as text.
  async #showMode() {
    const isText = this.#isText;
    document.body.classList.toggle("is-text", isText);
    this.search.open();
    this.#showTab("tab-values");
    await this.#show(this.#state, 0, this.#state.faults[0]?.row ?? 0);
    if (isText) this.text.show(await this.client.call("content_text"));
    else this.tree.focus();
    this.#showFaults();
  }

  async #toText() {
    this.#asText = true;
    await this.#showMode();
  }

  async #toValues() {
    await this.#commitText();
    if (this.#state.text_fault !== null) return get("faults").querySelector("button")?.click();
    this.#asText = false;
    await this.#showMode();
  }

  // Makes the text in the field that of the file: one change.
  async #commitText() {
    if (!this.#isText || !this.text.isChanged) return;
    const { done } = this.#state;
    const { state, row, index } = await this.client.call("set_text", this.text.text);
    if (this.#saved > done) this.#saved = -1;
    this.#asText = true;
    this.text.saved();
    await this.#show(state, index, row);
  }

  #offerContent(message, blob, name, options) {
    const button = element("button", { type: "button", textContent: t("downloadContent") });
    button.addEventListener("click", () => this.#run(async () => {
      this.#download(await this.client.call("content", new Uint8Array(await blob.arrayBuffer()), options), `${name}.content`);
      this.#say(t("saved", { name: `${name}.content` }));
    }));
    this.#alert(message, button);
  }

  // Opens a file, and asks for what is missing. Returns undefined if a dialog is canceled.
  async #opened(blob, options) {
    for (let message; ; ) {
      try {
        const state = await this.client.open(blob, options);
        this.options = options;
        this.blob = blob;
        return state;
      } catch (failure) {
        if (failure.kind === "password") {
          message = failure.message;
          const secret = await askPassword(message);
          if (!secret) return undefined;
          options = { ...options, ...secret };
        } else if (failure.kind === "layout") {
          const chosen = await askLayout(failure.candidates, await this.client.call("layouts"));
          if (!chosen) return undefined;
          options = { ...options, ...chosen };
        } else throw Object.assign(failure, { options });
      }
    }
  }

  async #chooseLayout() {
    const { layout, framing, candidates } = this.#state;
    const chosen = await askLayout(candidates, await this.client.call("layouts"), { ...this.options, layout, framing });
    if (chosen) await this.#openAs(chosen);
  }

  // Opens the file with other options.
  #openAs(options) { return this.open(this.blob, this.#name, { ...this.options, ...options }, this.#handle, this.#modified); }

  async #paste() {
    const text = await askText();
    if (text !== undefined) await this.open(new Blob([text]), "value.dat", { is_text: true });
  }

  async #openExample() {
    await this.open(new Blob([EXAMPLE]), "example.save", { is_text: true });
  }

  // Shows a file or a change, and selects a row. `keepsRows` states that all rows have the numbers
  // that are shown now.
  async #show(state, index, row, keepsRows = false) {
    this.#state = state;
    document.body.classList.toggle("has-text", state.text !== null);
    document.body.classList.toggle("is-long", !state.is_shown);
    this.tree.fileValues = state.file_values;
    this.#showState();
    await Promise.all([this.bytes.show(state.text ? 0 : state.length), this.tree.show(state.visible, index, row, keepsRows)]);
    if (this.#isText) {
      this.#shown = state;
      this.#details = undefined;
      return;
    }
    if (keepsRows) await this.#selected(row);
    else {
      this.#shown = state;
      await this.#reveal(row);
    }
    // Searching takes longer than showing the change.
    this.client.call("types").then((types) => this.search.refresh(types), () => {}); // The page shows crashes.
  }

  #showState() {
    const state = this.#state;
    const about = state.text ? counted("byteCount", state.length) : t(state.file_values === 1 ? "about1" : "about", { layout: state.title, values: counted("valueCount", state.file_values), bytes: counted("byteCount", state.length) });
    get("summary-text").textContent = about;
    get("to-values").hidden = state.text_fault === "";
    get("summary-notes").textContent = [state.text, ...state.notes].filter(Boolean).map((note) => ` · ${note}`).join("");
    get("file-name").textContent = this.#name;
    get("undo").disabled = state.done === 0;
    get("redo").disabled = state.done === state.steps.length;
    get("tab-changes").textContent = state.done > 0 ? `${t("changes")} (${number(state.done)})` : t("changes");
    showChanges(get("changes"), state, (done) => this.#runOnShown(() => this.#goTo(done)));
    this.#showFaults();
  }

  #showFaults() {
    const { faults, text_fault: textFault } = this.#state;
    get("unsaved").textContent = this.hasUnsaved ? t("unsaved") : "";
    document.title = `${this.hasUnsaved ? "* " : ""}${this.#name} – ${t("title")}`;
    // The faults of a text that is being edited are not known.
    get("faults").hidden = (this.#isText && this.text.isChanged) || (faults.length === 0 && !textFault);
    get("faults").classList.toggle("is-of-text", Boolean(textFault));
    if (textFault) {
      const [, line, column, message] = textFault.match(/^line (\d+), column (\d+): (.*)/s) ?? ["", 1, 1, textFault];
      const link = element("button", { type: "button", textContent: t("textAt", { line, column }) });
      link.addEventListener("click", () => this.text.go(line, column));
      return get("faults").querySelector("ul").replaceChildren(element("li", {}, link, " ", element("span", { lang: "en", textContent: message })));
    }
    get("faults").querySelector("ul").replaceChildren(...faults.slice(0, 3).map((fault) => {
      const link = element("button", { type: "button", textContent: fault.offset === undefined ? t("faults") : t("faultAt", { offset: hex(fault.offset) }) });
      link.addEventListener("click", () => this.#runOnShown(async () => {
        await this.#reveal(fault.row);
        if (fault.offset !== undefined) this.bytes.mark({ start: fault.offset, end: fault.offset, key: fault.offset });
      }));
      return element("li", {}, link, " ", element("span", { lang: "en", textContent: [fault.path, fault.message].filter(Boolean).join(": ") }));
    }));
    get("faults").querySelector(".hint").textContent = t("otherHint");
    const { layout, framing, candidates } = this.#state;
    const { skip = 0 } = this.options;
    const others = (faults.length > 0 ? candidates : []).filter((it) => it.confidence > 0 && (it.layout !== layout || it.framing !== framing || it.skip !== skip));
    const choose = element("button", { type: "button", textContent: t("otherLayout") });
    choose.addEventListener("click", () => this.#run(() => this.#chooseLayout()));
    const open = (it) => this.#run(() => this.#openAs({ layout: it.layout, framing: it.framing, skip: it.skip }));
    get("fault-candidates").replaceChildren(...others.slice(0, 3).map((it) => candidateButton(it, open)), choose);
  }

  #translated() {
    this.search.translate();
    if (!this.#state) return;
    this.#showComparison();
    this.#showState();
    this.tree.refresh();
    if (this.#details) this.#showDetails();
  }

  // Selects a row, and scrolls to its line.
  async #reveal(row) {
    await this.tree.reveal(row);
    await this.#selected(row);
  }

  // Shows the selected row, whose line is visible.
  async #selected(row, offset) {
    const details = await this.client.call("details", row);
    if (this.tree.row !== row) return;
    this.#details = details;
    this.#showDetails();
    this.bytes.mark(details, offset);
  }

  async #byteSelected(offset) {
    const row = await this.client.call("row_at", offset);
    if (row === undefined) return;
    if (row !== this.tree.row) await this.tree.reveal(row);
    await this.#selected(row, offset);
  }

  #showDetails() {
    const { row, path, type, value, start, end, is_member: isMember } = this.#details;
    get("details").dataset.row = row;
    const count = end - start;
    const range = count > 0 ? `0x${hex(start)}–0x${hex(end - 1)}, ${counted("byteCount", count)}` : t("noBytes");
    const lines = [["path", path], ["type", type], ["value", value], ["offset", this.#state.text ? "" : range]];
    const shown = lines.filter(([, text]) => text !== "");
    get("details").querySelector("dl").replaceChildren(...shown.flatMap(([title, textContent]) => [element("dt", { className: title, textContent: t(title) }), element("dd", { className: textContent.length > 60 ? `${title} is-long` : title, textContent })]));
    get("remove").disabled = !isMember;
  }

  // Calls a command with what describes the selected value. The details on the page can still be those
  // of the value before.
  async #command(name, ...args) {
    const { row } = this.tree;
    if (row !== undefined) await this[name](await this.client.call("details", row), ...args);
  }

  // Opens the menu of the selected value at a place on the screen.
  openMenu(details, place) {
    const { is_member: isMember, has_key: hasKey, number: index, siblings, is_container: isContainer } = details;
    // Values of a text keep their order.
    const canMove = isMember && !this.#state.text;
    const groups = [
      ["edit", hasKey && "rename"],
      ["copyValue", "copyPath", "part"],
      [(isContainer || isMember) && "add", isMember && "duplicate", canMove && index > 0 && "moveUp", canMove && index + 1 < siblings && "moveDown"],
      [isMember && "remove"],
    ];
    const commands = groups.map((group) => group.filter(Boolean).map((name) => [name, KEYS[name], () => this.#runOnSelected(() => this.#command(name))]));
    this.#dropActions();
    this.menu.open(commands, place, () => this.tree.focus());
  }

  async edit(details) {
    const { row, path, type } = details;
    const form = await this.client.call("form", row);
    this.#dropActions();
    const label = t("editing", { path: path || t("wholeValue"), type });
    this.field.open(details, form, label, (input) => this.#change(row, { set: input }));
  }

  async rename(details) {
    const { row, path, has_key: hasKey } = details;
    if (!hasKey) return this.#say(t("noKey"));
    const form = await this.client.call("key_form", row);
    this.#dropActions();
    this.field.open(details, form, t("renaming", { path }), (input) => this.#change(row, { rename: input }));
  }

  async duplicate({ is_member: isMember, row }) {
    if (isMember) await this.#changeSelected(row, { duplicate: null });
  }

  moveUp(details) { return this.#move(details, -1); }
  moveDown(details) { return this.#move(details, 1); }

  async #move({ is_member: isMember, row, number: index, siblings }, step) {
    const to = index + step;
    if (isMember && to >= 0 && to < siblings) await this.#changeSelected(row, { move: to });
  }

  async #changeSelected(row, edit) {
    await this.#change(row, edit);
    this.tree.focus();
  }

  async copyValue({ row }) { await this.#copy(await this.client.call("part", row, false)); }
  async copyPath({ path }) { await this.#copy(path); }

  async #copy(text) {
    await navigator.clipboard.writeText(text);
    this.#say(t("copied", { text: text.length > MAX_SAID ? `${text.slice(0, MAX_SAID)}…` : text }));
  }

  // Changes the value of a row, and shows the change.
  async #change(row, edit) {
    this.#say(t("working"));
    const { done, rows } = this.#state;
    let result;
    try {
      result = await this.client.call("edit", row, edit);
    } catch (failure) {
      this.#say("");
      throw failure;
    }
    const { state, index } = result;
    // The change replaces the undone changes, which the last download may contain.
    if (this.#saved > done) this.#saved = -1;
    const step = state.steps[state.done - 1];
    // An open field is the one that makes the change: it replaces one value, or a key, in its place. What
    // is clicked to leave it stays where it is.
    const keepsRows = this.field.isOpen && state.rows === rows;
    this.field.close();
    await this.#show(state, index, result.row, keepsRows);
    const path = step.path || t("wholeValue");
    const what = step.new === null ? "removedPath" : step.old === null ? "addedPath" : { renamed: "renamedPath", moved: "movedPath" }[step.kind] ?? "changed";
    this.#say([t(what, { path }), step.note].filter(Boolean).join("; "));
  }

  async remove({ is_member: isMember, row }) {
    if (isMember) await this.#changeSelected(row, { remove: null });
  }

  // Asks for a value to add to the selected container, or to that of the selected value.
  async add({ row }) {
    const addition = await this.client.call("addition", row);
    this.#dropActions();
    await this.addDialog.ask(addition, (key, input) => this.#change(addition.row, { add: { key, value: input } }));
    this.tree.focus();
  }

  // Copies, downloads or replaces the selected value as text or JSON.
  async part(details) {
    const { row, path } = details;
    const name = path.match(/\w+(?=\W*$)/)?.[0] ?? "value";
    this.#dropActions();
    await askPart(details, {
      load: (isJson) => this.client.call("part", row, isJson),
      replace: (isJson, text) => this.#change(row, { part: { is_json: isJson, text } }),
      download: (text, end) => {
        this.#download(text, `${name}.${end}`);
        return `${name}.${end}`;
      },
    });
    this.tree.focus();
  }

  // Lists the differences between the open file and another one.
  async compare(blob, name) {
    this.#say(t("comparing", { name }));
    let options = {};
    for (let result; !result; ) {
      try {
        result = await this.client.call("compare", new Uint8Array(await blob.arrayBuffer()), options);
        const own = this.#state.done > 0 ? `${this.#name} (${t("unsaved")})` : this.#name;
        this.comparison = { result, names: { name: own, other: name } };
        this.#showComparison();
        this.#showTab("tab-changes");
      } catch (failure) {
        this.#say("");
        if (failure.kind === "crash") throw failure;
        if (failure.kind !== "password") throw Object.assign(failure, { message: t("cannotCompare", { name, message: failure.message }) });
        options = await askPassword(failure.message);
        if (!options) return;
      }
    }
    this.#say(get("comparison-title").textContent);
    get("comparison").querySelector("button.link")?.focus();
  }

  #showComparison() {
    if (!this.comparison) return;
    const { result, names } = this.comparison;
    showComparison(get("comparison"), result, names, this.#state.file_values > 1, ({ file_value: value, target }) => this.#runOnSelected(async () => {
      const row = await this.client.call("row_at_path", value, target);
      this.#showTab("tab-values");
      await this.#reveal(row);
    }));
  }

  #closeComparison() {
    this.comparison = undefined;
    get("comparison").hidden = true;
  }

  async #goTo(done) {
    if (done < 0 || done > this.#state.steps.length) return;
    this.#say(t("working"));
    const { state, row, index } = await this.client.call("go_to", done);
    await this.#show(state, index, row);
    this.#say(t("undone", { count: number(state.steps.length - state.done), total: number(state.steps.length) }));
  }

  // Saves the file in its place, or downloads it.
  async save() {
    await this.#commitText();
    const { done, text_fault: fault } = this.#state;
    if (fault && this.#wasValid && !(await askInvalid(fault))) return;
    this.#say(t("working"));
    const name = this.#name;
    const bytes = await this.client.call("save");
    let reason;
    try {
      if (this.#handle && !(await this.#write(this.#handle, bytes))) return this.#say("");
    } catch ({ message }) {
      reason = message;
    }
    const isDownload = reason !== undefined || !this.#handle;
    if (isDownload) this.#download(bytes, name);
    this.#saved = done;
    // Without changes, the file has the bytes that were opened, which can be pasted text.
    const { blob, options } = this.client.opened;
    Object.assign(this, done === 0 ? { blob, options } : { blob: new Blob([bytes]), options: { ...options, is_text: false } });
    this.#showState();
    this.#say(reason ? t("notWritten", { name, reason }) : t(isDownload ? "saved" : "written", { name }));
  }

  // Writes the file on the device. Returns false if the user keeps what another program has written.
  async #write(handle, bytes) {
    if (handle.requestPermission && (await handle.requestPermission({ mode: "readwrite" })) !== "granted") throw new Error(t("refused"));
    const { lastModified } = await handle.getFile();
    if (this.#modified !== undefined && lastModified !== this.#modified && !(await askOverwrite())) return false;
    const writable = await handle.createWritable();
    await writable.write(bytes);
    await writable.close();
    this.#modified = (await handle.getFile()).lastModified;
    return true;
  }

  // Saves under another name.
  async #saveAs() {
    let handle;
    try {
      handle = await globalThis.showSaveFilePicker?.({ suggestedName: this.#name });
    } catch ({ name }) {
      if (name === "AbortError") return;
    }
    this.#setPlace(handle?.name ?? this.#name, handle);
    await this.save();
  }

  #download(bytes, name) {
    const link = element("a", { href: URL.createObjectURL(new Blob([bytes])), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  async convert() {
    const layouts = await this.client.call("layouts");
    await askConversion({ layout: this.#state.layout, layouts }, (layout, isLossy) => this.client.call("convert", layout, isLossy), (file, layout) => {
      const dot = this.#name.lastIndexOf(".");
      const name = dot > 0 ? `${this.#name.slice(0, dot)}.${layout}${this.#name.slice(dot)}` : `${this.#name}.${layout}`;
      this.#download(file, name);
      return name;
    });
  }

  async #restarted(state) {
    this.#dropActions();
    this.#say("");
    if (!state) {
      this.field.close();
      this.#alert(t("restartFailed"));
      document.body.classList.add("is-empty");
      this.#state = undefined;
      return;
    }
    // The text in the field is in the page, with its changes.
    await this.#show(state, 0, 0);
    this.#alert(t("restarted"));
  }
}

translate();
get("language").value = document.documentElement.lang;
setUpDialogs();
globalThis.page = new Page();
