"""The value types of the engines, generated from the schema by `cargo xtask pages`."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Any, ClassVar, Final, Literal, TypeAlias

from gdvariant._base import Numbers, Record, Strings, Struct, Vectors, as_float, as_int, constant, field

Layout: TypeAlias = Literal["godot3", "godot4", "godot4_double", "pandemonium", "pandemonium3", "pandemonium5"]
"""The name of a layout: the rules of one engine's encoding."""


class Vector2(Struct[float]):
    """A point or a direction in the plane."""

    __slots__ = ()
    __match_args__ = ("x", "y")
    _plan = (0, 1)
    x: Final[float] = field(0)
    """X coordinate."""
    y: Final[float] = field(1)
    """Y coordinate."""
    ZERO: ClassVar[Vector2] = constant(0, 0)
    ONE: ClassVar[Vector2] = constant(1, 1)
    INF: ClassVar[Vector2] = constant(inf, inf)
    LEFT: ClassVar[Vector2] = constant(-1, 0)
    RIGHT: ClassVar[Vector2] = constant(1, 0)
    UP: ClassVar[Vector2] = constant(0, -1)
    DOWN: ClassVar[Vector2] = constant(0, 1)

    def __new__(cls, x: float = 0.0, y: float = 0.0) -> Vector2:
        return tuple.__new__(cls, (as_float(x), as_float(y)))


class Vector2i(Struct[int]):
    """A point or a direction in the plane, with integer coordinates."""

    __slots__ = ()
    __match_args__ = ("x", "y")
    _plan = (0, 1)
    x: Final[int] = field(0)
    """X coordinate."""
    y: Final[int] = field(1)
    """Y coordinate."""
    ZERO: ClassVar[Vector2i] = constant(0, 0)
    ONE: ClassVar[Vector2i] = constant(1, 1)
    LEFT: ClassVar[Vector2i] = constant(-1, 0)
    RIGHT: ClassVar[Vector2i] = constant(1, 0)
    UP: ClassVar[Vector2i] = constant(0, -1)
    DOWN: ClassVar[Vector2i] = constant(0, 1)
    MIN: ClassVar[Vector2i] = constant(-2147483648, -2147483648)
    MAX: ClassVar[Vector2i] = constant(2147483647, 2147483647)

    def __new__(cls, x: int = 0, y: int = 0) -> Vector2i:
        return tuple.__new__(cls, (as_int(x), as_int(y)))


