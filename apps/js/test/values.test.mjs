// The functions of the package, their errors, and hostile input.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as gd from "gdvariant";
import { call } from "../lib/core.js";
const glue = await import(gd.layouts().length > 1 ? "../lib/core/gdvariant.js" : "../lib/core/godot4.js");

const again = (value, options) => gd.decode(gd.encode(value, options), options);

test("numbers keep their types", () => {
  const values = [0, -1, 2 ** 31, -(2 ** 53) + 1, 2n ** 63n - 1n, -(2n ** 63n), 0.5, -0, NaN, Infinity, 1e300];
  for (const value of values) assert.ok(Object.is(again(value), value), String(value));
  assert.equal(again(5n), 5);
  const float = again(new gd.Float(7));
  assert.ok(float instanceof gd.Float && float + 1 === 8);
  assert.equal(gd.encode(float)[0], 3);
  assert.equal(gd.decode(gd.encode(float), { exact: false }), 7);
  const nan = gd.Float.fromBits(0xfff0_0000_0000_0001n);
  assert.equal(again(nan).bits, 0xfff0_0000_0000_0001n);
  const inVector = again(new gd.Vector2(gd.Float.fromBits(0xfff8_0000_2000_0000n), 1));
  assert.equal(inVector.x.bits, 0xfff8_0000_2000_0000n);
  assert.throws(() => gd.encode(2n ** 63n), { name: "EncodeError", message: /out of the range of int/ });
});

test("dictionaries keep their keys and their order", () => {
  assert.deepEqual(again({ b: 1, a: { "": 2 } }), { b: 1, a: { "": 2 } });
  // JavaScript would move "7" to the front, and `__proto__` would be lost.
  for (const entries of [[["b", 1], ["7", 2]], [["__proto__", 1]], [[1, "a"], [new gd.Float(1), "b"]]]) {
    const map = again(new Map(entries));
    assert.ok(map instanceof Map);
    assert.deepEqual([...map], entries);
  }
  const zeros = new Map([[new gd.Float(-0), 1], [NaN, 2]]);
  assert.deepEqual(gd.encode(again(zeros)), gd.encode(zeros));
  assert.throws(() => gd.encode(new Map([[new gd.Vector2(), 1], [new gd.Vector2(), 2]])), {
    name: "EncodeError",
    message: /equals an earlier one/,
  });
});

/** Returns what a Dictionary with these keys is decoded to. */
function decodedWithKeys(keys, types = []) {
  const entries = Array.from(keys, (key, index) => [key, index]);
  const bytes = gd.encode(new gd.Pairs(entries, ...types));
  const decoded = gd.decode(bytes);
  assert.deepEqual([...decoded], entries);
  assert.deepEqual(gd.encode(decoded), bytes);
  return decoded;
}

/** Returns numbers whose hashes in V8 have the same low bits. */
function collidingNumbers(numbers, count) {
  const mask = (1n << 64n) - 1n;
  const bits = new DataView(new ArrayBuffer(8));
  const short = (hash) => {
    hash = (~hash + (hash << 15)) | 0;
    hash ^= hash >>> 12;
    hash = (hash + (hash << 2)) | 0;
    hash = Math.imul(hash ^ (hash >>> 4), 2057);
    return hash ^ (hash >>> 16);
  };
  const long = (number) => {
    if (typeof number === "bigint") bits.setBigInt64(0, number < 0n ? -number : number);
    else bits.setFloat64(0, number);
    let hash = bits.getBigUint64(0);
    hash = (~hash + (hash << 18n)) & mask;
    hash = ((hash ^ (hash >> 31n)) * 21n) & mask;
    hash ^= hash >> 11n;
    hash = (hash + (hash << 6n)) & mask;
    return Number((hash ^ (hash >> 22n)) & 0xffn);
  };
  const found = [];
  for (let index = 0; found.length < count; index++) {
    const number = numbers(index);
    const hash = number === (Number(number) | 0) ? short(number) : long(number);
    if ((hash & 0xff) === 7) found.push(number);
  }
  return found;
}

test("numbers that collide as keys are Pairs", () => {
  for (const numbers of [
    (index) => index,
    (index) => -index - 1,
    (index) => index + 0.5,
    (index) => index * 2 ** 32 + 2 ** 40,
    (index) => 2n ** 60n + BigInt(index),
    (index) => -(2n ** 60n) - BigInt(index),
  ]) {
    const keys = collidingNumbers(numbers, 600);
    assert.ok(decodedWithKeys(keys) instanceof gd.Pairs, String(keys[0]));
  }
  const typed = decodedWithKeys(collidingNumbers((index) => index, 600), ["int", null]);
  assert.deepEqual([typed.constructor, typed.size, typed.key, typed.value], [gd.Pairs, 600, "int", null]);
  assert.throws(() => gd.encodeAll(typed), { name: "TypeError" });
});

