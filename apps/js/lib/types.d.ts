// The value types of the engines, generated from the schema by `cargo xtask pages`.

import { Record, Strings, Struct, Vectors } from "./base.js";

/** The name of a layout: the rules of one engine's encoding. */
export type Layout = "godot3" | "godot4" | "godot4_double" | "pandemonium" | "pandemonium3" | "pandemonium5";

/** A point or a direction in the plane. */
export class Vector2 extends Struct {
  /** X coordinate. */
  x: number;
  /** Y coordinate. */
  y: number;
  static readonly ZERO: Vector2;
  static readonly ONE: Vector2;
  static readonly INF: Vector2;
  static readonly LEFT: Vector2;
  static readonly RIGHT: Vector2;
  static readonly UP: Vector2;
  static readonly DOWN: Vector2;
  constructor(x?: number, y?: number);
}

/** A point or a direction in the plane, with integer coordinates. */
export class Vector2i extends Struct {
  /** X coordinate. */
  x: number;
  /** Y coordinate. */
  y: number;
  static readonly ZERO: Vector2i;
  static readonly ONE: Vector2i;
  static readonly LEFT: Vector2i;
  static readonly RIGHT: Vector2i;
  static readonly UP: Vector2i;
  static readonly DOWN: Vector2i;
  static readonly MIN: Vector2i;
  static readonly MAX: Vector2i;
  constructor(x?: number, y?: number);
}

/** A point or a direction in space. */
export class Vector3 extends Struct {
  /** X coordinate. */
  x: number;
  /** Y coordinate. */
  y: number;
  /** Z coordinate. */
  z: number;
  static readonly ZERO: Vector3;
  static readonly ONE: Vector3;
  static readonly INF: Vector3;
  static readonly LEFT: Vector3;
  static readonly RIGHT: Vector3;
  static readonly UP: Vector3;
  static readonly DOWN: Vector3;
  static readonly FORWARD: Vector3;
  static readonly BACK: Vector3;
  static readonly MODEL_LEFT: Vector3;
  static readonly MODEL_RIGHT: Vector3;
  static readonly MODEL_TOP: Vector3;
  static readonly MODEL_BOTTOM: Vector3;
  static readonly MODEL_FRONT: Vector3;
  static readonly MODEL_REAR: Vector3;
  constructor(x?: number, y?: number, z?: number);
}

/** A point or a direction in space, with integer coordinates. */
export class Vector3i extends Struct {
  /** X coordinate. */
  x: number;
  /** Y coordinate. */
  y: number;
  /** Z coordinate. */
  z: number;
  static readonly ZERO: Vector3i;
  static readonly ONE: Vector3i;
  static readonly LEFT: Vector3i;
  static readonly RIGHT: Vector3i;
  static readonly UP: Vector3i;
  static readonly DOWN: Vector3i;
  static readonly FORWARD: Vector3i;
  static readonly BACK: Vector3i;
  static readonly MIN: Vector3i;
  static readonly MAX: Vector3i;
  constructor(x?: number, y?: number, z?: number);
}

/** A vector of four components. */
export class Vector4 extends Struct {
  /** X coordinate. */
  x: number;
  /** Y coordinate. */
  y: number;
  /** Z coordinate. */
  z: number;
  /** W coordinate. */
  w: number;
  static readonly ZERO: Vector4;
  static readonly ONE: Vector4;
  static readonly INF: Vector4;
  constructor(x?: number, y?: number, z?: number, w?: number);
}

/** A vector of four integer components. */
export class Vector4i extends Struct {
  /** X coordinate. */
  x: number;
  /** Y coordinate. */
  y: number;
  /** Z coordinate. */
  z: number;
  /** W coordinate. */
  w: number;
  static readonly ZERO: Vector4i;
  static readonly ONE: Vector4i;
  static readonly MIN: Vector4i;
  static readonly MAX: Vector4i;
  constructor(x?: number, y?: number, z?: number, w?: number);
}

/** A rotation in space, as a quaternion. */
export class Quaternion extends Struct {
  /** Imaginary part along X. */
  x: number;
  /** Imaginary part along Y. */
  y: number;
  /** Imaginary part along Z. */
  z: number;
  /** Real part. */
  w: number;
  static readonly IDENTITY: Quaternion;
  constructor(x?: number, y?: number, z?: number, w?: number);
}

/** The name of Quaternion in other engines. */
export { Quaternion as Quat };

/** A color; engines do not limit its components. */
export class Color extends Struct {
  /** Red; typically 0 to 1, above 1 for overbright colors. */
  r: number;
  /** Green; typically 0 to 1, above 1 for overbright colors. */
  g: number;
  /** Blue; typically 0 to 1, above 1 for overbright colors. */
  b: number;
  /** Alpha, the opacity, 0 to 1. */
  a: number;
  constructor(r?: number, g?: number, b?: number, a?: number);
}

/** The id of a resource of the running engine. */
export class RID extends Record {
  /** The id in the engine that encoded it; 0 for no resource. */
  id: number | bigint;
  constructor(id?: number | bigint);
}

/** A method of an object; nothing is encoded, so every Callable is decoded as an empty one. */
export class Callable extends Record {
  constructor();
}

/** A signal of an object. */
export class Signal extends Record {
  /** The name of the signal. */
  name: string;
  /** The id of the object in the engine that encoded it; 0 for a null signal. */
  id: number | bigint;
  constructor(name?: string, id?: number | bigint);
}

/** An axis-aligned rectangle in the plane. */
export class Rect2 extends Struct {
  /** The corner from which the size extends. */
  position: Vector2;
  /** The extent from that corner, which can be negative. */
  size: Vector2;
  constructor(position?: Vector2 | Iterable<number>, size?: Vector2 | Iterable<number>);
}

