# The messages between the test and the engine: length-prefixed lists of length-prefixed byte strings.

const Tcp = preload("transports/tcp.gd")

var stream

func open(address):
	stream = Tcp.connection(address)
	return stream != null

# Receives the next message; returns null at the end of the connection.
func read():
	var got = stream.get_data(4)
	if got[0] != OK:
		return null
	var message = StreamPeerBuffer.new()
	message.data_array = got[1]
	got = stream.get_data(message.get_u32())
	if got[0] != OK:
		return null
	message.data_array = got[1]
	var strings = []
	while message.get_position() < message.get_size():
		strings.append(message.get_data(message.get_u32())[1])
	return strings

func write(strings):
	var message = StreamPeerBuffer.new()
	for bytes in strings:
		message.put_u32(bytes.size())
		message.put_data(bytes)
	stream.put_u32(message.get_size())
	stream.put_data(message.data_array)
