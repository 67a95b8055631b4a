"""Objects of other classes: dataclasses, members of enums, scalars, arrays, and ``default``."""

import enum
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any, ClassVar

import gdvariant as gd
import pytest
from gdvariant import *


class Team(enum.Enum):
    RED = "red"
    SPAWN = Vector2(1, 2)


class Level(enum.IntEnum):
    FIRST = 1


@dataclass(slots=True)
class Item:
    name: str


@dataclass
class Player:
    name: str
    position: Vector2
    team: Team = Team.RED
    items: list[Item] = field(default_factory=list)
    count: ClassVar[int] = 7


def decoded(value: Any, **options: Any) -> Any:
    return gd.loads(gd.dumps(value, **options))


def test_dataclasses_are_dictionaries() -> None:
    ada = Player("Ada", Vector2(1, 2), items=[Item("sword")])
    expected = {"name": "Ada", "position": Vector2(1, 2), "team": "red", "items": [{"name": "sword"}]}
    assert decoded(ada) == expected and list(decoded(ada)) == list(expected)
    assert decoded({1: [ada]}) == {1: [expected]}
    assert gd.to_json(ada, plain=True).startswith('{"name":"Ada","position":[1.0,2.0],"team":"red"')
    with pytest.raises(gd.EncodeError) as caught:
        gd.dumps([Player("Ada", Vector2(), items=[Item({1})])])  # type: ignore[arg-type]
    assert caught.value.path == "[0].items[0].name"
    with pytest.raises(gd.EncodeError, match="type is not a type of the engines"):
        gd.dumps(Player)


def test_members_of_enums_are_their_values() -> None:
    assert decoded([Team.RED, Team.SPAWN, Level.FIRST]) == ["red", Vector2(1, 2), 1]
    assert decoded({Team.RED: 1}) == {"red": 1}
    with pytest.raises(gd.EncodeError, match="equals"):
        gd.dumps({Team.RED: 1, "red": 2})


def test_default_replaces_objects_of_other_classes() -> None:
    value = {"tags": {2, 1}, "file": [Path("a")]}

    def default(item: Any) -> Any:
        return sorted(item) if isinstance(item, set) else [item.name]

    assert decoded(value, default=default) == {"tags": [1, 2], "file": [["a"]]}
    assert gd.loads(gd.dumps_all([value], default=default)[4:]) == {"tags": [1, 2], "file": [["a"]]}
    assert gd.to_json({1, 2}, default=sorted) == "[1,2]"
    # Not called for the others.
    assert decoded([1, "a", b"a", (1,), Team.RED], default=lambda _: 1 / 0) == [1, "a", b"a", [1], "red"]


def test_exceptions_of_default_have_a_path() -> None:
    def fail(item: Any) -> Any:
        raise KeyError("no rule")

    for call in (gd.dumps, gd.to_json):
        with pytest.raises(KeyError, match="no rule") as caught:
            call({"a": [{1}]}, default=fail)
        assert caught.value.__notes__ == ["a[0]: the value cannot be encoded"]
    with pytest.raises(gd.EncodeError, match="returns its argument"):
        gd.dumps({1}, default=lambda item: item)
    deep: Any = {1}
    for _ in range(500):
        deep = [deep]
    with pytest.raises(KeyError) as caught:
        gd.dumps(deep, default=fail)
    assert "…" in caught.value.__notes__[0] and len(caught.value.__notes__[0]) < 400
    assert gd.loads(gd.dumps(deep, default=sorted)) == gd.loads(gd.dumps(deep, default=list))


def test_scalars_of_numpy_keep_their_values() -> None:
    np = pytest.importorskip("numpy")
    for scalar, expected in [
        (np.bool_(True), True),
        (np.bool_(False), False),
        (np.int8(-3), -3),
        (np.uint64(2**63 - 1), 2**63 - 1),
        (np.float16(0.1), 0.0999755859375),
        (np.float32(0.1), 0.10000000149011612),
        (np.float64(0.1), 0.1),
        (np.str_("a"), "a"),
        (np.array(5), 5),
        (np.array(2.5), 2.5),
    ]:
        found = decoded([scalar])[0]
        assert (type(found), found) == (type(expected), expected)
    assert decoded({np.int64(3): np.float32(0.5)}) == {3: 0.5}
    assert decoded(np.float32("nan")) != decoded(np.float32("nan"))
    for scalar in (
        np.uint64(2**63),
        np.longdouble(0.5),
        np.complex64(1),
        np.datetime64("2026-01-01"),
        np.timedelta64(5, "s"),
        Decimal("0.5"),
    ):
        with pytest.raises(gd.EncodeError):
            gd.dumps(scalar)


def test_rows_of_numpy_are_packed_vectors() -> None:
    np = pytest.importorskip("numpy")
    for code in ("f4", "f8"):
        rows = np.arange(6, dtype=code)
        assert decoded(rows.reshape(3, 2)) == PackedVector2Array([(0, 1), (2, 3), (4, 5)])
        assert decoded(rows.reshape(2, 3)) == PackedVector3Array([(0, 1, 2), (3, 4, 5)])
        assert decoded(rows.reshape(2, 3).T) == PackedVector2Array([(0, 3), (1, 4), (2, 5)])
        assert decoded(rows.reshape(3, 2)[::2]) == PackedVector2Array([(0, 1), (4, 5)])
        assert decoded(np.zeros((0, 2), code)) == PackedVector2Array()
    assert decoded(np.zeros((1, 2), "f4"), layout="godot4") == decoded(PackedVector2Array([(0, 0)]))


def test_other_arrays_are_named() -> None:
    np = pytest.importorskip("numpy")
    for array, text in [
        (np.zeros((5, 4), "f4"), r"float32 with the shape \(5, 4\).*PackedColorArray"),
        (np.zeros((5, 2), "i4"), r"int32 with the shape \(5, 2\).*tolist"),
        (np.array([1], "u2"), r"uint16 with the shape \(1,\)"),
        (np.ma.array([1.0, 2.0], mask=[False, True]), r"array\.filled\(value\)"),
        (np.array([True]), "bool"),
        (np.array(["a"]), "<U1"),
        (np.array([1], ">f4"), ">f4"),
        (np.array(["2026-01-01"], "M8[s]"), "datetime64"),
        (np.zeros((2, 2, 2)), r"\(2, 2, 2\)"),
    ]:
        with pytest.raises(gd.EncodeError, match=text) as caught:
            gd.dumps({"a": array})
        assert caught.value.path == "a"
        assert decoded(array, default=lambda it: it.tolist() if it.dtype.kind != "M" else "a") is not None


def test_series_name_the_array_to_pass() -> None:
    pd = pytest.importorskip("pandas")
    series = pd.Series([1, 2])
    with pytest.raises(gd.EncodeError, match=r"^a: pandas\.Series is not a type of the engines; pass its to_numpy\(\)"):
        gd.dumps({"a": series})
    assert decoded(series.to_numpy()) == PackedInt64Array([1, 2])
    assert decoded(series, default=list) == [1, 2]


@pytest.mark.parametrize("declared", [Class("Node"), Script("res://a.gd")])
def test_declared_types_are_rejected_as_values(declared: Class | Script) -> None:
    for function in (gd.dumps, gd.to_json, gd.var_to_str):
        with pytest.raises(gd.EncodeError, match="declared type of a TypedArray") as caught:
            function({"a": [declared]})
        assert caught.value.path == "a[0]"
    assert decoded(TypedArray([], declared)).element == declared
    assert decoded([declared], default=lambda it: it[0]) == [declared[0]]
