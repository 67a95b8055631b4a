//! Waits for a running program, with a timeout.

#[cfg(target_os = "linux")]
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum time that a test waits for the program.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Waits until the program ends.
#[track_caller]
pub(crate) fn end(child: &mut Child) -> ExitStatus {
    let status = poll(child, |child| child.try_wait().expect("a child"));
    status.expect("the program ends")
}

/// Waits until a condition is met while the program runs.
#[track_caller]
pub(crate) fn wait_until(child: &mut Child, mut is_met: impl FnMut() -> bool) {
    let is_met = poll(child, |child| {
        // The program is checked before the condition: once ended, it cannot change the condition.
        let ended = child.try_wait().expect("a child");
        let is_met = is_met();
        (is_met || ended.is_some()).then_some(is_met)
    });
    let is_met = is_met.expect("the condition is met in time");
    assert!(is_met, "the program ended before the condition was met");
}

/// Returns the peak memory of a running program so far, in KiB.
#[cfg(target_os = "linux")]
pub(crate) fn peak_memory(child: &Child) -> usize {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id()));
    let status = status.expect("the program runs");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|line| line.trim().strip_suffix(" kB"));
    peak.expect("a size").parse().expect("a number")
}

/// Polls for a result. Kills the program after the timeout.
fn poll<R>(child: &mut Child, mut result: impl FnMut(&mut Child) -> Option<R>) -> Option<R> {
    let start = Instant::now();
    loop {
        let found = result(child);
        if found.is_some() {
            return found;
        }
        if start.elapsed() > TIMEOUT {
            child.kill().expect("a child");
            child.wait().expect("a child");
            return None;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// The lines of an output, read by a separate thread.
pub(crate) struct Lines(Receiver<String>);

impl Lines {
    pub(crate) fn of(output: impl Read + Send + 'static) -> Self {
        let (sender, receiver) = channel();
        thread::spawn(move || {
            let lines = BufReader::new(output).lines();
            // Sending fails when the test drops the receiver.
            lines
                .map_while(Result::ok)
                .all(|line| sender.send(line).is_ok())
        });
        Self(receiver)
    }

    /// Waits for the next line. Panics at the end of the output.
    #[track_caller]
    pub(crate) fn next(&self) -> String {
        self.0.recv_timeout(TIMEOUT).expect("another line")
    }
}
