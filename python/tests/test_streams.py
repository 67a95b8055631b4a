"""Values from connections with asyncio: streams and packets."""

import asyncio
import socket
from typing import Any

import gdvariant as gd
import pytest


def received(chunks: list[bytes], **options: Any) -> list[Any]:
    """Returns the values of a reader, and the exceptions of invalid ones."""

    async def main() -> list[Any]:
        reader = asyncio.StreamReader()

        async def feed() -> None:
            for chunk in chunks:
                reader.feed_data(chunk)
                await asyncio.sleep(0)
            reader.feed_eof()

        feeding = asyncio.create_task(feed())
        messages = gd.FrameReader(reader, **options)
        found: list[Any] = []
        while True:
            try:
                async for message in messages:
                    found.append(message)
                break
            except gd.DecodeError as error:
                found.append(error)
            except gd.FrameError as error:
                found.append(error)
                break
        await feeding
        return found

    return asyncio.run(main())


def test_readers_yield_the_values_of_a_connection() -> None:
    data = gd.dumps_all(["Ada", [1, 2], None, {"a": gd.Vector2(1, 2)}])
    expected = ["Ada", [1, 2], None, {"a": gd.Vector2(1, 2)}]
    assert received([data]) == expected
    assert received([bytes([byte]) for byte in data]) == expected
    assert received([gd.dumps(7, framed=True, big_endian=True)], big_endian=True) == [7]
    assert received([]) == []


def test_readers_continue_after_an_invalid_value() -> None:
    data = gd.dumps(1, framed=True) + b"\x04\0\0\0\xff\0\0\0" + gd.dumps(2, framed=True)
    first, error, last = received([data])
    assert (first, last) == (1, 2) and isinstance(error, gd.DecodeError)


@pytest.mark.parametrize("data", [b"\xff\xff\xff\x7f", gd.dumps("Ada", framed=True)[:-2]])
def test_readers_end_with_an_error(data: bytes) -> None:
    first, error = received([gd.dumps(1, framed=True) + data], max_length=64)
    assert first == 1 and isinstance(error, gd.FrameError)


def test_packets_are_bare_values() -> None:
    # A PacketPeerUDP sends each value of put_var in a packet of its own, without a length.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server, socket.socket(
        socket.AF_INET, socket.SOCK_DGRAM
    ) as client:
        server.bind(("127.0.0.1", 0))
        server.settimeout(20)
        for value in ({"chat": "hello"}, gd.Vector2(1, 2)):
            client.sendto(gd.dumps(value), server.getsockname())
            assert gd.loads(server.recv(65536)) == value
    with pytest.raises(gd.DecodeError, match="length"):
        gd.loads(gd.dumps({"chat": "hello"}, framed=True))