test("keys of games are a Map", () => {
  const indexes = Array.from({ length: 3000 }, (_, index) => index);
  const of = (key) => indexes.map(key);
  for (const keys of [
    indexes,
    of((index) => -index - 1),
    of((index) => index + 0.5),
    of((index) => index / 1000 + 0.0005),
    of((index) => 1_700_000_000_000 + index * 1000),
    of((index) => 2n ** 62n + BigInt(index * 4096)),
    of(String),
    ...Array.from({ length: 38 }, (_, shift) => of((index) => index * 2 ** shift)),
  ]) {
    assert.equal(decodedWithKeys(keys).constructor, gd.Dictionary, String(keys[1]));
  }
});

test("each instance of the module has its own seed for Dictionaries", async () => {
  const bytes = gd.encode(new Map(Array.from({ length: 100 }, (_, index) => [index, index])));
  const module = new WebAssembly.Module(readFileSync(new URL("../lib/core/gdvariant.wasm", import.meta.url)));
  const memories = [];
  for (const instance of [1, 2]) {
    const core = await import(`../lib/core/gdvariant.js?${instance}`);
    const { memory } = core.initSync({ module });
    core.decode(bytes, core.layout_number("godot4"));
    memories.push(Buffer.from(memory.buffer));
  }
  // With the same seed, the tables would be the same, and collisions could be precomputed.
  assert.ok(!memories[0].equals(memories[1]));
});

test("short and long strings and messages", () => {
  // Short strings are written and read without an encoder of the platform, and short messages in a buffer.
  const letters = "abcdefghijklmnopqrstuvwxyz";
  for (const char of ["", "é", "€", "😀"]) {
    for (const length of [0, 1, 3, 4, 11, 12, 13, 23, 24, 25, 63, 64, 65, 255, 256, 257, 16_300, 16_384, 20_000]) {
      const text = char + letters.repeat(length / 26 + 1).slice(0, length);
      const value = { [text]: text, other: [text, text.toUpperCase()], z: char };
      assert.deepEqual(again(value), value);
      assert.deepEqual([...gd.open(gd.encodeAll([value, text]))], [value, text]);
    }
  }
  // Strings of the same length with the same first, middle and last characters.
  const similar = Array.from({ length: 3000 }, (_, index) => `a${String(index).padStart(4, "0")}m${String(index).padStart(4, "0")}z`);
  for (const name of similar) assert.deepEqual(again({ [name]: name }), { [name]: name });
  assert.deepEqual(again(similar.map((name) => ({ [name]: name }))), similar.map((name) => ({ [name]: name })));
});

test("code of the caller encodes and decodes within a call", () => {
  const inner = { text: "inner", numbers: new Float32Array(3000), list: Array(500).fill("x") };
  const value = { before: "outer", get nested() { return [...gd.encode(inner).subarray(0, 4), gd.decode(gd.encode("in")).length]; }, after: [1.5, "end"] };
  assert.deepEqual(again(value), { before: "outer", nested: [27, 0, 0, 0, 2], after: [1.5, "end"] });
  const hook = (date) => gd.encode(date.getTime());
  assert.deepEqual(gd.encode(["a", new Date(7), "b"], { default: hook }), gd.encode(["a", gd.encode(7), "b"]));
  // After an error, the next call starts anew.
  assert.throws(() => gd.encode(["half", Symbol("no")]), { name: "EncodeError" });
  assert.deepEqual(again(["whole"]), ["whole"]);
});

test("classes compare, iterate and print", () => {
  const rect = new gd.Rect2([0, 1], new gd.Vector2(2, 3));
  assert.ok(rect.equals(again(rect)) && !rect.equals(new gd.Rect2()) && !rect.equals(null));
  const [{ x, y }, size] = rect;
  assert.deepEqual([x, y, ...size], [0, 1, 2, 3]);
  assert.equal(String(rect), "Rect2(0, 1, 2, 3)");
  assert.equal(`${new gd.NodePath("/root/Main:position:x")}`, "/root/Main:position:x");
  assert.deepEqual(new gd.NodePath("/a/b:c").names, ["a", "b"]);
  assert.equal(JSON.stringify({ at: new gd.Vector2(1, 2), f: new gd.Float(7), n: new gd.StringName("x") }), '{"at":{"x":1,"y":2},"f":7,"n":"x"}');
  assert.ok(gd.Vector2.ZERO.equals(new gd.Vector2()));
  assert.throws(() => { gd.Vector2.ZERO.x = 1; }, TypeError);
  assert.throws(() => { new gd.Transform3D(gd.Basis.IDENTITY).basis.x.y = 1; }, TypeError);
  assert.equal(gd.Quat, gd.Quaternion);
});

