use gdvariant::Variant;

#[derive(Variant)]
#[variant(rename_all = "sneak_case", default = 7)]
struct Player {
    #[variant(rename)]
    health: i32,
    #[variant(default = "not a path")]
    mana: i32,
    #[variant(packed = "yes")]
    tiles: Vec<u8>,
    #[variant(rename = "a", rename = "b")]
    name: String,
    #[variant(alias = "a\0b")]
    title: String,
}

#[derive(Variant)]
#[variant(repr = "u8", bound = "where T")]
enum Team {
    Red,
}

#[derive(Variant)]
#[variant(bound(both = "T: Clone"))]
struct Generic<T>(T);

fn main() {}
