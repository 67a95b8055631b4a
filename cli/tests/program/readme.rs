//! What the README shows of the program is what the program prints.

use std::path::Path;
use std::process::Command;

#[test]
fn inspect_prints_what_the_readme_shows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the package lies in the repository");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("there is a README");
    let shown = readme
        .split("```text\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("the README shows a terminal");
    let mut shown = shown.lines();
    let command = shown
        .next()
        .and_then(|line| line.strip_prefix("$ gdvariant "))
        .expect("it starts with the command");
    let output = Command::new(env!("CARGO_BIN_EXE_gdvariant"))
        .args(command.split(' '))
        .current_dir(root)
        .output()
        .expect("the program runs");
    let printed = String::from_utf8(output.stdout).expect("it prints text");
    let mut printed = printed.lines().map(str::trim_end);
    // `...` stands for omitted lines; the others come in order.
    for line in shown.filter(|line| *line != "...") {
        assert!(
            printed.any(|printed| printed == line),
            "the program does not print this line, or not here: {line}"
        );
    }
}
