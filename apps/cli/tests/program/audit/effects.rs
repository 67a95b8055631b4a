//! Looks for each entry of the list of effects at every place of a value.

use super::samples::{
    GODOT_3, GODOT_4, Types, compressed, depends_on_path, gzip, samples, sized, string, words, zlib,
};
use super::{findings, ids, in_layout};
use crate::common::hex;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gdvariant_files::Compression;
use gdvariant_files::audit::AuditRow;
use gdvariant_files::audit::effects::{Action, EFFECTS, Effect};
use gdvariant_files::detect::Framing;

const OUTSIDE: &str = "res://../outside.gd";
const INSIDE: &str = "res://inside.gd";

/// Returns the rule and the severity that an effect has to be reported with.
fn expected(effect: &Effect, path: &str) -> (&'static str, &'static str) {
    match effect.action {
        Action::LoadsScript | Action::LoadsIncludes if path == INSIDE => ("game-code", "warning"),
        Action::LoadsScript | Action::LoadsIncludes => ("outside-code", "error"),
        Action::AttachesScript => ("object-script", "error"),
        Action::Compiles => ("script-source", "error"),
        Action::LoadsLibrary => ("native-library", "error"),
        Action::ReplacesFile => ("resource-cache", "error"),
        Action::Constructs => ("object-text", "error"),
        Action::Opens => ("file-access", "warning"),
        Action::Crashes | Action::Exhausts => ("engine-crash", "error"),
    }
}

fn zstd(content: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(content, ruzstd::encoding::CompressionLevel::Fastest)
}

/// Returns what `compress` returns for FastLZ: the only block of a file.
fn fastlz(content: &[u8]) -> Vec<u8> {
    assert!(content.len() < 4096, "one block");
    let file = compressed(content, Compression::FastLz);
    let length = u32::from_le_bytes(*file[16..].first_chunk().expect("a length"));
    file[20..][..length as usize].to_vec()
}

/// Returns the places of a value: their names, and the values around it.
fn places(types: Types, value: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let nil = words(&[0]);
    let framed = sized(value);
    let within = |bytes: &[u8]| types.byte_array(bytes);
    let base64 = |bytes: &[u8]| string(&STANDARD.encode(bytes));
    vec![
        ("the value", value.to_vec()),
        ("an element", types.array(&[nil.clone(), value.to_vec()])),
        ("a key", types.dictionary(value, &nil)),
        ("a value of a key", types.dictionary(&string("a"), value)),
        (
            "a property",
            types.object("Node", &[("meta", value.to_vec()), ("name", string("a"))]),
        ),
        ("a byte array", within(value)),
        ("a byte array, framed", within(&framed)),
        (
            "a byte array, after another value",
            within(&[sized(&nil), framed.clone()].concat()),
        ),
        (
            "a byte array, before other bytes",
            within(&[value, &[0; 5]].concat()),
        ),
        (
            "a byte array of an Array with a byte array",
            within(&types.array(&[within(value)])),
        ),
        ("a byte array of digits", within(hex(value).as_bytes())),
        ("gzip", within(&gzip(value))),
        ("zlib", within(&zlib(value))),
        ("zstd", within(&zstd(value))),
        ("FastLZ", within(&fastlz(value))),
        ("a file", within(&compressed(value, Compression::FastLz))),
        (
            "a file, framed",
            within(&compressed(&framed, Compression::Zstd)),
        ),
        ("hex", string(&hex(value))),
        ("hex in upper case", string(&hex(value).to_uppercase())),
        ("hex of gzip", string(&hex(&gzip(value)))),
        ("base64", base64(value)),
        ("base64, framed", base64(&framed)),
        ("base64 of gzip", base64(&gzip(value))),
        ("base64 of zstd, framed", base64(&zstd(&framed))),
        ("base64 of hex", base64(hex(value).as_bytes())),
        ("a key in base64", types.dictionary(&base64(value), &nil)),
    ]
}

