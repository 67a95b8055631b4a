"""Floats that stay floats, and warnings about other types that are not those of the original."""

import io
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


def test_dumps_warns_of_types_that_the_original_does_not_have(tmp_path: Path) -> None:
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
    path = tmp_path / "save.dat"
    path.write_bytes(packed)
    for like in (ORIGINAL, packed, path, str(path), bytearray(packed), io.BytesIO(packed)):
        with pytest.warns(gdvariant.TypeChangeWarning, match="position from Vector2 to Array") as warned:
            encoded = gdvariant.dumps(value, like=like, framed=True, password="secret")
        assert changed_types(warned) == expected
        [written] = gdvariant.open(encoded, password="secret")
        assert (type(written["gold"]), written["gold"]) == (float, 2.0)
        assert [type(item["weight"]) for item in written["items"]] == [float, int]
    with warnings.catch_warnings():
        warnings.simplefilter("error", gdvariant.TypeChangeWarning)
        with pytest.raises(gdvariant.TypeChangeWarning):
            gdvariant.dumps(value, like=ORIGINAL)
        forms: list[dict[str, Any]] = [{}, {"framed": True, "big_endian": True}, {"target": "4.2", "fallback": True}]
        for form in forms:
            same = gdvariant.dumps(ORIGINAL | {"gold": 7, "new": 1}, like=ORIGINAL, **form)
            assert same == gdvariant.dumps(ORIGINAL | {"gold": 7.0, "new": 1}, **form)


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
        gdvariant.dump(value, path, like=value, password="secret")
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
    gdvariant.dump({"a": 3}, path, like={"a": 1.5}, layout="godot3")
    assert repr(gdvariant.load(path, layout="godot3")) == "{'a': 3.0}"
    marked = gdvariant.dumps({"name": "\ufeffAda", "x": 2}, like={"x": 1.5})
    assert gdvariant.loads(marked) == {"name": "\ufeffAda", "x": 2.0}
    exact = gdvariant.dumps({"time": 1700000000000000001}, like={"time": 1700000000000000000})
    assert gdvariant.loads(exact) == {"time": 1700000000000000001}
    for like in ({"a": 1}, path):
        with pytest.warns(gdvariant.TypeChangeWarning) as warned:
            gdvariant.dump({"a": "b"}, tmp_path / "new.dat", like=like)
        assert len(changed_types(warned)) == 1
    with pytest.raises(gdvariant.Error) as caught:
        gdvariant.dump(1, path, like=b"GIF89a")
    assert caught.value.__notes__ == ["in the argument `like`"]
    path.write_bytes(b"")
    gdvariant.dump({"a": 1.5}, path, header=b"v1")
    with pytest.warns(gdvariant.TypeChangeWarning) as warned:
        gdvariant.dump({"a": "b"}, path, header=b"v1")
        gdvariant.dumps({"a": 1.5}, like=path, header=b"v1")
        gdvariant.dumps_all([{"a": 1.5}], like=path, header=b"v1")
    assert len(warned) == 3


def test_dump_warns_of_what_the_replaced_file_has_and_the_new_one_lacks(tmp_path: Path) -> None:
    path = tmp_path / "save.dat"
    value = {"name": "Ada", "level": 3}
    framed = gdvariant.dumps(value, framed=True)
    packed = gdvariant.dumps(value, compression="zstd")
    secret = gdvariant.dumps(value, framed=True, password="secret")
    cases: list[tuple[bytes, dict[str, Any], str]] = [
        (framed + framed, {"framed": True}, "several values"),
        (gdvariant.dumps(value) * 2, {}, "follow the value"),
        (framed, {}, "framed=True"),
        (framed, {"framed": True, "big_endian": True}, "big_endian=False"),
        (b"version 1" + framed, {"framed": True}, "after 9 bytes"),
        (packed, {}, "compression='zstd'"),
        (packed, {"compression": "gzip"}, "compression='zstd'"),
        (secret, {"framed": True}, "encrypted"),
        (secret, {"framed": True, "password": "other"}, "password"),
        (gdvariant.dumps({"a": StringName("b")}), {"layout": "godot3"}, "layout='godot4'"),
        (gdvariant.pack(packed, compression="plain-gzip"), {"compression": "zstd"}, "layers"),
        (gdvariant.dumps(value) + b"junk", {}, "4 bytes"),
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


def test_an_original_that_cannot_be_opened_is_an_error() -> None:
    with pytest.raises(gdvariant.Error) as caught:
        gdvariant.dumps(1, like=b"GIF89a")
    assert caught.value.__notes__ == ["in the argument `like`"]
    with pytest.raises(gdvariant.EncodeError):
        gdvariant.dumps(1, like=object())
    with pytest.raises(FileNotFoundError):
        gdvariant.dumps(1, like=Path("missing.dat"))


def test_deep_values_are_compared_with_their_original() -> None:
    value: Any = "a"
    original: Any = 1.5
    for _ in range(1000):
        value, original = [value], [original]
    with pytest.warns(gdvariant.TypeChangeWarning, match="from float to String") as warned:
        gdvariant.dumps(value, like=original)
    assert len(warned) == 1 and len(str(warned[0].message)) < 250


def test_dumps_all_compares_each_value_with_its_original(tmp_path: Path) -> None:
    originals = [1, "user://save.dat", ORIGINAL]
    values = [2, "user://other.dat", ORIGINAL | {"scores": [3]}, "new"]
    packed = gdvariant.dumps_all(originals, password="secret")
    path = tmp_path / "save.dat"
    path.write_bytes(packed)
    for like in (originals, tuple(originals), packed, path, str(path), io.BytesIO(packed)):
        with pytest.warns(gdvariant.TypeChangeWarning, match=r"^value 3: the type of scores changed") as warned:
            encoded = gdvariant.dumps_all(iter(values), like=like, password="secret")
        assert changed_types(warned) == [("scores", "Array[int]", "Array")]
        assert len(list(gdvariant.open(encoded, password="secret"))) == 4
    with warnings.catch_warnings():
        warnings.simplefilter("error", gdvariant.TypeChangeWarning)
        gdvariant.dumps_all([2, "other", ORIGINAL, 7.5], like=originals)
        gdvariant.dumps_all([2], like=gdvariant.dumps_all([1, 1.5]))
        gdvariant.dumps_all([], like=originals)
        with pytest.raises(gdvariant.TypeChangeWarning, match="^the type of the whole value changed from int to float"):
            gdvariant.dumps_all([2.5], like=[1], framed=False)


def test_originals_of_dumps_all_are_in_a_list_or_a_file() -> None:
    opened = gdvariant.open(gdvariant.dumps_all([1]))
    for like in (opened, {"a": 1}, Vector2(1, 2), PackedVector2Array([(1, 2)]), iter([1])):
        with pytest.raises(TypeError, match="like: expected a list of the original values"):
            gdvariant.dumps_all([2], like=like)
    with pytest.raises(gdvariant.EncodeError) as caught:
        gdvariant.dumps_all([1], like=[object()])
    assert caught.value.__notes__ == ["in the argument `like`"]
    for values in (Vector2(1, 2), PackedVector2Array([(1, 2)]), {"a": 1}, "Ada", bytearray(b"a")):
        with pytest.raises(TypeError, match="`dumps` encodes one value"):
            gdvariant.dumps_all(values)
