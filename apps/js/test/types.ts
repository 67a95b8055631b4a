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
new gd.FullObject("Node", { save }).set("save", save).get("save");
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
initSync(wasm);
initSync(bytes);
// @ts-expect-error: `init` does not know where the module is.
init();

// What `encode` accepts: interfaces, type aliases, optional fields and readonly arrays, within each other.
interface Player { readonly name: string; at: Vector2; team?: Team; friends: readonly Player[]; scores: Map<string, Player>; id: bigint | null }
type Team = { color: "red" | "blue"; size?: number; leader?: Player };
type Message = { kind: "chat"; name: string; message: string } | { kind: "join"; player: Player };
enum Mode { Easy, Hard }
declare const player: Player;
declare const team: Team;
declare const message: Message;
declare const anything: any;
declare const variant: Variant;
encode(player);
encode([player, team, message, Mode.Hard]);
encode({ player, list: [{ team }], map: new Map([[Mode.Easy, player]]), typed: new gd.TypedDictionary({ a: player }), array: new gd.TypedArray([player]) });
encode(anything);
encode({ anything, variant });
encode(variant);
encode([1, "a", [null, true]] as const);
encode(decode<Player>(bytes));
encode([new Int8Array(1), new Uint8ClampedArray(1), new BigUint64Array(1), new ArrayBuffer(1), new SharedArrayBuffer(1), new DataView(new ArrayBuffer(1))]);
encode([gd.Basis.IDENTITY, new gd.RID(7), new gd.NodePath("a"), new gd.ObjectId(7), new gd.Pairs([[1, player]]), new gd.PackedStringArray("a"), points]);
gd.encodeAll([player, 1]);
gd.encodeAll(new Set([player]));
gd.toJson(player);
gd.varToStr(team);
const encodable: gd.Encodable<Player> = player;
const encodeAs = <T,>(data: T) => encode(data as Variant);
{
  const document = gd.Document.open("save.dat");
  document.set("player", player);
  document.insert("players[0]", player, { value: 1 });
  document.rename("player", new gd.StringName("hero"));
}
console.log(encodable, encodeAs(1));

// Values within readonly types.
type Fixed<T> = { readonly [K in keyof T]: Fixed<T[K]> };
declare const fixed: Fixed<{ at: Vector2; ids: gd.ObjectId; name: gd.StringName; scores: number[] }>;
encode(fixed);

// The option `default` takes the rest.
class Ship { launched = new Date(); sink() {} }
const hook = (object: any) => (object instanceof Date ? object.getTime() : { ...object });
encode(new Ship(), { default: hook });
encode([new Ship(), new Set([1])], { default: (object) => [...object], framed: true });
gd.encodeAll([new Ship()], { default: hook });
gd.toJson(new Ship(), { default: hook, indent: 2 });
gd.varToStr(new Ship(), { default: hook });
gd.Document.open(bytes).set("", new Ship(), { default: hook, create: true });

