use gdvariant::{Variant, Vector2, Vector4, godot3, pandemonium};
use std::collections::BTreeMap;

#[derive(Variant)]
struct Plane {
    normal: Vector4,
}

#[derive(Variant)]
struct Named {
    #[variant(string_name)]
    name: String,
}

#[derive(Variant)]
struct Map {
    tiles: BTreeMap<Vector2, i32>,
}

fn main() {
    let plane = Plane { normal: Vector4::default() };
    pandemonium::to_vec(&plane).unwrap();
    godot3::to_vec(&plane).unwrap();
    godot3::from_slice::<Plane>(&[]).unwrap();
    godot3::to_vec(&Named { name: String::new() }).unwrap();
    godot3::from_slice::<Map>(&[]).unwrap();
}