/// Returns the places of a text.
fn text_places(types: Types, text: &str) -> Vec<(&'static str, Vec<u8>)> {
    let bytes = text.as_bytes();
    vec![
        ("text in a byte array", types.byte_array(bytes)),
        ("text in gzip", types.byte_array(&gzip(bytes))),
        ("text in base64", string(&STANDARD.encode(bytes))),
        (
            "text in base64 of gzip",
            string(&STANDARD.encode(gzip(bytes))),
        ),
        ("text in text", string(&format!("[ 1, {{ 2: {text} }} ]"))),
    ]
}

fn audited(types: Types, value: &[u8]) -> Vec<AuditRow> {
    findings(in_layout(types.layout).framing(Framing::Bare), value)
}

/// Returns the entries that were measured in an engine with these types.
fn effects_of(types: Types) -> impl Iterator<Item = &'static Effect> {
    let is_here = move |version: &str| Types::of_version(version).layout == types.layout;
    EFFECTS
        .iter()
        .filter(move |effect| effect.measured.split(", ").any(is_here))
}

#[test]
fn each_effect_is_reported_at_every_place() {
    for types in [GODOT_3, GODOT_4] {
        let mut count = 0;
        for effect in effects_of(types) {
            // The places of any path.
            let mut paths = vec![(OUTSIDE, usize::MAX)];
            if depends_on_path(effect) {
                paths.push((INSIDE, 1));
            }
            for (path, max_places) in paths {
                let rule = expected(effect, path);
                for (index, sample) in samples(effect, types, path).iter().enumerate() {
                    let mut places = places(types, &sample.value);
                    places.extend(sample.text.iter().flat_map(|it| text_places(types, it)));
                    // Further classes of an entry are examined at the first place only.
                    let max_places = if index == 0 { max_places } else { 1 };
                    for (place, value) in places.into_iter().take(max_places) {
                        count += 1;
                        let found = audited(types, &value);
                        let mut rules =
                            found.iter().map(|it| (it.rule.id, it.rule.severity.name()));
                        let is_reported = rules.any(|it| it == rule);
                        assert!(is_reported, "{} in {place}: {found:?}", sample.name);
                    }
                }
            }
        }
        assert!(count > 500, "{count}");
    }
}

/// The rules that effects are reported with.
pub(super) const EFFECT_RULES: [&str; 9] = [
    "outside-code",
    "game-code",
    "object-script",
    "script-source",
    "native-library",
    "resource-cache",
    "object-text",
    "file-access",
    "engine-crash",
];

