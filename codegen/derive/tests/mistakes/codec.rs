use gdvariant::framing::{Codec, FrameOptions};
use gdvariant::{Godot3, Variant, Vector4};

struct Plain;

#[derive(Variant)]
struct Borrowed<'a> {
    name: &'a str,
}

#[derive(Variant)]
struct Plane {
    normal: Vector4,
}

fn plain() -> Codec<Godot3, Plain> {
    Codec::<Godot3, Plain>::new()
}

fn borrowed<'a>() -> Codec<Godot3, Borrowed<'a>> {
    Codec::<Godot3, Borrowed>::new()
}

fn other_layout() -> Codec<Godot3, Plane> {
    Codec::<Godot3, Plane>::with_options(FrameOptions::new())
}

fn main() {}
