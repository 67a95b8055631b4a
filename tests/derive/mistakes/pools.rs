use gdvariant::{Rect2, Variant, Vector2, godot3};

#[derive(Variant)]
struct Chunk {
    #[variant(pool)]
    wide: Vec<i64>,
    #[variant(pool)]
    rects: Vec<Rect2>,
    #[variant(pool)]
    one: Vector2,
}

#[derive(Variant)]
struct Borrowed<'a> {
    #[variant(pool)]
    points: &'a [Vector2],
    bytes: &'a [u8],
}

#[derive(Variant)]
struct Deep {
    #[variant(pool)]
    points: Vec<gdvariant::Vector4>,
}

fn main() {
    godot3::to_vec(&Deep { points: Vec::new() }).unwrap();
}
