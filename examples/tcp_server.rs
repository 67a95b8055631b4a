//! A game server over TCP, with limits for everything that a client can send or keep open.
//!
//! Clients send directions; the server moves the players and sends all positions to every client.
//! Clients call `put_var` of a `StreamPeerTCP`, such as `examples/clients/tcp_client.gd` for Godot
//! 4. For Godot 3, replace `Godot4` with `Godot3` and `godot4` with `godot3` in this file; the
//! client names what differs in scripts.
//!
//! ```text
//! cargo run -p gdvariant-examples --bin tcp_server -- 127.0.0.1:4321
//! godot --headless -s examples/clients/tcp_client.gd -- 4321
//! ```

pub(crate) mod limits;

use futures_util::StreamExt;
use gdvariant::framing::{Codec, FrameOptions};
use gdvariant::{Godot4, ReadError, Vector2, WriteError, godot4};
use limits::{Acceptor, Clients, Limits, Rate};
use std::collections::BTreeMap;
use std::error::Error;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::tcp::WriteHalf;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc};
use tokio::time::{Instant, MissedTickBehavior, sleep_until, timeout};
use tokio_util::codec::FramedRead;

/// A message of a client, such as `{"type": "join", "name": "Ada"}`.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant)]
#[variant(tag = "type", rename_all = "snake_case")]
pub(crate) enum Request {
    /// The first message.
    Join { name: String },
    /// Sets the direction until the next request.
    Walk { direction: Vector2 },
}

/// A message of the server.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant)]
#[variant(tag = "type", rename_all = "snake_case")]
pub(crate) enum Reply {
    /// The client has joined.
    Welcome { id: u32 },
    /// The last message had no effect. The connection stays open.
    Rejected { reason: String },
    /// The positions of all players, in every tick.
    Snapshot { tick: u64, players: Vec<Player> },
    /// The server closes the connection.
    Goodbye { reason: String },
}

#[derive(Debug, Clone, PartialEq, gdvariant::Variant)]
pub(crate) struct Player {
    pub(crate) id: u32,
    pub(crate) name: String,
    pub(crate) position: Vector2,
    #[variant(skip)]
    direction: Vector2,
}

const TICK: Duration = Duration::from_millis(50);
/// The distance that a player walks in a tick.
const STEP: f32 = 4.0;
/// Every snapshot contains all names, so one long name would reach all clients.
const MAX_NAME_LENGTH: usize = 32;

/// The state of the game. Only the loop of the server accesses it.
#[derive(Default)]
struct World {
    tick: u64,
    players: BTreeMap<u32, Player>,
}

impl World {
    /// Handles a request of a client, or with `None` that the client has left.
    fn handle(&mut self, id: u32, request: Option<Request>) {
        match request {
            Some(Request::Join { name }) => {
                let (position, direction) = Default::default();
                let player = Player {
                    id,
                    name,
                    position,
                    direction,
                };
                self.players.insert(id, player);
            }
            Some(Request::Walk { direction }) => {
                if let Some(player) = self.players.get_mut(&id) {
                    player.direction = limit_length(direction);
                }
            }
            None => drop(self.players.remove(&id)),
        }
    }

    fn step(&mut self) -> Reply {
        self.tick += 1;
        for player in self.players.values_mut() {
            player.position.x += player.direction.x * STEP;
            player.position.y += player.direction.y * STEP;
        }
        Reply::Snapshot {
            tick: self.tick,
            players: self.players.values().cloned().collect(),
        }
    }
}

/// Limits a direction to the length 1. Non-finite numbers from a client become zero.
fn limit_length(direction: Vector2) -> Vector2 {
    let length = direction.x.hypot(direction.y);
    if !length.is_finite() {
        return Vector2::default();
    }
    Vector2::new(direction.x / length.max(1.0), direction.y / length.max(1.0))
}

/// Encodes a reply with its length, as `get_var` of a `StreamPeer` reads it.
fn frame(reply: &Reply) -> Result<Vec<u8>, WriteError> {
    let mut frame = Vec::new();
    godot4::write_framed(&mut frame, reply)?;
    Ok(frame)
}

fn goodbye(reason: &str) -> Vec<u8> {
    let reason = reason.into();
    frame(&Reply::Goodbye { reason }).unwrap_or_default() // A short text can be encoded.
}

/// A request and the id of its client. `None` if the client has left.
type FromClient = (u32, Option<Request>);
/// An encoded snapshot, which all clients share.
type Snapshot = Arc<[u8]>;

/// Serves until `shutdown` completes.
pub(crate) async fn serve(
    listener: TcpListener,
    limits: Limits,
    shutdown: impl Future<Output = ()>,
) {
    // If a queue is full, clients wait to be read, or miss snapshots.
    let (requests, mut received) = mpsc::channel(64);
    let (snapshots, _) = broadcast::channel::<Snapshot>(4);
    let mut clock = tokio::time::interval(TICK);
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut connections, mut clients) = (Acceptor::new(listener), Clients::default());
    let mut world = World::default();
    let mut last_id = 0;
    tokio::pin!(shutdown);
    loop {
        tokio::select! {
            (socket, address) = connections.next() => {
                last_id += 1;
                let (requests, snapshots) = (requests.clone(), snapshots.subscribe());
                clients.start(socket, address, &limits, goodbye, |socket| {
                    client(last_id, socket, limits, requests, snapshots)
                });
            }
            Some(()) = clients.next_left() => {}
            Some((id, request)) = received.recv() => world.handle(id, request),
            _ = clock.tick() => match frame(&world.step()) {
                Ok(frame) => drop(snapshots.send(frame.into())), // Fails only without clients.
                Err(error) => eprintln!("snapshot: {error}"),
            },
            () = &mut shutdown => break,
        }
    }
    // The closed queues end the tasks of the clients.
    drop((snapshots, received));
    clients.leave(limits.send * 2).await;
}

