//! The payload `snapshot`.

use super::headers::godot3::{ARRAY, BYTES, DICTIONARY, NODE_PATH, QUAT, VECTOR3};
use super::headers::{BOOL, STRING, key};
use super::input::{Input, Malformed, Path, PathRef, decode_all};
use super::output::{Output, Unencodable, append};
use gdvariant::{Quat, Vector3};

#[derive(Debug)]
pub(super) struct Snapshot<T, B, P> {
    tick: i64,
    time: f64,
    players: Vec<Player<T, B, P>>,
}

#[derive(Debug)]
struct Player<T, B, P> {
    id: i64,
    name: T,
    position: Vector3,
    velocity: Vector3,
    rotation: Quat,
    health: f64,
    alive: bool,
    inventory: Vec<i64>,
    flags: B,
    path: P,
}

pub(super) type SnapshotOwned = Snapshot<String, Vec<u8>, Path>;
pub(super) type SnapshotRef<'de> = Snapshot<&'de str, &'de [u8], PathRef<'de>>;

/// The fields of a player that have been decoded.
#[derive(Debug, Default)]
struct Fields<'de> {
    id: Option<i64>,
    name: Option<&'de str>,
    position: Option<Vector3>,
    velocity: Option<Vector3>,
    rotation: Option<Quat>,
    health: Option<f64>,
    alive: Option<bool>,
    inventory: Option<Vec<i64>>,
    flags: Option<&'de [u8]>,
    path: Option<PathRef<'de>>,
}

/// The minimum length of an encoded player.
const LEAST: usize = 240;

/// The maximum length of an encoded player without the contents of its strings and arrays.
const MOST: usize = 290;

#[inline(always)]
pub(super) fn decode<'de, T, B, P>(bytes: &'de [u8]) -> Result<Snapshot<T, B, P>, Malformed>
where
    T: From<&'de str>,
    B: From<&'de [u8]>,
    P: From<PathRef<'de>>,
{
    decode_all(bytes, |input| {
        let start = input.rest;
        ordered(input).or_else(|| {
            input.rest = start;
            any_order(input)
        })
    })
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
    Some(Snapshot {
        tick,
        time,
        players,
    })
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
            _ => return None,
        }
    }
    Some(Snapshot {
        tick: tick?,
        time: time?,
        players: all?,
    })
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
        let start = input.rest;
        let player = ordered_player(input).or_else(|| {
            input.rest = start;
            player_in_any_order(input)
        })?;
        players.push(Player {
            id: player.id,
            name: player.name.into(),
            position: player.position,
            velocity: player.velocity,
            rotation: player.rotation,
            health: player.health,
            alive: player.alive,
            inventory: player.inventory,
            flags: player.flags.into(),
            path: player.path.into(),
        });
    }
    Some(players)
}

type PlayerRef<'de> = Player<&'de str, &'de [u8], PathRef<'de>>;

#[inline(always)]
fn ordered_player<'de>(input: &mut Input<'de>) -> Option<PlayerRef<'de>> {
    if input.words()? != [DICTIONARY, 10] {
        return None;
    }
    input.expect(key!("id"))?;
    let id = input.int()?;
    input.expect(key!("name"))?;
    let name = input.string()?;
    let position = vector3(input.field(key!("position"), VECTOR3)?);
    let velocity = vector3(input.field(key!("velocity"), VECTOR3)?);
    let rotation = quat(input.field(key!("rotation"), QUAT)?);
    input.expect(key!("health"))?;
    let health = input.float()?;
    let alive = match input.field(key!("alive"), BOOL)? {
        [0] => false,
        [1] => true,
        _ => return None,
    };
    input.expect(key!("inventory"))?;
    let inventory = ints(input)?;
    input.expect(key!("flags"))?;
    input.header(BYTES)?;
    let flags = input.elements(1)?;
    input.expect(key!("path"))?;
    input.header(NODE_PATH)?;
    let path = input.path()?;
    Some(Player {
        id,
        name,
        position,
        velocity,
        rotation,
        health,
        alive,
        inventory,
        flags,
        path,
    })
}

