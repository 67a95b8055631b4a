"""Decodes a folder of recordings with Spark: a row for each value, and for each error.

python many_spark.py FOLDER TABLE.parquet
"""

import sys
from collections.abc import Iterator
from itertools import count
from operator import index
from typing import Any

import gdvariant
import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

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


def rows(file: str, content: bytes) -> Iterator[dict[str, Any]]:
    """Yields a row for each value of a file. An error is a row, and does not end the job."""
    values = None
    for number in count():
        row = {"file": file, "number": number}
        try:
            values = values or gdvariant.open(content)
            yield row | columns(next(values))
        except StopIteration:
            break
        except Exception as error:
            yield row | {"error": f"{type(error).__name__}: {error}"}
            if values is None:
                break


def decode(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Converts rows with a path and a content to rows of values, a batch for each file."""
    for batch in batches:
        for path, content in zip(batch["path"], batch["content"]):
            found = rows(path.as_py().rsplit("/", 1)[1], content.as_py())
            yield pa.RecordBatch.from_pylist(list(found), SCHEMA)


if __name__ == "__main__":
    spark = SparkSession.builder.master("local[*]").getOrCreate()
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", 16)  # files in memory
    files = spark.read.format("binaryFile").load(sys.argv[1]).select("path", "content")
    files.mapInArrow(decode, from_arrow_schema(SCHEMA)).write.parquet(sys.argv[2])
    spark.read.parquet(sys.argv[2]).createOrReplaceTempView("recordings")
    spark.sql("SELECT player, count(*), max(tick) FROM recordings GROUP BY player ORDER BY player").show()
