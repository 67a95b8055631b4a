//! Compares the messages of `examples/protocol.rs` with the bytes that Godot 3 wrote.
//!
//! `protocol/README.md` explains how the files were made.
#![cfg(all(feature = "derive", feature = "std", feature = "godot3"))]

#[path = "../../examples/protocol.rs"]
#[allow(dead_code, reason = "its main is for users")]
mod messages;

use gdvariant::inspect::{RowKind, inspect};
use gdvariant::{Color, DecodeOptions, Godot3, Vector2, godot3};
use messages::{Button, Message, snapshot};

/// Returns the bytes that the engine wrote for a message.
fn engine_file(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/protocol/{name}.bin", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Zeroes all padding, because the engine leaves uninitialized memory in the padding of a NodePath.
fn without_padding(bytes: &[u8]) -> Vec<u8> {
    let mut kept = Vec::new();
    inspect::<Godot3>(bytes, DecodeOptions::new(), |row| match row.kind {
        RowKind::Padding => kept.resize(kept.len() + row.bytes.len(), 0),
        _ => kept.extend_from_slice(row.bytes),
    })
    .expect("the engine wrote it");
    kept
}

/// Checks that the engine's file decodes to the message, and the message is encoded as the file.
fn assert_file(name: &str, message: &Message<'_>) {
    let bytes = engine_file(name);
    assert_eq!(&godot3::from_slice::<Message<'_>>(&bytes).unwrap(), message);
    assert_eq!(godot3::to_vec(message).unwrap(), without_padding(&bytes));
    #[cfg(feature = "pandemonium")]
    {
        use gdvariant::pandemonium;
        let bytes = pandemonium::to_vec(message).unwrap();
        assert_eq!(
            &pandemonium::from_slice::<Message<'_>>(&bytes).unwrap(),
            message
        );
    }
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
    let mut packet = engine_file("snapshot");
    // Replaces the position of a player by a String of the same length.
    packet[0x0520..0x0530].copy_from_slice(&godot3::to_vec("abcdefgh").unwrap());
    let error = godot3::from_slice::<Message<'_>>(&packet).unwrap_err();
    assert_eq!(
        error.to_string(),
        "0x0520: players[3].position: expected Vector3, found String"
    );
}

#[test]
fn names_the_field_of_a_truncated_packet() {
    let packet = engine_file("snapshot");
    let error = godot3::from_slice::<Message<'_>>(&packet[..0x054a]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "0x0548: players[3].velocity.y: expected 4 bytes, found 2"
    );
}

#[test]
fn rejects_every_prefix() {
    for name in ["join", "input", "leave", "leave_without_reason"] {
        let packet = engine_file(name);
        for end in 0..packet.len() {
            assert!(
                godot3::from_slice::<Message<'_>>(&packet[..end]).is_err(),
                "{name} cut at {end}"
            );
        }
    }
}