#[cold]
fn player_in_any_order<'de>(input: &mut Input<'de>) -> Option<PlayerRef<'de>> {
    let mut fields = Fields::default();
    input.header(DICTIONARY)?;
    for _ in 0..input.count(8)? {
        match input.string()? {
            "id" => fields.id = Some(input.int()?),
            "name" => fields.name = Some(input.string()?),
            "position" => fields.position = Some(vector3(input.field(&[], VECTOR3)?)),
            "velocity" => fields.velocity = Some(vector3(input.field(&[], VECTOR3)?)),
            "rotation" => fields.rotation = Some(quat(input.field(&[], QUAT)?)),
            "health" => fields.health = Some(input.float()?),
            "alive" => fields.alive = Some(input.bool()?),
            "inventory" => fields.inventory = Some(ints(input)?),
            "flags" => {
                input.header(BYTES)?;
                fields.flags = Some(input.elements(1)?);
            }
            "path" => {
                input.header(NODE_PATH)?;
                fields.path = Some(input.path()?);
            }
            _ => return None,
        }
    }
    Some(Player {
        id: fields.id?,
        name: fields.name?,
        position: fields.position?,
        velocity: fields.velocity?,
        rotation: fields.rotation?,
        health: fields.health?,
        alive: fields.alive?,
        inventory: fields.inventory?,
        flags: fields.flags?,
        path: fields.path?,
    })
}

#[inline(always)]
fn ints(input: &mut Input<'_>) -> Option<Vec<i64>> {
    input.header(ARRAY)?;
    let count = input.count(8)?;
    input.ints(count)
}

fn vector3(words: [u32; 3]) -> Vector3 {
    let [x, y, z] = words.map(f32::from_bits);
    Vector3::new(x, y, z)
}

fn quat(words: [u32; 4]) -> Quat {
    let [x, y, z, w] = words.map(f32::from_bits);
    Quat::new(x, y, z, w)
}

#[inline(always)]
pub(super) fn encode(snapshot: &SnapshotOwned, buffer: &mut Vec<u8>) -> Result<(), Unencodable> {
    let players = snapshot.players.iter().map(most).sum::<usize>();
    append(buffer, MOST + players, |output| {
        output.words([DICTIONARY, 3])?;
        output.put(key!("tick"))?;
        output.int(snapshot.tick)?;
        output.put(key!("time"))?;
        output.float(snapshot.time)?;
        output.field(key!("players"), [ARRAY])?;
        output.length(snapshot.players.len())?;
        snapshot
            .players
            .iter()
            .try_for_each(|player| put_player(player, output))
    })
}

/// Returns the maximum length of an encoded player.
#[inline(always)]
fn most(player: &Player<String, Vec<u8>, Path>) -> usize {
    MOST + player.name.len()
        + player.inventory.len() * 12
        + player.flags.len()
        + player.path.bytes.len()
}

#[inline(always)]
fn put_player(player: &Player<String, Vec<u8>, Path>, output: &mut Output<'_>) -> Option<()> {
    output.words([DICTIONARY, 10])?;
    output.put(key!("id"))?;
    output.int(player.id)?;
    output.field(key!("name"), [STRING])?;
    output.text(&player.name)?;
    let Vector3 { x, y, z } = player.position;
    output.field(
        key!("position"),
        [VECTOR3, x.to_bits(), y.to_bits(), z.to_bits()],
    )?;
    let Vector3 { x, y, z } = player.velocity;
    output.field(
        key!("velocity"),
        [VECTOR3, x.to_bits(), y.to_bits(), z.to_bits()],
    )?;
    let Quat { x, y, z, w } = player.rotation;
    let [x, y, z, w] = [x, y, z, w].map(f32::to_bits);
    output.field(key!("rotation"), [QUAT, x, y, z, w])?;
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
