extends Reference
# var2bytes and bytes2var, with the length-prefixed bytes sent over TCP.

const Tcp = preload("tcp.gd")

var stream

func open(address, is_big_endian):
	stream = Tcp.connection(address)
	stream.big_endian = is_big_endian
	return stream != null

func read(count):
	var values = []
	for _i in range(count):
		values.append(bytes2var(stream.get_data(stream.get_u32())[1]))
	return values

func write(values):
	for value in values:
		var bytes = var2bytes(value)
		stream.put_u32(bytes.size())
		stream.put_data(bytes)