// What `encode` rejects.
declare const pending: Promise<Player>;
declare const perhaps: number | undefined;
interface Birth { name: string; on: { date: Date | null } }
declare const birth: Birth;
// @ts-expect-error: a symbol is not a value.
encode(Symbol("s"));
// @ts-expect-error: undefined is not a value.
encode(undefined);
// @ts-expect-error: use a number or a string.
encode(new Date());
// @ts-expect-error: use an array.
encode(new Set([1]));
// @ts-expect-error: a regular expression is not a value.
encode(/x/);
// @ts-expect-error: a function is not a value.
encode(() => 1);
// @ts-expect-error: a class is not a value.
encode(Ship);
// @ts-expect-error: a promise needs await.
encode(pending);
// @ts-expect-error: a generator is not a value.
encode((function* () {})());
// @ts-expect-error: a field is undefined.
encode({ a: undefined });
// @ts-expect-error: a field can be undefined.
encode({ a: perhaps });
// @ts-expect-error: an element can be undefined.
encode([1, perhaps]);
// @ts-expect-error: a class with methods is not plain data.
encode(new Ship());
// @ts-expect-error: a class with methods is not plain data.
encode({ ships: [new Ship()] });
// @ts-expect-error: an interface has a Date.
encode(birth);
// @ts-expect-error: an interface has a Date.
encode([[birth]]);
// @ts-expect-error: the values of a Map are Dates.
encode(new Map([["a", new Date()]]));
// @ts-expect-error: an unknown value can be anything.
encode(anything as unknown);
// @ts-expect-error: an unknown value can be anything.
encode(anything as Record<string, unknown>);
// @ts-expect-error: an unknown value can be anything.
encode(anything as Map<string, unknown>);
// @ts-expect-error: an unknown value can be anything.
encode([anything as unknown]);
declare const unknown: gd.Encodable<unknown>;
const reason: string = unknown;
encode(anything as unknown as Variant);
// An object with the fields of a class is not an instance of it.
// @ts-expect-error: ObjectId has the field id.
encode({ id: 7, save: pending });
// @ts-expect-error: ObjectId has the field id.
encode({ id: 7n, save: pending });
// @ts-expect-error: RID has the field id.
encode([{ id: 7, born: new Date() }]);
// @ts-expect-error: Vector2 has the fields x and y.
encode({ x: 1, y: 2, save: pending });
// @ts-expect-error: Signal has the fields name and id.
encode({ name: "pressed", id: 7, save: pending });
// @ts-expect-error: Class has the field name, and Script the field path.
encode({ name: "a", path: "b", save: pending });
// @ts-expect-error: NodePath has these fields.
encode({ names: ["a"], subnames: ["b"], absolute: true, toJSON: () => "a", save: pending });
// @ts-expect-error: FullObject has these fields.
encode({ className: "a", properties: [], get: () => 1, set() { return this; }, save: pending });
// @ts-expect-error: Pairs has these fields.
encode({ entries: [], key: null, value: null, size: 0, toJSON: () => [], [Symbol.iterator]: () => [].values(), save: pending });
// @ts-expect-error: Float has these fields.
encode(Object.assign(Object(7) as Number, { bits: 7n, equals: () => true, save: pending }));
// @ts-expect-error: StringName has these fields.
encode(Object.assign(Object("a") as String, { toJSON: () => "a", equals: () => true, save: pending }));
// @ts-expect-error: all classes with named fields have these methods.
encode({ [Symbol.iterator]: () => [].values(), equals: () => true, toString: () => "a", save: pending });
// @ts-expect-error: packed arrays have these fields.
encode({ components: new Int32Array(), length: 0, at: () => undefined, set() {}, toJSON: () => [], [Symbol.iterator]: () => [].values(), save: pending });
// @ts-expect-error: the fields of an id, without the class.
encode({ ...new gd.ObjectId(7), save: pending });
// @ts-expect-error: an object is not a class.
new gd.TypedArray([], { name: "Node" });
// @ts-expect-error: a Date is not a value.
gd.encodeAll([new Date()]);
// @ts-expect-error: a Date is not a value.
gd.toJson({ date: new Date() }, { plain: true });
// @ts-expect-error: a Date is not a value.
gd.Document.open(bytes).set("date", new Date(), { create: true });
// @ts-expect-error: the name of an option is misspelled.
encode(player, { pasword: "secret" });
// @ts-expect-error: there is no such layout.
encode(player, { layout: "godot5" });
// @ts-expect-error: a Variant has no Date.
const dated: Variant = { date: new Date() };
console.log(dated, reason);

// Arrays with a declared type keep it.
const ints2: gd.TypedArray<number> = typed.slice(1).filter((number) => number > 1).concat([3]).map((number) => number + 1);
const element: gd.ElementType = ints2.splice(0, 1).element;
const sorted: gd.TypedArray<number> = ints2.toSorted((a, b) => a - b).toReversed().with(0, 1).toSpliced(0, 1, 2);
console.log(element, sorted);
// @ts-expect-error: values have no operators.
console.log(corner + corner);
// @ts-expect-error: a Vector2 has two fields.
new Vector2(1, 2, 3);
// Files are bytes or paths.
console.log(gd.unpack("save.dat").content, gd.audit(new URL("file:///save.dat")).rows, gd.detect("save.dat"), gd.inspect(bytes).rows[0]?.meaning);

// @ts-expect-error: there is no such compression.
encode(1, { compression: "brotli" });
// @ts-expect-error: the components are integers.
new gd.PoolVector2iArray(new Float32Array(2));
// @ts-expect-error: a color has numbers.
new gd.Color("red");
// @ts-expect-error: a vector has no third component.
new Vector2(1, 2).z;
