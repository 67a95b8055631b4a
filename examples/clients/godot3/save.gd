extends SceneTree
# Writes a save of Godot 3 for examples/savefile.rs, or prints the values of a save.
#
#     godot3-server --no-window -s examples/clients/godot3/save.gd write game.save
#     godot3-server --no-window -s examples/clients/godot3/save.gd read game.save

func _init():
	var arguments = OS.get_cmdline_args()
	var path = arguments[arguments.size() - 1]
	var file = File.new()
	var is_read = arguments[arguments.size() - 2] == "read"
	if file.open(path, File.READ if is_read else File.WRITE) != OK:
		print("%s cannot be opened" % path)
	elif is_read:
		while file.get_position() < file.get_len():
			print(file.get_var(true))
	else:
		file.store_var({"version": 3, "seed": -5000000000})
		file.store_var([
			{"name": "Ada", "gold": 5, "health": 12.5, "at": Vector2(1, 2), 7: NodePath("/root/Ada")},
			{"name": "Grace", "gold": 2000000000000, "health": 100.0, "bag": PoolIntArray([3, 1])},
		])
		file.store_var(Gradient.new(), true)
	quit()
