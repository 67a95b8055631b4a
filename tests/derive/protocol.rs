//! The messages of `examples/protocol.rs` against what Godot 3 wrote for the same Dictionaries;
//! `protocol/README.md` says how it was made.
#![cfg(all(feature = "derive", feature = "std", feature = "godot3"))]

#[path = "../../examples/protocol.rs"]
#[allow(dead_code, reason = "its main is for users")]
mod messages;

use gdvariant::inspect::{RowKind, inspect};
use gdvariant::{Color, DecodeOptions, Godot3, Vector2, godot3};
use messages::{Button, Message, snapshot};

/// Returns what the engine wrote for a message.
fn written(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/protocol/{name}.bin", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the same bytes with zero for all padding: the engine leaves memory in that of a
/// NodePath.
fn without_padding(bytes: &[u8]) -> Vec<u8> {
    let mut kept = Vec::new();
    inspect::<Godot3>(bytes, DecodeOptions::new(), |row| match row.kind {
        RowKind::Padding => kept.resize(kept.len() + row.bytes.len(), 0),
        _ => kept.extend_from_slice(row.bytes),
    })
    .expect("the engine wrote it");
    kept
}

/// The engine's file reads as the message, and the message is written as the engine's file.
fn same(name: &str, message: &Message<'_>) {
    let bytes = written(name);
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
fn what_a_client_sends() {
    same(
        "join",
        &Message::Join {
            name: "Ada",
            version: 3,
        },
    );
    let buttons = vec![Button::Jump, Button::Fire];
    same(
        "input",
        &Message::Input {
            tick: 600,
            direction: Vector2::new(0.5, -1.0),
            buttons,
        },
    );
    same(
        "leave",
        &Message::Leave {
            reason: Some("tired"),
        },
    );
    same("leave_without_reason", &Message::Leave { reason: None });
}

#[test]
fn a_snapshot_of_64_players() {
    same("snapshot", &snapshot());
}

#[test]
fn pool_arrays() {
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
    same(
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
fn a_field_of_the_wrong_type_is_named_with_its_path() {
    let mut packet = written("snapshot");
    // Where the position of a player is, a String of the same length.
    packet[0x0520..0x0530].copy_from_slice(&godot3::to_vec("abcdefgh").unwrap());
    let error = godot3::from_slice::<Message<'_>>(&packet).unwrap_err();
    assert_eq!(
        error.to_string(),
        "0x0520: players[3].position: expected Vector3, found String"
    );
}

#[test]
fn a_packet_that_ends_early_says_where() {
    let packet = written("snapshot");
    let error = godot3::from_slice::<Message<'_>>(&packet[..0x054a]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "0x0548: players[3].velocity.y: need 4 bytes, 2 left"
    );
}

#[test]
fn every_cut_packet_is_rejected() {
    for name in ["join", "input", "leave", "leave_without_reason"] {
        let packet = written(name);
        for end in 0..packet.len() {
            assert!(
                godot3::from_slice::<Message<'_>>(&packet[..end]).is_err(),
                "{name} cut at {end}"
            );
        }
    }
}
