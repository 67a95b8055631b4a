//! The payloads of Godot 4.

use gdvariant::{
    NodePath, NodePathRef, Packed, PackedView, Quaternion, StringName, Vector3, Vector3i, Vector4,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The state of a game with 64 players, in the types of Godot 4.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant, Serialize, Deserialize)]
pub struct Snapshot {
    tick: i64,
    time: f64,
    pub(crate) players: Vec<Player>,
}

/// A player of a [`Snapshot`].
#[derive(Debug, Clone, PartialEq, gdvariant::Variant, Serialize, Deserialize)]
pub struct Player {
    id: i64,
    name: StringName,
    cell: Vector3i,
    position: Vector3,
    rotation: Quaternion,
    health: f64,
    alive: bool,
    inventory: Vec<i64>,
    #[variant(packed)]
    #[serde(with = "serde_bytes")]
    flags: Vec<u8>,
    path: NodePath,
}

/// A [`Snapshot`] that borrows bytes and NodePaths from the input. StringNames are owned, because
/// no type borrows them.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant, Deserialize)]
pub struct SnapshotRef<'a> {
    tick: i64,
    time: f64,
    #[serde(borrow)]
    players: Vec<PlayerRef<'a>>,
}

/// A [`Player`] that borrows bytes and the NodePath from the input.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant, Deserialize)]
pub struct PlayerRef<'a> {
    id: i64,
    name: StringName,
    cell: Vector3i,
    position: Vector3,
    rotation: Quaternion,
    health: f64,
    alive: bool,
    inventory: Vec<i64>,
    #[serde(with = "serde_bytes")]
    flags: &'a [u8],
    #[serde(borrow)]
    path: NodePathRef<'a>,
}

/// Returns the snapshot of the engine's benchmark.
#[must_use]
pub fn snapshot() -> Snapshot {
    Snapshot {
        tick: 123_456,
        time: 2057.6125,
        players: (0..64).map(player).collect(),
    }
}

#[expect(
    clippy::approx_constant,
    reason = "the engine's benchmark has these digits"
)]
fn player(index: u8) -> Player {
    let (id, along) = (i64::from(index), f32::from(index));
    Player {
        id,
        name: StringName(format!("player_{index:03}")),
        cell: Vector3i::new(index.into(), 1, -i32::from(index)),
        position: Vector3::new(along, 1.5, 0.0 - along * 0.25),
        rotation: Quaternion::new(0.0, 0.7071, 0.0, 0.7071),
        health: 99.5 - f64::from(index) * 0.1,
        alive: true,
        inventory: (0..8).map(|item| id * 10 + item).collect(),
        flags: (0..16).map(|flag| index.wrapping_add(flag)).collect(),
        path: NodePath::from(format!("/root/World/Players/p{index}")),
    }
}

/// A list that is encoded as an `Array[int]`.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant)]
pub struct Typed(#[variant(typed)] pub(crate) Vec<i64>);

/// Returns the typed array of 100,000 ints.
#[must_use]
pub fn typed() -> Typed {
    Typed((0..100_000).map(|index| index * 3).collect())
}

/// Packed arrays of 64-bit numbers and of vectors. Such arrays are copied in bulk.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant)]
pub struct Timeline {
    pub(crate) ticks: Packed<Vec<i64>>,
    pub(crate) times: Packed<Vec<f64>>,
    pub(crate) points: Packed<Vec<Vector4>>,
}

/// A [`Timeline`] that borrows its arrays from the input.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant)]
pub struct TimelineRef<'a> {
    ticks: PackedView<'a, i64>,
    times: PackedView<'a, f64>,
    points: PackedView<'a, Vector4>,
}

/// Returns packed arrays of `count` elements. The engine's benchmark has 100,000 elements, 3.2 MB.
#[must_use]
pub fn packed(count: u32) -> Timeline {
    #[expect(clippy::cast_precision_loss, reason = "all of these numbers fit")]
    let along = |point: u32| point as f32;
    Timeline {
        ticks: Packed((0..count).map(|tick| i64::from(tick) << 32).collect()),
        times: Packed((0..count).map(|tick| f64::from(tick) * 0.1).collect()),
        points: Packed(
            (0..count)
                .map(|point| Vector4::new(along(point), along(point) * 0.5, -1.0, 1.0))
                .collect(),
        ),
    }
}

/// A Dictionary of 10,000 StringNames.
pub type Names = BTreeMap<StringName, i64>;

/// Returns a Dictionary of 10,000 names in alphabetical order.
#[must_use]
pub fn names() -> Names {
    (0..10_000)
        .map(|index| (StringName(format!("name_{index:04}")), index))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payloads::{encoded, tests::sum};
    use gdvariant::Godot4;

    /// The hashes are those of the bytes that `var_to_bytes` of Godot 4.6.3 returns.
    /// `engine/bench4.gd` writes the bytes to files.
    #[test]
    fn payloads_have_the_bytes_of_the_engine() {
        let all = [
            encoded::<Godot4>(&snapshot()),
            encoded::<Godot4>(&typed()),
            encoded::<Godot4>(&packed(100_000)),
            encoded::<Godot4>(&names()),
        ];
        assert_eq!(
            all.each_ref().map(Vec::len),
            [26_136, 800_012, 3_200_080, 280_008]
        );
        let sums = [
            0x7cce_5ef4_6886_c82b,
            0xbbc4_f3eb_bb78_2664,
            0xa31d_f3a0_1d9b_133c,
            0x30fa_efd2_ef7a_adf7,
        ];
        assert_eq!(all.each_ref().map(|bytes| sum(bytes)), sums);
    }
}
