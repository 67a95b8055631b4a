extends RefCounted
# FileAccess.store_var and get_var: one file with all values, which each write replaces.
# The extension states whether the file is plain, compressed or encrypted.

var path
var is_big_endian

func open(address, is_swapped):
	path = address
	is_big_endian = is_swapped
	return true

func read(count):
	var file = opened(FileAccess.READ)
	var values = []
	for _i in range(count):
		values.append(file.get_var())
	return values if file.get_position() == file.get_length() else null

func write(values):
	var file = opened(FileAccess.WRITE)
	for value in values:
		file.store_var(value)
	file.close()

func opened(mode):
	var file
	match path.get_extension():
		"fastlz": file = FileAccess.open_compressed(path, mode, FileAccess.COMPRESSION_FASTLZ)
		"deflate": file = FileAccess.open_compressed(path, mode, FileAccess.COMPRESSION_DEFLATE)
		"zstd": file = FileAccess.open_compressed(path, mode, FileAccess.COMPRESSION_ZSTD)
		"gzip": file = FileAccess.open_compressed(path, mode, FileAccess.COMPRESSION_GZIP)
		"password": file = FileAccess.open_encrypted_with_pass(path, mode, "correct horse")
		_: file = FileAccess.open(path, mode)
	file.big_endian = is_big_endian
	return file
