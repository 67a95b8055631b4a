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
fn every_command_has_a_manual_page() {
    let folder = folder().join("man");
    good(&format!("man --out {}", folder.display()), "");
    let of_command = |command: &String| format!("gdvariant-{command}");
    let pages = commands().iter().map(of_command).collect::<Vec<_>>();
    for page in pages.iter().chain([&"gdvariant".to_owned()]) {
        let text = fs::read_to_string(folder.join(format!("{page}.1"))).expect(page);
        assert!(text.contains(&format!(".TH {page} ")), "{page}");
    }
    assert!(good("man", "").contains(".SH NAME"));
}

/// Returns the long options in a text.
fn long(text: &str) -> impl Iterator<Item = &str> {
    let is_option = |word: &&str| word.starts_with("--") && word.len() > 2;
    words(text).into_iter().filter(is_option)
}

/// The heading of the options that the page lists once.
const COMMON: &str = "Options for every command";

#[test]
fn the_page_has_all_commands_and_options() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/program.md");
    let page = fs::read_to_string(page).expect("the page is checked in");
    let section_of = |heading: &str| {
        let (_, section) = page
            .split_once(&format!("\n### {heading}\n"))
            .unwrap_or_else(|| panic!("no {heading}"));
        section.split("\n### ").next().expect("a section")
    };
    let common = words(section_of(COMMON));
    for command in commands() {
        let help = good(&format!("{command} -h"), "");
        let (own, everywhere) = help.split_once(COMMON).expect("every command has --color");
        let section = words(section_of(&command));
        for option in long(own).filter(|option| !["--help", "--version"].contains(option)) {
            assert!(section.contains(option), "{command}: {option}");
        }
        for option in long(everywhere.split("\n\n").next().expect("a list")) {
            assert!(common.contains(option), "{command}: {option}");
        }
    }
    let row_of = |line: &str| {
        let row = line.strip_prefix("| `--")?;
        Some(row.split([' ', '`']).next()?.to_owned())
    };
    for option in section_of(COMMON).lines().filter_map(row_of) {
        let rows = page
            .lines()
            .filter(|line| row_of(line).as_ref() == Some(&option));
        // The bytes that `pack` and `unpack` skip precede no values, and `encode` parses text.
        let others = match &*option {
            "skip" => 2,
            "from" => 1,
            _ => 0,
        };
        assert_eq!(rows.count(), 1 + others, "{option}");
    }
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
