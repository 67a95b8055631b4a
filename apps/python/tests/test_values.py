"""The values of Python: their classes, equality, buffers and pickles."""

import copy
import dataclasses
import enum
import io
import json
import math
import pickle
import random
import struct
from array import array
from collections import OrderedDict
from collections.abc import Callable as Function
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from types import NoneType
from typing import Any

import gdvariant as gd
import pytest
from gdvariant import *

VALUES: list[Any] = [
    None,
    True,
    -(2**63),
    0.1,
    "Ada",
    b"\x00\xff",
    [1, [2.0]],
    {"a": {1: "b"}},
    Vector2(1.5, -0.0),
    Vector2i(-(2**31), 2**31 - 1),
    Rect2((1, 2), (3, 4)),
    Transform2D((1, 2), (3, 4), (5, 6)),
    Plane((0, 1, 0), 2),
    Quaternion(0, 0, 0, 1),
    AABB((1, 2, 3), (4, 5, 6)),
    Basis((1, 2, 3), (4, 5, 6), (7, 8, 9)),
    Transform3D(((1, 2, 3), (4, 5, 6), (7, 8, 9)), (1, 2, 3)),
    Projection((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)),
    Color(0.25, 0.5, 0.75),
    StringName("name"),
    NodePath("/root/Main:position:x"),
    RID(7),
    ObjectId(2**63 + 1),
    gd.Callable(),
    Signal("pressed", 7),
    TypedArray([1, 2], int),
    TypedArray([], Class("Node")),
    TypedDictionary({"health": 7}, str, int),
    TypedDictionary({}, Script("res://a.gd"), None),
    PackedInt32Array([1, -2]),
    PackedInt64Array([2**62]),
    PackedFloat32Array([0.5]),
    PackedFloat64Array([0.1]),
    PackedStringArray(["a", "é"]),
    PackedVector2Array([(1, 2)]),
    PackedVector3Array([(1, 2, 3)]),
    PackedVector4Array([(1, 2, 3, 4)]),
    PackedColorArray([Color(1, 0, 0)]),
    Pairs([([1], 2), (1, 3), (1.0, 4)]),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values_round_trip(value: Any) -> None:
    data = gd.dumps(value)
    decoded = gd.loads(data)
    assert type(decoded) is type(value)
    assert decoded == value
    assert gd.dumps(decoded) == data


@pytest.mark.parametrize("value", VALUES, ids=repr)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_values_are_pickled_and_copied(value: Any, protocol: int) -> None:
    for other in (pickle.loads(pickle.dumps(value, protocol)), copy.deepcopy(value)):
        assert type(other) is type(value)
        assert other == value


def test_objects_are_mappings_of_their_properties() -> None:
    node = Object("Node", [("name", "a"), ("script", None)])
    node["name"] = "b"
    node["position"] = Vector2(1, 2)
    del node["script"]
    assert node.properties == [("name", "b"), ("position", Vector2(1, 2))]
    assert node.get("script", 7) == 7 and "name" in node and list(node) == ["name", "position"]
    assert dict(node) == dict(gd.loads(gd.dumps(node), allow_objects=True))
    with pytest.raises(KeyError, match="script"):
        del node["script"]


def test_full_objects_need_permission() -> None:
    value = Object("Gradient", {"interpolation": 1, "points": [Vector2(1, 2)]})
    data = gd.dumps(value)
    with pytest.raises(DecodeError, match="allow_objects"):
        gd.loads(data)
    decoded = gd.loads(data, allow_objects=True)
    assert decoded == value and decoded["interpolation"] == 1


def test_values_unpack_compare_and_hash() -> None:
    x, y = Vector2(1, 2)
    assert (x, y) == (1.0, 2.0)
    position, size = Rect2((1, 2), (3, 4))
    assert position == Vector2(1, 2) and size.y == 4
    assert Vector2(1, 2) != (1.0, 2.0) and (1.0, 2.0) != Vector2(1, 2)
    assert Vector2(1, 2) not in [Vector2i(1, 2), (1, 2)]
    assert {Vector2(1, 2): "a"}[Vector2(1, 2)] == "a"
    assert Vector2(1, 2) < Vector2(1, 3)
    with pytest.raises(AttributeError):
        setattr(Vector2(1, 2), "x", 5)


def decoded_with_keys(keys: Iterable[Any]) -> Any:
    """Returns what a Dictionary with these keys is decoded to."""
    entries = [(key, index) for index, key in enumerate(keys)]
    data = gd.dumps(gd.Pairs(entries))
    decoded = gd.loads(data)
    assert list(decoded.items()) == entries and gd.dumps(decoded) == data
    return decoded


def colliding_ints() -> list[int]:
    """Returns ints for which a dict of CPython searches hundreds of slots each.

    The first ones are in the slots of one search. The search of the others leads to these slots.
    """
    slots = 1 << 12
    keys = [1]
    while len(keys) < 1800:
        keys.append((keys[-1] * 5 + 1) % slots)
    places = {slot: index for index, slot in enumerate(keys)}
    for key in range(slots, slots << 6):
        slot, perturb = key % slots, key
        while perturb and slot in places:
            perturb >>= 5
            slot = (slot * 5 + perturb + 1) % slots
        if places.get(slot, slots) < 600:
            keys.append(key)
    return keys[:2700]


def test_keys_that_collide_are_pairs() -> None:
    ints = colliding_ints()
    assert len(ints) == 2700
    # Powers of 2^61 have one hash.
    floats = [mantissa * 2.0 ** (61 * power) for mantissa in range(1, 80, 2) for power in range(-8, 8)]
    scales = [1.0, 2.0**61, 2.0**-61, 2.0**-122]
    vectors = [Vector2(x * a, y * b) for x in range(1, 9, 2) for y in (1, 3) for a in scales for b in scales]
    sides = list(product([-1.0, -2.0], repeat=4))  # -1 and -2 have one hash
    corners = [gd.Projection(a, b, a, b) for a in sides for b in sides]
    for keys in (ints, floats, vectors, corners):
        assert type(decoded_with_keys(keys)) is gd.Pairs


def test_keys_of_games_are_a_dict() -> None:
    sides = range(-20, 20)
    numbers = random.Random(1)
    for keys in (
        colliding_ints()[:1800],
        range(-2000, 2000),
        [second * 1000 for second in range(1_700_000_000, 1_700_003_000)],
        [x << 32 | y for x in range(50) for y in range(50)],
        [number / 2 + 0.25 for number in range(-2000, 2000)],
        [numbers.getrandbits(64) - 2**63 for _ in range(3000)],
        [Vector2i(x, y) for x in sides for y in sides],
        [Vector2(x * 64, y * 64) for x in sides for y in sides],
        [gd.Vector4i(*sides) for sides in product(range(-2, 2), repeat=4)],
        *([number << shift for number in range(4000)] for shift in range(51)),
    ):
        assert type(decoded_with_keys(keys)) is dict


def test_defaults_are_those_of_scripts() -> None:
    assert Transform3D().basis.x == Vector3(1, 0, 0)
    assert Transform2D() == Transform2D((1, 0), (0, 1), (0, 0))
    assert Color().a == 1 and Quaternion().w == 1
    assert Vector3.UP == Vector3(0, 1, 0) and math.isinf(Vector2.INF.x)


def test_values_print_as_in_scripts() -> None:
    assert str(Vector2(1.5, 2)) == "Vector2(1.5, 2)"
    assert str(PackedVector2Array([(1, 2)])) == "PackedVector2Array(1, 2)"
    assert str(NodePath("a/b:c")) == "a/b:c"
    assert repr(NodePath(["a/b"])) == "NodePath(names=('a/b',), subnames=(), absolute=False)"
    # The first layout with the type has another name for it.
    assert str(PoolVector2iArray([(1, 2)])).startswith("PoolVector2iArray")


def test_other_names_are_the_same_classes() -> None:
    assert Quat is Quaternion and Transform is Transform3D and PoolRealArray is PackedFloat32Array


def test_subclasses_are_encoded_as_their_bases() -> None:
    class Team(enum.IntEnum):
        RED = 1

    class Point(Vector2):
        pass

    value = {"team": Team.RED, "point": Point(1, 2), "entries": OrderedDict(a=(1, 2))}
    assert gd.loads(gd.dumps(value)) == {"team": 1, "point": Vector2(1, 2), "entries": {"a": [1, 2]}}


def test_nans_keep_their_bits() -> None:
    (nan,) = struct.unpack("<d", bytes.fromhex("010000000000f47f"))
    assert gd.dumps(nan).hex() == gd.dumps(gd.loads(gd.dumps(nan))).hex()
    for single in ("0100807f", "ffffffff", "0000c07f"):
        data = bytes.fromhex("05000000" + single + "00000000")
        assert gd.dumps(gd.loads(data)) == data
        data = bytes.fromhex("2000000001000000" + single)
        assert gd.dumps(gd.loads(data)) == data


def test_arrays_have_the_buffer_protocol() -> None:
    numpy = pytest.importorskip("numpy")
    levels = PackedInt32Array([1, 2, 3])
    shared = numpy.asarray(levels)
    shared[0] = 7
    assert levels[0] == 7 and shared.dtype == numpy.int32
    points = PackedVector3Array([(1, 2, 3), (4, 5, 6)])
    rows = numpy.asarray(points.components)
    assert rows.shape == (2, 3)
    rows[1] = (7, 8, 9)
    assert points[1] == Vector3(7, 8, 9)
    assert PackedVector3Array(numpy.ones((2, 3), "f4")) == PackedVector3Array([(1, 1, 1)] * 2)
    assert PackedFloat32Array(numpy.array([1, 2], "f8")).typecode == "d"
    assert PackedInt64Array(numpy.array([2**40])) == PackedInt64Array([2**40])
    assert numpy.asarray(gd.loads(gd.dumps(PackedFloat64Array([0.5])))).dtype == numpy.float64


def test_arrays_of_vectors_are_sequences() -> None:
    points = PackedVector2Array([(1, 2), (3, 4)])
    points.append((5, 6))
    points[0] = (7, 8)
    points.insert(1, Vector2(0, 0))
    assert list(points) == [Vector2(7, 8), Vector2(0, 0), Vector2(3, 4), Vector2(5, 6)]
    del points[1]
    assert points[-1] == Vector2(5, 6) and points[1:] == PackedVector2Array([(3, 4), (5, 6)])
    points[1:] = [(9, 9)]
    assert len(points) == 2 and Vector2(9, 9) in points and points.index(Vector2(9, 9)) == 1
    assert points.pop() == Vector2(9, 9)
    points += [(1, 1)]
    assert points + [(2, 2)] == PackedVector2Array([(7, 8), (1, 1), (2, 2)])
    with pytest.raises(IndexError):
        points[2]
    with pytest.raises(TypeError):
        points.append((1, 2, 3))
    assert len(points) == 2
    assert not PackedVector2Array() and PackedVector2Array().components.nbytes == 0


def test_doubles_are_narrowed_for_single_precision() -> None:
    points = PackedVector2Array([(0.1, 2)])
    double = gd.loads(gd.dumps(points, layout="godot4_double"), layout="godot4_double")
    assert double.typecode == "d"
    assert gd.dumps(double) == gd.dumps(points)
    with pytest.raises(EncodeError, match="range"):
        gd.dumps(large(), layout="godot4")


def test_packed_arrays_keep_their_elements_whole() -> None:
    arrays: list[Any] = [
        PackedVector2Array([(1, 2)]),
        PackedVector3Array([(1, 2, 3)]),
        PackedVector4Array([(1, 2, 3, 4)]),
        PackedColorArray([Color(1, 0, 0)]),
        gd.PoolVector2iArray([(1, 2)]),
        PackedInt32Array([1]),
        PackedInt64Array([1]),
        PackedFloat32Array([1]),
        PackedFloat64Array([1]),
    ]
    file = io.BytesIO(bytes(range(7)))
    file.fileno  # noqa: B018
    calls: list[Function[[Any], Any]] = [
        lambda it: it.fromlist([1]),
        lambda it: it.frombytes(b"abc"),
        lambda it: it.fromfile(file, 1),
        lambda it: it.append(1),
        lambda it: it.extend([1]),
        lambda it: it.extend(array("f", [1])),
        lambda it: it.insert(0, 1),
        lambda it: it.__iadd__(array("f", [1])),
        lambda it: it.__imul__(2),
        lambda it: it.pop(),
        lambda it: it.remove(it[0]),
        lambda it: it.byteswap(),
        lambda it: it.reverse(),
        lambda it: it.__setitem__(0, 1),
        lambda it: it.__setitem__(slice(0, 0), [1]),
        lambda it: setattr(it, "typecode", "h"),
        lambda it: array.fromlist(it, [1.0]),
    ]
    for original, call in product(arrays, calls):
        changed = copy.copy(original)
        layout: gd.Layout = "pandemonium" if type(original) is gd.PoolVector2iArray else "godot4"
        try:
            call(changed)
        except (AttributeError, EOFError, TypeError, ValueError):
            pass
        again = gd.loads(gd.dumps(changed, layout=layout), layout=layout)
        assert again == changed and len(again) == len(changed) and changed.typecode in changed._typecodes
    broken: Any = PackedVector3Array([(1, 2, 3)])
    broken._components.append(1)
    new: Any = array.__new__
    for value in (broken, [broken], new(PackedInt32Array, "h", [1])):
        with pytest.raises(gd.EncodeError):
            gd.dumps(value)


def test_vectors_are_sequences_that_numpy_shares() -> None:
    points = PackedVector3Array([(1, 2, 3), (4, 5, 6)])
    match points:
        case [Vector3(x, y, z), second]:
            assert (x, y, z) == (1, 2, 3) and second == Vector3(4, 5, 6)
        case _:
            raise AssertionError
    for same in (copy.copy(points), copy.deepcopy(points), pickle.loads(pickle.dumps(points)), PackedVector3Array(points)):
        assert same == points and same is not points and type(same) is PackedVector3Array
    elements: Any = list(points)
    assert points != elements and not isinstance(points, array) and points[::-1][0] == points[-1]
    assert points.index(Vector3(4, 5, 6)) == 1 and points.count(Vector3(1, 2, 3)) == 1 and Vector3() not in points
    assert points.tobytes() == bytes(points) == bytes(points.components) and points.itemsize == 4
    assert PackedVector3Array._of_bytes("d", bytes(24)).typecode == "d"
    double = PackedVector3Array._of_bytes("d", struct.pack("<3d", 0.1, 0, 0))
    assert PackedVector3Array(double)[0].x == 0.1
    with pytest.raises(TypeError):
        hash(points)
    numpy = pytest.importorskip("numpy")
    for empty_or_not in (points, PackedVector3Array()):
        assert numpy.asarray(empty_or_not).tolist() == [part for point in empty_or_not for part in point]
    shared = numpy.asarray(points)
    shared[3] = 9
    assert points[1] == Vector3(9, 5, 6) and shared.dtype == "f4"
    with pytest.raises(BufferError):
        points.append((7, 8, 9))
    assert numpy.asarray(gd.PoolVector2iArray([(1, 2)])).dtype == "i4"


def large() -> PackedVector2Array:
    """Returns an array of a double-precision build that single precision cannot represent."""
    data = gd.dumps(PackedVector2Array._of_bytes("d", struct.pack("<2d", 1e300, 0)), layout="godot4_double")
    array: PackedVector2Array = gd.loads(data, layout="godot4_double")
    return array


def test_arrays_of_other_libraries_are_packed_arrays() -> None:
    numpy = pytest.importorskip("numpy")
    for given, expected in [
        (array("i", [1]), PackedInt32Array([1])),
        (numpy.array([1, 2]), PackedInt64Array([1, 2])),
        (numpy.array([0.5], "f4"), PackedFloat32Array([0.5])),
        (bytearray(b"ab"), b"ab"),
    ]:
        decoded = gd.loads(gd.dumps(given))
        assert type(decoded) is type(expected) and decoded == expected


def test_operations_keep_the_class() -> None:
    levels = PackedInt32Array([1, 2])
    for result in (levels[:1], levels + [3], levels * 2, 2 * levels, copy.copy(levels)):
        assert type(result) is PackedInt32Array
    levels[:1] = [7, 8]
    levels[:] = [1, 2]
    assert levels not in [array("i", [1, 2])] and levels == PackedInt32Array([1, 2])


def test_operations_keep_declared_types() -> None:
    scores = TypedArray([1, 2], int)
    grown = scores.copy()
    grown += [3]
    for result, values in [
        (scores[:1], [1]),
        (scores + [3], [1, 2, 3]),
        ([0] + scores, [0, 1, 2]),
        (scores + TypedArray([3], int), [1, 2, 3]),
        (scores * 2, [1, 2, 1, 2]),
        (2 * scores, [1, 2, 1, 2]),
        (scores.copy(), [1, 2]),
        (copy.copy(scores), [1, 2]),
        (grown, [1, 2, 3]),
    ]:
        assert type(result) is TypedArray and result.element is int and list(result) == values
    assert type(PackedTypedArray([1], int)[:]) is PackedTypedArray
    ages = TypedDictionary({"Ada": 36}, str, int)
    grown_ages = ages.copy()
    grown_ages |= {"Eve": 7}
    for ages_result, entries in [
        (ages | {"Eve": 7}, {"Ada": 36, "Eve": 7}),
        ({"Eve": 7} | ages, {"Eve": 7, "Ada": 36}),
        (ages | ages, {"Ada": 36}),
        (ages.copy(), {"Ada": 36}),
        (copy.copy(ages), {"Ada": 36}),
        (grown_ages, {"Ada": 36, "Eve": 7}),
    ]:
        assert type(ages_result) is TypedDictionary
        assert (ages_result.key, ages_result.value) == (str, int)
        assert list(ages_result.items()) == list(entries.items())
    names = PackedStringArray(["a"])
    for names_result in (names[:], names + ["b"], ["b"] + names, names * 2, 2 * names, names.copy(), copy.copy(names)):
        assert type(names_result) is PackedStringArray and "a" in names_result


def test_operations_with_other_declared_types_are_errors() -> None:
    scores: Any = TypedArray([1], int)
    nodes: TypedArray[Any] = TypedArray([], Class("a"))
    ages: Any = TypedDictionary({"Ada": 36}, str, int)
    floats = TypedDictionary({"Eve": 7.5}, str, float)
    cases: list[Any] = [
        lambda: scores + TypedArray([1.5], float),
        lambda: scores.__iadd__(TypedArray([1.5], float)),
        lambda: nodes + TypedArray([], Script("a")),
        lambda: ages | floats,
        lambda: ages.__ior__(floats),
    ]
    for operate in cases:
        with pytest.raises(TypeError, match="the declared types differ: .* and .*; convert one"):
            operate()
    # `dataclasses.asdict` creates lists and dicts in this way.
    creations: list[Any] = [
        lambda: type(scores)(iter(scores)),
        lambda: type(ages)(iter(ages.items())),
        lambda: type(ages).fromkeys("a"),
    ]
    for create in creations:
        with pytest.raises(TypeError, match="element|key|declared"):
            create()
    assert scores == [1] and ages == {"Ada": 36}
    mixtures: list[Any] = [lambda: scores + (1,), lambda: ages | [("a", 1)]]
    for mixed in mixtures:
        with pytest.raises(TypeError, match="unsupported operand|can only concatenate"):
            mixed()


def equal_in_pairs() -> list[Any]:
    """Returns values of which some are equal to values of other classes."""
    return [
        *VALUES,
        *[1, 1.0, True, "a", StringName("a"), (1.0, 2.0), ("a",), (7,), [1], ["a"], {"health": 7}],
        *[Vector2(1, 2), Vector2i(1, 2), Class("a"), Script("a"), ObjectId(7), RID(7), NodePath("a")],
        *[TypedArray([1], int), TypedArray([1], float), PackedTypedArray([1], int), PackedStringArray(["a"])],
        *[TypedArray(["a"], str), TypedDictionary({"health": 7}, str, float), PackedInt32Array([1])],
        *[Object("a", [("b", 1)]), Object("a", [("b", 1.0)]), Pairs([(1, 2)]), Pairs([(1, 2)], int)],
    ]


def test_equality_and_hashes_obey_their_laws() -> None:
    values = equal_in_pairs()
    equal = [{index for index, other in enumerate(values) if value == other} for value in values]
    for index, value in enumerate(values):
        assert index in equal[index] and not value != value
        for other in equal[index]:
            assert equal[other] == equal[index], (value, values[other])
            assert not value != values[other]
            try:
                hashes = hash(value), hash(values[other])
            except TypeError:
                continue
            assert hashes[0] == hashes[1]
    assert Class("a") not in [Script("a"), ("a",)] and ObjectId(7) not in [RID(7), (7,)]


@dataclasses.dataclass
class Player:
    name: StringName
    position: Vector2
    area: Rect2
    target: NodePath
    path: list[Vector2]


def test_dataclasses_have_fields_of_all_types() -> None:
    player = Player(StringName("Ada"), Vector2(1, 2), Rect2((1, 2), (3, 4)), NodePath("/a:b"), [Vector2(0, 1)])
    as_dict = dataclasses.asdict(player)
    assert as_dict == vars(player) and type(as_dict["position"]) is Vector2
    assert gd.loads(gd.dumps(as_dict)) == as_dict
    assert dataclasses.astuple(player) == tuple(vars(player).values())
    named = [value for value in VALUES if hasattr(value, "_fields")]
    assert len(named) > 15
    for value in named:
        assert type(value)(*value) == value and type(value)(**value._asdict()) == value
        assert list(value._asdict()) == list(value._fields) == list(type(value).__match_args__)
        assert value.__replace__() == value


@pytest.mark.parametrize("engine", ["pandas", "polars"])
def test_data_frames_have_a_column_for_each_field(engine: str) -> None:
    frames = pytest.importorskip(engine)
    points = frames.DataFrame([Vector2(1, 2), Vector2(3, 4)])
    assert list(points.columns) == ["x", "y"] and list(points["y"]) == [2, 4]
    assert list(frames.DataFrame([Rect2((1, 2), (3, 4))]).columns) == ["position", "size"]


def test_patterns_match_fields() -> None:
    found: list[Any] = []
    for value in VALUES:
        match value:
            case Rect2(Vector2(x, _), size=Vector2(w, h)):
                found.append((x, w, h))
            case Color(r, g, b, a):
                found.append((r, g, b, a))
            case NodePath(names, subnames, True):
                found.append((names, subnames))
            case ObjectId(number) | RID(number):
                found.append(number)
            case Vector2(x, y):
                found.append((x, y))
    expected = [(1.5, 0), (1, 3, 4), (0.25, 0.5, 0.75, 1), (("root", "Main"), ("position", "x")), 7, 2**63 + 1]
    assert found == expected


def test_arrays_of_another_width_are_errors() -> None:
    np = pytest.importorskip("numpy")
    rows = np.arange(12, dtype="f4")
    assert list(gd.PackedVector3Array(rows.reshape(4, 3))) == list(gd.PackedVector3Array(rows))
    assert list(gd.PackedVector3Array(np.arange(6).reshape(2, 3))) == [gd.Vector3(0, 1, 2), gd.Vector3(3, 4, 5)]
    for shape in [(6, 2), (2, 6), (3, 2, 2)]:
        with pytest.raises(ValueError, match="expected rows of 3 components"):
            gd.PackedVector3Array(rows.reshape(shape))
    for wrong in [rows[:5], np.ones((2, 4), "f4"), np.ones((1, 2), "f4")]:
        with pytest.raises(ValueError, match="expected rows of 3 components"):
            gd.PackedVector3Array(wrong)
    with pytest.raises(ValueError, match="rows of 1 components"):
        gd.PackedFloat32Array(rows.reshape(6, 2))
    points = gd.PackedVector3Array()
    points.frombytes(rows.reshape(4, 3))
    assert len(points) == 4
    with pytest.raises(ValueError, match="expected 12 bytes for each element, found 16"):
        points.frombytes(rows[:4])
    with pytest.raises(TypeError, match="use frombytes"):
        gd.PackedVector3Array(rows.tobytes())
    with pytest.raises(TypeError, match="Vector3 has 3 fields, found 2"):
        gd.PackedVector3Array([(1, 2)])
    assert type(points * 2) is gd.PackedVector3Array and len(2 * points) == 8


def test_vectors_have_no_arithmetic() -> None:
    cases: list[Any] = [lambda: gd.Vector2() + gd.Vector2(), lambda: gd.Vector2() * 2, lambda: (1,) + gd.Vector2()]
    for calculate in cases:
        with pytest.raises(TypeError, match="Vector2 has no arithmetic"):
            calculate()


def test_any_content_is_unpacked_and_packed(tmp_path: Path) -> None:
    contents = [b'{"gold": 30}', b"[player]\n\nname=\"Ada\"\n", bytes(range(256)) * 40]
    key = bytes(range(32))
    forms: list[dict[str, Any]] = [
        {"compression": "fastlz"},
        {"compression": "plain-gzip"},
        {"password": "secret"},
        {"key": key, "layout": "godot3"},
        {"compression": "deflate", "password": "secret", "layout": "godot3"},
    ]
    path = tmp_path / "save.dat"
    for content, form in product(contents, forms):
        secret = {name: form[name] for name in ("password", "key") if name in form}
        path.write_bytes(gd.pack(content, **form))
        unpacked = gd.unpack(path, **secret)
        assert unpacked.content == content and len(unpacked.layers) == len(form) - ("layout" in form)
        if content != contents[-1]:
            with pytest.raises(gd.FileError, match="text.*`unpack`"):
                gd.open(path, **secret)
        if secret:
            with pytest.raises(gd.FileError, match="wrong password"):
                gd.unpack(path, password="wrong")
    assert gd.unpack(b"plain") == gd.Unpacked(b"plain", [])
    invalid: list[dict[str, Any]] = [{}, {"compression": "lzma"}]
    for wrong in invalid:
        with pytest.raises(ValueError, match="expected"):
            gd.pack(b"", **wrong)


def test_advice_for_other_bytes() -> None:
    framed = gd.dumps({"a": 1}, framed=True)
    with pytest.raises(gd.DecodeError, match="a length precedes the value: try `open`"):
        gd.loads(framed)
    with pytest.raises(gd.DecodeError, match="compressed: `unpack` extracts the content"):
        gd.loads(gd.dumps(1, compression="zstd"))
    with pytest.raises(gd.DecodeError, match="4 bytes follow the value; `lenient=True` ignores them"):
        gd.loads(gd.dumps({"name": "Ada", "gold": 30}) + b"junk")
    with pytest.raises(gd.DecodeError, match="4 bytes follow the value$"):
        gd.loads(gd.dumps(1) + b"junk")  # most bytes start with some small value


def test_large_arrays_depend_on_the_target() -> None:
    # Godot 4.2 has no PackedVector4Array.
    vectors = gd.PackedVector4Array([(1, 2, 3, 4)] * 2000)
    with pytest.raises(gd.EncodeError):
        gd.dumps([vectors], target="4.2")
    assert gd.loads(gd.dumps([vectors], target="4.2", fallback=True)) == [list(vectors)]
    floats = gd.PackedFloat32Array([0.5] * 5000)
    assert gd.loads(gd.dumps([floats], target="4.2")) == [floats]


def plain(value: Any) -> Any:
    """Returns a value as JSON has it: lists in place of tuples, and pairs for other keys."""
    if isinstance(value, dict) and all(type(key) is str for key in value):
        return {key: plain(item) for key, item in value.items()}
    if type(value) is dict:
        return [[plain(key), plain(item)] for key, item in value.items()]
    return [plain(item) for item in value] if type(value) in (list, tuple, bytes) else value


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_inexact_values_have_the_types_of_python(value: Any) -> None:
    def types(value: Any) -> set[type]:
        items = [*value.items()] if type(value) is dict else value if type(value) in (list, tuple) else []
        return {type(value)}.union(*map(types, items))

    data = gd.dumps(value)
    found = gd.loads(data, exact=False)
    assert types(found) <= {NoneType, bool, int, float, str, bytes, list, tuple, dict}
    expected = json.loads(gd.to_json(value, plain=True))
    assert repr(plain(found)).replace("nan", "None").replace("inf", "None") == repr(expected) or found != found
    assert repr(next(gd.open(data, layout="godot4", exact=False))) == repr(found)
    [framed] = gd.FrameDecoder(exact=False).feed(gd.dumps(value, framed=True))
    assert repr(framed) == repr(found)
    assert repr(gd.Document(data, layout="godot4").get(exact=False)) == repr(found)
    assert repr(gd.from_json(gd.to_json(value), exact=False)) == repr(found)


def test_searching_an_array_names_the_value() -> None:
    points = PackedVector2Array([(1, 2), (3, 4), (1, 2)])
    assert points.index(Vector2(1, 2)) == 0 and points.index(Vector2(1, 2), 1) == points.index(Vector2(1, 2), -1) == 2
    for search in (points.index, points.remove):
        with pytest.raises(ValueError, match=r"Vector2\(x=5.0, y=6.0\) is not in the PackedVector2Array"):
            search(Vector2(5, 6))


def test_keys_of_inexact_values() -> None:
    for cells, expected in [
        ({Vector2i(1, 2): 3}, {(1, 2): 3}),
        (Pairs([([1], 2), (1, 3)]), [([1], 2), (1, 3)]),
        (TypedDictionary({1: StringName("a")}, int, None), {1: "a"}),
        ({StringName("a"): 1}, {"a": 1}),
    ]:
        assert gd.loads(gd.dumps(cells), exact=False) == expected
    data = gd.dumps(Object("Node", {"position": Vector2(1, 2)}), layout="godot4")
    found = gd.loads(data, allow_objects=True, exact=False)
    assert found == {"class": "Node", "properties": {"position": (1.0, 2.0)}}
