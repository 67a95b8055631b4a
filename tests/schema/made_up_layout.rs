//! Adds a made-up layout to a copy of the sources, builds the copy, and uses the layout.
//!
//! The layout is a YAML file without translations: missing translations must not stop a build.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The copied files: the workspace without documentation and tests.
const SOURCES: [&str; 12] = [
    "Cargo.toml",
    "Cargo.lock",
    "README.md",
    "build.rs",
    "benches",
    "apps",
    "codegen",
    "examples",
    "files",
    "runtime",
    "schema",
    "xtask",
];

/// A program that does not compile without the features `made_up` and `inspect`.
const LACKS_FEATURE: &str = "
use gdvariant::Converter;
use gdvariant::made_up;

fn main() {}
";

/// A program that uses the layout.
const PROGRAM: &str = r#"
use gdvariant::made_up::{self, MadeUp, Variant};
use gdvariant::Kind;
use gdvariant::{generic, Dictionary, Engine, NodePath, Ticket};

/// Decodes a value, skips it and inspects it, all with the same result.
fn all_ways(bytes: &[u8]) -> Result<Variant, gdvariant::DecodeError> {
    let decoded = made_up::from_slice::<Variant>(bytes);
    let borrowed = made_up::from_slice::<made_up::VariantRef>(bytes).map(Variant::from);
    assert_eq!(borrowed, decoded);
    let skipped = made_up::from_slice::<gdvariant::IgnoredAny>(bytes);
    assert_eq!(skipped.err(), decoded.clone().err());
    let inspected = gdvariant::MadeUp::LAYOUT.inspect(bytes, Default::default(), |_| ());
    assert_eq!(inspected.err(), decoded.clone().err());
    if let Ok(value) = &decoded {
        assert_eq!(made_up::to_vec(value).unwrap(), bytes);
    }
    decoded
}