test("packed arrays", () => {
  // Arrays of up to 64 bytes are created in another way.
  for (const Numbers of [Uint8Array, Int32Array, Float32Array, BigInt64Array, Float64Array]) {
    const big = Numbers === BigInt64Array;
    for (let length = 0; length < 70; length++) {
      const numbers = Numbers.from({ length }, (_, index) => (big ? BigInt(index) - 1n : index * 1.5 - 1));
      const [first, second] = again([numbers, numbers]);
      assert.deepEqual([first, second], [numbers, numbers]);
      assert.ok(first.buffer !== second.buffer && first.buffer.byteLength === numbers.byteLength);
      assert.equal(JSON.stringify(first), JSON.stringify(Array.from(numbers, Number)));
    }
  }
  const large = Float32Array.from({ length: 5000 }, (_, index) => index / 8);
  const [short, long] = again([large.subarray(0, 3), large]);
  assert.deepEqual(short, large.slice(0, 3));
  assert.deepEqual(long, large);
  assert.equal(long.byteOffset, 0);
  // Values that the module builds or converts need the components.
  assert.deepEqual(again(new Map([[1, large]])).get(1), large);
  const doubles = new gd.PackedVector2Array(Float64Array.from(large));
  assert.deepEqual(again([doubles])[0].components, large);
  assert.deepEqual([...gd.open(gd.encode(large, { framed: true }))], [large]);
  const mixed = [large, "between", new Uint8Array(5001).fill(7), large.subarray(1)];
  assert.deepEqual(again(mixed), [large, "between", new Uint8Array(5001).fill(7), large.slice(1)]);
  // Godot 4.2 has no PackedVector4Array.
  const vectors4 = new gd.PackedVector4Array(new Float32Array(8000));
  assert.throws(() => gd.encode([vectors4], { target: "4.2" }), { name: "EncodeError", path: "[0]" });
  assert.equal(gd.decode(gd.encode([vectors4], { target: "4.2", fallback: true }))[0].length, 2000);
  assert.deepEqual(gd.decode(gd.encode([large], { target: "4.2" })), [large]);
  // A Buffer is often a part of a larger ArrayBuffer.
  const whole = Buffer.concat([Buffer.alloc(8), gd.encode([large, "end"])]);
  assert.deepEqual(gd.decode(whole.subarray(8)), [large, "end"]);
  const byteArray = gd.decode(Buffer.from(gd.encode(new Uint8Array(5000).fill(7))));
  assert.deepEqual([byteArray.constructor, byteArray.buffer.byteLength], [Uint8Array, 5000]);
  const bytes = gd.encode({ large });
  const shifted = new Uint8Array(bytes.length + 1);
  shifted.set(bytes, 1);
  assert.deepEqual(gd.decode(shifted.subarray(1)).large, large);
  const points = new gd.PackedVector3Array([[1, 2, 3], new gd.Vector3(4, 5, 6)]);
  points.set(0, [7, 8, 9]);
  assert.deepEqual([...again(points)].map(String), ["Vector3(7, 8, 9)", "Vector3(4, 5, 6)"]);
  assert.equal(points.at(-1).x, 4);
  assert.equal(points.at(2), undefined);
  for (const components of [Float32Array.of(1), new Float32Array(5000), new Float64Array(4)]) {
    const broken = Object.assign(new gd.PackedVector3Array(), { components });
    for (const value of [broken, [broken], new Map([[1, broken]])]) {
      assert.throws(() => gd.encode(value), { name: "EncodeError", message: /end within an element/ });
    }
  }
  assert.throws(() => new gd.PackedVector3Array(new Float32Array(4)), /3 components of each value, found a Float32Array of 4/);
  assert.throws(() => new gd.PackedVector3Array([[1, 2]]), /Vector3 has 3 fields, found 2/);
  assert.throws(() => new gd.Rect2(1, 2), /expected a Vector2 or its fields, found 1/);
  assert.deepEqual(again(Buffer.from("abc")), new Uint8Array([97, 98, 99]));
  for (const layout of ["godot4_double"].filter((name) => gd.layouts().includes(name))) {
    const vectors = again(new gd.PackedVector2Array(Float64Array.of(0.1, 2)), { layout });
    assert.ok(vectors.components instanceof Float64Array && vectors.at(0).x === 0.1);
    const reals = gd.encode(new Float32Array([0.5]), { layout });
    assert.deepEqual(gd.encode(gd.decode(reals, { layout }), { layout }), reals);
  }
});

