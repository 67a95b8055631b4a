extends RefCounted
# The commands of the test. Each takes a list of byte strings and returns one. `values` has the values that the last command received or created.

const RandomValues = preload("random_values.gd")
const Tagged = preload("tagged.gd")
const TRANSPORTS = {
	"bytes": preload("transports/bytes.gd"),
	"file": preload("transports/file.gd"),
	"packet_stream": preload("transports/packet_stream.gd"),
	"stream": preload("transports/stream.gd"),
	"udp": preload("transports/udp.gd"),
	"websocket": preload("transports/websocket.gd"),
}

var transport
var values = []
var tagged = Tagged.new()

# Runs a command. The answer begins with its status: a script error ends the command, which then returns null.
func run(request):
	var command = request.pop_front().get_string_from_utf8()
	var answer = call(command, request)
	if answer == null:
		return [("failed: " + command).to_utf8_buffer()]
	return ["done".to_utf8_buffer()] + answer

# Returns the three numbers of the engine's version.
func version(_arguments):
	var info = Engine.get_version_info()
	return [str(info["major"]).to_utf8_buffer(), str(info["minor"]).to_utf8_buffer(), str(info["patch"]).to_utf8_buffer()]

# Opens a transport. Arguments: its name, its address or path, and "true" if lengths are big-endian.
func open(arguments):
	transport = TRANSPORTS[arguments[0].get_string_from_utf8()].new()
	var is_open = transport.open(arguments[1].get_string_from_utf8(), arguments[2].get_string_from_utf8() == "true")
	return [] if is_open else null

# Receives a number of values from the transport, and returns their descriptions.
func read(arguments):
	values = transport.read(int(arguments[0].get_string_from_utf8()))
	return described()

# Sends the values over the transport.
func write(_arguments):
	transport.write(values)
	return []

# Creates random values, and returns their descriptions. Arguments: the seed and the number of values.
func make(arguments):
	var random_values = RandomValues.new(int(arguments[0].get_string_from_utf8()))
	values = []
	for _i in range(int(arguments[1].get_string_from_utf8())):
		values.append(random_values.value(3))
	return described()

# Formats each value with var_to_str.
func to_texts(_arguments):
	var texts = []
	for value in values:
		texts.append(var_to_str(value).to_utf8_buffer())
	return texts

# Parses each text with str_to_var, and returns descriptions of the values.
func from_texts(texts):
	values = []
	for text in texts:
		values.append(str_to_var(text.get_string_from_utf8()))
	return described()

# Decodes each input, and returns descriptions, which are empty for rejected inputs. The first argument is "true" to allow full objects.
func judge(inputs):
	var has_objects = inputs.pop_front().get_string_from_utf8() == "true"
	tagged.has_objects = has_objects
	var verdicts = []
	for input in inputs:
		var result = decoded(input, has_objects)
		verdicts.append(PackedByteArray() if result == null else tagged.of(result[0]).to_utf8_buffer())
	tagged.has_objects = false
	return verdicts

# Decodes each input and encodes the value again; empty for rejected inputs. The first argument is "true" to allow full objects.
func again(inputs):
	var has_objects = inputs.pop_front().get_string_from_utf8() == "true"
	var outputs = []
	for input in inputs:
		var result = decoded(input, has_objects)
		outputs.append(PackedByteArray() if result == null else encoded(result[0], has_objects))
	return outputs

# Decodes each input, and returns the packet that follows a packet with a text, after its length; empty for rejected inputs.
func sent(inputs):
	var outputs = []
	for input in inputs:
		var result = decoded(input, false)
		var buffer = StreamPeerBuffer.new()
		var packets = PacketPeerStream.new()
		packets.stream_peer = buffer
		packets.put_var("SECRETSECRETSECRET")
		buffer.clear()
		if result != null:
			packets.put_var(result[0])
		outputs.append(buffer.data_array)
	return outputs

# Runs the statements of each text, and encodes the variable `value`.
func made(texts):
	var outputs = []
	for text in texts:
		var script = GDScript.new()
		script.source_code = "static func make():\n\t" + text.get_string_from_utf8() + "\n\treturn value\n"
		script.reload()
		outputs.append(var_to_bytes(script.new().make()))
	return outputs

# Encodes full objects of these classes.
func full_objects(classes):
	var outputs = []
	for name in classes:
		outputs.append(encoded(ClassDB.instantiate(name.get_string_from_utf8()), true))
	return outputs

func described():
	var descriptions = []
	for value in values:
		descriptions.append(tagged.of(value).to_utf8_buffer())
	return descriptions

# Returns a list with the value, or null for rejected bytes, which bytes_to_var decodes as null.
func decoded(bytes, has_objects):
	var value = bytes_to_var_with_objects(bytes) if has_objects else bytes_to_var(bytes)
	return [value] if value != null or bytes.has_encoded_var(0, has_objects) else null

func encoded(value, has_objects):
	return var_to_bytes_with_objects(value) if has_objects else var_to_bytes(value)
