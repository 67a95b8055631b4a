// The arguments of constructors and functions, and options.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import * as gd from "gdvariant";

test("constructors say what they expect", () => {
  const cases = [
    [() => new gd.Color("red"), 'Color: expected a number as r, found "red"; write new Color(r, g, b, a)'],
    [() => new gd.Vector2([1, 2]), "Vector2: expected a number as x, found an array; write new Vector2(x, y)"],
    [() => new gd.Vector2(1, 2, 3), "Vector2: found 3 after the last field; write new Vector2(x, y)"],
    [() => new gd.Rect2([0, 0], [1, 1], null), "Rect2: found null after the last field; write new Rect2(position, size)"],
    [() => new gd.Signal("a", 7, "b"), 'Signal: found "b" after the last field; write new Signal(name, id)'],
    [() => new gd.Callable(7), "Callable: found 7 after the last field; write new Callable()"],
    [() => new gd.Vector3(1, null), "Vector3: expected a number as y, found null; write new Vector3(x, y, z)"],
    [() => new gd.Vector2i(1n), "Vector2i: expected a number as x, found 1; write new Vector2i(x, y)"],
    [() => new gd.Plane([0, 1, 0], "7"), /^Plane: expected a number as d, found "7"/],
    [() => new gd.Rect2([1, "a"]), /^Vector2: expected a number as y, found "a"/],
    [() => new gd.Rect2(7), "expected a Vector2 or its fields, found 7"],
    [() => new gd.RID(0.5), /^RID: expected an integer as id, found 0.5/],
    [() => new gd.Signal(7), /^Signal: expected a string as name, found 7/],
    [() => new gd.ObjectId("7"), 'ObjectId: expected an integer, found "7"'],
    [() => new gd.Float("7"), 'Float: expected a number, found "7"'],
    [() => new gd.StringName(7), "StringName: expected a string, found 7"],
    [() => new gd.NodePath(7), /^NodePath: expected the text of a path, or names and sub-names, found 7/],
    [() => new gd.NodePath(["a", 7]), /^NodePath: expected a string as a name, found 7/],
    [() => new gd.FullObject({ a: 1 }), "FullObject: expected the name of a class, found an object (Object)"],
    [() => new gd.FullObject("Node", "a"), /^FullObject: expected entries or an object/],
    [() => new gd.Class(), /^Class: expected the name of a class, found undefined/],
    [() => new gd.Script(Symbol("a")), /^Script: expected the path of a script, found a symbol/],
    [() => new gd.TypedArray({}, "int"), "TypedArray: expected values, found an object (Object)"],
    [() => new gd.TypedArray([], Number), /^TypedArray: expected a declared type: .*, found a function/],
    [() => new gd.TypedDictionary([], "int", 7), /^TypedDictionary: expected a declared type: .*, found 7/],
    [() => new gd.Pairs(null), /^Pairs: expected entries or an object, found null/],
    [() => new gd.PackedVector2Array(7), /^PackedVector2Array: expected values of Vector2, or their components in a Float32Array, found 7/],
  ];
  for (const [create, message] of cases) assert.throws(create, { name: "TypeError", message }, String(create));
  // A NaN with other bits is a component.
  assert.equal(new gd.Vector2(gd.Float.fromBits(0xfff0_0000_0000_0001n)).x.bits, 0xfff0_0000_0000_0001n);
  assert.deepEqual(new gd.NodePath(new gd.StringName("a:b")), new gd.NodePath("a:b"));
});

test("an undefined option has its default", () => {
  const options = { layout: undefined, framed: undefined, bigEndian: undefined, target: undefined, fallback: undefined, compression: undefined, password: undefined, key: undefined, default: undefined };
  const value = { a: [1] };
  assert.deepEqual(gd.encode(value, options), gd.encode(value));
  assert.deepEqual(gd.encodeAll([value], options), gd.encodeAll([value]));
  const bytes = gd.encode([new gd.Float(1)]);
  assert.deepEqual(gd.decode(bytes, { layout: undefined, lenient: undefined, allowObjects: undefined, exact: undefined }), [new gd.Float(1)]);
  assert.deepEqual([...gd.open(bytes, { skip: undefined, maxLength: undefined, framing: undefined })], [[new gd.Float(1)]]);
});

