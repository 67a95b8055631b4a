"""Floats that stay floats, and warnings about other types that are not those of the original."""

import warnings
from itertools import product
from pathlib import Path
from typing import Any

import gdvariant
import pytest
from gdvariant import *

ORIGINAL = {
    "gold": 1.5,
    "position": Vector2(1, 2),
    "name": StringName("Ada"),
    "scores": TypedArray([1, 2], int),
    "points": PackedVector2Array([(1, 2)]),
    "items": [{"weight": 1.5}],
}


def changed_types(warned: pytest.WarningsRecorder) -> list[tuple[str, str, str]]:
    [warning] = warned
    assert isinstance(warning.message, gdvariant.TypeChangeWarning)
    assert warning.filename == __file__
    assert warning.message.count == len(warning.message.changes)
    return [(change.path, change.old, change.new) for change in warning.message.changes]


def test_set_warns_of_types_that_the_original_does_not_have() -> None:
    value = ORIGINAL | {
        "gold": 2,
        "position": (1.0, 2.0),
        "name": "Ada",
        "scores": [1, 2],
        "points": [Vector2(1, 2)],
        "items": [{"weight": 1.5}, {"weight": 2}],
    }
    expected = [
        ("position", "Vector2", "Array"),
        ("name", "StringName", "String"),
        ("scores", "Array[int]", "Array"),
        ("points", "PackedVector2Array", "Array"),
    ]
    packed = gdvariant.dumps(ORIGINAL, framed=True, compression="zstd", password="secret")
    save = Document(packed, password="secret")
    with pytest.warns(gdvariant.TypeChangeWarning, match="position from Vector2 to Array") as warned:
        save.set("", value)
    assert changed_types(warned) == expected
    [written] = gdvariant.open(save.to_bytes(), password="secret")
    assert (type(written["gold"]), written["gold"]) == (float, 2.0)
    assert [type(item["weight"]) for item in written["items"]] == [float, int]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for path, new, expected_type in (("scores", [3], "Array"), ("name", "Eve", "String")):
            save = Document(packed, password="secret")
            with pytest.raises(gdvariant.TypeChangeWarning, match=f"to {expected_type};"):
                save.set(path, new)
            assert save.get() == ORIGINAL
        save.set("", ORIGINAL | {"gold": 7, "new": 1, "time": 1700000000000000001})
        assert save.get() == ORIGINAL | {"gold": 7.0, "new": 1, "time": 1700000000000000001}
    with pytest.warns(gdvariant.TypeChangeWarning) as warned:
        save.set("gold", 8, keep_floats=False)
    assert changed_types(warned) == [("gold", "float", "int")]


def test_dump_warns_of_types_that_the_replaced_file_does_not_have(tmp_path: Path) -> None:
    path = tmp_path / "save.dat"
    gdvariant.dump(ORIGINAL, path, password="secret")
    [value] = gdvariant.open(path, password="secret")
    value["scores"] = [3]
    before = path.read_bytes()
    with warnings.catch_warnings():
        warnings.simplefilter("error", gdvariant.TypeChangeWarning)
        with pytest.raises(gdvariant.TypeChangeWarning, match=r"scores changed from Array\[int\] to Array;"):
            gdvariant.dump(value, path, password="secret")
        assert path.read_bytes() == before
        # A file that cannot be opened is replaced.
        with pytest.warns(gdvariant.FormChangeWarning):
            gdvariant.dump(value, path, password="other")
        path.write_text("[1, 2]")
        with pytest.warns(gdvariant.FormChangeWarning):
            gdvariant.dump({"a": 1}, path)
        gdvariant.dump({"a": 2}, path)
    with pytest.warns(gdvariant.FormChangeWarning), pytest.warns(gdvariant.TypeChangeWarning) as warned:
        gdvariant.dump({"a": 1.5}, str(path), layout="godot3")
    warned.pop(gdvariant.FormChangeWarning)
    assert changed_types(warned) == [("a", "int", "float")]
    with pytest.warns(gdvariant.TypeChangeWarning, match="a changed from float to int"):
        gdvariant.dump({"a": 2}, path, layout="godot3")
    assert repr(gdvariant.load(path, layout="godot3")) == "{'a': 2}"
    path.write_bytes(b"")
    gdvariant.dump({"a": 1.5}, path, header=b"v1")
    with pytest.warns(gdvariant.TypeChangeWarning) as warned:
        gdvariant.dump({"a": "b"}, path, header=b"v1")
    assert changed_types(warned) == [("a", "float", "String")]