fn main() {
    // Renumbered: the types of Godot 3 in reverse, without Rect2 and with another name for Quat.
    assert_eq!(MadeUp::LAYOUT.types().len(), 28);
    assert_eq!(MadeUp::LAYOUT.number_of(Kind::PackedColorArray), Some(0));
    assert_eq!(MadeUp::LAYOUT.number_of(Kind::Nil), Some(25));
    assert_eq!(MadeUp::LAYOUT.name_of(Kind::Quaternion), "Rotation");
    assert_eq!(MadeUp::LAYOUT.number_of(Kind::Rect2), None);
    let turn = gdvariant::Quaternion { w: 0.5, ..Default::default() };
    let value = Variant::from(turn);
    assert_eq!(value.kind(), Kind::Quaternion);
    assert_eq!(value.as_quaternion(), Some(&gdvariant::Quaternion::new(0.0, 0.0, 0.0, 0.5)));
    assert_eq!(all_ways(&made_up::to_vec(&value).unwrap()), Ok(Variant::Quaternion(turn)));

    let player: Dictionary<Variant> = [("name", Variant::from("Ada")), ("scores", vec![1, i64::MAX].into()), ("path", NodePath::from("/root/A:b").into())].into();
    let bytes = made_up::to_vec(&player).unwrap();
    assert_eq!(MadeUp::LAYOUT.number_of(Kind::Dictionary), Some(bytes[0].into()));
    assert_eq!(all_ways(&bytes), Ok(Variant::from(player)));
    // An Array and a Dictionary have the counts of their own tables.
    assert_eq!(bytes[4..8], [0, 3, 0, 0]);
    let detection = gdvariant_files::detect(&bytes);
    assert_eq!(detection.candidates()[0].layout.name, "made_up");
    // A record that only this layout has: two strings and an id.
    let ticket = Ticket::new("Ada".to_owned(), "north".to_owned(), 7);
    let bytes = made_up::to_vec(&ticket).unwrap();
    assert_eq!(bytes[..16], [26, 0, 0, 0, 3, 0, 0, 0, b'A', b'd', b'a', 0, 0, 0, 0, 0]);
    assert_eq!(made_up::from_slice::<Ticket>(&bytes).unwrap(), ticket);
    let value = all_ways(&bytes).unwrap();
    assert_eq!(value.as_ticket(), Some(&ticket));
    assert_eq!(value.to_string(), "Ticket(\"Ada\", \"north\", 7)");
    assert_eq!(value.to_string().parse::<Variant>().unwrap(), value);
    assert_eq!("Ticket()".parse::<Variant>().unwrap(), Variant::from(<Ticket>::default()));
    let borrowed: made_up::VariantRef = made_up::from_slice(&bytes).unwrap();
    assert_eq!(borrowed.to_string(), value.to_string());
    assert_eq!(made_up::serde::to_vec(&ticket).unwrap(), bytes);
    assert_eq!(made_up::serde::from_slice::<Ticket>(&bytes).unwrap(), ticket);
    let signal = gdvariant::Signal::new("pressed".to_owned(), 7);
    all_ways(&made_up::to_vec(&signal).unwrap()).unwrap();
    // The copy pads strings to 8 bytes.
    assert_eq!(made_up::to_vec("Ada").unwrap(), [21, 0, 0, 0, 3, 0, 0, 0, b'A', b'd', b'a', 0, 0, 0, 0, 0]);
    // A NodePath of the made-up layout has its flags before the number of subnames, and no bit for
    // the new format.
    let path = made_up::to_vec(&NodePath::from("/root:b:c")).unwrap();
    assert_eq!(path[..16], [11, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]);
    let too_long = made_up::to_vec(&vec![(); 70_000]).unwrap_err();
    assert!(matches!(too_long.kind(), gdvariant::EncodeErrorKind::TooLong { limit: 65_535, .. }));
    all_ways(&made_up::to_vec(&vec![true; 65_535]).unwrap()).unwrap();
    // A count has 16 bits; strict decoding rejects the other bits, and lenient decoding ignores
    // them.
    let mut counted = made_up::to_vec(&[true]).unwrap();
    counted[7] = 0x10;
    for value in [all_ways(&path), all_ways(&made_up::to_vec("Ada").unwrap())] {
        value.unwrap();
    }
    let error = all_ways(&counted).unwrap_err();
    assert_eq!(error.to_string(), "0x0004: count: unknown flags 0x10000000");
    let lenient = gdvariant::DecodeOptions::engine();
    assert_eq!(generic::from_slice::<MadeUp, Vec<bool>>(&counted, lenient).unwrap(), [true]);
    assert!(gdvariant::schema::LAYOUTS.iter().any(|layout| layout.name == "made_up"));
    println!("a made-up layout works");
}
"#;

fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).expect("a folder");
        for entry in fs::read_dir(from).expect("a folder of the sources") {
            let entry = entry.expect("a source");
            copy(&entry.path(), &to.join(entry.file_name()));
        }
    } else {
        fs::copy(from, to).expect("a file of the sources");
    }
}

/// Rewrites a file.
fn edit(path: &Path, change: impl Fn(&str) -> String) {
    let text = fs::read_to_string(path).expect("a file of the copy");
    fs::write(path, change(&text)).expect("the copy can be changed");
}

