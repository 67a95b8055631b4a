extends "packet_peer.gd"
# PacketPeerStream over TCP.

func open(address, _is_big_endian):
	peer = PacketPeerStream.new()
	peer.stream_peer = Tcp.connection(address)
	return peer.stream_peer != null

func poll():
	peer.stream_peer.poll()
