//! The versions of the programs that are measured.

use std::process::Command;

/// Returns the name and the version of each program, given by its name and the command that starts
/// it.
pub(crate) fn of_all<'p>(
    programs: impl Iterator<Item = (&'p str, &'p str)>,
) -> Vec<(&'p str, String)> {
    let mut versions: Vec<(&str, String)> = Vec::new();
    for (name, command) in programs {
        if versions.iter().all(|(known, _)| *known != name) {
            versions.push((name, of(command).unwrap_or_default()));
        }
    }
    versions
}

/// Returns the first line that a program prints about its version; `None` if it is not installed.
pub(crate) fn of(program: &str) -> Option<String> {
    let output = Command::new(program).arg("--version").output().ok()?;
    // xxd prints it as an error.
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    Some(text.lines().next().unwrap_or_default().trim().to_owned())
}