async fn client(
    id: u32,
    mut socket: TcpStream,
    limits: Limits,
    requests: mpsc::Sender<FromClient>,
    snapshots: broadcast::Receiver<Snapshot>,
) {
    let ended = converse(id, &mut socket, &limits, &requests, snapshots).await;
    requests.send((id, None)).await.ok();
    match ended {
        Ok(reason) => close(socket, &goodbye(reason), &limits).await,
        Err(error) => eprintln!("client {id}: {error}"),
    }
}

/// Exchanges messages with a client, and returns why the server closes the connection. Returns
/// errors of connections that cannot be used any more.
async fn converse(
    id: u32,
    socket: &mut TcpStream,
    limits: &Limits,
    requests: &mpsc::Sender<FromClient>,
    mut snapshots: broadcast::Receiver<Snapshot>,
) -> Result<&'static str, Box<dyn Error + Send + Sync>> {
    // Otherwise, short messages wait for acknowledgements of earlier ones.
    socket.set_nodelay(true)?;
    let (reader, mut writer) = socket.split();
    let options = FrameOptions::new().max_length(limits.message_length);
    let mut messages = FramedRead::new(reader, Codec::<Godot4, Request>::with_options(options));
    let (mut rate, mut has_joined) = (Rate::new(), false);
    let mut deadline = Instant::now() + limits.join;
    loop {
        tokio::select! {
            message = messages.next() => {
                let request = match message {
                    Some(Ok(request)) => request,
                    Some(Err(ReadError::TooLong { .. })) => return Ok("a message is too long"),
                    Some(Err(error)) => return Err(error.into()),
                    None => return Ok("the client has left"),
                };
                if rate.is_exceeded(limits) {
                    return Ok("too many messages");
                }
                let request = request.map_err(|error| {
                    // The advice of the error is for the developers of the server.
                    eprintln!("client {id}: {error:#}");
                    error.to_string()
                });
                let request = request.and_then(|request| check(request, has_joined));
                let (request, reply) = match request {
                    Ok(request) => (Some(request), (!has_joined).then_some(Reply::Welcome { id })),
                    Err(reason) => (None, Some(Reply::Rejected { reason })),
                };
                if let Some(request) = request {
                    has_joined = true;
                    deadline = Instant::now() + limits.idle;
                    if requests.send((id, Some(request))).await.is_err() {
                        return Ok("the server stops");
                    }
                }
                if let Some(reply) = reply {
                    send(&mut writer, &frame(&reply)?, limits).await?;
                }
            }
            snapshot = snapshots.recv() => match snapshot {
                Ok(snapshot) if has_joined => send(&mut writer, &snapshot, limits).await?,
                // A slow client misses snapshots, but each snapshot is complete.
                Ok(_) | Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return Ok("the server stops"),
            },
            () = sleep_until(deadline) => return Ok(if has_joined { "idle" } else { "not joined" }),
        }
    }
}

/// Returns the request, or the reason if the client may not send it now.
fn check(request: Request, has_joined: bool) -> Result<Request, String> {
    match &request {
        Request::Join { .. } if has_joined => Err("join: joined already".into()),
        Request::Join { name } if !(1..=MAX_NAME_LENGTH).contains(&name.chars().count()) => {
            Err(format!("name: expected 1 to {MAX_NAME_LENGTH} characters"))
        }
        Request::Walk { .. } if !has_joined => Err("walk: not joined".into()),
        _ => Ok(request),
    }
}

/// Sends a frame. A client that does not take it in time is too slow for the game.
async fn send(writer: &mut WriteHalf<'_>, frame: &[u8], limits: &Limits) -> io::Result<()> {
    timeout(limits.send, writer.write_all(frame)).await?
}

/// Sends the last frame, and waits until the client has closed its side: closing a connection with
/// unread bytes would discard the frame.
async fn close(mut socket: TcpStream, frame: &[u8], limits: &Limits) {
    let closed = async {
        socket.write_all(frame).await?;
        socket.shutdown().await?;
        tokio::io::copy(&mut socket, &mut tokio::io::sink()).await
    };
    timeout(limits.send, closed).await.ok();
}

/// `tcp_server [ADDRESS]`
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = std::env::args().nth(1);
    let listener = TcpListener::bind(address.as_deref().unwrap_or("127.0.0.1:4321")).await?;
    println!("listening on {}", listener.local_addr()?);
    let shutdown = async { drop(tokio::signal::ctrl_c().await) };
    serve(listener, Limits::DEFAULT, shutdown).await;
    Ok(())
}
