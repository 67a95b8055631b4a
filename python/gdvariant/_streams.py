"""Values from the streams of asyncio."""

from __future__ import annotations

from typing import Any, Protocol, Self

from gdvariant._core import FrameDecoder

__all__ = ["FrameReader"]

_READ = 1 << 16
"""The number of bytes that are read at most in one call."""


class _Reader(Protocol):
    """A reader such as ``asyncio.StreamReader``."""

    async def read(self, n: int, /) -> bytes: ...


class FrameReader:
    """Iterates over the values that a client sends with ``StreamPeer.put_var``.

    Iteration ends where the connection ends between two values. It raises what :class:`FrameDecoder`
    raises: after a DecodeError, iterate again for the values that follow the invalid one; after a
    FrameError, close the connection.

    :param reader: A reader such as ``asyncio.StreamReader``.
    :param layout: The layout of the values; ``layouts`` lists the names.
    :param big_endian: Expect big-endian lengths, as with ``StreamPeer.big_endian``.
    :param max_length: The maximum length of a value in bytes, 8 MiB by default.
    :param lenient: Accept what the engine accepts, such as trailing bytes.
    :param allow_objects: Accept objects with their properties, and decode them as data.

    >>> import asyncio
    >>> from gdvariant import dumps
    >>> async def received() -> list:
    ...     reader = asyncio.StreamReader()
    ...     reader.feed_data(dumps("Ada", framed=True) + dumps([1, 2], framed=True))
    ...     reader.feed_eof()
    ...     return [value async for value in FrameReader(reader)]
    >>> asyncio.run(received())
    ['Ada', [1, 2]]
    """

    __slots__ = ("_decoder", "_reader")

    def __init__(
        self,
        reader: _Reader,
        *,
        layout: str = "godot4",
        big_endian: bool = False,
        max_length: int | None = None,
        lenient: bool = False,
        allow_objects: bool = False,
    ) -> None:
        self._reader = reader
        self._decoder = FrameDecoder(
            layout=layout,
            big_endian=big_endian,
            max_length=max_length,
            lenient=lenient,
            allow_objects=allow_objects,
        )

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Any:
        while True:
            # An error leaves the loop, too.
            for value in self._decoder:
                return value
            data = await self._reader.read(_READ)
            if not data:
                self._decoder.finish()
                raise StopAsyncIteration
            self._decoder.feed(data)
