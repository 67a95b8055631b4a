// Calls the worker. If a panic ends the worker, starts another one with the file and its changes.

const MUTATIONS = new Set(["edit", "set_text", "go_to"]);

// A failure of the file or of a value, with a kind, a message, and an offset and a path if known.
class Failure extends Error {
  constructor(failure) {
    super(failure.message);
    Object.assign(this, failure);
  }
}

class Client {
  #worker;
  #waiting = new Map(); // id to the functions of a promise
  #next = 0;
  opened; // the bytes of the open file as a Blob, and its options
  #journal = []; // the changes since the file was opened, as methods with arguments

  // Calls `restarted` after a crash, with the state of the file, or without if there is no file.
  constructor(source, wasm, restarted) {
    Object.assign(this, { source, wasm, restarted });
    this.#start();
  }

  #start() {
    const url = URL.createObjectURL(new Blob([this.source], { type: "text/javascript" }));
    this.#worker = new Worker(url);
    URL.revokeObjectURL(url);
    this.#worker.onmessage = ({ data }) => this.#received(data);
    this.#worker.onerror = (event) => (event.preventDefault(), this.#crashed(event.message));
    return this.#post("load", [this.wasm]);
  }

  #post(method, args) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, method, args, isChange: MUTATIONS.has(method) });
    });
  }

  #received({ id, result, failure, crash }) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (crash !== undefined) {
      waiting?.reject(new Failure({ kind: "crash", message: crash }));
      this.#crashed(crash);
    } else if (failure) waiting?.reject(new Failure(failure));
    else waiting?.resolve(result);
  }

  async #crashed(message) {
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(new Failure({ kind: "crash", message }));
    this.#waiting.clear();
    const journal = this.#journal;
    try {
      await this.#start();
      if (!this.opened) return this.restarted();
      const { blob, options } = this.opened;
      let state = await this.#post("open", [new Uint8Array(await blob.arrayBuffer()), options]);
      for (const [method, ...args] of journal) ({ state } = await this.#post(method, args));
      this.restarted(state);
    } catch {
      this.opened = undefined;
      this.restarted();
    }
  }

  // Opens bytes, and returns the state of the file.
  async open(blob, options) {
    const state = await this.#post("open", [new Uint8Array(await blob.arrayBuffer()), options]);
    this.opened = { blob, options };
    this.#journal = [];
    return state;
  }

  async call(method, ...args) {
    const result = await this.#post(method, args);
    if (MUTATIONS.has(method)) this.#journal.push([method, ...args]);
    return result;
  }
}

export { Client };
