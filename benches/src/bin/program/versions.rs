//! The versions of the programs that are measured.

use crate::works::Work;
use std::process::Command;

/// Returns the name and the version of each program, in the order of the works.
pub(crate) fn of_all(works: &[Work]) -> Vec<(&str, String)> {
    let mut versions: Vec<(&str, String)> = Vec::new();
    for work in works {
        let name = work.program();
        if versions.iter().all(|(known, _)| *known != name) {
            versions.push((name, of(&work.arguments[0]).unwrap_or_default()));
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
