//! Checks that the picture in the README shows the output of the program.

use anstyle_svg::{Term, WIN10_CONSOLE};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

const COMMAND: &str = "gdvariant inspect examples/packets/player4.bin --limit 26";

#[test]
fn the_picture_shows_what_inspect_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("the package is in the repository");
    let output = Command::new(env!("CARGO_BIN_EXE_gdvariant"))
        .args(COMMAND.split(' ').skip(1))
        .args(["--color", "always"])
        .env("COLUMNS", "96")
        .current_dir(root)
        .output()
        .expect("the program runs");
    let printed = String::from_utf8(output.stdout).expect("it prints text");
    let terminal = Term::new().palette(WIN10_CONSOLE);
    let picture = terminal.render_svg(&format!("$ {COMMAND}\n{printed}"));
    let path = root.join("docs/inspect.svg");
    if env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(&path, &picture).expect("the picture can be written");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == picture,
        "docs/inspect.svg is outdated; INSTA_UPDATE=always updates it"
    );
}
