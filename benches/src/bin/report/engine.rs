//! Runs benchmarks in the engines, one round at a time.

use crate::results::Row;
use gdvariant_benches::contestant::{Method, Task};
use gdvariant_benches::timing::Times;
use gdvariant_benches::{Failure, Inputs};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};
use tempfile::TempDir;

/// The label of the engines' methods: `var2bytes` and `bytes2var`, or in Godot 4 `var_to_bytes` and
/// `bytes_to_var`.
pub(crate) const ENGINE: &str = "Godot";

/// A major version of the engine, and the way to run its benchmark.
struct Kind {
    /// The environment variable that names the program.
    variable: &'static str,
    /// The option that runs the program without a window.
    option: &'static str,
    /// The file name of the benchmark's script.
    script: &'static str,
}

const KINDS: [Kind; 2] = [
    Kind {
        variable: "GDVARIANT_ENGINE",
        option: "--no-window",
        script: "bench.gd",
    },
    Kind {
        variable: "GDVARIANT_ENGINE4",
        option: "--headless",
        script: "bench4.gd",
    },
];

/// The time limit of a round.
const TIMEOUT: Duration = Duration::from_secs(120);

/// An engine and its measurements.
pub(crate) struct Engine {
    kind: &'static Kind,
    program: OsString,
    /// The working directory, with the script, its output and the bytes of the payloads. The
    /// directory is outside the source tree, because the engine writes logs beside its script.
    folder: TempDir,
    version: String,
    times: BTreeMap<String, [Times; 2]>,
}

impl Engine {
    /// Finds the engines that the environment names.
    pub(crate) fn all() -> Result<Vec<Self>, Failure> {
        let named = KINDS.iter().filter_map(|kind| {
            let program = env::var_os(kind.variable).filter(|program| !program.is_empty())?;
            Some(Self::prepare(kind, program))
        });
        named.collect()
    }

    fn prepare(kind: &'static Kind, program: OsString) -> Result<Self, Failure> {
        let folder = TempDir::new()?;
        fs::copy(
            Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("engine")
                .join(kind.script),
            folder.path().join(kind.script),
        )?;
        Ok(Self {
            kind,
            program,
            folder,
            version: String::new(),
            times: BTreeMap::new(),
        })
    }

    /// Runs the script for one round.
    pub(crate) fn round(&mut self) -> Result<(), Failure> {
        let log = self.folder.path().join("log");
        let engine = Command::new(&self.program)
            .args([self.kind.option, "-s", self.kind.script])
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
            Err("the engine printed no times; check that the program is Godot".into())
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

    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// Returns an error if the engine and the library encode different bytes.
    pub(crate) fn check(&self, inputs: &Inputs) -> Result<(), Failure> {
        for (payload, ours) in inputs.payloads() {
            let name = payload.name();
            if !self.times.contains_key(name) {
                continue;
            }
            let bytes = fs::read(self.folder.path().join(format!("{name}.bin")))?;
            // Normalizing removes the uninitialized padding of NodePaths.
            if bytes.len() != ours.len() || payload.normalized(&bytes)? != ours {
                return Err(
                    format!("the engine and the library encode {name} to different bytes").into(),
                );
            }
        }
        Ok(())
    }

    /// Returns the measurements of a payload of this length.
    pub(crate) fn rows(&self, payload: &str, size: usize) -> Vec<Row> {
        let tasks = [Task::Encode, Task::Decode];
        let times = self.times.get(payload).into_iter().flatten();
        let row = |(task, times): (Task, &Times)| Row {
            payload: payload.into(),
            method: Method::new(task, ENGINE),
            size,
            times: times.clone(),
            memory: None,
        };
        tasks.into_iter().zip(times).map(row).collect()
    }
}

/// Waits for the engine to exit, up to the time limit.
fn wait(mut engine: Child) -> Result<(), Failure> {
    let start = Instant::now();
    while start.elapsed() < TIMEOUT {
        if let Some(status) = engine.try_wait()? {
            return if status.success() {
                Ok(())
            } else {
                Err(format!("the engine failed: {status}").into())
            };
        }
        thread::sleep(Duration::from_millis(20));
    }
    engine.kill()?;
    engine.wait()?;
    Err(format!("the engine took more than {} s", TIMEOUT.as_secs()).into())
}
