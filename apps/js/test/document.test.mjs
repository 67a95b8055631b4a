// Files that are changed by path.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import * as gd from "gdvariant";

const SAVE = { gold: 1.5, name: "Ada", items: [{ id: 1 }, { id: 2 }], at: new gd.Vector2(1, 2) };
const bytes = (text) => new TextEncoder().encode(text);

test("a changed file is the encoding of the changed value", () => {
  const key = Uint8Array.from({ length: 32 }, (_, index) => index);
  const header = bytes("v1");
  const changed = { gold: new gd.Float(100), nick: "Ada", items: [7, { id: 1, new: 1 }], copy: new gd.Vector2(1, 2) };
  const forms = [
    {}, { framed: true }, { framed: true, bigEndian: true }, { compression: "fastlz" }, { layout: "godot3", key },
    { framed: true, compression: "zstd", password: "secret" }, { header, compression: "size64-gzip" }, { framed: true, header, compression: "zstd" },
  ];
  for (const form of forms) {
    const secret = { password: form.password, key: form.key, skip: form.header?.length };
    const save = gd.Document.open(gd.encode(SAVE, form), secret);
    assert.deepEqual([save.layout, save.length, save.get(), save.get("name")], [form.layout ?? "godot4", 1, SAVE, "Ada"]);
    const { layers } = save;
    save.set("gold", 100);
    save.set("items[0].new", 1, { create: true });
    save.insert("items[0]", 7);
    save.remove(["items[2]"]);
    save.reorder("items[0]", 1);
    save.move("items[1]", "moved");
    save.insert("items[0]", 8);
    save.copy("moved", "items[0]", { replace: true });
    save.remove("moved");
    save.rename("name", "nick");
    save.copy("at", "copy");
    save.remove("at");
    assert.deepEqual(save.get(), changed);
    const file = save.toBytes();
    if (form.password ?? form.key) assert.equal(file.length, gd.encode(changed, form).length); // random bytes differ
    else assert.deepEqual(file, gd.encode(changed, form));
    const again = gd.Document.open(file, secret);
    assert.deepEqual([again.get(), again.layers], [changed, layers]);
  }
});

test("text keeps all other bytes", (context) => {
  for (const [before, path, value, after] of [
    ['[player]\n\nname="Ada" ; of Godot\ngold=7.0\n', "player.gold", 8, '[player]\n\nname="Ada" ; of Godot\ngold=8.0\n'],
    ['{ "a" : 1.0,\n  "b":[1,2] }', "b[1]", 3, '{ "a" : 1.0,\n  "b":[1,3] }'],
    ['{"at": Vector2(1, 2), "x": &"y"}', "at", new gd.Vector2(3, 4), '{"at": Vector2(3, 4), "x": &"y"}'],
  ]) {
    for (const form of [undefined, { compression: "gzip" }, { password: "secret" }]) {
      const save = gd.Document.open(form ? gd.pack(bytes(before), form) : bytes(before), { password: form?.password });
      assert.deepEqual(save.set(path, value), []);
      const { content } = gd.unpack(save.toBytes(), { password: form?.password });
      assert.equal(new TextDecoder().decode(content), after);
    }
  }
  const folder = mkdtempSync(join(tmpdir(), "gdvariant-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "save.json");
  writeFileSync(path, "[1]");
  assert.deepEqual(gd.Document.open(path).get("[0]"), 1);
});

test("values of a file are changed one by one and converted", () => {
  const save = gd.Document.open(gd.encodeAll([1, SAVE], { layout: "godot3", password: "secret" }), { password: "secret" });
  save.set("gold", 3, { value: 1 });
  assert.deepEqual(save.convert("godot4"), []);
  assert.deepEqual(save.layers, ["an encrypted file of Godot 4"]);
  const opened = gd.open(save.toBytes(), { password: "secret" });
  assert.deepEqual([opened.layout, ...opened], ["godot4", 1, { ...SAVE, gold: new gd.Float(3) }]);
  const lossy = gd.Document.open(gd.encode({ cell: new gd.Vector2i(1, 2) }));
  assert.throws(() => lossy.convert("godot3"), { name: "ConvertError", path: "cell" });
  assert.deepEqual(lossy.convert("godot3", { lossy: true }), [{ path: "cell", description: "Vector2i became Vector2" }]);
});

test("errors have the path and leave the document", () => {
  const save = gd.Document.open(gd.encode(SAVE));
  for (const [change, path, message] of [
    [() => save.get("glod"), "glod", /did you mean gold/],
    [() => save.set("glod", 1), "glod", /did you mean gold/],
    [() => save.set("at.x", "a"), "at.x", /cannot replace the component/],
    [() => save.get("items["), "items[", /expected/],
    [() => save.get("", { value: 1 }), "", /the file has 1/],
    [() => save.remove(["gold", "nothing"]), "", /no value at nothing/],
    [() => save.move("gold", "name"), "gold", /already has a value/],
  ]) {
    assert.throws(change, (error) => error instanceof gd.PathError && error.path === path && message.test(error.message));
  }
  assert.throws(() => save.set("gold", () => 1), { name: "EncodeError" });
  assert.throws(() => save.set("gold", 1, { craete: true }), { name: "TypeError", message: 'unknown option "craete"; expected default, value, create, keepFloats, changeTypes' });
  assert.throws(() => save.get(7), TypeError);
  assert.throws(() => gd.Document.open(gd.encode("Ada")).set("", { a: 1 }, { changeTypes: true }), gd.AmbiguousError);
  assert.throws(() => gd.Document.open(bytes("GIF89a")), gd.FileError);
  assert.deepEqual(save.toBytes(), gd.encode(SAVE));
});

test("notes are returned, and a freed document is an error", () => {
  const content = gd.encode({ a: "b" });
  const save = gd.Document.open(gd.encode({ size: content.length, data: content }));
  assert.match(save.set("data.<bytes>.a", "longer")[0], /size is 32, the length of/);
  if (Symbol.dispose === undefined) return;
  save[Symbol.dispose]();
  assert.throws(() => save.layout, { name: "TypeError", message: /open the file again/ });
});
