extends SceneTree
# Checks the conversions, joins the server and walks. The exit status is 0 if everything is as
# expected. Start the server first; the argument after -- is its port.

var connection := Connection.new()
var deadline := Time.get_ticks_msec() + 5000
var is_joined := false
var is_wrong := false

func _init() -> void:
	check_values()
	if is_wrong:
		quit(1)
		return
	connection.welcomed.connect(func(id: int) -> void:
		print("welcome, ", id)
		connection.walk(Vector2(3, 0.5)))
	connection.moved.connect(func(position: Vector2, path: PackedVector2Array) -> void:
		print("at ", position, ", path ", path)
		var expected := PackedVector2Array([Vector2.ZERO, Vector2(3, 0.5)])
		quit(0 if position == Vector2(3, 0.5) and path == expected else 1))
	connection.open("127.0.0.1", int(OS.get_cmdline_user_args()[0]))

func _process(_delta: float) -> bool:
	if connection.poll() and not is_joined:
		is_joined = true
		connection.join("Ada")
	if Time.get_ticks_msec() > deadline:
		printerr("no answer")
		quit(1)
	return false

# Compares each value with its conversions by their bytes.
func check_values() -> void:
	var turn := Basis(Vector3(1, 2, 3).normalized(), 0.5)
	var by_fields := [
		Vector2(1, 2), Vector2i(1, -2), Vector3(1, 2, 3), Vector3i(1, 2, -3), Vector4(1, 2, 3, 4), Vector4i(1, 2, 3, -4),
		Rect2(1, 2, 3, 4), Rect2i(1, 2, 3, 4), AABB(Vector3(1, 2, 3), Vector3(4, 5, 6)), Plane(1, 0, 0, 4),
		Quaternion(turn), Color(0.1, 0.2, 0.3, 0.4), Transform2D(0.5, Vector2(1, 2)), Transform3D(turn, Vector3(1, 2, 3)),
		turn, Projection(Vector4(1, 2, 3, 4), Vector4(5, 6, 7, 8), Vector4(9, 10, 11, 12), Vector4(13, 14, 15, 16)),
	]
	var scores: Array[int] = [7, 12]
	var levels: Dictionary[String, int] = {"Ada": 7}
	var by_bytes := [
		null, true, 7, 5_000_000_000, 0.1, "grüße", &"idle", ^"/root/Main:position", RID(), scores, levels,
		PackedByteArray([1, 2]), PackedInt32Array([1]), PackedInt64Array([1]), PackedFloat32Array([0.5]), PackedFloat64Array([0.1]),
		PackedStringArray(["a", ""]), PackedVector2Array([Vector2.ONE]), PackedVector3Array([Vector3.ONE]),
		PackedColorArray([Color.RED]), PackedVector4Array([Vector4.ONE]), {"name": "Ada", 1: [2, {}]},
	]
	for value: Variant in by_fields:
		expect_same(value, Values.by_fields(value))
	for value: Variant in by_fields + by_bytes:
		expect_same(value, Values.by_bytes(value))
	var message := {"type": "walk", "direction": Vector2(3, 0.5)}
	expect_same(message, Values.by_message(message))
	print(by_fields.size(), " types by their fields, ", by_fields.size() + by_bytes.size(), " values by their bytes")

func expect_same(value: Variant, converted: Variant) -> void:
	if var_to_bytes(value) != var_to_bytes(converted):
		printerr("%s became %s" % [var_to_str(value), var_to_str(converted)])
		is_wrong = true
