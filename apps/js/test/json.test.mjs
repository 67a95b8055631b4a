// Values for code that is written for JavaScript's own types: `exact: false`, JSON.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as gd from "gdvariant";

const again = (value, options) => gd.decode(gd.encode(value), options);
const name = (text) => new gd.StringName(text);

/** A value with each type that has another one in JavaScript. */
const player = new Map([
  [name("name"), name("Ada")],
  ["speed", new gd.Float(7)],
  [new gd.NodePath("a:b"), new gd.TypedArray([1, 2], "int")],
  [name("7"), new gd.TypedDictionary([["health", 7]], "String", "int")],
  ["at", new gd.Vector2(gd.Float.fromBits(0xfff8_0000_2000_0000n), 1)],
]);

test("values have JavaScript's own types with exact: false", () => {
  const plain = { name: "Ada", speed: 7, "a:b": [1, 2], 7: { health: 7 }, at: new gd.Vector2(NaN, 1) };
  const bytes = gd.encode(player);
  assert.deepEqual(gd.decode(bytes, { exact: false }), plain);
  assert.deepEqual([...gd.open(bytes, { exact: false })], [plain]);
  const decoder = new gd.FrameDecoder({ exact: false });
  assert.deepEqual([...decoder.feed(gd.encode(player, { framed: true }))], [plain]);
  assert.deepEqual(gd.strToVar('{&"a": 1.0}', { exact: false }), { a: 1 });
  assert.deepEqual(gd.fromJson(gd.toJson(player), { exact: false }), plain);
  assert.deepEqual(gd.encode(gd.decode(bytes)), bytes);
});

test("no entry is lost with exact: false", () => {
  const proto = again(new Map([["__proto__", 1], [name("a"), 2]]), { exact: false });
  assert.deepEqual([...proto], [["__proto__", 1], ["a", 2]]);
  // The numbers 1 and 1.0 are different keys.
  const numbers = again(new Map([[1, "int"], [new gd.Float(1), "float"], ["1", name("text")]]), { exact: false });
  assert.deepEqual([...numbers.values()], ["int", "float", "text"]);
  const paths = again(new Map([["a", 1], [new gd.NodePath("a"), 2]]), { exact: false });
  assert.deepEqual([paths.size, paths.get("a")], [2, 1]);
  assert.deepEqual([...again(new Map([[new gd.Float(1), 1], [2n ** 62n, 2]]), { exact: false })], [[1, 1], [2n ** 62n, 2]]);
  // In Godot 3, a key can be a NodePath and a String with the same text, in Pandemonium a StringName as well.
  for (const layout of gd.layouts().filter((layout) => layout.startsWith("pandemonium"))) {
    const bytes = gd.encode(new gd.Pairs([["a", 1], [name("a"), 2]]), { layout });
    const decoded = gd.decode(bytes, { layout, exact: false });
    assert.equal(decoded instanceof Map ? decoded.size : 0, 2, layout);
  }
});

test("StringNames and Floats compare", () => {
  const [text, float] = again([name("jump"), new gd.Float(7)]);
  assert.ok(text == "jump" && text.equals("jump") && text.equals(name("jump")) && !text.equals("run") && !text.equals(null));
  assert.ok(float == 7 && float > 6 && float.equals(7) && float.equals(new gd.Float(7)) && !float.equals("7"));
  assert.ok(new gd.Float(NaN).equals(NaN));
  assert.equal({ jump: 1 }[text], 1);
});

test("a Dictionary finds keys by their values", () => {
  const entries = [[name("gold"), 1], [new gd.Vector2i(1, 2), 2], [new gd.Float(7), 3], [7, 4], [new gd.NodePath("a"), 5], ["text", 6], [new gd.Rect2([0, 1], [2, 3]), 7]];
  for (const dictionary of [new gd.Dictionary(entries), again(new Map(entries)), again(new gd.TypedDictionary(entries, null, "int"))]) {
    const found = ["gold", name("gold"), new gd.Vector2i(1, 2), new gd.Float(7), 7, new gd.NodePath("a"), "text", name("text"), new gd.Rect2([0, 1], [2, 3])];
    assert.deepEqual(found.map((key) => dictionary.get(key)), [1, 1, 2, 3, 4, 5, 6, 6, 7]);
    for (const key of ["a", new gd.Vector2i(1, 3), new gd.Vector2(1, 2), new gd.Float(8), [7], {}, null]) assert.ok(!dictionary.has(key), String(key));
    dictionary.set("gold", 8).set(new gd.Vector2i(1, 2), 9).set(new gd.Vector2i(5, 5), 10).set(name("new"), 11);
    assert.deepEqual([dictionary.size, dictionary.get("gold"), dictionary.get(new gd.Vector2i(5, 5)), dictionary.get("new")], [9, 8, 10, 11]);
    assert.ok([...dictionary.keys()][0] instanceof gd.StringName);
    assert.ok(dictionary.delete("gold") && !dictionary.has("gold") && !dictionary.delete("gold"));
    assert.deepEqual([...again(dictionary).values()], [9, 3, 4, 5, 6, 7, 10, 11]);
    dictionary.clear();
    assert.ok(!dictionary.has("new"));
  }
});

