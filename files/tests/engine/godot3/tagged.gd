extends Reference
# Describes a value in the tagged JSON of conformance/README.md as a script sees it, without the engine's encoder.

var number = StreamPeerBuffer.new()

func _init():
	number.big_endian = true

func of(v):
	match typeof(v):
		TYPE_NIL: return tag("Nil", "null")
		TYPE_BOOL: return tag("bool", "true" if v else "false")
		TYPE_INT: return tag("int", whole(v))
		TYPE_REAL: return tag("float", real(v))
		TYPE_STRING: return tag("String", text(v))
		TYPE_VECTOR2: return tag("Vector2", vector2(v))
		TYPE_RECT2: return tag("Rect2", reals([v.position.x, v.position.y, v.size.x, v.size.y]))
		TYPE_VECTOR3: return tag("Vector3", vector3(v))
		TYPE_TRANSFORM2D: return tag("Transform2D", '{"x":%s,"y":%s,"origin":%s}' % [vector2(v.x), vector2(v.y), vector2(v.origin)])
		TYPE_PLANE: return tag("Plane", reals([v.normal.x, v.normal.y, v.normal.z, v.d]))
		TYPE_QUAT: return tag("Quat", reals([v.x, v.y, v.z, v.w]))
		TYPE_AABB: return tag("AABB", reals([v.position.x, v.position.y, v.position.z, v.size.x, v.size.y, v.size.z]))
		TYPE_BASIS: return tag("Basis", basis(v))
		TYPE_TRANSFORM: return tag("Transform", '{"basis":%s,"origin":%s}' % [basis(v.basis), vector3(v.origin)])
		TYPE_COLOR: return tag("Color", color(v))
		TYPE_NODE_PATH: return tag("NodePath", node_path(v))
		TYPE_RID: return tag("RID", "null")
		TYPE_OBJECT: return object(v)
		TYPE_DICTIONARY: return tag("Dictionary", dictionary(v))
		TYPE_ARRAY: return tag("Array", list(v, "of"))
		TYPE_RAW_ARRAY: return tag("PoolByteArray", '"' + v.hex_encode() + '"')
		TYPE_INT_ARRAY: return tag("PoolIntArray", list(v, "whole"))
		TYPE_REAL_ARRAY: return tag("PoolRealArray", list(v, "real"))
		TYPE_STRING_ARRAY: return tag("PoolStringArray", list(v, "text"))
		TYPE_VECTOR2_ARRAY: return tag("PoolVector2Array", list(v, "vector2"))
		TYPE_VECTOR3_ARRAY: return tag("PoolVector3Array", list(v, "vector3"))
		TYPE_COLOR_ARRAY: return tag("PoolColorArray", list(v, "color"))

func tag(name, body):
	return '{"t":"' + name + '","v":' + body + '}'

func list(elements, method):
	var parts = []
	for element in elements:
		parts.append(call(method, element))
	return "[" + PoolStringArray(parts).join(",") + "]"

func whole(v):
	return '"' + str(v) + '"'

# Returns the bits of a float as 16 hex digits, so that nothing is rounded.
func real(v):
	number.seek(0)
	number.put_double(v)
	return '"' + number.data_array.hex_encode() + '"'

func reals(numbers):
	return list(numbers, "real")

func vector2(v):
	return reals([v.x, v.y])

func vector3(v):
	return reals([v.x, v.y, v.z])

func color(v):
	return reals([v.r, v.g, v.b, v.a])

# Scripts name the columns x, y and z.
func basis(v):
	return '{"x":%s,"y":%s,"z":%s}' % [vector3(v.x), vector3(v.y), vector3(v.z)]

# JSON.print writes escape sequences that JSON does not have.
func text(v):
	var escaped = v.replace("\\", "\\\\").replace('"', '\\"')
	for i in range(1, 32):
		escaped = escaped.replace(char(i), "\\u%04x" % i)
	return '"' + escaped + '"'

func node_path(path):
	var names = []
	for i in range(path.get_name_count()):
		names.append(path.get_name(i))
	var subnames = []
	for i in range(path.get_subname_count()):
		subnames.append(path.get_subname(i))
	var absolute = "true" if path.is_absolute() else "false"
	return '{"absolute":' + absolute + ',"names":' + list(names, "text") + ',"subnames":' + list(subnames, "text") + '}'

# Describes an object by the id that was decoded or will be encoded.
func object(v):
	if v == null:
		return tag("Nil", "null")
	var id = v.object_id if v is EncodedObjectAsID else v.get_instance_id()
	return tag("Object", '{"id":"' + unsigned(id) + '"}')

# Formats an id, which is unsigned, from a signed int.
func unsigned(id):
	if id >= 0:
		return str(id)
	var tens = ((id >> 1) & 0x7fffffffffffffff) / 5
	return str(tens) + str(id - tens * 10)

func dictionary(v):
	var pairs = []
	var keys = v.keys()
	# Looking values up by their keys would not find a PoolRealArray with NaN.
	var values = v.values()
	for i in range(keys.size()):
		pairs.append("[" + of(keys[i]) + "," + of(values[i]) + "]")
	return "[" + PoolStringArray(pairs).join(",") + "]"
