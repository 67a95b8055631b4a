extends "packet_peer.gd"
# WebSocketPeer.

func open(address, _is_big_endian):
	peer = WebSocketPeer.new()
	peer.connect_to_url("ws://" + address)
	var end = Time.get_ticks_msec() + Tcp.TIMEOUT
	while peer.get_ready_state() == WebSocketPeer.STATE_CONNECTING and Time.get_ticks_msec() < end:
		peer.poll()
		OS.delay_usec(50)
	return peer.get_ready_state() == WebSocketPeer.STATE_OPEN

func poll():
	peer.poll()
