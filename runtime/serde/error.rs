//! Implements serde's error traits. Errors that serde creates have neither an offset nor a path;
//! the enclosing values add both.

use crate::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Kind};
use alloc::string::ToString;
use core::fmt;
use serde::de::value::{self, StringDeserializer};
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
        Self::custom(value::Error::unknown_field(field, expected))
    }
}

/// Precedes the type of a non-string key that is passed as the name of a field. No decoded string
/// contains this character.
const NOT_A_FIELD: char = '\0';

/// Returns a name that no field has, for a non-string key. A struct skips the key, or rejects it
/// with `deny_unknown_fields`.
#[cold]
pub(super) fn not_a_field(found: &str) -> StringDeserializer<DecodeError> {
    alloc::format!("{NOT_A_FIELD}{found}").into_deserializer()
}

/// Returns the format's name for the type of value that serde found.
fn name_of(found: Unexpected<'_>) -> &'static str {
    let kind = match found {
        Unexpected::Bool(_) => Kind::Bool,
        Unexpected::Unsigned(_) | Unexpected::Signed(_) => Kind::Int,
        Unexpected::Float(_) => Kind::Float,
        Unexpected::Char(_) | Unexpected::Str(_) | Unexpected::UnitVariant => Kind::String,
        Unexpected::Bytes(_) => Kind::PackedByteArray,
        Unexpected::Unit | Unexpected::Option => Kind::Nil,
        Unexpected::Seq | Unexpected::TupleVariant => Kind::Array,
        Unexpected::Map | Unexpected::StructVariant | Unexpected::NewtypeVariant => {
            Kind::Dictionary
        }
        // A newtype struct, an enum, or a value that serde describes in other words.
        _ => return "another value",
    };
    kind.name()
}
