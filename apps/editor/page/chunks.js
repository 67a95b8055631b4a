// Keeps parts of a long list that the worker has, and asks for missing parts.

const MAX_CHUNKS = 64;

class Chunks {
  #chunks = new Map(); // number of the chunk to its content, or to undefined while it is loading
  #version = 0;

  // `load` returns a promise of the items from a start to an end; `loaded` is called with a chunk.
  constructor(size, load, loaded) { Object.assign(this, { size, load, loaded }); }

  // Returns the chunk that contains an index, or undefined while it is loading.
  at(index) {
    const chunk = Math.floor(index / this.size);
    if (!this.#chunks.has(chunk)) this.#load(chunk);
    return this.#chunks.get(chunk);
  }

  // Calls `each` with the content of every loaded chunk.
  forEach(each) {
    this.#chunks.forEach((content, chunk) => content && each(content, chunk * this.size));
  }

  async #load(chunk) {
    const version = this.#version;
    this.#chunks.set(chunk, undefined);
    for (const old of this.#chunks.keys()) {
      if (this.#chunks.size <= MAX_CHUNKS) break;
      if (old !== chunk) this.#chunks.delete(old);
    }
    let content;
    try {
      content = await this.load(chunk * this.size, (chunk + 1) * this.size);
    } catch {
      return; // The worker has crashed; the page shows this.
    }
    if (version !== this.#version) return;
    this.#chunks.set(chunk, content);
    this.loaded();
  }

  // Replaces all chunks by those that contain a range of indexes.
  async reload(first, end) {
    const version = ++this.#version;
    const chunks = new Map();
    for (let chunk = Math.floor(first / this.size); chunk * this.size < end; chunk += 1) {
      chunks.set(chunk, await this.load(chunk * this.size, (chunk + 1) * this.size));
      if (version !== this.#version) return false;
    }
    this.#chunks = chunks;
    return true;
  }
}

export { Chunks };
