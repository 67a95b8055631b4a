extends SceneTree
# A client of examples/websocket_server.rs for Godot 4: joins, says something and prints what it
# hears. Start the server first.
#
#     godot --headless -s examples/clients/websocket_client.gd -- 4323
#
# A second argument shows a limit of the server: `long` sends a message that is too long, `flood`
# sends too many, `text` sends one that is not binary, and `idle` sends none.
#
# In Godot 3, the class is WebSocketClient: its `get_peer(1)` has `put_var`, and
# `peer.set_write_mode(WebSocketPeer.WRITE_MODE_BINARY)` comes first.

# The names of `Request` and `Reply` in the server, in the same order: a new name comes last.
enum Op { JOIN, SAY }
enum Event { WELCOME, REJECTED, SAID, MISSED }

var socket := WebSocketPeer.new()
var has_joined := false
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
				socket.put_var({"op": Op.JOIN, "name": "Ada"})
				send()
			while socket.get_available_packet_count() > 0:
				var message = socket.get_var()
				match message["op"]:
					Event.WELCOME:
						print("welcome")
					Event.REJECTED:
						print("rejected: ", message["reason"])
					Event.SAID:
						print(message["name"], ": ", message["text"])
						socket.close(1000, "bye")
					Event.MISSED:
						print("missed messages: ", message["messages"])
		WebSocketPeer.STATE_CLOSED:
			print("closed: ", socket.get_close_code(), " ", socket.get_close_reason())
			return true
	return Time.get_ticks_msec() > end

func send():
	match " ".join(OS.get_cmdline_user_args().slice(1)):
		"long":
			socket.put_var({"op": Op.SAY, "text": "Ada".repeat(1000)})
		"flood":
			for i in 100:
				socket.put_var({"op": Op.SAY, "text": 7})
		"text":
			socket.send_text("hello")
		"idle":
			pass
		_:
			socket.put_var({"op": Op.SAY, "text": 7})
			socket.put_var({"op": Op.SAY, "text": "hello"})
