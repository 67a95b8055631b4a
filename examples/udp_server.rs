//! A game server over UDP that does not answer senders that it does not know.
//!
//! The address of a sender can be forged, so a server that answers any packet sends traffic to
//! victims of an attacker, and a server that stores something for any packet runs out of memory. A
//! client proves its address first: the server answers `hello` with a number, the cookie, which
//! only the owner of the address receives, and stores nothing. This answer is never longer than the
//! packet, so a client fills its `hello`. All other packets have to contain the cookie.
//!
//! Every packet is one value, from `put_var` of a `PacketPeerUDP`, such as in
//! `examples/clients/udp_client.gd` for Godot 4. For Godot 3, replace `godot4` with `godot3` in
//! this file; the client names what differs in scripts.
//!
//! ```text
//! cargo run -p gdvariant-examples --bin udp_server -- 127.0.0.1:4322
//! godot --headless -s examples/clients/udp_client.gd -- 4322
//! ```

#[allow(dead_code, reason = "the limits of connections")]
pub(crate) mod limits;

use gdvariant::{EncodeError, EncodeOptions, Godot4, Vector2, generic, godot4};
use limits::{Limits, Rate};
use std::collections::HashMap;
use std::error::Error;
use std::hash::{BuildHasher, RandomState};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::UdpSocket;
use tokio::time::{Instant, MissedTickBehavior};

/// A packet of a client.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant)]
#[variant(tag = "type", rename_all = "snake_case")]
pub(crate) enum Request {
    /// Asks for a cookie. Other keys, which make the packet long enough, are ignored.
    Hello,
    /// Joins, or repeats this packet if the answer was lost.
    Join {
        cookie: i64,
    },
    /// Moves the player. Packets can arrive in another order, or twice.
    Move {
        cookie: i64,
        position: Vector2,
    },
    Leave {
        cookie: i64,
    },
}

/// A packet of the server.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant)]
#[variant(tag = "type", rename_all = "snake_case")]
pub(crate) enum Reply {
    Challenge {
        cookie: i64,
    },
    Welcome {
        id: u32,
    },
    /// Only for addresses that have proved themselves.
    Refused {
        reason: String,
    },
    /// The player with `ids[i]` is at `positions[i]`. Packed arrays keep 64 players in one packet of
    /// an Ethernet network, about 1400 bytes.
    Snapshot {
        tick: u64,
        #[variant(packed)]
        ids: Vec<i32>,
        #[variant(packed)]
        positions: Vec<Vector2>,
    },
}

const TICK: Duration = Duration::from_millis(50);

/// The limits of this server: a snapshot of more clients would not fit into one packet.
pub(crate) const LIMITS: Limits = Limits {
    message_length: 512,
    clients: 64,
    ..Limits::DEFAULT
};

/// Calculates the cookies of addresses, so that the server stores nothing for them.
struct Cookies {
    /// A keyed hash with a random key. An attacker would have to guess one of 2^64 numbers.
    key: RandomState,
    started: Instant,
    /// The time after which cookies change.
    period: Duration,
}

impl Cookies {
    fn new(period: Duration) -> Self {
        Self {
            key: RandomState::new(),
            started: Instant::now(),
            period,
        }
    }

    /// Returns the cookies of the current and of the previous period.
    fn of(&self, address: SocketAddr) -> [i64; 2] {
        let period = self.started.elapsed().as_millis() / self.period.as_millis().max(1) + 1;
        [period, period - 1].map(|period| self.key.hash_one((address, period)).cast_signed())
    }
}

/// A client that has joined.
struct Session {
    id: u32,
    cookie: i64,
    position: Vector2,
    heard: Instant,
    rate: Rate,
}

/// The state of the server.
struct Server {
    limits: Limits,
    cookies: Cookies,
    sessions: HashMap<SocketAddr, Session>,
    last_id: u32,
    tick: u64,
}

