"""Converts values of saves or recordings to a pandas DataFrame: a row for each value.

python save_to_pandas.py SAVE... [--rows players] [--csv players.csv]

With --rows, each element of the Array at this key is a row instead. A vector becomes a column for
each component, a nested Dictionary a column for each key, and a packed array a numpy array.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gdvariant
import numpy as np
import pandas as pd
from gdvariant import Color, Pairs, Quaternion, Vector2, Vector2i, Vector3, Vector3i, Vector4, Vector4i

VECTORS = (Vector2, Vector2i, Vector3, Vector3i, Vector4, Vector4i, Quaternion)
NUMBERS = (
    gdvariant.PackedInt32Array,
    gdvariant.PackedInt64Array,
    gdvariant.PackedFloat32Array,
    gdvariant.PackedFloat64Array,
)
ROWS = (
    gdvariant.PackedVector2Array,
    gdvariant.PackedVector3Array,
    gdvariant.PackedVector4Array,
    gdvariant.PackedColorArray,
)

DTYPES = {bool: "boolean", int: "Int64", float: "float64", str: "string"}
"""The types of columns whose cells have one type. A missing float is NaN."""


def flatten(value: Any, name: str = "value") -> Iterator[tuple[str, Any]]:
    """Yields the names and the contents of the columns of a value."""
    if isinstance(value, (dict, Pairs)) and len(value) > 0:
        for key, item in value.items():
            if not isinstance(key, str):
                yield from flatten(item, f"{name}[{key}]")  # 1 and "1" are different keys
            else:
                yield from flatten(item, key if name == "value" else f"{name}.{key}")
    elif isinstance(value, VECTORS):
        yield from ((f"{name}.{axis}", component) for axis, component in zip("xyzw", value))
    elif isinstance(value, Color):
        yield from ((f"{name}.{channel}", component) for channel, component in zip("rgba", value))
    elif isinstance(value, NUMBERS):
        yield name, np.asarray(value)
    elif isinstance(value, ROWS):
        yield name, np.asarray(value.components)  # a row for each vector
    elif isinstance(value, bytes):
        yield name, np.frombuffer(value, np.uint8)
    elif value is None or type(value) in (bool, int, float, str, list):
        yield name, value
    else:
        yield name, str(value)  # StringName, NodePath, Transform3D, ..: as in a script


def column(cells: list[Any]) -> pd.Series:
    """Returns a column, with a type that keeps ints above 2^53 if other cells are missing."""
    kinds = {type(cell) for cell in cells if cell is not None}
    name = DTYPES.get(kinds.pop(), "object") if len(kinds) == 1 else "object"
    return pd.Series(cells, dtype=name)


def table(files: list[Path], rows: str | None = None) -> pd.DataFrame:
    """Decodes files, and returns a table with the names of the files in the first column."""
    found: list[dict[str, Any]] = []
    for file in files:
        for value in gdvariant.open(file):
            for item in value[rows] if rows else [value]:
                found.append({"file": file.name, **dict(flatten(item))})
    names = dict.fromkeys(name for row in found for name in row)
    return pd.DataFrame({name: column([row.get(name) for row in found]) for name in names})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="+", metavar="SAVE")
    parser.add_argument("--rows", help="the key of an Array whose elements are rows")
    parser.add_argument("--csv", type=Path, help="also write the table to this file")
    arguments = parser.parse_args()
    frame = table(arguments.files, arguments.rows)
    print(frame.to_string())
    print(frame.dtypes.to_string())
    if arguments.csv:
        frame.to_csv(arguments.csv, index=False)
