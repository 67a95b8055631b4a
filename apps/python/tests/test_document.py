"""Files that are changed by path."""

import io
import warnings
from pathlib import Path
from typing import Any

import gdvariant as gd
import pytest
from gdvariant import Document, Vector2

SAVE: dict[str, Any] = {"gold": 1.5, "name": "Ada", "items": [{"id": 1}, {"id": 2}], "at": Vector2(1, 2)}

FORMS: list[dict[str, Any]] = [
    {},
    {"framed": True},
    {"framed": True, "big_endian": True},
    {"compression": "fastlz"},
    {"framed": True, "compression": "zstd", "password": "secret"},
    {"compression": "plain-gzip", "layout": "godot3"},
    {"key": bytes(range(32)), "layout": "godot3"},
    {"framed": True, "header": b"version 0003"},
    {"framed": True, "header": b"v1", "compression": "zstd"},
    {"header": b"v1", "compression": "size64-gzip"},
    {"framed": True, "header": b"v1", "compression": "deflate", "password": "secret"},
]


def facts(form: dict[str, Any]) -> dict[str, Any]:
    """Returns the options that open a file."""
    secret: dict[str, Any] = {name: form[name] for name in ("password", "key") if name in form}
    return {**secret, "skip": len(form.get("header", b""))}


