use gdvariant::Variant;

#[derive(Variant)]
#[variant(rename_al = "snake_case")]
struct Player {
    #[variant(renam = "hp")]
    health: i32,
    #[variant(skip_serializing_if = "Option::is_none")]
    mail: Option<String>,
    #[variant(frobnicate)]
    name: String,
    #[variant(rename_all = "snake_case")]
    level: i32,
    #[variant(serialize_with = "f", getter = "T")]
    converted: i32,
    #[variant("score")]
    score: i32,
}

#[derive(Variant)]
#[variant(packed)]
enum Event {
    #[variant(tag = "t")]
    Over,
}

fn main() {}
