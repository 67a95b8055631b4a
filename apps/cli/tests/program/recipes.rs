//! Runs the recipes on the page of the program, and compares their output with the text.
//!
//! `INSTA_UPDATE=always` writes the output into the recipes.
#![cfg(unix)]

use crate::common::empty_folder;
use crate::session::repository;
use gdvariant::{Variant, godot4, variant};
use gdvariant_files::{Encryption, FileKey, encrypt_file};
use std::fs;
use std::path::{Path, PathBuf};

/// The files of the recipes: the name in the recipes, and the path in the repository.
const SAMPLES: [(&str, &str); 5] = [
    ("save.dat", "examples/packets/save4.dat"),
    ("save3.dat", "examples/packets/save.dat"),
    ("packet.bin", "examples/packets/player4.bin"),
    (
        "compressed.dat",
        "conformance/files/godot-4.6.3/zstd-0.gcpf",
    ),
    ("encrypted.dat", "conformance/files/godot-4.6.3/pass-0.gdec"),
];

/// The password of `encrypted.dat`.
const PASSWORD: &str = "correct horse\n";

/// A ConfigFile.
const SETTINGS: &str = "; written by the options menu\n[audio]\n\nvolume=0.75\n\
    [keys/move.left]\n\ncodes=[ 65,16777231 ]\n";

/// The content of `settings3.cfg`, which Godot 3 encrypted.
const SETTINGS3: &str = "[player]\n\nname=\"Ada\"\nscores=PoolIntArray( 1, 2, 3 )\n";

/// A save of `ResourceSaver.save`.
const RESOURCE: &str = r#"[gd_resource type="Resource" script_class="Save" load_steps=3 format=3]

[ext_resource type="Script" path="res://save.gd" id="1_s"]

[sub_resource type="Resource" id="Item_1"]
kind = "sword"
count = 3

[resource]
script = ExtResource("1_s")
health = 30
items = [SubResource("Item_1")]
"#;

/// A scene of Godot 4.3.
const LEVEL: &str = r#"[gd_scene load_steps=2 format=4]

[sub_resource type="Resource" id="Map_1"]
metadata/tiles = PackedByteArray("AQID")

[node name="Level" type="Node2D"]
metadata/map = SubResource("Map_1")
"#;

/// A scene of Godot 3.
const MENU3: &str = r#"[gd_scene format=2]

[node name="Menu" type="Control"]
margin_left = 8.0
__meta__ = {
"author": "Ada"
}

[node name="Start" type="Button" parent="."]
margin_left = 4.0
"#;

/// The project settings of Godot 3.
const PROJECT3: &str = r#"config_version=4

[input]

jump={
"deadzone": 0.5,
"events": [ Object(InputEventKey,"alt":false,"shift":true,"scancode":32,"physical_scancode":0)
 ]
}
"#;

/// The content of `scores.dat`.
const SCORES: &str = "{\"gold\":30,\"name\":\"Ada\"}\n";

/// Returns an encrypted file with a content.
fn encrypted(encryption: Encryption, content: &str) -> Vec<u8> {
    let key = FileKey::from_password(PASSWORD.trim_end());
    encrypt_file(content.as_bytes(), encryption, &key).expect("random numbers")
}

/// Returns a save with an encoded value and the start of an image.
fn inventory() -> Vec<u8> {
    let state = godot4::to_vec(&variant!({"gold": 30})).expect("a value");
    let value = variant!({
        "state": (Variant::PackedByteArray(state)),
        "thumbnail": (Variant::PackedByteArray(b"\x89PNG".to_vec())),
    });
    let mut file = Vec::new();
    godot4::write_framed(&mut file, &value).expect("memory");
    file
}

/// A command of a recipe, and its output in the text.
struct Step {
    command: String,
    output: String,
}

/// Returns the paths of the recipes and of the start page, which both show commands with output.
fn recipes() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("recipes");
    let entries = fs::read_dir(folder).expect("the folder of the recipes");
    let recipes = entries.map(|entry| entry.expect("a file").path());
    let start = repository().join("xtask/pages/templates/en/index.md");
    recipes.chain([start]).collect()
}

