extends SceneTree
# The engine's side of the tests: runs commands until the test closes the connection.
# Environment: GDVARIANT_TEST_ADDRESS, where the test listens on loopback.

const Commands = preload("commands.gd")
const Messages = preload("messages.gd")

func _init():
	var messages = Messages.new()
	var commands = Commands.new()
	if messages.open(OS.get_environment("GDVARIANT_TEST_ADDRESS")):
		var request = messages.read()
		while request != null:
			messages.write(commands.run(request))
			request = messages.read()
	quit()
