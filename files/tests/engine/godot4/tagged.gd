extends RefCounted
# Describes a value in the tagged JSON of conformance/README.md as a script sees it, without the engine's encoder.

# Whether to describe declared classes and scripts, which the engine encodes only with full objects.
var has_objects = false
var number = StreamPeerBuffer.new()

func _init():
	number.big_endian = true

func of(v):
	match typeof(v):
		TYPE_NIL: return tag("Nil", "null")
		TYPE_BOOL: return tag("bool", "true" if v else "false")
		TYPE_INT: return tag("int", whole(v))
		TYPE_FLOAT: return tag("float", real(v))
		TYPE_STRING: return tag("String", text(v))
		TYPE_VECTOR2: return tag("Vector2", vector2(v))
		TYPE_VECTOR2I: return tag("Vector2i", wholes([v.x, v.y]))
		TYPE_RECT2: return tag("Rect2", reals([v.position.x, v.position.y, v.size.x, v.size.y]))
		TYPE_RECT2I: return tag("Rect2i", wholes([v.position.x, v.position.y, v.size.x, v.size.y]))
		TYPE_VECTOR3: return tag("Vector3", vector3(v))
		TYPE_VECTOR3I: return tag("Vector3i", wholes([v.x, v.y, v.z]))
		TYPE_TRANSFORM2D: return tag("Transform2D", '{"x":%s,"y":%s,"origin":%s}' % [vector2(v.x), vector2(v.y), vector2(v.origin)])
		TYPE_VECTOR4: return tag("Vector4", vector4(v))
		TYPE_VECTOR4I: return tag("Vector4i", wholes([v.x, v.y, v.z, v.w]))
		TYPE_PLANE: return tag("Plane", reals([v.normal.x, v.normal.y, v.normal.z, v.d]))
		TYPE_QUATERNION: return tag("Quaternion", vector4(v))
		TYPE_AABB: return tag("AABB", reals([v.position.x, v.position.y, v.position.z, v.size.x, v.size.y, v.size.z]))
		TYPE_BASIS: return tag("Basis", basis(v))
		TYPE_TRANSFORM3D: return tag("Transform3D", '{"basis":%s,"origin":%s}' % [basis(v.basis), vector3(v.origin)])
		TYPE_PROJECTION: return tag("Projection", '{"x":%s,"y":%s,"z":%s,"w":%s}' % [vector4(v.x), vector4(v.y), vector4(v.z), vector4(v.w)])
		TYPE_COLOR: return tag("Color", color(v))
		TYPE_STRING_NAME: return tag("StringName", text(v))
		TYPE_NODE_PATH: return tag("NodePath", node_path(v))
		TYPE_RID: return tag("RID", '"' + unsigned(v.get_id()) + '"')
		TYPE_OBJECT: return object(v)
		TYPE_CALLABLE: return tag("Callable", "null")
		TYPE_SIGNAL: return tag("Signal", '{"name":%s,"id":"%s"}' % [text(v.get_name()), unsigned(v.get_object_id())])
		TYPE_DICTIONARY: return dictionary(v)
		TYPE_ARRAY: return array(v)
		TYPE_PACKED_BYTE_ARRAY: return tag("PackedByteArray", '"' + v.hex_encode() + '"')
		TYPE_PACKED_INT32_ARRAY: return tag("PackedInt32Array", list(v, "whole"))
		TYPE_PACKED_INT64_ARRAY: return tag("PackedInt64Array", list(v, "whole"))
		TYPE_PACKED_FLOAT32_ARRAY: return tag("PackedFloat32Array", list(v, "real"))
		TYPE_PACKED_FLOAT64_ARRAY: return tag("PackedFloat64Array", list(v, "real"))
		TYPE_PACKED_STRING_ARRAY: return tag("PackedStringArray", list(v, "text"))
		TYPE_PACKED_VECTOR2_ARRAY: return tag("PackedVector2Array", list(v, "vector2"))
		TYPE_PACKED_VECTOR3_ARRAY: return tag("PackedVector3Array", list(v, "vector3"))
		TYPE_PACKED_COLOR_ARRAY: return tag("PackedColorArray", list(v, "color"))
		TYPE_PACKED_VECTOR4_ARRAY: return tag("PackedVector4Array", list(v, "vector4"))

func tag(name, body, declared = ""):
	return '{"t":"' + name + '",' + declared + '"v":' + body + '}'

func list(elements, method):
	var parts = []
	for element in elements:
		parts.append(call(method, element))
	return "[" + ",".join(PackedStringArray(parts)) + "]"

func whole(v):
	return '"' + str(v) + '"'

func wholes(numbers):
	return list(numbers, "whole")

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

func vector4(v):
	return reals([v.x, v.y, v.z, v.w])

func color(v):
	return reals([v.r, v.g, v.b, v.a])

# Scripts name the columns x, y and z.
func basis(v):
	return '{"x":%s,"y":%s,"z":%s}' % [vector3(v.x), vector3(v.y), vector3(v.z)]

# JSON.stringify writes escape sequences that JSON does not have.
func text(v):
	var escaped = str(v).replace("\\", "\\\\").replace('"', '\\"')
	for i in range(1, 32):
		escaped = escaped.replace(String.chr(i), "\\u%04x" % i)
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

# Describes an object by its id. A full object is described by its class and its stored properties.
func object(v):
	if v == null:
		return tag("Nil", "null")
	if v is EncodedObjectAsID:
		return tag("Object", '{"id":"' + unsigned(v.object_id) + '"}')
	if not has_objects:
		return tag("Object", '{"id":"' + unsigned(v.get_instance_id()) + '"}')
	var properties = []
	for property in v.get_property_list():
		if property.usage & PROPERTY_USAGE_STORAGE:
			properties.append("[" + text(property.name) + "," + of(v.get(property.name)) + "]")
	return tag("Object", '{"class":' + text(v.get_class()) + ',"properties":[' + ",".join(PackedStringArray(properties)) + ']}')

# Formats an id, which is unsigned, from a signed int.
func unsigned(id):
	if id >= 0:
		return str(id)
	var tens = ((id >> 1) & 0x7fffffffffffffff) / 5
	return str(tens) + str(id - tens * 10)

func array(v):
	var declared = ""
	if v.is_typed():
		declared = '"element":' + declared_type(v.get_typed_builtin(), v.get_typed_class_name(), v.get_typed_script()) + ','
	return tag("Array", list(v, "of"), declared)

func dictionary(v):
	var declared = ""
	if v.is_typed():
		declared = '"key":%s,"element":%s,' % [
			declared_type(v.get_typed_key_builtin(), v.get_typed_key_class_name(), v.get_typed_key_script()),
			declared_type(v.get_typed_value_builtin(), v.get_typed_value_class_name(), v.get_typed_value_script())]
	var pairs = []
	var keys = v.keys()
	# Looking values up by their keys would not find keys with NaN.
	var values = v.values()
	for i in range(keys.size()):
		pairs.append("[" + of(keys[i]) + "," + of(values[i]) + "]")
	return tag("Dictionary", "[" + ",".join(PackedStringArray(pairs)) + "]", declared)

# Describes a declared type as it is encoded: without full objects, every class and script has the same name.
func declared_type(type, name, script):
	if type == TYPE_NIL:
		return "null"
	if type != TYPE_OBJECT:
		return '{"type":"' + type_string(type) + '"}'
	if not has_objects:
		return '{"type":"Object","class":"EncodedObjectAsID"}'
	if script != null:
		return '{"type":"Object","script":' + text(script.resource_path) + '}'
	return '{"type":"Object"}' if name == &"" else '{"type":"Object","class":' + text(name) + '}'
