extends SceneTree
# Measures the limits of Godot 3 that runtime/guide/limits.md lists: the largest size that works,
# between two peers in this process.

var port
var clients = []

func _init():
	randomize()
	report("PacketPeer.put_var", largest((1 << 23) - 4, (1 << 23) + 4, "encoded"))
	report("PacketPeerStream", largest(65000, 66000, "through_stream"))
	report("WebSocketClient", largest(65000, 66000, "through_websocket"))
	report("PacketPeerUDP", largest(65000, 66000, "through_udp"))
	report("PacketPeerUDP, waiting packets of 1000 bytes", udp_queue())
	quit()

func report(name, number):
	print("%s: %d" % [name, number])

# Returns the largest size for which the method `works`, from `low`, which has to work, to below `high`.
func largest(low, high, works):
	while high - low > 1:
		var middle = (low + high) / 2
		if call(works, middle): low = middle
		else: high = middle
	return low

func bytes(size):
	var result = PoolByteArray()
	result.resize(size)
	return result

# Listens at a free port.
func listen(server):
	for _i in range(100):
		port = 30000 + randi() % 30000
		if server.listen(port) == OK:
			return

# A PoolByteArray of `size - 8` bytes is encoded in `size` bytes, which is a multiple of 4.
func encoded(size):
	var peer = PacketPeerUDP.new()
	peer.set_dest_address("127.0.0.1", 9)
	# UDP fails in any case: the error is another one.
	return peer.put_var(bytes(size - 8)) != ERR_OUT_OF_MEMORY

func through_stream(size):
	var server = TCP_Server.new()
	listen(server)
	var client = StreamPeerTCP.new()
	client.connect_to_host("127.0.0.1", port)
	while not server.is_connection_available() or client.get_status() != StreamPeerTCP.STATUS_CONNECTED:
		OS.delay_usec(100)
	var sender = PacketPeerStream.new()
	sender.set_output_buffer_max_size(1 << 20)
	sender.set_stream_peer(client)
	var receiver = PacketPeerStream.new()
	receiver.set_stream_peer(server.take_connection())
	sender.put_packet(bytes(size))
	for _i in range(300):
		if receiver.get_available_packet_count() > 0: return true
		OS.delay_msec(1)
	return false

func joined(id, _protocol):
	clients.append(id)

func through_websocket(size):
	var server = WebSocketServer.new()
	server.set_buffers(1024, 1024, 4096, 4096)
	server.connect("client_connected", self, "joined")
	listen(server)
	var client = WebSocketClient.new()
	client.connect_to_url("ws://127.0.0.1:%d" % port)
	clients.clear()
	while clients.empty() or client.get_connection_status() != WebSocketClient.CONNECTION_CONNECTED:
		server.poll()
		client.poll()
	server.get_peer(clients[0]).put_packet(bytes(size))
	for _i in range(300):
		server.poll()
		client.poll()
		if client.get_peer(1).get_available_packet_count() > 0: return true
		OS.delay_msec(1)
	return false

# Returns a PacketPeerUDP that sends and one that is bound.
func udp():
	var bound = PacketPeerUDP.new()
	listen(bound)
	var sender = PacketPeerUDP.new()
	sender.set_dest_address("127.0.0.1", port)
	return [sender, bound]

func through_udp(size):
	var peers = udp()
	return peers[0].put_packet(bytes(size)) == OK and peers[1].wait() == OK and peers[1].get_packet().size() == size

func udp_queue():
	var peers = udp()
	for _i in range(400):
		peers[0].put_packet(bytes(1000))
		peers[1].get_available_packet_count() # Moves packets from the system to the queue.
	OS.delay_msec(20)
	return peers[1].get_available_packet_count()