@pytest.mark.parametrize("form", FORMS)
def test_a_changed_file_is_the_encoding_of_the_changed_value(form: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "save.dat"
    path.write_bytes(gd.dumps(SAVE, **form))
    changed = {"gold": 100.0, "nick": "Ada", "items": [{"id": 2}, 7, {"id": 1, "new": 1}], "copy": Vector2(1, 2)}
    expected = gd.dumps(changed, **form)
    for source in (path, str(path), path.read_bytes(), bytearray(path.read_bytes()), path.open("rb")):
        save = Document(source, **facts(form))
        assert (save.layout, len(save), save.get()) == (form.get("layout", "godot4"), 1, SAVE)
        save.set("gold", 100)
        save.set("items[0].new", 1, create=True)
        save.insert("items[1]", 7)
        save.reorder("items[0]", 2)
        save.reorder("items[0]", 1)
        save.rename("name", "nick")
        save.copy("at", "copy")
        save.remove("at")
        assert save.get() == changed and save.get("items[1]") == 7
        layers = save.layers
        if "password" in form or "key" in form:  # random bytes differ
            assert len(save.to_bytes()) == len(expected)
            assert list(gd.open(save.to_bytes(), **facts(form))) == [changed]
        else:
            assert save.to_bytes() == expected
        assert Document(save.to_bytes(), **facts(form)).layers == layers
    with Document(path, **facts(form)) as save:
        save.set("name", "Eve")
    assert Document(path, **facts(form)).get("name") == "Eve"


@pytest.mark.parametrize(
    ("before", "path", "new", "after"),
    [
        (b'[player]\n\nname="Ada" ; of Godot\ngold=7.0\n', "player.gold", 8, b'[player]\n\nname="Ada" ; of Godot\ngold=8.0\n'),
        (b"[player]\n\ngold=7\n", "player.hp", 1.5, b"[player]\n\ngold=7\nhp=1.5\n"),
        (b'{ "a" : 1.0,\n  "b":[1,2] }', "b[1]", 3, b'{ "a" : 1.0,\n  "b":[1,3] }'),
        (b'{ "a" : 1.0 }', "a", 3, b'{ "a" : 3.0 }'),
        (b'{"at": Vector2(1, 2), "x": &"y"}', "at", Vector2(3, 4), b'{"at": Vector2(3, 4), "x": &"y"}'),
        (
            b'[gd_scene format=3]\n\n[node name="A" type="Node2D"]\nposition = Vector2(1, 2)\n',
            'node["."].position',
            Vector2(3, 4),
            b'[gd_scene format=3]\n\n[node name="A" type="Node2D"]\nposition = Vector2(3, 4)\n',
        ),
    ],
)
def test_text_keeps_all_other_bytes(before: bytes, path: str, new: Any, after: bytes) -> None:
    forms: list[dict[str, Any]] = [{}, {"compression": "gzip"}, {"password": "secret"}]
    for form in forms:
        save = Document(gd.pack(before, **form) if form else before, password=form.get("password"))
        save.set(path, new)
        assert gd.unpack(save.to_bytes(), password=form.get("password")).content == after
        assert save.get(path) == new


def test_values_of_a_file_are_changed_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "save.dat"
    path.write_bytes(gd.dumps_all([1.5, SAVE, "end"], compression="zstd"))
    save = Document(path)
    save.set("", 2)
    save.set("gold", 3, 1)
    save.remove("name", "items[0]", value=1)
    save.set("", "more", value=2)
    assert [save.get("", value) for value in range(3)] == [2.0, {"gold": 3.0, "items": [{"id": 2}], "at": Vector2(1, 2)}, "more"]
    save.save()
    assert list(gd.open(path)) == [save.get("", value) for value in range(len(save))]
    other = tmp_path / "other.dat"
    save.save(other)
    assert other.read_bytes() == path.read_bytes() == save.to_bytes()


def test_a_save_of_another_engine_is_converted_with_its_encryption() -> None:
    save = Document(gd.dumps(SAVE, layout="godot3", compression="zstd", password="secret"), password="secret")
    assert save.convert("godot4") == []
    assert save.layers == ["an encrypted file of Godot 4", "a compressed file (zstd)"]
    opened = gd.open(save.to_bytes(), password="secret")
    assert opened.layout == "godot4" and list(opened) == [SAVE]
    lossy = Document(gd.dumps({"cell": gd.Vector2i(1, 2)}))
    with pytest.raises(gd.ConvertError) as caught:
        lossy.convert("godot3")
    assert caught.value.path == "cell" and lossy.layout == "godot4"
    assert lossy.convert("godot3", lossy=True) == [gd.Loss("cell", "Vector2i became Vector2")]
    cut = Document(gd.dumps_all([SAVE, SAVE])[:-1], layout="godot4")
    with pytest.raises(gd.FileError, match="the input ends in"):
        cut.convert("godot3")


@pytest.mark.parametrize(
    ("change", "path", "message"),
    [
        (lambda save: save.get("glod"), "glod", "did you mean gold"),
        (lambda save: save.set("glod", 1), "glod", "did you mean gold"),
        (lambda save: save.set("items[5].id", 1), "items[5].id", "items has 2 elements"),
        (lambda save: save.set("at.x", "a"), "at.x", "cannot replace the component"),
        (lambda save: save.get("items[", 0), "items[", "expected"),
        (lambda save: save.get("", 1), "", "the file has 1"),
        (lambda save: save.insert("gold[0]", 1), "gold[0]", "float"),
        (lambda save: save.insert("gold", 1), "gold", "gold is not an element"),
        (lambda save: save.insert("items[9]", 1), "items[9]", "items has 2 elements"),
        (lambda save: save.set("new", 1), "new", "; `create=True` adds it"),
        (lambda save: save.remove("gold", "nothing"), "", "no value at nothing"),
        (lambda save: save.rename("gold", "name"), "gold", "exists already"),
        (lambda save: save.reorder("items[0]", 2), "items[0]", "below 2"),
        (lambda save: save.move("gold", "name"), "gold", "already has a value; `replace=True` replaces it"),
        (lambda save: save.move("items", "items[0]"), "items", "into it"),
    ],
)
def test_errors_have_the_path_and_leave_the_document(change: Any, path: str, message: str) -> None:
    save = Document(gd.dumps(SAVE))
    with pytest.raises(gd.PathError, match=message) as caught:
        change(save)
    assert caught.value.path == path and save.to_bytes() == gd.dumps(SAVE)


def test_other_errors_leave_the_document(tmp_path: Path) -> None:
    save = Document(gd.dumps(SAVE))
    with pytest.raises(gd.EncodeError, match="set"):
        save.set("gold", {1})
    save.set("name", {1}, default=lambda it: "Eve")
    assert save.get("name") == "Eve"
    with pytest.raises(ValueError, match="expected a path"):
        save.save()
    with pytest.raises(gd.AmbiguousError, match='layout="godot4"` or `layout="godot3"') as ambiguous:
        Document(gd.dumps("Ada")).set("", {"a": 1})
    assert [it.layout for it in ambiguous.value.candidates][:2] == ["godot4", "godot3"]
    for source, error in ((b"GIF89a", gd.FileError), (tmp_path / "missing", FileNotFoundError), (io.BytesIO(b"\1\2"), gd.FileError)):
        with pytest.raises(error):
            Document(source)
    with pytest.raises(gd.FileError, match="wrong password"):
        Document(gd.dumps(SAVE, password="a"), password="b")
    path = tmp_path / "save.dat"
    gd.dump(SAVE, path)
    with pytest.raises(ZeroDivisionError), Document(path) as opened:
        opened.set("gold", 1)
        _ = 1 / 0
    assert gd.load(path) == SAVE


def test_bytes_after_a_value_are_kept_or_an_error() -> None:
    file = gd.dumps(SAVE) + b"junk"
    strict, lenient = Document(file, layout="godot4"), Document(file, lenient=True)
    with pytest.raises(gd.DecodeError):
        strict.set("", SAVE)
    lenient.set("gold", 2)
    lenient.set("", SAVE | {"gold": 3})
    assert lenient.to_bytes() == gd.dumps(SAVE | {"gold": 3.0}) + b"junk"


def test_deep_values_are_changed() -> None:
    value: Any = 1
    for _ in range(1000):
        value = [value]
    save = Document(gd.dumps(value), layout="godot4")
    path = "[0]" * 1000
    save.set(path, 2)
    assert save.get(path) == 2
    save.set("", value)
    assert save.to_bytes() == gd.dumps(value)


def test_a_length_that_changes_is_a_warning() -> None:
    content = gd.dumps({"a": "b"})
    before = gd.dumps({"size": len(content), "data": content})
    save = Document(before)
    with pytest.warns(UserWarning, match="size is 32") as warned:
        save.set("data.<bytes>.a", "longer")
    assert warned[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        save = Document(before)
        with pytest.raises(UserWarning):
            save.set("data.<bytes>.a", "longer")
    assert save.to_bytes() == before


def test_elements_are_inserted_into_arrays() -> None:
    document = Document(gd.dumps({"t": gd.TypedArray([1], int), "p": gd.PackedInt32Array([1])}))
    for path, new in [("t[0]", 7), ("t[-1]", 8), ("t[+]", 9), ("p[+]", 2)]:
        document.insert(path, new)
    assert document.get() == {"t": gd.TypedArray([7, 8, 1, 9], int), "p": gd.PackedInt32Array([1, 2])}
    with pytest.raises(gd.EncodeError, match=r"t\[0\]: expected int, the declared type, found String"):
        document.insert("t[0]", "x")
    with pytest.raises(gd.PathError, match=r"p\[0\] is not an element of an Array; set it or its container"):
        document.insert("p[0]", 3)


def test_a_save_gets_its_first_vector() -> None:
    save = Document(gd.dumps({"a": 1, "n": "x"}))
    save.set("pos", gd.Vector2(1, 2), create=True)
    save.set("size", gd.Vector2(1, 2), create=True)
    assert gd.loads(save.to_bytes())["pos"] == gd.Vector2(1, 2)


def test_errors_name_options() -> None:
    for opened in (gd.open, Document):
        with pytest.raises(gd.AmbiguousError, match=r"not a value: godot4, framed after 12 bytes: 99%; try `skip=12`$"):
            opened(b"version 1.2!" + gd.dumps(SAVE, framed=True))
    with pytest.raises(gd.FileError, match="`Document` changes its values"):
        gd.open(b"[a]\nb=1\n")
