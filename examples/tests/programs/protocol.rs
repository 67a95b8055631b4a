//! Compares the messages of `examples/protocol.rs` with the bytes that Godot 3 and Godot 4 wrote.
//!
//! `messages/README.md` explains how the files were made.

use crate::messages::{Button, Message, snapshot};
use gdvariant::inspect::RowKind;
use gdvariant::{Color, DecodeOptions, Engine, Godot3, Godot4, Vector2, godot3, godot4};

/// Returns the bytes that an engine wrote for a message.
fn engine_file(layout: &str, name: &str) -> Vec<u8> {
    let root = env!("CARGO_MANIFEST_DIR");
    let path = format!("{root}/tests/messages/{layout}/{name}.bin");
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Zeroes all padding, because the padding of a NodePath is uninitialized memory of Godot 3.2.3.
fn without_padding<E: Engine>(bytes: &[u8]) -> Vec<u8> {
    let mut kept = Vec::new();
    E::LAYOUT
        .inspect(bytes, DecodeOptions::new(), |row| match row.kind {
            RowKind::Padding => kept.resize(kept.len() + row.bytes.len(), 0),
            _ => kept.extend_from_slice(row.bytes),
        })
        .expect("the engine wrote it");
    kept
}

/// Checks that the files decode to the message, and that the message is encoded as the files.
fn assert_file(name: &str, message: &Message<'_>) {
    let bytes = engine_file("godot4", name);
    assert_eq!(&godot4::from_slice::<Message<'_>>(&bytes).unwrap(), message);
    assert_eq!(
        godot4::to_vec(message).unwrap(),
        without_padding::<Godot4>(&bytes)
    );
    let bytes = engine_file("godot3", name);
    assert_eq!(&godot3::from_slice::<Message<'_>>(&bytes).unwrap(), message);
    assert_eq!(
        godot3::to_vec(message).unwrap(),
        without_padding::<Godot3>(&bytes)
    );
}

#[test]
fn messages_of_clients_have_the_engines_bytes() {
    assert_file(
        "join",
        &Message::Join {
            name: "Ada",
            version: 3,
        },
    );
    let buttons = vec![Button::Jump, Button::Fire];
    assert_file(
        "input",
        &Message::Input {
            tick: 600,
            direction: Vector2::new(0.5, -1.0),
            buttons,
        },
    );
    assert_file(
        "leave",
        &Message::Leave {
            reason: Some("tired"),
        },
    );
    assert_file("leave_without_reason", &Message::Leave { reason: None });
}

#[test]
fn snapshots_have_the_engines_bytes() {
    assert_file("snapshot", &snapshot());
}

#[test]
fn packed_arrays_have_the_engines_bytes() {
    let tiles: Vec<u8> = (0..253).collect();
    let height = |index: u8| f32::from(index) * 0.25 - 8.0;
    let color = |index: u8| {
        Color::new(
            f32::from(index) * 0.0625,
            0.5,
            1.0 - f32::from(index) * 0.0625,
            1.0,
        )
    };
    assert_file(
        "terrain",
        &Message::Terrain {
            origin: Vector2::new(-64.0, 32.0),
            heights: (0..=255).map(height).collect(),
            colors: (0..16).map(color).collect(),
            tiles: &tiles,
        },
    );
}

#[test]
fn names_the_path_of_an_invalid_field() {
    let mut packet = engine_file("godot4", "snapshot");
    // Replaces the position of a player by a String of the same length.
    packet[0x0520..0x0530].copy_from_slice(&godot4::to_vec("abcdefgh").unwrap());
    let error = godot4::from_slice::<Message<'_>>(&packet).unwrap_err();
    assert_eq!(
        error.to_string(),
        "0x0520: snapshot: players[3].position: expected Vector3, found String"
    );
}

#[test]
fn names_the_field_of_a_truncated_packet() {
    let packet = engine_file("godot4", "snapshot");
    let error = godot4::from_slice::<Message<'_>>(&packet[..0x054a]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "0x0548: snapshot: players[3].velocity.y: expected 4 bytes, found 2"
    );
}

#[test]
fn rejects_every_prefix() {
    for name in ["join", "input", "leave", "leave_without_reason"] {
        let packet = engine_file("godot4", name);
        for end in 0..packet.len() {
            assert!(
                godot4::from_slice::<Message<'_>>(&packet[..end]).is_err(),
                "{name} cut at {end}"
            );
        }
    }
}
