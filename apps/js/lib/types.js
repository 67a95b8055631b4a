// The value types of the engines, generated from the schema by `cargo xtask pages`.

import { NUMBERS, Record, STRUCT, Strings, Struct, Vectors, checkFields, defineConstants, isId } from "./base.js";

/** A point or a direction in the plane. */
export class Vector2 extends Struct {
  constructor(x = 0, y = 0, surplus) {
    super(surplus);
    this.x = x;
    this.y = y;
    if (typeof x !== "number" || typeof y !== "number") checkFields(this);
  }
}
defineConstants(Vector2, {
  ZERO: [0, 0],
  ONE: [1, 1],
  INF: [Infinity, Infinity],
  LEFT: [-1, 0],
  RIGHT: [1, 0],
  UP: [0, -1],
  DOWN: [0, 1],
});

/** A point or a direction in the plane, with integer coordinates. */
export class Vector2i extends Struct {
  constructor(x = 0, y = 0, surplus) {
    super(surplus);
    this.x = x;
    this.y = y;
    if (typeof x !== "number" || typeof y !== "number") checkFields(this);
  }
}
defineConstants(Vector2i, {
  ZERO: [0, 0],
  ONE: [1, 1],
  LEFT: [-1, 0],
  RIGHT: [1, 0],
  UP: [0, -1],
  DOWN: [0, 1],
  MIN: [-2147483648, -2147483648],
  MAX: [2147483647, 2147483647],
});

/** A point or a direction in space. */
export class Vector3 extends Struct {
  constructor(x = 0, y = 0, z = 0, surplus) {
    super(surplus);
    this.x = x;
    this.y = y;
    this.z = z;
    if (typeof x !== "number" || typeof y !== "number" || typeof z !== "number") checkFields(this);
  }
}
defineConstants(Vector3, {
  ZERO: [0, 0, 0],
  ONE: [1, 1, 1],
  INF: [Infinity, Infinity, Infinity],
  LEFT: [-1, 0, 0],
  RIGHT: [1, 0, 0],
  UP: [0, 1, 0],
  DOWN: [0, -1, 0],
  FORWARD: [0, 0, -1],
  BACK: [0, 0, 1],
  MODEL_LEFT: [1, 0, 0],
  MODEL_RIGHT: [-1, 0, 0],
  MODEL_TOP: [0, 1, 0],
  MODEL_BOTTOM: [0, -1, 0],
  MODEL_FRONT: [0, 0, 1],
  MODEL_REAR: [0, 0, -1],
});

/** A point or a direction in space, with integer coordinates. */
export class Vector3i extends Struct {
  constructor(x = 0, y = 0, z = 0, surplus) {
    super(surplus);
    this.x = x;
    this.y = y;
    this.z = z;
    if (typeof x !== "number" || typeof y !== "number" || typeof z !== "number") checkFields(this);
  }
}
defineConstants(Vector3i, {
  ZERO: [0, 0, 0],
  ONE: [1, 1, 1],
  LEFT: [-1, 0, 0],
  RIGHT: [1, 0, 0],
  UP: [0, 1, 0],
  DOWN: [0, -1, 0],
  FORWARD: [0, 0, -1],
  BACK: [0, 0, 1],
  MIN: [-2147483648, -2147483648, -2147483648],
  MAX: [2147483647, 2147483647, 2147483647],
});

/** A vector of four components. */
export class Vector4 extends Struct {
  constructor(x = 0, y = 0, z = 0, w = 0, surplus) {
    super(surplus);
    this.x = x;
    this.y = y;
    this.z = z;
    this.w = w;
    if (typeof x !== "number" || typeof y !== "number" || typeof z !== "number" || typeof w !== "number") checkFields(this);
  }
}
defineConstants(Vector4, {
  ZERO: [0, 0, 0, 0],
  ONE: [1, 1, 1, 1],
  INF: [Infinity, Infinity, Infinity, Infinity],
});

/** A vector of four integer components. */
export class Vector4i extends Struct {
  constructor(x = 0, y = 0, z = 0, w = 0, surplus) {
    super(surplus);
    this.x = x;
    this.y = y;
    this.z = z;
    this.w = w;
    if (typeof x !== "number" || typeof y !== "number" || typeof z !== "number" || typeof w !== "number") checkFields(this);
  }
}
defineConstants(Vector4i, {
  ZERO: [0, 0, 0, 0],
  ONE: [1, 1, 1, 1],
  MIN: [-2147483648, -2147483648, -2147483648, -2147483648],
  MAX: [2147483647, 2147483647, 2147483647, 2147483647],
});

