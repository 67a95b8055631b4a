extends SceneTree
# Measures the engine on the benchmark payloads: ns per call of var2bytes and bytes2var, best of 7
# rounds. Usage: godot3-server --no-window -s bench.gd   (environment: ROUNDS=n instead of 7,
# DUMP=dir writes each payload's bytes)
func player(i):
	var inventory = []
	for k in range(8): inventory.append(i * 10 + k)
	var flags = PoolByteArray()
	for k in range(16): flags.append((i + k) % 256)
	return {"id": i, "name": "player_%03d" % i, "position": Vector3(i, 1.5, -i * 0.25), "velocity": Vector3(0.1, 0, i * 0.01),
		"rotation": Quat(0, 0.7071, 0, 0.7071), "health": 99.5 - i * 0.1, "alive": true, "inventory": inventory, "flags": flags, "path": NodePath("/root/World/Players/p%d" % i)}

func payloads():
	var players = []
	for i in range(64): players.append(player(i))
	var snapshot = {"tick": 123456, "time": 2057.6125, "players": players}
	var v3 = PoolVector3Array()
	var col = PoolColorArray()
	var idx = PoolIntArray()
	for i in range(100000):
		v3.append(Vector3(i, i * 0.5, -i))
		col.append(Color(i % 7 / 7.0, 0.5, 0.25, 1))
		idx.append(i); idx.append(i + 1); idx.append(i + 2)
	var mesh = {"vertices": v3, "colors": col, "indices": idx}
	var rpc = ["move_to", 17, Vector2(10.5, -3.25), true]
	var names = PoolStringArray()
	for i in range(10000): names.append("item_name_%d_ñ" % i)
	var strings = {"names": names, "list": Array(names)}
	var ints = []
	for i in range(100000): ints.append(i * 3)
	return {"snapshot": snapshot, "mesh": mesh, "rpc": rpc, "strings": strings, "ints": ints}

func _init():
	var all = payloads()
	var rounds = int(OS.get_environment("ROUNDS")) if OS.has_environment("ROUNDS") else 7
	for name in all:
		var v = all[name]
		var bytes = var2bytes(v)
		var n = max(1, int(4000000 / max(bytes.size(), 1)))
		if name == "mesh": n = 5
		if name == "rpc": n = 20000
		var enc = 1e18
		var dec = 1e18
		for _round in range(rounds):
			var t = OS.get_ticks_usec()
			for _i in range(n): var2bytes(v)
			enc = min(enc, (OS.get_ticks_usec() - t) * 1000.0 / n)
			t = OS.get_ticks_usec()
			for _i in range(n): bytes2var(bytes)
			dec = min(dec, (OS.get_ticks_usec() - t) * 1000.0 / n)
		print("%-9s %9d bytes  encode %12.0f ns  %8.1f MB/s   decode %12.0f ns  %8.1f MB/s" % [name, bytes.size(), enc, bytes.size() * 1000.0 / enc, dec, bytes.size() * 1000.0 / dec])
		if OS.has_environment("DUMP"):
			var f = File.new()
			f.open(OS.get_environment("DUMP") + "/" + name + ".bin", File.WRITE)
			f.store_buffer(bytes)
			f.close()
	quit()
