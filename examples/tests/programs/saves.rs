//! The editor of saves.

use crate::savefile::reward_all;
use gdvariant::godot4::{Dictionary, TypedArray, TypedDictionary};
use gdvariant::{Kind, Variant, godot3, godot4};
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Returns the path of a new file with this content.
fn save(name: &str, content: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).expect("the folder can be written");
    path
}

fn player(gold: i64, health: f64) -> Dictionary {
    Dictionary::from([
        ("gold", Variant::from(gold)),
        ("spells", vec![Variant::from("frost")].into()),
        ("health", health.into()),
    ])
}

#[test]
fn a_save_without_players_is_unchanged() {
    for name in ["save.dat", "save4.dat"] {
        let content = fs::read(format!("{ROOT}/packets/{name}")).expect("a file of the examples");
        let path = save(name, &content);
        assert_eq!(reward_all(&path).expect("a valid save"), 0);
        assert_eq!(fs::read(path).expect("the save"), content);
    }
}

#[test]
fn players_keep_unknown_keys() {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for (file, player) in [
        (&mut before, player(5, 12.5)),
        (&mut after, player(105, 100.0)),
    ] {
        godot4::write_framed(&mut *file, &"version 3").expect("memory takes all");
        godot4::write_framed(file, &vec![player]).expect("memory takes all");
    }
    let path = save("players4", &before);
    assert_eq!(reward_all(&path).expect("a valid save"), 1);
    assert_eq!(fs::read(&path).expect("the save"), after);
    let backup = path.with_file_name("players4.bak");
    assert_eq!(fs::read(&backup).expect("the old save"), before);
    fs::remove_file(backup).expect("it exists");
}

/// Checks `Array[Dictionary]`, `Dictionary[String, Dictionary]` and a typed player.
#[test]
fn players_in_typed_containers_are_rewarded() {
    let content = |gold, health| {
        let player = || player(gold, health);
        let list = TypedArray::new(Kind::Dictionary, [player()]);
        let named = Dictionary::from([("Ada", player())]);
        let named = TypedDictionary::new(Kind::String, Kind::Dictionary, named);
        let typed = TypedDictionary::new(Kind::String, Kind::Nil, player());
        let mut file = Vec::new();
        godot4::write_framed(&mut file, &list).expect("memory takes all");
        godot4::write_framed(&mut file, &named).expect("memory takes all");
        godot4::write_framed(&mut file, &typed).expect("memory takes all");
        file
    };
    let path = save("typed", &content(5, 12.5));
    assert_eq!(reward_all(&path).expect("a valid save"), 3);
    assert_eq!(fs::read(&path).expect("the save"), content(105, 100.0));
    fs::remove_file(path.with_file_name("typed.bak")).expect("a backup");
}

#[test]
fn an_invalid_save_is_unchanged() {
    let mut content = Vec::new();
    godot3::write_framed(&mut content, &vec![player(5, 12.5)]).expect("memory takes all");
    let whole = content.len();
    godot3::write_framed(&mut content, &vec![player(7, 12.5)]).expect("memory takes all");
    for end in [20, whole + 20] {
        let path = save("truncated", &content[..end]);
        assert!(reward_all(&path).is_err(), "{end}");
        assert_eq!(fs::read(path).expect("the save"), content[..end]);
    }
}
