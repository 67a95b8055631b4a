extends Reference
# Connections to the test.

# How long to wait for the test, in milliseconds.
const PATIENCE = 10000

# A stream to this address, or null.
static func connection(address):
	var stream = StreamPeerTCP.new()
	var parts = address.split(":")
	stream.connect_to_host(parts[0], int(parts[1]))
	var end = OS.get_ticks_msec() + PATIENCE
	while stream.get_status() == StreamPeerTCP.STATUS_CONNECTING and OS.get_ticks_msec() < end:
		OS.delay_msec(1)
	if stream.get_status() != StreamPeerTCP.STATUS_CONNECTED:
		return null
	stream.set_no_delay(true)
	return stream
