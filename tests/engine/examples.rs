//! The example programs with their GDScript clients, each run in an engine of its own.

#[path = "../../examples/savefile.rs"]
#[allow(dead_code, reason = "its main is for users")]
mod savefile;
#[path = "../../examples/tcp_server.rs"]
#[allow(dead_code, reason = "its main is for users")]
mod tcp_server;
#[path = "../../examples/udp_echo.rs"]
#[allow(dead_code, reason = "its main is for users")]
mod udp_echo;

use crate::folder::Folder;
use crate::live::LiveLayout;
use gdvariant::Godot3;
use libtest_mimic::Trial;
use std::fs::{self, File};
use std::io::Read;
use std::net::UdpSocket;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The timeout of a client, including the start of the engine.
const TIMEOUT: Duration = Duration::from_secs(30);

pub(crate) fn trials() -> Vec<Trial> {
    let trial = |name: &str, test: fn()| {
        Trial::test(format!("godot3::examples::{name}"), move || {
            test();
            Ok(())
        })
    };
    vec![
        trial("tcp_server", a_game_talks_with_the_server),
        trial("udp_echo", values_come_back_over_udp),
        trial("savefile", a_save_is_edited),
    ]
}

/// Runs a client and returns its output, without the lines that the engine prints first.
fn client(script: &str, arguments: &[&str]) -> Vec<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("examples/clients")
        .join(script);
    let program =
        std::env::var_os(Godot3::PROGRAM).expect("the tests run only where the program is named");
    // The engine writes a log to its home folder.
    let home = Folder::new("client");
    let mut engine = Command::new(program)
        .args(Godot3::OPTIONS)
        .arg("-s")
        .arg(script)
        .args(arguments)
        .current_dir(home.path())
        .env("HOME", home.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("GDVARIANT_ENGINE is a program");
    let started = Instant::now();
    while engine.try_wait().expect("it was started").is_none() && started.elapsed() < TIMEOUT {
        std::thread::sleep(Duration::from_millis(10));
    }
    engine.kill().expect("it has ended, or does now");
    let mut printed = String::new();
    engine
        .stdout
        .take()
        .expect("it is piped")
        .read_to_string(&mut printed)
        .expect("text");
    engine.wait().expect("it has ended");
    let banner = |line: &&str| line.starts_with("Godot Engine") || line.trim().is_empty();
    let lines = printed.lines().skip_while(banner);
    lines.map(str::to_owned).collect()
}

fn a_game_talks_with_the_server() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let listener = runtime
        .block_on(tokio::net::TcpListener::bind("127.0.0.1:0"))
        .expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || runtime.block_on(tcp_server::serve(listener, None)));
    let lines = client("tcp_client.gd", &[&port.to_string()]);
    let rejected = "rejected: 0x0034: direction: expected Vector2, found String";
    assert_eq!(
        lines,
        [
            "welcome, 1",
            rejected,
            "Ada is at (4, 0)",
            "Ada is at (8, 0)",
            "Ada is at (12, 0)"
        ]
    );
}

fn values_come_back_over_udp() {
    let socket = UdpSocket::bind("127.0.0.1:0").expect("a free port");
    let port = socket.local_addr().expect("an address").port();
    socket.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
    let server = std::thread::spawn(move || udp_echo::echo(&socket, Some(14)));
    let lines = client("udp_client.gd", &[&port.to_string()]);
    let same = std::iter::repeat_n("True", 13);
    assert_eq!(lines, same.chain(["nothing came"]).collect::<Vec<_>>());
    server
        .join()
        .expect("it ends with the last packet")
        .expect("no fault of the socket");
}

fn a_save_is_edited() {
    let folder = Folder::new("saves");
    let [save, copy] = ["game.save", "richer.save"].map(|name| {
        folder
            .path()
            .join(name)
            .to_str()
            .expect("a plain path")
            .to_owned()
    });
    client("save.gd", &["write", &save]);
    let players = savefile::reward_all(
        File::open(&save).expect("it was written"),
        File::create(&copy).expect("a file"),
    );
    assert_eq!(players.expect("a good save"), 2);
    let lines = client("save.gd", &["read", &copy]);
    assert_eq!(
        lines[..2],
        [
            "{seed:-5000000000, version:3}",
            "[{7:/root/Ada, at:(1, 2), gold:105, health:100, name:Ada}, {bag:[3, 1], gold:2000000000100, health:100, name:Grace}]",
        ]
    );
    assert!(
        lines[2].starts_with("[Gradient:") && lines.len() == 3,
        "{lines:?}"
    );
    // The edit changes only the second value.
    let [save, copy] = [save, copy].map(|path| fs::read(path).expect("a save"));
    let end = 4 + usize::try_from(u32::from_le_bytes(*save.first_chunk().expect("a length")))
        .expect("short");
    assert_eq!(copy[..end], save[..end]);
}
