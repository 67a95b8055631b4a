//! A layout is a YAML file: one that no engine has is added to a copy of the sources, built, and used. Its description has no
//! translation, which does not stop a build.
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

fn main() {
    // Renumbered: the types of Godot 3 in reverse, without Rect2 and with another name for Quat.
    assert_eq!(MadeUp::TYPES.len(), 26);
    assert_eq!(VariantType::PoolColorArray.number(), 0);
    assert_eq!(VariantType::Nil.number(), 25);
    assert_eq!(MadeUp::name_of(gdvariant::Kind::Quat), "Rotation");
    assert_eq!(MadeUp::number_of(gdvariant::Kind::Rect2), None);

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
    let all: Dictionary<Variant> = [(Variant::Nil, Variant::from(vec![1.5_f32])), (true.into(), Variant::Nil)].into();
    let bytes = made_up::to_vec(&all).unwrap();
    assert_eq!(made_up::from_slice::<Dictionary<Variant>>(&bytes).unwrap(), all);
    assert!(gdvariant::schema::LAYOUTS.iter().any(|layout| layout.name == "made_up" && layout.is_built_in));
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

/// The layout of Godot 3 with its types in reverse, one without a number and one with another name.
fn made_up(godot3: &str) -> String {
    let types = godot3.split_once("\ntypes:\n").expect("a list of types").1;
    let keys = types.lines().filter_map(|line| {
        let (_, key) = line.split_once("type: ")?;
        key.split([',', ' ']).next()
    });
    let keys: Vec<_> = keys.filter(|key| *key != "Rect2").collect();
    let mut layout = format!(
        "module: made_up\nmarker: MadeUp\ntitle: Made up\ndescription: \"A layout of no engine.\"\ntypes_max: {}\n\
         text: strict\nvar2str: godot3\ndouble: none\n\ntypes:\n",
        keys.len()
    );
    for (number, key) in keys.iter().rev().enumerate() {
        let name = if *key == "Quat" {
            ", name: Rotation"
        } else {
            ""
        };
        let row = format!("  - {{ number: {number}, type: {key}{name} }}\n");
        layout.push_str(&row);
    }
    layout
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
    fs::write(copied.join("examples/made_up.rs"), PROGRAM).expect("a program");
    edit(&copied.join("Cargo.toml"), |text| {
        text.replace("\n[features]\n", "\n[features]\nmade_up = []\n")
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
