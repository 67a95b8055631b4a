extends "packet_peer.gd"
# PacketPeerUDP.

func open(address, _is_big_endian):
	peer = PacketPeerUDP.new()
	var parts = address.split(":")
	return peer.connect_to_host(parts[0], int(parts[1])) == OK and peer.put_packet("here".to_utf8()) == OK
