//! The examples with their GDScript clients, each run in an engine of its own, and the limits of
//! `runtime/guide/limits.md`. `files/tests/engine/README.md` explains how to run the tests.

#![allow(
    clippy::duplicate_mod,
    reason = "each server is a program with its own copy of limits.rs"
)]

#[path = "../../../files/tests/engine/folder.rs"]
#[allow(dead_code, reason = "no folder is copied here")]
mod folder;
#[path = "../../savefile.rs"]
#[allow(dead_code, reason = "its main is for users")]
mod savefile;
#[path = "../../tcp_server.rs"]
#[allow(dead_code, reason = "its main is for users")]
mod tcp_server;
#[path = "../../udp_server.rs"]
#[allow(dead_code, reason = "its main is for users")]
mod udp_server;
#[path = "../../websocket_server.rs"]
#[allow(dead_code, reason = "its main is for users")]
mod websocket_server;

use folder::Folder;
use libtest_mimic::{Arguments, Trial};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, UdpSocket};
use tokio::runtime::Builder;
use tokio::sync::oneshot;

/// The timeout of a script, including the start of the engine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// An engine and how it runs a script.
struct Engine {
    name: &'static str,
    /// The environment variable with the path of the engine.
    program: &'static str,
    option: &'static str,
    /// What precedes the arguments of a script.
    separator: Option<&'static str>,
}

const GODOT3: Engine = Engine {
    name: "godot3",
    program: "GDVARIANT_ENGINE",
    option: "--no-window",
    separator: None,
};
const GODOT4: Engine = Engine {
    name: "godot4",
    program: "GDVARIANT_ENGINE4",
    option: "--headless",
    separator: Some("--"),
};

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // The tests wait for engines, which use all processors when they start.
    arguments.test_threads = Some(1);
    let mut trials = Vec::new();
    let mut add = |engine: &Engine, tests: &[(&str, fn())]| {
        if std::env::var_os(engine.program).is_none() {
            eprintln!(
                "skipping the examples with {}: set {} to run them, see files/tests/engine/README.md",
                engine.name, engine.program
            );
            return;
        }
        trials.extend(tests.iter().map(|&(name, test)| {
            Trial::test(format!("{}::{name}", engine.name), move || {
                test();
                Ok(())
            })
        }));
    };
    add(
        &GODOT3,
        &[("savefile", saves_of_godot3), ("limits", limits_of_godot3)],
    );
    add(
        &GODOT4,
        &[
            ("tcp_server", tcp_server),
            ("tcp_limits", tcp_limits),
            ("udp_server", udp_server),
            ("websocket_server", websocket_server),
            ("websocket_limits", websocket_limits),
            ("savefile", saves_of_godot4),
            ("limits", limits_of_godot4),
        ],
    );
    if trials.is_empty() {
        return ExitCode::SUCCESS;
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

impl Engine {
    /// Runs a script of this package and returns its output, without the lines that the engine
    /// prints first.
    fn run(&self, script: &str, arguments: &[&str]) -> Vec<String> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join(script);
        let program = std::env::var_os(self.program).expect("the tests run only with an engine");
        // The engine writes a log to its home folder.
        let home = Folder::new("client");
        let mut engine = Command::new(program)
            .args([self.option, "-s"])
            .arg(script)
            .args(self.separator)
            .args(arguments)
            .current_dir(home.path())
            .env("HOME", home.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", self.program));
        let started = Instant::now();
        while engine.try_wait().expect("it was started").is_none() && started.elapsed() < TIMEOUT {
            thread::sleep(Duration::from_millis(10));
        }
        engine.kill().expect("it has ended, or does now");
        let output = engine.wait_with_output().expect("it has ended");
        let printed = String::from_utf8(output.stdout).expect("text");
        let banner = |line: &&str| line.starts_with("Godot Engine") || line.trim().is_empty();
        let lines = printed.lines().skip_while(banner);
        lines.map(str::to_owned).collect()
    }
}

/// Starts a server with `start`, which returns its port, and runs a client in each of the modes.
/// Then stops the server, and returns the outputs of the clients.
fn clients<const N: usize, F: Future<Output = ()> + Send + 'static>(
    script: &str,
    modes: [&str; N],
    start: impl AsyncFnOnce(oneshot::Receiver<()>) -> (SocketAddr, F),
) -> [Vec<String>; N] {
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    let (stop, stopped) = oneshot::channel();
    let (address, server) = runtime.block_on(start(stopped));
    let server = thread::spawn(move || runtime.block_on(server));
    let outputs = modes.map(|mode| GODOT4.run(script, &[&address.port().to_string(), mode]));
    stop.send(()).expect("the server runs");
    server.join().expect("no panic");
    outputs
}

