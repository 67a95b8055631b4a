//! The payloads `snapshot` and `snapshot4`.

use super::headers::{BOOL, key};
use super::input::{Input, Malformed, Path, PathRef, decode_all, ordered_or};
use super::output::{Output, Unencodable, append};
use gdvariant::{Quaternion, Vector3, Vector3i};
use std::ops::Deref;

/// A vector with `N` components of four bytes.
trait Words<const N: usize> {
    fn of_words(words: [u32; N]) -> Self;
    fn words(&self) -> [u32; N];
}

impl Words<3> for Vector3 {
    #[inline(always)]
    fn of_words(words: [u32; 3]) -> Self {
        let [x, y, z] = words.map(f32::from_bits);
        Self::new(x, y, z)
    }

    #[inline(always)]
    fn words(&self) -> [u32; 3] {
        [self.x, self.y, self.z].map(f32::to_bits)
    }
}

impl Words<3> for Vector3i {
    #[inline(always)]
    fn of_words(words: [u32; 3]) -> Self {
        let [x, y, z] = words.map(u32::cast_signed);
        Self::new(x, y, z)
    }

    #[inline(always)]
    fn words(&self) -> [u32; 3] {
        [self.x, self.y, self.z].map(i32::cast_unsigned)
    }
}

impl Words<4> for Quaternion {
    #[inline(always)]
    fn of_words(words: [u32; 4]) -> Self {
        let [x, y, z, w] = words.map(f32::from_bits);
        Self::new(x, y, z, w)
    }

    #[inline(always)]
    fn words(&self) -> [u32; 4] {
        [self.x, self.y, self.z, self.w].map(f32::to_bits)
    }
}

/// The minimum length of an encoded player.
const LEAST: usize = 240;

/// The maximum length of an encoded player without the contents of its strings and arrays.
const MOST: usize = 290;

