use gdvariant::{Variant, Vector4, godot3, pandemonium};

#[derive(Variant)]
struct Plane {
    normal: Vector4,
}

#[derive(Variant)]
struct Named {
    #[variant(string_name)]
    name: String,
}

fn main() {
    let plane = Plane { normal: Vector4::default() };
    pandemonium::to_vec(&plane).unwrap();
    godot3::to_vec(&plane).unwrap();
    godot3::from_slice::<Plane>(&[]).unwrap();
    godot3::to_vec(&Named { name: String::new() }).unwrap();
}
