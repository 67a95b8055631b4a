// Lets @gd-com/utils take part.
import { answerLines, bytes, component, components, dictionary, load, named, number, parseComponent } from "./values.mjs";

const gd = load("@gd-com/utils");
const [task, layout] = process.argv.slice(2);
if (!["decode", "verdicts", "encode"].includes(task)) process.exit(64);

const isNew = layout === "godot4";
const names = isNew ? { quat: "Quaternion", transform: "Transform3D", bytes: "PackedByteArray" } : { quat: "Quat", transform: "Transform", bytes: "PoolByteArray" };
const xy = ({ x, y }) => [x, y];
const xyz = ({ x, y, z }) => [x, y, z];

function print(value) {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number") return number(value);
  if (typeof value !== "object") return JSON.stringify(value);
  if (value.constructor.name === "Long") return value.toString();
  if (Buffer.isBuffer(value)) return bytes(names.bytes, value);
  if (Array.isArray(value)) return `[${value.map(print).join(",")}]`;
  if (value instanceof gd.GodotVector2) return named("Vector2", xy(value));
  if (value instanceof gd.GodotVector3) return named("Vector3", xyz(value));
  if (value instanceof gd.GodotRect2) return named("Rect2", { position: xy(value.coordinate), size: xy(value.size) });
  if (value instanceof gd.GodotAabb) return named("AABB", { position: xyz(value.coordinate), size: xyz(value.size) });
  if (value instanceof gd.GodotPlane) return named("Plane", { normal: xyz(value), d: value.distance });
  if (value instanceof gd.GodotQuat) return named(names.quat, [value.x, value.y, value.z, value.w]);
  if (value instanceof gd.GodotColor) return named("Color", [value.r, value.g, value.b, value.a]);
  if (value instanceof gd.GodotTransform2D) return named("Transform2D", { x: xy(value.x), y: xy(value.y), origin: xy(value.origin) });
  const basis = (columns) => `{"x":${components(xyz(columns.x))},"y":${components(xyz(columns.y))},"z":${components(xyz(columns.z))}}`;
  if (value instanceof gd.GodotBasis) return `{"Basis":${basis(value)}}`;
  if (value instanceof gd.GodotTransform) return `{"${names.transform}":{"basis":${basis(value)},"origin":${components(xyz(value.origin))}}}`;
  return dictionary(value, print);
}

const vector2 = (list) => new gd.GodotVector2(...list.map(parseComponent));
const vector3 = (list) => new gd.GodotVector3(...list.map(parseComponent));
const types = {
  float: (value) => [parseComponent(value), gd.TYPE.FLOAT],
  Vector2: (value) => [vector2(value), gd.TYPE.VECTOR2],
  Vector3: (value) => [vector3(value), gd.TYPE.VECTOR3],
  Rect2: ({ position, size }) => [new gd.GodotRect2(vector2(position), vector2(size)), gd.TYPE.RECT2],
  AABB: ({ position, size }) => [new gd.GodotAabb(vector3(position), vector3(size)), gd.TYPE.AABB],
  Plane: ({ normal, d }) => [new gd.GodotPlane(...normal.map(parseComponent), parseComponent(d)), gd.TYPE.PLANE],
  [names.quat]: (value) => [new gd.GodotQuat(...value.map(parseComponent)), gd.TYPE.QUAT],
  Color: (value) => [new gd.GodotColor(...value.map(parseComponent)), gd.TYPE.COLOR],
  [names.bytes]: (value) => [Buffer.from(value, "base64"), gd.TYPE.RAW_ARRAY],
};

// Returns a value and its type; only the type of the whole value can be passed to the library.
function parse(json, text) {
  if (typeof json === "number") return [json, /^-?\d+$/.test(text) ? gd.TYPE.INTEGER : gd.TYPE.FLOAT];
  if (json === null || typeof json !== "object") return [json];
  if (Array.isArray(json)) return [json.map((item) => parse(item, "0")[0])];
  const [name, ...others] = Object.keys(json);
  if (!others.length && types[name]) return types[name](json[name]);
  if (!others.length && name === "Dictionary") return [Object.fromEntries(json[name].map(([key, item]) => [parse(key, "0")[0], parse(item, "0")[0]]))];
  if (!others.length && /^[A-Z]/.test(name) && (Array.isArray(json[name]) || typeof json[name] !== "number")) throw new Error(`no type for ${name}`);
  return [Object.fromEntries(Object.entries(json).map(([key, item]) => [key, parse(item, "0")[0]]))];
}

await answerLines((line) =>
  task === "encode" ? gd.putVar(...parse(JSON.parse(line), line)).toString("hex") : print(gd.getVar(Buffer.from(line, "hex")).value),
);
