//! Implements serde's error traits. Errors that serde creates have neither an offset nor a path;
//! the enclosing values add both.

use crate::error::{Count, shortened};
use crate::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Kind, Segment};
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
        if found == Unexpected::NewtypeStruct {
            // serde has buffered the value.
            let found = "a type of the engine";
            return Self::unplaced(DecodeErrorKind::NotInSerde { found });
        }
        Self::custom(format_args!("expected {expected}, found {}", Found(found)))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(found, expected)
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        let found = Count(length, "element");
        Self::custom(format_args!("expected {expected}, found {found}"))
    }

    fn unknown_variant(variant: &str, known: &'static [&'static str]) -> Self {
        let name = shortened(variant);
        Self::unplaced(DecodeErrorKind::UnknownVariant { name, known })
    }

    fn duplicate_field(key: &'static str) -> Self {
        Self::custom(format_args!("duplicate key {key:?}"))
    }

    fn missing_field(key: &'static str) -> Self {
        Self::unplaced(DecodeErrorKind::missing_key(key))
    }

    fn unknown_field(field: &str, known: &'static [&'static str]) -> Self {
        if let Some(found) = field.strip_prefix(NOT_A_FIELD) {
            return Self::custom(format_args!("expected field identifier, found {found}"));
        }
        // The key takes the place of its index in the path.
        Self::unplaced(DecodeErrorKind::UnknownKey { known }).within(Segment::name(field))
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

/// The value that serde found: the name of its type in the format and, if it is short, its content.
struct Found<'a>(Unexpected<'a>);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.0 {
            Unexpected::Bool(value) => return write!(f, "{} {value}", Kind::Bool),
            Unexpected::Unsigned(value) => return write!(f, "{} {value}", Kind::Int),
            Unexpected::Signed(value) => return write!(f, "{} {value}", Kind::Int),
            Unexpected::Float(value) => return write!(f, "{} {value:?}", Kind::Float),
            Unexpected::Char(value) => {
                let mut text = [0; size_of::<char>()];
                return write!(f, "{} {:?}", Kind::String, value.encode_utf8(&mut text));
            }
            Unexpected::Str(value) => {
                return write!(f, "{} {:?}", Kind::String, shortened(value));
            }
            Unexpected::UnitVariant => Kind::String,
            Unexpected::Bytes(_) => Kind::PackedByteArray,
            Unexpected::Unit | Unexpected::Option => Kind::Nil,
            Unexpected::Seq | Unexpected::TupleVariant => Kind::Array,
            Unexpected::Map | Unexpected::StructVariant | Unexpected::NewtypeVariant => {
                Kind::Dictionary
            }
            // serde describes the value in other words.
            Unexpected::Other(value) => return f.write_str(value),
            // An enum.
            _ => return f.write_str("another value"),
        };
        f.write_str(kind.name())
    }
}
