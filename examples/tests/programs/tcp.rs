//! The game server over TCP, with well-behaved and hostile clients.

use crate::tcp_server::limits::Limits;
use crate::tcp_server::{Player, Reply, Request, serve};
use crate::{TIMEOUT, within};
use futures_util::{SinkExt, StreamExt};
use gdvariant::framing::Codec;
use gdvariant::{Godot4, Vector2, godot4, variant};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_util::codec::Framed;

type Client = Framed<TcpStream, Codec<Godot4, Reply>>;

/// A running server. Dropping `stop` stops it.
struct Server {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

async fn start(limits: Limits) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    start_with(listener, limits)
}

fn start_with(listener: TcpListener, limits: Limits) -> Server {
    let address = listener.local_addr().expect("an address");
    let (stop, stopped) = oneshot::channel();
    let task = tokio::spawn(serve(listener, limits, async { drop(stopped.await) }));
    Server {
        address,
        stop,
        task,
    }
}

impl Server {
    async fn stream(&self) -> TcpStream {
        TcpStream::connect(self.address)
            .await
            .expect("the server listens")
    }

    async fn client(&self) -> Client {
        Framed::new(self.stream().await, Codec::new())
    }

    /// Connects and joins.
    async fn joined(&self, name: &str) -> (Client, u32) {
        let mut client = self.client().await;
        client.send(join(name)).await.expect("a connection");
        match next(&mut client).await {
            Some(Reply::Welcome { id }) => (client, id),
            other => panic!("{name}: {other:?}"),
        }
    }
}

fn join(name: &str) -> Request {
    Request::Join { name: name.into() }
}

fn walk(x: f32, y: f32) -> Request {
    let direction = Vector2::new(x, y);
    Request::Walk { direction }
}

/// Returns the next reply, or `None` at the end of the connection.
async fn next(client: &mut Client) -> Option<Reply> {
    let reply = within(client.next()).await?;
    Some(reply.expect("a complete frame").expect("a reply"))
}

/// Returns the reason of the next reply of this kind; skips snapshots.
async fn reason(client: &mut Client) -> String {
    loop {
        match next(client).await {
            Some(Reply::Snapshot { .. } | Reply::Welcome { .. }) => {}
            Some(Reply::Rejected { reason } | Reply::Goodbye { reason }) => return reason,
            None => panic!("closed without a reason"),
        }
    }
}

/// Checks that the server closes the connection with this reason.
async fn assert_closed(client: &mut Client, expected: &str) {
    assert_eq!(reason(client).await, expected);
    assert_eq!(next(client).await, None);
}

/// Waits for a snapshot whose players satisfy a condition, and returns the players.
async fn until(client: &mut Client, condition: impl Fn(&[Player]) -> bool) -> Vec<Player> {
    let end = Instant::now() + TIMEOUT;
    while Instant::now() < end {
        if let Some(Reply::Snapshot { players, .. }) = next(client).await
            && condition(&players)
        {
            return players;
        }
    }
    panic!("no such snapshot")
}

#[tokio::test]
async fn players_move_and_leave() {
    let server = start(Limits::DEFAULT).await;
    let (mut ada, ada_id) = server.joined("Ada").await;
    let (mut grace, grace_id) = server.joined("Grace").await;
    ada.send(walk(0.0, -7.0)).await.unwrap();
    grace.send(walk(f32::NAN, 0.0)).await.unwrap();
    let moved = |players: &[Player]| players.len() == 2 && players[0].position.y < 0.0;
    let players = until(&mut grace, moved).await;
    let found: Vec<_> = players
        .iter()
        .map(|player| (player.id, player.name.as_str(), player.position))
        .collect();
    let step = Vector2::new(0.0, -4.0);
    assert_eq!(
        found,
        [
            (ada_id, "Ada", step),
            (grace_id, "Grace", Vector2::default())
        ]
    );
    drop(ada);
    let players = until(&mut grace, |players| players.len() == 1).await;
    assert_eq!(players[0].id, grace_id);
}

