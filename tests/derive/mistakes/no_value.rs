use gdvariant::{Variant, godot3};
use std::time::Instant;

struct Plain;

#[derive(Variant)]
struct Player {
    since: Instant,
    plain: Vec<Plain>,
}

fn main() {
    godot3::from_slice::<Player>(&[]).unwrap();
}
