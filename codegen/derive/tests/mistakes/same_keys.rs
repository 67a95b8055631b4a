use gdvariant::Variant;

#[derive(Variant)]
struct Player {
    health: i32,
    #[variant(rename = "health")]
    hp: i32,
    #[variant(alias = "hp", alias = "health")]
    points: i32,
}

#[derive(Variant)]
enum Event {
    Over,
    #[variant(rename = "Over")]
    End,
}

fn main() {}
