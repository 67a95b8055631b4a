//! The layouts, each a module with everything in it; generated from the schema.

/// The layout of Godot 3: its `Variant`, its types, and the functions that read and write them.
#[cfg(feature = "godot3")]
pub mod godot3 {
    include!(concat!(env!("OUT_DIR"), "/godot3.rs"));
}

/// The layout of Godot 3 in double precision.
#[cfg(all(feature = "godot3", feature = "double"))]
pub mod godot3_double {
    include!(concat!(env!("OUT_DIR"), "/godot3_double.rs"));
}

/// The layout of Pandemonium: its `Variant`, its types, and the functions that read and write them.
#[cfg(feature = "pandemonium")]
pub mod pandemonium {
    include!(concat!(env!("OUT_DIR"), "/pandemonium.rs"));
}

/// The layout of Pandemonium in double precision.
#[cfg(all(feature = "pandemonium", feature = "double"))]
pub mod pandemonium_double {
    include!(concat!(env!("OUT_DIR"), "/pandemonium_double.rs"));
}

#[cfg(feature = "godot3")]
pub use godot3::Godot3;
#[cfg(all(feature = "godot3", feature = "double"))]
pub use godot3_double::Godot3Double;
#[cfg(feature = "pandemonium")]
pub use pandemonium::Pandemonium;
#[cfg(all(feature = "pandemonium", feature = "double"))]
pub use pandemonium_double::PandemoniumDouble;
