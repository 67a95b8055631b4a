extends SceneTree
# A client of examples/tcp_server.rs: joins, walks to the right and sends one invalid message. Start
# the server first.
#
#     godot3-server --no-window -s examples/clients/tcp_client.gd 4321
#
# A game would call `get_var` in `_process` while `get_available_bytes` is at least 4.

var connection = StreamPeerTCP.new()

func _init():
	var arguments = OS.get_cmdline_args()
	connection.connect_to_host("127.0.0.1", int(arguments[arguments.size() - 1]))
	var welcome = receive()
	if welcome == null:
		print("no server listens")
		quit(1)
		return
	print("welcome, ", welcome["id"])

	connection.put_var({"type": "join", "name": "Ada"})
	connection.put_var({"type": "walk", "direction": Vector2(3, 0)}) # Faster than the server allows.
	connection.put_var({"type": "walk", "direction": "home"})

	var steps = 0
	while steps < 3:
		var message = receive()
		if message == null or message["type"] == "goodbye":
			print("the server has ended")
			break
		if message["type"] == "rejected":
			print("rejected: ", message["reason"])
		if message["type"] == "snapshot":
			for player in message["players"]:
				if player["id"] == welcome["id"] and player["position"].x > 0:
					steps += 1
					print(player["name"], " is at ", player["position"])
	quit()

# Returns the next message, or null if the connection ends or no message arrives for three seconds.
func receive():
	for _i in range(300):
		if connection.get_status() == StreamPeerTCP.STATUS_CONNECTED and connection.get_available_bytes() >= 4:
			return connection.get_var()
		if connection.get_status() == StreamPeerTCP.STATUS_ERROR:
			return null
		OS.delay_msec(10)
	return null
