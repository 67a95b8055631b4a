"""The JSON form: lossless, the same as that of the program, and plain."""

import json
import math
import subprocess
import warnings
from typing import Any

import gdvariant as gd
import pytest
from gdvariant import *

from test_random import PROGRAM
from test_values import VALUES


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_json_is_lossless(value: Any) -> None:
    data = gd.dumps(value)
    for indent in (None, 2):
        assert gd.dumps(gd.from_json(gd.to_json(value, indent=indent))) == data


@pytest.mark.skipif(not PROGRAM, reason="needs the program; build it with: cargo build -p gdvariant-cli")
def test_json_is_that_of_the_program() -> None:
    values = [*VALUES, [math.nan, -math.inf], {StringName("a"): 1}]
    for plain, options in [(False, []), (True, ["--plain"])]:
        command = [str(PROGRAM), "decode", "--to", "json", "--layout", "godot4", "--framed", *options]
        done = subprocess.run(command, input=gd.dumps_all(values), capture_output=True, check=True)
        lines = [gd.to_json(value, plain=plain) for value in values]
        assert done.stdout.decode().splitlines() == lines
    # Godot 3 has other names.
    value = PackedInt32Array([1])
    assert gd.to_json(value, layout="godot3") == '{"PoolIntArray":[1]}'
    assert gd.from_json('{"PoolIntArray":[1]}', layout="godot3") == value


def test_plain_json_is_for_other_programs() -> None:
    value = {StringName("position"): Vector2(1, 2), "health": math.nan, "path": NodePath("a/b"), "raw": b"\1\2"}
    plain = gd.to_json(value, plain=True)
    assert json.loads(plain) == {"position": [1, 2], "health": None, "path": "a/b", "raw": [1, 2]}


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ("[1,\n é]", 2, 2),
        ("[1] 2", 1, 5),
        ('{"Vector2": [1]}', 1, 16),
        ("9223372036854775808", 1, 19),
        ("[Vector2(1, 2)]", 1, 2),
        ('{"a": 1, "a": 2}', 1, 15),
    ],
)
def test_invalid_json_has_a_place(text: str, line: int, column: int) -> None:
    with pytest.raises(gd.ParseError) as caught:
        gd.from_json(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"line {line}, column {column}: {caught.value.reason}")


@pytest.mark.parametrize("text", ['{"Vecor2": [1, 2]}', '[{"vector2": [1, 2]}]', '["i:30", "s:a"]'])
def test_json_of_another_form_is_a_warning(text: str) -> None:
    with pytest.warns(UserWarning) as caught:
        assert gd.from_json(text) == json.loads(text)
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert gd.from_json('{"vec": [1, 2]}') == {"vec": [1, 2]}
        value = {"Vector2": [1.0, 2.0]}
        assert gd.from_json(gd.to_json(value)) == value


@pytest.mark.parametrize("number", ["5", "abc"])
def test_the_key_of_serde_json_is_data(number: str) -> None:
    value = {"$serde_json::private::Number": number}
    assert gd.from_json(json.dumps(value)) == value
    assert gd.from_json(gd.to_json([value])) == [value]


def test_deep_json_is_parsed() -> None:
    value: Any = 7
    for _ in range(1024):
        value = [value]
    text = gd.to_json(value)
    assert gd.to_json(gd.from_json(text)) == text
    with pytest.raises(gd.ParseError):
        gd.from_json(f"[{text}]")
    with pytest.raises(gd.ParseError):
        gd.from_json("[" * 100_000)
