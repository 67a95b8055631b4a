//! The payloads by name: their bytes, and who takes them.

use crate::contestant::Contestants;
use crate::payloads::{self, encoded};
use crate::{ours, peers};

/// What contestants read and write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Payload {
    /// The state of a game with 64 players: Dictionaries of ten small values each.
    Snapshot,
    /// Pool arrays of 100,000 points.
    Mesh,
    /// Pool arrays of 100 points.
    SmallMesh,
    /// A remote call: an Array of a String, an int, a Vector2 and a bool.
    Rpc,
    /// 20,000 Strings, half of them in a pool array.
    Strings,
    /// An Array of 100,000 ints.
    Ints,
    /// A Dictionary of 10,000 Strings and ints.
    Keys,
    /// Arrays that lie 1,000 deep in one another.
    Nest,
}

impl Payload {
    /// Those that the clock is for.
    pub const TIMED: [Self; 7] = [
        Self::Snapshot,
        Self::Mesh,
        Self::Rpc,
        Self::Strings,
        Self::Ints,
        Self::Keys,
        Self::Nest,
    ];

    /// Those whose instructions are counted.
    pub const COUNTED: [Self; 6] = [
        Self::Snapshot,
        Self::SmallMesh,
        Self::Rpc,
        Self::Strings,
        Self::Ints,
        Self::Keys,
    ];

    /// Its name; of those that are in the engine's own benchmark, the name there.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Snapshot => "snapshot",
            Self::Mesh => "mesh",
            Self::SmallMesh => "small mesh",
            Self::Rpc => "rpc",
            Self::Strings => "strings",
            Self::Ints => "ints",
            Self::Keys => "keys",
            Self::Nest => "nest",
        }
    }

    /// Its bytes, as the engine writes them.
    #[must_use]
    pub fn bytes(self) -> Vec<u8> {
        match self {
            Self::Snapshot => encoded(&payloads::snapshot()),
            Self::Mesh => encoded(&payloads::mesh(100_000)),
            Self::SmallMesh => encoded(&payloads::mesh(100)),
            Self::Rpc => encoded(&payloads::rpc()),
            Self::Strings => encoded(&payloads::strings()),
            Self::Ints => encoded(&payloads::ints()),
            Self::Keys => encoded(&payloads::keys()),
            Self::Nest => encoded(&payloads::nest()),
        }
    }

    /// Adds our ways.
    pub(crate) fn add_ours<'p>(self, list: &mut Contestants<'p>, bytes: &'p [u8]) {
        list.payload(self.name());
        ours::dynamic(list, bytes);
        match self {
            Self::Snapshot => {
                ours::owned::<payloads::Snapshot>(list, bytes);
                ours::borrowed::<payloads::SnapshotRef<'_>>(list, bytes);
                ours::serde_borrowed::<payloads::SnapshotRef<'_>>(list, bytes);
            }
            Self::Mesh | Self::SmallMesh => {
                ours::owned::<payloads::Mesh>(list, bytes);
                ours::borrowed::<payloads::MeshRef<'_>>(list, bytes);
                ours::serde_borrowed::<payloads::MeshRef<'_>>(list, bytes);
            }
            Self::Rpc => {
                ours::owned::<payloads::RpcOwned>(list, bytes);
                ours::borrowed::<payloads::Rpc<'_>>(list, bytes);
                ours::serde_borrowed::<payloads::Rpc<'_>>(list, bytes);
            }
            Self::Strings => {
                ours::owned::<payloads::Strings>(list, bytes);
                ours::borrowed::<payloads::StringsRef<'_>>(list, bytes);
                ours::serde_borrowed::<payloads::StringsRef<'_>>(list, bytes);
            }
            Self::Ints => ours::owned::<Vec<i64>>(list, bytes),
            Self::Keys => ours::owned::<payloads::Keys>(list, bytes),
            Self::Nest => ours::owned::<payloads::Nest>(list, bytes),
        }
    }

    /// Adds the other formats.
    pub(crate) fn add_peers(self, list: &mut Contestants<'_>) {
        match self {
            Self::Snapshot => {
                peers::all(list, &peers::plain::Snapshot::from(&payloads::snapshot()));
            }
            Self::Mesh => peers::all(list, &peers::plain::Mesh::from(&payloads::mesh(100_000))),
            Self::SmallMesh => peers::all(list, &peers::plain::Mesh::from(&payloads::mesh(100))),
            Self::Rpc => peers::all(list, &peers::plain::rpc(payloads::rpc())),
            Self::Strings => peers::all(list, &peers::plain::Strings::from(payloads::strings())),
            Self::Ints => peers::all(list, &payloads::ints()),
            Self::Keys => peers::all(list, &payloads::keys()),
            // Typed peers would need options against their own limits of depth, or cannot hold a type that recurses.
            Self::Nest => peers::dynamic(list, &payloads::nest()),
        }
    }
}
