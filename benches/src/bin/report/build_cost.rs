//! What the library costs whoever builds it: a clean build of a crate that depends on it with its default features.

use crate::Failure;
use gdvariant_benches::cargo::{cargo, workspace};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A clean build.
pub(crate) struct BuildCost {
    pub(crate) profile: &'static str,
    pub(crate) time: Duration,
    /// How many crates were compiled, but for the one that depends on the library.
    pub(crate) crates: usize,
}

/// Builds the crate in each profile.
pub(crate) fn measure() -> Result<[BuildCost; 2], Failure> {
    Ok([build("dev")?, build("release")?])
}

fn build(profile: &'static str) -> Result<BuildCost, Failure> {
    let folder = TempDir::new()?;
    write_user(folder.path())?;
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
    let start = Instant::now();
    let output = build.output()?;
    let time = start.elapsed();
    let log = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(log.into());
    }
    let compiled = log
        .lines()
        .filter(|line| line.trim_start().starts_with("Compiling "))
        .count();
    Ok(BuildCost {
        profile,
        time,
        crates: compiled - 1,
    })
}

/// A crate that depends on the library, with the versions that the workspace has.
fn write_user(folder: &Path) -> Result<(), Failure> {
    let workspace = workspace();
    let manifest = format!(
        "[workspace]\n[package]\nname = 'user'\nversion = '0.0.0'\nedition = '2024'\n[dependencies]\ngdvariant.path = '{}'\n",
        workspace.display()
    );
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::create_dir(folder.join("src"))?;
    fs::write(folder.join("src/lib.rs"), "pub use gdvariant::godot3;\n")?;
    fs::copy(workspace.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    Ok(())
}
