//! Runs programs in the root of the repository.

use serde_json::Value as Json;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Returns the root of the repository.
pub(crate) fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().expect("the package is in a folder")
}

/// Returns the folder of the build outputs.
pub(crate) fn target() -> Result<PathBuf, String> {
    let metadata = output(&mut cargo("metadata --format-version 1 --no-deps"))?;
    let metadata: Json =
        serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    let target = metadata["target_directory"].as_str();
    Ok(PathBuf::from(target.unwrap_or("target")))
}

/// Returns a command that runs a program in the root of the repository.
pub(crate) fn program(name: &str) -> Command {
    let mut command = Command::new(name);
    command.current_dir(root());
    command
}

/// Returns a command that runs Cargo with arguments that are separated by spaces.
pub(crate) fn cargo(args: &str) -> Command {
    let mut command = program("cargo");
    command.args(args.split_whitespace());
    command
}

/// Prints the command and runs it.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    eprintln!("$ {}", displayed(command));
    let status = command
        .status()
        .map_err(|error| not_started(command, &error))?;
    if status.success() {
        return Ok(());
    }
    Err(format!(
        "`{}` ended with {status}; its output is above",
        displayed(command)
    ))
}

/// Runs the command and returns its standard output; its standard error goes to the terminal.
fn output(command: &mut Command) -> Result<String, String> {
    let Output { status, stdout, .. } = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| not_started(command, &error))?;
    if !status.success() {
        let command = displayed(command);
        return Err(format!("`{command}` ended with {status}"));
    }
    String::from_utf8(stdout).map_err(|_| format!("`{}` printed invalid UTF-8", displayed(command)))
}

/// Returns whether a program can be run with these arguments, such as `--version`.
pub(crate) fn is_available(command: &mut Command) -> bool {
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn not_started(command: &Command, error: &std::io::Error) -> String {
    let name = command.get_program().display();
    format!("{name}: {error}; install it")
}

/// Formats the command as a user would type it in the root of the repository, without quotes.
fn displayed(command: &Command) -> String {
    let mut text = String::new();
    for (name, value) in command.get_envs() {
        if let Some(value) = value {
            let value = value.to_string_lossy().replace('\x1f', " ");
            let _ = write!(text, "{}={value} ", name.display());
        }
    }
    let _ = write!(text, "{}", command.get_program().display());
    for arg in command.get_args() {
        let _ = write!(text, " {}", arg.display());
    }
    text.replace(&format!("{}/", root().display()), "")
}
