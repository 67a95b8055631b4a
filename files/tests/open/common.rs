//! Files of engines, and files that the tests compress and encrypt.

use gdvariant::schema::{Layout, layout_named};
use gdvariant::{Vector2, godot4};
use gdvariant_files::FileKey;
use gdvariant_files::open::OpenOptions;
use serde_json::Value as Json;
use std::fs;
use std::path::{Path, PathBuf};

#[path = "../common/mod.rs"]
mod shared;

pub(crate) use shared::{Random, bytes, rounds};

/// Returns the path of a file of the conformance suite.
pub(crate) fn conformance(file: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("../conformance").join(file)
}

/// Parses the lines of a file of the conformance suite.
pub(crate) fn lines(file: &str) -> Vec<Json> {
    let text = fs::read_to_string(conformance(file)).expect("a file");
    let lines = text.lines().map(serde_json::from_str);
    lines.map(|line| line.expect("JSON lines")).collect()
}

pub(crate) fn layout(name: &str) -> &'static Layout {
    layout_named(name).expect("a layout")
}

/// Returns two framed values of Godot 4.
pub(crate) fn save() -> Vec<u8> {
    let mut save = Vec::new();
    let player = godot4::variant!({ "name": "Ada", "position": (Vector2::new(1.5, 2.0)) });
    godot4::write_framed(&mut save, &player).expect("a short value");
    godot4::write_framed(&mut save, &["sword", "shield"]).expect("a short value");
    save
}

pub(crate) fn key() -> FileKey {
    FileKey::from_password("correct horse")
}

/// Returns options with the key of encrypted files.
pub(crate) fn options() -> OpenOptions {
    OpenOptions::new().key(key())
}
