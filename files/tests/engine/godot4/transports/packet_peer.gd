extends RefCounted
# PacketPeer.put_var and get_var, shared by all packet transports.

const Tcp = preload("tcp.gd")

var peer

# Polls the peer, if it needs polling.
func poll():
	pass

func read(count):
	var values = []
	var end = Time.get_ticks_msec() + Tcp.TIMEOUT
	while values.size() < count and Time.get_ticks_msec() < end:
		poll()
		if peer.get_available_packet_count() > 0:
			values.append(peer.get_var())
		else:
			OS.delay_usec(50)
	return values if values.size() == count else null

func write(values):
	for value in values:
		peer.put_var(value)
	poll()