test("lengths and hooks are checked", () => {
  const bytes = gd.encode([1], { framed: true });
  for (const number of [-1, 0.5, NaN, Infinity, 2 ** 32]) {
    assert.throws(() => new gd.FrameDecoder({ maxLength: number }), RangeError);
    assert.throws(() => gd.open(bytes, { maxLength: number }), RangeError);
    assert.throws(() => gd.open(bytes, { skip: number }), RangeError);
    assert.throws(() => gd.unpack(bytes, { skip: number }), RangeError);
    assert.throws(() => gd.Document.open(bytes, { skip: number }), RangeError);
    assert.throws(() => gd.Document.open(bytes).get("", { value: number }), RangeError);
  }
  assert.deepEqual([...new gd.FrameDecoder({ maxLength: 2 ** 32 - 1 }).feed(bytes)], [[1]]);
  assert.throws(() => gd.encode([1], { default: "name" }), TypeError);
});

test("options of other types are errors", async () => {
  const file = gd.encode([1], { framed: true });
  const document = gd.Document.open(file);
  const opened = gd.open(file);
  const decoder = new gd.FrameDecoder();
  const other = () => gd.Document.open(gd.encode({ a: [1], b: 2 }));
  const [string, boolean, integer, bytes, hook] = ["a string", "a boolean", "an integer from 0 to", "bytes", "a function"];
  const encoding = { layout: string, compression: string, password: string, key: bytes, header: bytes, framed: boolean, bigEndian: boolean, target: string, fallback: boolean, default: hook };
  const decoding = { layout: string, lenient: boolean, allowObjects: boolean, exact: boolean };
  const unpacking = { password: string, key: bytes, skip: integer, maxContent: integer };
  const opening = { ...unpacking, layout: string, framing: string };
  const stream = { ...decoding, bigEndian: boolean, maxLength: integer };
  const functions = [
    [(options) => gd.encode(1, options), encoding],
    [(options) => gd.encodeAll([1], options), encoding],
    [(options) => gd.decode(gd.encode(1), options), decoding],
    [(options) => gd.inspect(gd.encode(1), options), decoding],
    [(options) => gd.open(file, options), { ...opening, ...decoding, maxLength: integer }],
    [(options) => gd.Document.open(file, options), { ...opening, lenient: boolean }],
    [(options) => gd.audit(file, options), { ...opening, maxRows: integer, ignore: "an array of strings" }],
    [(options) => gd.detect(file, options), { password: string, key: bytes, maxContent: integer }],
    [(options) => gd.unpack(file, options), unpacking],
    [(options) => gd.pack(file, { compression: "zstd", password: "a", ...options }), { layout: string, compression: string, password: string, key: bytes }],
    [(options) => new gd.FrameDecoder(options), stream],
    [async (options) => { for await (const _ of gd.frames([file], options)); }, stream],
    [(options) => gd.varToStr(1, options), { layout: string, exact: boolean, default: hook }],
    [(options) => gd.toJson(1, options), { layout: string, plain: boolean, indent: integer, default: hook }],
    [(options) => gd.strToVar("1", options), { layout: string, exact: boolean }],
    [(options) => gd.fromJson("1", options), { layout: string, exact: boolean }],
    [(options) => other().get("", options), { value: integer, exact: boolean }],
    [(options) => other().set("b", 1, options), { value: integer, create: boolean, keepFloats: boolean, changeTypes: boolean, default: hook }],
    [(options) => other().insert("a[0]", 1, options), { value: integer, default: hook }],
    [(options) => other().remove("b", options), { value: integer }],
    [(options) => other().rename("b", "c", options), { value: integer }],
    [(options) => other().reorder("b", 0, options), { value: integer }],
    [(options) => other().move("b", "c", options), { value: integer, replace: boolean }],
    [(options) => other().copy("b", "c", options), { value: integer, replace: boolean }],
    [(options) => other().convert("godot3", options), { lossy: boolean }],
  ];
  const values = [5, 0, 1n, NaN, "yes", "", true, null, [], [7], ["a", 7], {}, new Map(), Symbol("a"), () => 1, new String("a"), new gd.StringName("a"), new Date(0)];
  const isOf = { [string]: (value) => typeof value === "string", [boolean]: (value) => value === true, [integer]: Number.isInteger, [hook]: (value) => typeof value === "function", "an array of strings": (value) => Array.isArray(value) && value.length === 0 };
  for (const [call, types] of functions) {
    await call({});
    await call(undefined);
    for (const [name, type] of Object.entries(types)) {
      await call({ [name]: undefined });
      for (const value of values.filter((value) => !isOf[type]?.(value))) {
        const check = (error) => {
          assert.ok(error instanceof TypeError || (error instanceof RangeError && Number.isNaN(value)), error);
          assert.ok(error.message.startsWith(`${name}: expected ${type}`), error.message);
          return true;
        };
        await assert.rejects(async () => call({ [name]: value }), check, `${name} of ${call}`);
      }
    }
    await assert.rejects(async () => call({ pasword: "a" }), { name: "TypeError", message: /^unknown option "pasword"; expected \w+/ });
  }
  for (const options of ["godot3", 5, true, null]) {
    for (const call of [gd.encode, gd.encodeAll, gd.toJson, gd.varToStr]) {
      assert.throws(() => call([1], options), { name: "TypeError", message: /^options: expected an object, found / });
    }
  }
  assert.throws(() => gd.encode(1, { password: 5 }), { message: "password: expected a string, found 5" });
  assert.throws(() => gd.audit(file, { maxrows: 5 }), { message: 'unknown option "maxrows"; expected layout, framing, password, key, skip, maxContent, maxRows, ignore' });
  for (const value of [5, null, {}, new Map()]) {
    for (const call of [() => document.set(value, 1), () => document.get(value), () => document.remove([value]), () => document.move("a", value), () => document.convert(value), () => gd.strToVar(value), () => gd.fromJson(value)]) {
      assert.throws(call, { name: "TypeError", message: /^(path|paths|target|layout|text): expected / });
    }
  }
  // What was open before works on.
  assert.deepEqual([document.get(), ...opened, ...decoder.feed(file)], [[1], [1], [1]]);
  // Bytes of any class.
  const key = Uint8Array.from({ length: 32 }, (_, index) => index);
  for (const bytes of [key.buffer, Buffer.from(key), new DataView(key.buffer)]) {
    assert.deepEqual([...gd.open(gd.encode(7, { key: bytes, header: bytes }), { key: bytes, skip: 32 })], [7]);
  }
});

