use crate::table::rule::{Bits, InvalidNumber, Number};
use crate::table::{Row, Wire};
use core::fmt::{self, Write};

/// What the bytes of a row mean. It displays as a short text.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::inspect::{Value, inspect};
/// use gdvariant::{DecodeOptions, Godot3};
///
/// let bytes = [2, 0, 0, 0, 7, 0, 0, 0];
/// inspect::<Godot3>(&bytes, DecodeOptions::new(), |row| {
///     if let Value::Signed(number) = row.value {
///         assert_eq!(number, 7);
///     }
/// })?;
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Value<'r> {
    /// A header, or the element type of a typed array.
    Type {
        /// The type's name in the layout's engine.
        name: &'static str,
        /// The name of the table that describes the body, such as `64-bit`. It is empty if the type
        /// has only one body.
        form: &'static str,
        /// Bits that mean nothing, and that engines ignore.
        unknown: u32,
    },
    /// A bool, as the engine decodes it.
    Bool(bool),
    /// An unsigned integer.
    Unsigned(u64),
    /// A signed integer.
    Signed(i64),
    /// A 32-bit float.
    Single(f32),
    /// A 64-bit float.
    Double(f64),
    /// A count or flags, and what their bits mean.
    Flags {
        /// The number without the bits that mean something else.
        number: i64,
        /// What those bits mean.
        meaning: FlagMeaning,
    },
    /// A decoded string, without its NUL and without the characters that engines drop.
    Text(&'r str),
    /// Bytes, displayed as ASCII, with a dot for each unprintable byte.
    Bytes(&'r [u8]),
    /// Padding: whether it is the zeros that it should be.
    Padding {
        /// Whether every byte is zero.
        is_zero: bool,
    },
}

/// What the bits of a number mean. It displays as a short text, such as `absolute`, which may be
/// empty.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FlagMeaning {
    number: u32,
    bits: &'static [Bits],
}

impl FlagMeaning {
    /// Returns the texts of the bit fields that have one.
    fn texts(self) -> impl Iterator<Item = &'static str> {
        let shown = self.bits.iter().map(move |bits| bits.shown(self.number));
        shown.filter(|text| !text.is_empty())
    }

    /// Returns whether the text is empty.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::inspect::{Value, inspect};
    /// use gdvariant::{DecodeOptions, Godot3, NodePath, godot3};
    ///
    /// let bytes = godot3::to_vec(&NodePath::from("/root"))?;
    /// let mut marks = Vec::new();
    /// inspect::<Godot3>(&bytes, DecodeOptions::new(), |row| {
    ///     if let Value::Flags { meaning, .. } = row.value
    ///         && !meaning.is_empty()
    ///     {
    ///         marks.push(meaning.to_string());
    ///     }
    /// })?;
    /// assert_eq!(marks, ["new format", "absolute"]);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.texts().next().is_none()
    }
}

impl fmt::Display for FlagMeaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, text) in self.texts().enumerate() {
            f.write_str(if index > 0 { ", " } else { "" })?;
            f.write_str(text)?;
        }
        Ok(())
    }
}

/// What lenient decoding does with a negative number.
const TAKEN_AS_ZERO: &[Bits] = &[Bits {
    mask: i32::MIN.cast_unsigned(),
    shows: &["", "taken as 0"],
}];

/// What lenient decoding does with an unknown element type.
const TAKEN_AS_ANY: &[Bits] = &[Bits {
    mask: 1,
    shows: &["", "unknown type, read as any"],
}];

impl<'r> Value<'r> {
    /// Returns the value of an unknown type's number, which lenient decoding reads as any type.
    pub(crate) fn unknown_type(number: u32) -> Self {
        let meaning = FlagMeaning {
            number: 1,
            bits: TAKEN_AS_ANY,
        };
        Self::Flags {
            number: number.into(),
            meaning,
        }
    }

    /// Returns the value of a number, whose bit fields are named.
    pub(crate) fn of_number(rule: &Number, number: u32) -> Self {
        let (shown, bits) = match rule.bits {
            [] if rule.invalid == InvalidNumber::Bool => return Self::Bool(number != 0),
            _ if number <= rule.max && rule.plain.is_some_and(|plain| number & !plain == 0) => {
                return Self::Unsigned(number.into());
            }
            [] if rule.invalid == InvalidNumber::Zero => {
                (number.cast_signed().into(), TAKEN_AS_ZERO)
            }
            // A count comes first; flags are shown as a whole.
            [count, ..] if count.mask.count_ones() > 1 => ((number & count.mask).into(), rule.bits),
            bits => (number.into(), bits),
        };
        let meaning = FlagMeaning { number, bits };
        if meaning.is_empty() {
            Self::Unsigned(number.into())
        } else {
            Self::Flags {
                number: shown,
                meaning,
            }
        }
    }

    /// Returns the value of a field of fixed length.
    pub(crate) fn of(field: &Row, bytes: &'r [u8]) -> Self {
        let four = || bytes.first_chunk::<4>().copied();
        let eight = || bytes.first_chunk::<8>().copied();
        let value = match field.wire {
            Wire::U32 => four().map(|bytes| Self::Unsigned(u32::from_le_bytes(bytes).into())),
            Wire::I32 => four().map(|bytes| Self::Signed(i32::from_le_bytes(bytes).into())),
            Wire::U64 => eight().map(|bytes| Self::Unsigned(u64::from_le_bytes(bytes))),
            Wire::I64 => eight().map(|bytes| Self::Signed(i64::from_le_bytes(bytes))),
            // The header can state the other precision than that of the table.
            Wire::F32 | Wire::F64 | Wire::Real => match <[u8; 4]>::try_from(bytes) {
                Ok(bytes) => Some(Self::Single(f32::from_le_bytes(bytes))),
                Err(_) => eight().map(|bytes| Self::Double(f64::from_le_bytes(bytes))),
            },
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
            Self::Flags { number, meaning } => write!(f, "{number}, {meaning}"),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Bytes(bytes) => write_ascii(f, bytes),
            Self::Padding { is_zero: true } => Ok(()),
            Self::Padding { is_zero: false } => f.write_str("not zero, ignored"),
        }
    }
}

/// Writes bytes as ASCII, with a dot for each unprintable byte.
fn write_ascii(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    bytes.iter().try_for_each(|&byte| {
        let is_shown = byte.is_ascii_graphic() || byte == b' ';
        f.write_char(if is_shown { byte.into() } else { '.' })
    })
}
