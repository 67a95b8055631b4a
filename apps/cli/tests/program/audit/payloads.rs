//! Tests the audit of text with the payloads in `payloads.txt`, each of which runs code in an engine.
//!
//! `measured.rs` measures the payloads. A line that starts with `===` starts a payload: its name, how
//! a game loads it, the versions of the engines that run its code, and the rule, line and path of a
//! finding. The text follows. `<<evil||harmless>>` is one of two alternatives, and the text with all
//! harmless alternatives is the neighbor of the payload. Words with an `@` and pictures of control
//! characters are replaced.

use super::findings;
use super::samples::{Types, string};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gdvariant_files::audit::Severity;
use gdvariant_files::open::OpenOptions;

/// The ways in which a game loads a text, and the name of the file.
const LOADS: [(&str, &str); 12] = [
    // As a ConfigFile.
    ("Config", "save.cfg"),
    // As a ConfigFile; the game parses its strings until no string is left.
    ("Strings", "save.cfg"),
    // As a ConfigFile; the game decodes its bytes with objects.
    ("Bytes", "save.cfg"),
    // With `str2var`.
    ("Value", "save.txt"),
    // With `load`.
    ("Resource", "save.tres"),
    // With `load`; the game decodes the bytes in the metadata `x`.
    ("ResourceBytes", "save.tres"),
    // With `load`; the game adds an instance to its scene.
    ("Scene", "save.tscn"),
    // With `load`.
    ("Extension", "save.gdextension"),
    // By loading the imported file.
    ("Import", "image.png.import"),
    // By loading the file that was moved.
    ("Remap", "moved.tres.remap"),
    // As the settings of the project.
    ("Project", "project.godot"),
    // As settings that replace the project's settings.
    ("Override", "override.cfg"),
];

pub(super) struct Payload {
    pub(super) name: &'static str,
    /// How a game loads the text, one of [`LOADS`].
    pub(super) load: &'static str,
    pub(super) file: &'static str,
    /// The versions of the engines that run the code.
    pub(super) measured: &'static str,
    /// The rule, the line and the path of the finding.
    finding: &'static str,
    text: &'static str,
}

/// What a text names of the machine.
pub(super) struct Places<'a> {
    /// A folder outside of the project.
    pub(super) folder: String,
    /// A server.
    pub(super) address: String,
    /// The version of the engine.
    pub(super) version: &'a str,
}

impl Places<'static> {
    fn of_version(version: &'static str) -> Self {
        Self {
            folder: "/home/player".to_owned(),
            address: "example.com".to_owned(),
            version,
        }
    }
}

pub(super) fn payloads() -> Vec<Payload> {
    let payloads = include_str!("payloads.txt").split("=== ").skip(1);
    let payloads = payloads.map(|payload| {
        let (head, text) = payload.split_once('\n').expect("a text");
        let fields: Vec<&str> = head.split(" | ").collect();
        let [name, load, measured, finding] = fields[..] else {
            panic!("{head}");
        };
        let file = LOADS.iter().find(|it| it.0 == load).expect(head).1;
        Payload {
            name,
            load,
            file,
            measured,
            finding,
            text,
        }
    });
    payloads.collect()
}

const CODE: &str = r#"extends Resource\nfunc _init():\n\tprint(\"RAN\")\n"#;

