"""Errors: exceptions with their attributes, and no crash."""

import json
import os
import pickle
import random
import struct
import subprocess
import sys
import threading
from array import array
from collections import Counter
from pathlib import Path
from typing import Any

import gdvariant as gd
import pytest

from test_random import PROGRAM


def test_decode_errors_have_an_offset_and_a_path() -> None:
    data = gd.dumps({"players": [{"position": gd.Vector2(1, 2)}]})
    with pytest.raises(gd.DecodeError) as caught:
        gd.loads(data[:-2])
    error = caught.value
    assert error.path == "players[0].position.y" and error.offset == len(data) - 4
    assert str(error).startswith(f"0x{error.offset:04x}: players[0].position.y")
    assert error.reason in str(error)
    restored = pickle.loads(pickle.dumps(error))
    assert (str(restored), restored.offset, restored.path) == (str(error), error.offset, error.path)


def encode_error(value: Any, **options: Any) -> gd.EncodeError:
    with pytest.raises(gd.EncodeError) as caught:
        gd.dumps(value, **options)
    return caught.value


def test_encode_errors_have_a_path() -> None:
    assert encode_error({"a": [1, {2}]}).path == "a[1]"
    assert "set is not a type" in encode_error({"a": [1, {2}]}).reason
    assert encode_error([10**30]).path == "[0]"
    assert "range of int" in encode_error(10**30).reason
    assert "Vector2i" in encode_error(gd.Vector2i(2**31, 0)).reason
    assert "surrogate" in encode_error("\ud800").reason
    assert "Godot 3 has no" in encode_error(gd.Vector4(), layout="godot3").reason
    assert encode_error(gd.TypedArray(["a"], int)).path == "[0]"
    assert "declared" in encode_error(gd.TypedArray([], set)).reason
    assert "equals an earlier one" in encode_error(gd.Pairs([(1, 2), (1, 3)])).reason


def test_other_memory_is_encoded_by_its_type() -> None:
    for given, expected in [
        (memoryview(b"ab"), b"ab"),
        (memoryview(array("f", [0.5])), gd.PackedFloat32Array([0.5])),
    ]:
        assert gd.loads(gd.dumps(given)) == expected


def test_values_that_contain_themselves_are_errors() -> None:
    values: list[Any] = []
    values.append(values)
    assert "contain itself" in encode_error(values).reason


def test_deep_values_round_trip() -> None:
    value: Any = []
    for _ in range(1024):
        value = [value]
    assert gd.dumps(gd.loads(gd.dumps(value))) == gd.dumps(value)
    assert "1024" in encode_error([value]).reason


def test_wrong_arguments() -> None:
    with pytest.raises(ValueError, match='"godot4"'):
        gd.loads(b"", layout="godot5")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected bytes, found str"):
        gd.loads("text")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="zstd"):
        gd.dumps(1, compression="lz4")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="32 bytes"):
        gd.dumps(1, key=b"short")
    with pytest.raises(ValueError, match="framed"):
        gd.open(b"", framing="frames")  # type: ignore[arg-type]


def test_a_panic_is_an_exception() -> None:
    with pytest.raises(BaseException, match="asked for"):
        gd._core._test_panic()
    assert gd.loads(gd.dumps(7)) == 7


def test_hostile_input_is_an_error() -> None:
    seed = random.randrange(2**32)
    print("seed", seed)
    source = random.Random(seed)
    valid = [gd.dumps(value) for value in ({"a": [1, gd.Vector2(1, 2)]}, gd.PackedStringArray(["a"]), [b"x"] * 9)]
    for _ in range(20_000):
        data = bytearray(source.choice(valid))
        for _ in range(source.randrange(1, 4)):
            data[source.randrange(len(data))] = source.choice((0, 1, 0x7F, 0x80, 0xFF, source.randrange(256)))
        for layout in ("godot3", "godot4", "pandemonium5"):
            try:
                gd.loads(bytes(data), layout=layout, lenient=source.random() < 0.5, allow_objects=True)
            except gd.Error:
                pass


