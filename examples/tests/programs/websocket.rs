//! The chat server over WebSocket, with well-behaved and hostile clients.

use crate::websocket_server::limits::Limits;
use crate::websocket_server::{Request, serve};
use crate::within;
use futures_util::{SinkExt, StreamExt};
use gdvariant::{Variant, godot4, variant};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// The numbers of the replies, as scripts have them.
const WELCOME: i64 = 0;
const REJECTED: i64 = 1;
const SAID: i64 = 2;
const MISSED: i64 = 3;

type Client = WebSocketStream<TcpStream>;

/// A running server. Dropping `stop` stops it.
struct Server {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

async fn start(limits: Limits) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
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

    async fn try_client(&self) -> Result<Client, Error> {
        let (client, _) = client_async("ws://localhost/", self.stream().await).await?;
        Ok(client)
    }

    async fn client(&self) -> Client {
        self.try_client().await.expect("a handshake")
    }

    async fn joined(&self, name: &str) -> Client {
        let mut client = self.client().await;
        send(&mut client, &Request::Join { name: name.into() }).await;
        assert_eq!(next(&mut client).await, variant!({"op": WELCOME}));
        client
    }
}

async fn send(client: &mut Client, request: &Request) {
    let packet = godot4::to_vec(request).expect("a request");
    client
        .send(Message::binary(packet))
        .await
        .expect("a connection");
}

fn say(text: &str) -> Request {
    Request::Say { text: text.into() }
}

async fn next_message(client: &mut Client) -> Message {
    let message = within(client.next()).await.expect("a message");
    message.expect("a connection")
}

async fn next(client: &mut Client) -> Variant {
    match next_message(client).await {
        Message::Binary(packet) => godot4::from_slice(&packet).expect("a value"),
        other => panic!("{other:?}"),
    }
}

