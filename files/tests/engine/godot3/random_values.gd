extends Reference
# Random values of all 27 types, the same for the same seed.

const SIGNS = "abcXYZ 019_-/:.%é漢字😀ñ\n\t\"\\'?"
const FLOATS = [0.0, -0.0, 1.5, 0.1, 1e-46, 1e300, 16777217.0, 3.4028234663852886e38, INF, -INF, NAN]
const INTS = [0, -1, 2147483647, 2147483648, -2147483648, -2147483649, 9223372036854775807, -9223372036854775807 - 1]
const PATHS = ["", "a/b", "/root/x:y", ":z:w", "..", "é/ü:ß:x", "/root/Main/Player:position:x", "../../a"]

var rng = RandomNumberGenerator.new()

func _init(from):
	rng.seed = from

# Returns a value with at most `depth` levels of containers.
func value(depth):
	# At least a quarter of the values are containers, so that containers are often nested.
	var kind = rng.randi() % TYPE_MAX if rng.randi() % 4 != 0 else TYPE_DICTIONARY + rng.randi() % 2
	return of_kind(kind, depth)

func of_kind(kind, depth):
	match kind:
		TYPE_NIL: return null
		TYPE_BOOL: return rng.randi() % 2 == 0
		TYPE_INT: return whole()
		TYPE_REAL: return real()
		TYPE_STRING: return text()
		TYPE_VECTOR2: return vector2()
		TYPE_RECT2: return Rect2(vector2(), vector2())
		TYPE_VECTOR3: return vector3()
		TYPE_TRANSFORM2D: return Transform2D(vector2(), vector2(), vector2())
		TYPE_PLANE: return Plane(real(), real(), real(), real())
		TYPE_QUAT: return Quat(real(), real(), real(), real())
		TYPE_AABB: return AABB(vector3(), vector3())
		TYPE_BASIS: return Basis(vector3(), vector3(), vector3())
		TYPE_TRANSFORM: return Transform(vector3(), vector3(), vector3(), vector3())
		TYPE_COLOR: return color()
		TYPE_NODE_PATH: return NodePath(PATHS[rng.randi() % PATHS.size()])
		TYPE_RID: return RID()
		TYPE_OBJECT: return Reference.new()
		TYPE_DICTIONARY: return dictionary(depth)
		TYPE_ARRAY: return array(depth)
		TYPE_RAW_ARRAY: return PoolByteArray(pool("byte"))
		TYPE_INT_ARRAY: return PoolIntArray(pool("whole_32"))
		TYPE_REAL_ARRAY: return PoolRealArray(pool("real"))
		TYPE_STRING_ARRAY: return PoolStringArray(pool("text"))
		TYPE_VECTOR2_ARRAY: return PoolVector2Array(pool("vector2"))
		TYPE_VECTOR3_ARRAY: return PoolVector3Array(pool("vector3"))
		TYPE_COLOR_ARRAY: return PoolColorArray(pool("color"))

# Returns up to six elements of a pool array, each created by `method`.
func pool(method):
	var elements = []
	for _i in range(rng.randi() % 7):
		elements.append(call(method))
	return elements

# Returns the number of values of a container with `depth` levels of containers.
func count(depth):
	return rng.randi() % 6 if depth > 0 else 0

func array(depth):
	var elements = []
	for _i in range(count(depth)):
		elements.append(value(depth - 1))
	return elements

func dictionary(depth):
	var pairs = {}
	for _i in range(count(depth)):
		var key = text() if rng.randi() % 2 == 0 else value(depth - 1)
		if can_be_key(key):
			pairs[key] = value(depth - 1)
	return pairs

# Keys contain no pool arrays: Godot 3.2.3 crashes when var2str sorts an empty one among others, and does not find a PoolRealArray with NaN.
func can_be_key(v):
	if typeof(v) == TYPE_ARRAY:
		for element in v:
			if not can_be_key(element):
				return false
	return typeof(v) < TYPE_RAW_ARRAY

func byte():
	return rng.randi() % 256

func whole_32():
	return rng.randi() - 2147483648

func whole():
	match rng.randi() % 3:
		0: return INTS[rng.randi() % INTS.size()]
		1: return (rng.randi() << 32) | rng.randi()
		2: return rng.randi_range(-70000, 70000)

func real():
	match rng.randi() % 5:
		0: return FLOATS[rng.randi() % FLOATS.size()]
		1: return float(rng.randi_range(-100, 100))
		2: return rng.randf_range(-1, 1)
		3: return rng.randf_range(-1e38, 1e38)
		4: return rng.randfn(0, 1e-6)

func text():
	var signs = ""
	for _i in range(rng.randi() % 12):
		signs += SIGNS[rng.randi() % SIGNS.length()]
	return signs

func vector2():
	return Vector2(real(), real())

func vector3():
	return Vector3(real(), real(), real())

func color():
	return Color(real(), real(), real(), real())
