use gdvariant::Variant;

#[derive(Variant)]
struct Place {
    x: i32,
}

#[derive(Variant)]
#[variant(array, tag = "op")]
enum Tagged {
    One,
}

#[derive(Variant)]
#[variant(array, tag = "op", content = "data")]
enum Adjacent {
    One,
}

#[derive(Variant)]
#[variant(untagged, array)]
enum Untagged {
    One,
}

#[derive(Variant)]
#[variant(array, rename_all_fields = "camelCase", deny_unknown_fields)]
enum NoKeys {
    One { max_health: i32 },
}

#[derive(Variant)]
#[variant(array)]
enum Fields {
    #[variant(array)]
    Twice { x: i32 },
    #[variant(rename_all = "camelCase")]
    Case { max_health: i32 },
    Key {
        #[variant(rename = "y")]
        x: i32,
    },
    Flat(#[variant(flatten)] Place),
    Gap(#[variant(default)] i32, i32),
    Skipped {
        #[variant(skip_encoding_if = "Option::is_none")]
        x: Option<i32>,
    },
}

fn main() {}
