"""Compares random values with the program, which uses the library in Rust.

The program gets the values in the JSON form, which this test builds without the package.
``GDVARIANT`` names the program, ``GDVARIANT_CASES`` the number of values, and ``GDVARIANT_SEED``
repeats a run.
"""

import json
import os
import random
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Any

import gdvariant as gd
import pytest
from gdvariant._base import PackedArray, Strings, Struct, Vectors
from tagged import names, to_tagged

from values import to_json

PROGRAM = os.environ.get("GDVARIANT") or shutil.which(
    "gdvariant", path=Path(__file__).resolve().parents[3] / "target" / "debug"
)
CASES = int(os.environ.get("GDVARIANT_CASES", "25000"))

# Numbers at the limits of encodings.
INTS = [0, 1, -1, 2**31 - 1, -(2**31), 2**31, 2**63 - 1, -(2**63)]
FLOATS = [0.0, -0.0, 1.0, 0.1, 1e300, 5e-324, float("inf"), float("-inf"), float("nan")]
TEXTS = ["", "a", "name", "a\nb", "é", "漢字", "😀", "/root/Main:x"]


def single(number: float) -> float:
    """Returns the number rounded to 32 bits, or a number that they can represent."""
    (rounded,) = struct.unpack("<f", struct.pack("<f", number if number != 1e300 else 1e30))
    return float(rounded)


class Source(random.Random):
    """Creates random values of a layout."""

    def __init__(self, seed: int, layout: str) -> None:
        super().__init__(seed)
        self.layout = layout
        known = names(layout)
        classes = [cls for cls in known if isinstance(cls, type) and cls.__module__ == "gdvariant._types"]
        self.structs = [cls for cls in classes if issubclass(cls, Struct)]
        self.arrays = [cls for cls in classes if not issubclass(cls, Struct)]
        self.has_declared = layout == "godot4"

    def text(self) -> str:
        return self.choice(TEXTS) + self.choice(("", str(self.randrange(100))))

    def integer(self) -> int:
        return self.choice(INTS) if self.random() < 0.3 else self.randrange(-1000, 1000)

    def small(self) -> int:
        return max(-(2**31), min(2**31 - 1, self.integer()))

    def number(self) -> float:
        return self.choice(FLOATS) if self.random() < 0.3 else self.uniform(-100, 100)

    def struct(self, cls: type[Struct[Any]]) -> Struct[Any]:
        if cls is gd.RID:
            return gd.RID(self.randrange(100) if self.layout == "godot4" else 0)
        if cls is gd.Signal:
            return gd.Signal(self.text(), self.randrange(2**63))
        if cls is gd.Callable:
            return gd.Callable()
        is_int = cls.__name__.endswith("i")
        fields: list[Any] = []
        for step in cls._plan:
            if isinstance(step, tuple):
                fields.append(self.struct(step[0]))
            else:
                fields.append(self.small() if is_int else single(self.number()))
        return cls(*fields)

    def array(self, cls: type[Any]) -> Any:
        count = self.randrange(4)
        if issubclass(cls, Strings):
            return cls(self.text() for _ in range(count))
        if issubclass(cls, Vectors):
            return cls([self.struct(cls._element) for _ in range(count)])
        assert issubclass(cls, PackedArray)
        code = cls._typecodes[0]
        numbers: dict[str, Any] = {"i": self.small, "q": self.integer, "d": self.number}
        return cls([numbers.get(code, lambda: single(self.number()))() for _ in range(count)])

    def key(self) -> Any:
        return self.text() if self.random() < 0.8 else self.value(3)

    def value(self, depth: int = 0) -> Any:
        leaves: list[Any] = [
            lambda: None,
            lambda: self.random() < 0.5,
            self.integer,
            self.number,
            self.text,
            lambda: self.randbytes(self.randrange(6)),
            lambda: gd.NodePath(self.text()),
            lambda: gd.ObjectId(self.randrange(1, 2**64)),
            lambda: self.struct(self.choice(self.structs)),
            lambda: self.array(self.choice(self.arrays)),
        ]
        if self.layout != "godot3":
            leaves.append(lambda: gd.StringName(self.text()))
        if depth >= 3 or self.random() < 0.6:
            return self.choice(leaves)()
        count = self.randrange(4)
        if self.random() < 0.5:
            if self.has_declared and self.random() < 0.2:
                return gd.TypedArray([self.integer() for _ in range(count)], int)
            return [self.value(depth + 1) for _ in range(count)]
        if self.has_declared and self.random() < 0.2:
            return gd.TypedDictionary({self.text(): self.integer() for _ in range(count)}, str, int)
        pairs = [(self.key(), self.value(depth + 1)) for _ in range(count)]
        try:
            return dict(pairs)
        except TypeError:
            return gd.Pairs(pairs[:1])


@pytest.mark.skipif(not PROGRAM, reason="needs the program; build it with: cargo build -p gdvariant-cli")
@pytest.mark.parametrize("layout", ["godot3", "godot4", "pandemonium", "pandemonium5"])
def test_random_values_equal_those_of_the_program(layout: gd.Layout) -> None:
    seed = int(os.environ.get("GDVARIANT_SEED", random.randrange(2**32)))
    print("GDVARIANT_SEED =", seed)
    source = Source(seed, layout)
    values = [source.value() for _ in range(CASES)]
    lines = "\n".join(json.dumps(to_json(to_tagged(value, layout))) for value in values)
    command = [str(PROGRAM), "encode", "--layout", layout, "--to", "hex"]
    done = subprocess.run(command, input=lines.encode(), capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    encoded = done.stdout.decode().split()
    assert len(encoded) == len(values)
    for value, line in zip(values, encoded):
        data = bytes.fromhex(line)
        assert gd.dumps(value, layout=layout).hex() == line, value
        decoded = gd.loads(data, layout=layout)
        assert to_tagged(decoded, layout) == to_tagged(value, layout)
        assert gd.dumps(decoded, layout=layout) == data
