//! The game server over UDP, with well-behaved and hostile clients.

use crate::udp_server::limits::Limits;
use crate::udp_server::{LIMITS, Reply, Request, serve};
use crate::within;
use gdvariant::{Variant, Vector2, godot4, variant};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::UdpSocket;

/// Longer than a packet on loopback needs.
const SILENCE: Duration = Duration::from_millis(300);

async fn start(limits: Limits) -> SocketAddr {
    let socket = UdpSocket::bind("127.0.0.1:0").await.expect("a free port");
    let address = socket.local_addr().expect("an address");
    tokio::spawn(serve(socket, limits, std::future::pending()));
    address
}

struct Client(UdpSocket);

impl Client {
    async fn new(server: SocketAddr) -> Self {
        Self::at("127.0.0.1", server).await
    }

    async fn at(ip: &str, server: SocketAddr) -> Self {
        let socket = UdpSocket::bind(format!("{ip}:0")).await.expect("a port");
        socket.connect(server).await.expect("an address");
        Self(socket)
    }

    async fn send(&self, request: &Request) {
        let packet = godot4::to_vec(request).expect("a request");
        self.0.send(&packet).await.expect("sent");
    }

    async fn next_packet(&self) -> Vec<u8> {
        let mut packet = vec![0; 65_536];
        let length = within(self.0.recv(&mut packet)).await.expect("a packet");
        packet.truncate(length);
        packet
    }

    async fn next(&self) -> Reply {
        godot4::from_slice(&self.next_packet().await).expect("a reply")
    }

    /// Returns whether nothing arrives.
    async fn is_silent(&self) -> bool {
        let mut packet = [0; 1];
        let received = self.0.recv(&mut packet);
        tokio::time::timeout(SILENCE, received).await.is_err()
    }

    async fn cookie(&self) -> i64 {
        self.0.send(&hello(64)).await.expect("sent");
        match self.next().await {
            Reply::Challenge { cookie } => cookie,
            other => panic!("{other:?}"),
        }
    }

    async fn join(&self, cookie: i64) -> Reply {
        self.send(&Request::Join { cookie }).await;
        loop {
            let reply = self.next().await;
            if !matches!(reply, Reply::Snapshot { .. }) {
                return reply;
            }
        }
    }

    /// Waits for a snapshot with these positions of players.
    async fn until(&self, expected: &[(i32, Vector2)]) {
        within(async {
            loop {
                if let Reply::Snapshot { ids, positions, .. } = self.next().await {
                    let mut found: Vec<_> = ids.into_iter().zip(positions).collect();
                    found.sort_by_key(|(id, _)| *id);
                    if found == expected {
                        return;
                    }
                }
            }
        })
        .await;
    }
}

fn hello(filling: usize) -> Vec<u8> {
    let filling = Variant::PackedByteArray(vec![0; filling]);
    godot4::to_vec(&variant!({"type": "hello", "filling": filling})).expect("a value")
}

const ORIGIN: Vector2 = Vector2::new(0.0, 0.0);
const HERE: Vector2 = Vector2::new(1.0, 2.0);

#[tokio::test]
async fn players_join_move_and_leave() {
    let server = start(LIMITS).await;
    let (ada, grace) = (Client::new(server).await, Client::new(server).await);
    let cookie = ada.cookie().await;
    assert_eq!(ada.join(cookie).await, Reply::Welcome { id: 1 });
    // The answer may be lost, so the request is repeated.
    assert_eq!(ada.join(cookie).await, Reply::Welcome { id: 1 });
    let cookie_of_grace = grace.cookie().await;
    assert_eq!(grace.join(cookie_of_grace).await, Reply::Welcome { id: 2 });
    let position = HERE;
    ada.send(&Request::Move { cookie, position }).await;
    grace.until(&[(1, HERE), (2, ORIGIN)]).await;
    // Another client, or one that forges the address of Ada, does not know her cookie.
    let position = Vector2::new(9.0, 9.0);
    grace.send(&Request::Move { cookie, position }).await;
    ada.send(&Request::Move {
        cookie: cookie_of_grace,
        position,
    })
    .await;
    ada.send(&Request::Leave { cookie: 0 }).await;
    ada.send(&Request::Move {
        cookie,
        position: Vector2::new(f32::NAN, 0.0),
    })
    .await;
    tokio::time::sleep(SILENCE).await;
    while grace.0.try_recv(&mut [0; 2000]).is_ok() {}
    grace.until(&[(1, HERE), (2, ORIGIN)]).await;
    ada.send(&Request::Leave { cookie }).await;
    grace.until(&[(2, ORIGIN)]).await;
    while ada.0.try_recv(&mut [0; 2000]).is_ok() {}
    assert!(ada.is_silent().await);
}

