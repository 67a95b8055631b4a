//! Measures clean builds of a crate that derives `Variant` for a struct.

use gdvariant_benches::Failure;
use gdvariant_benches::cargo::{cargo, library, write_crate};
use std::io::Read;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use wait4::Wait4;

/// The source code of a crate that uses the library.
const USER_CRATE: &str = "#[derive(gdvariant::Variant)]\npub struct Player {\n    pub name: String,\n    pub health: i64,\n}\n\n\
    pub fn encode(player: &Player) -> Vec<u8> {\n    gdvariant::godot4::to_vec(player).unwrap()\n}\n";

/// The cost of a clean build.
pub(crate) struct BuildCost {
    pub(crate) profile: &'static str,
    /// The processor time of all processes.
    pub(crate) cpu: Duration,
    pub(crate) time: Duration,
    /// The number of compiled crates, excluding the crate that uses the library.
    pub(crate) crates: usize,
}

/// Measures builds with the default features in both profiles.
pub(crate) fn measure() -> Result<[BuildCost; 2], Failure> {
    Ok([build("dev")?, build("release")?])
}

fn build(profile: &'static str) -> Result<BuildCost, Failure> {
    let folder = TempDir::new()?;
    write_crate(folder.path(), &library(&[]), &[("lib.rs", USER_CRATE)])?;
    let start = Instant::now();
    let mut build = cargo()
        .current_dir(folder.path())
        .env("CARGO_TARGET_DIR", folder.path().join("target"))
        .args(["build", "--offline", "--color=never", "--profile", profile])
        .stderr(Stdio::piped())
        .spawn()?;
    let mut log = String::new();
    if let Some(stderr) = &mut build.stderr {
        stderr.read_to_string(&mut log)?;
    }
    // Includes the compilers, which Cargo has waited for.
    let used = build.wait4()?;
    if !used.status.success() {
        return Err(log.into());
    }
    let lines = log.lines();
    let compiled = lines.filter(|line| line.trim_start().starts_with("Compiling "));
    Ok(BuildCost {
        profile,
        cpu: used.rusage.utime + used.rusage.stime,
        time: start.elapsed(),
        crates: compiled.count() - 1,
    })
}
