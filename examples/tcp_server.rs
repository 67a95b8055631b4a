//! An authoritative game server with tokio.
//!
//! Clients send directions; the server moves the players and sends all positions to every client.
//!
//! Clients are Godot 3 games that call `put_var` and `get_var` of a `StreamPeerTCP`, such as
//! `examples/clients/tcp_client.gd`. The server answers an invalid message with an error and keeps
//! the connection open.
//!
//! ```text
//! cargo run --example tcp_server --features tokio -- 127.0.0.1:4321
//! godot3-server --no-window -s examples/clients/tcp_client.gd 4321
//! ```

use futures_util::{SinkExt, StreamExt};
use gdvariant::framing::{Codec, FrameOptions};
use gdvariant::{Godot3, Vector2};
use std::collections::BTreeMap;
use std::error::Error;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc};
use tokio::task::JoinSet;
use tokio_util::codec::Framed;

/// A message of a client, such as `{"type": "join", "name": "Ada"}`.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant)]
#[variant(tag = "type", rename_all = "snake_case")]
pub(crate) enum Request {
    Join {
        name: String,
    },
    /// Sets the direction until the next request.
    Walk {
        direction: Vector2,
    },
}

/// A message of the server.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant)]
#[variant(tag = "type", rename_all = "snake_case")]
pub(crate) enum Reply {
    Welcome {
        id: u32,
    },
    /// The received message was not a request. The connection stays open.
    Rejected {
        reason: String,
    },
    /// The positions of all players, in every tick.
    Snapshot {
        tick: u64,
        players: Vec<Player>,
    },
    /// The server is about to stop.
    Goodbye,
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

/// The maximum length of a message in bytes, in both directions.
const MAX_LENGTH: u32 = 64 << 10;

/// The state of the game. Only the loop of the server accesses it.
#[derive(Default)]
struct World {
    tick: u64,
    players: BTreeMap<u32, Player>,
}

impl World {
    fn handle(&mut self, id: u32, request: Option<Request>) {
        match (request, self.players.get_mut(&id)) {
            (Some(Request::Join { name }), None) => {
                let player = Player {
                    id,
                    name,
                    position: Vector2::default(),
                    direction: Vector2::default(),
                };
                self.players.insert(id, player);
            }
            (Some(Request::Walk { direction }), Some(player)) => {
                player.direction = limit_length(direction);
            }
            (None, _) => drop(self.players.remove(&id)),
            (Some(Request::Join { .. }), Some(_)) | (Some(Request::Walk { .. }), None) => {} // Joined twice, or walked before joining.
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

/// Serves until the last tick, or endlessly without one.
pub(crate) async fn serve(listener: TcpListener, last_tick: Option<u64>) {
    let (requests, mut received) = mpsc::channel(64);
    let (snapshots, _) = broadcast::channel(16);
    let mut clock = tokio::time::interval(TICK);
    let mut clients = JoinSet::new();
    let mut world = World::default();
    let mut last_id = 0;
    while last_tick.is_none_or(|last| world.tick < last) {
        tokio::select! {
            Ok((socket, _)) = listener.accept() => {
                last_id += 1;
                clients.spawn(client(last_id, socket, requests.clone(), snapshots.subscribe()));
            }
            Some(_) = clients.join_next() => {} // A client has left.
            Some((id, request)) = received.recv() => world.handle(id, request),
            _ = clock.tick() => drop(snapshots.send(world.step())), // Returns an error only if there are no clients.
        }
    }
    // Closed channels make the tasks of clients send a goodbye. Clients that do not receive it are
    // dropped after 20 ticks.
    drop((snapshots, received));
    let all_left = async { while clients.join_next().await.is_some() {} };
    tokio::time::timeout(TICK * 20, all_left).await.ok();
}

/// The id of a client, and its request or, when the client leaves, `None`.
type FromClient = (u32, Option<Request>);

async fn client(
    id: u32,
    socket: TcpStream,
    requests: mpsc::Sender<FromClient>,
    snapshots: broadcast::Receiver<Reply>,
) {
    if let Err(error) = converse(id, socket, &requests, snapshots).await {
        eprintln!("client {id}: {error}");
    }
    requests.send((id, None)).await.ok();
}

/// Exchanges messages with a client until the client leaves or the server stops. Returns only
/// errors of the connection.
async fn converse(
    id: u32,
    socket: TcpStream,
    requests: &mpsc::Sender<FromClient>,
    mut snapshots: broadcast::Receiver<Reply>,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let options = FrameOptions::packets().max_length(MAX_LENGTH);
    let mut connection = Framed::new(socket, Codec::<Godot3, Request>::with_options(options));
    connection.send(Reply::Welcome { id }).await?;
    loop {
        tokio::select! {
            received = connection.next() => match received.transpose()? {
                Some(Ok(request)) => requests.send((id, Some(request))).await?,
                Some(Err(error)) => connection.send(Reply::Rejected { reason: error.to_string() }).await?,
                None => return Ok(()),
            },
            snapshot = snapshots.recv() => match snapshot {
                Ok(snapshot) => connection.send(snapshot).await?,
                Err(RecvError::Lagged(_)) => {} // A slow client misses snapshots, but each snapshot is complete.
                Err(RecvError::Closed) => return Ok(connection.send(Reply::Goodbye).await?),
            },
        }
    }
}

/// `tcp_server [ADDRESS [LAST_TICK]]`
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let address = arguments.next().unwrap_or_else(|| "127.0.0.1:4321".into());
    let last_tick = arguments.next().map(|tick| tick.parse()).transpose()?;
    let listener = TcpListener::bind(address).await?;
    println!("listening on {}", listener.local_addr()?);
    serve(listener, last_tick).await;
    Ok(())
}
