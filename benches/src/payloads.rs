//! Values of a typical game, the same as in the benchmark of the engine.

pub mod godot4;

use gdvariant::{
    Color, Encode, EncodeOptions, Engine, NodePath, NodePathRef, Packed, PackedView, Quaternion,
    Vector2, Vector3, generic,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The state of a game with 64 players: 26 KB of small values.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant, Serialize, Deserialize)]
pub struct Snapshot {
    pub(crate) tick: i64,
    pub(crate) time: f64,
    pub(crate) players: Vec<Player>,
}

/// A player of a [`Snapshot`].
#[derive(Debug, Clone, PartialEq, gdvariant::Variant, Serialize, Deserialize)]
pub struct Player {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) position: Vector3,
    pub(crate) velocity: Vector3,
    pub(crate) rotation: Quaternion,
    pub(crate) health: f64,
    pub(crate) alive: bool,
    pub(crate) inventory: Vec<i64>,
    #[variant(packed)]
    #[serde(with = "serde_bytes")]
    pub(crate) flags: Vec<u8>,
    pub(crate) path: NodePath,
}

/// A [`Snapshot`] that borrows strings and bytes from the input.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant, Deserialize)]
pub struct SnapshotRef<'a> {
    tick: i64,
    time: f64,
    #[serde(borrow)]
    players: Vec<PlayerRef<'a>>,
}

/// A [`Player`] that borrows strings and bytes from the input.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant, Deserialize)]
pub struct PlayerRef<'a> {
    id: i64,
    name: &'a str,
    position: Vector3,
    velocity: Vector3,
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
        players: players(64),
    }
}

/// Returns `count` players, with a period of 256.
#[must_use]
pub fn players(count: usize) -> Vec<Player> {
    (0..=u8::MAX).cycle().take(count).map(player).collect()
}

#[expect(
    clippy::approx_constant,
    reason = "the engine's benchmark has these digits"
)]
fn player(index: u8) -> Player {
    let (id, along) = (i64::from(index), f64::from(index));
    #[expect(
        clippy::cast_possible_truncation,
        reason = "vectors of the engine are single"
    )]
    let vector = |x: f64, y: f64, z: f64| Vector3::new(x as f32, y as f32, z as f32);
    Player {
        id,
        name: format!("player_{index:03}"),
        // Subtracts from 0, because the script has no negative zero: its -0 is an int.
        position: vector(along, 1.5, 0.0 - along * 0.25),
        velocity: vector(0.1, 0.0, along * 0.01),
        rotation: Quaternion::new(0.0, 0.7071, 0.0, 0.7071),
        health: 99.5 - along * 0.1,
        alive: true,
        inventory: (0..8).map(|item| id * 10 + item).collect(),
        flags: (0..16).map(|flag| index.wrapping_add(flag)).collect(),
        path: NodePath::from(format!("/root/World/Players/p{index}")),
    }
}

/// Packed arrays of points. Such arrays are copied in bulk.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant, Serialize, Deserialize)]
pub struct Mesh {
    pub(crate) vertices: Packed<Vec<Vector3>>,
    pub(crate) colors: Packed<Vec<Color>>,
    pub(crate) indices: Packed<Vec<i32>>,
}

/// A [`Mesh`] that borrows its arrays from the input.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant, Deserialize)]
pub struct MeshRef<'a> {
    #[serde(borrow)]
    vertices: PackedView<'a, Vector3>,
    #[serde(borrow)]
    colors: PackedView<'a, Color>,
    #[serde(borrow)]
    indices: PackedView<'a, i32>,
}

/// Returns a mesh of `count` points. The engine's benchmark has 100,000 points, 4 MB.
#[must_use]
pub fn mesh(count: i32) -> Mesh {
    let points = || 0..count;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "colors of the engine are single"
    )]
    let shade = |point: i32| (f64::from(point % 7) / 7.0) as f32;
    #[expect(clippy::cast_precision_loss, reason = "all of these numbers fit")]
    let along = |point: i32| point as f32;
    Mesh {
        vertices: Packed(
            points()
                .map(|point| Vector3::new(along(point), along(point) * 0.5, along(-point)))
                .collect(),
        ),
        colors: Packed(
            points()
                .map(|point| Color::new(shade(point), 0.5, 0.25, 1.0))
                .collect(),
        ),
        indices: Packed(
            points()
                .flat_map(|point| [point, point + 1, point + 2])
                .collect(),
        ),
    }
}

