//! Tests completions, manual pages and colors.

use crate::common::{commands, folder, good, run, words};
use std::collections::BTreeSet;
use std::fs;

#[test]
fn every_shell_has_completions_of_all_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = good(&format!("completions {shell}"), "");
        let words = words(&script);
        // The scripts of some shells have options without hyphens.
        let words: BTreeSet<&str> = words.iter().map(|word| word.trim_matches('-')).collect();
        let options = ["layout", "password-file"].map(str::to_owned);
        for word in commands().into_iter().chain(options) {
            assert!(words.contains(&*word), "{shell}: {word}");
        }
    }
    assert_eq!(run("completions tcsh", "").status, 2);
}

#[test]
fn completions_know_types_and_rules() {
    for shell in ["bash", "zsh", "fish"] {
        let script = good(&format!("completions {shell}"), "");
        let words = words(&script);
        for word in ["Transform3D", "PoolIntArray", "joined-key"] {
            assert!(words.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = folder().join("man");
    good(&format!("man --out {}", folder.display()), "");
    for command in commands().iter().map(String::as_str).chain([""]) {
        let page = ["gdvariant", command].join("-");
        let page = page.trim_end_matches('-');
        let text = fs::read_to_string(folder.join(format!("{page}.1"))).expect(page);
        assert!(text.contains(&format!(".TH {page} ")), "{page}");
        let help = good(&format!("{command} --help"), "");
        let (_, usage) = help.split_once("Usage: ").expect(page);
        let usage = usage.split("\n\n").next().expect(page).replace('-', "\\-");
        let (_, synopsis) = text.split_once(".SH SYNOPSIS\n").expect(page);
        let synopsis = synopsis.split("\n.SH").next().expect(page);
        let words = |text: &str| {
            text.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(words(&synopsis.replace("\n.br", "")), words(&usage));
    }
    assert!(good("man", "").contains(".SH NAME"));
}

#[test]
fn colors_can_be_forced_and_forbidden() {
    let color = "\u{1b}[";
    let inspect = |options: &str| good(&format!("inspect {options}"), [0; 4]);
    assert!(!inspect("").contains(color), "a pipe shows no colors");
    assert!(inspect("--color always").contains(color));
    assert!(!inspect("--color never").contains(color));
    let error = run("decode --color always", [0xff; 4]).err;
    assert!(error.contains(color), "{error}");
}
