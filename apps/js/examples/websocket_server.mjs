// A game server over WebSocket, with limits for everything that a client can send or keep open.
//
// Every binary message is one value, as `put_var` of a `WebSocketPeer` sends it: see websocket_client.gd.
//
//     npm install ws gdvariant
//     node websocket_server.mjs 4324
//     godot --headless -s websocket_client.gd -- 4324
//
// Games in a browser need `wss://`: a proxy, such as nginx or Caddy, adds TLS. All clients then have the address of the
// proxy: set `clientsPerAddress` to `clients`, and let the proxy limit the connections of each address.

import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import { DecodeError, PackedVector2Array, Vector2, decode, encode } from "gdvariant";
import { WebSocketServer } from "ws";

/** The limits for a small game: change them to what your game sends. Times are in milliseconds. */
export const LIMITS = {
  /** The maximum length of a message from a client, in bytes. */
  messageLength: 1024,
  /** Twice what an honest client sends: messages that the network delays arrive together. */
  messagesPerSecond: 120,
  clients: 256,
  /** Players behind one router share an address. */
  clientsPerAddress: 16,
  /** The time in which a new client has to join. */
  join: 5_000,
  /** The time in which a client that has joined has to send its next message or ping. */
  idle: 30_000,
  /** What a slow client has not received yet, in bytes: snapshots are skipped above, and far above it is disconnected. */
  backlog: 64 * 1024,
  /** The time between two snapshots. */
  snapshot: 50,
};

/** Codes of closed connections, as `WebSocketPeer.get_close_code` returns them. */
const GOING_AWAY = 1001;
const UNSUPPORTED = 1003;
const POLICY = 1008;