#[tokio::test]
async fn invalid_messages_keep_the_connection() {
    let server = start(Limits::DEFAULT).await;
    let mut client = server.client().await;
    client.send(walk(1.0, 0.0)).await.unwrap();
    assert_eq!(reason(&mut client).await, "walk: not joined");
    client.send(join(&"x".repeat(33))).await.unwrap();
    let expected = "name: expected 1 to 32 characters";
    assert_eq!(reason(&mut client).await, expected);
    client.send(variant!({"type": "fly"})).await.unwrap();
    let reason_of_fly = reason(&mut client).await;
    assert!(
        reason_of_fly.contains("unknown variant \"fly\""),
        "{reason_of_fly}"
    );
    client.send(join("Ada")).await.unwrap();
    until(&mut client, |players| players.len() == 1).await;
    client.send(join("Ada")).await.unwrap();
    assert_eq!(reason(&mut client).await, "join: joined already");
}

/// Checks that the advice of errors, which names functions of the library, stays in the server.
#[tokio::test]
async fn peers_receive_no_advice() {
    let server = start(Limits::DEFAULT).await;
    let mut stream = server.stream().await;
    let mut message = godot4::to_vec(&join("Ada")).expect("a message");
    message.extend([0; 4]); // bytes after the value
    let error = godot4::from_slice::<Request>(&message).unwrap_err();
    let advice = error.kind().advice().expect("this error has advice");
    let length = u32::try_from(message.len()).expect("short");
    stream.write_u32_le(length).await.unwrap();
    stream.write_all(&message).await.unwrap();
    let reason = reason(&mut Client::new(stream, Codec::new())).await;
    assert!(
        !reason.is_empty() && !reason.contains(&advice.to_string()),
        "{reason}"
    );
}

/// The client keeps sending, so that closing the connection at once would lose the reason.
#[tokio::test]
async fn long_messages_end_the_connection() {
    let server = start(Limits::DEFAULT).await;
    for length in [1025, u32::from(u16::MAX), u32::MAX] {
        let mut stream = server.stream().await;
        stream.write_u32_le(length).await.unwrap();
        stream.write_all(&vec![0; 100_000]).await.unwrap();
        let mut client = Framed::new(stream, Codec::new());
        assert_eq!(reason(&mut client).await, "a message is too long");
        client.get_mut().shutdown().await.unwrap();
        assert_eq!(next(&mut client).await, None);
    }
    // The longest message that is read.
    let mut client = server.client().await;
    let padding = "x".repeat(1024 - 72);
    let longest = variant!({"type": "join", "name": "Ada", "": padding});
    assert_eq!(godot4::to_vec(&longest).expect("a value").len(), 1024);
    client.send(longest).await.unwrap();
    assert!(matches!(
        next(&mut client).await,
        Some(Reply::Welcome { .. })
    ));
}

#[tokio::test]
async fn many_messages_end_the_connection() {
    let limits = Limits {
        messages_per_second: 20,
        ..Limits::DEFAULT
    };
    let server = start(limits).await;
    let (mut ada, _) = server.joined("Ada").await;
    let (mut grace, _) = server.joined("Grace").await;
    for _ in 0..30 {
        ada.feed(walk(1.0, 0.0)).await.unwrap();
    }
    SinkExt::<Request>::flush(&mut ada).await.unwrap();
    assert_eq!(reason(&mut ada).await, "too many messages");
    until(&mut grace, |players| players.len() == 1).await;
    // As many in more time are accepted.
    for _ in 0..30 {
        grace.send(walk(0.0, 1.0)).await.unwrap();
        tokio::time::sleep(Duration::from_millis(60)).await;
    }
    until(&mut grace, |players| players[0].position.y > 0.0).await;
}

