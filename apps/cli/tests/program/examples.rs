//! Runs the examples in the help of every command, in a folder with the files that they name.
#![cfg(unix)]

use crate::common::{commands, empty_folder};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Examples that fail as the help documents, with their exit status.
const FAILING: [(&str, i32); 2] = [
    (
        "echo 05000000 0000803f 0000 | gdvariant inspect --from hex",
        1,
    ),
    ("gdvariant diff saves backup", 1),
];

/// A value with all paths that the examples use.
const VALUE: &str = r#"{"player": {"name": "Ada", "health": 100, "script": "res://player.gd", "items": [], "position": {"Vector2": [1.5, -2.0]}, "curses": []}, "players": [1, 2, 3, {"position": {"Vector2": [0.0, 1.0]}}], "inventory": ["sword", {"id": "potion", "count": 1}, {"id": "sword", "count": 2}], "cells": {}, "debts": {}}"#;

/// An entry of the saves of Godot 3: `{"gold": 30}`, encoded.
const STATE: &str = r#"{"state": {"PoolByteArray": "EgAAAAEAAAAEAAAABAAAAGdvbGQCAAAAHgAAAA=="}, "#;

/// The folders in which the examples read or write files.
const FOLDERS: [&str; 6] = [
    "backup",
    "mods",
    "packets",
    "saves",
    ".local/share/bash-completion/completions",
    ".config/fish/completions",
];

/// Runs the program in a folder.
fn gdvariant(folder: &Path, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_gdvariant"))
        .args(args)
        .current_dir(folder)
        // This width ensures that no example is wrapped.
        .env("COLUMNS", "1000")
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "gdvariant {args:?}");
    String::from_utf8(output.stdout).expect("the program writes text")
}

/// Returns the examples in a help text, without their explanations.
fn examples(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Examples:");
    let lines = lines.skip(1).map_while(|line| line.strip_prefix("  "));
    let command = |line: &str| match line.find("  ") {
        Some(end) => line[..end].to_owned(),
        None => line.to_owned(),
    };
    lines.map(command).collect()
}

/// Returns the value of an option.
fn after<'e>(example: &'e str, option: &str) -> Option<&'e str> {
    let mut words = example.split(' ').skip_while(|word| *word != option);
    words.nth(1)
}

/// Returns the layout of a file, as the options of the example name it.
fn layout_of<'e>(example: &'e str, name: &str) -> &'e str {
    let second = after(example, "--layout-b").filter(|_| example.ends_with(name));
    let options = ["--layout", "--from-layout", "--layout-a"];
    let first = || options.iter().find_map(|option| after(example, option));
    second.or_else(first).unwrap_or("godot3")
}

/// Writes the files that an example reads.
fn write_files(folder: &Path, example: &str) {
    for name in example.split([' ', '\'']) {
        // A pattern matches one file.
        let file = name.replace('*', "one");
        let forms: &[&str] = match name.rsplit_once('.').map(|(_, extension)| extension) {
            Some("dat") if example.contains("pack ") => {
                fs::write(folder.join("content"), VALUE).expect("the folder can be written");
                let args = ["pack", "--compress", "zstd", "content", "-o", &file];
                gdvariant(folder, &args);
                continue;
            }
            Some("dat") => &["--framed"],
            Some("bin") => &[],
            Some("txt") => &["--to", "hex"],
            Some("json") => {
                fs::write(folder.join(&file), VALUE).expect("the folder can be written");
                continue;
            }
            Some("godot") => {
                let settings = "[application]\nconfig/name=\"\"\n";
                fs::write(folder.join(&file), settings).expect("the folder can be written");
                continue;
            }
            Some("tscn") => {
                let node =
                    |name| format!("\n[node name=\"{name}\" parent=\".\"]\nmargin_left = 4.0\n");
                let nodes = ["Body", "Torso", "Enemies"].map(node).concat();
                let scene = format!("[gd_scene format=3]\n\n[node name=\"Main\"]\n{nodes}");
                fs::write(folder.join(&file), scene).expect("the folder can be written");
                continue;
            }
            _ => continue,
        };
        let value = folder.join("value");
        let count = if example.contains("--value ") { 2 } else { 1 };
        let layout = layout_of(example, name);
        let text = if example.contains("state") {
            VALUE.replacen('{', STATE, 1)
        } else {
            VALUE.to_owned()
        };
        fs::write(&value, format!("{text}\n").repeat(count)).expect("the folder can be written");
        let args = ["encode", "--layout", layout, "value", "-o", &file];
        gdvariant(folder, &[&args[..], forms].concat());
    }
}

#[test]
fn every_example_of_the_help_runs() {
    let folder = empty_folder("examples");
    for name in FOLDERS {
        fs::create_dir_all(folder.join(name)).expect("the folder can be written");
    }
    fs::write(folder.join("mods/a.dat"), [0; 4]).expect("the folder can be written");
    let mut helps = vec![gdvariant(&folder, &["--help"])];
    for command in commands() {
        helps.push(gdvariant(&folder, &[&command, "--help"]));
    }
    let examples: Vec<String> = helps.iter().flat_map(|help| examples(help)).collect();
    for (fault, _) in FAILING {
        let is_there = examples.iter().any(|example| example == fault);
        assert!(is_there, "no help text has the example: {fault}");
    }
    let mut faults = Vec::new();
    for example in examples
        .iter()
        .filter(|example| crate::session::can_run(example))
    {
        write_files(&folder, example);
        let ran = crate::session::run(&folder, &[example]);
        let fault = FAILING.iter().find(|(fault, _)| fault == example);
        let status = fault.map_or(0, |(_, status)| *status);
        let ran = ran.first().expect("one command ran");
        if ran.status != status {
            faults.push(format!("$ {example}\n{}\n{}", ran.output, ran.status));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(examples.len() >= 30, "{} examples", examples.len());
}