test("values of JavaScript's classes get advice", () => {
  class Query extends Promise {}
  for (const promise of [Promise.resolve(1), Query.resolve(1)]) {
    assert.throws(() => gd.encode({ saves: [promise] }), { name: "EncodeError", path: "saves[0]", message: /is not a type of the engines; use await$/ });
  }
  assert.throws(() => gd.encode(new Set()), /use an array/);
});

test("a candidate is an option of open", () => {
  const file = Uint8Array.of(3, 0, 0, 0, ...gd.encode({ name: "Ada" }, { framed: true }));
  assert.throws(() => gd.open(file), (error) => {
    assert.deepEqual([...gd.open(file, error.candidates[0])], [{ name: "Ada" }]);
    return error instanceof gd.AmbiguousError;
  });
});

test("default returns the values of objects of other classes", () => {
  class Player {
    constructor(name) {
      this.name = name;
      this.born = new Date(7);
    }
  }
  const hook = (object) => (object instanceof Date ? object.getTime() : { ...object });
  const encoded = { players: [{ name: "Ada", born: 7 }] };
  const value = { players: [new Player("Ada")] };
  assert.deepEqual(gd.encode(value, { default: hook }), gd.encode(encoded));
  assert.deepEqual(gd.encodeAll([value], { default: hook }), gd.encodeAll([encoded]));
  assert.equal(gd.toJson(value, { default: hook }), gd.toJson(encoded));
  assert.equal(gd.varToStr(value, { default: hook }), gd.varToStr(encoded));
  const document = gd.Document.open(gd.encode({ players: [] }));
  document.set("", value, { default: hook });
  assert.deepEqual(document.get(), encoded);
  // Beside a large array.
  assert.deepEqual(gd.decode(gd.encode([new Player("Ada"), new Uint8Array(5000)], { default: hook }))[1].length, 5000);
  assert.throws(() => gd.encode(value), { name: "EncodeError", path: "players[0]", message: /Player is not a type of the engines.*`default`/ });
  assert.throws(() => gd.encode(value, { default: (object) => object }), { name: "EncodeError", message: /nesting depth/ });
  assert.throws(() => gd.encode(value, { default: () => undefined }), { name: "EncodeError", path: "players[0]", message: /`default` returned undefined/ });
  assert.throws(() => gd.encode({ name: undefined }), { name: "EncodeError", path: "name", message: /use null, or leave the value out/ });
  let deep = new gd.TypedArray([1, "two"], "int");
  for (let level = 0; level < 200; level++) deep = { field: deep };
  assert.throws(() => gd.encode(deep), (error) => error.path.length > 1000 && error.message.length < 400 && /^field\..*….*field\[1\]: expected int/.test(error.message));
  const itself = {};
  itself.parent = itself;
  assert.throws(() => gd.encode(itself), (error) => error.path.length > 1024 && error.message.length < 300 && /^parent\.parent.*….*parent: the nesting depth/.test(error.message));
  const error = new Error("of the caller");
  assert.throws(() => gd.encode(value, { default: () => { throw error; } }), error);
});

