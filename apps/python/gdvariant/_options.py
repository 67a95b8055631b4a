"""The types of arguments."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from typing import IO, TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

from gdvariant._types import Layout

if TYPE_CHECKING:
    # `collections.abc.Buffer`, which Python 3.11 lacks, for type checkers only.
    from _typeshed import ReadableBuffer

__all__ = ["Bytes", "Compression", "Framing"]

Bytes: TypeAlias = "ReadableBuffer"
"""Bytes, or another object with a buffer of bytes: ``bytearray``, ``memoryview``, ``mmap``, ``array("B")``."""

Source: TypeAlias = "str | PathLike[str] | Bytes | IO[bytes]"
"""A path, bytes, or a binary file."""

Compression: TypeAlias = Literal[
    "fastlz", "deflate", "zstd", "gzip",
    "plain-fastlz", "plain-deflate", "plain-zstd", "plain-gzip",
    "size32-fastlz", "size32-deflate", "size32-zstd", "size32-gzip",
    "size64-fastlz", "size64-deflate", "size64-zstd", "size64-gzip",
]  # fmt: skip
"""The name of a compression."""

Framing: TypeAlias = Literal["bare", "framed", "framed-big-endian", "concatenated"]
"""How values follow each other in a file."""


class DecodeOptions(TypedDict, total=False):
    layout: Layout
    lenient: bool
    allow_objects: bool
    exact: bool


class FrameOptions(DecodeOptions, total=False):
    big_endian: bool
    max_length: int | None


class EncodeOptions(TypedDict, total=False):
    layout: Layout
    framed: bool
    big_endian: bool
    header: Bytes | None
    compression: Compression | None
    password: str | None
    key: Bytes | None
    target: str | None
    fallback: bool
    default: Callable[[Any], Any] | None
