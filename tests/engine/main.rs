//! Tests against a running Godot 3; README.md beside this file says how they are run.

#[path = "../common/mod.rs"]
mod common;
mod engine;
mod exchange;
mod folder;
mod loopback;
mod mutations;
mod oddities;
mod roads;
mod texts;
mod values;
mod verdicts;

use engine::Engine;
use libtest_mimic::{Arguments, Trial};
use roads::{FileRoad, Road, StreamRoad, UdpRoad, WebSocketRoad};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

/// The variable that sets the seed of all that is random.
const SEED: &str = "GDVARIANT_TEST_SEED";

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    if std::env::var_os(engine::PROGRAM).is_none() {
        eprintln!(
            "engine tests left out: {} names no program, see tests/engine/README.md",
            engine::PROGRAM
        );
        return ExitCode::SUCCESS;
    }
    // They share one engine.
    arguments.test_threads = Some(1);
    let seed = seed();
    println!("{SEED}={seed}");
    let shared = Shared::default();
    let conclusion = libtest_mimic::run(&arguments, trials(&shared, seed));
    shared.end();
    conclusion.exit_code()
}

/// The seed that is asked for; else the same in every gate, and another in every other run.
fn seed() -> u64 {
    match (std::env::var(SEED), std::env::var_os("CI")) {
        (Ok(seed), _) => seed
            .parse()
            .unwrap_or_else(|_| panic!("{SEED}={seed} is no number")),
        (Err(_), Some(_)) => 1,
        (Err(_), None) => u64::from(
            std::time::UNIX_EPOCH
                .elapsed()
                .map_or(0, |elapsed| elapsed.subsec_nanos()),
        ),
    }
}

fn trials(shared: &Shared, seed: u64) -> Vec<Trial> {
    let mut trials = Vec::new();
    let mut road = |name: &str, count, new: fn() -> Box<dyn Road>| {
        // Other values on every road.
        let seed = seed.wrapping_add((trials.len() as u64) << 32);
        let test = move |engine: &mut Engine| exchange::both_ways(engine, &mut *new(), seed, count);
        trials.push(shared.trial(format!("exchange::{name}"), test));
    };
    road("bytes", 1500, || Box::new(StreamRoad::new("bytes", false)));
    road("file", 500, || Box::new(FileRoad::new(false)));
    road("file_with_endian_swap", 100, || {
        Box::new(FileRoad::new(true))
    });
    road("stream", 300, || Box::new(StreamRoad::new("stream", false)));
    road("stream_big_endian", 100, || {
        Box::new(StreamRoad::new("stream", true))
    });
    road("packet_stream", 300, || {
        Box::new(StreamRoad::new("packet_stream", false))
    });
    road("udp", 300, || Box::new(UdpRoad::new()));
    road("websocket", 300, || Box::new(WebSocketRoad::new()));
    let mut test = |name: &str, test: fn(&mut Engine, u64)| {
        trials.push(shared.trial(name, move |engine| test(engine, seed)));
    };
    test("exchange::every_type", exchange::every_type);
    test("verdicts::agree", verdicts::agree);
    test("texts::display_is_read", texts::display_is_read);
    test("texts::display_is_written", texts::display_is_written);
    test("oddities::what_is_dropped", |engine, _| {
        oddities::what_is_dropped(engine);
    });
    test("oddities::lost_keys", |engine, _| {
        oddities::lost_keys(engine);
    });
    test("oddities::objects", |engine, _| oddities::objects(engine));
    test("oddities::depth", |engine, _| oddities::depth(engine));
    trials
}

/// The engine, kept alive from test to test.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Option<Engine>>>);

impl Shared {
    /// A test with the engine. One that fails takes the engine with it, and the next begins with a new one.
    fn trial(
        &self,
        name: impl Into<String>,
        test: impl FnOnce(&mut Engine) + Send + 'static,
    ) -> Trial {
        let shared = self.clone();
        Trial::test(name, move || {
            let mut engine = shared.take().unwrap_or_else(Engine::start);
            test(&mut engine);
            shared.put(engine);
            Ok(())
        })
    }

    fn take(&self) -> Option<Engine> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn put(&self, engine: Engine) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(engine);
    }

    fn end(&self) {
        drop(self.take());
    }
}
