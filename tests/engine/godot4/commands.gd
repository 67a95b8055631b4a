extends RefCounted
# What the test can ask for. Each command takes a list of byte strings and answers with one; `values` is what the last one read or made.

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

# The answer begins with whether the command went through: an error of the script ends it with null.
func run(request):
	var command = request.pop_front().get_string_from_utf8()
	var answer = call(command, request)
	if answer == null:
		return [("failed: " + command).to_utf8_buffer()]
	return ["done".to_utf8_buffer()] + answer

# The three numbers of the engine's version.
func version(_arguments):
	var info = Engine.get_version_info()
	return [str(info["major"]).to_utf8_buffer(), str(info["minor"]).to_utf8_buffer(), str(info["patch"]).to_utf8_buffer()]

# A transport, where it leads to, and whether its lengths are big-endian ("true").
func open(arguments):
	transport = TRANSPORTS[arguments[0].get_string_from_utf8()].new()
	var is_open = transport.open(arguments[1].get_string_from_utf8(), arguments[2].get_string_from_utf8() == "true")
	return [] if is_open else null

# Reads so many values from the transport; says what they are.
func read(arguments):
	values = transport.read(int(arguments[0].get_string_from_utf8()))
	return described()

# Writes the values to the transport.
func write(_arguments):
	transport.write(values)
	return []

# Makes random values from a seed, so many; says what they are.
func make(arguments):
	var random_values = RandomValues.new(int(arguments[0].get_string_from_utf8()))
	values = []
	for _i in range(int(arguments[1].get_string_from_utf8())):
		values.append(random_values.value(3))
	return described()

# Each value through var_to_str.
func to_texts(_arguments):
	var texts = []
	for value in values:
		texts.append(var_to_str(value).to_utf8_buffer())
	return texts

# Each text through str_to_var; says what the values are.
func from_texts(texts):
	values = []
	for text in texts:
		values.append(str_to_var(text.get_string_from_utf8()))
	return described()

# Each input decoded, with full objects if the first argument says so ("true"): what it is, or nothing where it is rejected.
func judge(inputs):
	var is_whole = inputs.pop_front().get_string_from_utf8() == "true"
	tagged.is_whole = is_whole
	var verdicts = []
	for input in inputs:
		var result = decoded(input, is_whole)
		verdicts.append(PackedByteArray() if result == null else tagged.of(result[0]).to_utf8_buffer())
	tagged.is_whole = false
	return verdicts

# Each input decoded and encoded, with full objects if the first argument says so ("true"); nothing where it is rejected.
func again(inputs):
	var is_whole = inputs.pop_front().get_string_from_utf8() == "true"
	var outputs = []
	for input in inputs:
		var result = decoded(input, is_whole)
		outputs.append(PackedByteArray() if result == null else encoded(result[0], is_whole))
	return outputs

# Objects of these classes as the engine writes them whole.
func whole_objects(classes):
	var outputs = []
	for name in classes:
		outputs.append(encoded(ClassDB.instantiate(name.get_string_from_utf8()), true))
	return outputs

func described():
	var descriptions = []
	for value in values:
		descriptions.append(tagged.of(value).to_utf8_buffer())
	return descriptions

# A list of the value, or null where the bytes are rejected: bytes_to_var gives null for those, too.
func decoded(bytes, is_whole):
	var value = bytes_to_var_with_objects(bytes) if is_whole else bytes_to_var(bytes)
	return [value] if value != null or bytes.has_encoded_var(0, is_whole) else null

func encoded(value, is_whole):
	return var_to_bytes_with_objects(value) if is_whole else var_to_bytes(value)