impl Server {
    /// Handles a packet, and encodes the answer, if there is one, into `answer`.
    fn handle(
        &mut self,
        packet: &[u8],
        sender: SocketAddr,
        answer: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        if packet.len() > self.limits.message_length as usize {
            return Ok(());
        }
        let Ok(request) = godot4::from_slice::<Request>(packet) else {
            return Ok(());
        };
        let reply = match request {
            Request::Hello => {
                let [cookie, _] = self.cookies.of(sender);
                // An error if the answer is longer than the packet.
                let options = EncodeOptions::new().max_length(packet.len().try_into().unwrap_or(0));
                return generic::encode_into::<Godot4, _>(
                    &Reply::Challenge { cookie },
                    answer,
                    options,
                );
            }
            Request::Join { cookie } => self.join(sender, cookie),
            Request::Move { cookie, position } => {
                if let Some(session) = self.session(sender, cookie)
                    && position.x.is_finite()
                    && position.y.is_finite()
                {
                    session.position = position;
                }
                None
            }
            Request::Leave { cookie } => {
                if self.session(sender, cookie).is_some() {
                    self.sessions.remove(&sender);
                }
                None
            }
        };
        match reply {
            Some(reply) => godot4::encode_into(&reply, answer),
            None => Ok(()),
        }
    }

    fn join(&mut self, sender: SocketAddr, cookie: i64) -> Option<Reply> {
        let known = self.sessions.get(&sender);
        if known.is_some_and(|session| session.cookie == cookie) {
            let session = self.session(sender, cookie)?;
            return Some(Reply::Welcome { id: session.id });
        }
        if !self.cookies.of(sender).contains(&cookie) {
            return None;
        }
        // A client that was restarted with the same port replaces its session.
        self.sessions.remove(&sender);
        if let Some(reason) = self.limits.refusal(self.sessions.keys(), sender) {
            return Some(Reply::Refused {
                reason: reason.into(),
            });
        }
        self.last_id += 1;
        let (id, position) = (self.last_id, Vector2::default());
        let (heard, rate) = (Instant::now(), Rate::new());
        self.sessions.insert(
            sender,
            Session {
                id,
                cookie,
                position,
                heard,
                rate,
            },
        );
        Some(Reply::Welcome { id })
    }

    /// Returns the session of a packet. Packets above the limit are lost, as in a busy network.
    fn session(&mut self, sender: SocketAddr, cookie: i64) -> Option<&mut Session> {
        let session = self.sessions.get_mut(&sender)?;
        if session.cookie != cookie || session.rate.is_exceeded(&self.limits) {
            return None;
        }
        session.heard = Instant::now();
        Some(session)
    }

    /// Ends the sessions of silent clients, and returns the positions of the others.
    fn step(&mut self) -> Reply {
        self.tick += 1;
        self.sessions
            .retain(|_, session| session.heard.elapsed() < self.limits.idle);
        let players = self.sessions.values();
        let players = players.map(|session| (session.id.cast_signed(), session.position));
        let (ids, positions) = players.unzip();
        Reply::Snapshot {
            tick: self.tick,
            ids,
            positions,
        }
    }
}

/// Serves until `shutdown` completes.
pub(crate) async fn serve(socket: UdpSocket, limits: Limits, shutdown: impl Future<Output = ()>) {
    let mut server = Server {
        limits,
        cookies: Cookies::new(limits.join),
        sessions: HashMap::new(),
        last_id: 0,
        tick: 0,
    };
    let mut clock = tokio::time::interval(TICK);
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // One byte more than the longest packet, to recognize longer ones.
    let mut packet = vec![0; limits.message_length as usize + 1];
    let mut answer = Vec::new();
    tokio::pin!(shutdown);
    loop {
        answer.clear();
        tokio::select! {
            received = socket.recv_from(&mut packet) => {
                // On Windows, an error says that an earlier answer has not reached its client.
                let Ok((length, sender)) = received else { continue };
                let handled = server.handle(&packet[..length], sender, &mut answer);
                if handled.is_ok() && !answer.is_empty() {
                    socket.send_to(&answer, sender).await.ok();
                }
            }
            _ = clock.tick() => match godot4::encode_into(&server.step(), &mut answer) {
                Ok(()) => for address in server.sessions.keys() {
                    socket.send_to(&answer, address).await.ok();
                },
                Err(error) => eprintln!("snapshot: {error}"),
            },
            () = &mut shutdown => break,
        }
    }
}

/// `udp_server [ADDRESS]`
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = std::env::args().nth(1);
    let socket = UdpSocket::bind(address.as_deref().unwrap_or("127.0.0.1:4322")).await?;
    println!("listening on {}", socket.local_addr()?);
    let shutdown = async { drop(tokio::signal::ctrl_c().await) };
    serve(socket, LIMITS, shutdown).await;
    Ok(())
}