test("typed arrays and buffers that no engine has", () => {
  const cases = [
    [Int8Array.of(-128, 127), Int32Array.of(-128, 127)],
    [Int16Array.of(-32768, 32767), Int32Array.of(-32768, 32767)],
    [Uint16Array.of(0, 65535), Int32Array.of(0, 65535)],
    [Uint32Array.of(0, 2 ** 32 - 1), BigInt64Array.of(0n, 2n ** 32n - 1n)],
    [BigUint64Array.of(0n, 2n ** 63n - 1n), BigInt64Array.of(0n, 2n ** 63n - 1n)],
    [Uint8ClampedArray.of(0, 255), Uint8Array.of(0, 255)],
    [Uint8Array.of(1, 2).buffer, Uint8Array.of(1, 2)],
    [new DataView(Uint8Array.of(1, 2, 3, 4).buffer, 1, 2), Uint8Array.of(2, 3)],
    [new SharedArrayBuffer(2), new Uint8Array(2)],
    [new Int32Array(new SharedArrayBuffer(8)), new Int32Array(2)],
  ];
  if (globalThis.Float16Array) cases.push([Float16Array.of(0.5), Float32Array.of(0.5)]);
  for (const [value, same] of cases) {
    assert.deepEqual(again([value]), [same]);
    assert.deepEqual(gd.encode(new Map([[1, value]])), gd.encode(new Map([[1, same]])));
    assert.equal(gd.toJson(value), gd.toJson(same));
  }
  const error = { name: "EncodeError", path: "ids[1]", message: /9223372036854775808 is out of the range of int/ };
  assert.throws(() => gd.encode({ ids: BigUint64Array.of(1n, 2n ** 63n) }), error);
  assert.throws(() => gd.encode(Uint32Array.of(1), { layout: "godot3" }), { name: "EncodeError" });
  assert.throws(() => gd.encode([new Set([1])]), { message: /Set is not a type of the engines; use an array/ });
  assert.throws(() => gd.encode([new Date()]), { message: /Date is not a type of the engines; use a number or a string/ });
});

test("calculations with values are errors", () => {
  const [a, b] = [new gd.Vector2(1, 2), new gd.Vector2(3, 4)];
  for (const calculate of [() => a + b, () => a - b, () => a * 2, () => -a, () => a < b, () => a + 1, () => "at " + a]) {
    assert.throws(calculate, { name: "TypeError", message: /^Vector2 has no arithmetic; calculate with its fields/ });
  }
  assert.throws(() => new gd.RID(1) + 1, { name: "TypeError", message: /^RID has no arithmetic/ });
  assert.equal(`${a}`, "Vector2(1, 2)");
  assert.equal(String(new gd.Callable()), "Callable()");
  assert.equal([a, b].join(), "Vector2(1, 2),Vector2(3, 4)");
  assert.deepEqual({ [a]: 1 }, { "Vector2(1, 2)": 1 });
  assert.ok(a != null && a != b);
});

test("declared types", () => {
  const array = again(new gd.TypedArray([1, 2], "int"));
  assert.equal(array.element, "int");
  assert.deepEqual([...array], [1, 2]);
  const derived = [
    [array.slice(1), [2]],
    [array.filter((number) => number < 2), [1]],
    [array.map((number) => number * 2), [2, 4]],
    [array.concat([3], 4), [1, 2, 3, 4]],
    [array.toSorted((a, b) => b - a), [2, 1]],
    [array.toReversed(), [2, 1]],
    [array.toSpliced(0, 1), [2]],
    [array.with(0, 7), [7, 2]],
    [array.slice().splice(0, 1), [1]],
  ];
  for (const [found, values] of derived) {
    assert.ok(found instanceof gd.TypedArray && found.element === "int");
    assert.deepEqual([...again(found)], values);
  }
  assert.throws(() => gd.encode(array.map(String)), { path: "[0]", message: /expected int, the declared type, found String/ });
  for (const plain of [Array.from(array, String), array.flatMap((number) => [String(number)])]) {
    assert.deepEqual(again(plain), ["1", "2"]);
  }
  assert.ok(new gd.PackedTypedArray([1, 2], "int").slice(1) instanceof gd.PackedTypedArray);
  assert.deepEqual(Object.keys(array), ["0", "1"]);
  const keys = [];
  for (const key in array) keys.push(key);
  assert.deepEqual(keys, ["0", "1"]);
  const players = again(new gd.TypedDictionary({ ada: 7 }, "String", "int"));
  assert.deepEqual([players.get("ada"), players.key, players.value], [7, "String", "int"]);
  const nodes = again(new gd.TypedArray([], new gd.Class("Node")));
  assert.equal(nodes.element.name, "Node");
  assert.equal(again(new gd.TypedArray([], "PoolIntArray")).element, "PackedInt32Array");
  assert.throws(() => gd.encode(new gd.TypedArray([], "integer")), /integer cannot be declared/);
  assert.throws(() => gd.encode(new gd.TypedArray(["a"], "int")), { name: "EncodeError" });
});