def test_dump_warns_of_what_the_replaced_file_has_and_the_new_one_lacks(tmp_path: Path) -> None:
    path = tmp_path / "save.dat"
    value = {"name": "Ada", "level": 3}
    framed = gdvariant.dumps(value, framed=True)
    packed = gdvariant.dumps(value, compression="zstd")
    secret = gdvariant.dumps(value, framed=True, password="secret")
    cases: list[tuple[bytes, dict[str, Any], str]] = [
        (framed + framed, {"framed": True}, "several values"),
        (gdvariant.dumps(value) * 2, {}, "follow the value"),
        (framed, {}, "framed values"),
        (framed, {"framed": True, "big_endian": True}, "framed values"),
        (b"version 1" + framed, {"framed": True}, "the old file has a header, or values of another layout, unlike"),
        (packed, {}, r"the old file is a compressed file \(zstd\), unlike the new one;"),
        (packed, {"compression": "gzip"}, "zstd"),
        (secret, {"framed": True}, "encrypted"),
        (secret, {"framed": True, "password": "other"}, "password"),
        (gdvariant.dumps({"a": StringName("b")}), {"layout": "godot3"}, "Godot 4"),
        (gdvariant.pack(packed, compression="plain-gzip"), {"compression": "zstd"}, "gzip"),
        (gdvariant.dumps(value) + b"junk", {}, "follow"),
        (b'{"name": "Ada"}', {}, "JSON text"),
    ]
    for before, options, lost in cases:
        path.write_bytes(before)
        with warnings.catch_warnings():
            warnings.simplefilter("error", gdvariant.FormChangeWarning)
            with pytest.raises(gdvariant.FormChangeWarning, match=lost):
                gdvariant.dump(value, path, **options)
        assert path.read_bytes() == before
        with pytest.warns(gdvariant.FormChangeWarning) as warned:
            gdvariant.dump(value, path, **options)
        assert [warning.filename for warning in warned] == [__file__]
        assert path.read_bytes() != before
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            gdvariant.dump(value, path, **options)
    small: list[Any] = [None, 1, "", [], {}, b"", 0.5, Vector2(), PackedVector2Array(), ["Ada"]]
    forms: list[dict[str, Any]] = [{}, {"framed": True, "big_endian": True}, {"header": b"v1", "compression": "plain-zstd"}]
    for layout, item, form in product(gdvariant.layouts(), small, forms):
        path.write_bytes(b"")
        with warnings.catch_warnings():
            warnings.simplefilter("error", gdvariant.FormChangeWarning)
            gdvariant.dump(item, path, layout=layout, **form)
            gdvariant.dump(item, path, layout=layout, **form)


def test_deep_values_are_compared_with_their_original() -> None:
    value: Any = "a"
    original: Any = 1.5
    for _ in range(1000):
        value, original = [value], [original]
    with pytest.warns(gdvariant.TypeChangeWarning, match="from float to String") as warned:
        Document(gdvariant.dumps(original)).set("", value)
    assert len(warned) == 1 and len(str(warned[0].message)) < 250


def test_dumps_all_takes_several_values() -> None:
    for values in (Vector2(1, 2), PackedVector2Array([(1, 2)]), {"a": 1}, "Ada", bytearray(b"a")):
        with pytest.raises(TypeError, match="`dumps` encodes one value"):
            gdvariant.dumps_all(values)