/** A rotation in space, as a quaternion. */
export class Quaternion extends Struct {
  constructor(x = 0, y = 0, z = 0, w = 1, surplus) {
    super(surplus);
    this.x = x;
    this.y = y;
    this.z = z;
    this.w = w;
    if (typeof x !== "number" || typeof y !== "number" || typeof z !== "number" || typeof w !== "number") checkFields(this);
  }
}
defineConstants(Quaternion, {
  IDENTITY: [0, 0, 0, 1],
});

/** The name of Quaternion in other engines. */
export { Quaternion as Quat };

/** A color; engines do not limit its components. */
export class Color extends Struct {
  constructor(r = 0, g = 0, b = 0, a = 1, surplus) {
    super(surplus);
    this.r = r;
    this.g = g;
    this.b = b;
    this.a = a;
    if (typeof r !== "number" || typeof g !== "number" || typeof b !== "number" || typeof a !== "number") checkFields(this);
  }
}

/** The id of a resource of the running engine. */
export class RID extends Record {
  constructor(id = 0, surplus) {
    super(surplus);
    this.id = id;
    if (!isId(id)) checkFields(this, ["id"]);
  }
}

/** A method of an object; nothing is encoded, so every Callable is decoded as an empty one. */
export class Callable extends Record {
  constructor(surplus) {
    super(surplus);
  }
}

/** A signal of an object. */
export class Signal extends Record {
  constructor(name = "", id = 0, surplus) {
    super(surplus);
    this.name = name;
    this.id = id;
    if (typeof name !== "string" || !isId(id)) checkFields(this, ["string", "id"]);
  }
}

/** An axis-aligned rectangle in the plane. */
export class Rect2 extends Struct {
  constructor(position = new Vector2(), size = new Vector2(), surplus) {
    super(surplus);
    this.position = Vector2.of(position);
    this.size = Vector2.of(size);
  }
}

/** An axis-aligned rectangle in the plane, with integer coordinates. */
export class Rect2i extends Struct {
  constructor(position = new Vector2i(), size = new Vector2i(), surplus) {
    super(surplus);
    this.position = Vector2i.of(position);
    this.size = Vector2i.of(size);
  }
}

/** A plane in space: the points p where normal . p = d. */
export class Plane extends Struct {
  constructor(normal = new Vector3(), d = 0, surplus) {
    super(surplus);
    this.normal = Vector3.of(normal);
    this.d = d;
    if (typeof d !== "number") checkFields(this, [undefined, "number"]);
  }
}
defineConstants(Plane, {
  PLANE_YZ: [[1, 0, 0], 0],
  PLANE_XZ: [[0, 1, 0], 0],
  PLANE_XY: [[0, 0, 1], 0],
});

/** An axis-aligned box in space. */
export class AABB extends Struct {
  constructor(position = new Vector3(), size = new Vector3(), surplus) {
    super(surplus);
    this.position = Vector3.of(position);
    this.size = Vector3.of(size);
  }
}

/** A rotation and scale in space: three column vectors, the axes, encoded row by row. */
export class Basis extends Struct {
  constructor(x = new Vector3(1, 0, 0), y = new Vector3(0, 1, 0), z = new Vector3(0, 0, 1), surplus) {
    super(surplus);
    this.x = Vector3.of(x);
    this.y = Vector3.of(y);
    this.z = Vector3.of(z);
  }
}
defineConstants(Basis, {
  IDENTITY: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  FLIP_X: [[-1, 0, 0], [0, 1, 0], [0, 0, 1]],
  FLIP_Y: [[1, 0, 0], [0, -1, 0], [0, 0, 1]],
  FLIP_Z: [[1, 0, 0], [0, 1, 0], [0, 0, -1]],
});

/** A rotation, scale and position in the plane, encoded column by column. */
export class Transform2D extends Struct {
  constructor(x = new Vector2(1, 0), y = new Vector2(0, 1), origin = new Vector2(), surplus) {
    super(surplus);
    this.x = Vector2.of(x);
    this.y = Vector2.of(y);
    this.origin = Vector2.of(origin);
  }
}
defineConstants(Transform2D, {
  IDENTITY: [[1, 0], [0, 1], [0, 0]],
  FLIP_X: [[-1, 0], [0, 1], [0, 0]],
  FLIP_Y: [[1, 0], [0, -1], [0, 0]],
});

