use gdvariant::{Variant, godot3};
use std::time::Instant;

struct Plain;

// Each field whose type has no layout is an error, and neither types that contain `Player` nor calls
// are.
#[derive(Variant)]
struct Player<'a> {
    name: &'a str,
    since: Instant,
    plain: Vec<Option<Plain>>,
    #[variant(skip)]
    cache: Option<Instant>,
}

#[derive(Variant)]
struct Game<'a> {
    players: Vec<Player<'a>>,
}

#[derive(Variant)]
struct Generic<T> {
    value: T,
    plain: Plain,
}

#[derive(Variant)]
#[variant(from = "Plain", into = "Plain")]
struct Converted;

impl From<Plain> for Converted {
    fn from(_: Plain) -> Self {
        Self
    }
}

impl From<Converted> for Plain {
    fn from(_: Converted) -> Self {
        Self
    }
}

impl Clone for Converted {
    fn clone(&self) -> Self {
        Self
    }
}

fn main() {
    let game: Game = godot3::from_slice(&[]).unwrap();
    godot3::to_vec(&game).unwrap();
    godot3::to_vec(&Generic { value: 7, plain: Plain }).unwrap();
    godot3::to_vec(&Converted).unwrap();
}