/** An axis-aligned rectangle in the plane, with integer coordinates. */
export class Rect2i extends Struct {
  /** The corner from which the size extends. */
  position: Vector2i;
  /** The extent from that corner, which can be negative. */
  size: Vector2i;
  constructor(position?: Vector2i | Iterable<number>, size?: Vector2i | Iterable<number>);
}

/** A plane in space: the points p where normal . p = d. */
export class Plane extends Struct {
  /** The direction that the plane faces, usually a unit vector. */
  normal: Vector3;
  /** Distance from the origin along the normal. */
  d: number;
  static readonly PLANE_YZ: Plane;
  static readonly PLANE_XZ: Plane;
  static readonly PLANE_XY: Plane;
  constructor(normal?: Vector3 | Iterable<number>, d?: number);
}

/** An axis-aligned box in space. */
export class AABB extends Struct {
  /** The corner from which the size extends. */
  position: Vector3;
  /** The extent from that corner, which can be negative. */
  size: Vector3;
  constructor(position?: Vector3 | Iterable<number>, size?: Vector3 | Iterable<number>);
}

/** A rotation and scale in space: three column vectors, the axes, encoded row by row. */
export class Basis extends Struct {
  /** The X axis: the first column vector. */
  x: Vector3;
  /** The Y axis: the second column vector. */
  y: Vector3;
  /** The Z axis: the third column vector. */
  z: Vector3;
  static readonly IDENTITY: Basis;
  static readonly FLIP_X: Basis;
  static readonly FLIP_Y: Basis;
  static readonly FLIP_Z: Basis;
  constructor(x?: Vector3 | Iterable<number>, y?: Vector3 | Iterable<number>, z?: Vector3 | Iterable<number>);
}

/** A rotation, scale and position in the plane, encoded column by column. */
export class Transform2D extends Struct {
  /** The X axis: the first column vector. */
  x: Vector2;
  /** The Y axis: the second column vector. */
  y: Vector2;
  /** The position: the third column vector. */
  origin: Vector2;
  static readonly IDENTITY: Transform2D;
  static readonly FLIP_X: Transform2D;
  static readonly FLIP_Y: Transform2D;
  constructor(x?: Vector2 | Iterable<number>, y?: Vector2 | Iterable<number>, origin?: Vector2 | Iterable<number>);
}

/** A projection of space, as a matrix of four columns. */
export class Projection extends Struct {
  /** The first column vector. */
  x: Vector4;
  /** The second column vector. */
  y: Vector4;
  /** The third column vector. */
  z: Vector4;
  /** The fourth column vector. */
  w: Vector4;
  static readonly IDENTITY: Projection;
  static readonly ZERO: Projection;
  constructor(x?: Vector4 | Iterable<number>, y?: Vector4 | Iterable<number>, z?: Vector4 | Iterable<number>, w?: Vector4 | Iterable<number>);
}

/** A rotation, scale and position in space. */
export class Transform3D extends Struct {
  /** Rotation and scale. */
  basis: Basis;
  /** The position. */
  origin: Vector3;
  static readonly IDENTITY: Transform3D;
  static readonly FLIP_X: Transform3D;
  static readonly FLIP_Y: Transform3D;
  static readonly FLIP_Z: Transform3D;
  constructor(basis?: Basis | Iterable<Vector3 | Iterable<number>>, origin?: Vector3 | Iterable<number>);
}

/** The name of Transform3D in other engines. */
export { Transform3D as Transform };

/** 32-bit integers. */
export const PackedInt32Array: typeof Int32Array;
export type PackedInt32Array = Int32Array;

/** The name of PackedInt32Array in other engines. */
export { PackedInt32Array as PoolIntArray };

/** 64-bit integers. */
export const PackedInt64Array: typeof BigInt64Array;
export type PackedInt64Array = BigInt64Array;

/** Floating-point numbers. */
export const PackedFloat32Array: typeof Float32Array;
export type PackedFloat32Array = Float32Array;

/** The name of PackedFloat32Array in other engines. */
export { PackedFloat32Array as PoolRealArray };

/** Double-precision floats. */
export const PackedFloat64Array: typeof Float64Array;
export type PackedFloat64Array = Float64Array;

/** Strings. */
export class PackedStringArray extends Strings {}

/** The name of PackedStringArray in other engines. */
export { PackedStringArray as PoolStringArray };

/** Vectors in the plane. */
export class PackedVector2Array extends Vectors<Vector2, Float32Array | Float64Array> {}

/** The name of PackedVector2Array in other engines. */
export { PackedVector2Array as PoolVector2Array };

/** Vectors in the plane, with integer coordinates. */
export class PoolVector2iArray extends Vectors<Vector2i, Int32Array> {}

/** Vectors in space. */
export class PackedVector3Array extends Vectors<Vector3, Float32Array | Float64Array> {}

/** The name of PackedVector3Array in other engines. */
export { PackedVector3Array as PoolVector3Array };

/** Vectors in space, with integer coordinates. */
export class PoolVector3iArray extends Vectors<Vector3i, Int32Array> {}

/** Vectors of four components. */
export class PackedVector4Array extends Vectors<Vector4, Float32Array | Float64Array> {}

/** The name of PackedVector4Array in other engines. */
export { PackedVector4Array as PoolVector4Array };

/** Vectors of four integer components. */
export class PoolVector4iArray extends Vectors<Vector4i, Int32Array> {}

/** Colors. */
export class PackedColorArray extends Vectors<Color, Float32Array | Float64Array> {}

/** The name of PackedColorArray in other engines. */
export { PackedColorArray as PoolColorArray };