#[test]
fn similar_values_have_no_effect() {
    let (three, four) = (GODOT_3, GODOT_4);
    let of = |types: Types, class: &str, property: &str, value: Vec<u8>| {
        (types, types.object(class, &[(property, value)]))
    };
    let count = |number| words(&[2, number]);
    let shader = "shader_type canvas_item;\n#define A 1\nvoid fragment() { }\n";
    for (types, value) in [
        // A declared class, and a script without a path.
        (
            four,
            [words(&[0x2_001c]), sized(b"Node"), words(&[0])].concat(),
        ),
        of(four, "Resource", "script", words(&[0])),
        of(four, "Shader", "code", string(shader)),
        of(
            four,
            "Shader",
            "code",
            string("#define A // see https://example.com\n"),
        ),
        of(four, "Label", "code", string("#include \"res://../a\"")),
        of(four, "Label", "load_path", string("/etc")),
        of(four, "CPUParticles2D", "amount", count(8)),
        of(four, "CPUParticles2D", "lifetime", count(i32::MAX as u32)),
        of(
            four,
            "OpenXRInteractionProfile",
            "bindings",
            four.array(&[]),
        ),
        of(three, "RigidBody", "contacts_reported", count(4)),
        of(three, "Label", "collision_layer", count(u32::MAX)),
        of(three, "GDNativeLibraries", "a", words(&[0])),
        // The property of an object within another object.
        (
            four,
            four.object(
                "Node",
                &[
                    ("a", four.object("Shader", &[])),
                    ("code", string("#include \"/a\"")),
                ],
            ),
        ),
        // Words, digits and bytes that mean something else.
        (four, string("ProjectSettings")),
        (four, string("the Object (a noun) of the res://../sentence")),
        (four, string(&STANDARD.encode("Objects and Resources"))),
        (four, string(&STANDARD.encode([0x1c, 0, 3, 0, 20, 0, 0, 0]))),
        (four, four.byte_array(&[0x1c; 100])),
        (four, four.byte_array(&gzip(&[0; 1000]))),
        (four, four.byte_array(&gzip(&string("Node")))),
        (four, four.byte_array(b"\x1f\x8b\x08 is no gzip stream")),
        (four, four.byte_array(b"\x78\x9c is no zlib stream")),
        (four, four.byte_array(b"GCPF is no file")),
    ] {
        let found = audited(types, &value);
        for rule in EFFECT_RULES.into_iter().chain(["not-examined"]) {
            let is_noun = rule == "object-text" && value.windows(6).any(|it| it == b"(a nou");
            assert!(is_noun || !ids(&found).contains(&rule), "{found:?}");
        }
    }
}

/// Checks where paths lead. Engines treat both slashes alike.
#[test]
fn paths_are_judged_truthfully() {
    for (path, rule) in [
        ("res://a.gd", "game-code"),
        ("res://a/b/../../c.gd", "game-code"),
        ("res://..a/b.gd", "game-code"),
        ("res://../a.gd", "outside-code"),
        ("res://a/../../b.gd", "outside-code"),
        ("res://a/..\\../b.gd", "outside-code"),
        ("user://a.gd", "outside-code"),
        ("/tmp/a.gd", "outside-code"),
        ("\\\\host\\a.gd", "outside-code"),
    ] {
        for effect in EFFECTS.iter().filter(|effect| depends_on_path(effect)) {
            for sample in samples(effect, GODOT_4, path) {
                let found = audited(GODOT_4, &sample.value);
                let ids = ids(&found);
                assert!(ids.contains(&rule), "{path} in {}: {found:?}", sample.name);
                let is_of_game = ids.contains(&"resource-path");
                assert!(!is_of_game || rule == "game-code", "{path}: {found:?}");
            }
        }
    }
    // `uid://` is the id of a file of the game, and a declared script has to be in `res://`.
    let include = "#include \"uid://a\"";
    let shader = GODOT_4.object("Shader", &[("code", string(include))]);
    assert!(ids(&audited(GODOT_4, &shader)).contains(&"game-code"));
}

/// Checks directives that comments and line breaks interrupt, which engines ignore.
#[test]
fn disguised_includes_are_found() {
    for directive in [
        "#include \"res://../a.gd\"",
        "#inc/**/lude \"res://../a.gd\"",
        "#inclu\\\nde \"res://../a.gd\"",
        "#/*a*/include\n\"res://../a.gd\"",
        "\"a\" #include \"b\"\n#include \"res://../a.gd\"",
    ] {
        let shader = GODOT_4.object("Shader", &[("code", string(directive))]);
        let found = audited(GODOT_4, &shader);
        assert!(ids(&found).contains(&"outside-code"), "{directive}");
    }
    // A NodePath of several names, which engines join with slashes.
    let names = ["#include \"res:", "", "..", "a.gd\""];
    let names: Vec<u8> = names
        .into_iter()
        .flat_map(|it| sized(it.as_bytes()))
        .collect();
    let path = [words(&[22, 0x8000_0004, 0, 0]), names].concat();
    let shader = GODOT_4.object("Shader", &[("code", path)]);
    assert!(ids(&audited(GODOT_4, &shader)).contains(&"outside-code"));
}
