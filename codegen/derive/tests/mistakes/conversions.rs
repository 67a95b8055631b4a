use gdvariant::Variant;

#[derive(Variant)]
#[variant(from = "i64", try_from = "i32")]
struct Twice(i64);

#[derive(Variant)]
#[variant(transparent, into = "i64")]
struct Transparent(i64);

#[derive(Clone, Variant)]
#[variant(tag = "type", from = "i64", into = "i64")]
enum Tagged {
    One,
}

#[derive(Clone, Variant)]
#[variant(from = "Box<Endless>")]
struct Endless;

#[derive(Variant)]
#[variant(from = "3")]
struct NoType;

#[derive(Variant)]
#[variant(from)]
struct NoValue;

fn main() {}