/// A remote call: 52 bytes.
pub type Rpc<'a> = (&'a str, i64, Vector2, bool);

/// An [`Rpc`] that owns its string.
pub type RpcOwned = (String, i64, Vector2, bool);

/// Returns the call of the engine's benchmark.
#[must_use]
pub fn rpc() -> Rpc<'static> {
    ("move_to", 17, Vector2::new(10.5, -3.25), true)
}

/// 20,000 strings, half of them in a packed array.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant, Serialize, Deserialize)]
pub struct Strings {
    pub(crate) names: Packed<Vec<String>>,
    pub(crate) list: Vec<String>,
}

/// The [`Strings`] borrowed from the input.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant, Deserialize)]
pub struct StringsRef<'a> {
    #[variant(packed)]
    #[serde(borrow)]
    names: Vec<&'a str>,
    #[serde(borrow)]
    list: Vec<&'a str>,
}

/// Returns the strings of the engine's benchmark.
#[must_use]
pub fn strings() -> Strings {
    let names: Vec<_> = (0..10_000)
        .map(|index| format!("item_name_{index}_ñ"))
        .collect();
    Strings {
        list: names.clone(),
        names: Packed(names),
    }
}

/// Returns the 100,000 ints of the engine's benchmark, in an Array.
#[must_use]
pub fn ints() -> Vec<i64> {
    (0..100_000).map(|index| index * 3).collect()
}

/// A row of a log: a small Dictionary.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant, Serialize, Deserialize)]
pub struct Row {
    tick: i64,
    player: String,
    x: f64,
    y: f64,
}

/// Returns a log of 10,000 rows.
#[must_use]
pub fn rows() -> Vec<Row> {
    let row = |tick: i32| Row {
        tick: tick.into(),
        player: "Ada".into(),
        x: f64::from(tick) * 0.37,
        y: f64::from(tick) * 1.5,
    };
    (0..10_000).map(row).collect()
}

/// A Dictionary of 10,000 keys.
pub type Keys = BTreeMap<String, i64>;

/// Returns a Dictionary of 10,000 keys in alphabetical order.
#[must_use]
pub fn keys() -> Keys {
    (0..10_000)
        .map(|index| (format!("key_{index:04}"), index))
        .collect()
}

/// An Array of an int and, except for the innermost, another `Nest`.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant, Serialize, Deserialize)]
pub struct Nest(pub(crate) i64, pub(crate) Option<Box<Nest>>);

/// Returns Arrays nested 1,000 levels.
///
/// # Panics
///
/// Never panics, because the range of levels is not empty.
#[must_use]
pub fn nest() -> Nest {
    let outermost = (0..1_000).fold(None, |inner, level| Some(Box::new(Nest(level, inner))));
    *outermost.expect("the range of levels is not empty")
}

/// Returns the bytes of a value.
///
/// # Panics
///
/// Panics if the value cannot be encoded. All payloads can be encoded.
#[must_use]
pub fn encoded<E: Engine>(value: &impl Encode<E>) -> Vec<u8> {
    generic::to_vec::<E, _>(value, EncodeOptions::new()).expect("the payload can be encoded")
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdvariant::Godot3;

    /// Returns the FNV-1a hash of the bytes.
    pub(super) fn sum(bytes: &[u8]) -> u64 {
        bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
            (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }

    /// The hashes are those of the bytes that `var2bytes` of Godot 3.2.3 returns. The padding of
    /// NodePaths was zeroed. `engine/bench.gd` writes the bytes to files.
    #[test]
    fn payloads_have_the_bytes_of_the_engine() {
        let all = [
            encoded::<Godot3>(&snapshot()),
            encoded::<Godot3>(&mesh(100_000)),
            encoded::<Godot3>(&rpc()),
            encoded::<Godot3>(&strings()),
            encoded::<Godot3>(&ints()),
        ];
        assert_eq!(
            all.each_ref().map(Vec::len),
            [26_392, 4_000_080, 52, 515_652, 800_008]
        );
        let sums = [
            0x4109_3d32_0bea_3a24,
            0x3e28_f8c1_8e1f_4e6a,
            0xf40d_7059_5c50_f89d,
            0x7d09_9795_5cab_0720,
            0xde50_f032_06ba_4e58,
        ];
        assert_eq!(all.each_ref().map(|bytes| sum(bytes)), sums);
    }
}
