use gdvariant::Variant;

#[derive(Variant)]
#[variant(transparent)]
struct Two {
    x: i32,
    y: i32,
}

#[derive(Variant)]
struct Skipped(#[variant(skip)] i32);

#[derive(Variant)]
struct Tuple(#[variant(rename = "x")] i32, #[variant(flatten)] Two, #[variant(skip_encoding_if = "is_zero")] i32);

#[derive(Variant)]
struct Gap(i32, #[variant(default)] i32, i32);

#[derive(Variant)]
#[variant(tag = "t")]
enum Tagged {
    Pair(i32, i32),
    Same { t: i32 },
}

#[derive(Variant)]
#[variant(array)]
struct Tuples(i32, i32);

#[derive(Variant)]
#[variant(rename_all = "snake_case")]
struct NoKeys(i32, i32);

fn main() {}
