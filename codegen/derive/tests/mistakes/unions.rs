#[derive(gdvariant::Variant)]
union Number {
    int: i32,
    float: f32,
}

fn main() {}
