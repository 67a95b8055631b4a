"""Decodes a folder of recordings with DuckDB: a row for each value, and for each error.

python many_duckdb.py FOLDER TABLE.parquet
"""

import sys
from collections.abc import Iterator
from itertools import count, islice
from operator import index
from pathlib import Path
from typing import Any

import duckdb
import gdvariant
import pyarrow as pa

SCHEMA = pa.schema({
    "file": pa.string(), "number": pa.int64(), "tick": pa.int64(), "player": pa.string(),
    "x": pa.float32(), "y": pa.float32(), "health": pa.float64(), "account": pa.int64(),
    "heights": pa.list_(pa.float32()), "error": pa.string(),
})  # fmt: skip


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


def batches(folder: Path) -> Iterator[pa.RecordBatch]:
    """Yields batches of 10,000 rows, so that memory does not depend on the number of files."""
    found = (row for file in sorted(folder.iterdir()) for row in rows(file))
    while chunk := list(islice(found, 10_000)):
        yield pa.RecordBatch.from_pylist(chunk, SCHEMA)


if __name__ == "__main__":
    recordings = pa.RecordBatchReader.from_batches(SCHEMA, batches(Path(sys.argv[1])))
    database = duckdb.connect()
    database.register("recordings", recordings)
    database.table("recordings").write_parquet(sys.argv[2])
    database.read_parquet(sys.argv[2]).create_view("saved")
    print(database.sql("SELECT player, count(*), max(tick) FROM saved GROUP BY player ORDER BY player"))
