extends SceneTree
# One file for each message of the protocol in examples/protocol.rs, as a script of a game sends it. ../README.md says how to run it.
#
# Every number follows from an index and has an exact value in single precision, so that examples/tests/programs/protocol.rs can repeat it.

func _init():
	write("join", {"type": "join", "name": "Ada", "version": 3})
	write("input", {"type": "input", "tick": 600, "direction": Vector2(0.5, -1), "buttons": ["jump", "fire"]})
	write("snapshot", snapshot())
	write("terrain", terrain())
	write("leave", {"type": "leave", "reason": "tired"})
	write("leave_without_reason", {"type": "leave", "reason": null})
	quit()

func snapshot():
	var players = []
	for i in range(64):
		players.append(player(i))
	var events = [{"hit": {"by": 3, "damage": 25}}, "round_over", {"chat": "hello"}]
	# A tick that takes more than 32 bits.
	return {"type": "snapshot", "tick": 5000000000, "players": players, "events": events}

func player(i):
	var inventory = PackedInt32Array()
	for k in range(i % 4):
		inventory.append(i * 10 + k)
	var weapon = null
	if i % 3 != 0:
		weapon = {"name": "bow", "ammo": i * 2}
	return {
		"id": i,
		"name": "player_%03d" % i,
		"position": Vector3(i, 1.5, i * -0.25),
		"velocity": Vector3(0.5, 0, i * 0.125),
		"rotation": Quaternion(0, i * 0.0625, 0.75, 0.5),
		"health": 100 - i * 0.5,
		"team": "red" if i % 2 == 0 else "blue",
		"alive": i % 5 != 0,
		"inventory": inventory,
		"weapon": weapon,
		"path": NodePath("/root/World/Players/%d" % i),
	}

func terrain():
	var heights = PackedFloat32Array()
	for i in range(256):
		heights.append(i * 0.25 - 8)
	var colors = PackedColorArray()
	for i in range(16):
		colors.append(Color(i * 0.0625, 0.5, 1 - i * 0.0625, 1))
	var tiles = PackedByteArray()
	for i in range(253):
		tiles.append(i)
	return {"type": "terrain", "origin": Vector2(-64, 32), "heights": heights, "colors": colors, "tiles": tiles}

func write(name, message):
	var file = FileAccess.open("%s.bin" % name, FileAccess.WRITE)
	file.store_buffer(var_to_bytes(message))
	file.close()
