use crate::table::{Row, Wire};
use core::fmt;

/// What the bytes of a row mean. It displays as a short text.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Value<'r> {
    /// A header.
    Type {
        /// The type's name in the layout's engine.
        name: &'static str,
        /// What the flag says, such as `64-bit`: the name of the table that the body follows. Empty where the type has one body.
        form: &'static str,
        /// Bits that mean nothing, and that engines ignore.
        unknown: u32,
    },
    /// A bool, as the engine takes it.
    Bool(bool),
    /// A whole number without a sign.
    Unsigned(u64),
    /// A whole number with a sign.
    Signed(i64),
    /// A float of 32 bits.
    Single(f32),
    /// A float of 64 bits.
    Double(f64),
    /// A count or flags, and what their bits say.
    Marked {
        /// The number without the bits that say something else.
        number: i64,
        /// What those bits say; may be empty.
        mark: &'static str,
    },
    /// Text, as it was read: without its NUL, and without what engines drop.
    Text(&'r str),
    /// Bytes; displayed as ASCII, with a point for what is none.
    Bytes(&'r [u8]),
    /// Padding: whether it is the zeros that it should be.
    Padding {
        /// Whether every byte is zero.
        is_zero: bool,
    },
}

impl<'r> Value<'r> {
    /// The bytes of a field of fixed length.
    pub(crate) fn of(field: &Row, bytes: &'r [u8]) -> Self {
        let four = || bytes.first_chunk::<4>().copied();
        let eight = || bytes.first_chunk::<8>().copied();
        let value = match field.wire {
            Wire::U32 => four().map(|bytes| Self::Unsigned(u32::from_le_bytes(bytes).into())),
            Wire::I32 => four().map(|bytes| Self::Signed(i32::from_le_bytes(bytes).into())),
            Wire::U64 => eight().map(|bytes| Self::Unsigned(u64::from_le_bytes(bytes))),
            Wire::I64 => eight().map(|bytes| Self::Signed(i64::from_le_bytes(bytes))),
            Wire::F32 => four().map(|bytes| Self::Single(f32::from_le_bytes(bytes))),
            Wire::F64 => eight().map(|bytes| Self::Double(f64::from_le_bytes(bytes))),
            Wire::Real => eight()
                .map(|bytes| Self::Double(f64::from_le_bytes(bytes)))
                .or_else(|| four().map(|bytes| Self::Single(f32::from_le_bytes(bytes)))),
            Wire::Byte | Wire::Bytes | Wire::Text | Wire::Value => None,
        };
        value.unwrap_or(Self::Bytes(bytes))
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Type {
                name,
                form,
                unknown,
            } => {
                f.write_str(name)?;
                if !form.is_empty() {
                    write!(f, ", {form}")?;
                }
                if unknown != 0 {
                    write!(f, ", unknown flags {unknown:#010x}")
                } else {
                    Ok(())
                }
            }
            Self::Bool(value) => write!(f, "{value}"),
            Self::Unsigned(value) => write!(f, "{value}"),
            Self::Signed(value) => write!(f, "{value}"),
            // The debug form has a point or an exponent, always.
            Self::Single(value) => write!(f, "{value:?}"),
            Self::Double(value) => write!(f, "{value:?}"),
            Self::Marked { number, mark: "" } => write!(f, "{number}"),
            Self::Marked { number, mark } => write!(f, "{number}, {mark}"),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Bytes(bytes) => bytes.iter().try_for_each(|&byte| {
                let is_shown = byte.is_ascii_graphic() || byte == b' ';
                write!(f, "{}", if is_shown { char::from(byte) } else { '.' })
            }),
            Self::Padding { is_zero: true } => Ok(()),
            Self::Padding { is_zero: false } => f.write_str("not zero, ignored"),
        }
    }
}
