"""Values from connections with asyncio: streams and packets."""

import asyncio
import os
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


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="a path to a pipe is needed")
def test_values_of_a_pipe_arrive_without_the_next_ones() -> None:
    receiving, sending = os.pipe()
    with os.fdopen(receiving, "rb"), os.fdopen(sending, "wb", buffering=0) as pipe:
        pipe.write(gd.dumps_all([1, 2]))
        values = gd.open(f"/dev/fd/{receiving}", layout="godot4", framing="framed")
        assert [next(values), next(values)] == [1, 2]
        pipe.write(gd.dumps_all(["Ada", *range(1000)]))
        assert next(values) == "Ada"
        pipe.close()
        assert list(values) == list(range(1000))


def test_open_continues_after_an_invalid_value() -> None:
    invalid = b"\x04\0\0\0\xff\0\0\0"
    parts = [gd.dumps(number, framed=True) for number in range(2000)]
    data = b"".join([*parts[:7], invalid, *parts[7:], invalid])
    values = gd.open(data, layout="godot4", framing="framed")
    found: list[int] = []
    while True:
        try:
            for value in values:
                found.append(value)
            break
        except gd.DecodeError as error:
            found.append(error.offset)
    offsets = [7 * len(parts[0]) + 4, len(data) - 4]
    assert found == [*range(7), offsets[0], *range(7, 2000), offsets[1]]