class Vector3(Struct[float]):
    """A point or a direction in space."""

    __slots__ = ()
    __match_args__ = ("x", "y", "z")
    _plan = (0, 1, 2)
    x: Final[float] = field(0)
    """X coordinate."""
    y: Final[float] = field(1)
    """Y coordinate."""
    z: Final[float] = field(2)
    """Z coordinate."""
    ZERO: ClassVar[Vector3] = constant(0, 0, 0)
    ONE: ClassVar[Vector3] = constant(1, 1, 1)
    INF: ClassVar[Vector3] = constant(inf, inf, inf)
    LEFT: ClassVar[Vector3] = constant(-1, 0, 0)
    RIGHT: ClassVar[Vector3] = constant(1, 0, 0)
    UP: ClassVar[Vector3] = constant(0, 1, 0)
    DOWN: ClassVar[Vector3] = constant(0, -1, 0)
    FORWARD: ClassVar[Vector3] = constant(0, 0, -1)
    BACK: ClassVar[Vector3] = constant(0, 0, 1)
    MODEL_LEFT: ClassVar[Vector3] = constant(1, 0, 0)
    MODEL_RIGHT: ClassVar[Vector3] = constant(-1, 0, 0)
    MODEL_TOP: ClassVar[Vector3] = constant(0, 1, 0)
    MODEL_BOTTOM: ClassVar[Vector3] = constant(0, -1, 0)
    MODEL_FRONT: ClassVar[Vector3] = constant(0, 0, 1)
    MODEL_REAR: ClassVar[Vector3] = constant(0, 0, -1)

    def __new__(cls, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Vector3:
        return tuple.__new__(cls, (as_float(x), as_float(y), as_float(z)))


class Vector3i(Struct[int]):
    """A point or a direction in space, with integer coordinates."""

    __slots__ = ()
    __match_args__ = ("x", "y", "z")
    _plan = (0, 1, 2)
    x: Final[int] = field(0)
    """X coordinate."""
    y: Final[int] = field(1)
    """Y coordinate."""
    z: Final[int] = field(2)
    """Z coordinate."""
    ZERO: ClassVar[Vector3i] = constant(0, 0, 0)
    ONE: ClassVar[Vector3i] = constant(1, 1, 1)
    LEFT: ClassVar[Vector3i] = constant(-1, 0, 0)
    RIGHT: ClassVar[Vector3i] = constant(1, 0, 0)
    UP: ClassVar[Vector3i] = constant(0, 1, 0)
    DOWN: ClassVar[Vector3i] = constant(0, -1, 0)
    FORWARD: ClassVar[Vector3i] = constant(0, 0, -1)
    BACK: ClassVar[Vector3i] = constant(0, 0, 1)
    MIN: ClassVar[Vector3i] = constant(-2147483648, -2147483648, -2147483648)
    MAX: ClassVar[Vector3i] = constant(2147483647, 2147483647, 2147483647)

    def __new__(cls, x: int = 0, y: int = 0, z: int = 0) -> Vector3i:
        return tuple.__new__(cls, (as_int(x), as_int(y), as_int(z)))


class Vector4(Struct[float]):
    """A vector of four components."""

    __slots__ = ()
    __match_args__ = ("x", "y", "z", "w")
    _plan = (0, 1, 2, 3)
    x: Final[float] = field(0)
    """X coordinate."""
    y: Final[float] = field(1)
    """Y coordinate."""
    z: Final[float] = field(2)
    """Z coordinate."""
    w: Final[float] = field(3)
    """W coordinate."""
    ZERO: ClassVar[Vector4] = constant(0, 0, 0, 0)
    ONE: ClassVar[Vector4] = constant(1, 1, 1, 1)
    INF: ClassVar[Vector4] = constant(inf, inf, inf, inf)

    def __new__(cls, x: float = 0.0, y: float = 0.0, z: float = 0.0, w: float = 0.0) -> Vector4:
        return tuple.__new__(cls, (as_float(x), as_float(y), as_float(z), as_float(w)))


class Vector4i(Struct[int]):
    """A vector of four integer components."""

    __slots__ = ()
    __match_args__ = ("x", "y", "z", "w")
    _plan = (0, 1, 2, 3)
    x: Final[int] = field(0)
    """X coordinate."""
    y: Final[int] = field(1)
    """Y coordinate."""
    z: Final[int] = field(2)
    """Z coordinate."""
    w: Final[int] = field(3)
    """W coordinate."""
    ZERO: ClassVar[Vector4i] = constant(0, 0, 0, 0)
    ONE: ClassVar[Vector4i] = constant(1, 1, 1, 1)
    MIN: ClassVar[Vector4i] = constant(-2147483648, -2147483648, -2147483648, -2147483648)
    MAX: ClassVar[Vector4i] = constant(2147483647, 2147483647, 2147483647, 2147483647)

    def __new__(cls, x: int = 0, y: int = 0, z: int = 0, w: int = 0) -> Vector4i:
        return tuple.__new__(cls, (as_int(x), as_int(y), as_int(z), as_int(w)))


class Quaternion(Struct[float]):
    """A rotation in space, as a quaternion."""

    __slots__ = ()
    __match_args__ = ("x", "y", "z", "w")
    _plan = (0, 1, 2, 3)
    x: Final[float] = field(0)
    """Imaginary part along X."""
    y: Final[float] = field(1)
    """Imaginary part along Y."""
    z: Final[float] = field(2)
    """Imaginary part along Z."""
    w: Final[float] = field(3)
    """Real part."""
    IDENTITY: ClassVar[Quaternion] = constant(0, 0, 0, 1)

    def __new__(cls, x: float = 0.0, y: float = 0.0, z: float = 0.0, w: float = 1.0) -> Quaternion:
        return tuple.__new__(cls, (as_float(x), as_float(y), as_float(z), as_float(w)))


class Color(Struct[float]):
    """A color; engines do not limit its components."""

    __slots__ = ()
    __match_args__ = ("r", "g", "b", "a")
    _plan = (0, 1, 2, 3)
    r: Final[float] = field(0)
    """Red; typically 0 to 1, above 1 for overbright colors."""
    g: Final[float] = field(1)
    """Green; typically 0 to 1, above 1 for overbright colors."""
    b: Final[float] = field(2)
    """Blue; typically 0 to 1, above 1 for overbright colors."""
    a: Final[float] = field(3)
    """Alpha, the opacity, 0 to 1."""

    def __new__(cls, r: float = 0.0, g: float = 0.0, b: float = 0.0, a: float = 1.0) -> Color:
        return tuple.__new__(cls, (as_float(r), as_float(g), as_float(b), as_float(a)))


class RID(Record[int]):
    """The id of a resource of the running engine."""

    __slots__ = ()
    __match_args__ = ("id",)
    id: Final[int] = field(0)
    """The id in the engine that encoded it; 0 for no resource."""

    def __new__(cls, id: int = 0) -> RID:
        return tuple.__new__(cls, (as_int(id),))


class Callable(Record[Any]):
    """A method of an object; nothing is encoded, so every Callable is decoded as an empty one."""

    __slots__ = ()
    __match_args__ = ()

    def __new__(cls) -> Callable:
        return tuple.__new__(cls, ())


class Signal(Record[Any]):
    """A signal of an object."""

    __slots__ = ()
    __match_args__ = ("name", "id")
    name: Final[str] = field(0)
    """The name of the signal."""
    id: Final[int] = field(1)
    """The id of the object in the engine that encoded it; 0 for a null signal."""

    def __new__(cls, name: str = "", id: int = 0) -> Signal:
        return tuple.__new__(cls, (str(name), as_int(id)))


class Rect2(Struct[Vector2]):
    """An axis-aligned rectangle in the plane."""

    __slots__ = ()
    __match_args__ = ("position", "size")
    _plan = ((Vector2, (0, 1)), (Vector2, (2, 3)))
    position: Final[Vector2] = field(0)
    """The corner from which the size extends."""
    size: Final[Vector2] = field(1)
    """The extent from that corner, which can be negative."""

    def __new__(cls, position: Vector2 | Iterable[float] = Vector2(), size: Vector2 | Iterable[float] = Vector2()) -> Rect2:
        return tuple.__new__(cls, (Vector2.of(position), Vector2.of(size)))


class Rect2i(Struct[Vector2i]):
    """An axis-aligned rectangle in the plane, with integer coordinates."""

    __slots__ = ()
    __match_args__ = ("position", "size")
    _plan = ((Vector2i, (0, 1)), (Vector2i, (2, 3)))
    position: Final[Vector2i] = field(0)
    """The corner from which the size extends."""
    size: Final[Vector2i] = field(1)
    """The extent from that corner, which can be negative."""

    def __new__(cls, position: Vector2i | Iterable[int] = Vector2i(), size: Vector2i | Iterable[int] = Vector2i()) -> Rect2i:
        return tuple.__new__(cls, (Vector2i.of(position), Vector2i.of(size)))


class Plane(Struct[Any]):
    """A plane in space: the points p where normal . p = d."""

    __slots__ = ()
    __match_args__ = ("normal", "d")
    _plan = ((Vector3, (0, 1, 2)), 3)
    normal: Final[Vector3] = field(0)
    """The direction that the plane faces, usually a unit vector."""
    d: Final[float] = field(1)
    """Distance from the origin along the normal."""
    PLANE_YZ: ClassVar[Plane] = constant((1, 0, 0), 0)
    PLANE_XZ: ClassVar[Plane] = constant((0, 1, 0), 0)
    PLANE_XY: ClassVar[Plane] = constant((0, 0, 1), 0)

    def __new__(cls, normal: Vector3 | Iterable[float] = Vector3(), d: float = 0.0) -> Plane:
        return tuple.__new__(cls, (Vector3.of(normal), as_float(d)))


class AABB(Struct[Vector3]):
    """An axis-aligned box in space."""

    __slots__ = ()
    __match_args__ = ("position", "size")
    _plan = ((Vector3, (0, 1, 2)), (Vector3, (3, 4, 5)))
    position: Final[Vector3] = field(0)
    """The corner from which the size extends."""
    size: Final[Vector3] = field(1)
    """The extent from that corner, which can be negative."""

    def __new__(cls, position: Vector3 | Iterable[float] = Vector3(), size: Vector3 | Iterable[float] = Vector3()) -> AABB:
        return tuple.__new__(cls, (Vector3.of(position), Vector3.of(size)))


class Basis(Struct[Vector3]):
    """A rotation and scale in space: three column vectors, the axes, encoded row by row."""

    __slots__ = ()
    __match_args__ = ("x", "y", "z")
    _plan = ((Vector3, (0, 3, 6)), (Vector3, (1, 4, 7)), (Vector3, (2, 5, 8)))
    x: Final[Vector3] = field(0)
    """The X axis: the first column vector."""
    y: Final[Vector3] = field(1)
    """The Y axis: the second column vector."""
    z: Final[Vector3] = field(2)
    """The Z axis: the third column vector."""
    IDENTITY: ClassVar[Basis] = constant((1, 0, 0), (0, 1, 0), (0, 0, 1))
    FLIP_X: ClassVar[Basis] = constant((-1, 0, 0), (0, 1, 0), (0, 0, 1))
    FLIP_Y: ClassVar[Basis] = constant((1, 0, 0), (0, -1, 0), (0, 0, 1))
    FLIP_Z: ClassVar[Basis] = constant((1, 0, 0), (0, 1, 0), (0, 0, -1))

    def __new__(cls, x: Vector3 | Iterable[float] = Vector3(1, 0, 0), y: Vector3 | Iterable[float] = Vector3(0, 1, 0), z: Vector3 | Iterable[float] = Vector3(0, 0, 1)) -> Basis:
        return tuple.__new__(cls, (Vector3.of(x), Vector3.of(y), Vector3.of(z)))


class Transform2D(Struct[Vector2]):
    """A rotation, scale and position in the plane, encoded column by column."""

    __slots__ = ()
    __match_args__ = ("x", "y", "origin")
    _plan = ((Vector2, (0, 1)), (Vector2, (2, 3)), (Vector2, (4, 5)))
    x: Final[Vector2] = field(0)
    """The X axis: the first column vector."""
    y: Final[Vector2] = field(1)
    """The Y axis: the second column vector."""
    origin: Final[Vector2] = field(2)
    """The position: the third column vector."""
    IDENTITY: ClassVar[Transform2D] = constant((1, 0), (0, 1), (0, 0))
    FLIP_X: ClassVar[Transform2D] = constant((-1, 0), (0, 1), (0, 0))
    FLIP_Y: ClassVar[Transform2D] = constant((1, 0), (0, -1), (0, 0))

    def __new__(cls, x: Vector2 | Iterable[float] = Vector2(1, 0), y: Vector2 | Iterable[float] = Vector2(0, 1), origin: Vector2 | Iterable[float] = Vector2()) -> Transform2D:
        return tuple.__new__(cls, (Vector2.of(x), Vector2.of(y), Vector2.of(origin)))


class Projection(Struct[Vector4]):
    """A projection of space, as a matrix of four columns."""

    __slots__ = ()
    __match_args__ = ("x", "y", "z", "w")
    _plan = ((Vector4, (0, 1, 2, 3)), (Vector4, (4, 5, 6, 7)), (Vector4, (8, 9, 10, 11)), (Vector4, (12, 13, 14, 15)))
    x: Final[Vector4] = field(0)
    """The first column vector."""
    y: Final[Vector4] = field(1)
    """The second column vector."""
    z: Final[Vector4] = field(2)
    """The third column vector."""
    w: Final[Vector4] = field(3)
    """The fourth column vector."""
    IDENTITY: ClassVar[Projection] = constant((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
    ZERO: ClassVar[Projection] = constant((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))

    def __new__(cls, x: Vector4 | Iterable[float] = Vector4(1, 0, 0, 0), y: Vector4 | Iterable[float] = Vector4(0, 1, 0, 0), z: Vector4 | Iterable[float] = Vector4(0, 0, 1, 0), w: Vector4 | Iterable[float] = Vector4(0, 0, 0, 1)) -> Projection:
        return tuple.__new__(cls, (Vector4.of(x), Vector4.of(y), Vector4.of(z), Vector4.of(w)))


class Transform3D(Struct[Any]):
    """A rotation, scale and position in space."""

    __slots__ = ()
    __match_args__ = ("basis", "origin")
    _plan = ((Basis, (0, 1, 2, 3, 4, 5, 6, 7, 8)), (Vector3, (9, 10, 11)))
    basis: Final[Basis] = field(0)
    """Rotation and scale."""
    origin: Final[Vector3] = field(1)
    """The position."""
    IDENTITY: ClassVar[Transform3D] = constant(((1, 0, 0), (0, 1, 0), (0, 0, 1)), (0, 0, 0))
    FLIP_X: ClassVar[Transform3D] = constant(((-1, 0, 0), (0, 1, 0), (0, 0, 1)), (0, 0, 0))
    FLIP_Y: ClassVar[Transform3D] = constant(((1, 0, 0), (0, -1, 0), (0, 0, 1)), (0, 0, 0))
    FLIP_Z: ClassVar[Transform3D] = constant(((1, 0, 0), (0, 1, 0), (0, 0, -1)), (0, 0, 0))

    def __new__(cls, basis: Basis | Iterable[Vector3 | Iterable[float]] = Basis(), origin: Vector3 | Iterable[float] = Vector3()) -> Transform3D:
        return tuple.__new__(cls, (Basis.of(basis), Vector3.of(origin)))


class PackedInt32Array(Numbers[int]):
    """32-bit integers."""

    __slots__ = ()
    _typecodes = ("i",)


class PackedInt64Array(Numbers[int]):
    """64-bit integers."""

    __slots__ = ()
    _typecodes = ("q",)


class PackedFloat32Array(Numbers[float]):
    """Floating-point numbers."""

    __slots__ = ()
    _typecodes = ("f", "d")


class PackedFloat64Array(Numbers[float]):
    """Double-precision floats."""

    __slots__ = ()
    _typecodes = ("d",)


class PackedStringArray(Strings):
    """Strings."""

    __slots__ = ()


class PackedVector2Array(Vectors[Vector2, float]):
    """Vectors in the plane."""

    __slots__ = ()
    _element = Vector2
    _typecodes = ("f", "d")


class PoolVector2iArray(Vectors[Vector2i, int]):
    """Vectors in the plane, with integer coordinates."""

    __slots__ = ()
    _element = Vector2i
    _typecodes = ("i",)


class PackedVector3Array(Vectors[Vector3, float]):
    """Vectors in space."""

    __slots__ = ()
    _element = Vector3
    _typecodes = ("f", "d")


class PoolVector3iArray(Vectors[Vector3i, int]):
    """Vectors in space, with integer coordinates."""

    __slots__ = ()
    _element = Vector3i
    _typecodes = ("i",)


class PackedVector4Array(Vectors[Vector4, float]):
    """Vectors of four components."""

    __slots__ = ()
    _element = Vector4
    _typecodes = ("f", "d")


class PoolVector4iArray(Vectors[Vector4i, int]):
    """Vectors of four integer components."""

    __slots__ = ()
    _element = Vector4i
    _typecodes = ("i",)


class PackedColorArray(Vectors[Color, float]):
    """Colors."""

    __slots__ = ()
    _element = Color
    _typecodes = ("f", "d")


Quat = Quaternion
"""The name of :class:`Quaternion` in other engines."""

Transform = Transform3D
"""The name of :class:`Transform3D` in other engines."""

PoolIntArray = PackedInt32Array
"""The name of :class:`PackedInt32Array` in other engines."""

PoolRealArray = PackedFloat32Array
"""The name of :class:`PackedFloat32Array` in other engines."""

PoolStringArray = PackedStringArray
"""The name of :class:`PackedStringArray` in other engines."""

PoolVector2Array = PackedVector2Array
"""The name of :class:`PackedVector2Array` in other engines."""

PoolVector3Array = PackedVector3Array
"""The name of :class:`PackedVector3Array` in other engines."""

PoolVector4Array = PackedVector4Array
"""The name of :class:`PackedVector4Array` in other engines."""

PoolColorArray = PackedColorArray
"""The name of :class:`PackedColorArray` in other engines."""

__all__ = [
    "Layout",
    "AABB",
    "Basis",
    "Callable",
    "Color",
    "PackedColorArray",
    "PackedFloat32Array",
    "PackedFloat64Array",
    "PackedInt32Array",
    "PackedInt64Array",
    "PackedStringArray",
    "PackedVector2Array",
    "PackedVector3Array",
    "PackedVector4Array",
    "Plane",
    "PoolColorArray",
    "PoolIntArray",
    "PoolRealArray",
    "PoolStringArray",
    "PoolVector2Array",
    "PoolVector2iArray",
    "PoolVector3Array",
    "PoolVector3iArray",
    "PoolVector4Array",
    "PoolVector4iArray",
    "Projection",
    "Quat",
    "Quaternion",
    "RID",
    "Rect2",
    "Rect2i",
    "Signal",
    "Transform",
    "Transform2D",
    "Transform3D",
    "Vector2",
    "Vector2i",
    "Vector3",
    "Vector3i",
    "Vector4",
    "Vector4i",
]
