//! Jobs of an engine: files to store or to load, step by step.

use crate::common::folder;
use crate::saves::Engine;
use serde_json::{Value as Json, json};
use std::ffi::OsString;
use std::io::{Write, stderr};
use std::process::{Command, Stdio};
use std::{env, fs};

/// One call of a method of a file, such as `store_32`, and its argument.
pub(crate) type Step = (&'static str, String);

/// A file in the form of a game.
#[derive(Debug, Clone, Default)]
pub(crate) struct Job {
    pub(crate) path: String,
    /// The compression or encryption of the file.
    pub(crate) layer: &'static str,
    /// The password, or the key in Base64.
    pub(crate) secret: String,
    pub(crate) is_big_endian: bool,
    pub(crate) steps: Vec<Step>,
}

impl Job {
    /// Returns the job for the scripts. The tasks are `store`, `replace` without truncating, and
    /// `load`.
    pub(crate) fn task(&self, task: &str) -> Json {
        json!({
            "task": task,
            "path": self.path,
            "layer": self.layer,
            "secret": self.secret,
            "big_endian": self.is_big_endian,
            "steps": self.steps,
        })
    }
}

impl Engine {
    /// Returns the engine's program and its options, or prints a message if no variable names it.
    fn program(self) -> Option<(OsString, [&'static str; 1])> {
        let (variable, options) = match self {
            Self::Godot3 => ("GDVARIANT_ENGINE", ["--no-window"]),
            Self::Godot4 => ("GDVARIANT_ENGINE4", ["--headless"]),
        };
        let program = env::var_os(variable);
        if program.is_none() {
            // `writeln!` is used because tests capture the output of `eprintln!`.
            let _ = writeln!(
                stderr(),
                "skipping the tests of the program with {}: set {variable} to run them, see files/tests/engine/README.md",
                self.layout()
            );
        }
        Some((program?, options))
    }

    /// Returns the engines that variables name.
    pub(crate) fn available() -> impl Iterator<Item = Self> {
        let is_available = |engine: &Self| engine.program().is_some();
        Self::ALL.into_iter().filter(is_available)
    }

    /// Performs jobs in one run of the engine, and returns their problems, which are empty for jobs
    /// that succeed.
    pub(crate) fn perform(self, jobs: &[Json]) -> Vec<String> {
        let folder = folder();
        let path = folder.join("jobs.json");
        fs::write(&path, Json::from(jobs).to_string()).expect("the folder of the test");
        let script = format!(
            "{}/tests/engine/scripts/{}.gd",
            env!("CARGO_MANIFEST_DIR"),
            self.layout()
        );
        fs::copy(script, folder.join("main.gd")).expect("the folder of the test");
        let (program, options) = self.program().expect("an available engine");
        let mut command = Command::new(program);
        let output = command
            .args(options)
            .args(["-s", "main.gd"])
            .current_dir(&folder)
            .env("HOME", &folder)
            .env("GDVARIANT_TEST_JOBS", &path)
            .stdin(Stdio::null())
            .output()
            .expect("the engine starts");
        let answer = fs::read_to_string(&path).expect("a file");
        let problems = serde_json::from_str::<Vec<String>>(&answer);
        problems.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
    }

    /// Performs jobs, none of which may have a problem.
    #[track_caller]
    pub(crate) fn perform_all(self, jobs: &[Json]) {
        let problems = self.perform(jobs);
        assert_eq!(problems.len(), jobs.len());
        for (job, problem) in jobs.iter().zip(problems) {
            assert_eq!(problem, "", "{self:?}: {job}");
        }
    }
}
