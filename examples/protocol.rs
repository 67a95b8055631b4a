//! Encodes and decodes the messages of a game as an enum.
//!
//! Scripts send the messages with `put_var`. A message is a Dictionary with its kind under the key
//! `type`. `examples/tests/programs/protocol.rs` compares the bytes with those of Godot 4 and Godot
//! 3: for Godot 3, only the module `godot4` is `godot3`. Decoded messages borrow text from the
//! packet.
//!
//! ```text
//! cargo run -p gdvariant-examples --bin protocol
//! ```

use gdvariant::{Color, NodePath, Quaternion, Vector2, Vector3, godot4};
use std::borrow::Cow;
use std::error::Error;

/// A message, such as `{"type": "join", "name": "Ada", "version": 3}`.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant)]
#[variant(tag = "type", rename_all = "snake_case")]
pub(crate) enum Message<'a> {
    /// The first message of a client.
    Join { name: &'a str, version: u32 },
    /// The direction and the pressed buttons of a player.
    Input {
        tick: u64,
        direction: Vector2,
        buttons: Vec<Button>,
    },
    /// The state of the game in one tick.
    Snapshot {
        tick: u64,
        players: Vec<Player<'a>>,
        events: Vec<Event<'a>>,
    },
    /// A part of the map. `packed` encodes the lists as packed arrays: these are shorter than Arrays.
    Terrain {
        origin: Vector2,
        #[variant(packed)]
        heights: Vec<f32>,
        #[variant(packed)]
        colors: Vec<Color>,
        #[variant(packed)]
        tiles: &'a [u8],
    },
    /// The last message of a client. `None` is encoded as null.
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
    /// The name, borrowed in decoded messages and owned in new messages.
    pub(crate) name: Cow<'a, str>,
    pub(crate) position: Vector3,
    pub(crate) velocity: Vector3,
    pub(crate) rotation: Quaternion,
    pub(crate) health: f32,
    pub(crate) team: Team,
    pub(crate) alive: bool,
    #[variant(packed)]
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
        rotation: Quaternion::new(0.0, along * 0.0625, 0.75, 0.5),
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
    // One buffer for all messages: encoding allocates only while the buffer grows.
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
        godot4::encode_into(&message, &mut packet)?;
        println!("sent {} bytes", packet.len());
    }

    // A client decodes the packet and borrows text from it.
    let Message::Snapshot {
        tick,
        players,
        events,
    } = godot4::from_slice(&packet)?
    else {
        return Err("expected a snapshot, found another message".into());
    };
    println!(
        "tick {tick}: {} players, {} at {:?}, {events:?}",
        players.len(),
        players[7].name,
        players[7].position
    );

    // Invalid packets are errors with the position and the cause.
    let cut = godot4::from_slice::<Message<'_>>(&packet[..1354]);
    println!("a truncated packet: {}", cut.unwrap_err());
    let wrong = godot4::to_vec(&godot4::Dictionary::from([
        ("type", "join"),
        ("name", "Ada"),
        ("version", "three"),
    ]))?;
    println!(
        "a message with text instead of an int: {}",
        godot4::from_slice::<Message<'_>>(&wrong).unwrap_err()
    );
    Ok(())
}
