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

#[derive(Variant)]
#[variant(tag = "type")]
enum Message {
    Number(i32),
    Event(Box<Event>),
    Player(Box<Player>),
}

fn main() {}
