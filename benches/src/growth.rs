//! Contestants that encode, decode and use lists of players of different lengths.

use crate::contestant::{Contestant, Contestants, Method};
use crate::payloads::{Player, PlayerRef, encoded, players};
use crate::{ours, uses};
use gdvariant::{Godot3, Godot4};

/// Contestants that are created together, because they share a decoded value.
#[derive(Debug)]
pub struct Group {
    /// The name of the group in the page.
    pub name: &'static str,
    /// The largest length, in MiB. Values of any type need more memory than their bytes.
    pub largest: usize,
    /// The measured methods.
    pub methods: &'static [Method],
    add: for<'p> fn(&mut Contestants<'p>, &'p [u8]),
}

/// All groups.
pub const GROUPS: [Group; 3] = [
    Group {
        name: "structs and bytes",
        largest: 1024,
        methods: &[
            ours::MEMCPY,
            ours::MEMCPY_FRESH,
            ours::ENCODE_DERIVE,
            ours::DECODE_DERIVE,
            ours::DECODE_DERIVE_BORROWED,
            ours::SKIP,
            ours::INSPECT,
        ],
        add: structs,
    },
    Group {
        name: "any value",
        largest: 256,
        methods: &[
            ours::ENCODE_DYNAMIC,
            ours::ENCODE_FRESH,
            ours::DECODE_OWNED,
            ours::DECODE_BORROWED,
        ],
        add: ours::values::<Godot3>,
    },
    Group {
        name: "uses of a value",
        largest: 256,
        methods: &[
            uses::DISPLAY,
            uses::PARSE,
            uses::TO_JSON,
            uses::FROM_JSON,
            uses::CONVERT,
            uses::CONVERT_IN_PLACE,
            uses::PATH,
        ],
        add: uses::add::<Godot3, Godot4>,
    },
];

impl Group {
    /// Returns the lengths that are measured: powers of 4 from 1 KiB to the largest.
    pub fn lengths(&self, largest: usize) -> impl Iterator<Item = usize> {
        let largest = self.largest.min(largest) << 20;
        (0..)
            .map(|power| 1024 << (2 * power))
            .take_while(move |&length| length <= largest)
    }

    /// Returns the contestants for an encoded list of players.
    #[must_use]
    pub fn contestants<'p>(&self, bytes: &'p [u8]) -> Vec<Contestant<'p>> {
        let mut list = Contestants::default();
        list.payload("players");
        (self.add)(&mut list, bytes);
        let mut list = list.finish();
        list.retain(|contestant| self.methods.contains(&contestant.method));
        list
    }
}

/// Returns an encoded list of players of at most `bytes` bytes, and of at least one player.
#[must_use]
pub fn list_of(bytes: usize) -> Vec<u8> {
    let each = encoded::<Godot3>(&players(256)).len() / 256;
    encoded::<Godot3>(&players((bytes / each).max(1)))
}

fn structs<'p>(list: &mut Contestants<'p>, bytes: &'p [u8]) {
    ours::memcpy(list, bytes);
    ours::derived::<Godot3, Vec<Player>>(list, bytes);
    ours::borrowed::<Godot3, Vec<PlayerRef<'_>>>(list, bytes);
    ours::walks::<Godot3>(list, bytes);
}

#[cfg(test)]
mod tests {
    use super::{GROUPS, list_of};

    #[test]
    fn every_method_of_a_group_can_be_called() {
        for group in GROUPS {
            let bytes = list_of(4096);
            let mut contestants = group.contestants(&bytes);
            assert_eq!(contestants.len(), group.methods.len(), "{}", group.name);
            for contestant in &mut contestants {
                contestant.run(1);
            }
        }
    }

    #[test]
    fn lengths_are_powers_of_four() {
        let lengths: Vec<_> = GROUPS[0].lengths(1).collect();
        assert_eq!(lengths, [1024, 4096, 16_384, 65_536, 262_144, 1_048_576]);
        assert_eq!(GROUPS[0].lengths(1024).last(), Some(1 << 30));
    }
}
