use gdvariant::Variant;

#[derive(Variant)]
#[variant(from = "i64")]
struct NoFrom {
    number: i64,
}

#[derive(Variant)]
#[variant(into = "i64")]
struct NoClone {
    number: i64,
}

impl From<NoClone> for i64 {
    fn from(value: NoClone) -> Self {
        value.number
    }
}

fn main() {}