test("documents keep types", () => {
  const original = { speed: new gd.Float(7), at: new gd.Vector2(1, 2), ids: new gd.TypedArray([1], "int"), name: new gd.StringName("a") };
  const changed = { speed: new gd.Float(8), at: [1, 2], ids: [1], name: "a" };
  for (const form of [{}, { framed: true, compression: "zstd" }]) {
    const save = gd.Document.open(gd.encode(original, form));
    save.set("", { ...original, speed: 8 });
    assert.deepEqual(save.toBytes(), gd.encode({ ...original, speed: new gd.Float(8) }, form));
    assert.throws(() => save.set("", changed), (error) => {
      assert.ok(error instanceof gd.TypeChangeError);
      assert.equal(error.count, 3);
      const changes = error.changes.map(({ path, old, new: type }) => [path, old, type]);
      assert.deepEqual(changes, [["at", "Vector2", "Array"], ["ids", "Array[int]", "Array"], ["name", "StringName", "String"]]);
      return /3 types changed: at from Vector2 to Array.*`changeTypes: true`/.test(error.message);
    });
    assert.deepEqual(save.get("speed"), new gd.Float(8));
    save.set("speed", 9, { keepFloats: false, changeTypes: true });
    assert.equal(save.get("speed"), 9);
    save.set("", changed, { changeTypes: true });
    assert.deepEqual(save.get("at"), [1, 2]);
  }
  // A large array.
  const large = { numbers: new Int32Array(5000), name: "Ada" };
  const document = gd.Document.open(gd.encode(large));
  document.set("", large);
  assert.deepEqual(document.toBytes(), gd.encode(large));
  assert.throws(() => document.set("numbers", new Float32Array(5000)), { message: /numbers .*from PackedInt32Array to PackedFloat32Array/ });
});

test("messages name options as JavaScript writes them", () => {
  const object = gd.encode([new gd.FullObject("Node", { a: 1 })]);
  assert.throws(() => gd.decode(object), { name: "DecodeError", message: /`allowObjects: true` decodes it as data/ });
  assert.throws(() => [...gd.open(object)], /`allowObjects: true` decodes it as data/);
  const decoder = new gd.FrameDecoder({ maxLength: 8 });
  decoder.feed(Uint8Array.of(9, 0, 0, 0));
  assert.throws(() => decoder.next(), { name: "FrameError", message: /raise `maxLength`/ });
});

test("files can be paths", (context) => {
  const folder = mkdtempSync(join(tmpdir(), "gdvariant-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "save.dat");
  writeFileSync(path, gd.encodeAll([{ level: 3 }], { compression: "zstd" }));
  assert.deepEqual([...gd.open(path)], [{ level: 3 }]);
  assert.deepEqual([...gd.open(pathToFileURL(path))], [{ level: 3 }]);
  for (const source of [path, pathToFileURL(path)]) {
    assert.deepEqual(gd.Document.open(source).get(), { level: 3 });
    assert.equal(gd.unpack(source).layers.length, 1);
    assert.equal(gd.audit(source).values, 1);
    assert.equal(gd.detect(source)[0].layout, "godot4");
  }
  const { getBuiltinModule } = process;
  context.after(() => Object.assign(process, { getBuiltinModule }));
  process.getBuiltinModule = undefined; // as in a browser
  for (const reads of [gd.open, gd.Document.open, gd.unpack, gd.audit, gd.detect]) {
    assert.throws(() => reads(path), { name: "TypeError", message: /browsers do not open/ });
  }
  Object.assign(process, { getBuiltinModule });
  for (const reads of [gd.open, gd.Document.open, gd.unpack, gd.audit, gd.detect]) {
    assert.throws(() => reads(join(folder, "other.dat")), { code: "ENOENT" });
    assert.throws(() => reads(7), { name: "TypeError", message: "data: expected bytes, found 7" });
  }
  assert.throws(() => gd.decode(path), { name: "TypeError", message: /`open` opens the file at a path/ });
});
