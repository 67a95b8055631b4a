//! Tasks that consist of a few commands.

use crate::process::{cargo, is_available, program, root, run, target};
use std::ffi::OsStr;
use std::path::Path;
use std::time::SystemTime;
use std::{env, fs};

/// The arguments that select all published packages: all but the benchmarks, the examples and the
/// tasks.
const PUBLISHED: &str = "--workspace --exclude gdvariant-benches --exclude gdvariant-examples \
                         --exclude gdvariant-pages --exclude gdvariant-xtask";

pub(crate) fn gate() -> Result<(), String> {
    run(&mut program(".ci/run"))
}

/// The folders of the crates that are not members of the workspace.
const STANDALONE: [&str; 5] = [
    "apps/python",
    "apps/js",
    "apps/editor",
    "fuzz",
    ".ci/bindgen",
];

pub(crate) fn lint() -> Result<(), String> {
    run(&mut cargo("fmt --all --check"))?;
    run(&mut cargo(
        "clippy --workspace --all-targets --all-features -- -D warnings",
    ))?;
    // These crates share dependencies, so they share a folder for outputs, with `.ci/languages`.
    let target = target()?.join("languages");
    for folder in STANDALONE {
        let manifest = format!("--manifest-path {folder}/Cargo.toml");
        run(&mut cargo(&format!("fmt --check {manifest}")))?;
        let mut clippy = cargo(&format!("clippy --locked --all-targets {manifest}"));
        run(clippy
            .args(["--", "-D", "warnings"])
            .env("CARGO_TARGET_DIR", &target))?;
    }
    // Its dependencies take minutes, so the lints of its code are run by hand.
    run(&mut cargo(
        "fmt --all --check --manifest-path examples/gdext/Cargo.toml",
    ))
}

pub(crate) fn features(features: &str) -> Result<(), String> {
    let mut command = cargo("clippy --quiet -p gdvariant --no-default-features --features");
    run(command.args([features, "--", "-D", "warnings"]))
}

pub(crate) fn rustdoc() -> Result<(), String> {
    let mut command = cargo("doc --quiet --workspace --all-features --no-deps");
    run(command.env("RUSTDOCFLAGS", "-D warnings"))
}

/// Builds each package from the files that it contains.
///
/// Cargo unpacks a package, into its home folder, only once for each target folder and version, so
/// a target folder that was used before would verify old code. The folder's name has the time.
pub(crate) fn packages() -> Result<(), String> {
    let folder = target()?.join("packages");
    if folder.exists() {
        let removed = fs::remove_dir_all(&folder);
        removed.map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let time = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    let target = folder.join(time.as_secs().to_string());
    // CI builds a fresh clone; a developer's tree may have uncommitted changes.
    let state = if env::var_os("CI").is_some() {
        "--locked"
    } else {
        "--allow-dirty"
    };
    let command = format!("package --quiet {PUBLISHED} {state}");
    run(cargo(&command).env("CARGO_TARGET_DIR", &target))
}

pub(crate) fn engine(args: &[String]) -> Result<(), String> {
    let with_engine = |command: &str| {
        let mut command = cargo(command);
        if env::var_os("GDVARIANT_ENGINE").is_none() {
            command.env("GDVARIANT_ENGINE", "godot3-server");
        }
        command
    };
    run(with_engine("test --all-features --test engine").args(args))?;
    // Arguments select tests of the first command.
    if args.is_empty() {
        // With all features, so that nothing is compiled again.
        let effects = "test --all-features --test program audit::measured";
        run(with_engine(effects).args(["--", "--nocapture"]))?;
    }
    Ok(())
}

pub(crate) fn instructions(record: bool, out: Option<&Path>) -> Result<(), String> {
    if !is_available(program("valgrind").arg("--version")) {
        return Err("valgrind: not found; run `apt install valgrind`".to_owned());
    }
    let target = target()?;
    // The runner must have the same version as the harness. A runner that is already installed is
    // not built again.
    let tools = target.join("tools");
    let version = locked_version("gungraun-runner")?;
    // Only starts Valgrind and reads its output, so a debug build, which is faster, suffices.
    let mut install = cargo("install --debug --quiet --locked gungraun-runner --version");
    run(install.arg(version).arg("--root").arg(&tools))?;
    // `cargo bench` also builds the program. `cargo run` would build everything again, without the
    // features that the harness enables.
    run(&mut cargo(
        "bench --quiet -p gdvariant-benches --bench instructions --no-run",
    ))?;
    let counter = target.join("release/instructions");
    let mut command = program(&counter.display().to_string());
    command.env("GUNGRAUN_RUNNER", tools.join("bin/gungraun-runner"));
    if let Some(path) = out {
        command.arg("--out").arg(path);
    }
    run(command.args(record.then_some("--record")))
}

/// Returns the version of a package in `Cargo.lock`.
fn locked_version(package: &str) -> Result<String, String> {
    let lock = fs::read_to_string(root().join("Cargo.lock"));
    let lock = lock.map_err(|error| format!("Cargo.lock: {error}"))?;
    let after = lock.split_once(&format!("name = \"{package}\"\nversion = \""));
    let version = after.and_then(|(_, after)| after.split('"').next());
    let missing = || format!("Cargo.lock: missing {package}");
    version.map(str::to_owned).ok_or_else(missing)
}

pub(crate) fn snapshots(args: &[String]) -> Result<(), String> {
    let mut command = cargo("test --all-features --no-fail-fast");
    command.envs([("INSTA_UPDATE", "always"), ("TRYBUILD", "overwrite")]);
    run(command.args(args))
}

pub(crate) fn pages(args: &[impl AsRef<OsStr>]) -> Result<(), String> {
    // The features of the tests, so that nothing is compiled again after these.
    run(&mut cargo(
        "build --quiet --all-features --bin gdvariant-pages",
    ))?;
    let path = target()?.join("debug/gdvariant-pages");
    // Paths among the arguments are relative to the caller's folder.
    run(program(&path.display().to_string())
        .args(args)
        .current_dir("."))
}
