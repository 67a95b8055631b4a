//! The format itself: the files that this library is generated from, for programs that generate something else from them.

macro_rules! files {
    ($($path:literal)*) => {
        &[$(($path, include_str!(concat!("../schema/", $path)))),*]
    };
}

/// Every file of the schema, by its path below `schema/`.
pub const FILES: &[(&str, &str)] = files! {
    "errata.yaml"
    "examples.yaml"
    "layouts/godot3.yaml"
    "layouts/pandemonium.yaml"
    "locales/fr.yaml"
    "types.yaml"
};
