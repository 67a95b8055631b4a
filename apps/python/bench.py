"""Compares the speed with that of other packages in one run.

pip install msgpack msgspec orjson playgodot==0.5.1
python -P apps/python/bench.py

PlayGodot is a codec for Godot 4 in pure Python.
"""

import json
import statistics
import timeit
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import gdvariant
import msgpack
import msgspec
import orjson
from playgodot.variant import decode_variant, encode_variant

PLAYERS = [
    {
        "name": f"player {number}",
        "health": number,
        "alive": number % 2 == 0,
        "x": number * 0.37,
        "y": number * 1.5,
        "inventory": ["sword", "shield", {"gold": number, "silver": 7}],
        "tags": {"a": 1, "b": None},
    }
    for number in range(300)
]


ROUNDS = 31

ELEMENTS: list[tuple[Any, int]] = [
    (gdvariant.Vector3(1.5, 2, 3), 3),
    (gdvariant.Color(1, 0.5, 0), 4),
    (gdvariant.Transform3D(), 12),
    (gdvariant.PackedInt32Array([1, 2]), 2),
    (gdvariant.PackedFloat32Array([1.5] * 8), 8),
    (gdvariant.PackedVector3Array([(1, 2, 3)] * 3), 9),
]
"""Values of the engines, and the numbers of their components."""


@dataclass
class Move:
    """A message."""

    player: str
    tick: int
    x: float
    actions: list[str]



def times(calls: dict[str, Callable[[], Any]], repeat: int) -> dict[str, float]:
    """Runs the calls in turn, and returns the median of the time of each in seconds."""
    timers = {name: timeit.Timer(call) for name, call in calls.items()}
    rounds = [{name: timer.timeit(repeat) / repeat for name, timer in timers.items()} for _ in range(ROUNDS)]
    return {name: statistics.median(taken[name] for taken in rounds) for name in calls}


def row(name: str, calls: dict[str, Callable[[], Any]], repeat: int = 1) -> None:
    """Prints the times of calls, and their ratios to the first one."""
    medians = times(calls, repeat)
    first = next(iter(medians.values()))
    shown = (f"{key} {seconds * 1e6:.2f} µs ({seconds / first:.2f})" for key, seconds in medians.items())
    print(f"{name}: {', '.join(shown)}")


def fed(frames: bytes) -> list[Any]:
    """Decodes frames that have arrived."""
    return list(gdvariant.FrameDecoder().feed(frames))


def opened(frames: bytes, **options: Any) -> list[Any]:
    """Decodes frames in a file."""
    return list(gdvariant.open(frames, **options))


def main() -> None:
    """Prints a line for each comparison."""
    codecs: dict[str, tuple[Callable[[Any], bytes], Callable[[bytes], Any]]] = {
        "gdvariant": (gdvariant.dumps, gdvariant.loads),
        "msgpack": (msgpack.packb, msgpack.unpackb),
        "msgspec": (msgspec.msgpack.encode, msgspec.msgpack.decode),
        "orjson": (orjson.dumps, orjson.loads),
        "json": (lambda value: json.dumps(value).encode(), json.loads),
        "PlayGodot": (encode_variant, lambda data: decode_variant(data)[0]),
    }
    message = {"player": "Ada", "tick": 7, "x": 1.5, "actions": ["run"]}
    for subject, value, repeat in [("a tree", {"players": PLAYERS}, 1), ("a message", message, 1000)]:
        encoders: dict[str, Callable[[], Any]] = {}
        decoders: dict[str, Callable[[], Any]] = {}
        for name, (encode, decode) in codecs.items():
            data = gdvariant.dumps(value) if name == "PlayGodot" else encode(value)
            assert decode(data) == value, name
            encoders[name] = partial(encode, value)
            decoders[name] = partial(decode, data)
        assert gdvariant.loads(encode_variant(value)) == value
        row(f"encode {subject}", encoders, repeat)
        row(f"decode {subject}", decoders, repeat)
    for element, components in ELEMENTS:
        elements, lists = [element] * 10_000, [[1.5] * components] * 10_000
        data, packed = gdvariant.dumps(elements), msgpack.packb(lists)
        assert gdvariant.loads(data) == elements
        name = f"10,000 times {element}"
        row(
            f"encode {name}",
            {"msgpack, lists of floats": partial(msgpack.packb, lists), "gdvariant": partial(gdvariant.dumps, elements)},
        )
        row(
            f"decode {name}",
            {"msgpack, lists of floats": partial(msgpack.unpackb, packed), "gdvariant": partial(gdvariant.loads, data)},
        )
    move = Move(**message)
    row(
        "encode a dataclass",
        {
            "gdvariant, its dict": partial(gdvariant.dumps, message),
            "gdvariant": partial(gdvariant.dumps, move),
            "msgspec": partial(msgspec.msgpack.encode, move),
            "orjson": partial(orjson.dumps, move),
        },
        1000,
    )
    small: dict[str, list[Any]] = {
        "Dictionaries": [{"tick": number, "player": "Ada", "x": number * 0.37, "y": number} for number in range(100_000)],
        "ints": list(range(100_000)),
    }
    for name, values in small.items():
        one, frames = gdvariant.dumps(values), gdvariant.dumps_all(values)
        assert list(gdvariant.open(frames)) == gdvariant.loads(one)
        row(
            f"decode 100,000 small {name}",
            {
                "one array": partial(gdvariant.loads, one),
                "FrameDecoder": partial(fed, frames),
                "open": partial(opened, frames, layout="godot4", framing="framed"),
                "open and detect": partial(opened, frames),
            },
        )
    floats = gdvariant.PackedFloat32Array(array("f", [1.5]) * 1_000_000)
    data = gdvariant.dumps(floats)
    copied = bytearray(4_000_000)
    copy = partial(bytes, copied)
    row("encode 4 MB of floats", {"memcpy": copy, "gdvariant": partial(gdvariant.dumps, floats)})
    row("decode 4 MB of floats", {"memcpy": copy, "gdvariant": partial(gdvariant.loads, data)})
    assert decode_variant(data)[0] == list(floats)
    row("decode 4 MB of floats", {"gdvariant": partial(gdvariant.loads, data), "PlayGodot": partial(decode_variant, data)})


if __name__ == "__main__":
    main()
