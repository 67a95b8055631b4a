extends SceneTree
# A client of websocket_server.mjs for Godot 4: joins, moves and prints where it is. Start the server first.
#
#     godot --headless -s websocket_client.gd -- 4324
#
# A second argument shows a limit of the server: `long` sends a message that is too long, `flood`
# sends too many, `text` sends one that is not binary, and `idle` sends none after joining.
#
# In a game, this is a node: `_ready` connects, and `_process` polls.

var socket := WebSocketPeer.new()
var has_joined := false
var id := 0
var end := Time.get_ticks_msec() + 30_000

func _initialize():
	# The longest message in each direction: 65,535 bytes without these lines.
	socket.inbound_buffer_size = 1 << 20
	socket.outbound_buffer_size = 1 << 20
	socket.connect_to_url("ws://127.0.0.1:%d" % int(OS.get_cmdline_user_args()[0]))

# Returns whether the program ends.
func _process(_delta) -> bool:
	socket.poll()
	match socket.get_ready_state():
		WebSocketPeer.STATE_OPEN:
			if not has_joined:
				has_joined = true
				socket.set_no_delay(true)
				socket.put_var({"type": "join", "name": "Ada"})
				send()
			while socket.get_available_packet_count() > 0:
				handle(socket.get_var())
		WebSocketPeer.STATE_CLOSED:
			print("closed: ", socket.get_close_code(), " ", socket.get_close_reason())
			return true
	return Time.get_ticks_msec() > end

func send():
	match " ".join(OS.get_cmdline_user_args().slice(1)):
		"long":
			socket.put_var({"type": "join", "name": "Ada".repeat(1000)})
		"flood":
			for i in 200:
				socket.put_var({"type": "move", "to": Vector2(1, 2)})
		"text":
			socket.send_text("hello")
		"idle":
			pass
		_:
			socket.put_var({"type": "move", "to": "home"})
			socket.put_var({"type": "move", "to": Vector2(1000, 0)}) # Farther than the server allows.
			socket.put_var({"type": "move", "to": Vector2(1, 2)})

func handle(message):
	match message["type"]:
		"welcome":
			id = message["id"]
			print("welcome, ", id)
		"rejected":
			print("rejected: ", message["reason"])
		"snapshot":
			# The ids are a PackedInt32Array, and the positions a PackedVector2Array.
			var index = message["ids"].find(id)
			if index >= 0 and message["positions"][index] == Vector2(1, 2):
				print(id, " is at ", message["positions"][index])
				socket.close(1000, "bye")
