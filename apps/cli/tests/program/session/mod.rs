//! Runs commands in a shell, one after the other.
#![allow(dead_code, reason = "each test uses some of these functions")]

use std::ffi::OsString;
use std::fs;
use std::io::{Write, stderr};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// The output of a command on both streams, and its exit status.
pub(crate) struct SessionOutput {
    pub(crate) output: String,
    pub(crate) status: i32,
}

/// The separator between the outputs of commands.
const SEPARATOR: char = '\u{1e}';

/// Interactive programs, replaced by stubs that read all input and print nothing.
const INTERACTIVE: [&str; 3] = ["code", "less", "man"];

pub(crate) fn repository() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package
        .ancestors()
        .nth(2)
        .expect("the package is in the repository")
}

/// Returns whether a command can run. Prints a message if the command needs jq or git, which is
/// missing.
pub(crate) fn can_run(command: &str) -> bool {
    let needed = [
        ("jq", command.contains("| jq ")),
        ("git", command.starts_with("git ")),
    ];
    let is_missing = |tool: &str| Command::new(tool).arg("--version").output().is_err();
    let mut needed = needed.into_iter().filter(|(_, is_needed)| *is_needed);
    let Some((tool, _)) = needed.find(|(tool, _)| is_missing(tool)) else {
        return true;
    };
    // `writeln!` is used because tests capture the output of `eprintln!`.
    let _ = writeln!(
        stderr(),
        "skipping a command: install {tool} to run it: {command}"
    );
    false
}

/// Runs commands in one shell in a folder.
pub(crate) fn run(folder: &Path, commands: &[&str]) -> Vec<SessionOutput> {
    let mut script = String::from("exec 2>&1\n");
    for command in commands {
        // Restoring the status lets the next command print it.
        let report =
            format!("status=$?; printf '{SEPARATOR}%d{SEPARATOR}' $status; (exit $status)");
        script.extend([command, "\n", &report, "\n"]);
    }
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder)
        .env("PATH", search_path(folder))
        .env("HOME", folder)
        .env("EDITOR", "true")
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null())
        .output()
        .expect("the shell runs");
    let output = String::from_utf8(output.stdout).expect("the commands print text");
    let parts: Vec<&str> = output.split(SEPARATOR).collect();
    let ran = parts.chunks_exact(2).map(|pair| SessionOutput {
        output: pair[0].to_owned(),
        status: pair[1].parse().expect("a status"),
    });
    let ran: Vec<SessionOutput> = ran.collect();
    assert_eq!(ran.len(), commands.len(), "every command ran: {output}");
    ran
}

/// Returns the value of `PATH`: the stubs, the folder of the tested program, and other folders.
fn search_path(folder: &Path) -> OsString {
    let stubs = folder.join(".stubs");
    fs::create_dir_all(&stubs).expect("the folder can be written");
    for name in INTERACTIVE {
        let path = stubs.join(name);
        fs::write(&path, "#!/bin/sh\nexec cat > /dev/null\n").expect("the folder can be written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))
            .expect("the file belongs to the test");
    }
    let program = Path::new(env!("CARGO_BIN_EXE_gdvariant"));
    let program = program.parent().expect("the program is in a folder");
    let others = std::env::var_os("PATH").unwrap_or_default();
    let others = std::env::split_paths(&others);
    let all = [stubs, program.to_owned()].into_iter().chain(others);
    std::env::join_paths(all).expect("the names of folders have no colon")
}