async fn listen() -> (SocketAddr, TcpListener) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    (listener.local_addr().expect("an address"), listener)
}

fn tcp_clients<const N: usize>(modes: [&str; N], idle: Duration) -> [Vec<String>; N] {
    clients("clients/tcp_client.gd", modes, async |stopped| {
        let (address, listener) = listen().await;
        let limits = tcp_server::limits::Limits {
            idle,
            // A busy machine runs the engine slowly.
            join: TIMEOUT,
            messages_per_second: 20,
            ..tcp_server::limits::Limits::DEFAULT
        };
        let shutdown = async { drop(stopped.await) };
        (address, tcp_server::serve(listener, limits, shutdown))
    })
}

fn websocket_clients<const N: usize>(modes: [&str; N], idle: Duration) -> [Vec<String>; N] {
    clients("clients/websocket_client.gd", modes, async |stopped| {
        let (address, listener) = listen().await;
        let limits = websocket_server::limits::Limits {
            idle,
            // A busy machine runs the engine slowly.
            join: TIMEOUT,
            messages_per_second: 20,
            ..websocket_server::limits::Limits::DEFAULT
        };
        let shutdown = async { drop(stopped.await) };
        (address, websocket_server::serve(listener, limits, shutdown))
    })
}

fn tcp_server() {
    let [lines] = tcp_clients(["walk"], TIMEOUT);
    // A slow engine receives more snapshots before it ends.
    assert_eq!(
        lines[..5.min(lines.len())],
        [
            "welcome, 1",
            "rejected: 0x0034: walk: direction: expected Vector2, found String",
            "Ada is at (4.0, 0.0)",
            "Ada is at (8.0, 0.0)",
            "Ada is at (12.0, 0.0)"
        ]
    );
}

fn tcp_limits() {
    let [long, flood, idle] = tcp_clients(["long", "flood", "idle"], Duration::from_secs(1));
    let ended = |id: u32, reason: &str| {
        [
            format!("welcome, {id}"),
            format!("goodbye: {reason}"),
            "the connection has ended".to_owned(),
        ]
    };
    assert_eq!(long, ended(1, "a message is too long"));
    assert_eq!(flood, ended(2, "too many messages"));
    assert_eq!(idle, ended(3, "idle"));
}

fn udp_server() {
    let [first, second] = clients("clients/udp_client.gd", ["", ""], async |stopped| {
        let socket = UdpSocket::bind("127.0.0.1:0").await.expect("a port");
        let address = socket.local_addr().expect("an address");
        let shutdown = async { drop(stopped.await) };
        (
            address,
            udp_server::serve(socket, udp_server::LIMITS, shutdown),
        )
    });
    assert_eq!(first, ["welcome, 1", "1 is at (1.0, 2.0)"]);
    assert_eq!(second, ["welcome, 2", "2 is at (1.0, 2.0)"]);
}

fn websocket_server() {
    let [lines] = websocket_clients(["say"], TIMEOUT);
    assert_eq!(
        lines,
        [
            "welcome",
            "rejected: 0x0028: Say: text: expected String, found int",
            "Ada: hello",
            "closed: 1000 bye"
        ]
    );
}

