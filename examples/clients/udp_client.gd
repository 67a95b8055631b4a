extends SceneTree
# Sends values to examples/udp_echo.rs and prints whether each returns unchanged. Start the server
# first.
#
#     godot3-server --no-window -s examples/clients/udp_client.gd 4322

func _init():
	var arguments = OS.get_cmdline_args()
	var socket = PacketPeerUDP.new()
	socket.set_dest_address("127.0.0.1", int(arguments[arguments.size() - 1]))
	var values = [
		null, true, 7, 5000000000, 0.1, "grüße", Vector2(1, 2), Transform(), Color(1, 0, 0), NodePath("/root/Main:position"),
		PoolByteArray([1, 2, 3]), PoolStringArray(["a", ""]), {"name": "Ada", 1: [2, {}]},
	]
	for value in values:
		socket.put_var(value)
		print(var2str(value) == var2str(receive(socket)))
	# An int of eight bytes without its last byte, which the server does not answer.
	socket.put_packet(PoolByteArray([2, 0, 0, 0, 42, 0, 0]))
	print(receive(socket))
	quit()

# Returns the next value, or a text that differs from all values above if none arrives for three
# seconds.
func receive(socket):
	for _i in range(300):
		if socket.get_available_packet_count() > 0:
			return socket.get_var()
		OS.delay_msec(10)
	return "nothing came"
