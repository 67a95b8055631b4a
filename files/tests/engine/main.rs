//! Tests with running engines. The README of this folder explains how to run them.

#[path = "../../../tests/common/mod.rs"]
mod common;
mod defects;
mod engine;
mod exchange;
mod folder;
mod live;
mod loopback;
mod mutations;
mod oddities;
mod settings;
mod shared;
mod texts;
mod transports;
mod values;
mod verdicts;

use engine::Engine;
use gdvariant::schema::layout_named;
use gdvariant::{Godot3, Godot4};
use gdvariant_files::{Compression, Encryption};
use libtest_mimic::{Arguments, Trial};
use live::LiveLayout;
use shared::Shared;
use std::process::ExitCode;
use transports::{
    FileTransport, Layer, StreamTransport, Transport, UdpTransport, WebSocketTransport,
};

/// The environment variable with the seed of all random values.
const SEED: &str = "GDVARIANT_TEST_SEED";

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    let seed = seed();
    let (godot3, godot4) = (Shared::<Godot3>::new(), Shared::<Godot4>::new());
    let trials: Vec<_> = trials(&godot3, seed)
        .into_iter()
        .chain(trials(&godot4, seed))
        .collect();
    if trials.is_empty() {
        return ExitCode::SUCCESS;
    }
    // All tests of a layout share an engine.
    arguments.test_threads = Some(1);
    println!("{SEED}={seed}");
    let conclusion = libtest_mimic::run(&arguments, trials);
    godot3.end();
    godot4.end();
    conclusion.exit_code()
}

/// Returns the seed of the environment variable, or a new seed.
fn seed() -> u64 {
    match std::env::var(SEED) {
        Ok(seed) => seed
            .parse()
            .unwrap_or_else(|_| panic!("{SEED}={seed} is not a number")),
        Err(_) => u64::from(
            std::time::UNIX_EPOCH
                .elapsed()
                .map_or(0, |elapsed| elapsed.subsec_nanos()),
        ),
    }
}

fn encryption<E: LiveLayout>() -> Encryption {
    Encryption::for_layout(layout_named(E::LAYOUT.name).expect("a layout"))
}

fn compressed<E: LiveLayout>(compression: Compression) -> Box<dyn Transport<E>> {
    Box::new(FileTransport::wrapped(Layer::Compressed(compression)))
}

/// Returns the tests of a layout, or none if the environment variable of its engine is not set.
fn trials<E: LiveLayout>(shared: &Shared<E>, seed: u64) -> Vec<Trial> {
    if std::env::var_os(E::PROGRAM).is_none() {
        eprintln!(
            "skipping the engine tests of {}: set {} to run them, see files/tests/engine/README.md",
            E::LAYOUT.name,
            E::PROGRAM
        );
        return Vec::new();
    }
    let mut trials = Vec::new();
    let mut transport = |name: &str, count, new: fn() -> Box<dyn Transport<E>>| {
        // Every transport exchanges different values.
        let seed = seed.wrapping_add((trials.len() as u64) << 32);
        let test =
            move |engine: &mut Engine<E>| exchange::both_ways(engine, &mut *new(), seed, count);
        trials.push(shared.trial(&format!("exchange::{name}"), test));
    };
    transport("bytes", 1500, || {
        Box::new(StreamTransport::new("bytes", false))
    });
    transport("file", 500, || Box::new(FileTransport::new(false)));
    transport("file_with_endian_swap", 100, || {
        Box::new(FileTransport::new(true))
    });
    transport("file_fastlz", 100, || compressed(Compression::FastLz));
    transport("file_deflate", 100, || compressed(Compression::Deflate));
    transport("file_zstd", 100, || compressed(Compression::Zstd));
    transport("file_gzip", 100, || compressed(Compression::Gzip));
    transport("file_encrypted", 100, || {
        Box::new(FileTransport::wrapped(Layer::Encrypted(encryption::<E>())))
    });
    transport("stream", 300, || {
        Box::new(StreamTransport::new("stream", false))
    });
    transport("stream_big_endian", 100, || {
        Box::new(StreamTransport::new("stream", true))
    });
    transport("packet_stream", 300, || {
        Box::new(StreamTransport::new("packet_stream", false))
    });
    transport("udp", 300, || Box::new(UdpTransport::new()));
    transport("websocket", 300, || Box::new(WebSocketTransport::new()));
    let mut test = |name: &str, test: fn(&mut Engine<E>, u64)| {
        trials.push(shared.trial(name, move |engine| test(engine, seed)));
    };
    test("exchange::vectors", exchange::vectors);
    test("exchange::every_type", exchange::every_type);
    test("verdicts::check_verdicts", verdicts::check_verdicts);
    test("texts::display_is_read", texts::display_is_read);
    test("texts::display_is_written", texts::display_is_written);
    test("settings::check_settings", settings::check_settings);
    test("defects::defects", defects::defects);
    test("oddities::byte_order_marks", oddities::byte_order_marks);
    trials.extend(E::trials(shared, seed));
    trials
}
