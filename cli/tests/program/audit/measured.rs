//! Measures each entry of the list of effects in running engines.
//!
//! `tests/engine/README.md` explains the variables that name the engines.

use super::samples::{Sample, Types, depends_on_path, samples};
use crate::common::empty_folder;
use gdvariant_files::audit::effects::{Action, EFFECTS, Effect};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The time after which an engine counts as stopped.
const TIMEOUT: Duration = Duration::from_secs(30);

/// An engine, and the scripts that it runs.
struct Engine {
    program: String,
    version: String,
    options: &'static [&'static str],
    project: &'static str,
    script: &'static str,
}

/// Decodes the value in the file `value`, with objects allowed, and prints a line before each step.
/// Then the script shows text for several frames, because some effects damage the engine.
const SCRIPT_3: &str = "\
extends SceneTree
var frame = 0
var decoded
func _iteration(_delta):
\tframe += 1
\tif frame == 2:
\t\tvar file = File.new()
\t\tvar _error = file.open('res://value', File.READ)
\t\tprint('DECODING')
\t\tif file.file_exists('res://text'):
\t\t\tdecoded = str2var(file.get_as_text())
\t\telse:
\t\t\tdecoded = file.get_var(true)
\t\tprint('DECODED')
\t\tif OS.get_environment('PROPERTY') and decoded:
\t\t\tprint('SET ', decoded.get(OS.get_environment('PROPERTY')))
\t\tif ResourceLoader.has_cached('res://replaced.tres'):
\t\t\tprint('REPLACED ', load('res://replaced.tres').get_class())
\telif frame == 3:
\t\tvar label = Label.new()
\t\tlabel.text = 'text'
\t\troot.add_child(label)
\t\troot.add_child(Tree.new())
\t\troot.add_child(AudioStreamPlayer.new())
\telif frame == 30:
\t\tprint('END')
\t\tquit()
";

/// The same script for Godot 4.
const SCRIPT_4: &str = "\
extends SceneTree
var frame = 0
var decoded
func _process(_delta):
\tframe += 1
\tif frame == 2:
\t\tvar file = FileAccess.open('res://value', FileAccess.READ)
\t\tprint('DECODING')
\t\tif FileAccess.file_exists('res://text'):
\t\t\tdecoded = str_to_var(file.get_as_text())
\t\telse:
\t\t\tdecoded = file.get_var(true)
\t\tprint('DECODED')
\t\tif OS.get_environment('PROPERTY') and decoded:
\t\t\tprint('SET ', decoded.get(OS.get_environment('PROPERTY')))
\t\tif ResourceLoader.has_cached('res://replaced.tres'):
\t\t\tprint('REPLACED ', load('res://replaced.tres').get_class())
\telif frame == 3:
\t\tvar label = Label.new()
\t\tlabel.text = 'text'
\t\troot.add_child(label)
\t\troot.add_child(Tree.new())
\t\troot.add_child(AudioStreamPlayer.new())
\telif frame == 30:
\t\tprint('END')
\t\tquit()
\treturn false
";

/// A script of Godot 4 that reports when it runs.
const LOADED_4: &str = "\
extends Resource
static func _static_init():
\tprint('RAN the script')
func _init():
\tprint('RAN the initializer')
";

/// A script of Godot 3, which runs nothing when it is loaded. Loading reports the error in it.
const LOADED_3: &str = "extends Resource\nvar a = the_script_was_loaded\n";

impl Engine {
    /// Returns the engine that a variable names, or `None` with a message.
    fn named(variable: &str) -> Option<Self> {
        let Ok(program) = std::env::var(variable) else {
            eprintln!("skipping an engine: set {variable} to measure effects in it");
            return None;
        };
        let output = Command::new(&program)
            .arg("--version")
            .output()
            .expect("the engine starts");
        let text = String::from_utf8_lossy(&output.stdout);
        let numbers: Vec<&str> = text.trim().split('.').take(3).collect();
        let version = numbers.join(".");
        Some(if version.starts_with('3') {
            Self {
                program,
                version,
                options: &["--no-window", "-s", "main.gd"],
                project: "config_version=4\n",
                script: SCRIPT_3,
            }
        } else {
            Self {
                program,
                version,
                options: &["--headless", "-s", "main.gd"],
                project: "config_version=5\n",
                script: SCRIPT_4,
            }
        })
    }

