//! The text form of values: `Display` like the engines' `var_to_str`, parsing, and `variant!`.

pub(crate) mod display;
#[doc(hidden)]
pub mod events;
mod literal;
pub(crate) mod parse;

pub use literal::VariantElement;
pub use parse::{TextValues, parse_values};

use crate::table::layout::Layout;
use crate::value::view::AsView;
use crate::{Engine, ParseError};
use core::fmt::Display;
use display::{TextFormat, ValueText};

/// Formats a value in the notation of a layout's engine.
pub(crate) fn displayed<'v, V: AsView>(value: &'v V, layout: &'static Layout) -> ValueText<'v, V> {
    let notation = TextFormat::for_layout(layout);
    ValueText { value, notation }
}

/// Formats a value in the notation of a layout's engine; see [`display`](crate::godot4::display).
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Godot3, Vector2, Variant, generic};
///
/// let value = Variant::from(Vector2::new(1.0, 2.0));
/// assert_eq!(value.to_string(), "Vector2(1, 2)");
/// assert_eq!(generic::display::<Godot3, _>(&value).to_string(), "Vector2( 1, 2 )");
/// # }
/// ```
pub fn display<E: Engine, V: AsView>(value: &V) -> impl Display {
    displayed(value, E::LAYOUT)
}

/// Parses a value of a layout: only its types, by their names in the engine.
///
/// `str::parse` accepts the names of all engines.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Godot3, Quaternion, Variant, generic};
///
/// assert_eq!(generic::parse::<Godot3>("Quat(0, 0, 0, 1)")?, Quaternion::default());
/// assert!(generic::parse::<Godot3>("Vector4(1, 2, 3, 4)").is_err());
/// assert!("Vector4(1, 2, 3, 4)".parse::<Variant>().is_ok());
/// # }
/// # Ok::<(), gdvariant::ParseError>(())
/// ```
///
/// # Errors
///
/// Returns an error with line and column if the text is not one value of the layout.
pub fn parse<E: Engine>(text: &str) -> Result<E::Variant, ParseError> {
    parse::parse(text, Some(E::LAYOUT))
}
