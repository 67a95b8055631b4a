extends SceneTree
# Performs jobs, each of which stores values in a file as games do, or loads them and compares them.
# Environment: GDVARIANT_TEST_JOBS, a JSON file with the jobs. The problems of all jobs, or "", replace it.

const MODES = {
	"fastlz": File.COMPRESSION_FASTLZ,
	"deflate": File.COMPRESSION_DEFLATE,
	"zstd": File.COMPRESSION_ZSTD,
	"gzip": File.COMPRESSION_GZIP,
}

var file

func _init():
	var path = OS.get_environment("GDVARIANT_TEST_JOBS")
	var list = File.new()
	list.open(path, File.READ)
	var jobs = parse_json(list.get_as_text())
	list.close()
	var problems = []
	for job in jobs:
		# A script error returns null.
		var problem = perform(job)
		problems.append("a script error" if problem == null else problem)
	list.open(path, File.WRITE)
	list.store_string(to_json(problems))
	list.close()
	quit()

# Loads a scene, one node of which may have a given `z_index`.
func loads(job):
	var scene = load(job["path"])
	var root = scene.instance()
	if job["node"] != "" and root.get_node(job["node"]).z_index != job["z_index"]:
		return "%s has another z_index" % job["node"]
	root.free()
	return ""

func perform(job):
	if job["task"] == "scene":
		return loads(job)
	var modes = {"store": File.WRITE, "replace": File.READ_WRITE, "load": File.READ}
	if not opened(job, modes[job["task"]]):
		return "the file cannot be opened"
	file.endian_swap = job["big_endian"]
	for step in job["steps"]:
		if job["task"] != "load":
			store(step[0], step[1])
		elif not equals(step[0], step[1]):
			return "%s %s is not loaded" % step
	file.close()
	return ""

func opened(job, mode):
	file = File.new()
	var layer = job["layer"]
	match layer:
		"": return file.open(job["path"], mode) == OK
		"password": return file.open_encrypted_with_pass(job["path"], mode, job["secret"]) == OK
		"key": return file.open_encrypted(job["path"], mode, Marshalls.base64_to_raw(job["secret"])) == OK
	return file.open_compressed(job["path"], mode, MODES[layer]) == OK

func store(kind, argument):
	match kind:
		"8": file.store_8(int(argument))
		"16": file.store_16(int(argument))
		"32": file.store_32(int(argument))
		"64": file.store_64(int(argument))
		"buffer": file.store_buffer(Marshalls.base64_to_raw(argument))
		"pascal": file.store_pascal_string(argument)
		"var": file.store_var(str2var(argument))
		"bytes": file.store_buffer(var2bytes(str2var(argument)))
		"base64": file.store_line(Marshalls.variant_to_base64(str2var(argument)))
		# What `compress` returns, perhaps after the size of its content.
		_:
			var bytes = var2bytes(str2var(argument))
			if kind.begins_with("size+"):
				file.store_32(bytes.size())
			file.store_buffer(bytes.compress(MODES[kind.trim_prefix("size+")]))

func equals(kind, argument):
	match kind:
		"8": return file.get_8() == int(argument)
		"16": return file.get_16() == int(argument)
		"32": return file.get_32() == int(argument)
		"64": return file.get_64() == int(argument)
		"buffer":
			var bytes = Marshalls.base64_to_raw(argument)
			return file.get_buffer(bytes.size()) == bytes
		"pascal": return file.get_pascal_string() == argument
		"var": return has_value(file.get_var(), argument)
		# The rest of the file: the engine ignores what follows the value.
		"bytes": return has_value(bytes2var(file.get_buffer(file.get_len() - file.get_position())), argument)
		"base64": return has_value(Marshalls.base64_to_variant(file.get_line()), argument)
		_:
			var size = file.get_32() if kind.begins_with("size+") else var2bytes(str2var(argument)).size()
			var bytes = file.get_buffer(file.get_len() - file.get_position())
			return has_value(bytes2var(bytes.decompress(size, MODES[kind.trim_prefix("size+")])), argument)

func has_value(value, text):
	return var2bytes(value) == var2bytes(str2var(text))