    /// Decodes a value in a new process, and returns everything that the engine prints, and whether
    /// the engine reached its end.
    fn decode(&self, folder: &Path, sample: &Sample) -> (String, bool) {
        let project = folder.join("project");
        let write = |name: &str, content: &[u8]| {
            fs::write(project.join(name), content).expect("a new folder");
        };
        fs::create_dir_all(&project).expect("a new folder");
        write("project.godot", self.project.as_bytes());
        write("main.gd", self.script.as_bytes());
        if let Some(text) = &sample.text {
            write("text", b"");
            write("value", text.as_bytes());
        } else {
            let length = u32::try_from(sample.value.len()).expect("short");
            write(
                "value",
                &[&length.to_le_bytes(), sample.value.as_slice()].concat(),
            );
        }
        let log = fs::File::create(folder.join("log")).expect("a new folder");
        // The limit ends an engine that exhausts the memory.
        let mut child = Command::new("sh")
            .args(["-c", "ulimit -v 6291456; exec \"$0\" \"$@\""])
            .arg(&self.program)
            .args(self.options)
            .current_dir(&project)
            .env("HOME", folder)
            .env("PROPERTY", sample.property)
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("a file"))
            .stderr(log)
            .spawn()
            .expect("a shell");
        let started = Instant::now();
        while child.try_wait().expect("a child").is_none() {
            if started.elapsed() > TIMEOUT {
                // Killing fails if the engine has ended by itself.
                let _ = child.kill();
                let _ = child.wait();
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let log = fs::read(folder.join("log")).expect("the engine's messages");
        let log = String::from_utf8_lossy(&log).into_owned();
        let has_ended = log.lines().any(|line| line == "END");
        assert!(log.contains("DECODING"), "{}: {log}", sample.name);
        (log, has_ended)
    }

    /// Returns whether decoding a value has the effect.
    fn has_effect(&self, effect: &Effect, path: &str, sample: &Sample) -> Result<(), String> {
        let folder = empty_folder("measured");
        let target = folder
            .join("project")
            .join(path.trim_start_matches("res://"));
        fs::create_dir_all(folder.join("project")).expect("a new folder");
        let content = match self.version.as_bytes()[0] {
            b'3' => LOADED_3,
            _ => LOADED_4,
        };
        match effect.action {
            // The other properties are folders.
            Action::Opens if sample.property != "load_path" => {
                fs::create_dir_all(&target).expect("a new folder");
            }
            _ => fs::write(&target, content).expect("a new folder"),
        }
        let (log, has_ended) = self.decode(&folder, sample);
        let runs_files = self.version.starts_with('4');
        let is_observed = match effect.action {
            Action::AttachesScript if !runs_files => log.contains("RAN the script"),
            Action::AttachesScript => {
                log.contains("RAN the script") && log.contains("RAN the initializer")
            }
            _ if !has_ended => matches!(effect.action, Action::Crashes | Action::Exhausts),
            Action::Crashes | Action::Exhausts => false,
            Action::ReplacesFile => log.contains("REPLACED Resource"),
            Action::LoadsLibrary => log.contains("dynamic library"),
            Action::Opens => {
                // The engine acts differently if the file or the folder does not exist.
                let moved = target.with_extension("moved");
                fs::rename(&target, moved).expect("a file");
                self.decode(&folder, sample).0 != log
            }
            _ if runs_files => log.contains("RAN the script"),
            _ => log.contains("the_script_was_loaded"),
        };
        if is_observed {
            Ok(())
        } else {
            Err(format!(
                "{}: {}: {:?} was not observed, ended: {has_ended}\n{log}",
                self.version, sample.name, effect.action
            ))
        }
    }
}

/// Measures each entry for the version of the engine.
fn measure(variable: &str) {
    let Some(engine) = Engine::named(variable) else {
        return;
    };
    let types = Types::of_version(&engine.version);
    let (mut count, mut missing) = (0, Vec::new());
    for effect in EFFECTS {
        if !effect
            .measured
            .split(", ")
            .any(|version| version == engine.version)
        {
            continue;
        }
        let paths = match effect.action {
            _ if depends_on_path(effect) => &["res://../outside.gd", "res://inside.gd"][..],
            Action::ReplacesFile => &["res://replaced.tres"],
            // Godot 3 does not load resources outside the game.
            _ => &["res://inside.gd"],
        };
        for path in paths {
            for sample in samples(effect, types, path) {
                count += 1;
                missing.extend(engine.has_effect(effect, path, &sample).err());
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n\n"));
    // No effect is observed for an object without any.
    let harmless = Sample {
        name: "Resource".to_owned(),
        value: types.object("Resource", &[]),
        text: None,
        property: "resource_name",
    };
    let mut actions: Vec<Action> = Vec::new();
    for effect in EFFECTS {
        if actions.contains(&effect.action) {
            continue;
        }
        actions.push(effect.action);
        let observed = engine.has_effect(effect, "res://inside.gd", &harmless);
        assert!(observed.is_err(), "{:?}", effect.trigger);
    }
    assert!(count > 10, "{}: no entry names the version", engine.version);
    eprintln!("{}: measured {count} effects", engine.version);
}

#[test]
fn effects_are_measured_in_godot_3() {
    measure("GDVARIANT_ENGINE");
}

#[test]
fn effects_are_measured_in_godot_4() {
    measure("GDVARIANT_ENGINE4");
}
