use gdvariant::{Variant, godot3};

#[derive(Variant)]
#[variant(untagged)]
enum Untagged {
    Number(i64),
    #[variant(other)]
    Unknown,
}

#[derive(Variant)]
enum Fields {
    Ping,
    #[variant(other)]
    Unknown { name: String },
}

#[derive(Variant)]
enum TooMany {
    Ping,
    #[variant(other)]
    Unknown(String, i32, i32),
}

#[derive(Variant)]
#[variant(repr = "int")]
enum TooManyWithNumber {
    Ping,
    #[variant(other)]
    Unknown(i64, i64, i64),
}

#[derive(Variant)]
#[variant(array)]
enum Elements {
    Ping,
    #[variant(other)]
    Unknown(String, i64),
}

#[derive(Variant)]
enum Two {
    Ping,
    #[variant(other)]
    Unknown,
    #[variant(other)]
    Others(String),
}

#[derive(Variant)]
enum Alone {
    #[variant(other)]
    Unknown,
}

#[derive(Variant)]
enum Names {
    Ping,
    #[variant(other, rename = "unknown")]
    Unknown(#[variant(skip)] String),
}

#[derive(Variant)]
enum Aliased {
    Ping,
    #[variant(other, alias = "unknown")]
    Unknown,
}

#[derive(Variant)]
#[variant(tag = "type")]
enum NoFields {
    Ping,
    #[variant(other)]
    Unknown(String, godot3::Variant),
}

#[derive(Variant)]
struct Misplaced {
    #[variant(other)]
    others: i32,
}

#[derive(Variant)]
#[variant(tag = "op", repr = "int")]
enum TooManyWithTag {
    Ping,
    #[variant(other)]
    Unknown(i64, i64, i64),
}

#[derive(Variant)]
#[variant(repr = "int")]
enum NoNumber {
    Ping,
    #[variant(other)]
    Unknown,
}

#[derive(Variant)]
#[variant(repr = "int")]
enum NoInteger {
    Ping,
    #[variant(other)]
    Unknown(Box<str>),
}

#[derive(Variant)]
#[variant(array, repr = "int")]
enum Float {
    Ping,
    #[variant(other)]
    Unknown(f32),
}

fn main() {}
