//! Runs test programs with a mutant until a test fails.

use super::build::TestProgram;
use crate::failure::Failure;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Tests that build programs, which takes minutes: one builds a copy without mutants, the other
/// compares messages that contain lines of sources, which switches move.
const SKIPPED: [&str; 2] = ["made_up_layout::", "explains_mistakes"];

/// A test program, and what to expect from it.
#[derive(Debug, Clone)]
pub(super) struct Suite {
    pub(super) program: TestProgram,
    /// Tests that fail without a mutant, because they read sources.
    failing: BTreeSet<String>,
    pub(super) duration: Duration,
}

impl Suite {
    /// Runs a test program without a mutant.
    ///
    /// # Errors
    ///
    /// The program does not start, or ends without naming a test that failed.
    pub(super) fn measure(program: TestProgram) -> Result<Self, Failure> {
        let mut suite = Self {
            program,
            failing: BTreeSet::new(),
            duration: Duration::from_secs(600),
        };
        // Each run ends at a failing test, which the next run skips.
        loop {
            let start = Instant::now();
            let limit = Duration::from_secs(600);
            let Some(failed) = suite.run(None, limit) else {
                suite.duration = start.elapsed();
                return Ok(suite);
            };
            if !suite.failing.insert(failed.clone()) {
                return Err(Failure::new(format!("without a mutant: {failed}")));
            }
        }
    }

    /// Returns the same tests in a program of another build.
    pub(super) fn of(&self, program: &TestProgram) -> Self {
        Self {
            program: program.clone(),
            ..self.clone()
        }
    }

    /// Runs the tests with a mutant, and returns the first failing test, or how the program ended.
    pub(super) fn catches(&self, mutant: usize) -> Option<String> {
        let limit = self.duration * 5 + Duration::from_secs(20);
        self.run(Some(mutant), limit)
    }

    fn run(&self, mutant: Option<usize>, limit: Duration) -> Option<String> {
        let name = &self.program.name;
        let Ok(mut child) = self.command(mutant).spawn() else {
            return Some(format!("{name} does not start"));
        };
        let stdout = child.stdout.take().map(BufReader::new);
        let (sender, lines) = mpsc::channel();
        let reader = thread::spawn(move || {
            for line in stdout
                .into_iter()
                .flat_map(BufRead::lines)
                .map_while(Result::ok)
            {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let deadline = Instant::now() + limit;
        let caught = loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match lines.recv_timeout(left) {
                Ok(line) => {
                    let line = line.strip_prefix("test ").unwrap_or_default();
                    if let Some((test, _)) = line.split_once(" ... FAILED") {
                        break Some(test.to_owned());
                    }
                }
                Err(RecvTimeoutError::Timeout) => break Some(format!("{name}: time")),
                Err(RecvTimeoutError::Disconnected) => break ended(&mut child, name),
            }
        };
        drop(lines);
        // A program that has ended cannot be killed, and has been waited for.
        let _ = child.kill();
        let _ = child.wait();
        let _ = reader.join();
        caught
    }

    fn command(&self, mutant: Option<usize>) -> Command {
        // A mutant may allocate without end.
        let limited = r#"ulimit -v 6000000; exec "$0" "$@""#;
        let mut command = Command::new("sh");
        command.args(["-c", limited]).arg(&self.program.path);
        command.args(["--test-threads", "1"]);
        for skipped in SKIPPED {
            command.args(["--skip", skipped]);
        }
        for failing in &self.failing {
            command.args(["--skip", failing]);
        }
        command.current_dir(&self.program.folder);
        command.env("CI", "true").env("INSTA_UPDATE", "no");
        // Tests of a macro need the compiler's library.
        command.env("LD_LIBRARY_PATH", &self.program.libraries);
        if let Some(mutant) = mutant {
            command.env("GDVARIANT_MUTANT", mutant.to_string());
        }
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        command
    }
}

/// Returns how a program ended unless it succeeded.
fn ended(child: &mut Child, name: &str) -> Option<String> {
    match child.wait() {
        Ok(status) if status.success() => None,
        Ok(status) => Some(format!("{name}: {status}")),
        Err(error) => Some(format!("{name}: {error}")),
    }
}
