//! Runs Cargo and the compiler.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

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

/// Returns the dependency on the library, as a line of `Cargo.toml`.
#[must_use]
pub fn library(features: &[&str]) -> String {
    let path = workspace();
    format!(
        "gdvariant = {{ path = '{}', features = {features:?} }}\n",
        path.display()
    )
}

/// Writes a crate to an empty folder, with the versions in the workspace's `Cargo.lock`. The
/// manifest ends with `dependencies`, and `sources` has paths below `src` and their contents.
///
/// # Errors
///
/// Returns an error if a file cannot be written.
pub fn write_crate(folder: &Path, dependencies: &str, sources: &[(&str, &str)]) -> io::Result<()> {
    let manifest = format!(
        "[workspace]\n[package]\nname = 'user'\nversion = '0.0.0'\nedition = '2024'\n\
         [dependencies]\n{dependencies}"
    );
    fs::write(folder.join("Cargo.toml"), manifest)?;
    for (path, text) in sources {
        let path = folder.join("src").join(path);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, text)?;
    }
    fs::copy(workspace().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    Ok(())
}

/// Runs a command and returns its output, or `None` if the command fails.
pub(crate) fn printed(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    let is_success = output.status.success();
    is_success.then(|| String::from_utf8_lossy(&output.stdout).trim().into())
}
