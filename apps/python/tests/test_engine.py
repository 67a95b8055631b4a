"""Connections with a running Godot 4, whose program ``GDVARIANT_ENGINE4`` names."""

import asyncio
import os
import re
from pathlib import Path
from typing import Any

import gdvariant as gd
import pytest

ENGINE = os.environ.get("GDVARIANT_ENGINE4")

SCRIPT = """extends SceneTree

func _initialize():
	var arguments := OS.get_cmdline_user_args()
	var packets := PacketPeerUDP.new()
	packets.connect_to_host("127.0.0.1", int(arguments[1]))
	packets.put_var({"chat": "hello", "at": Vector2(1, 2)})
	while packets.get_available_packet_count() == 0:
		OS.delay_msec(1)
	print("packet ", packets.get_var())
	for no_delay in [false, true]:
		var peer := StreamPeerTCP.new()
		peer.connect_to_host("127.0.0.1", int(arguments[0]))
		while peer.get_status() == StreamPeerTCP.STATUS_CONNECTING:
			peer.poll()
		peer.set_no_delay(no_delay)
		var start := Time.get_ticks_usec()
		for number in 20:
			peer.put_var({"number": number})
			if peer.get_var() != {"echo": {"number": number}}:
				print("another answer")
		print("time ", Time.get_ticks_usec() - start)
	quit()
"""


class Packets(asyncio.DatagramProtocol):
    """Answers each packet of a PacketPeerUDP, which is a value without a length."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: Any = transport

    def datagram_received(self, data: bytes, addr: Any) -> None:
        self.transport.sendto(gd.dumps({"echo": gd.loads(data)}), addr)


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    async for message in gd.FrameReader(reader):
        writer.write(gd.dumps({"echo": message}, framed=True))
        await writer.drain()
    writer.close()


async def output_of(script: Path) -> str:
    """Returns the output of the engine that runs a script with the ports of an echo."""
    assert ENGINE
    loop = asyncio.get_running_loop()
    packets, _ = await loop.create_datagram_endpoint(Packets, ("127.0.0.1", 0))
    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    ports = [str(it.getsockname()[1]) for it in (server.sockets[0], packets.get_extra_info("socket"))]
    command = [ENGINE, "--headless", "-s", str(script), "--", *ports]
    engine = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    try:
        output, _ = await asyncio.wait_for(engine.communicate(), 120)
    finally:
        server.close()
        packets.close()
    return output.decode()


@pytest.mark.skipif(not ENGINE, reason="needs Godot 4; set GDVARIANT_ENGINE4")
def test_a_game_gets_answers_without_delay(tmp_path: Path) -> None:
    script = tmp_path / "main.gd"
    script.write_text(SCRIPT)
    output = asyncio.run(output_of(script))
    print(output)
    assert 'packet { "echo": { "chat": "hello", "at": (1.0, 2.0) } }' in output
    assert "another answer" not in output
    slow, fast = map(int, re.findall(r"time (\d+)", output))
    # The system delays the second part of each value by 40 ms.
    assert fast * 3 < slow
