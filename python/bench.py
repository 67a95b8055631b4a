"""Compares the speed with that of json, msgpack and memcpy, in one run.

python python/bench.py
"""

import json
import time
from array import array
from collections.abc import Callable
from typing import Any

import gdvariant
import msgpack

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


def best(call: Callable[[], Any]) -> float:
    """Returns the shortest of 30 times, in seconds."""
    times = []
    for _ in range(30):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def row(name: str, times: dict[str, float]) -> None:
    """Prints times, and their ratios to the first one."""
    first = next(iter(times.values()))
    shown = (f"{key} {seconds * 1e6:.0f} µs ({seconds / first:.2f})" for key, seconds in times.items())
    print(f"{name}: {', '.join(shown)}")


def main() -> None:
    """Prints a line for each comparison."""
    codecs: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
        "gdvariant": (gdvariant.dumps, gdvariant.loads),
        "msgpack": (msgpack.packb, msgpack.unpackb),
        "json": (lambda value: json.dumps(value).encode(), json.loads),
    }
    tree = {"players": PLAYERS}
    encoded = {name: encode(tree) for name, (encode, _) in codecs.items()}
    row("encode a tree", {name: best(lambda: encode(tree)) for name, (encode, _) in codecs.items()})
    row("decode a tree", {name: best(lambda: decode(encoded[name])) for name, (_, decode) in codecs.items()})
    values = gdvariant.PackedFloat32Array(array("f", [1.5]) * 1_000_000)
    data = gdvariant.dumps(values)
    copied = bytearray(4_000_000)
    copy = best(lambda: bytes(copied))
    row("encode 4 MB of floats", {"memcpy": copy, "gdvariant": best(lambda: gdvariant.dumps(values))})
    row("decode 4 MB of floats", {"memcpy": copy, "gdvariant": best(lambda: gdvariant.loads(data))})


if __name__ == "__main__":
    main()
