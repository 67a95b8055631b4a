extends RefCounted
# FileAccess.store_var and get_var: all values in one file, which is written anew each time.

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
	var file = FileAccess.open(path, mode)
	file.big_endian = is_big_endian
	return file
