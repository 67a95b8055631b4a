extends SceneTree
# A client of examples/tcp_server.rs for Godot 4: joins and walks to the right. Start the server first.
#
#     godot --headless -s examples/clients/tcp_client.gd -- 4321
#
# A second argument shows a limit of the server: `long` sends a message that is too long, `flood`
# sends too many, and `idle` sends none.
#
# In a game, this is a node: `_ready` connects, and `_process` polls.
#
# In Godot 3, StreamPeerTCP has no `poll`, bytes_to_var is bytes2var, Time is OS, and PackedByteArray
# is PoolByteArray, which has no `decode_u32`: the length is
# `received[0] | received[1] << 8 | received[2] << 16 | received[3] << 24`.

var stream := StreamPeerTCP.new()
# Bytes of a message that has not arrived completely.
var received := PackedByteArray()
var has_joined := false
var id := 0
var steps := 0
var end := Time.get_ticks_msec() + 30_000

func _initialize():
	stream.connect_to_host("127.0.0.1", int(OS.get_cmdline_user_args()[0]))

# Returns whether the program ends.
func _process(_delta) -> bool:
	stream.poll()
	match stream.get_status():
		StreamPeerTCP.STATUS_CONNECTED:
			if not has_joined:
				has_joined = true
				# Without this, each `put_var` waits for the acknowledgement of the one before.
				stream.set_no_delay(true)
				stream.put_var({"type": "join", "name": "Ada"})
				send()
			for message in messages():
				handle(message)
		StreamPeerTCP.STATUS_ERROR, StreamPeerTCP.STATUS_NONE:
			print("the connection has ended")
			return true
	return steps == 3 or Time.get_ticks_msec() > end

func send():
	match " ".join(OS.get_cmdline_user_args().slice(1)):
		"long":
			stream.put_var({"type": "join", "name": "Ada".repeat(1000)})
		"flood":
			for i in 100:
				stream.put_var({"type": "walk", "direction": Vector2.UP})
		"idle":
			pass
		_:
			stream.put_var({"type": "walk", "direction": "home"})
			stream.put_var({"type": "walk", "direction": Vector2(3, 0)}) # Faster than the server allows.

func handle(message):
	match message["type"]:
		"welcome":
			id = message["id"]
			print("welcome, ", id)
		"rejected":
			print("rejected: ", message["reason"])
		"goodbye":
			print("goodbye: ", message["reason"])
		"snapshot":
			for player in message["players"]:
				if player["id"] == id and player["position"].x > 0:
					steps += 1
					print(player["name"], " is at ", player["position"])

# Returns the messages that have arrived completely. `get_var` would stop the game until the rest of
# a message has arrived.
func messages() -> Array:
	received.append_array(stream.get_partial_data(stream.get_available_bytes())[1])
	var found := []
	while received.size() >= 4 and received.size() >= 4 + received.decode_u32(0):
		var length := received.decode_u32(0)
		found.append(bytes_to_var(received.slice(4, 4 + length)))
		received = received.slice(4 + length)
	return found
