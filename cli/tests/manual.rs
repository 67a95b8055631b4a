//! Completions, manual pages and colours.

mod common;

use common::{good, run};
use std::fs;
use std::path::Path;

#[test]
fn every_shell_has_completions_of_all_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = good(&format!("completions {shell}"), "");
        for word in ["decode", "inspect", "--layout", "password-file"] {
            assert!(
                script.contains(word.trim_start_matches('-')),
                "{shell}: {word}"
            );
        }
    }
    assert_eq!(run("completions tcsh", "").status, 2);
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("man");
    let _ = fs::remove_dir_all(&folder);
    good(&format!("man --out {}", folder.display()), "");
    for page in [
        "gdvariant",
        "gdvariant-decode",
        "gdvariant-convert",
        "gdvariant-man",
    ] {
        let text = fs::read_to_string(folder.join(page).with_extension("1")).expect(page);
        assert!(text.contains(".TH"), "{page}");
    }
    assert!(good("man", "").contains(".SH NAME"));
}

#[test]
fn colours_can_be_forced_and_forbidden() {
    let colour = "\u{1b}[";
    let inspect = |options: &str| good(&format!("inspect {options}"), [0; 4]);
    assert!(!inspect("").contains(colour), "a pipe shows no colours");
    assert!(inspect("--color always").contains(colour));
    assert!(!inspect("--color never").contains(colour));
    let error = run("decode --color always", [0xff; 4]).err;
    assert!(error.contains(colour), "{error}");
}