/// Returns a script for objects of a class.
fn script(class: &str) -> String {
    let code = CODE.replace("Resource", class);
    format!(r#"Object(GDScript,"script/source":"{code}")"#)
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

impl Payload {
    /// Returns whether the text has settings of the project.
    pub(super) fn is_of_project(&self) -> bool {
        ["Project", "Override"].contains(&self.load)
    }

    /// Returns the text with either its evil or its harmless alternatives.
    pub(super) fn text(&self, is_harmless: bool, places: &Places<'_>) -> String {
        let mut text = alternative(self.text, is_harmless);
        let object = format!(r#"Object(Resource,"script":{})"#, script("Resource"));
        let mut texts = vec![quoted(&object)];
        for level in 0..3 {
            texts.push(quoted(&format!("\"{}\"", texts[level])));
        }
        let binary = binary(places.version);
        let bytes: Vec<String> = binary.iter().map(u8::to_string).collect();
        let sub_resource = |class: &str| {
            let code = CODE.replace("Resource", class);
            format!("[sub_resource type=\"GDScript\" id=1]\nscript/source = \"{code}\"")
        };
        let is_3 = places.version.starts_with('3');
        let replaced = [
            ("@OBJECT", object.as_str()),
            ("@NODESCRIPT", &sub_resource("Node")),
            ("@SCRIPT", &sub_resource("Resource")),
            (
                "@RESOURCE",
                "[sub_resource type=\"Resource\" id=1]\nresource_name = \"a\"",
            ),
            ("@NODE", &script("Node")),
            ("@PLAYER", &script("AnimationPlayer")),
            ("@CODE", CODE),
            ("@TEXT1", &texts[0]),
            ("@HALF2", &texts[1].replacen("Obj", "", 1)),
            ("@TEXT2", &texts[1]),
            ("@TEXT3", &texts[2]),
            ("@TEXT4", &texts[3]),
            ("@BASE64", &STANDARD.encode(&binary)),
            ("@BYTES", &bytes.join(", ")),
            ("@ABSOLUTE", &places.folder),
            ("@ADDRESS", &places.address),
            ("@VERSION", if is_3 { "4" } else { "5" }),
            ("@BOM", "\u{feff}"),
        ];
        for (mark, content) in replaced {
            text = text.replace(mark, content);
        }
        text
    }
}

/// Returns a text with either its evil or its harmless alternatives, and with control characters
/// instead of their pictures.
pub(super) fn alternative(text: &str, is_harmless: bool) -> String {
    let mut parts = text.split("<<");
    let mut chosen = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (alternatives, after) = part.split_once(">>").expect("an end");
        let (evil, harmless) = alternatives.split_once("||").expect("alternatives");
        chosen.extend([if is_harmless { harmless } else { evil }, after]);
    }
    // The pictures have the order of the characters.
    let character = |c: char| match u32::from(c) {
        code @ 0x2400..0x2420 => char::from_u32(code - 0x2400).unwrap_or(c),
        _ => c,
    };
    chosen.chars().map(character).collect()
}

/// Returns the bytes of an object with a script, as the engine encodes it.
fn binary(version: &str) -> Vec<u8> {
    let types = Types::of_version(version);
    let script = if version.starts_with('3') {
        let code = CODE.replace("\\n", "\n").replace("\\t", "\t");
        let code = string(&code.replace("\\\"", "\""));
        types.object("GDScript", &[("script/source", code)])
    } else {
        string("res://../evil.gd")
    };
    types.object("Resource", &[("script", script)])
}

/// Checks each payload, or each harmless neighbor, with the values of both engines: the rule, line
/// and path of its errors. Without a layout, the audit covers all engines.
#[track_caller]
fn check(is_harmless: bool, is_right: impl Fn(&Payload, &[String]) -> bool) {
    let mut wrong = Vec::new();
    for (version, payload) in ["3.6.2", "4.6.3"]
        .into_iter()
        .flat_map(|version| payloads().into_iter().map(move |it| (version, it)))
    {
        let text = payload.text(is_harmless, &Places::of_version(version));
        let found = findings(OpenOptions::new(), text.as_bytes());
        let errors = found
            .iter()
            .filter(|it| it.rule.severity == Severity::Error);
        let errors = errors.map(|it| {
            let shown = format!("{} {} {}", it.rule.id, it.line.unwrap_or(0), it.path);
            shown.trim_end().to_owned()
        });
        let errors: Vec<String> = errors.collect();
        if !is_right(&payload, &errors) {
            wrong.push(format!("{} in {version}: {errors:?}", payload.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn texts_that_run_code_are_errors() {
    check(false, |payload, found| {
        found.iter().any(|row| row == payload.finding)
    });
}

/// Text after a syntax error is not examined, which is an error as well.
#[test]
fn harmless_neighbors_are_no_errors() {
    check(true, |_, found| {
        found.iter().all(|row| row.starts_with("not-examined"))
    });
}
