"""A lobby for clients of Godot 4: relays the messages of each client to all others.

python server.py [--host 127.0.0.1] [--port 5000]

A client is a StreamPeerTCP. It sends and receives Dictionaries:

    var peer := StreamPeerTCP.new()
    peer.connect_to_host("127.0.0.1", 5000)
    # When peer.poll() has made the status STATUS_CONNECTED:
    peer.put_var({"chat": "hello"})
    peer.put_var({"position": Vector2(3, 4)})
    if peer.get_available_bytes() > 0:
        print(peer.get_var())  # {"from": 2, "position": Vector2(1, 0)}
"""

import argparse
import asyncio
import logging
from asyncio import StreamReader, StreamWriter
from typing import Any

import gdvariant
from gdvariant import Vector2, Vector3

MAX_LENGTH = 64 * 1024
"""The maximum length of a message in bytes."""

MAX_PENDING = 1024 * 1024
"""The number of bytes that may wait for a client that does not read."""

log = logging.getLogger("lobby")


def problem(message: Any) -> str | None:
    """Returns why a message is not relayed: a client can send any value."""
    if not isinstance(message, dict) or len(message) != 1:
        return "expected a Dictionary with one key"
    match message:
        case {"chat": str(text)} if 0 < len(text) <= 500:
            return None
        case {"position": Vector2() | Vector3()}:
            return None
        case _:
            return "expected a chat of at most 500 characters, or a position"


class Lobby:
    """The connected clients."""

    def __init__(self) -> None:
        self.clients: dict[int, StreamWriter] = {}
        self.positions: dict[int, Any] = {}
        self.last = 0

    def send(self, client: int, message: Any) -> None:
        """Sends a message, and disconnects a client that does not read."""
        writer = self.clients[client]
        if writer.is_closing():
            return
        if writer.transport.get_write_buffer_size() > MAX_PENDING:
            log.warning("client %d does not read", client)
            writer.transport.abort()
        else:
            writer.write(gdvariant.dumps(message, framed=True))

    def relay(self, sender: int, message: Any) -> None:
        """Sends a message to all clients except its sender."""
        for client in self.clients:
            if client != sender:
                self.send(client, {"from": sender, **message})

    def receive(self, client: int, decoder: gdvariant.FrameDecoder, data: bytes) -> None:
        """Handles the messages that are complete with these bytes."""
        decoder.feed(data)
        while True:
            try:
                message = next(decoder)
            except StopIteration:
                return
            except gdvariant.DecodeError as error:
                # The length is known, so the next message can be decoded.
                self.send(client, {"error": str(error)})
                continue
            if reason := problem(message):
                self.send(client, {"error": reason})
                continue
            if "position" in message:
                self.positions[client] = message["position"]
            self.relay(client, message)

    async def serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Serves a client until it disconnects."""
        self.last += 1
        client = self.last
        self.clients[client] = writer
        self.send(client, {"welcome": client, "positions": dict(self.positions)})
        self.relay(client, {"joined": True})
        decoder = gdvariant.FrameDecoder(max_length=MAX_LENGTH)
        try:
            while data := await reader.read(4096):
                self.receive(client, decoder, data)
                await writer.drain()
            decoder.finish()
        except gdvariant.FrameError as error:
            # The length is too large, or the connection ended within a value.
            log.warning("client %d: %s", client, error)
            self.send(client, {"error": str(error)})
        except OSError as error:
            log.warning("client %d: %s", client, error)
        finally:
            del self.clients[client]
            self.positions.pop(client, None)
            self.relay(client, {"left": True})
            writer.close()


async def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=5000, help="0 chooses a free port")
    arguments = parser.parse_args()
    logging.basicConfig(format="%(message)s")
    server = await asyncio.start_server(Lobby().serve, arguments.host, arguments.port)
    host, port = server.sockets[0].getsockname()[:2]
    print(f"listening on {host}:{port}", flush=True)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except KeyboardInterrupt:
        pass
