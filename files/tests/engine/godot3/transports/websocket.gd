extends "packet_peer.gd"
# WebSocketClient.

var client = WebSocketClient.new()

func open(address, _is_big_endian):
	client.connect_to_url("ws://" + address)
	var end = OS.get_ticks_msec() + Tcp.TIMEOUT
	while client.get_connection_status() == NetworkedMultiplayerPeer.CONNECTION_CONNECTING and OS.get_ticks_msec() < end:
		client.poll()
		OS.delay_usec(50)
	peer = client.get_peer(1)
	return client.get_connection_status() == NetworkedMultiplayerPeer.CONNECTION_CONNECTED

func poll():
	client.poll()