test("JSON.stringify keeps all data", () => {
  const values = {
    ints: Int32Array.of(1, 2),
    long: BigInt64Array.of(1n, -5n),
    bytes: Uint8Array.of(1, 255),
    points: new gd.PackedVector2Array([[1, 2]]),
    names: gd.PackedStringArray.from(["a"]),
    typed: new gd.TypedDictionary({ health: 7 }, "String", "int"),
    map: new Map([[name("a"), 1], ["b", new gd.TypedArray([true], "bool")]]),
    cells: new Map([[1, "grass"], [new gd.Vector2i(1, 2), null]]),
    same: new Map([["a", 1], [new gd.NodePath("a"), 2]]),
  };
  assert.deepEqual(JSON.parse(JSON.stringify(again(values))), {
    ints: [1, 2],
    long: [1, -5],
    bytes: [1, 255],
    points: [{ x: 1, y: 2 }],
    names: ["a"],
    typed: { health: 7 },
    map: { a: 1, b: [true] },
    cells: [[1, "grass"], [{ x: 1, y: 2 }, null]],
    same: [["a", 1], ["a", 2]],
  });
  assert.equal(JSON.stringify(new gd.Pairs([[1, 2], [3, 4]])), "[[1,2],[3,4]]");
  assert.equal(JSON.stringify(new gd.Dictionary({ a: 1 })), '{"a":1}');
  assert.throws(() => JSON.stringify(again(BigInt64Array.of(2n ** 60n))), TypeError);
  // Loops over the elements or properties of a decoded array skip its `toJSON`.
  assert.deepEqual(again(Int32Array.of(1)), Int32Array.of(1));
});

test("toJson and fromJson are lossless", () => {
  for (const value of [player, new Map([[NaN, new gd.Float(-0)]]), [2n ** 63n - 1n], new gd.Transform3D(), null]) {
    const text = gd.toJson(value);
    assert.deepEqual(gd.encode(gd.fromJson(text)), gd.encode(value), text);
  }
  assert.equal(gd.toJson(Int32Array.of(1), { layout: "godot3" }), '{"PoolIntArray":[1]}');
  assert.deepEqual(gd.fromJson('{"PoolIntArray": [1]}', { layout: "godot3" }), Int32Array.of(1));
  assert.equal(gd.toJson(player, { plain: true }), '{"name":"Ada","speed":7.0,"a:b":[1,2],"7":{"health":7},"at":[null,1.0]}');
  assert.equal(gd.toJson({ a: [1] }, { indent: 2 }), JSON.stringify({ a: [1] }, null, 2));
  assert.throws(() => gd.toJson(1, { indent: -1 }), RangeError);
  assert.throws(() => gd.toJson(new gd.Vector2i(), { layout: "godot3" }), gd.EncodeError);
  const cases = [
    ['{"a":\n 1,}', 2, 4],
    ['{"Vector2": [1]}', 1, 16],
    ["1 2", 1, 3],
    ["1 \n  2", 2, 3],
    ["", 1, 1],
  ];
  for (const [text, line, column] of cases) {
    assert.throws(() => gd.fromJson(text), (error) => {
      assert.deepEqual([error.constructor, error.line, error.column], [gd.ParseError, line, column], error.message);
      return error.message === `line ${line}, column ${column}: ${error.reason}`;
    });
  }
  assert.throws(() => gd.fromJson(7), TypeError);
});

test("JSON is nested in at most 2048 lists and objects", () => {
  let [array, map, object] = [[], null, null];
  for (let level = 0; level < 1023; level++) array = [array];
  for (let level = 0; level < 680; level++) map = new Map([[1, map]]);
  for (let level = 0; level < 500; level++) object = new gd.FullObject("Node", { a: new gd.TypedDictionary([], "int"), b: object });
  for (const value of [[array], map, object]) {
    const text = gd.toJson(value);
    assert.equal(gd.toJson(gd.fromJson(text)), text);
  }
  assert.throws(() => gd.fromJson("[".repeat(1030) + "]".repeat(1030)), { name: "ParseError", message: /nesting exceeds 1024 levels/ });
  for (const text of ["[", '{"a":', '{"Dictionary":[[1,', '"\\"",[']) {
    const list = text.startsWith('"') ? `[${text.repeat(100_000)}` : text.repeat(100_000);
    assert.throws(() => gd.fromJson(list), { name: "ParseError", message: /nesting exceeds 2048/ });
  }
  // Brackets in strings are not nested.
  assert.equal(gd.fromJson(JSON.stringify("[\"{".repeat(3000))).length, 9000);
});