/// Returns the commands in the `console` code blocks of a text. A line that starts with `>`
/// continues a command.
fn steps(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut is_terminal = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_terminal = line == "```console";
        } else if let (true, Some(command)) = (is_terminal, line.strip_prefix("$ ")) {
            let (command, output) = (command.to_owned(), String::new());
            steps.push(Step { command, output });
        } else if is_terminal {
            let step = steps.last_mut().expect("a terminal begins with a command");
            match line.strip_prefix("> ") {
                Some(more) if step.output.is_empty() => step.command.extend(["\n", more]),
                _ => step.output.extend([line, "\n"]),
            }
        }
    }
    steps
}

/// Replaces the outputs of the commands in a text.
fn updated(text: &str, outputs: &[String]) -> String {
    let (mut lines, mut outputs) = (Vec::new(), outputs.iter());
    let (mut is_terminal, mut is_command) = (false, false);
    let mut pending: Option<&String> = None;
    for line in text.lines() {
        let is_fence = line.starts_with("```");
        let is_next = is_terminal && line.starts_with("$ ");
        is_command = is_next || (is_command && line.starts_with("> "));
        if is_terminal && (is_fence || is_next) {
            lines.extend(pending.take().into_iter().flat_map(|output| output.lines()));
        }
        if is_next {
            pending = outputs.next();
        }
        if is_fence {
            is_terminal = line == "```console";
        }
        if !is_terminal || is_fence || is_command {
            lines.push(line);
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn recipes_print_the_output_that_they_show() {
    let is_update = std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always");
    let mut count = 0;
    for path in recipes() {
        let name = path.display();
        let text = fs::read_to_string(&path).expect("a recipe is text");
        let folder = empty_folder(&path.file_stem().expect("a name").to_string_lossy());
        for (sample, file) in SAMPLES {
            fs::copy(repository().join(file), folder.join(sample)).expect("the sample is there");
        }
        let write = |name: &str, content: &[u8]| {
            fs::write(folder.join(name), content).expect("the folder can be written");
        };
        write("password.txt", PASSWORD.as_bytes());
        write("settings.cfg", SETTINGS.as_bytes());
        write("save.tres", RESOURCE.as_bytes());
        write("level.tscn", LEVEL.as_bytes());
        write("menu3.tscn", MENU3.as_bytes());
        write("project3.godot", PROJECT3.as_bytes());
        write("scores.dat", &encrypted(Encryption::Godot4, SCORES));
        write("settings3.cfg", &encrypted(Encryption::Godot3, SETTINGS3));
        write("inventory.dat", &inventory());
        let steps = steps(&text);
        assert!(!steps.is_empty(), "{name} has a command");
        count += steps.len();
        let commands: Vec<&str> = steps.iter().map(|step| &*step.command).collect();
        // A recipe is skipped if one of its commands cannot run, because the others depend on it.
        if !commands
            .iter()
            .all(|command| crate::session::can_run(command))
        {
            continue;
        }
        let ran = crate::session::run(&folder, &commands);
        if is_update {
            let outputs: Vec<String> = ran.iter().map(|ran| ran.output.clone()).collect();
            fs::write(&path, updated(&text, &outputs)).expect("the recipe can be written");
            continue;
        }
        for (index, (step, ran)) in steps.iter().zip(&ran).enumerate() {
            let command = &step.command;
            assert_eq!(ran.output, step.output, "{name}: $ {command}");
            // A failing command must be followed by `echo $?`.
            let is_shown = steps
                .get(index + 1)
                .is_some_and(|next| next.command == "echo $?");
            assert!(
                ran.status == 0 || is_shown,
                "{name}: $ {command}: status {}",
                ran.status
            );
        }
    }
    assert!(count > 20, "{count} commands");
}

#[test]
fn every_recipe_is_on_the_page() {
    let page =
        fs::read_to_string(repository().join("docs/program.md")).expect("the page is checked in");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("recipes");
    for entry in fs::read_dir(folder).expect("the folder of the recipes") {
        let path = entry.expect("a file").path();
        let text = fs::read_to_string(&path).expect("a recipe is text");
        assert!(
            page.contains(&format!("\n{text}\n")),
            "{} is not among the recipes of xtask/pages/src/program.rs",
            path.display()
        );
    }
}