/// Checks that a sender without a valid cookie receives at most as many bytes as it has sent.
#[tokio::test]
async fn unknown_senders_receive_no_more_than_they_sent() {
    let server = start(LIMITS).await;
    let (known, unknown) = (Client::new(server).await, Client::new(server).await);
    let cookie = known.cookie().await;
    known.join(cookie).await;
    let challenge = godot4::to_vec(&Reply::Challenge { cookie: i64::MAX }).expect("a reply");
    let position = HERE;
    let mut unanswered = vec![
        Vec::new(),
        vec![0xff; 4],
        godot4::to_vec(&Variant::Nil).unwrap(),
        godot4::to_vec(&Request::Hello).unwrap(),
        hello(600),
        hello(60_000),
        // Cookies of another address.
        godot4::to_vec(&Request::Join { cookie }).unwrap(),
        godot4::to_vec(&Request::Join { cookie: 0 }).unwrap(),
        godot4::to_vec(&Request::Move { cookie, position }).unwrap(),
        godot4::to_vec(&Request::Leave { cookie }).unwrap(),
        godot4::to_vec(&variant!({"type": "fly", "filling": "x".repeat(300)})).unwrap(),
        hello(64)[..80].to_vec(),
    ];
    let mut challenges = 0;
    for filling in 0..64 {
        let packet = hello(filling);
        if packet.len() < challenge.len() {
            unanswered.push(packet);
            continue;
        }
        unknown.0.send(&packet).await.expect("sent");
        let answer = unknown.next_packet().await;
        assert!(answer.len() <= packet.len(), "{filling}");
        challenges += 1;
    }
    assert!(challenges > 0 && challenges < 64, "{challenges}");
    for packet in &unanswered {
        unknown.0.send(packet).await.expect("sent");
    }
    assert!(unknown.is_silent().await);
    // The packets had no effect.
    known.until(&[(1, ORIGIN)]).await;
}

#[tokio::test]
async fn cookies_expire() {
    let join = Duration::from_millis(500);
    let server = start(Limits { join, ..LIMITS }).await;
    let client = Client::new(server).await;
    let old = client.cookie().await;
    tokio::time::sleep(join * 3).await;
    client.send(&Request::Join { cookie: old }).await;
    assert!(client.is_silent().await);
    let cookie = client.cookie().await;
    assert_ne!(cookie, old);
    assert_eq!(client.join(cookie).await, Reply::Welcome { id: 1 });
    // The cookie of a session does not expire.
    tokio::time::sleep(join * 3).await;
    let position = HERE;
    client.send(&Request::Move { cookie, position }).await;
    client.until(&[(1, HERE)]).await;
}

#[tokio::test]
async fn sessions_are_limited() {
    let limits = Limits {
        clients: 3,
        clients_per_address: 2,
        idle: Duration::from_secs(2),
        ..LIMITS
    };
    let server = start(limits).await;
    let refused = |reason: &str| Reply::Refused {
        reason: reason.into(),
    };
    let clients = [
        Client::new(server).await,
        Client::new(server).await,
        Client::new(server).await,
    ];
    for (client, id) in clients[..2].iter().zip(1..) {
        assert_eq!(
            client.join(client.cookie().await).await,
            Reply::Welcome { id }
        );
    }
    let cookie = clients[2].cookie().await;
    let full = refused("too many clients with this address");
    assert_eq!(clients[2].join(cookie).await, full);
    // All of 127.0.0.0/8 is the loopback on Linux.
    if cfg!(target_os = "linux") {
        let other = Client::at("127.0.0.2", server).await;
        assert_eq!(
            other.join(other.cookie().await).await,
            Reply::Welcome { id: 3 }
        );
        let last = Client::at("127.0.0.3", server).await;
        assert_eq!(
            last.join(last.cookie().await).await,
            refused("the server is full")
        );
    }
    // The sessions of silent clients end, and the server sends nothing to these clients.
    tokio::time::sleep(limits.idle + SILENCE).await;
    while clients[0].0.try_recv(&mut [0; 2000]).is_ok() {}
    assert!(clients[0].is_silent().await);
    let cookie = clients[2].cookie().await;
    assert!(matches!(
        clients[2].join(cookie).await,
        Reply::Welcome { .. }
    ));
}

#[tokio::test]
async fn packets_above_the_rate_are_lost() {
    let messages_per_second = 20;
    let limits = Limits {
        messages_per_second,
        ..LIMITS
    };
    let server = start(limits).await;
    let client = Client::new(server).await;
    let cookie = client.cookie().await;
    client.join(cookie).await;
    // Each of these packets would be answered.
    for _ in 0..100 {
        client.send(&Request::Join { cookie }).await;
    }
    tokio::time::sleep(SILENCE).await;
    let (mut welcomes, mut packet) = (0, [0; 2000]);
    while let Ok(length) = client.0.try_recv(&mut packet) {
        let reply: Reply = godot4::from_slice(&packet[..length]).expect("a reply");
        welcomes += usize::from(reply == Reply::Welcome { id: 1 });
    }
    assert!((19..=40).contains(&welcomes), "{welcomes}");
    // The next second.
    tokio::time::sleep(Duration::from_secs(1)).await;
    for x in 1..=100_u8 {
        let position = Vector2::new(x.into(), 0.0);
        client.send(&Request::Move { cookie, position }).await;
    }
    // The second in which the server counts can end between the packets.
    tokio::time::sleep(SILENCE).await;
    let mut last = 0.0;
    while let Ok(length) = client.0.try_recv(&mut packet) {
        if let Ok(Reply::Snapshot { positions, .. }) = godot4::from_slice(&packet[..length]) {
            last = positions[0].x;
        }
    }
    assert!((20.0..=40.0).contains(&last), "{last}");
}
