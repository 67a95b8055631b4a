// Compares speed, size and start with those of JSON, MessagePack, other codecs of the format, and memcpy, in one run.
//
// npm install --no-save @msgpack/msgpack msgpackr @gd-com/utils godot-binary-serialization esbuild
// node bench.mjs

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import gdCom from "@gd-com/utils";
import * as msgpack from "@msgpack/msgpack";
import * as esbuild from "esbuild";
import * as gd from "gdvariant";
import serialization from "godot-binary-serialization";
import * as msgpackr from "msgpackr";

const ROUNDS = 31;

const players = Array.from({ length: 300 }, (_, number) => ({
  name: `player ${number}`,
  health: number,
  alive: number % 2 === 0,
  x: number * 0.37 + 0.01,
  y: number * 1.5 + 0.01,
  inventory: ["sword", "shield", { gold: number, silver: 7 }],
  tags: { a: 1, b: null },
}));
const tree = { players };

/** Messages of a game, which are encoded and decoded one by one. */
const messages = {
  "a move": { op: "move", id: 12, x: 1.5, y: 2.5 },
  "a call": { op: "rpc", seq: 17, node: "/root/Game/Players/12", method: "apply_damage", args: [12, 35.5, "fire", true, null] },
};

/**
 * Runs the calls in turn, each `repeats` times in a round, and prints the median of the time of each, and its ratio to
 * the first one.
 */
function row(title, calls, repeats = 10) {
  const times = Object.fromEntries(Object.keys(calls).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, call] of Object.entries(calls)) {
      const start = performance.now();
      for (let repeat = 0; repeat < repeats; repeat++) call();
      // The first rounds warm up.
      if (round >= 10) times[name].push((performance.now() - start) / repeats);
    }
  }
  const medians = Object.entries(times).map(([name, found]) => [name, found.sort((a, b) => a - b)[found.length >> 1]]);
  const [[, first]] = medians;
  console.log(`${title}: ${medians.map(([name, time]) => `${name} ${(time * 1000).toPrecision(3)} µs (${(time / first).toFixed(2)})`).join(", ")}`);
}

const maps = new msgpackr.Packr({ useRecords: false });
/** Writes the keys of an object once for the whole connection, which both sides have to know. */
const records = new msgpackr.Packr({ structures: [] });
const codecs = {
  gdvariant: [gd.encode, gd.decode],
  "@msgpack/msgpack": [msgpack.encode, msgpack.decode],
  msgpackr: [(value) => maps.pack(value), (data) => maps.unpack(data)],
  "msgpackr with records": [(value) => records.pack(value), (data) => records.unpack(data)],
  json: [(value) => Buffer.from(JSON.stringify(value)), (data) => JSON.parse(data.toString())],
  "@gd-com/utils": [gdCom.putVar, (data) => gdCom.getVar(data).value],
  "godot-binary-serialization": [
    (value) => serialization.PacketPeer.put_var(value),
    (data) => serialization.PacketPeer.get_var(data),
  ],
};
/** Codecs of the format of Godot 3. */
const GODOT3 = ["@gd-com/utils", "godot-binary-serialization"];

/** Compares encoding and decoding a value with each codec that is correct for it. */
function rows(title, value, repeats) {
  const calls = { encode: {}, decode: {} };
  for (const [name, [encode, decode]] of Object.entries(codecs)) {
    const isGodot3 = GODOT3.includes(name);
    const data = isGodot3 ? Buffer.from(gd.encode(value, { layout: "godot3" })) : encode(value);
    console.log(`${title} of ${name}: ${data.length} bytes`);
    const read = isGodot3 ? (bytes) => gd.decode(bytes, { layout: "godot3", exact: false }) : decode;
    for (const [verb, call, result] of [["encode", () => encode(value), () => read(encode(value))], ["decode", () => decode(data), () => decode(data)]]) {
      try {
        assert.deepEqual(result(), value);
        calls[verb][name] = call;
      } catch (error) {
        console.log(`${name} does not ${verb} ${title}: ${error.message.split("\n")[0]}`);
      }
    }
  }
  for (const verb in calls) row(`${verb} ${title}`, calls[verb], repeats);
}

for (const [title, message] of Object.entries(messages)) rows(title, message, 2000);
rows("a tree", tree, 10);

/** Runs a program in another process. */
const node = (code) => () => assert.equal(spawnSync(process.execPath, ["--input-type=module", "--eval", code], { cwd: import.meta.dirname }).status, 0);
const starts = { nothing: node("") };
for (const [name, decode] of Object.entries({ gdvariant: "decode", "@msgpack/msgpack": "decode", msgpackr: "unpack" })) {
  const imports = `import { ${decode} as decode } from "${name}";`;
  const message = Array.from(codecs[name][0](messages["a move"]));
  starts[name] = node(imports);
  starts[`${name}, first decode`] = node(`${imports} decode(Buffer.from([${message}]));`);
  const stdin = { contents: `export * from "${name}";`, resolveDir: import.meta.dirname };
  const { outputFiles } = esbuild.buildSync({ stdin, bundle: true, minify: true, format: "esm", target: "es2022", write: false });
  console.log(`${name} in a bundle with gzip: ${gzipSync(outputFiles[0].contents).length} bytes`);
}
console.log(`the module with gzip: ${gzipSync(readFileSync(`${import.meta.dirname}/lib/core/gdvariant.wasm`)).length} bytes`);
row("start of Node with", starts, 1);

const floats = new Float32Array(1_000_000).fill(1.5);
const encoded = gd.encode(floats);
row("encode 4 MB of floats", { memcpy: () => floats.slice(), gdvariant: () => gd.encode(floats) });
row("decode 4 MB of floats", { memcpy: () => floats.slice(), gdvariant: () => gd.decode(encoded) });