test("invalid values have a path", () => {
  const cases = [
    [{ players: [{ health: undefined }] }, "players[0].health"],
    [{ "a b": [() => 0] }, '["a b"][0]'],
    [[new Date(0)], "[0]"],
    [["\ud800"], "[0]"],
    [new Map([[[Symbol("s")], 1]]), "key(0)[0]"],
    [{ at: [new gd.Vector2i(0.5, 0)] }, "at[0]"],
    [{ at: [Object.assign(new gd.Vector2(), { x: "1" })] }, "at[0]"],
    [new Map([[new gd.Vector2(), [undefined]]]), "value(0)[0]"],
    [new Map([[new gd.Vector2(), [new gd.Vector2i(0.5)]]]), "value(0)[0]"],
    [[Object.assign(new Map(), { level: 3 })], "[0]"],
    [[structuredClone(new gd.Float(7))], "[0]"],
    [new gd.FullObject("Node", { script: [1n << 70n] }), "script[0]"],
  ];
  for (const [value, path] of cases) {
    assert.throws(() => gd.encode(value), (error) => error instanceof gd.EncodeError && error.path === path, path);
  }
  const loop = [];
  loop.push(loop);
  assert.throws(() => gd.encode(loop), /may contain itself/);
  assert.throws(() => gd.encode(new gd.Vector2i(), { layout: "godot3" }), /Godot 3 has no Vector2i/);
});

test("invalid bytes have an offset", () => {
  const packet = gd.encode({ players: [{ health: 7 }] });
  assert.throws(() => gd.decode(packet.subarray(0, -2)), (error) => {
    assert.ok(error instanceof gd.DecodeError);
    assert.deepEqual([error.path, error.offset], ["players[0].health.value", packet.length - 4]);
    return true;
  });
  assert.throws(() => gd.decode("abc"), TypeError);
  assert.throws(() => gd.decode(packet, { layout: "godot9" }), /unknown layout "godot9", expected one of "godot4"/);
  const { rows, error } = gd.inspect(packet.subarray(0, -2));
  assert.equal(rows[0].type, "Dictionary");
  assert.ok(error instanceof gd.DecodeError);
});

test("audits return rows, and the reason why a file is not examined", () => {
  const save = gd.encodeAll([1, ["user://mod.gd", NaN]]);
  const found = gd.audit(save);
  const [path, nan] = found.rows;
  assert.deepEqual([path.id, path.value, path.path, path.offset], ["user-path", 2, "[0]", 32]);
  assert.deepEqual([nan.id, nan.severity, nan.path], ["nan", "warning", "[1]"]);
  assert.deepEqual([found.values, found.highest, found.notExamined, found.omitted], [2, "warning", null, 0]);
  assert.deepEqual(gd.audit(save, { ignore: ["nan", "user-path"] }).rows, []);
  const image = gd.audit(Uint8Array.of(0x89, 0x50, 0x4e, 0x47));
  assert.deepEqual([image.notExamined, image.highest], ["a PNG image, not values", "error"]);
  assert.deepEqual(image.rows.map(({ id, offset }) => [id, offset]), [["not-examined", 0]]);
  const [row] = gd.audit(new TextEncoder().encode("[a]\nb=Object(Node)\n")).rows;
  assert.deepEqual([row.line, row.column, row.offset], [2, 3, 6]);
  const nans = gd.encode(Array(9).fill(NaN));
  assert.equal(gd.audit(nans, { maxRows: 2 }).omitted, 7);
  assert.ok(gd.audit(nans, { maxContent: 8 }).notExamined);
  assert.equal(gd.audit(nans, { maxContent: 2 ** 32 - 1 }).notExamined, null);
  assert.ok(gd.audit(gd.pack(nans, { password: "a" }), { password: "b" }).notExamined);
  for (const bytes of [new Uint8Array(), nans.subarray(0, -3)]) assert.equal(gd.audit(bytes).highest, "error");
  assert.throws(() => gd.audit(nans, { ignore: ["no"] }), /unknown rule "no"/);
  assert.throws(() => gd.audit(nans, { ignored: [] }), /unknown option/);
  assert.throws(() => gd.audit(nans, { ignore: "nan" }), TypeError);
  for (const name of ["skip", "maxContent", "maxRows"]) {
    for (const number of [-1, 0.5, NaN, Infinity, 2 ** 60]) {
      assert.throws(() => gd.audit(nans, { [name]: number }), RangeError, name);
    }
  }
});

