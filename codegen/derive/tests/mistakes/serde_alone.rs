use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Player {
    name: String,
}

fn main() {
    let bytes = gdvariant::godot3::to_vec(&Player { name: "Ada".into() }).unwrap();
    let player: Player = gdvariant::godot3::from_slice(&bytes).unwrap();
}
