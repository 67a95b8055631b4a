extends SceneTree
# Measures the limits of Godot 4 that runtime/guide/limits.md lists: the largest size that works,
# between two peers in this process.

func _init():
	report("PacketPeer.put_var", largest((1 << 23) - 4, (1 << 23) + 4, func(n): return encoded(n)))
	report("PacketPeerStream", largest(65000, 66000, func(n): return through_stream(n)))
	report("WebSocketPeer, sent", largest(65000, 66000, func(n): return through_websocket(n, false)))
	report("WebSocketPeer, received", largest(65000, 66000, func(n): return through_websocket(n, true)))
	report("WebSocketPeer, close code of a longer message", close_code())
	report("WebSocketPeer, waiting messages of 1 byte", websocket_queue())
	report("PacketPeerUDP", largest(65000, 66000, func(n): return through_udp(n)))
	report("PacketPeerUDP, waiting packets of 1000 bytes", udp_queue(false))
	report("PacketPeerUDP, waiting packets of 1000 bytes, connected", udp_queue(true))
	report("ENetMultiplayerPeer", largest((1 << 25) - 1, (1 << 25) + 1, func(n): return through_enet(n)))
	quit()

func report(name, number):
	print("%s: %d" % [name, number])

# Returns the largest size for which `works`, from `low`, which has to work, to below `high`.
func largest(low, high, works):
	while high - low > 1:
		var middle = (low + high) / 2
		if works.call(middle): low = middle
		else: high = middle
	return low

func bytes(size):
	var result = PackedByteArray()
	result.resize(size)
	return result

# Calls `poll` until `done` returns true; returns whether it did in time.
func poll_until(milliseconds, poll, done):
	var end = Time.get_ticks_msec() + milliseconds
	while Time.get_ticks_msec() < end:
		poll.call()
		if done.call(): return true
		OS.delay_usec(100)
	return false

# Returns both ends of a connection.
func connection():
	var server = TCPServer.new()
	server.listen(0, "127.0.0.1")
	var client = StreamPeerTCP.new()
	client.connect_to_host("127.0.0.1", server.get_local_port())
	poll_until(5000, client.poll, server.is_connection_available)
	var other = server.take_connection()
	poll_until(5000, client.poll, func(): return client.get_status() == StreamPeerTCP.STATUS_CONNECTED)
	return [client, other]

# A PackedByteArray of `size - 8` bytes is encoded in `size` bytes, which is a multiple of 4.
func encoded(size):
	var peer = PacketPeerUDP.new()
	peer.connect_to_host("127.0.0.1", 9)
	# UDP fails in any case: the error is another one.
	return peer.put_var(bytes(size - 8)) != ERR_OUT_OF_MEMORY

func through_stream(size):
	var ends = connection()
	var sender = PacketPeerStream.new()
	sender.output_buffer_max_size = 1 << 20
	sender.stream_peer = ends[0]
	var receiver = PacketPeerStream.new()
	receiver.stream_peer = ends[1]
	sender.put_packet(bytes(size))
	return poll_until(300, ends[1].poll, func(): return receiver.get_available_packet_count() > 0)

# Returns a WebSocketPeer with the default limits and one with others.
func websockets():
	var server = TCPServer.new()
	server.listen(0, "127.0.0.1")
	var peer = WebSocketPeer.new()
	peer.connect_to_url("ws://127.0.0.1:%d" % server.get_local_port())
	poll_until(5000, peer.poll, server.is_connection_available)
	var other = WebSocketPeer.new()
	other.inbound_buffer_size = 1 << 20
	other.outbound_buffer_size = 1 << 20
	other.accept_stream(server.take_connection())
	poll_until(5000, func(): peer.poll(); other.poll(), func(): return is_open(peer) and is_open(other))
	return [peer, other]

func is_open(peer):
	return peer.get_ready_state() == WebSocketPeer.STATE_OPEN

func through_websocket(size, is_received):
	var peers = websockets()
	if is_received: peers.reverse()
	if peers[0].put_packet(bytes(size)) != OK: return false
	var poll = func(): peers[0].poll(); peers[1].poll()
	poll_until(2000, poll, func(): return peers[1].get_available_packet_count() > 0 or not is_open(peers[1]))
	return peers[1].get_available_packet_count() > 0

func close_code():
	var peers = websockets()
	peers[1].put_packet(bytes(65536))
	var poll = func(): peers[0].poll(); peers[1].poll()
	poll_until(2000, poll, func(): return not is_open(peers[0]))
	return peers[0].get_close_code()

func websocket_queue():
	var peers = websockets()
	for i in 5000:
		peers[1].put_packet(bytes(1))
		peers[1].poll()
	for i in 1000:
		peers[0].poll()
	return peers[0].get_available_packet_count()

func through_udp(size):
	var peers = udp()
	return peers[0].put_packet(bytes(size)) == OK and peers[1].wait() == OK and peers[1].get_packet().size() == size

# Returns a PacketPeerUDP that is connected, and one that is bound.
func udp():
	var bound = PacketPeerUDP.new()
	bound.bind(0, "127.0.0.1")
	var connected = PacketPeerUDP.new()
	connected.connect_to_host("127.0.0.1", bound.get_local_port())
	bound.set_dest_address("127.0.0.1", connected.get_local_port())
	return [connected, bound]

func udp_queue(is_connected):
	var peers = udp()
	if is_connected: peers.reverse()
	for i in 400:
		peers[0].put_packet(bytes(1000))
		peers[1].get_available_packet_count() # Moves packets from the system to the queue.
	OS.delay_msec(20)
	return peers[1].get_available_packet_count()

func through_enet(size):
	var server = ENetMultiplayerPeer.new()
	var port = 0
	for i in 100:
		port = randi_range(30000, 60000)
		if server.create_server(port, 1) == OK: break
	var client = ENetMultiplayerPeer.new()
	client.create_client("127.0.0.1", port)
	var poll = func(): server.poll(); client.poll()
	poll_until(5000, poll, func(): return client.get_connection_status() == MultiplayerPeer.CONNECTION_CONNECTED)
	client.set_target_peer(1)
	client.put_packet(bytes(size))
	return poll_until(6000, poll, func(): return server.get_available_packet_count() > 0)