test("certainty is data", () => {
  const nil = gd.open(Uint8Array.of(4, 0, 0, 0, 0, 0, 0, 0)); // a framed Nil, or an empty String
  assert.equal(nil.layout, "godot4");
  assert.ok(nil.alsoValid.some((it) => it.layout === "godot3" && it.fits));
  assert.deepEqual(gd.open(gd.encode(["Ada", "Grace"], { framed: true })).alsoValid, []);
  const file = Uint8Array.of(3, 0, 0, 0, ...gd.encode({ name: "Ada" }, { framed: true }));
  let first;
  assert.throws(() => gd.open(file), (error) => ([first] = error.candidates) && error.name === "AmbiguousError");
  const { layout, framing, skip } = first;
  assert.deepEqual([...gd.open(file, { layout, framing, skip })], [{ name: "Ada" }]);
});

test("inputs that are not values are named", () => {
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const json = new TextEncoder().encode('{"gold": 30}');
  const floats = new Uint8Array(Float32Array.of(1, 2).buffer);
  for (const [data, name] of [[png, /PNG/], [json, /JSON/], [floats, /floats/]]) {
    assert.throws(() => gd.open(data), { name: "FileError", message: name });
    assert.throws(() => gd.decode(data), { name: "DecodeError", message: name });
  }
  const packed = gd.pack(json, { compression: "zstd" });
  assert.throws(() => gd.open(packed), { name: "FileError", message: /JSON text.*`unpack`/ });
});

test("files", () => {
  for (const compression of ["fastlz", "deflate", "zstd", "gzip"]) {
    const save = gd.encode({ level: 3 }, { framed: true, compression, password: "secret" });
    const values = gd.open(save, { password: "secret" });
    assert.deepEqual([values.layout, values.framing, ...values], ["godot4", "framed", { level: 3 }]);
    assert.throws(() => gd.open(save), { name: "FileError", message: /encrypted/ });
    assert.throws(() => gd.open(save, { password: "wrong" }), { name: "FileError" });
  }
  const values = [{ level: 3 }, new gd.Float(100), new gd.Vector2(1, 2)];
  const header = Buffer.from("version 0003").subarray(8);
  const forms = [
    { framed: true }, { bigEndian: true }, { compression: "fastlz" }, { password: "secret" }, { header },
    { header, compression: "zstd" }, { header, compression: "plain-zstd" }, { header, compression: "size64-gzip" },
    { header, compression: "deflate", password: "secret" },
  ];
  for (const form of forms) {
    const save = gd.encodeAll(values, form);
    const { password } = form;
    const skip = form.header?.length;
    const opened = gd.open(save, { password, skip });
    assert.deepEqual([...opened], values);
    assert.throws(() => [...opened], /open the file again/);
  }
  assert.throws(() => gd.encode(1, { header: "v1" }), { name: "TypeError", message: /expected bytes/ });
  for (const value of [{ level: 3 }, 7, "ab", null, new gd.Vector2(), new Map(), new Uint8Array(1)]) {
    assert.throws(() => gd.encodeAll(value), /`encode` encodes one value/);
  }
  assert.throws(() => gd.encode(1, { compresion: "zstd" }), { name: "TypeError", message: /^unknown option "compresion"; expected .*compression/ });
  assert.throws(() => gd.decode(gd.encode(1), { framed: true }), { name: "TypeError" });
  assert.throws(() => gd.decode(gd.encode(1, { framed: true })), /a length precedes the value: try `open`/);
  assert.throws(() => gd.decode(gd.encode(1, { compression: "zstd" })), /compressed: `unpack` extracts the content/);
  assert.throws(() => gd.encode(1, { key: new Uint8Array(3) }), { name: "RangeError", message: /32 bytes/ });
  assert.equal(gd.detect(gd.encode(["a"], { framed: true }))[0].framing, "framed");
});