def test_a_count_allocates_nothing() -> None:
    with pytest.raises(gd.DecodeError):
        gd.loads(bytes.fromhex("1c000000ffffff7f"))


def test_frames() -> None:
    frames = gd.dumps("Ada", framed=True) + gd.dumps([1, 2], framed=True)
    decoder = gd.FrameDecoder()
    received = [value for byte in frames for value in decoder.feed(bytes([byte]))]
    assert received == ["Ada", [1, 2]]
    decoder.finish()
    assert list(decoder.feed(frames[:5])) == []
    with pytest.raises(gd.FrameError) as caught:
        decoder.finish()
    assert caught.value.offset >= len(frames)
    reads: list[Any] = [
        lambda: next(gd.FrameDecoder(max_length=8).feed(frames)),
        lambda: next(gd.open(frames, layout="godot4", framing="framed", max_length=8)),
    ]
    for read in reads:
        with pytest.raises(gd.FrameError, match="expected at most 8; .*, or raise `max_length`"):
            read()
    with pytest.raises(gd.DecodeError) as wrong:
        next(gd.FrameDecoder().feed(frames[: 4 + 8] + b"\xff" * 4))
    assert wrong.value.offset == 4 + 8


def test_values_around_an_invalid_one_are_decoded() -> None:
    first, last = gd.dumps("first", framed=True), gd.dumps("last", framed=True)
    decoder = gd.FrameDecoder().feed(first + b"\x04\0\0\0\xff\0\0\0" + last)
    assert next(decoder) == "first"
    with pytest.raises(gd.DecodeError) as caught:
        next(decoder)
    assert caught.value.offset == len(first) + 4
    assert list(decoder) == ["last"]
    decoder.finish()


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        (b'{"gold": 30}', "JSON"),
        (struct.pack("<2f", 1.0, 2.0), "floats"),
    ],
)
def test_other_contents_are_named(data: bytes, name: str) -> None:
    with pytest.raises(gd.FileError, match=name):
        gd.open(data)
    with pytest.raises(gd.DecodeError, match=name):
        gd.loads(data)


@pytest.mark.parametrize("compression", [None, "fastlz", "deflate", "zstd", "gzip", "plain-zstd", "plain-gzip"])
@pytest.mark.parametrize("layout", ["godot3", "godot4"])
def test_files(tmp_path: Any, compression: Any, layout: gd.Layout) -> None:
    values = [{"name": "Ada", "numbers": list(range(100))}, "second"]
    for password in (None, "correct horse"):
        path = tmp_path / "save.dat"
        content = b"".join(gd.dumps(value, layout=layout, framed=True) for value in values)
        path.write_bytes(content)
        assert list(gd.open(path, layout=layout)) == values
        with path.open("wb") as file:
            gd.dump(values[0], file, layout=layout, framed=True, compression=compression, password=password)
        with path.open("rb") as file:
            opened = gd.open(file, password=password)
            assert (opened.layout, opened.framing) == (layout, "framed")
            assert list(opened) == values[:1]
        if password:
            with pytest.raises(gd.FileError, match="password"):
                gd.open(path)
            with pytest.raises(gd.FileError):
                gd.open(path, password="wrong")


@pytest.mark.parametrize("password", [None, "correct horse"])
@pytest.mark.parametrize("compression", ["fastlz", "deflate", "zstd", "gzip", None])
def test_damaged_files_are_errors_of_the_package(tmp_path: Path, compression: Any, password: str | None) -> None:
    value = {"numbers": list(range(3000)), "text": "x" * 5000}
    valid = gd.dumps(value, framed=True, compression=compression, password=password)
    seed = random.randrange(2**32)
    print("seed", seed)
    source = random.Random(seed)
    raised: Counter[type] = Counter()
    for number in range(150):
        data = bytearray(valid)
        if number % 3 == 0:
            data = data[: source.randrange(len(data))]
        else:
            data[source.randrange(len(data) if number % 3 == 1 else 40)] = source.randrange(256)
        path = tmp_path / "save.dat"
        path.write_bytes(data)
        for read in (
            lambda: list(gd.open(path, password=password)),
            lambda: list(gd.open(bytes(data), password=password, layout="godot4", framing="framed")),
            lambda: gd.detect(bytes(data), password=password),
            lambda: gd.unpack(path, password=password),
        ):
            try:
                read()
            except gd.Error as error:
                raised[type(error)] += 1
    assert compression is None and password is None or raised[gd.FileError] > 50, raised


