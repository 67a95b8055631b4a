//! Finds the versions of the measured programs.

use std::process::Command;

/// Returns the name and the version of each program, given its name and path.
#[must_use]
pub fn of_all<'p>(programs: impl Iterator<Item = (&'p str, &'p str)>) -> Vec<(&'p str, String)> {
    let mut versions: Vec<(&str, String)> = Vec::new();
    for (name, command) in programs {
        if versions.iter().all(|(known, _)| *known != name) {
            versions.push((name, of(command).unwrap_or_default()));
        }
    }
    versions
}

/// Returns the first line of a program's version, or `None` if the program is not installed.
#[must_use]
pub fn of(program: &str) -> Option<String> {
    let output = Command::new(program).arg("--version").output().ok()?;
    // xxd prints its version to standard error.
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    Some(text.lines().next().unwrap_or_default().trim().to_owned())
}
