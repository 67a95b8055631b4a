//! The benchmark that runs in the engine, one round at a time.

use crate::failure::Failure;
use crate::results::Row;
use crate::timing::Times;
use gdvariant::godot3::{self, Variant};
use gdvariant_benches::Inputs;
use gdvariant_benches::contestant::{Task, Way};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};
use tempfile::TempDir;

/// Encodes with `var2bytes`.
pub(crate) const ENCODE: Way = Way::new(Task::Encode, "Godot");
/// Decodes with `bytes2var`.
pub(crate) const DECODE: Way = Way::new(Task::Decode, "Godot");

/// The script of the benchmark.
const SCRIPT: &str = "bench.gd";

/// The time limit of a round.
const PATIENCE: Duration = Duration::from_secs(120);

/// The engine and its measurements.
pub(crate) struct Engine {
    program: OsString,
    /// The working directory, with the script, its output and the bytes of the payloads. The engine
    /// writes logs beside its script, so it is outside the source tree.
    folder: TempDir,
    version: String,
    times: BTreeMap<String, [Times; 2]>,
}

impl Engine {
    /// Finds the engine that the environment names.
    pub(crate) fn new() -> Result<Option<Self>, Failure> {
        let Some(program) = env::var_os("GDVARIANT_ENGINE").filter(|program| !program.is_empty())
        else {
            return Ok(None);
        };
        let folder = TempDir::new()?;
        fs::copy(
            Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("engine")
                .join(SCRIPT),
            folder.path().join(SCRIPT),
        )?;
        Ok(Some(Self {
            program,
            folder,
            version: String::new(),
            times: BTreeMap::new(),
        }))
    }

    /// Runs the script for one round.
    pub(crate) fn round(&mut self) -> Result<(), Failure> {
        let log = self.folder.path().join("log");
        let engine = Command::new(&self.program)
            .args(["--no-window", "-s", SCRIPT])
            .current_dir(self.folder.path())
            .env("ROUNDS", "1")
            .env("DUMP", self.folder.path())
            .env("HOME", self.folder.path())
            .stdin(Stdio::null())
            .stdout(File::create(&log)?)
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{}: {error}", self.program.display()))?;
        wait(engine)?;
        for line in fs::read_to_string(&log)?.lines() {
            self.line(line)?;
        }
        if self.times.is_empty() {
            Err("the engine printed no times".into())
        } else {
            Ok(())
        }
    }

    /// Parses a line of output: the version, or the times of a payload.
    fn line(&mut self, line: &str) -> Result<(), Failure> {
        if let Some(version) = line.strip_prefix("Godot Engine v") {
            version
                .split(".stable")
                .next()
                .unwrap_or(version)
                .clone_into(&mut self.version);
        }
        let words: Vec<_> = line.split_whitespace().collect();
        if let [
            name,
            _,
            "bytes",
            "encode",
            encode,
            "ns",
            _,
            "MB/s",
            "decode",
            decode,
            ..,
        ] = words[..]
        {
            let times = self.times.entry(name.to_owned()).or_default();
            times[0].push(encode.parse()?);
            times[1].push(decode.parse()?);
        }
        Ok(())
    }

    /// Returns the version of the engine.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// Fails if the engine encodes other bytes than the library.
    pub(crate) fn check(&self, inputs: &Inputs) -> Result<(), Failure> {
        for (payload, ours) in inputs.payloads() {
            let name = payload.name();
            if !self.times.contains_key(name) {
                continue;
            }
            let bytes = fs::read(self.folder.path().join(format!("{name}.bin")))?;
            // Decoding and encoding again removes the uninitialized padding of NodePaths.
            let value: Variant = godot3::from_slice(&bytes)?;
            if bytes.len() != ours.len() || godot3::to_vec(&value)? != ours {
                return Err(format!("the engine's {name} has other bytes than ours").into());
            }
        }
        Ok(())
    }

    /// Returns the measurements of a payload of this length.
    pub(crate) fn rows(&self, payload: &str, size: usize) -> Vec<Row> {
        let row = |way, times: &Times| Row {
            payload: payload.into(),
            way,
            size,
            times: times.clone(),
            memory: None,
        };
        match self.times.get(payload) {
            Some([encode, decode]) => vec![row(ENCODE, encode), row(DECODE, decode)],
            None => Vec::new(),
        }
    }
}

/// Waits for the engine to exit, up to the time limit.
fn wait(mut engine: Child) -> Result<(), Failure> {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        if let Some(status) = engine.try_wait()? {
            return if status.success() {
                Ok(())
            } else {
                Err(format!("the engine ended: {status}").into())
            };
        }
        thread::sleep(Duration::from_millis(20));
    }
    engine.kill()?;
    engine.wait()?;
    Err(format!("the engine took more than {} s", PATIENCE.as_secs()).into())
}