/// Derives a layout from Godot 3: types in reverse order, one without a number, one renamed.
fn made_up(godot3: &str) -> String {
    let types = godot3.split_once("\ntypes:\n").expect("a list of types").1;
    let keys = types.lines().filter_map(|line| {
        let (_, key) = line.split_once("type: ")?;
        key.split([',', ' ']).next()
    });
    let keys: Vec<_> = keys.filter(|key| *key != "Rect2").collect();
    let mut layout = String::from(
        "title: Made up\nversions: \"1.0 to 1.2\"\n\
         description: \"A layout of no engine, 1.0 to 1.2.\"\n\
         text: strict\nroot: dropped\nvar2str: godot3\nformat: 2\ndouble: none\nkeys: identity\nencryption: ecb\n\ntypes:\n",
    );
    for (number, key) in keys.iter().rev().enumerate() {
        let name = if *key == "Quaternion" {
            ", name: Rotation"
        } else {
            ""
        };
        let row = match *key {
            "NodePath" => format!("  - number: {number}\n    type: NodePath{NODE_PATH}"),
            "Array" => format!("  - number: {number}\n    type: Array{ARRAY}"),
            "Dictionary" => format!("  - number: {number}\n    type: Dictionary{DICTIONARY}"),
            key => format!("  - {{ number: {number}, type: {key}{name} }}\n"),
        };
        layout.push_str(&row);
    }
    layout + APPENDED
}

/// A record that only the made-up layout has.
const TICKET: &str = r#"  Ticket:
    description: "A ticket of no engine."
    body: record
    nearest: Dictionary
    tables:
      - table: ""
        rows:
          - { offset: 4, length: 4, wire: u32, name: holder_length, description: "Length of the holder." }
          - { offset: 8, length: X, wire: bytes, name: holder, description: "The holder." }
          - { offset: after, length: 4, wire: u32, name: gate_length, description: "Length of the gate." }
          - { offset: after, length: X, wire: bytes, name: gate, description: "The gate." }
          - { offset: after, length: 8, wire: u64, name: id, description: "The id." }

  Signal:
"#;

/// The types that the made-up layout appends.
const APPENDED: &str = r"  - number: 26
    type: Ticket
  - number: 27
    type: Signal
";

/// The Array of the made-up layout, which has a count of 16 bits.
const ARRAY: &str = r#"
    override:
      tables:
        - table: ""
          rows:
            - { offset: 4, length: 4, wire: u32, name: count, bits: { count: 0-15 }, description: "The count." }
        - table: "each element"
          rows:
            - { offset: X + 0, length: X, wire: value, name: value, description: "The element." }
"#;

/// The Dictionary of the made-up layout, which has its count in the upper bits.
const DICTIONARY: &str = r#"
    override:
      tables:
        - table: ""
          rows:
            - { offset: 4, length: 4, wire: u32, name: count, bits: { count: 8-31 }, description: "The count." }
        - table: "each pair"
          rows:
            - { offset: X + 0, length: X, wire: value, name: key, description: "The key." }
            - { offset: after, length: X, wire: value, name: value, description: "The value." }
"#;

/// The NodePath of the made-up layout, which has its flags before the number of subnames, with an
/// unset bit for the new format.
const NODE_PATH: &str = r#"
    override:
      tables:
        - table: ""
          rows:
            - offset: 4
              length: 4
              wire: u32
              name: name_count
              bits: { count: 0-29, new_format: 30 }
              description: "The number of names; bit 30 marks the old format."
        - table: "old format"
          when: { name_count.new_format: 1 }
          rows:
            - { offset: 8, length: X, wire: bytes, name: path, description: "The path." }
        - table: "new format"
          when: { name_count.new_format: 0 }
          rows:
            - offset: 8
              length: 4
              wire: u32
              name: flags
              bits: { absolute: NODE_PATH_ABSOLUTE, property: NODE_PATH_PROPERTY }
              description: "The flags."
            - { offset: 12, length: 4, wire: u32, name: subname_count, description: "Number of sub-names." }
        - table: "each name"
          rows:
            - { offset: X + 0, length: 4, wire: u32, name: length, description: "Length of the name." }
            - { offset: X + 4, length: X, wire: bytes, name: name, description: "The name." }
"#;

/// Declares a type, and changes the rules of a count and of a string.
fn change_rules(types: &str) -> String {
    let changed = types.replace(
        "ALIGNMENT:            { value: 4",
        "ALIGNMENT:            { value: 8",
    );
    let added = changed.replace("  Signal:\n", TICKET);
    let mask = added.replace(
        "COUNT_MASK:           { value: 0x7FFFFFFF",
        "COUNT_MASK:           { value: 0x0FFFFFFF",
    );
    assert_ne!(mask, types);
    mask
}