/// Defines the snapshot of a layout, given the header of names, and the vectors after the name.
macro_rules! snapshot {
    ($layout:ident, $name_header:ident, [$($vector:ident: $type:ident = $header:ident),*]) => {
        #[derive(Debug)]
        pub(in crate::by_hand) struct Snapshot<T, B, P> {
            tick: i64,
            time: f64,
            players: Vec<Player<T, B, P>>,
        }

        #[derive(Debug)]
        struct Player<T, B, P> {
            id: i64,
            name: T,
            $($vector: $type,)*
            health: f64,
            alive: bool,
            inventory: Vec<i64>,
            flags: B,
            path: P,
        }

        type PlayerRef<'de> = Player<&'de str, &'de [u8], PathRef<'de>>;

        /// The fields of a player that have been decoded.
        #[derive(Debug, Default)]
        struct Fields<'de> {
            id: Option<i64>,
            name: Option<&'de str>,
            $($vector: Option<$type>,)*
            health: Option<f64>,
            alive: Option<bool>,
            inventory: Option<Vec<i64>>,
            flags: Option<&'de [u8]>,
            path: Option<PathRef<'de>>,
        }

        #[inline(always)]
        pub(in crate::by_hand) fn decode<'de, T, B, P>(
            bytes: &'de [u8],
        ) -> Result<Snapshot<T, B, P>, Malformed>
        where
            T: From<&'de str>,
            B: From<&'de [u8]>,
            P: From<PathRef<'de>>,
        {
            decode_all(bytes, |input| ordered_or(input, ordered, any_order))
        }

        /// Decodes a snapshot whose fields are in the order in which they are encoded.
        #[inline(always)]
        fn ordered<'de, T, B, P>(input: &mut Input<'de>) -> Option<Snapshot<T, B, P>>
        where
            T: From<&'de str>,
            B: From<&'de [u8]>,
            P: From<PathRef<'de>>,
        {
            if input.words()? != [DICTIONARY, 3] {
                return None;
            }
            input.expect(key!("tick"))?;
            let tick = input.int()?;
            input.expect(key!("time"))?;
            let time = input.float()?;
            input.expect(key!("players"))?;
            let players = players(input)?;
            Some(Snapshot { tick, time, players })
        }

        #[cold]
        fn any_order<'de, T, B, P>(input: &mut Input<'de>) -> Option<Snapshot<T, B, P>>
        where
            T: From<&'de str>,
            B: From<&'de [u8]>,
            P: From<PathRef<'de>>,
        {
            let (mut tick, mut time, mut all) = (None, None, None);
            input.header(DICTIONARY)?;
            for _ in 0..input.count(8)? {
                match input.string()? {
                    "tick" => tick = Some(input.int()?),
                    "time" => time = Some(input.float()?),
                    "players" => all = Some(players(input)?),
                    _ => skip::<$layout>(input)?,
                }
            }
            Some(Snapshot { tick: tick?, time: time?, players: all? })
        }

        #[inline(always)]
        fn players<'de, T, B, P>(input: &mut Input<'de>) -> Option<Vec<Player<T, B, P>>>
        where
            T: From<&'de str>,
            B: From<&'de [u8]>,
            P: From<PathRef<'de>>,
        {
            input.header(ARRAY)?;
            let count = input.count(LEAST)?;
            let mut players = Vec::with_capacity(count);
            for _ in 0..count {
                let player = ordered_or(input, ordered_player, player_in_any_order)?;
                players.push(Player {
                    id: player.id,
                    name: player.name.into(),
                    $($vector: player.$vector,)*
                    health: player.health,
                    alive: player.alive,
                    inventory: player.inventory,
                    flags: player.flags.into(),
                    path: player.path.into(),
                });
            }
            Some(players)
        }

        #[inline(always)]
        fn ordered_player<'de>(input: &mut Input<'de>) -> Option<PlayerRef<'de>> {
            if input.words()? != [DICTIONARY, 10] {
                return None;
            }
            input.expect(key!("id"))?;
            let id = input.int()?;
            input.expect(key!("name"))?;
            input.header($name_header)?;
            let name = input.text()?;
            $(let $vector = $type::of_words(input.field(key!(stringify!($vector)), $header)?);)*
            input.expect(key!("health"))?;
            let health = input.float()?;
            let alive = match input.field(key!("alive"), BOOL)? {
                [0] => false,
                [1] => true,
                _ => return None,
            };
            input.expect(key!("inventory"))?;
            input.header(ARRAY)?;
            let count = input.count(8)?;
            let inventory = input.ints(count)?;
            input.expect(key!("flags"))?;
            input.header(BYTES)?;
            let flags = input.elements(1)?;
            input.expect(key!("path"))?;
            input.header(NODE_PATH)?;
            let path = input.path()?;
            Some(Player { id, name, $($vector,)* health, alive, inventory, flags, path })
        }

        #[cold]
        fn player_in_any_order<'de>(input: &mut Input<'de>) -> Option<PlayerRef<'de>> {
            let mut fields = Fields::default();
            input.header(DICTIONARY)?;
            for _ in 0..input.count(8)? {
                match input.string()? {
                    "id" => fields.id = Some(input.int()?),
                    "name" => {
                        input.header($name_header)?;
                        fields.name = Some(input.text()?);
                    }
                    $(key if key == stringify!($vector) => {
                        fields.$vector = Some($type::of_words(input.field(&[], $header)?));
                    })*
                    "health" => fields.health = Some(input.float()?),
                    "alive" => fields.alive = Some(input.bool()?),
                    "inventory" => {
                        input.header(ARRAY)?;
                        let count = input.count(8)?;
                        fields.inventory = Some(input.ints(count)?);
                    }
                    "flags" => {
                        input.header(BYTES)?;
                        fields.flags = Some(input.elements(1)?);
                    }
                    "path" => {
                        input.header(NODE_PATH)?;
                        fields.path = Some(input.path()?);
                    }
                    _ => skip::<$layout>(input)?,
                }
            }
            Some(Player {
                id: fields.id?,
                name: fields.name?,
                $($vector: fields.$vector?,)*
                health: fields.health?,
                alive: fields.alive?,
                inventory: fields.inventory?,
                flags: fields.flags?,
                path: fields.path?,
            })
        }

        #[inline(always)]
        pub(in crate::by_hand) fn encode<T: Deref<Target = str>>(
            snapshot: &Snapshot<T, Vec<u8>, Path>,
            buffer: &mut Vec<u8>,
        ) -> Result<(), Unencodable> {
            append(buffer, MOST, |output| {
                output.words([DICTIONARY, 3])?;
                output.put(key!("tick"))?;
                output.int(snapshot.tick)?;
                output.put(key!("time"))?;
                output.float(snapshot.time)?;
                output.field(key!("players"), [ARRAY])?;
                output.length(snapshot.players.len())
            })?;
            let mut players = snapshot.players.iter();
            players.try_for_each(|player| {
                append(buffer, most(player), |output| put_player(player, output))
            })
        }

        /// Returns the maximum length of an encoded player.
        #[inline(always)]
        fn most<T: Deref<Target = str>>(player: &Player<T, Vec<u8>, Path>) -> usize {
            MOST + player.name.len()
                + player.inventory.len() * 12
                + player.flags.len()
                + player.path.bytes.len()
        }

        #[inline(always)]
        fn put_player<T: Deref<Target = str>>(
            player: &Player<T, Vec<u8>, Path>,
            output: &mut Output<'_>,
        ) -> Option<()> {
            output.words([DICTIONARY, 10])?;
            output.put(key!("id"))?;
            output.int(player.id)?;
            output.field(key!("name"), [$name_header])?;
            output.text(&player.name)?;
            $(
                output.field(key!(stringify!($vector)), [$header])?;
                output.words(player.$vector.words())?;
            )*
            output.put(key!("health"))?;
            output.float(player.health)?;
            output.field(key!("alive"), [BOOL, player.alive.into()])?;
            output.field(key!("inventory"), [ARRAY])?;
            output.length(player.inventory.len())?;
            output.ints(&player.inventory)?;
            output.field(key!("flags"), [BYTES])?;
            output.length(player.flags.len())?;
            output.padded(&player.flags)?;
            output.field(key!("path"), [NODE_PATH])?;
            output.path(&player.path)
        }
    };
}

pub(super) mod godot3 {
    use super::super::dynamic::{Godot3, skip};
    use super::super::headers::STRING;
    use super::super::headers::godot3::{ARRAY, BYTES, DICTIONARY, NODE_PATH, QUAT, VECTOR3};
    #[allow(clippy::wildcard_imports, reason = "the names that the macro uses")]
    use super::*;

    snapshot!(Godot3, STRING, [position: Vector3 = VECTOR3, velocity: Vector3 = VECTOR3, rotation: Quaternion = QUAT]);
}

pub(super) mod godot4 {
    use super::super::dynamic::{Godot4, skip};
    use super::super::headers::godot4::{
        ARRAY, BYTES, DICTIONARY, NODE_PATH, QUATERNION, STRING_NAME, VECTOR3, VECTOR3I,
    };
    #[allow(clippy::wildcard_imports, reason = "the names that the macro uses")]
    use super::*;

    snapshot!(Godot4, STRING_NAME, [cell: Vector3i = VECTOR3I, position: Vector3 = VECTOR3, rotation: Quaternion = QUATERNION]);
}
