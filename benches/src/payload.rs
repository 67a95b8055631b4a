//! The payloads by name: their bytes, and the contestants that encode and decode them.

use crate::contestant::Contestants;
use crate::payloads::{self, encoded, godot4};
use crate::{ours, peers, uses};
use gdvariant::{DecodeError, DecodeOptions, Engine, Godot3, Godot4, generic};

/// A value that contestants encode and decode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Payload {
    /// The state of a game with 64 players: Dictionaries of ten small values each.
    Snapshot,
    /// Packed arrays of 100,000 points.
    Mesh,
    /// Packed arrays of 100 points.
    SmallMesh,
    /// A remote call: an Array of a String, an int, a Vector2 and a bool.
    Rpc,
    /// 20,000 Strings, half of them in a packed array.
    Strings,
    /// An Array of 100,000 ints.
    Ints,
    /// An Array of 10,000 Dictionaries of an int, a String and two floats.
    Rows,
    /// A Dictionary of 10,000 Strings and ints.
    Keys,
    /// Arrays nested 1,000 levels.
    Nest,
    /// Godot 4: the state of a game with 64 players, with StringNames and integer vectors.
    Snapshot4,
    /// Godot 4: an `Array[int]` of 100,000 ints.
    Typed,
    /// Godot 4: packed arrays of 100,000 64-bit ints, 64-bit floats and Vector4s.
    Packed,
    /// Godot 4: packed arrays of 100 elements each.
    SmallPacked,
    /// Godot 4: a Dictionary of 10,000 StringNames and ints.
    Names,
}

impl Payload {
    /// The payloads that are timed.
    pub const TIMED: [Self; 12] = [
        Self::Snapshot,
        Self::Mesh,
        Self::Rpc,
        Self::Strings,
        Self::Ints,
        Self::Rows,
        Self::Keys,
        Self::Nest,
        Self::Snapshot4,
        Self::Typed,
        Self::Packed,
        Self::Names,
    ];

    /// The payloads whose instructions are counted.
    pub const COUNTED: [Self; 10] = [
        Self::Snapshot,
        Self::SmallMesh,
        Self::Rpc,
        Self::Strings,
        Self::Ints,
        Self::Keys,
        Self::Snapshot4,
        Self::Typed,
        Self::SmallPacked,
        Self::Names,
    ];

    /// The payloads that are also displayed, parsed, converted and searched.
    pub const USED: [Self; 5] = [
        Self::Snapshot,
        Self::Rpc,
        Self::Snapshot4,
        Self::SmallPacked,
        Self::Names,
    ];