#[tokio::test]
async fn silent_clients_are_disconnected() {
    let limits = Limits {
        join: Duration::from_millis(500),
        idle: Duration::from_millis(1500),
        ..Limits::DEFAULT
    };
    let server = start(limits).await;
    assert_closed(&mut server.client().await, "not joined").await;
    // Neither pieces of a message nor invalid messages extend the time.
    let mut slow = server.stream().await;
    slow.write_u32_le(100).await.unwrap();
    let (mut reader, mut writer) = slow.into_split();
    let sender = tokio::spawn(async move {
        while writer.write_all(&[0]).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    let mut end = Vec::new();
    within(reader.read_to_end(&mut end)).await.ok();
    let goodbye: Reply = godot4::from_slice(&end[4..]).expect("a reply");
    assert_eq!(
        goodbye,
        Reply::Goodbye {
            reason: "not joined".into()
        }
    );
    within(sender).await.expect("the connection is closed");

    let (mut ada, _) = server.joined("Ada").await;
    for _ in 0..4 {
        tokio::time::sleep(Duration::from_millis(500)).await;
        ada.send(walk(1.0, 0.0)).await.unwrap();
    }
    assert_closed(&mut ada, "idle").await;
}

#[tokio::test]
async fn connections_are_limited() {
    let limits = Limits {
        clients: 3,
        clients_per_address: 2,
        ..Limits::DEFAULT
    };
    let server = start(limits).await;
    let (first, second) = (server.client().await, server.joined("Ada").await);
    let mut third = server.client().await;
    assert_closed(&mut third, "too many clients with this address").await;
    // All of 127.0.0.0/8 is the loopback on Linux.
    if cfg!(target_os = "linux") {
        let connect = async |ip: &str| {
            let socket = TcpSocket::new_v4().expect("a socket");
            socket
                .bind(format!("{ip}:0").parse().expect("an address"))
                .expect("loopback");
            let stream = socket.connect(server.address).await.expect("it listens");
            Client::new(stream, Codec::new())
        };
        let mut other = connect("127.0.0.2").await;
        other.send(join("Grace")).await.unwrap();
        until(&mut other, |players| players.len() == 2).await;
        assert_closed(&mut connect("127.0.0.3").await, "the server is full").await;
    }
    drop((first, second));
    // The places are free again once the server has noticed.
    let end = Instant::now() + TIMEOUT;
    loop {
        let mut client = server.client().await;
        client.send(join("Grace")).await.ok();
        if let Some(Reply::Welcome { .. }) = next(&mut client).await {
            break;
        }
        assert!(Instant::now() < end, "the places are not free");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// One client takes nothing: the server drops it, and the others receive all snapshots.
#[tokio::test]
async fn slow_clients_are_disconnected() {
    let limits = Limits {
        send: Duration::from_secs(1),
        ..Limits::DEFAULT
    };
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_send_buffer_size(4096).expect("a small buffer");
    socket
        .bind("127.0.0.1:0".parse().expect("an address"))
        .expect("a free port");
    let server = start_with(socket.listen(16).expect("it listens"), limits);
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("a small buffer");
    let slow = socket.connect(server.address).await.expect("it listens");
    let mut slow = Client::new(slow, Codec::new());
    slow.send(join("slow")).await.unwrap();
    let (mut ada, _) = server.joined("Ada").await;
    until(&mut ada, |players| players.len() == 2).await;
    // Long names fill the buffers sooner.
    let mut others = Vec::new();
    for _ in 0..10 {
        let (client, _) = server.joined(&"\u{1F600}".repeat(32)).await;
        let (reader, writer) = client.into_inner().into_split();
        let drained =
            async { drop(tokio::io::copy(&mut { reader }, &mut tokio::io::sink()).await) };
        others.push((writer, tokio::spawn(drained)));
    }
    let names = |players: &[Player]| players.iter().any(|player| player.name == "slow");
    until(&mut ada, |players| players.len() == 11 && !names(players)).await;
}

#[tokio::test]
async fn stops_with_a_goodbye() {
    let limits = Limits {
        send: Duration::from_millis(200),
        ..Limits::DEFAULT
    };
    let server = start(limits).await;
    let ((mut ada, _), mut new) = (server.joined("Ada").await, server.client().await);
    let silent = server.stream().await; // neither reads nor closes its connection
    until(&mut ada, |players| players.len() == 1).await;
    server.stop.send(()).expect("it runs");
    for client in [&mut ada, &mut new] {
        assert_closed(client, "the server stops").await;
    }
    within(server.task).await.expect("no panic");
    drop(silent);
}
