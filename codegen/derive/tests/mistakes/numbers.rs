use gdvariant::Variant;

#[derive(Variant)]
enum Strings {
    Ping,
    #[variant(rename = 1, alias = -2)]
    Chat,
}

#[derive(Variant)]
#[variant(repr = "int", rename_all = "snake_case")]
enum Numbers {
    #[variant(rename = "ping", alias = "p")]
    Ping,
    #[variant(rename = 1.5)]
    Chat(#[variant(alias = 7)] String),
}

#[derive(Variant)]
struct Keys {
    #[variant(rename = 1)]
    name: String,
}

#[derive(Variant)]
#[variant(tag = "op", repr = "int")]
enum Duplicates {
    One,
    #[variant(rename = 0)]
    Two,
    Three,
    #[variant(alias = 1)]
    Four { x: i32 },
    #[variant(rename = 1)]
    Five,
}

#[derive(Variant)]
#[variant(repr = "int")]
#[repr(u64)]
enum Ranges {
    Largest = 0x7fff_ffff_ffff_ffff,
    Next,
    Explicit = 0x9000_0000_0000_0000,
    #[variant(rename = 9_223_372_036_854_775_808)]
    Renamed = 7,
    #[variant(rename = -9_223_372_036_854_775_808)]
    Smallest = 8,
    #[variant(rename = -9_223_372_036_854_775_809)]
    Below = 9,
}

#[derive(Variant)]
#[variant(repr = "int")]
enum Shifted {
    #[variant(rename = 1 << 3)]
    One,
    #[variant(rename = 2, alias = 4, alias = 2)]
    Two,
}

#[derive(Variant)]
#[variant(untagged, repr = "int")]
enum Untagged {
    One,
}

fn main() {}
