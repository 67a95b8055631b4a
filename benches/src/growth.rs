//! Contestants that encode and decode lists of players of different lengths.

use crate::contestant::{Contestant, Contestants, Method};
use crate::ours::{self, DECODE_DERIVE, DECODE_OWNED, ENCODE_DERIVE, ENCODE_DYNAMIC, MEMCPY};
use crate::payloads::{Player, encoded, players};
use gdvariant::Godot3;
use gdvariant::godot3::Variant;

/// The measured methods.
pub const METHODS: [Method; 5] = [
    MEMCPY,
    ENCODE_DERIVE,
    ENCODE_DYNAMIC,
    DECODE_DERIVE,
    DECODE_OWNED,
];

/// Returns an encoded list of players of at most `bytes` bytes, and of at least one player.
#[must_use]
pub fn list_of(bytes: usize) -> Vec<u8> {
    let each = encoded::<Godot3>(&players(256)).len() / 256;
    encoded::<Godot3>(&players((bytes / each).max(1)))
}

/// Returns the contestants for an encoded list of players.
#[must_use]
pub fn contestants(bytes: &[u8]) -> Vec<Contestant<'_>> {
    let mut list = Contestants::default();
    list.payload("players");
    ours::memcpy(&mut list, bytes);
    ours::write::<Godot3>(
        &mut list,
        ENCODE_DERIVE,
        bytes,
        ours::read::<Godot3, Vec<Player>>(bytes),
    );
    ours::write::<Godot3>(
        &mut list,
        ENCODE_DYNAMIC,
        bytes,
        ours::read::<Godot3, Variant>(bytes),
    );
    ours::add_read::<Godot3, Vec<Player>>(&mut list, DECODE_DERIVE, bytes);
    ours::add_read::<Godot3, Variant>(&mut list, DECODE_OWNED, bytes);
    list.finish()
        .into_iter()
        .filter(|contestant| METHODS.contains(&contestant.method))
        .collect()
}
