//! Measures each entry of the list of effects and each payload of the list of texts in running
//! engines.
//!
//! `files/tests/engine/README.md` explains the variables that name the engines.

use super::payloads::{Payload, Places, payloads};
use super::samples::{Sample, Types, depends_on_path, samples};
use crate::common::empty_folder;
use gdvariant_files::audit::effects::{Action, EFFECTS, Effect};
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The time after which an engine counts as stopped.
const TIMEOUT: Duration = Duration::from_secs(30);

struct Engine {
    program: String,
    version: String,
    is_3: bool,
}

/// Decodes the value in the file `value`, with objects allowed, or parses its text if the variable
/// TEXT is set, and prints a line before each step. Then the script shows text for several frames,
/// because some effects damage the engine.
const DECODING_3: &str = "\
extends SceneTree
var frame = 0
var decoded
func _iteration(_delta):
\tframe += 1
\tvar path = 'res://value'
\tif frame == 2:
\t\tvar file = File.new()
\t\tvar _error = file.open(path, File.READ)
\t\tprint('DECODING')
\t\tif OS.get_environment('TEXT'):
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

/// Returns the files of the game, or those that an attacker puts next to a text, into the folder of
/// the player, and around the game.
fn files_of(owner: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let files = include_str!("measured.txt").split("=== ").skip(1);
    files.filter_map(move |file| {
        let (head, content) = file.split_once('\n')?;
        let (found, name) = head.split_once(" | ")?;
        (found == owner).then_some((name, content))
    })
}

/// A script of Godot 3 that reports when it runs.
const RUN_3: &str = "extends Resource\nfunc _init():\n\tprint('RAN the initializer')\n";

/// Loads the file that the variable FILE names as the variable LOAD says, and runs several frames.
const LOADING_3: &str = "\
extends SceneTree
var frame = 0
var kept = []
func parse(text):
\tvar value = str2var(text)
\tkept.append(value)
\tfor element in value if typeof(value) == TYPE_ARRAY else [value]:
\t\tif typeof(element) == TYPE_STRING and element != text:
\t\t\tparse(element)
func _iteration(_delta):
\tframe += 1
\tvar path = OS.get_environment('FILE')
\tvar load_as = OS.get_environment('LOAD')
\tif frame == 2:
\t\tprint('LOADING')
\t\tif load_as == 'Value':
\t\t\tvar file = File.new()
\t\t\tvar _error = file.open(path, File.READ)
\t\t\tkept.append(str2var(file.get_as_text()))
\t\telif load_as in ['Config', 'Strings', 'Bytes']:
\t\t\tvar config = ConfigFile.new()
\t\t\tvar _error = config.load(path)
\t\t\tvar value = config.get_value('a', 'b', '')
\t\t\tif load_as == 'Strings':
\t\t\t\tparse(value if typeof(value) == TYPE_STRING else value[0])
\t\t\telif load_as == 'Bytes':
\t\t\t\tvar is_string = typeof(value) == TYPE_STRING
\t\t\t\tvalue = Marshalls.base64_to_raw(value) if is_string else value
\t\t\t\tkept.append(bytes2var(value, true))
\t\telse:
\t\t\tvar resource = load(path)
\t\t\tkept.append(resource)
\t\t\tif load_as == 'Scene' and resource:
\t\t\t\tvar node = resource.instance()
\t\t\t\tif node:
\t\t\t\t\troot.add_child(node)
\t\t\tif load_as == 'ResourceBytes':
\t\t\t\tkept.append(bytes2var(resource.get_meta('x'), true))
\t\tif ResourceLoader.has_cached('res://replaced.tres'):
\t\t\tprint('REPLACED ', load('res://replaced.tres').get_class())
\telif frame == 30:
\t\tprint('END')
\t\tquit()
\t\treturn true
\treturn false
";