test("the limit of content is an option", () => {
  const packed = gd.encode(new Uint8Array(1000), { compression: "zstd" });
  for (const reads of [gd.open, gd.Document.open, gd.unpack, gd.detect]) {
    assert.throws(() => reads(packed, { maxContent: 999 }), { name: "FileError", message: /raise `maxContent`/ }, String(reads));
    reads(packed, { maxContent: 2000 });
    for (const maxContent of [-1, 0.5, 2 ** 32]) assert.throws(() => reads(packed, { maxContent }), RangeError);
  }
});

test("any content is unpacked and packed", () => {
  const key = Uint8Array.from({ length: 32 }, (_, index) => index);
  const bytes = (text) => new TextEncoder().encode(text);
  const contents = [bytes('{"gold": 30}'), Uint8Array.from({ length: 9000 }, (_, index) => index)];
  const forms = [
    [{ compression: "fastlz" }, 1],
    [{ compression: "plain-gzip" }, 1],
    [{ password: "secret", layout: gd.layouts().at(1) }, 1],
    [{ key, compression: "deflate" }, 2],
  ];
  for (const content of contents) {
    for (const [form, count] of forms) {
      const { password, key } = form;
      const packed = gd.pack(content, form);
      const unpacked = gd.unpack(packed, { password, key });
      assert.deepEqual(unpacked.content, content);
      assert.equal(unpacked.layers.length, count);
      if (password ?? key) assert.throws(() => gd.unpack(packed.subarray(0, 40), { password, key }), { name: "FileError" });
    }
  }
  assert.deepEqual(gd.unpack(bytes("plain")), { content: bytes("plain"), layers: [] });
  assert.throws(() => gd.pack(bytes("")), { name: "TypeError" });
  assert.throws(() => gd.pack(bytes(""), { compression: "lzma" }), { name: "RangeError", message: /plain-zstd/ });
});

test("connections", async () => {
  const stream = Buffer.concat([1, "two", [3]].map((value) => gd.encode(value, { framed: true })));
  const decoder = new gd.FrameDecoder();
  const values = [];
  for (const byte of stream) values.push(...decoder.feed(Uint8Array.of(byte)));
  assert.deepEqual(values, [1, "two", [3]]);
  decoder.finish();
  // The value after an invalid one is not lost.
  const bad = Buffer.concat([gd.encode(1, { framed: true }), Buffer.from([4, 0, 0, 0, 99, 0, 0, 0]), gd.encode(2, { framed: true })]);
  decoder.feed(bad);
  assert.equal(decoder.next().value, 1);
  assert.throws(() => decoder.next(), gd.DecodeError);
  assert.deepEqual([...decoder], [2]);
  decoder.feed(Uint8Array.of(1));
  assert.throws(() => decoder.finish(), gd.FrameError);
  const limited = new gd.FrameDecoder({ maxLength: 8 });
  limited.feed(Uint8Array.of(9, 0, 0, 0));
  for (let round = 0; round < 3; round++) assert.throws(() => [...limited], gd.FrameError);
  const received = [];
  for await (const value of gd.frames(new Blob([stream]).stream())) received.push(value);
  assert.deepEqual(received, [1, "two", [3]]);
});

test("files and decoders free their memory without the garbage collector", async () => {
  const size = () => glue.module_memory().buffer.byteLength;
  const save = gd.encodeAll([{ level: 3 }, new Uint8Array(50_000)]);
  const uses = [
    (values) => [...values].length,
    (values) => { for (const value of values) if (value.level === 3) break; },
    (values) => assert.throws(() => { for (const value of values) throw new Error(value.level); }, /3/),
    (values) => { const [first] = values; return first; },
    (values) => (Symbol.dispose ? values[Symbol.dispose]() : [...values]),
    (values) => assert.throws(() => [...values, ...values], /open the file again/),
  ];
  let before;
  for (let index = 0; index < 8000; index++) {
    assert.throws(() => [...gd.open(save.subarray(0, 100), { layout: "godot4", framing: "framed" })], gd.FrameError);
    const opened = gd.open(save, { layout: "godot4", framing: "framed" });
    uses[index % uses.length](opened);
    if (index === 100) before = size();
    assert.deepEqual([opened.framing, opened.confidence, opened.alsoValid], ["framed", 100, []]);

  }
  assert.equal(size(), before);
  for (let index = 0; index < 1000; index++) {
    const decoder = new gd.FrameDecoder().feed(save);
    decoder.next();
    decoder[Symbol.dispose]?.();
    decoder[Symbol.dispose]?.();
    for await (const value of gd.frames([save])) if (value.level === 3) break;
  }
  if (Symbol.dispose) {
    assert.equal(size(), before);
    const decoder = new gd.FrameDecoder();
    decoder[Symbol.dispose]();
    for (const call of [() => decoder.feed(save), () => decoder.next(), () => decoder.finish()]) assert.throws(call, /create another one/);
    const opened = gd.open(save);
    const iterator = opened[Symbol.iterator]();
    assert.deepEqual(iterator.next().value, { level: 3 });
    opened[Symbol.dispose]();
    assert.deepEqual([iterator.next().done, opened.layout], [true, "godot4"]);
  }
  // The memory of files that are not freed grows in few steps: an engine of JavaScript collects its garbage at each.
  let steps = 0;
  const kept = [];
  for (let last = size(); kept.length < 1000; last = size()) {
    kept.push(gd.open(save.subarray(0, 28), { layout: "godot4", framing: "framed" }));
    if (size() !== last) steps++;
  }
  assert.ok(steps < 150, `${steps} steps`);
});

