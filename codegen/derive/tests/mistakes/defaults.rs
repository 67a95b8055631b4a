use gdvariant::Variant;

struct NoDefault;

#[derive(Variant)]
struct Player {
    #[variant(default = "name")]
    health: u8,
    #[variant(default = "missing")]
    mana: u8,
    #[variant(default)]
    team: Team,
    #[variant(skip)]
    local: NoDefault,
}

fn name() -> String {
    String::new()
}

#[derive(Variant)]
struct Team(u8);

#[derive(Variant)]
#[variant(default)]
struct Options {
    volume: u8,
}

#[derive(Variant)]
#[variant(default = "name")]
struct Settings {
    volume: u8,
}

fn main() {}