def test_errors_of_the_system_stay(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        gd.open(tmp_path)


def test_missing_and_unclear_files(tmp_path: Any) -> None:
    with pytest.raises(FileNotFoundError):
        gd.open(tmp_path / "missing")
    with pytest.raises(gd.Error):
        list(gd.open(b"no values at all, but a text of some length"))


def test_threads_decode_at_the_same_time() -> None:
    data = gd.dumps([gd.PackedInt32Array(range(100_000)), "x" * 100_000])
    results: list[Any] = []

    def decode() -> None:
        for _ in range(20):
            results.append(gd.loads(data)[0][-1])

    threads = [threading.Thread(target=decode) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [99_999] * 80


def test_long_work_releases_the_interpreter() -> None:
    # Decoding fails at the end, so that nothing is converted to Python.
    data = gd.dumps(["text"] * 5_000_000)[:-1]
    count = 0
    stop = threading.Event()

    def tick() -> None:
        nonlocal count
        while not stop.wait(0.001):
            count += 1

    thread = threading.Thread(target=tick)
    thread.start()
    before = count
    with pytest.raises(gd.DecodeError):
        gd.loads(data)
    after = count
    stop.set()
    thread.join()
    # If the interpreter were kept, the thread could not run in between.
    assert after - before > 3


@pytest.mark.parametrize("stack", [1 << 20, 1 << 18])
@pytest.mark.parametrize("kind", ["array", "dictionary", "pairs", "typed", "object"])
def test_deep_values_fit_every_stack(stack: int, kind: str) -> None:
    # A stack overflow would end the process.
    script = Path(__file__).with_name("deep.py")
    done = subprocess.run([sys.executable, script, str(stack), kind], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


def test_a_length_above_the_maximum_stays_an_error() -> None:
    decoder = gd.FrameDecoder(max_length=8)
    decoder.feed(gd.dumps(1, framed=True) + b"\xff\xff\xff\x7f")
    assert next(decoder) == 1
    for _ in range(3):
        with pytest.raises(gd.FrameError, match="at most 8"):
            next(decoder)
        decoder.feed(gd.dumps(1, framed=True))


def test_files_that_do_not_exist_are_named() -> None:
    with pytest.raises(FileNotFoundError) as caught:
        gd.open("no such file")
    assert caught.value.filename == "no such file"
    assert caught.value.strerror == os.strerror(caught.value.errno or 0)


@pytest.mark.parametrize("values", [{"a": 1}, "ab", b"ab"])
def test_the_values_of_a_file_are_not_one_value(values: Any) -> None:
    with pytest.raises(TypeError, match="`dumps` encodes one value"):
        gd.dumps_all(values)


def test_certainty_is_data() -> None:
    nil = gd.open(bytes([4, 0, 0, 0, 0, 0, 0, 0]))  # a framed Nil, or an empty String
    assert nil.layout == "godot4"
    assert any(it.layout == "godot3" and it.fits for it in nil.also_valid)
    assert gd.open(gd.dumps(["Ada", "Grace"], framed=True)).also_valid == []

    file = bytes([3, 0, 0, 0]) + gd.dumps({"name": "Ada"}, framed=True)
    with pytest.raises(gd.AmbiguousError) as caught:
        gd.open(file)
    for error in [caught.value, pickle.loads(pickle.dumps(caught.value))]:
        first = error.candidates[0]
        options = {"layout": first.layout, "framing": first.framing, "skip": first.skip}
        assert list(gd.open(file, **options)) == [{"name": "Ada"}]


def test_bytes_are_any_buffer_and_detect_reads_files(tmp_path: Path) -> None:
    key = bytes(range(32))
    for convert in (bytes, bytearray, memoryview):
        path = tmp_path / "save.dat"
        path.write_bytes(gd.dumps({"name": "Ada"}, header=convert(b"v1"), compression="plain-zstd", key=convert(key)))
        assert list(gd.open(path, key=convert(key), skip=2)) == [{"name": "Ada"}]
    gd.dump(["Ada", "Grace"], path, framed=True)
    for source in (path, str(path), path.read_bytes()):
        assert gd.detect(source)[0].framing == "framed"


def test_audits_return_the_rows_of_the_program(tmp_path: Path) -> None:
    assert PROGRAM, "needs the program; build it with: cargo build -p gdvariant-cli"
    path = tmp_path / "save.dat"
    contents = [
        gd.dumps(["user://mod.gd", float("nan")]),
        gd.dumps_all([1, float("nan")]),
        b'[a]\nb=Object(Node,"script":Resource("user://a.gd"))\n',
        b"\x89PNG\r\n\x1a\n",
        b"",
    ]
    for content in [*contents, *(gd.pack(content, compression="plain-gzip") for content in contents)]:
        path.write_bytes(content)
        found = gd.audit(path)
        done = subprocess.run([str(PROGRAM), "audit", "--json", str(path)], capture_output=True)
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        # Messages name options of the program.
        without = [{**row, "message": None} for row in rows]
        assert [{**row, "message": None} for row in found.rows] == without
        assert (found.not_examined is not None) == (done.returncode == 2)
        assert [{"file": str(path), **row} for row in gd.audit(content).rows] == found.rows


def test_limits_of_content_can_be_changed() -> None:
    packed = gd.dumps_all([bytes(100)] * 100, compression="zstd")
    for function in (gd.open, gd.unpack, gd.Document, gd.detect):
        function(packed, max_content=1 << 14)
        with pytest.raises(gd.FileError, match="raise `max_content`"):
            function(packed, max_content=1 << 8)


def test_audits_of_hostile_files_return() -> None:
    save = gd.dumps([float("nan")] * 500)
    found = gd.audit(save, max_rows=3)
    assert (len(found.rows), found.omitted, found.highest, found.values) == (3, 497, "warning", 1)
    assert gd.audit(save, ignore=["nan"]) == gd.Audit([], 1, None, None, 0)
    assert gd.audit(b"GDEC\1\0\0\0").not_examined == "an encrypted file; pass its password or its key"
    secret = gd.pack(save, password="secret")
    assert gd.audit(secret, password="wrong").not_examined
    assert gd.audit(secret, password="secret").not_examined is None
    bomb = gd.pack(bytes(1 << 20), compression="plain-gzip")
    assert gd.audit(bomb, max_content=1 << 16).highest == "error"
    assert "`max_content`" in str(gd.audit(bomb, max_content=1 << 16).rows)
    assert gd.audit(save, max_content=len(save)).not_examined is None
    assert gd.audit(save, max_content=len(save) - 1).not_examined
    assert gd.audit(b"extends Node\n", ignore=["not-examined"]).rows[0]["id"] == "not-examined"
    for seed in range(300):
        source = random.Random(seed)
        data = bytearray(gd.dumps({"a": [1, "res://b", 2.5]}))
        for _ in range(source.randrange(8)):
            data[source.randrange(len(data))] = source.randrange(256)
        gd.audit(bytes(data))
    with pytest.raises(ValueError, match='unknown rule "no"'):
        gd.audit(save, ignore=["no"])
    with pytest.raises(TypeError, match="ignore"):
        gd.audit(save, ignore="nan")
    with pytest.raises(OSError):
        gd.audit("missing.dat")