/** Starts a server, and returns its port and a function that stops it. */
export async function serve(port, host = "127.0.0.1", limits = LIMITS) {
  const players = new Map();
  const perAddress = new Map();
  let lastId = 0;

  const http = createServer({ headersTimeout: limits.join, requestTimeout: limits.join, connectionsCheckingInterval: 1_000 }, (_request, response) => {
    response.writeHead(426, { Connection: "close" }).end("expected a WebSocket");
  });
  // Connections without a request count too.
  http.maxConnections = limits.clients * 2;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.messageLength, perMessageDeflate: false });

  http.on("upgrade", (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    const address = network(request.socket.remoteAddress ?? "");
    const count = perAddress.get(address) ?? 0;
    if (sockets.clients.size >= limits.clients || count >= limits.clientsPerAddress) {
      socket.end("HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    perAddress.set(address, count + 1);
    socket.on("close", () => {
      const left = perAddress.get(address) - 1;
      if (left > 0) perAddress.set(address, left);
      else perAddress.delete(address);
    });
    sockets.handleUpgrade(request, socket, head, client);
  });

  /** Serves a client. */
  function client(socket) {
    const id = ++lastId;
    let deadline;
    let second = 0;
    let count = 0;

    const expectSoon = () => {
      clearTimeout(deadline);
      const [time, reason] = players.has(id) ? [limits.idle, "idle"] : [limits.join, "not joined"];
      deadline = setTimeout(() => close(reason), time);
    };
    const close = (reason, code = POLICY) => {
      players.delete(id);
      clearTimeout(deadline);
      socket.close(code, reason);
    };
    /** Counts a message or a ping, and returns whether the client may send it. */
    const isAllowed = () => {
      if (socket.readyState !== socket.OPEN) return false; // The client is being disconnected.
      const now = Math.floor(performance.now() / 1_000);
      if (now !== second) [second, count] = [now, 0];
      if (++count <= limits.messagesPerSecond) return true;
      close("too many messages");
      return false;
    };

    // A fault of the connection, such as a message that is too long. Without a listener, it would end the process.
    socket.on("error", (error) => console.error(`client ${id}: ${error.message}`));
    socket.on("close", () => {
      clearTimeout(deadline);
      players.delete(id);
    });
    // A client that sets `heartbeat_interval` is not idle.
    socket.on("ping", () => isAllowed() && players.has(id) && expectSoon());
    socket.on("message", (data, isBinary) => {
      if (!isAllowed()) return;
      if (!isBinary) return close("a message is not binary", UNSUPPORTED);
      try {
        handle(decode(data, { exact: false }), id, socket);
      } catch (error) {
        // Errors of the server are not the client's.
        if (!(error instanceof Rejected || error instanceof DecodeError)) throw error;
        socket.send(encode({ type: "rejected", reason: error.message }));
      }
      if (players.has(id)) expectSoon();
    });
    expectSoon();
  }

  /** Handles a message. Anything can be in it. */
  function handle(message, id, socket) {
    const player = players.get(id);
    switch (field(message, "type", "a String", isText)) {
      case "join": {
        if (player) throw new Rejected("join: joined already");
        const name = field(message, "name", "a String", isText);
        if (name.length === 0 || name.length > 32) throw new Rejected("name: expected 1 to 32 characters");
        players.set(id, { name, socket, position: new Vector2(0, 0) });
        socket.send(encode({ type: "welcome", id }));
        return;
      }
      case "move": {
        if (!player) throw new Rejected("move: not joined");
        const { x, y } = field(message, "to", "a Vector2", (value) => value instanceof Vector2);
        if (!(Math.hypot(x - player.position.x, y - player.position.y) <= 10)) throw new Rejected("to: farther than 10");
        player.position = new Vector2(x, y);
        return;
      }
      default:
        throw new Rejected("type: expected join or move");
    }
  }

  const timer = setInterval(() => {
    if (players.size === 0) return;
    const all = [...players.values()];
    const ids = Int32Array.from(players.keys());
    // Encoded once for all clients.
    const bytes = encode({ type: "snapshot", ids, positions: new PackedVector2Array(all.map(({ position }) => position)) });
    for (const { socket } of all) {
      if (socket.bufferedAmount > limits.backlog * 4) socket.terminate();
      else if (socket.bufferedAmount <= limits.backlog) socket.send(bytes);
    }
  }, limits.snapshot);

  http.listen(port, host);
  await new Promise((started, failed) => http.once("listening", started).once("error", failed));
  return {
    port: http.address().port,
    /** Disconnects all clients, and waits until the server has stopped. */
    async stop() {
      clearInterval(timer);
      const stopped = new Promise((done) => http.close(done));
      for (const socket of sockets.clients) socket.close(GOING_AWAY, "the server stops");
      const late = setTimeout(() => sockets.clients.forEach((socket) => socket.terminate()), 2_000);
      await stopped;
      clearTimeout(late);
    },
  };
}

/** The error of a message that is ignored: the connection stays open. */
class Rejected extends Error {}

/** Returns a field of a message that may be any value. */
function field(message, name, expected, isExpected) {
  const value = message !== null && typeof message === "object" && Object.hasOwn(message, name) ? message[name] : undefined;
  if (!isExpected(value)) throw new Rejected(`${name}: expected ${expected}, found ${value === undefined ? "no field" : "another type"}`);
  return value;
}

const isText = (value) => typeof value === "string";

/** Returns the part of an address that identifies a subscriber: an IPv4 address, or half of an IPv6 address. */
function network(address) {
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (ipv4) return ipv4[1];
  const [start, end] = address.split("%")[0].split("::");
  const groups = start.split(":").filter(Boolean);
  const rest = (end ?? "").split(":").filter(Boolean);
  return [...groups, ...Array(Math.max(0, 8 - groups.length - rest.length)).fill("0"), ...rest].slice(0, 4).join(":");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const server = await serve(Number(process.argv[2] ?? 4324));
  console.log(`listening on port ${server.port}`);
  process.once("SIGINT", server.stop).once("SIGTERM", server.stop);
}
