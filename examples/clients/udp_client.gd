extends SceneTree
# A client of examples/udp_server.rs for Godot 4: proves its address, joins and moves. Start the
# server first.
#
#     godot --headless -s examples/clients/udp_client.gd -- 4322
#
# Packets can be lost, so the client repeats a packet until it is answered.
#
# In Godot 3, Time is OS, PackedByteArray is PoolByteArray, and a PoolIntArray of 3.2 has no `find`.

var socket := PacketPeerUDP.new()
# The number that proves to the server that packets come from this address.
var cookie = null
var id = null
var sent_at := -1000
var end := Time.get_ticks_msec() + 30_000

func _initialize():
	socket.connect_to_host("127.0.0.1", int(OS.get_cmdline_user_args()[0]))

# Returns whether the program ends.
func _process(_delta) -> bool:
	while socket.get_available_packet_count() > 0:
		var message = socket.get_var()
		match message["type"]:
			"challenge":
				cookie = message["cookie"]
				sent_at = -1000
			"refused":
				print("refused: ", message["reason"])
				return true
			"welcome":
				if id == null:
					print("welcome, ", message["id"])
				id = message["id"]
				sent_at = -1000
			"snapshot":
				var index = message["ids"].find(id)
				if index >= 0 and message["positions"][index] == Vector2(1, 2):
					print(id, " is at ", message["positions"][index])
					socket.put_var({"type": "leave", "cookie": cookie})
					return true
	if Time.get_ticks_msec() - sent_at >= 200:
		sent_at = Time.get_ticks_msec()
		socket.put_var(next())
	return Time.get_ticks_msec() > end

func next():
	if cookie == null:
		# The server answers an unknown sender with at most as many bytes as it has received.
		var filling := PackedByteArray()
		filling.resize(64)
		return {"type": "hello", "filling": filling}
	if id == null:
		return {"type": "join", "cookie": cookie}
	return {"type": "move", "cookie": cookie, "position": Vector2(1, 2)}
