// The example server and its limits, with clients in this process and with the client in GDScript in an engine.
//
// The server needs the package ws (`npm install --no-save ws` in js/), and the client in GDScript the engine that the
// variable GDVARIANT_ENGINE4 names. GDVARIANT_EXAMPLES is the folder of the examples, beside installed packages.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { Vector2, decode, encode } from "gdvariant";

const folder = resolve(process.env.GDVARIANT_EXAMPLES ?? join(import.meta.dirname, "../examples"));
const engine = process.env.GDVARIANT_ENGINE4;

const isInstalled = (() => {
  try {
    return Boolean(createRequire(`${folder}/`).resolve("ws"));
  } catch {
    return false;
  }
})();
const skip = !isInstalled && "install ws in js/: npm install --no-save ws";
const { LIMITS, serve } = isInstalled ? await import(pathToFileURL(join(folder, "websocket_server.mjs"))) : {};
const WebSocket = isInstalled && (await import(pathToFileURL(createRequire(`${folder}/`).resolve("ws")))).default;

const servers = [];
const started = async (limits) => {
  const server = await serve(0, "127.0.0.1", { ...LIMITS, ...limits });
  servers.push(server);
  return server;
};
after(() => Promise.all(servers.map((server) => server.stop())));

/** A client that keeps what it receives. */
class Client {
  received = [];

  constructor({ port }) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}`);
    this.socket.on("error", () => {});
    this.socket.on("message", (data) => this.received.push(decode(data)));
    this.closed = new Promise((done) => this.socket.on("close", (code, reason) => done([code, String(reason)])));
    this.opened = new Promise((done) => this.socket.on("open", () => done(this)));
  }

  put(...messages) {
    for (const message of messages) this.socket.send(encode(message));
  }

  /** Waits for a message with this type. */
  async next(type) {
    for (;;) {
      const index = this.received.findIndex((message) => message.type === type);
      if (index >= 0) return this.received.splice(index, 1)[0];
      await new Promise((done) => this.socket.once("message", done));
    }
  }
}

const joined = async (server) => {
  const client = await new Client(server).opened;
  client.put({ type: "join", name: "Ada" });
  return Object.assign(client, await client.next("welcome"));
};

test("players see each other", { skip, timeout: 20_000 }, async () => {
  const server = await started();
  const [ada, grace] = [await joined(server), await joined(server)];
  ada.put({ type: "move", to: new Vector2(3, 4) });
  for (;;) {
    const { ids, positions } = await grace.next("snapshot");
    const at = positions.at(ids.indexOf(ada.id));
    if (at.equals(new Vector2(3, 4))) break;
    assert.ok(at.equals(Vector2.ZERO));
  }
  ada.socket.close();
  while ((await grace.next("snapshot")).ids.length > 1);
});

test("invalid messages are rejected", { skip, timeout: 20_000 }, async () => {
  const client = await new Client(await started()).opened;
  const bytes = (...data) => client.socket.send(Uint8Array.from(data));
  for (const [send, reason] of [
    [() => client.put({ type: "move", to: new Vector2(1, 1) }), /move: not joined/],
    [() => client.put(7), /type: expected a String, found no field/],
    [() => client.put({ type: "join", name: 7 }), /name: expected a String, found another type/],
    [() => client.put({ type: "join", name: "" }), /name: expected 1 to 32/],
    [() => client.put(new Map([[1, 2]])), /type: expected a String, found no field/],
    [() => bytes(99, 0, 0, 0), /unknown type 99/],
    [() => bytes(), /0x0000/],
    [() => client.put({ type: "join", name: "Ada" }, { type: "join", name: "Ada" }), /joined already/],
    [() => client.put({ type: "move", to: new Vector2(NaN, 0) }), /to: farther/],
    [() => client.put({ type: "move", to: [1, 2] }), /to: expected a Vector2, found another type/],
  ]) {
    send();
    assert.match((await client.next("rejected")).reason, reason);
  }
});

test("limits close connections", { skip, timeout: 20_000 }, async () => {
  const server = await started({ join: 300, idle: 600 });
  const [long, flood, text] = [await joined(server), await joined(server), await joined(server)];
  long.put("x".repeat(LIMITS.messageLength));
  assert.equal((await long.closed)[0], 1009);
  for (let count = 0; count < 2 * LIMITS.messagesPerSecond + 2; count++) flood.put({ type: "move", to: Vector2.ZERO });
  assert.deepEqual(await flood.closed, [1008, "too many messages"]);
  text.socket.send("hello");
  assert.deepEqual(await text.closed, [1003, "a message is not binary"]);
  assert.deepEqual(await (await new Client(server).opened).closed, [1008, "not joined"]);
  assert.deepEqual(await (await joined(server)).closed, [1008, "idle"]);
  // A client that sends pings is not idle.
  const active = await joined(server);
  const pings = setInterval(() => active.socket.ping(), 100);
  await new Promise((done) => setTimeout(done, 1_500));
  clearInterval(pings);
  assert.equal(active.socket.readyState, active.socket.OPEN);
});

test("connections of an address are limited", { skip, timeout: 20_000 }, async () => {
  const server = await started({ clientsPerAddress: 2 });
  const clients = [await joined(server), await joined(server)];
  const refused = new Client(server);
  await assert.rejects(new Promise((_, failed) => refused.socket.on("error", failed)), /503/);
  clients[0].socket.close();
  await clients[0].closed;
  while ((await clients[1].next("snapshot")).ids.length > 1);
  await joined(server);
});

test("answers other requests than WebSockets", { skip, timeout: 20_000 }, async () => {
  const { port } = await started();
  assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 426);
  const socket = connect(port, "127.0.0.1").end("GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
  const answer = [];
  for await (const data of socket) answer.push(data);
  assert.match(String(Buffer.concat(answer)), /^HTTP\/1.1 400/);
});

test("a stopped server says so", { skip, timeout: 20_000 }, async () => {
  const server = await serve(0);
  const client = await joined(server);
  await server.stop();
  assert.deepEqual(await client.closed, [1001, "the server stops"]);
});

const noEngine = skip || (!engine && "set GDVARIANT_ENGINE4 to Godot 4 to run the client in GDScript");
test("the client in GDScript", { skip: noEngine, timeout: 300_000 }, async (context) => {
  const server = await started({ idle: 1_000 });
  const home = mkdtempSync(join(tmpdir(), "gdvariant-"));
  context.after(() => rmSync(home, { recursive: true }));
  for (const [mode, ...expected] of [
    ["", /^welcome, \d+$/, /^rejected: to: expected a Vector2, found another type$/, /^rejected: to: farther than 10$/, /^\d+ is at \(1(\.0)?, 2(\.0)?\)$/, /^closed: 1000 bye$/],
    // What the server sends just before it disconnects a client may be lost.
    ["long", /^closed: 1009/],
    ["flood", /^closed: 1008 too many messages$/],
    ["text", /^closed: 1003 a message is not binary$/],
    ["idle", /^closed: 1008 idle$/],
  ]) {
    const args = ["--headless", "-s", join(folder, "websocket_client.gd"), "--", String(server.port), mode];
    const { stdout } = await promisify(execFile)(engine, args, { cwd: home, env: { ...process.env, HOME: home } });
    const lines = stdout.split("\n").filter((line) => line !== "" && !line.startsWith("Godot Engine"));
    const printed = lines.slice(-expected.length);
    assert.equal(printed.length, expected.length, `${mode}: ${stdout}`);
    expected.forEach((pattern, index) => assert.match(printed[index], pattern, mode));
    if (mode === "") assert.equal(lines.length, expected.length, stdout);
  }
});