/// Checks that the server closes the connection with this code and reason.
async fn assert_closed(client: &mut Client, code: u16, reason: &str) {
    loop {
        match next_message(client).await {
            Message::Close(frame) => {
                let frame = frame.expect("a reason");
                assert_eq!(
                    (u16::from(frame.code), frame.reason.as_str()),
                    (code, reason)
                );
                return;
            }
            Message::Binary(_) => {}
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn clients_hear_each_other() {
    let server = start(Limits::DEFAULT).await;
    let (mut ada, mut grace) = (server.joined("Ada").await, server.joined("Grace").await);
    let mut unknown = server.client().await;
    send(&mut unknown, &say("psst")).await;
    let rejected = variant!({"op": REJECTED, "reason": "say: not joined"});
    assert_eq!(next(&mut unknown).await, rejected);
    send(&mut ada, &say("hello")).await;
    let said = variant!({"op": SAID, "name": "Ada", "text": "hello"});
    assert_eq!(next(&mut ada).await, said);
    assert_eq!(next(&mut grace).await, said);
    ada.send(Message::binary(vec![0xff; 4])).await.unwrap();
    let Variant::Dictionary(rejected) = next(&mut ada).await else {
        panic!("not a message");
    };
    assert_eq!(rejected["op"], REJECTED);
    ada.close(None).await.unwrap();
    // The server answers the close frame of a client.
    assert!(matches!(
        within(ada.next()).await,
        Some(Ok(Message::Close(_)))
    ));
    assert!(within(ada.next()).await.is_none());
}

/// Clients within their limits say more at once than the server keeps for another client, which
/// reads and says nothing.
#[tokio::test]
async fn bursts_of_others_keep_the_connection() {
    let server = start(Limits::DEFAULT).await;
    let (mut ada, mut grace) = (server.joined("Ada").await, server.joined("Grace").await);
    let mut idle = server.joined("idle").await;
    for client in [&mut ada, &mut grace] {
        for _ in 0..59 {
            let packet = godot4::to_vec(&say("hello")).expect("a request");
            client.feed(Message::binary(packet)).await.unwrap();
        }
        client.flush().await.unwrap();
    }
    let (mut said, mut missed) = (0, 0);
    while said + missed < 2 * 59 {
        let Variant::Dictionary(message) = next(&mut idle).await else {
            panic!("not a message");
        };
        match message["op"].as_int() {
            Some(SAID) => said += 1,
            Some(MISSED) => missed += message["messages"].as_int().expect("a number"),
            _ => panic!("{message:?}"),
        }
    }
    assert!(said >= 64 && missed > 0, "{said} and {missed}");
    send(&mut idle, &say("I am here")).await;
    let said = variant!({"op": SAID, "name": "idle", "text": "I am here"});
    assert_eq!(next(&mut idle).await, said);
}

#[tokio::test]
async fn hostile_messages_end_the_connection() {
    let limits = Limits {
        messages_per_second: 20,
        ..Limits::DEFAULT
    };
    let server = start(limits).await;
    let mut grace = server.joined("Grace").await;
    let mut ada = server.joined("Ada").await;
    ada.send(Message::binary(vec![0; 200_000])).await.unwrap();
    assert_closed(&mut ada, 1009, "a message is too long").await;
    // Frames whose sum is too long, without an end.
    let mut stream = server.client().await.into_inner();
    for first in [0x02, 0x00, 0x00] {
        // A masked frame with a length of 16 bits, 500.
        let header = [first, 0xfe, 0x01, 0xf4, 0, 0, 0, 0];
        stream.write_all(&header).await.unwrap();
        stream.write_all(&[0; 500]).await.unwrap();
    }
    let mut end = Vec::new();
    within(async {
        while !end.ends_with(b"a message is too long") {
            assert_ne!(stream.read_buf(&mut end).await.unwrap(), 0);
        }
    })
    .await;
    let mut ada = server.joined("Ada").await;
    ada.send(Message::text("hello")).await.unwrap();
    assert_closed(&mut ada, 1003, "a message is not binary").await;
    let mut ada = server.joined("Ada").await;
    for _ in 0..30 {
        // Pings count as well.
        ada.feed(Message::Ping(Vec::new().into())).await.unwrap();
    }
    ada.flush().await.unwrap();
    let closed = within(async {
        loop {
            match ada.next().await {
                Some(Ok(Message::Pong(_))) => {}
                other => return other,
            }
        }
    });
    let Some(Ok(Message::Close(Some(frame)))) = closed.await else {
        panic!("not closed");
    };
    assert_eq!(frame.reason.as_str(), "too many messages");
    // Nobody else notices.
    send(&mut grace, &say("hello")).await;
    assert_eq!(
        next(&mut grace).await,
        variant!({"op": SAID, "name": "Grace", "text": "hello"})
    );
}

#[tokio::test]
async fn silent_clients_are_disconnected() {
    let limits = Limits {
        join: Duration::from_millis(500),
        idle: Duration::from_millis(1500),
        ..Limits::DEFAULT
    };
    let server = start(limits).await;
    // A client without a handshake, and one that sends it byte by byte.
    within(server.stream().await.read_to_end(&mut Vec::new()))
        .await
        .expect("closed");
    let (mut reader, mut writer) = server.stream().await.into_split();
    let sender = tokio::spawn(async move {
        while writer.write_all(b"G").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    within(reader.read_to_end(&mut Vec::new())).await.ok();
    within(sender).await.expect("the connection is closed");
    assert_closed(&mut server.client().await, 1008, "not joined").await;
    let mut ada = server.joined("Ada").await;
    for _ in 0..4 {
        tokio::time::sleep(Duration::from_millis(500)).await;
        ada.send(Message::Ping(Vec::new().into())).await.unwrap();
        let answer = next_message(&mut ada).await;
        assert!(matches!(answer, Message::Pong(_)), "{answer:?}");
    }
    assert_closed(&mut ada, 1008, "idle").await;
}

#[tokio::test]
async fn connections_are_limited() {
    let limits = Limits {
        clients: 1,
        ..Limits::DEFAULT
    };
    let server = start(limits).await;
    let first = server.joined("Ada").await;
    // The refusal can arrive before the request is sent, which resets the connection.
    match server.try_client().await {
        Err(Error::Http(response)) => assert_eq!(response.status(), 503),
        Err(Error::Io(_) | Error::Protocol(_)) => {}
        other => panic!("{other:?}"),
    }
    drop(first);
    within(async { while server.try_client().await.is_err() {} }).await;
}

/// The only connection arrives while the server has no free file descriptor.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn accepts_again_after_an_error() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let mut program = Command::new(env!("CARGO_BIN_EXE_websocket_server"))
        .arg("127.0.0.1:0")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a program of this package");
    let mut line = String::new();
    let mut output = BufReader::new(program.stdout.take().expect("a pipe"));
    output.read_line(&mut line).expect("a line");
    let address = line.trim().rsplit(' ').next().expect("an address");
    let pid = program.id().to_string();
    let limit_files = |limit: &str| {
        let changed = Command::new("prlimit")
            .args(["--pid", &pid, limit])
            .status();
        assert!(changed.expect("prlimit of util-linux").success());
    };
    limit_files("--nofile=3:");
    let stream = TcpStream::connect(address).await.expect("it listens");
    tokio::time::sleep(Duration::from_secs(1)).await;
    limit_files("--nofile=256:");
    let connection = client_async("ws://localhost/", stream);
    let accepted = tokio::time::timeout(crate::TIMEOUT, connection).await;
    program.kill().expect("it runs");
    let mut errors = String::new();
    let mut stderr = program.stderr.take().expect("a pipe");
    stderr.read_to_string(&mut errors).expect("text");
    program.wait().expect("it has ended");
    assert!(errors.starts_with("accept: "), "{errors}");
    assert!(matches!(accepted, Ok(Ok(_))), "{errors}");
}

#[tokio::test]
async fn stops_with_a_reason() {
    let limits = Limits {
        send: Duration::from_millis(200),
        ..Limits::DEFAULT
    };
    let server = start(limits).await;
    let (mut ada, silent) = (server.joined("Ada").await, server.stream().await);
    server.stop.send(()).expect("it runs");
    assert_closed(&mut ada, 1001, "the server stops").await;
    within(server.task).await.expect("no panic");
    drop(silent);
}