/** A projection of space, as a matrix of four columns. */
export class Projection extends Struct {
  constructor(x = new Vector4(1, 0, 0, 0), y = new Vector4(0, 1, 0, 0), z = new Vector4(0, 0, 1, 0), w = new Vector4(0, 0, 0, 1), surplus) {
    super(surplus);
    this.x = Vector4.of(x);
    this.y = Vector4.of(y);
    this.z = Vector4.of(z);
    this.w = Vector4.of(w);
  }
}
defineConstants(Projection, {
  IDENTITY: [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
  ZERO: [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
});

/** A rotation, scale and position in space. */
export class Transform3D extends Struct {
  constructor(basis = new Basis(), origin = new Vector3(), surplus) {
    super(surplus);
    this.basis = Basis.of(basis);
    this.origin = Vector3.of(origin);
  }
}
defineConstants(Transform3D, {
  IDENTITY: [[[1, 0, 0], [0, 1, 0], [0, 0, 1]], [0, 0, 0]],
  FLIP_X: [[[-1, 0, 0], [0, 1, 0], [0, 0, 1]], [0, 0, 0]],
  FLIP_Y: [[[1, 0, 0], [0, -1, 0], [0, 0, 1]], [0, 0, 0]],
  FLIP_Z: [[[1, 0, 0], [0, 1, 0], [0, 0, -1]], [0, 0, 0]],
});

/** The name of Transform3D in other engines. */
export { Transform3D as Transform };

/** For each kind with named fields the class, the number of components, and functions that create a value from its components and that list them. */
export const STRUCTS = {
  Vector2: [Vector2, 2, (c) => new Vector2(c[0], c[1]), (v) => [v.x, v.y]],
  Vector2i: [Vector2i, 2, (c) => new Vector2i(c[0], c[1]), (v) => [v.x, v.y]],
  Vector3: [Vector3, 3, (c) => new Vector3(c[0], c[1], c[2]), (v) => [v.x, v.y, v.z]],
  Vector3i: [Vector3i, 3, (c) => new Vector3i(c[0], c[1], c[2]), (v) => [v.x, v.y, v.z]],
  Vector4: [Vector4, 4, (c) => new Vector4(c[0], c[1], c[2], c[3]), (v) => [v.x, v.y, v.z, v.w]],
  Vector4i: [Vector4i, 4, (c) => new Vector4i(c[0], c[1], c[2], c[3]), (v) => [v.x, v.y, v.z, v.w]],
  Quaternion: [Quaternion, 4, (c) => new Quaternion(c[0], c[1], c[2], c[3]), (v) => [v.x, v.y, v.z, v.w]],
  Color: [Color, 4, (c) => new Color(c[0], c[1], c[2], c[3]), (v) => [v.r, v.g, v.b, v.a]],
  Rid: [RID, 1, (c) => new RID(c[0]), (v) => [v.id]],
  Callable: [Callable, 0, (c) => new Callable(), (v) => []],
  Signal: [Signal, 2, (c) => new Signal(c[0], c[1]), (v) => [v.name, v.id]],
  Rect2: [Rect2, 4, (c) => new Rect2(new Vector2(c[0], c[1]), new Vector2(c[2], c[3])), (v) => [v.position.x, v.position.y, v.size.x, v.size.y]],
  Rect2i: [Rect2i, 4, (c) => new Rect2i(new Vector2i(c[0], c[1]), new Vector2i(c[2], c[3])), (v) => [v.position.x, v.position.y, v.size.x, v.size.y]],
  Plane: [Plane, 4, (c) => new Plane(new Vector3(c[0], c[1], c[2]), c[3]), (v) => [v.normal.x, v.normal.y, v.normal.z, v.d]],
  Aabb: [AABB, 6, (c) => new AABB(new Vector3(c[0], c[1], c[2]), new Vector3(c[3], c[4], c[5])), (v) => [v.position.x, v.position.y, v.position.z, v.size.x, v.size.y, v.size.z]],
  Basis: [Basis, 9, (c) => new Basis(new Vector3(c[0], c[3], c[6]), new Vector3(c[1], c[4], c[7]), new Vector3(c[2], c[5], c[8])), (v) => [v.x.x, v.y.x, v.z.x, v.x.y, v.y.y, v.z.y, v.x.z, v.y.z, v.z.z]],
  Transform2D: [Transform2D, 6, (c) => new Transform2D(new Vector2(c[0], c[1]), new Vector2(c[2], c[3]), new Vector2(c[4], c[5])), (v) => [v.x.x, v.x.y, v.y.x, v.y.y, v.origin.x, v.origin.y]],
  Projection: [Projection, 16, (c) => new Projection(new Vector4(c[0], c[1], c[2], c[3]), new Vector4(c[4], c[5], c[6], c[7]), new Vector4(c[8], c[9], c[10], c[11]), new Vector4(c[12], c[13], c[14], c[15])), (v) => [v.x.x, v.x.y, v.x.z, v.x.w, v.y.x, v.y.y, v.y.z, v.y.w, v.z.x, v.z.y, v.z.z, v.z.w, v.w.x, v.w.y, v.w.z, v.w.w]],
  Transform3D: [Transform3D, 12, (c) => new Transform3D(new Basis(new Vector3(c[0], c[3], c[6]), new Vector3(c[1], c[4], c[7]), new Vector3(c[2], c[5], c[8])), new Vector3(c[9], c[10], c[11])), (v) => [v.basis.x.x, v.basis.y.x, v.basis.z.x, v.basis.x.y, v.basis.y.y, v.basis.z.y, v.basis.x.z, v.basis.y.z, v.basis.z.z, v.origin.x, v.origin.y, v.origin.z]],
};

/** 32-bit integers. */
export const PackedInt32Array = Int32Array;

/** The name of PackedInt32Array in other engines. */
export { PackedInt32Array as PoolIntArray };

/** 64-bit integers. */
export const PackedInt64Array = BigInt64Array;

/** Floating-point numbers. */
export const PackedFloat32Array = Float32Array;

/** The name of PackedFloat32Array in other engines. */
export { PackedFloat32Array as PoolRealArray };

/** Double-precision floats. */
export const PackedFloat64Array = Float64Array;

/** Strings. */
export class PackedStringArray extends Strings {}

/** The name of PackedStringArray in other engines. */
export { PackedStringArray as PoolStringArray };

/** Vectors in the plane. */
export class PackedVector2Array extends Vectors {
  static [STRUCT] = STRUCTS.Vector2;
  static [NUMBERS] = Float32Array;
}

/** The name of PackedVector2Array in other engines. */
export { PackedVector2Array as PoolVector2Array };

/** Vectors in the plane, with integer coordinates. */
export class PoolVector2iArray extends Vectors {
  static [STRUCT] = STRUCTS.Vector2i;
  static [NUMBERS] = Int32Array;
}

/** Vectors in space. */
export class PackedVector3Array extends Vectors {
  static [STRUCT] = STRUCTS.Vector3;
  static [NUMBERS] = Float32Array;
}

/** The name of PackedVector3Array in other engines. */
export { PackedVector3Array as PoolVector3Array };

/** Vectors in space, with integer coordinates. */
export class PoolVector3iArray extends Vectors {
  static [STRUCT] = STRUCTS.Vector3i;
  static [NUMBERS] = Int32Array;
}

/** Vectors of four components. */
export class PackedVector4Array extends Vectors {
  static [STRUCT] = STRUCTS.Vector4;
  static [NUMBERS] = Float32Array;
}

/** The name of PackedVector4Array in other engines. */
export { PackedVector4Array as PoolVector4Array };

/** Vectors of four integer components. */
export class PoolVector4iArray extends Vectors {
  static [STRUCT] = STRUCTS.Vector4i;
  static [NUMBERS] = Int32Array;
}

/** Colors. */
export class PackedColorArray extends Vectors {
  static [STRUCT] = STRUCTS.Color;
  static [NUMBERS] = Float32Array;
}

/** The name of PackedColorArray in other engines. */
export { PackedColorArray as PoolColorArray };

/** The class of each kind of packed arrays. */
export const ARRAYS = {
  PackedInt32Array,
  PackedInt64Array,
  PackedFloat32Array,
  PackedFloat64Array,
  PackedStringArray,
  PackedVector2Array,
  PoolVector2iArray,
  PackedVector3Array,
  PoolVector3iArray,
  PackedVector4Array,
  PoolVector4iArray,
  PackedColorArray,
  PackedByteArray: Uint8Array,
};
