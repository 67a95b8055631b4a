"""Decodes a folder of recordings with Polars: a row for each value, and for each error.

python many_polars.py FOLDER TABLE.parquet
"""

import sys
from collections.abc import Iterator
from itertools import count, islice
from operator import index
from pathlib import Path
from typing import Any

import gdvariant
import polars as pl
from polars.io.plugins import register_io_source

SCHEMA: dict[str, Any] = {
    "file": pl.String, "number": pl.Int64, "tick": pl.Int64, "player": pl.String,
    "x": pl.Float32, "y": pl.Float32, "health": pl.Float64, "account": pl.Int64,
    "heights": pl.List(pl.Float32), "error": pl.String,
}  # fmt: skip


def columns(value: Any) -> dict[str, Any]:
    """Returns the columns of a value; a value of another form raises an exception."""
    return {
        "tick": index(value["tick"]),
        "player": str(value["player"]),
        "x": float(value["position"].x),
        "y": float(value["position"].y),
        "health": float(value["health"]),
        "account": index(value["account"]),
        "heights": [float(height) for height in value["heights"]],
    }


def rows(file: Path) -> Iterator[dict[str, Any]]:
    """Yields a row for each value of a file. An error is a row, and does not end the job."""
    values = None
    for number in count():
        row = {"file": file.name, "number": number}
        try:
            values = values or gdvariant.open(file)
            yield row | columns(next(values))
        except StopIteration:
            break
        except Exception as error:
            yield row | {"error": f"{type(error).__name__}: {error}"}
            if values is None:
                break


def scan(folder: Path) -> pl.LazyFrame:
    """Returns a frame that decodes the files in batches when a query runs."""

    def batches(
        names: list[str] | None, predicate: pl.Expr | None, limit: int | None, size: int | None
    ) -> Iterator[pl.DataFrame]:
        found = (row for file in sorted(folder.iterdir()) for row in rows(file))
        limited = islice(found, limit)
        while chunk := list(islice(limited, size or 10_000)):
            frame = pl.DataFrame(chunk, schema=SCHEMA)
            frame = frame.select(names) if names is not None else frame
            yield frame.filter(predicate) if predicate is not None else frame

    return register_io_source(batches, schema=SCHEMA)


if __name__ == "__main__":
    scan(Path(sys.argv[1])).sink_parquet(sys.argv[2])
    players = pl.scan_parquet(sys.argv[2]).group_by("player")
    print(players.agg(pl.len(), pl.col("tick").max()).sort("player").collect())
