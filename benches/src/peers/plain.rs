//! The payloads without Godot's types. Vectors are arrays and NodePaths are strings: the fastest
//! forms for the peers.

use crate::payloads;
use bitcode::{Decode, Encode};
use serde::{Deserialize, Serialize};

/// Defines types that every typed peer encodes and decodes.
macro_rules! plain {
    ($($item:item)*) => {$(
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Encode, Decode, bincode::Encode, bincode::Decode)]
        #[derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize)]
        $item
    )*};
}

plain! {
    /// The plain form of [`payloads::Snapshot`].
    pub struct Snapshot {
        tick: i64,
        time: f64,
        players: Vec<Player>,
    }

    /// The plain form of [`payloads::Player`].
    pub struct Player {
        id: i64,
        name: String,
        position: [f32; 3],
        velocity: [f32; 3],
        rotation: [f32; 4],
        health: f64,
        alive: bool,
        inventory: Vec<i64>,
        #[serde(with = "serde_bytes")]
        flags: Vec<u8>,
        path: String,
    }

    /// The plain form of [`payloads::Mesh`].
    pub struct Mesh {
        vertices: Vec<[f32; 3]>,
        colors: Vec<[f32; 4]>,
        indices: Vec<i32>,
    }

    /// The plain form of [`payloads::Strings`].
    pub struct Strings {
        names: Vec<String>,
        list: Vec<String>,
    }
}

impl From<&payloads::Snapshot> for Snapshot {
    fn from(snapshot: &payloads::Snapshot) -> Self {
        Self {
            tick: snapshot.tick,
            time: snapshot.time,
            players: snapshot.players.iter().map(Player::from).collect(),
        }
    }
}

impl From<&payloads::Player> for Player {
    fn from(player: &payloads::Player) -> Self {
        Self {
            id: player.id,
            name: player.name.clone(),
            position: player.position.into(),
            velocity: player.velocity.into(),
            rotation: player.rotation.into(),
            health: player.health,
            alive: player.alive,
            inventory: player.inventory.clone(),
            flags: player.flags.clone(),
            path: player.path.to_string(),
        }
    }
}

impl From<&payloads::Mesh> for Mesh {
    fn from(mesh: &payloads::Mesh) -> Self {
        Self {
            vertices: mesh
                .vertices
                .0
                .iter()
                .map(|&vertex| vertex.into())
                .collect(),
            colors: mesh.colors.0.iter().map(|&color| color.into()).collect(),
            indices: mesh.indices.0.clone(),
        }
    }
}

/// Converts a remote call to plain types.
pub(crate) fn rpc((name, id, to, is_sure): payloads::Rpc<'_>) -> (String, i64, [f32; 2], bool) {
    (name.to_owned(), id, to.into(), is_sure)
}

impl From<payloads::Strings> for Strings {
    fn from(strings: payloads::Strings) -> Self {
        Self {
            names: strings.names.0,
            list: strings.list,
        }
    }
}
