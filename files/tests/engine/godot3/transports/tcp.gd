extends Reference
# Connections to the test.

# The timeout of waiting for the test, in milliseconds.
const TIMEOUT = 10000

# Connects to an address; returns null on failure.
static func connection(address):
	var stream = StreamPeerTCP.new()
	var parts = address.split(":")
	stream.connect_to_host(parts[0], int(parts[1]))
	var end = OS.get_ticks_msec() + TIMEOUT
	while stream.get_status() == StreamPeerTCP.STATUS_CONNECTING and OS.get_ticks_msec() < end:
		OS.delay_msec(1)
	if stream.get_status() != StreamPeerTCP.STATUS_CONNECTED:
		return null
	stream.set_no_delay(true)
	return stream