/// Names in scripts of Godot 3, and what Godot 4 calls them.
const REPLACED_IN_4: [(&str, &str); 7] = [
    ("_iteration", "_process"),
    ("str2var", "str_to_var"),
    (
        "var file = File.new()\n",
        "var file = FileAccess.open(path, FileAccess.READ)\n",
    ),
    ("var _error = file.open(path, File.READ)\n", "pass\n"),
    (", true))", "))"),
    ("bytes2var", "bytes_to_var_with_objects"),
    ("instance()", "instantiate()"),
];

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
        let is_3 = version.starts_with('3');
        Some(Self {
            program,
            version,
            is_3,
        })
    }

    /// Returns the settings of a project.
    fn project(&self) -> String {
        format!("config_version={}\n", if self.is_3 { 4 } else { 5 })
    }

    /// Returns a script of Godot 3 for this engine.
    fn script(&self, script: &str) -> String {
        let mut script = script.to_owned();
        for (name, replacement) in REPLACED_IN_4.iter().filter(|_| !self.is_3) {
            script = script.replace(name, replacement);
        }
        script
    }

    /// Starts a new process in the project of a folder, and returns everything that it prints.
    fn run(&self, folder: &Path, options: &[&str], variables: &[(&str, String)]) -> String {
        let log = fs::File::create(folder.join("log")).expect("a new folder");
        // The limit ends an engine that exhausts the memory.
        let mut child = Command::new("sh")
            .args(["-c", "ulimit -v 6291456; exec \"$0\" \"$@\""])
            .arg(&self.program)
            .arg(if self.is_3 {
                "--no-window"
            } else {
                "--headless"
            })
            .args(options)
            .current_dir(folder.join("project"))
            .env("HOME", folder)
            .envs(variables.iter().cloned())
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
        String::from_utf8_lossy(&log).into_owned()
    }

    /// Decodes a value in a new process, and returns everything that the engine prints, and whether
    /// the engine reached its end.
    fn decode(&self, folder: &Path, sample: &Sample) -> (String, bool) {
        let project = folder.join("project");
        fs::create_dir_all(&project).expect("a new folder");
        let mut variables = vec![("PROPERTY", sample.property.to_owned())];
        let value = if let Some(text) = &sample.text {
            variables.push(("TEXT", "yes".to_owned()));
            text.as_bytes().to_vec()
        } else {
            let length = u32::try_from(sample.value.len()).expect("short");
            [&length.to_le_bytes(), sample.value.as_slice()].concat()
        };
        for (name, content) in [
            ("project.godot", self.project().into_bytes()),
            ("main.gd", self.script(DECODING_3).into_bytes()),
            ("value", value),
        ] {
            fs::write(project.join(name), content).expect("a new folder");
        }
        let log = self.run(folder, &["-s", "main.gd"], &variables);
        let has_ended = log.lines().any(|line| line == "END");
        assert!(log.contains("DECODING"), "{}: {log}", sample.name);
        (log, has_ended)
    }

    /// Loads a text as a game does, with files of an attacker around the game, and returns whether
    /// the text runs code, and what the engine prints.
    fn loads(&self, payload: &Payload, is_harmless: bool) -> (bool, String) {
        let folder = empty_folder("measured");
        let project = folder.join("project");
        let user = folder.join(".local/share/godot/app_userdata/game");
        let server = TcpListener::bind("127.0.0.1:0").expect("a port");
        server.set_nonblocking(true).expect("a socket");
        let places = Places {
            folder: folder.display().to_string(),
            address: server.local_addr().expect("a port").to_string(),
            version: &self.version,
        };
        let evil = if self.is_3 { RUN_3 } else { LOADED_4 };
        for place in [&folder, &user, &project] {
            fs::create_dir_all(place).expect("a new folder");
            for (name, class) in [
                ("evil.gd", "Resource"),
                ("evilnode.gd", "Node"),
                ("evilloop.gd", "SceneTree"),
            ] {
                let script = evil.replace("Resource", class);
                fs::write(place.join(name), script).expect("a new folder");
            }
            for (name, content) in files_of("attacker") {
                fs::write(place.join(name), content).expect("a new folder");
            }
        }
        for (name, content) in files_of("game") {
            fs::write(project.join(name), content).expect("a new folder");
        }
        let settings = format!(
            "{}\n[application]\n\nconfig/name=\"game\"\nrun/main_scene=\"res://save.tscn\"\n",
            self.project()
        );
        fs::write(project.join("project.godot"), settings).expect("a new folder");
        let script = self.script(LOADING_3);
        fs::write(project.join("main.gd"), script).expect("a new folder");
        let text = payload.text(is_harmless, &places);
        let is_in_project = payload.is_of_project() || ["Import", "Remap"].contains(&payload.load);
        let place = if is_in_project { &project } else { &user };
        fs::write(place.join(payload.file), text).expect("a new folder");
        let path = match payload.load {
            "Import" => "res://image.png".to_owned(),
            "Remap" => "res://moved.tres".to_owned(),
            _ => format!("user://{}", payload.file),
        };
        let options: &[&str] = if payload.is_of_project() {
            &["--quit"]
        } else {
            &["-s", "main.gd"]
        };
        let variables = [("FILE", path), ("LOAD", payload.load.to_owned())];
        let log = self.run(&folder, options, &variables);
        let is_run = log.lines().any(|line| line.starts_with("RAN"))
            || log.contains("open dynamic library")
            || log.contains("REPLACED Gradient")
            || server.accept().is_ok();
        (is_run, log)
    }

    /// Returns whether decoding a value has the effect.
    fn has_effect(&self, effect: &Effect, path: &str, sample: &Sample) -> Result<(), String> {
        let folder = empty_folder("measured");
        let target = folder
            .join("project")
            .join(path.trim_start_matches("res://"));
        fs::create_dir_all(folder.join("project")).expect("a new folder");
        let content = if self.is_3 { LOADED_3 } else { LOADED_4 };
        match effect.action {
            // The other properties are folders.
            Action::Opens if sample.property != "load_path" => {
                fs::create_dir_all(&target).expect("a new folder");
            }
            _ => fs::write(&target, content).expect("a new folder"),
        }
        let (log, has_ended) = self.decode(&folder, sample);
        let runs_files = !self.is_3;
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

/// Measures each payload and its harmless neighbor.
fn measure_texts(engine: &Engine) {
    // All texts take minutes, so the gate measures every fourth.
    let step = if std::env::var_os("CI").is_some() {
        4
    } else {
        1
    };
    let (mut count, mut wrong) = (0, Vec::new());
    for payload in payloads().iter().step_by(step) {
        let is_listed = payload.measured.split(", ").any(|it| it == engine.version);
        count += usize::from(is_listed);
        for (is_harmless, expected) in [(false, is_listed), (true, false)] {
            let (is_run, log) = engine.loads(payload, is_harmless);
            // An engine that only loads settings does not run the script that prints the end.
            let has_ended = log.contains("END") || payload.is_of_project();
            if is_run != expected || is_harmless && !has_ended {
                wrong.push(format!(
                    "{}: harmless: {is_harmless}, ran: {is_run}, ended: {has_ended}\n{log}",
                    payload.name
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(count > 10, "{}: no text names the version", engine.version);
    eprintln!("{}: measured {count} texts", engine.version);
}

/// Measures each entry for the version of the engine.
fn measure(engine: &Engine) {
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

fn engines() -> impl Iterator<Item = Engine> {
    let variables = ["GDVARIANT_ENGINE", "GDVARIANT_ENGINE4"];
    variables.into_iter().filter_map(Engine::named)
}

#[test]
fn effects_are_measured_in_engines() {
    engines().for_each(|engine| measure(&engine));
}

#[test]
fn texts_are_measured_in_engines() {
    engines().for_each(|engine| measure_texts(&engine));
}
