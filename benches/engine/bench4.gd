extends SceneTree
# Measures the engine on the benchmark payloads of Godot 4: ns per call of var_to_bytes and
# bytes_to_var, best of 7 rounds. Usage: godot --headless -s bench4.gd   (environment: ROUNDS=n
# instead of 7, DUMP=dir writes each payload's bytes)
func player(i):
	var inventory = []
	for k in range(8): inventory.append(i * 10 + k)
	var flags = PackedByteArray()
	for k in range(16): flags.append((i + k) % 256)
	return {"id": i, "name": StringName("player_%03d" % i), "cell": Vector3i(i, 1, -i), "position": Vector3(i, 1.5, -i * 0.25),
		"rotation": Quaternion(0, 0.7071, 0, 0.7071), "health": 99.5 - i * 0.1, "alive": true, "inventory": inventory, "flags": flags,
		"path": NodePath("/root/World/Players/p%d" % i)}

func payloads():
	var players = []
	for i in range(64): players.append(player(i))
	var snapshot = {"tick": 123456, "time": 2057.6125, "players": players}
	var typed: Array[int] = []
	for i in range(100000): typed.append(i * 3)
	var ticks = PackedInt64Array()
	var times = PackedFloat64Array()
	var points = PackedVector4Array()
	for i in range(100000):
		ticks.append(i << 32)
		times.append(i * 0.1)
		points.append(Vector4(i, i * 0.5, -1, 1))
	var names = {}
	for i in range(10000): names[StringName("name_%04d" % i)] = i
	return {"snapshot4": snapshot, "typed": typed, "packed": {"ticks": ticks, "times": times, "points": points}, "names": names}

func _init():
	var all = payloads()
	var rounds = int(OS.get_environment("ROUNDS")) if OS.has_environment("ROUNDS") else 7
	for name in all:
		var v = all[name]
		var bytes = var_to_bytes(v)
		var n = max(1, int(4000000 / max(bytes.size(), 1)))
		if name == "packed": n = 5
		var enc = 1e18
		var dec = 1e18
		for _round in range(rounds):
			var t = Time.get_ticks_usec()
			for _i in range(n): var_to_bytes(v)
			enc = min(enc, (Time.get_ticks_usec() - t) * 1000.0 / n)
			t = Time.get_ticks_usec()
			for _i in range(n): bytes_to_var(bytes)
			dec = min(dec, (Time.get_ticks_usec() - t) * 1000.0 / n)
		print("%-9s %9d bytes  encode %12.0f ns  %8.1f MB/s   decode %12.0f ns  %8.1f MB/s" % [name, bytes.size(), enc, bytes.size() * 1000.0 / enc, dec, bytes.size() * 1000.0 / dec])
		if OS.has_environment("DUMP"):
			var f = FileAccess.open(OS.get_environment("DUMP") + "/" + name + ".bin", FileAccess.WRITE)
			f.store_buffer(bytes)
			f.close()
	quit()
