// A program in TypeScript, which the compiler checks with all declarations of the package.

import * as gd from "gdvariant";
import { type Candidate, type Variant, DecodeError, Vector2, decode, encode, frames, open } from "gdvariant";
import { type Source, init, initSync, decode as decodeLater } from "gdvariant/init";
import wasm from "gdvariant/gdvariant.wasm";

const value: Variant = { name: "Ada", position: new Vector2(1, 2), list: [1, 2n, null, new gd.Float(7)], map: new Map([[1, "a"]]) };
const bytes: Uint8Array = encode(value, { layout: "godot4", framed: true, compression: "zstd" });
const { layout, confidence }: gd.Values = open(bytes, { password: "secret" });
{
  using opened = open(bytes, { skip: 4 });
  using document = gd.Document.open(bytes, { framing: opened.framing });
  const notes: string[] = document.set("name", "Eve", { value: 0, default: () => null });
  using decoder = new gd.FrameDecoder();
  encode(value, { header: document.toBytes(), bigEndian: decoder.next().done, framed: notes.length > 0 });
  const losses: gd.Loss[] = document.convert("godot3", { lossy: true });
  console.log(losses, document.get<Save>("saves[0]", { exact: false }).health);
}
for (const item of open(bytes.buffer as ArrayBuffer)) console.log(item, layout, confidence.toFixed());

const rect = new gd.Rect2([0, 1], new Set([3, 4]));
const corner: Vector2 = rect.position;
corner.x += 1;
const transform = new gd.Transform3D(gd.Basis.IDENTITY, [1, 2, 3]);
const quat: gd.Quat = new gd.Quaternion();
const points = new gd.PackedVector3Array([[1, 2, 3]]);
const y: number | undefined = points.at(0)?.y;
const ints: gd.PackedInt32Array = gd.PackedInt32Array.of(1, 2);
const typed = new gd.TypedArray<number>([1, 2], "int");
const first: number = typed[0] + Number(decode(bytes, { exact: false }));

async function serve(stream: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const message of frames(stream, { maxLength: 1024 })) console.log(message);
}

try {
  const candidates: Candidate[] = gd.detect(bytes);
  console.log(candidates, transform, quat, y, ints, first, serve);
} catch (error) {
  if (error instanceof DecodeError) console.log(error.offset + 1, error.path);
}

interface Save { name: string; health: number }
const save: Save = { name: "Ada", health: 7 };
encode(save);
gd.encodeAll([save, 1], { layout: open(bytes).layout, password: "secret" });
// Interfaces are values, also within other values.
const saves: Variant = { list: [save], map: new Map([["a", save]]), typed: new gd.TypedDictionary({ a: save }) };
new gd.FullObject("Node", { save, saves });
const health: number = decode<Save>(bytes).health + [...open<Save>("save.dat")][0]!.health;
const messages: AsyncGenerator<Save, void, undefined> = frames<Save>([bytes]);
const again: Save = gd.fromJson<Save>(gd.toJson(save, { plain: true, indent: 2 }), { exact: false });

// An option that is undefined has its default, also with `exactOptionalPropertyTypes`.
const maxLength: number | undefined = undefined;
new gd.FrameDecoder<Save>({ maxLength, layout: undefined }).next().value?.name;
gd.Document.open("save.dat").set("", again, { create: undefined });
encode(again, { default: (object) => ({ ...object }), password: undefined });

// The components have the type of the array.
const floats: Float32Array | Float64Array = new gd.PackedColorArray([[1, 0, 0, 1]]).components;
const integers: Int32Array = new gd.PoolVector2iArray([[1, 2]]).components;
const dictionary = new gd.Dictionary<gd.StringName, number>([[new gd.StringName("a"), 1]]);
console.log(messages, health, floats, integers, dictionary.toJSON(), new gd.Float(7).equals(7), new gd.StringName("a").equals("a"));
try {
  open(bytes);
} catch (error) {
  if (error instanceof gd.TypeChangeError) console.log(error.changes.map((change: gd.TypeChange) => change.new));
  if (error instanceof gd.AmbiguousError) open(bytes, { ...error.candidates[0], password: "secret" }).layout;
}

const { content, layers } = gd.unpack(bytes, { password: "secret" });
const packed: Uint8Array = gd.pack(content, { password: layers[0] });
gd.pack(packed, { compression: "size64-zstd" });

const found: gd.Audit = gd.audit(bytes, { maxContent: 1 << 20, ignore: ["nan"] });
const refused: boolean = found.notExamined !== null || found.highest === "error";
console.log(refused, found.rows.map((row: gd.AuditRow) => `${row.line ?? 0}: ${row.id}`));

const source: Source | Promise<Source> = fetch("/gdvariant.wasm");
init(source).then(() => decodeLater(bytes));
init(wasm);
initSync(bytes);
// @ts-expect-error: `init` does not know where the module is.
init();

// @ts-expect-error: a symbol is not a value.
encode(Symbol("s"));
// @ts-expect-error: there is no such compression.
encode(1, { compression: "brotli" });
// @ts-expect-error: the components are integers.
new gd.PoolVector2iArray(new Float32Array(2));
// @ts-expect-error: a color has numbers.
new gd.Color("red");
// @ts-expect-error: a vector has no third component.
new Vector2(1, 2).z;
