//! Measures clean builds of a crate that derives `Variant` for a struct.

use crate::failure::Failure;
use gdvariant_benches::cargo::{cargo, library, write_crate};
use gdvariant_benches::machine::stat_of_process;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The source code of a crate that uses the library.
const USER_CRATE: &str = "#[derive(gdvariant::Variant)]\npub struct Player {\n    pub name: String,\n    pub health: i64,\n}\n\n\
    pub fn encode(player: &Player) -> Vec<u8> {\n    gdvariant::godot4::to_vec(player).unwrap()\n}\n";

/// The cost of a clean build.
pub(crate) struct BuildCost {
    /// The enabled features, in addition to the default features.
    pub(crate) features: &'static [&'static str],
    pub(crate) profile: &'static str,
    /// The processor time of all processes; `None` except on Linux.
    pub(crate) cpu: Option<Duration>,
    pub(crate) time: Duration,
    /// The number of compiled crates, excluding the crate that uses the library.
    pub(crate) crates: usize,
}

/// Measures builds in both profiles, and with additional layouts.
pub(crate) fn measure() -> Result<[BuildCost; 3], Failure> {
    Ok([
        build(&[], "dev")?,
        build(&[], "release")?,
        build(&["pandemonium", "double"], "dev")?,
    ])
}

fn build(features: &'static [&'static str], profile: &'static str) -> Result<BuildCost, Failure> {
    let folder = TempDir::new()?;
    write_crate(folder.path(), &library(features), &[("lib.rs", USER_CRATE)])?;
    let mut build = cargo();
    build
        .current_dir(folder.path())
        .env("CARGO_TARGET_DIR", folder.path().join("target"));
    build.args([
        "build",
        "--offline",
        "--profile",
        profile,
        "--color",
        "never",
    ]);
    let (start, cpu_before) = (Instant::now(), cpu_of_children());
    let output = build.output()?;
    let (time, cpu_after) = (start.elapsed(), cpu_of_children());
    let log = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(log.into());
    }
    let compiled = log
        .lines()
        .filter(|line| line.trim_start().starts_with("Compiling "))
        .count();
    Ok(BuildCost {
        features,
        profile,
        cpu: cpu_after
            .zip(cpu_before)
            .map(|(after, before)| after.saturating_sub(before)),
        time,
        crates: compiled - 1,
    })
}

/// Returns the user and system time of all child processes that have ended, and of their children.
fn cpu_of_children() -> Option<Duration> {
    let (user, system) = (stat_of_process(16)?, stat_of_process(17)?);
    // In hundredths of a second.
    Some(Duration::from_millis((user + system) * 10))
}
