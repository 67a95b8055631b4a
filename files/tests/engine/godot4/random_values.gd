extends RefCounted
# Random values of all 39 types, the same for the same seed.

const SIGNS = "abcXYZ 019_-/:.%é漢字😀ñ\n\t\"\\'?"
const FLOATS = [0.0, -0.0, 1.5, 0.1, 1e-46, 1e300, 16777217.0, 3.4028234663852886e38, INF, -INF, NAN]
const INTS = [0, -1, 2147483647, 2147483648, -2147483648, -2147483649, 9223372036854775807, -9223372036854775807 - 1]
const PATHS = ["", "/", "a/b", "/root/x:y", ":z:w", "..", "é/ü:ß:x", "/root/Main/Player:position:x", "../../a"]

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
		TYPE_FLOAT: return real()
		TYPE_STRING: return text()
		TYPE_VECTOR2: return vector2()
		TYPE_VECTOR2I: return Vector2i(whole_32(), whole_32())
		TYPE_RECT2: return Rect2(vector2(), vector2())
		TYPE_RECT2I: return Rect2i(whole_32(), whole_32(), whole_32(), whole_32())
		TYPE_VECTOR3: return vector3()
		TYPE_VECTOR3I: return Vector3i(whole_32(), whole_32(), whole_32())
		TYPE_TRANSFORM2D: return Transform2D(vector2(), vector2(), vector2())
		TYPE_VECTOR4: return vector4()
		TYPE_VECTOR4I: return Vector4i(whole_32(), whole_32(), whole_32(), whole_32())
		TYPE_PLANE: return Plane(real(), real(), real(), real())
		TYPE_QUATERNION: return Quaternion(real(), real(), real(), real())
		TYPE_AABB: return AABB(vector3(), vector3())
		TYPE_BASIS: return Basis(vector3(), vector3(), vector3())
		TYPE_TRANSFORM3D: return Transform3D(vector3(), vector3(), vector3(), vector3())
		TYPE_PROJECTION: return Projection(vector4(), vector4(), vector4(), vector4())
		TYPE_COLOR: return color()
		TYPE_STRING_NAME: return StringName(text())
		TYPE_NODE_PATH: return NodePath(PATHS[rng.randi() % PATHS.size()])
		TYPE_RID: return rid_from_int64(whole())
		TYPE_OBJECT: return RefCounted.new()
		TYPE_CALLABLE: return Callable()
		TYPE_SIGNAL: return Signal() if rng.randi() % 2 == 0 else Signal(rng, text())
		TYPE_DICTIONARY: return dictionary(depth)
		TYPE_ARRAY: return array(depth)
		TYPE_PACKED_BYTE_ARRAY: return PackedByteArray(packed("byte"))
		TYPE_PACKED_INT32_ARRAY: return PackedInt32Array(packed("whole_32"))
		TYPE_PACKED_INT64_ARRAY: return PackedInt64Array(packed("whole"))
		TYPE_PACKED_FLOAT32_ARRAY: return PackedFloat32Array(packed("real"))
		TYPE_PACKED_FLOAT64_ARRAY: return PackedFloat64Array(packed("real"))
		TYPE_PACKED_STRING_ARRAY: return PackedStringArray(packed("text"))
		TYPE_PACKED_VECTOR2_ARRAY: return PackedVector2Array(packed("vector2"))
		TYPE_PACKED_VECTOR3_ARRAY: return PackedVector3Array(packed("vector3"))
		TYPE_PACKED_COLOR_ARRAY: return PackedColorArray(packed("color"))
		TYPE_PACKED_VECTOR4_ARRAY: return PackedVector4Array(packed("vector4"))

# Returns up to six elements of a packed array, each created by `method`.
func packed(method):
	var elements = []
	for _i in range(rng.randi() % 7):
		elements.append(call(method))
	return elements

# Returns the number of values of a container with `depth` levels of containers.
func count(depth):
	return rng.randi() % 6 if depth > 0 else 0

# Half of the Arrays declare a type.
func array(depth):
	var kind = declared_type()
	var elements = []
	for _i in range(count(depth)):
		elements.append(value_of(kind, depth - 1))
	return elements if kind == TYPE_NIL else Array(elements, kind, class_of(kind), null)

# Keys and values declare a type in half of the Dictionaries each.
func dictionary(depth):
	var key = declared_type()
	var element = declared_type()
	var pairs = {}
	for _i in range(count(depth)):
		pairs[value_of(key, depth - 1) if key != TYPE_NIL or rng.randi() % 2 == 0 else text()] = value_of(element, depth - 1)
	return pairs if key == TYPE_NIL and element == TYPE_NIL else Dictionary(pairs, key, class_of(key), null, element, class_of(element), null)

# Returns TYPE_NIL, for no declared type, half of the time.
func declared_type():
	return rng.randi() % TYPE_MAX if rng.randi() % 2 == 0 else TYPE_NIL

# Returns a value of a declared type, or of any type if none is declared.
func value_of(kind, depth):
	return value(depth) if kind == TYPE_NIL else of_kind(kind, depth)

func class_of(kind):
	return &"RefCounted" if kind == TYPE_OBJECT else &""

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

func vector4():
	return Vector4(real(), real(), real(), real())

func color():
	return Color(real(), real(), real(), real())
