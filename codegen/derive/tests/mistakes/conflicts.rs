use gdvariant::Variant;

#[derive(Variant)]
#[variant(deny_unknown_fields)]
struct Player {
    #[variant(flatten, rename = "x")]
    place: Place,
    #[variant(packed, string_name)]
    tiles: Vec<u8>,
    #[variant(skip, alias = "y")]
    cached: i32,
    #[variant(with = "module", node_path)]
    path: String,
}

#[derive(Variant)]
struct Place {
    x: i32,
}

#[derive(Variant)]
#[variant(untagged, tag = "t")]
enum Untagged {
    One,
}

#[derive(Variant)]
#[variant(content = "c")]
enum ContentAlone {
    One,
}

#[derive(Variant)]
#[variant(tag = "t", content = "t")]
enum SameKeys {
    One,
}

#[derive(Variant)]
#[variant(transparent, array)]
struct Both {
    x: i32,
}

fn main() {}
