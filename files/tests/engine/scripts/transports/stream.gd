# StreamPeerTCP.put_var and get_var.

const Tcp = preload("tcp.gd")

var stream

func open(address, is_big_endian):
	stream = Tcp.connection(address)
	stream.big_endian = is_big_endian
	return stream != null

func read(count):
	var values = []
	for _i in range(count):
		values.append(stream.get_var())
	return values

func write(values):
	for value in values:
		stream.put_var(value)