    /// Returns the name of the payload, as in the engine's benchmark.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Snapshot => "snapshot",
            Self::Mesh => "mesh",
            Self::SmallMesh => "small mesh",
            Self::Rpc => "rpc",
            Self::Strings => "strings",
            Self::Ints => "ints",
            Self::Rows => "rows",
            Self::Keys => "keys",
            Self::Nest => "nest",
            Self::Snapshot4 => "snapshot4",
            Self::Typed => "typed",
            Self::Packed => "packed",
            Self::SmallPacked => "small packed",
            Self::Names => "names",
        }
    }

    /// Returns the encoded payload; the engine encodes the same bytes.
    #[must_use]
    pub fn bytes(self) -> Vec<u8> {
        match self {
            Self::Snapshot => encoded::<Godot3>(&payloads::snapshot()),
            Self::Mesh => encoded::<Godot3>(&payloads::mesh(100_000)),
            Self::SmallMesh => encoded::<Godot3>(&payloads::mesh(100)),
            Self::Rpc => encoded::<Godot3>(&payloads::rpc()),
            Self::Strings => encoded::<Godot3>(&payloads::strings()),
            Self::Ints => encoded::<Godot3>(&payloads::ints()),
            Self::Rows => encoded::<Godot3>(&payloads::rows()),
            Self::Keys => encoded::<Godot3>(&payloads::keys()),
            Self::Nest => encoded::<Godot3>(&payloads::nest()),
            Self::Snapshot4 => encoded::<Godot4>(&godot4::snapshot()),
            Self::Typed => encoded::<Godot4>(&godot4::typed()),
            Self::Packed => encoded::<Godot4>(&godot4::packed(100_000)),
            Self::SmallPacked => encoded::<Godot4>(&godot4::packed(100)),
            Self::Names => encoded::<Godot4>(&godot4::names()),
        }
    }

    /// Decodes bytes in the layout of the payload and encodes the value again.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not a value of the layout.
    pub fn normalized(self, bytes: &[u8]) -> Result<Vec<u8>, DecodeError> {
        fn normalized<E: Engine>(bytes: &[u8]) -> Result<Vec<u8>, DecodeError> {
            let value = generic::from_slice::<E, E::Variant>(bytes, DecodeOptions::new())?;
            Ok(encoded::<E>(&value))
        }
        if self.is_of_godot4() {
            normalized::<Godot4>(bytes)
        } else {
            normalized::<Godot3>(bytes)
        }
    }

    /// Returns whether the layout of the payload is that of Godot 4 rather than Godot 3.
    pub(crate) const fn is_of_godot4(self) -> bool {
        matches!(
            self,
            Self::Snapshot4 | Self::Typed | Self::Packed | Self::SmallPacked | Self::Names
        )
    }

    /// Adds the benchmarks of this library.
    pub(crate) fn add_ours<'p>(self, list: &mut Contestants<'p>, bytes: &'p [u8]) {
        list.payload(self.name());
        if self.is_of_godot4() {
            ours::dynamic::<Godot4>(list, bytes);
        } else {
            ours::dynamic::<Godot3>(list, bytes);
        }
        match self {
            Self::Snapshot => {
                ours::owned::<Godot3, payloads::Snapshot>(list, bytes);
                ours::borrowed::<Godot3, payloads::SnapshotRef<'_>>(list, bytes);
            }
            Self::Mesh | Self::SmallMesh => {
                ours::owned::<Godot3, payloads::Mesh>(list, bytes);
                ours::borrowed::<Godot3, payloads::MeshRef<'_>>(list, bytes);
            }
            Self::Rpc => {
                ours::owned::<Godot3, payloads::RpcOwned>(list, bytes);
                ours::borrowed::<Godot3, payloads::Rpc<'_>>(list, bytes);
            }
            Self::Strings => {
                ours::owned::<Godot3, payloads::Strings>(list, bytes);
                ours::borrowed::<Godot3, payloads::StringsRef<'_>>(list, bytes);
            }
            Self::Ints => {
                ours::owned::<Godot3, Vec<i64>>(list, bytes);
                ours::framed::<Godot3>(list, bytes);
            }
            Self::Rows => {
                ours::owned::<Godot3, Vec<payloads::Row>>(list, bytes);
                ours::framed::<Godot3>(list, bytes);
            }
            Self::Keys => ours::owned::<Godot3, payloads::Keys>(list, bytes),
            Self::Nest => ours::owned::<Godot3, payloads::Nest>(list, bytes),
            Self::Snapshot4 => {
                ours::owned::<Godot4, godot4::Snapshot>(list, bytes);
                ours::borrowed::<Godot4, godot4::SnapshotRef<'_>>(list, bytes);
            }
            Self::Typed => {
                let typed = ours::derived::<Godot4, godot4::Typed>(list, bytes);
                ours::serde_decoded::<Godot4, _>(list, bytes, &typed.0);
            }
            Self::Packed | Self::SmallPacked => {
                ours::derived::<Godot4, godot4::Timeline>(list, bytes);
                ours::derived_borrowed::<Godot4, godot4::TimelineRef<'_>>(list, bytes);
            }
            Self::Names => ours::owned::<Godot4, godot4::Names>(list, bytes),
        }
    }

    /// Adds the benchmarks that display, parse, convert and search the value.
    pub(crate) fn add_uses<'p>(self, list: &mut Contestants<'p>, bytes: &'p [u8]) {
        list.payload(self.name());
        if self.is_of_godot4() {
            uses::add::<Godot4, Godot3>(list, bytes);
        } else {
            uses::add::<Godot3, Godot4>(list, bytes);
        }
    }

    /// Adds the other formats, except for payloads of Godot 4, on which they would do the same work.
    pub(crate) fn add_peers(self, list: &mut Contestants<'_>) {
        match self {
            Self::Snapshot => {
                peers::all(list, &peers::plain::Snapshot::from(&payloads::snapshot()));
            }
            Self::Mesh => peers::all(list, &peers::plain::Mesh::from(&payloads::mesh(100_000))),
            Self::Rpc => peers::all(list, &peers::plain::rpc(payloads::rpc())),
            Self::Strings => peers::all(list, &peers::plain::Strings::from(payloads::strings())),
            Self::Ints => peers::all(list, &payloads::ints()),
            Self::Rows => peers::values(list, &payloads::rows()),
            Self::Keys => peers::all(list, &payloads::keys()),
            // The formats with structs have a depth limit or do not support recursive types.
            Self::Nest => peers::values(list, &payloads::nest()),
            _ => {}
        }
    }
}
