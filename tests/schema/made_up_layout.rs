//! A layout is a YAML file: one that no engine has is added to a copy of the sources, built, and
//! used. Its description has no translation, which does not stop a build.
#![cfg(feature = "std")]

use std::fs;
use std::path::Path;
use std::process::Command;

/// What the copy needs: the workspace without its documentation and tests.
const SOURCES: [&str; 10] = [
    "Cargo.toml",
    "Cargo.lock",
    "README.md",
    "build.rs",
    "benches",
    "cli",
    "codegen",
    "examples",
    "runtime",
    "schema",
];

/// Uses the layout as a program would.
const PROGRAM: &str = r#"
use gdvariant::made_up::{self, MadeUp, Variant, VariantType};
use gdvariant::{Dictionary, Layout, NodePath, Vector3};

#[derive(Debug, PartialEq, gdvariant::Variant)]
struct Player { name: String, position: Vector3, scores: Vec<i64>, path: NodePath }

/// Decodes a value, skips it and inspects it, all with the same result.
fn all_ways(bytes: &[u8]) -> Result<Variant, gdvariant::DecodeError> {
    let decoded = made_up::from_slice::<Variant>(bytes);
    let borrowed = made_up::from_slice::<made_up::VariantRef>(bytes).map(Variant::from);
    assert_eq!(borrowed, decoded);
    let skipped = made_up::from_slice::<gdvariant::Ignored>(bytes);
    assert_eq!(skipped.err(), decoded.clone().err());
    let inspected = gdvariant::inspect::inspect::<MadeUp>(bytes, Default::default(), |_| ());
    assert_eq!(inspected.err(), decoded.clone().err());
    if let Ok(value) = &decoded {
        assert_eq!(made_up::to_vec(value).unwrap(), bytes);
    }
    decoded
}

