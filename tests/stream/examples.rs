//! The example programs without an engine: the game server, the UDP echo, and the editor of a save
//! file.
#![cfg(all(feature = "derive", feature = "godot3", feature = "tokio"))]

#[path = "../../examples/savefile.rs"]
#[allow(dead_code, reason = "its main is for users")]
mod savefile;
#[path = "../../examples/tcp_server.rs"]
#[allow(dead_code, reason = "its main is for users")]
mod tcp_server;
#[path = "../../examples/udp_echo.rs"]
#[allow(dead_code, reason = "its main is for users")]
mod udp_echo;

use futures_util::{SinkExt, StreamExt};
use gdvariant::framing::Codec;
use gdvariant::godot3::{self, Dictionary, Variant};
use gdvariant::{Godot3, Vector2};
use std::net::{SocketAddr, UdpSocket};
use std::time::Duration;
use tcp_server::{Player, Reply, Request, serve};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::codec::Framed;

type Client = Framed<TcpStream, Codec<Godot3, Reply>>;

async fn connect(address: SocketAddr) -> Client {
    Framed::new(
        TcpStream::connect(address)
            .await
            .expect("the server listens"),
        Codec::new(),
    )
}

async fn next(client: &mut Client) -> Reply {
    client
        .next()
        .await
        .expect("a reply")
        .expect("a whole one")
        .expect("of the protocol")
}

/// Waits for a snapshot whose players satisfy a condition, and returns the players.
async fn until(client: &mut Client, wished: impl Fn(&[Player]) -> bool) -> Vec<Player> {
    loop {
        if let Reply::Snapshot { players, .. } = next(client).await
            && wished(&players)
        {
            return players;
        }
    }
}

#[tokio::test]
async fn the_server_moves_its_players() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let server = tokio::spawn(serve(listener, Some(40)));
    let (mut ada, mut grace) = (connect(address).await, connect(address).await);
    assert_eq!(next(&mut ada).await, Reply::Welcome { id: 1 });
    ada.send(Request::Join { name: "Ada".into() })
        .await
        .unwrap();
    grace
        .send(Request::Join {
            name: "Grace".into(),
        })
        .await
        .unwrap();
    ada.send(Request::Walk {
        direction: Vector2::new(0.0, -7.0),
    })
    .await
    .unwrap();
    grace
        .send(Request::Walk {
            direction: Vector2::new(f32::NAN, 0.0),
        })
        .await
        .unwrap();
    let players = until(&mut grace, |players| {
        players.len() == 2 && players[0].position.y < 0.0
    })
    .await;
    assert_eq!(
        (players[0].name.as_str(), players[0].position),
        ("Ada", Vector2::new(0.0, -4.0))
    );
    assert_eq!(
        (players[1].name.as_str(), players[1].position),
        ("Grace", Vector2::new(0.0, 0.0))
    );
    drop(ada);
    let players = until(&mut grace, |players| players.len() == 1).await;
    assert_eq!(players[0].id, 2);
    // The server ends after its last tick, and sends a message.
    while next(&mut grace).await != Reply::Goodbye {}
    assert!(grace.next().await.is_none());
    server.await.expect("no panic");
}

#[tokio::test]
async fn invalid_clients_do_not_affect_others() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(serve(listener, None));
    let mut ada = connect(address).await;
    ada.send(Request::Join { name: "Ada".into() })
        .await
        .unwrap();
    // Unknown requests do not end the connection.
    ada.send(Dictionary::from([("type", "fly")])).await.unwrap();
    let rejected = loop {
        if let Reply::Rejected { reason } = next(&mut ada).await {
            break reason;
        }
    };
    assert_eq!(
        rejected,
        "0x0014: type: unknown variant \"fly\", expected one of \"join\", \"walk\""
    );
    // One client announces 2 GiB and is disconnected; another stops in the middle of a message.
    let mut oversized = TcpStream::connect(address)
        .await
        .expect("the server listens");
    oversized
        .write_all(&crate::common::bytes("ffffff7f 12000000"))
        .await
        .unwrap();
    let hung_up = tokio::time::timeout(
        Duration::from_secs(10),
        oversized.read_to_end(&mut Vec::new()),
    )
    .await;
    assert!(hung_up.is_ok(), "the connection is still open");
    let mut cut = TcpStream::connect(address)
        .await
        .expect("the server listens");
    cut.write_all(&crate::common::bytes("10000000 12000000"))
        .await
        .unwrap();
    drop(cut);
    assert_eq!(until(&mut ada, |_| true).await[0].name, "Ada");
}

/// Sends packets to the echo, and checks that each answer is at most as long as its packet.
#[test]
fn the_echo_never_amplifies() {
    let [nan, packet] = [
        godot3::to_vec(&f32::NAN).unwrap(),
        godot3::to_vec(&vec![1, 2]).unwrap(),
    ];
    let packets: [(&[u8], Option<&[u8]>); _] = [
        (&packet, Some(&packet)),
        (&nan, Some(&nan)),
        // The encoding of an int of 8 bytes is shorter, and that of a NaN of 4 bytes is longer.
        (
            &[2, 0, 1, 0, 7, 0, 0, 0, 0, 0, 0, 0],
            Some(&[2, 0, 0, 0, 7, 0, 0, 0]),
        ),
        (&[3, 0, 0, 0, 0, 0, 0xc0, 0x7f], None),
        (&[0xff; 4], None),
        (&[], None),
        (&packet[..packet.len() - 1], None),
        (&[0; 4], Some(&[0; 4])),
    ];
    let server = UdpSocket::bind("127.0.0.1:0").expect("a free port");
    let client = UdpSocket::bind("127.0.0.1:0").expect("a free port");
    client
        .connect(server.local_addr().expect("an address"))
        .expect("a peer");
    client
        .set_read_timeout(Some(Duration::from_secs(10)))
        .expect("a timeout");
    let count = packets.len();
    let echo = std::thread::spawn(move || udp_echo::echo(&server, Some(count)));
    for (packet, _) in packets {
        client.send(packet).expect("it is sent");
    }
    // Answers keep the order of their packets, and the last packet is answered.
    let mut buffer = [0; 1000];
    for answer in packets.iter().filter_map(|(_, answer)| *answer) {
        let length = client.recv(&mut buffer).expect("an answer");
        assert_eq!(buffer[..length], *answer);
    }
    echo.join().expect("no panic").expect("no error");
}

/// Checks that saves keep unknown keys of players, and that a save without a player is unchanged.
#[test]
fn a_save_keeps_unknown_keys() {
    let save = include_bytes!("../../examples/packets/save.dat");
    let mut copy = Vec::new();
    assert_eq!(
        savefile::reward_all(&save[..], &mut copy).expect("a good save"),
        0
    );
    assert_eq!(copy, save);

    let player = |gold: i64, health: f64| {
        let known = [
            ("gold", Variant::from(gold)),
            ("spells", vec![Variant::from("frost")].into()),
            ("health", health.into()),
        ];
        vec![Dictionary::from(known)]
    };
    let [mut before, mut after, mut expected] = [const { Vec::new() }; 3];
    godot3::write_framed(&mut before, &player(5, 12.5)).expect("memory takes all");
    godot3::write_framed(&mut expected, &player(105, 100.0)).expect("memory takes all");
    assert_eq!(
        savefile::reward_all(&before[..], &mut after).expect("a good save"),
        1
    );
    assert_eq!(after, expected);
    assert!(
        savefile::reward_all(&before[..20], Vec::new()).is_err(),
        "a save that is cut"
    );
}
