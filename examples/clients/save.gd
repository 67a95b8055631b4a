extends SceneTree
# Writes a save of Godot 4 for examples/savefile.rs, or prints the values of a save. godot3/save.gd
# is for Godot 3.
#
#     godot --headless -s examples/clients/save.gd -- write game.save
#     godot --headless -s examples/clients/save.gd -- read game.save

func _init():
	var arguments := OS.get_cmdline_user_args()
	var is_read := arguments[0] == "read"
	# The save is compressed: savefile.rs detects this, and keeps it.
	var file := FileAccess.open_compressed(arguments[1], FileAccess.READ if is_read else FileAccess.WRITE, FileAccess.COMPRESSION_ZSTD)
	if file == null:
		print("%s cannot be opened" % arguments[1])
	elif is_read:
		while file.get_position() < file.get_length():
			print(file.get_var(true))
	else:
		file.store_var({"version": 3, "seed": -5000000000})
		var players: Array[Dictionary] = [
			{"name": "Ada", "gold": 5, "health": 12.5, "at": Vector2(1, 2), 7: NodePath("/root/Ada")},
			{"name": "Grace", "gold": 2000000000000, "health": 100.0, "bag": PackedInt32Array([3, 1])},
		]
		file.store_var(players)
		file.store_var(Gradient.new(), true)
	quit()
