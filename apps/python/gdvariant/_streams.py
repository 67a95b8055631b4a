"""Values from the streams of asyncio."""

from __future__ import annotations

from typing import Any, Protocol, Self, Unpack

from gdvariant._core import FrameDecoder
from gdvariant._options import FrameOptions as _FrameOptions

__all__ = ["FrameReader"]

# The number of bytes that are read at most in one call.
_READ = 1 << 16


class _Reader(Protocol):
    async def read(self, n: int, /) -> bytes: ...


class FrameReader:
    """Iterates over the values that a client sends with ``StreamPeer.put_var``.

    Iteration ends where the connection ends between two values. It raises what :class:`FrameDecoder`
    raises: after a DecodeError, iterate again for the values that follow the invalid one; after a
    FrameError, close the connection.

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

    def __init__(self, reader: _Reader, **options: Unpack[_FrameOptions]) -> None:
        """Reads from a reader such as ``asyncio.StreamReader``, with the options of :class:`FrameDecoder`:
        ``layout``, ``big_endian``, ``max_length``, ``lenient``, ``allow_objects``, ``exact``.
        """
        self._reader = reader
        self._decoder = FrameDecoder(**options)

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