fn websocket_limits() {
    let outputs = websocket_clients(["long", "flood", "text", "idle"], Duration::from_secs(1));
    // The engine drops messages that arrive together with the end of the connection.
    let last = outputs
        .each_ref()
        .map(|lines| lines.last().map(String::as_str));
    assert_eq!(
        last,
        [
            Some("closed: 1009 a message is too long"),
            Some("closed: 1008 too many messages"),
            Some("closed: 1003 a message is not binary"),
            Some("closed: 1008 idle"),
        ],
        "{outputs:?}"
    );
}

/// Lets an engine write a save, rewards the players, and returns what the engine loads.
fn rewarded(engine: &Engine, script: &str) -> Vec<String> {
    let folder = Folder::new("saves");
    let save = folder.path().join("game.save");
    let path = save.to_str().expect("a plain path");
    engine.run(script, &["write", path]);
    assert_eq!(savefile::reward_all(&save).expect("a save"), 2);
    engine.run(script, &["read", path])
}

fn saves_of_godot3() {
    let lines = rewarded(&GODOT3, "clients/godot3/save.gd");
    assert_eq!(
        lines[..2],
        [
            "{seed:-5000000000, version:3}",
            "[{7:/root/Ada, at:(1, 2), gold:105, health:100, name:Ada}, {bag:[3, 1], gold:2000000000100, health:100, name:Grace}]",
        ]
    );
    assert!(lines[2].starts_with("[Gradient:"), "{lines:?}");
}

fn saves_of_godot4() {
    let lines = rewarded(&GODOT4, "clients/save.gd");
    assert_eq!(
        lines[..2],
        [
            r#"{ "version": 3, "seed": -5000000000 }"#,
            r#"[{ "name": "Ada", "gold": 105, "health": 100.0, "at": (1.0, 2.0), 7: ^"/root/Ada" }, { "name": "Grace", "gold": 2000000000100, "health": 100.0, "bag": [3, 1] }]"#,
        ]
    );
    assert!(lines[2].contains("<Gradient#"), "{lines:?}");
}

/// Checks the numbers of the guide that an engine can measure by itself.
fn assert_limits(engine: &Engine, script: &str, expected: &[(&str, &str)]) {
    let lines = engine.run(script, &[]);
    let found: Vec<_> = lines
        .iter()
        .filter_map(|line| line.split_once(": "))
        .collect();
    assert_eq!(found, expected, "{lines:?}");
    let guide = include_str!("../../../runtime/guide/limits.md");
    for (name, number) in expected {
        let written = with_commas(number);
        assert!(
            guide.contains(&written),
            "the guide lacks {name}: {written}"
        );
    }
}

/// Returns a number as pages write it: with commas if it has five or more digits.
fn with_commas(number: &str) -> String {
    let mut written = String::new();
    for (digit, left) in number.chars().zip((0..number.len()).rev()) {
        written.push(digit);
        if left > 0 && left % 3 == 0 && number.len() > 4 {
            written.push(',');
        }
    }
    written
}

fn limits_of_godot3() {
    assert_limits(
        &GODOT3,
        "tests/engine/limits_godot3.gd",
        &[
            ("PacketPeer.put_var", "8388608"),
            ("PacketPeerStream", "65531"),
            ("WebSocketClient", "65535"),
            ("PacketPeerUDP", "65507"),
            ("PacketPeerUDP, waiting packets of 1000 bytes", "127"),
        ],
    );
}

fn limits_of_godot4() {
    assert_limits(
        &GODOT4,
        "tests/engine/limits_godot4.gd",
        &[
            ("PacketPeer.put_var", "8388608"),
            ("PacketPeerStream", "65531"),
            ("WebSocketPeer, sent", "65535"),
            ("WebSocketPeer, received", "65535"),
            ("WebSocketPeer, close code of a longer message", "1009"),
            ("WebSocketPeer, waiting messages of 1 byte", "4096"),
            ("PacketPeerUDP", "65507"),
            ("PacketPeerUDP, waiting packets of 1000 bytes", "127"),
            (
                "PacketPeerUDP, waiting packets of 1000 bytes, connected",
                "63",
            ),
            ("ENetMultiplayerPeer", "33554432"),
        ],
    );
}
