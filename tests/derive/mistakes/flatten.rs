use gdvariant::Variant;

#[derive(Variant)]
struct Player {
    #[variant(flatten)]
    health: i32,
    #[variant(flatten)]
    tags: Vec<String>,
    #[variant(flatten)]
    event: Event,
}

#[derive(Variant)]
enum Event {
    Over,
}

fn main() {}
