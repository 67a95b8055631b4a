// Lets the npm package godot-binary-serialization take part.
import { answerLines, dictionary, load, named, number, parseComponent } from "./values.mjs";

// The library warns about input that it cannot decode, and returns null.
console.warn = () => {};
const { PacketPeer, math, misc } = load("godot-binary-serialization");
const [task, layout] = process.argv.slice(2);
if (!["decode", "verdicts", "encode"].includes(task) || layout !== "godot3") process.exit(64);

const xy = ({ x, y }) => [x, y];
const xyz = ({ x, y, z }) => [x, y, z];
const basis = ({ axisX, axisY, axisZ }) => named("", { x: xyz(axisX), y: xyz(axisY), z: xyz(axisZ) }).slice(4, -1);

function print(value) {
  if (value === null) return "null";
  if (value === undefined) throw new Error("undefined");
  if (typeof value === "number") return number(value);
  if (typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(print).join(",")}]`;
  if (value instanceof math.Vector2) return named("Vector2", xy(value));
  if (value instanceof math.Vector3) return named("Vector3", xyz(value));
  if (value instanceof math.Rect2) return named("Rect2", { position: xy(value.position), size: [value.size.w, value.size.h] });
  if (value instanceof math.AABB) return named("AABB", { position: xyz(value.position), size: xyz(value.size) });
  if (value instanceof math.Plane) return named("Plane", { normal: xyz(value.normal), d: value.distance });
  if (value instanceof math.Quat) return named("Quat", [...xyz(value.axis), value.angle]);
  if (value instanceof math.Basis) return `{"Basis":${basis(value)}}`;
  if (value instanceof math.Transform) return named("Transform", { basis: basis(value), origin: xyz(value.origin) });
  if (value instanceof math.Transform2D) return named("Transform2D", { x: xy(value.axisX), y: xy(value.axisY), origin: xy(value.origin) });
  if (value instanceof misc.Color) return named("Color", [value.r, value.g, value.b, value.a]);
  if (value instanceof misc.NodePath) return `{"NodePath":${JSON.stringify({ absolute: value._absolute, names: value._name, subnames: value._subname })}}`;
  return dictionary(value, print);
}

// Creates a value of a class from its components in the order of the class.
const from = (type) => (value) => type.from(Object.values(value).flat(Infinity).map(parseComponent));
const types = {
  float: parseComponent,
  Vector2: from(math.Vector2),
  Vector3: from(math.Vector3),
  Rect2: from(math.Rect2),
  AABB: from(math.AABB),
  Plane: from(math.Plane),
  Quat: from(math.Quat),
  Basis: from(math.Basis),
  Transform: ({ basis, origin }) => from(math.Transform)([...Object.values(basis), origin]),
  Transform2D: from(math.Transform2D),
  Color: from(misc.Color),
  NodePath: (value) => {
    const path = new misc.NodePath(typeof value === "string" ? value : "");
    if (typeof value !== "string") throw new Error("no such NodePath");
    return path;
  },
  Dictionary: (pairs) => Object.fromEntries(pairs.map(([key, item]) => [parse(key), parse(item)])),
};

function parse(json) {
  if (json === null || typeof json !== "object") return json;
  if (Array.isArray(json)) return json.map(parse);
  const [name, ...others] = Object.keys(json);
  if (!others.length && types[name]) return types[name](json[name]);
  if (!others.length && /^(Pool|RID|Object)/.test(name)) throw new Error(`no type for ${name}`);
  return Object.fromEntries(Object.entries(json).map(([key, item]) => [key, parse(item)]));
}

await answerLines((line) =>
  task === "encode" ? PacketPeer.put_var(parse(JSON.parse(line))).toString("hex") : print(PacketPeer.get_var(Buffer.from(line, "hex"))),
);