test("properties of objects are replaced and added", () => {
  const bytes = gd.encode(new gd.FullObject("Node", { name: "a" }));
  const object = gd.decode(bytes, { allowObjects: true }).set("name", "b").set("speed", 7);
  assert.deepEqual(object.properties, [["name", "b"], ["speed", 7]]);
});

test("text", () => {
  assert.equal(gd.varToStr({ a: new gd.Float(1) }), '{\n"a": 1.0\n}');
  assert.deepEqual(gd.strToVar("[1, 2.5]"), [1, 2.5]);
  assert.throws(() => gd.strToVar("[1,\n?]"), (error) => error instanceof gd.ParseError && error.line === 2);
});

test("all levels of nesting", () => {
  let array = [];
  let object = {};
  // The root has depth 0, and the limit is 1024.
  for (let level = 0; level < 1024; level++) [array, object] = [[array], { a: object }];
  for (const value of [array, object]) {
    const data = gd.encode(value);
    assert.deepEqual(gd.encode(gd.decode(data)), data);
    assert.throws(() => gd.encode([value]), { name: "EncodeError" });
  }
  const deeper = Buffer.concat([...Array.from({ length: 5000 }, () => Buffer.from("1c00000001000000", "hex")), gd.encode(1)]);
  assert.throws(() => gd.decode(deeper), { name: "DecodeError", message: /nesting exceeds 1024 levels/ });
});

test("damaged values are errors", () => {
  const whole = gd.encode({ a: [1, "two", new gd.Vector3(1, 2, 3), new Float32Array(3)], b: new Map([[1, null]]), c: new gd.NodePath("/a/b:c") });
  let random = 1;
  for (let round = 0; round < 20_000; round++) {
    const data = whole.slice(0, 1 + (random = (random * 48271) % 2147483647) % whole.length);
    for (let change = 0; change < round % 3; change++) {
      random = (random * 48271) % 2147483647;
      data[random % data.length] = random >> 8;
    }
    try {
      gd.encode(gd.decode(data, { lenient: round % 2 === 0, allowObjects: true }));
    } catch (error) {
      assert.ok(error instanceof gd.DecodeError || error instanceof gd.EncodeError, error.stack);
    }
  }
});

test("a panic is an error, and the package works on", () => {
  const values = gd.open(gd.encode([1]));
  const started = gd.open(gd.encodeAll([1, 2]))[Symbol.iterator]();
  assert.equal(started.next().value, 1);
  for (let round = 0; round < 100; round++) {
    assert.throws(() => call("test_panic"), { name: "InternalError", message: /a panic that was asked for/ });
    assert.deepEqual(again([round]), [round]);
  }
  // Objects from before the panic are gone, with an error.
  assert.throws(() => [...values]);
  assert.throws(() => started.next(), /stale/);
  values[Symbol.dispose]?.();
  assert.deepEqual(again([1]), [1]);
});

test("a long value is decoded beside a million objects", () => {
  // Reserving the memory in small steps takes minutes here, and the process is stopped. Other tests
  // of this process have reserved memory, so the value is decoded in another one.
  const script = `
    const gd = await import(${JSON.stringify(new URL("../lib/node.js", import.meta.url).href)});
    const objects = Array.from({ length: 1_000_000 }, (_, id) => [new Uint8Array(1), id]);
    const count = 1_000_000;
    const words = new Uint32Array(2 + 6 * count).map((_, index) => [27, 1, 2, 0, 2, index][(index - 2) % 6]);
    words.set([28, count]);
    console.log(gd.decode(words.buffer).length, objects.length);
  `;
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8", timeout: 90_000 });
  assert.equal(output, "1000000 1000000\n");
});
