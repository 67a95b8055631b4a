//! Runs Cargo and the compiler.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the folder of the workspace.
#[must_use]
pub fn workspace() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package).to_owned()
}

/// Returns a command that runs Cargo in the workspace.
#[must_use]
pub fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    command.current_dir(workspace());
    command
}

/// Returns the version of the compiler, such as `rustc 1.95.0 (59807616e 2026-04-14)`.
#[must_use]
pub fn compiler() -> Option<String> {
    let rustc = env::var_os("RUSTC").unwrap_or("rustc".into());
    printed(Command::new(rustc).arg("--version"))
}

/// Runs a command and returns its output, or `None` if the command fails.
pub(crate) fn printed(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    let is_success = output.status.success();
    is_success.then(|| String::from_utf8_lossy(&output.stdout).trim().into())
}