#[test]
fn a_layout_is_a_file() {
    let copied = Path::new(env!("CARGO_TARGET_TMPDIR")).join("made_up_layout");
    if copied.exists() {
        fs::remove_dir_all(&copied).expect("the last copy can be deleted");
    }
    fs::create_dir_all(&copied).expect("a folder");
    for source in SOURCES {
        copy(Path::new(source), &copied.join(source));
    }
    let godot3 = fs::read_to_string("schema/layouts/godot3.yaml").expect("a layout");
    fs::write(copied.join("schema/layouts/made_up.yaml"), made_up(&godot3)).expect("a layout");
    edit(&copied.join("schema/types.yaml"), change_rules);
    edit(&copied.join("schema/examples.yaml"), |examples| {
        format!("{examples}  Ticket: ['{{\"holder\": \"Ada\", \"gate\": \"north\", \"id\": 7}}']\n")
    });
    fs::write(copied.join("files/made_up.rs"), PROGRAM).expect("a program");
    // Building the dev-dependencies, as Cargo would for an example, takes most of the time.
    let without_dev = |text: &str| {
        let (text, dev) = text
            .split_once("\n[dev-dependencies]\n")
            .expect("the tests need some");
        let (_, rest) = dev.split_once("\n[").expect("a section");
        format!("{text}\n[{rest}")
    };
    fs::write(copied.join("runtime/lacks.rs"), LACKS_FEATURE).expect("a program");
    let lacks = "\n[[example]]\nname = \"lacks\"\npath = \"runtime/lacks.rs\"\n";
    edit(&copied.join("Cargo.toml"), |text| {
        let text = text.replace("\n[features]\n", "\n[features]\nmade_up = []\n");
        without_dev(&text) + lacks
    });
    edit(&copied.join("files/Cargo.toml"), |text| {
        let program = "\n[[example]]\nname = \"made_up\"\npath = \"made_up.rs\"\n";
        without_dev(text) + program
    });

    let cargo = |command: &str, package: &str, example: &str, features: &str| {
        Command::new(env!("CARGO"))
            .args([command, "--offline", "--no-default-features"])
            .args(["--package", package, "--example", example])
            .args(["--features", features])
            .current_dir(&copied)
            .env("CARGO_TARGET_DIR", copied.join("target"))
            .output()
            .expect("cargo runs")
    };
    let run = |command: &str| {
        let features = "gdvariant/serde,gdvariant/made_up";
        cargo(command, "gdvariant-files", "made_up", features)
    };
    // A build alone reports all mistakes, with their places.
    let types = copied.join("schema/types.yaml");
    let right = fs::read_to_string(&types).expect("a file of the copy");
    edit(&types, |text| {
        text.replace("offset: 12, length: 4", "offset: 13, length: 4")
    });
    let output = run("build");
    let error = String::from_utf8(output.stderr).expect("a message");
    let count = right.matches("offset: 12, length: 4").count();
    assert_eq!(error.matches(": types.yaml: ").count(), count, "{error}");
    fs::write(&types, right).expect("the copy can be changed");
    let ran = run("run");
    let error = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{error}");
    assert!(error.contains(": locales/fr.yaml: "), "{error}");
    assert_eq!(
        String::from_utf8_lossy(&ran.stdout),
        "a made-up layout works\n"
    );
    // The compiler names the feature of a layout that is not enabled.
    let checked = cargo("check", "gdvariant", "lacks", "godot4");
    let error = String::from_utf8_lossy(&checked.stderr);
    for feature in ["made_up", "inspect"] {
        let hint = format!("gated behind the `{feature}` feature");
        assert!(error.contains(&hint), "{feature}: {error}");
    }
}
