//! A game's protocol: the messages that scripts send with `put_var`, as an enum of this program.
//!
//! The types say all that there is to say. A message is a Dictionary with its kind under the key `type`, just as a script would build it;
//! `tests/derive/protocol.rs` compares with the bytes of the engine. Text is borrowed from the packet that it came in.
//!
//! ```text
//! cargo run --example protocol
//! ```

use gdvariant::{Color, NodePath, Quat, Vector2, Vector3, godot3};
use std::borrow::Cow;
use std::error::Error;

/// `{"type": "join", "name": "Ada", "version": 3}` and its like.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant)]
#[variant(tag = "type", rename_all = "snake_case")]
pub(crate) enum Message<'a> {
    /// The first one that a client sends.
    Join { name: &'a str, version: u32 },
    /// What a player wants to do.
    Input {
        tick: u64,
        direction: Vector2,
        buttons: Vec<Button>,
    },
    /// The state of the game, many times a second.
    Snapshot {
        tick: u64,
        players: Vec<Player<'a>>,
        events: Vec<Event<'a>>,
    },
    /// A piece of the map. `pool` makes pool arrays of the lists, which take less space than
    /// Arrays.
    Terrain {
        origin: Vector2,
        #[variant(pool)]
        heights: Vec<f32>,
        #[variant(pool)]
        colors: Vec<Color>,
        #[variant(pool)]
        tiles: &'a [u8],
    },
    /// The last one; None is null.
    Leave { reason: Option<&'a str> },
}

/// Variants without data are Strings: `"jump"`.
#[derive(Debug, Clone, Copy, PartialEq, gdvariant::Variant)]
#[variant(rename_all = "snake_case")]
pub(crate) enum Button {
    Jump,
    Fire,
}

/// A struct is a Dictionary with the fields as keys, in this order.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant)]
pub(crate) struct Player<'a> {
    pub(crate) id: u32,
    /// Borrowed when it was read, owned when it was made.
    pub(crate) name: Cow<'a, str>,
    pub(crate) position: Vector3,
    pub(crate) velocity: Vector3,
    pub(crate) rotation: Quat,
    pub(crate) health: f32,
    pub(crate) team: Team,
    pub(crate) alive: bool,
    #[variant(pool)]
    pub(crate) inventory: Vec<i32>,
    pub(crate) weapon: Option<Weapon<'a>>,
    pub(crate) path: NodePath,
}

#[derive(Debug, Clone, Copy, PartialEq, gdvariant::Variant)]
#[variant(rename_all = "snake_case")]
pub(crate) enum Team {
    Red,
    Blue,
}

#[derive(Debug, Clone, PartialEq, gdvariant::Variant)]
pub(crate) struct Weapon<'a> {
    pub(crate) name: &'a str,
    pub(crate) ammo: u32,
}

/// Variants with data are Dictionaries of one entry: `{"chat": "hello"}`, but `"round_over"`.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant)]
#[variant(rename_all = "snake_case")]
pub(crate) enum Event<'a> {
    Hit { by: u32, damage: u32 },
    RoundOver,
    Chat(&'a str),
}

/// Returns a game of 64 players.
pub(crate) fn snapshot() -> Message<'static> {
    let events = vec![
        Event::Hit { by: 3, damage: 25 },
        Event::RoundOver,
        Event::Chat("hello"),
    ];
    Message::Snapshot {
        tick: 5_000_000_000,
        players: (0..64).map(player).collect(),
        events,
    }
}

fn player(index: u8) -> Player<'static> {
    let (id, along) = (u32::from(index), f32::from(index));
    Player {
        id,
        name: format!("player_{index:03}").into(),
        position: Vector3::new(along, 1.5, along * -0.25),
        velocity: Vector3::new(0.5, 0.0, along * 0.125),
        rotation: Quat::new(0.0, along * 0.0625, 0.75, 0.5),
        health: 100.0 - along * 0.5,
        team: if id.is_multiple_of(2) {
            Team::Red
        } else {
            Team::Blue
        },
        alive: !id.is_multiple_of(5),
        inventory: (0..i32::from(index % 4))
            .map(|item| i32::from(index) * 10 + item)
            .collect(),
        weapon: (!id.is_multiple_of(3)).then_some(Weapon {
            name: "bow",
            ammo: id * 2,
        }),
        path: NodePath::from(format!("/root/World/Players/{index}")),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    // A server has one buffer for all that it sends, and allocates nothing more.
    let mut packet = Vec::new();
    for message in [
        Message::Join {
            name: "Ada",
            version: 3,
        },
        Message::Leave { reason: None },
        snapshot(),
    ] {
        packet.clear();
        godot3::encode_into(&message, &mut packet)?;
        println!("sent {} bytes", packet.len());
    }

    // A client reads the packet, and borrows the text from it.
    let Message::Snapshot {
        tick,
        players,
        events,
    } = godot3::from_slice(&packet)?
    else {
        return Err("that was a snapshot".into());
    };
    println!(
        "tick {tick}: {} players, {} at {:?}, {events:?}",
        players.len(),
        players[7].name,
        players[7].position
    );

    // Whatever arrives is read or rejected; the error says where and why.
    let cut = godot3::from_slice::<Message<'_>>(&packet[..1354]);
    println!("a packet that was cut: {}", cut.unwrap_err());
    let wrong = godot3::to_vec(&godot3::Dictionary::from([
        ("type", "join"),
        ("name", "Ada"),
        ("version", "three"),
    ]))?;
    println!(
        "a script that sent text: {}",
        godot3::from_slice::<Message<'_>>(&wrong).unwrap_err()
    );
    Ok(())
}
