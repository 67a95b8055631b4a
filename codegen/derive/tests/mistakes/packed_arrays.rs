use gdvariant::{Rect2, Variant, Vector2, godot3};

#[derive(Variant)]
struct Chunk {
    #[variant(packed)]
    wide: Vec<i64>,
    #[variant(packed)]
    rects: Vec<Rect2>,
    #[variant(packed)]
    one: Vector2,
}

#[derive(Variant)]
struct Borrowed<'a> {
    #[variant(packed)]
    points: &'a [Vector2],
    bytes: &'a [u8],
}

#[derive(Variant)]
struct Deep {
    #[variant(packed)]
    points: Vec<gdvariant::Vector4>,
}

fn main() {
    godot3::to_vec(&Deep { points: Vec::new() }).unwrap();
}
