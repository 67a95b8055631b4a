extends Reference
# File.store_var and get_var: one file with all values, which each write replaces.
# The extension states whether the file is plain, compressed or encrypted.

var path
var is_swapped

func open(address, is_big_endian):
	path = address
	is_swapped = is_big_endian
	return true

func read(count):
	var file = opened(File.READ)
	var values = []
	for _i in range(count):
		values.append(file.get_var())
	return values if file.get_position() == file.get_len() else null

func write(values):
	var file = opened(File.WRITE)
	for value in values:
		file.store_var(value)
	file.close()

func opened(mode):
	var file = File.new()
	match path.get_extension():
		"fastlz": file.open_compressed(path, mode, File.COMPRESSION_FASTLZ)
		"deflate": file.open_compressed(path, mode, File.COMPRESSION_DEFLATE)
		"zstd": file.open_compressed(path, mode, File.COMPRESSION_ZSTD)
		"gzip": file.open_compressed(path, mode, File.COMPRESSION_GZIP)
		"password": file.open_encrypted_with_pass(path, mode, "correct horse")
		_: file.open(path, mode)
	file.endian_swap = is_swapped
	return file
