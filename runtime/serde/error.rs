//! The library's errors as serde's: what serde says has neither an offset nor a path, the values around it give both.

use crate::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Kind};
use alloc::string::ToString;
use core::fmt;
use serde::de::value::StringDeserializer;
use serde::de::{Expected, IntoDeserializer, Unexpected};

impl serde::ser::Error for EncodeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(EncodeErrorKind::Custom(message.to_string().into()))
    }
}

impl serde::de::Error for DecodeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::unplaced(DecodeErrorKind::Custom(message.to_string().into()))
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::custom(format_args!(
            "expected {expected}, found {}",
            name_of(found)
        ))
    }

    fn missing_field(key: &'static str) -> Self {
        Self::unplaced(DecodeErrorKind::MissingKey { key })
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        if let Some(found) = field.strip_prefix(NOT_A_FIELD) {
            return Self::custom(format_args!("expected field identifier, found {found}"));
        }
        let fields = Fields(expected);
        Self::custom(format_args!("unknown field `{field}`, {fields}"))
    }
}

/// Precedes the type of a key that is not text, where a struct asks for the name of a field. No text on the wire contains it.
const NOT_A_FIELD: char = '\0';

/// A name that no field has, for a key of another type: a struct skips it, or rejects it with `deny_unknown_fields`.
#[cold]
pub(super) fn not_a_field(found: &str) -> StringDeserializer<DecodeError> {
    alloc::format!("{NOT_A_FIELD}{found}").into_deserializer()
}

/// The fields of a struct in an error.
struct Fields(&'static [&'static str]);

impl fmt::Display for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, others)) = self.0.split_first() else {
            return f.write_str("there are no fields");
        };
        let one_of = if others.is_empty() { "" } else { "one of " };
        write!(f, "expected {one_of}`{first}`")?;
        others.iter().try_for_each(|field| write!(f, ", `{field}`"))
    }
}

/// The format's name for what serde found.
fn name_of(found: Unexpected<'_>) -> &'static str {
    let kind = match found {
        Unexpected::Bool(_) => Kind::Bool,
        Unexpected::Unsigned(_) | Unexpected::Signed(_) => Kind::Int,
        Unexpected::Float(_) => Kind::Float,
        Unexpected::Char(_) | Unexpected::Str(_) | Unexpected::UnitVariant => Kind::String,
        Unexpected::Bytes(_) => Kind::PoolByteArray,
        Unexpected::Unit | Unexpected::Option => Kind::Nil,
        Unexpected::Seq | Unexpected::TupleVariant => Kind::Array,
        Unexpected::Map | Unexpected::StructVariant | Unexpected::NewtypeVariant => {
            Kind::Dictionary
        }
        // A struct around one value, and what serde has no word for.
        _ => return "another value",
    };
    kind.name()
}
