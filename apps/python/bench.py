"""Compares the speed with that of json, msgpack, a codec in pure Python, and memcpy, in one run.

pip install msgpack playgodot==0.5.1
python python/bench.py

The codec in pure Python is that of PlayGodot, for Godot 4.
"""

import json
import statistics
import time
from array import array
from collections.abc import Callable
from functools import partial
from typing import Any

import gdvariant
import msgpack
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


def times(calls: dict[str, Callable[[], Any]]) -> dict[str, float]:
    """Runs the calls in turn, and returns the median of the time of each in seconds."""
    found: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(ROUNDS):
        for name, call in calls.items():
            start = time.perf_counter()
            call()
            found[name].append(time.perf_counter() - start)
    return {name: statistics.median(taken) for name, taken in found.items()}


def row(name: str, calls: dict[str, Callable[[], Any]]) -> None:
    """Prints the times of calls, and their ratios to the first one."""
    medians = times(calls)
    first = next(iter(medians.values()))
    shown = (f"{key} {seconds * 1e6:.0f} µs ({seconds / first:.2f})" for key, seconds in medians.items())
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
        "json": (lambda value: json.dumps(value).encode(), json.loads),
        "PlayGodot": (encode_variant, lambda data: decode_variant(data)[0]),
    }
    tree = {"players": PLAYERS}
    encoders: dict[str, Callable[[], Any]] = {}
    decoders: dict[str, Callable[[], Any]] = {}
    for name, (encode, decode) in codecs.items():
        data = gdvariant.dumps(tree) if name == "PlayGodot" else encode(tree)
        assert decode(data) == tree, name
        encoders[name] = partial(encode, tree)
        decoders[name] = partial(decode, data)
    assert gdvariant.loads(encode_variant(tree)) == tree
    row("encode a tree", encoders)
    row("decode a tree", decoders)
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