fn main() {
    // Renumbered: the types of Godot 3 in reverse, without Rect2 and with another name for Quat.
    assert_eq!(MadeUp::TYPES.len(), 26);
    assert_eq!(VariantType::PoolColorArray.number(), 0);
    assert_eq!(VariantType::Nil.number(), 25);
    assert_eq!(MadeUp::name_of(gdvariant::Kind::Quat), "Rotation");
    assert_eq!(MadeUp::number_of(gdvariant::Kind::Rect2), None);
    let turn = gdvariant::Turn { w: 0.5, ..made_up::Turn::default() };
    let value = Variant::from(turn);
    assert_eq!(value.variant_type(), VariantType::Turn);
    assert_eq!(value.as_turn(), Some(&gdvariant::Quat::new(0.0, 0.0, 0.0, 0.5)));
    assert_eq!(all_ways(&made_up::to_vec(&value).unwrap()), Ok(Variant::Turn(turn)));

    let player = Player {
        name: "Ada".into(),
        position: Vector3::new(1.0, 2.0, 3.0),
        scores: vec![1, i64::MAX],
        path: "/root/A:b".into(),
    };
    let bytes = made_up::to_vec(&player).unwrap();
    assert_eq!(bytes[0], VariantType::Dictionary.number());
    assert_eq!(made_up::from_slice::<Player>(&bytes).unwrap(), player);
    let value: Variant = made_up::from_slice(&bytes).unwrap();
    assert_eq!(made_up::to_vec(&value).unwrap(), bytes);
    let borrowed: made_up::VariantRef = made_up::from_slice(&bytes).unwrap();
    assert_eq!(Variant::from(borrowed), value);
    let mut named = 0;
    gdvariant::inspect::inspect::<MadeUp>(&bytes, Default::default(), |row| named += row.bytes.len()).unwrap();
    assert_eq!(named, bytes.len());
    let all: Dictionary<Variant> = [(Variant::Nil, Variant::PoolRealArray(vec![1.5])), (true.into(), Variant::Nil)].into();
    let bytes = made_up::to_vec(&all).unwrap();
    assert_eq!(made_up::from_slice::<Dictionary<Variant>>(&bytes).unwrap(), all);
    // The copy pads a String to 8 bytes.
    assert_eq!(made_up::to_vec("Ada").unwrap(), [21, 0, 0, 0, 3, 0, 0, 0, b'A', b'd', b'a', 0, 0, 0, 0, 0]);
    // Its NodePaths have the flags before the number of sub-names.
    let path = made_up::to_vec(&NodePath::from("/root:b:c")).unwrap();
    assert_eq!(path[..16], [11, 0, 0, 0, 1, 0, 0, 0x80, 1, 0, 0, 0, 2, 0, 0, 0]);
    // A count has 28 bits; strict decoding rejects the others, lenient decoding ignores them.
    let mut counted = made_up::to_vec(&[true]).unwrap();
    counted[7] = 0x10;
    for value in [all_ways(&path), all_ways(&made_up::to_vec("Ada").unwrap())] {
        value.unwrap();
    }
    let error = all_ways(&counted).unwrap_err();
    assert_eq!(error.to_string(), "0x0004: count: unknown flags 0x10000000; lenient decoding ignores them");
    let lenient = gdvariant::DecodeOptions::engine();
    assert_eq!(made_up::from_slice_with::<Vec<bool>>(&counted, lenient).unwrap(), [true]);
    assert!(gdvariant::schema::LAYOUTS.iter().any(|layout| layout.name == "made_up" && layout.is_built_in));
    let detection = gdvariant::detect(&made_up::to_vec(&player).unwrap());
    assert_eq!(detection.candidates()[0].layout.name, "made_up");
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

/// Changes a text file.
fn edit(path: &Path, change: impl Fn(&str) -> String) {
    let text = fs::read_to_string(path).expect("a file of the copy");
    fs::write(path, change(&text)).expect("the copy can be changed");
}

/// Returns the layout of Godot 3 with its types in reverse, one without a number and one with
/// another name.
fn made_up(godot3: &str) -> String {
    let types = godot3.split_once("\ntypes:\n").expect("a list of types").1;
    let keys = types.lines().filter_map(|line| {
        let (_, key) = line.split_once("type: ")?;
        key.split([',', ' ']).next()
    });
    let keys: Vec<_> = keys.filter(|key| *key != "Rect2").collect();
    let mut layout = format!(
        "module: made_up\nmarker: MadeUp\ntitle: Made up\nversions: \"1.0 to 1.2\"\n\
         description: \"A layout of no engine, 1.0 to 1.2.\"\ntypes_max: {}\n\
         text: strict\nroot: dropped\nvar2str: godot3\ndouble: none\nkeys: identity\nencryption: ecb\n\ntypes:\n",
        keys.len()
    );
    for (number, key) in keys.iter().rev().enumerate() {
        let name = if *key == "Quat" {
            ", name: Rotation, rust: Turn"
        } else {
            ""
        };
        let row = format!("  - {{ number: {number}, type: {key}{name} }}\n");
        layout.push_str(&row);
    }
    layout
}

/// Reserves the new name, and changes the mask of a count, the order of two rows and the padding of
/// a string.
fn change_rules(types: &str) -> String {
    let swapped = types
        .replace("[float, ", "[Rotation, float, ")
        .replace(
            "- { offset: 8, length: 4, wire: u32, name: subname_count",
            "- { offset: 12, length: 4, wire: u32, name: subname_count",
        )
        .replace(
            "- offset: 12\n            length: 4\n            wire: u32\n            name: flags",
            "- offset: 8\n            length: 4\n            wire: u32\n            name: flags",
        );
    let table = swapped
        .split_once("- table: \"new format\"")
        .expect("the table")
        .1;
    let table = table.split_once("rows:\n").expect("rows").1;
    let table = table.split_once("      - table:").expect("another table").0;
    let (count, flags) = table.split_once('\n').expect("two rows");
    let changed = swapped.replace(table, &format!("{flags}{count}\n"));
    // The last one: the conversions have the name as well.
    let string = changed.rsplit_once("\n  String:").expect("the type").1;
    let string = string.split_once("\n  Rect2:").expect("the next type").0;
    let padded = string.replace("pad: ALIGNMENT", "pad: 8");
    let changed = changed.replace(string, &padded);
    let mask = changed.replace(
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
    edit(&copied.join("schema/errata.yaml"), |errata| {
        errata.replace("name: flags, offset: 8", "name: flags, offset: 12")
    });
    fs::write(copied.join("examples/made_up.rs"), PROGRAM).expect("a program");
    edit(&copied.join("Cargo.toml"), |text| {
        let text = text.replace("\n[features]\n", "\n[features]\nmade_up = []\n");
        // Cargo builds all of them for an example, which takes most of the time.
        let (text, dev) = text
            .split_once("\n[dev-dependencies]\n")
            .expect("the tests need some");
        let (_, rest) = dev.split_once("\n[").expect("a section");
        format!("{text}\n[{rest}")
    });

    let ran = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline", "--example", "made_up"])
        .args(["--no-default-features", "--features", "std,derive,made_up"])
        .current_dir(&copied)
        .env("CARGO_TARGET_DIR", copied.join("target"))
        .output()
        .expect("cargo runs");
    let error = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{error}");
    assert_eq!(
        String::from_utf8_lossy(&ran.stdout),
        "a made-up layout works\n"
    );
}
