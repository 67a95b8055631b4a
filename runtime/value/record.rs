//! Views of records: values that consist of strings and ids, such as a Signal.
//!
//! The types of records are generated from the rows of the schema.

use crate::table::{TypeInfo, Wire};
use crate::wire::fields::rows;
use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

/// The value of a record's field; `S` is the type of strings.
///
/// ```
/// # #[cfg(all(feature = "godot4", feature = "std"))] {
/// use gdvariant::any::{AnyRef, AnyView, RecordField};
/// use gdvariant::{Godot4, Signal, Variant};
///
/// let value = Variant::from(Signal::new("pressed".to_owned(), 7));
/// if let AnyView::Record(signal) = AnyRef::new::<Godot4>(&value).view() {
///     assert_eq!(signal.field(0), Some(("name", RecordField::Text("pressed"))));
///     assert_eq!(signal.field(1), Some(("id", RecordField::Int(7))));
///     assert_eq!(signal.field(2), None);
/// }
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RecordField<S> {
    /// A string.
    Text(S),
    /// An unsigned integer, such as an id.
    Int(u64),
}

/// A record whose fields can be listed by name.
///
/// ```
/// use gdvariant::Rid;
/// use gdvariant::any::{Record, RecordField};
///
/// assert_eq!(Rid::new(7).field(0), Some(("id", RecordField::Int(7))));
/// ```
pub trait Record {
    /// Returns the name and the value of the field at `index`, or `None` after the last field.
    ///
    /// The fields are in the order of the struct.
    fn field(&self, index: usize) -> Option<(&'static str, RecordField<&str>)>;
}

impl<R: Record> Record for Box<R> {
    fn field(&self, index: usize) -> Option<(&'static str, RecordField<&str>)> {
        (**self).field(index)
    }
}

impl dyn Record + '_ {
    /// Returns the names and the values of all fields.
    ///
    /// ```
    /// use gdvariant::Signal;
    /// use gdvariant::any::Record;
    ///
    /// let signal: &dyn Record = &Signal::new("pressed", 7);
    /// let names: Vec<_> = signal.fields().map(|(name, _)| name).collect();
    /// assert_eq!(names, ["name", "id"]);
    /// ```
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, RecordField<&str>)> {
        (0..).map_while(|index| self.field(index))
    }

    /// Returns whether all fields have their defaults.
    pub(crate) fn is_default(&self) -> bool {
        self.fields().all(|(_, value)| value.is_default())
    }
}

/// Returns whether the table of a type has a row for the field `name`.
pub(crate) fn has_field(table: &TypeInfo, name: &str) -> bool {
    rows(table).iter().any(|row| row.name == name)
}

impl<S: AsRef<str>> RecordField<S> {
    /// Returns whether the value is the default of a field: an empty string or 0.
    pub(crate) fn is_default(&self) -> bool {
        match self {
            Self::Text(text) => text.as_ref().is_empty(),
            Self::Int(value) => *value == 0,
        }
    }
}

/// Formats the value of a field as in scripts.
impl<S: AsRef<str>> fmt::Display for RecordField<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => fmt::Debug::fmt(text.as_ref(), f),
            Self::Int(value) => value.fmt(f),
        }
    }
}

impl RecordField<&str> {
    /// Returns the same value with an owned string.
    pub(crate) fn into_owned(self) -> RecordField<String> {
        match self {
            Self::Text(text) => RecordField::Text(text.into()),
            Self::Int(value) => RecordField::Int(value),
        }
    }
}

impl RecordField<String> {
    /// Returns the default of a field with this encoding.
    pub(crate) const fn default_for(wire: Wire) -> Self {
        match wire {
            Wire::Bytes | Wire::Text => Self::Text(String::new()),
            _ => Self::Int(0),
        }
    }
}

/// Implements the traits of a record. `$text` is the type of the record's strings, if it has any.
macro_rules! record {
    ($name:ident[$($text:ident)?] $($field:ident: $ty:tt),*) => {
        impl<$($text: AsRef<str>)?> crate::value::record::Record for $name<$($text)?> {
            fn field(
                &self,
                index: usize,
            ) -> Option<(&'static str, crate::value::record::RecordField<&str>)> {
                let fields = [$((
                    stringify!($field),
                    crate::value::record::record!(@viewed $ty self.$field),
                )),*];
                fields.into_iter().nth(index)
            }
        }

        impl crate::value::view::Payload for $name {
            #[inline]
            fn from_content(content: crate::value::view::Content<'_>) -> Option<Self> {
                let crate::value::view::Content::Record(fields) = content else {
                    return None;
                };
                let mut fields = fields.into_iter();
                let record = Self {
                    $($field: crate::value::record::record!(@owned $ty fields.next()?)),*
                };
                fields.next().is_none().then_some(record)
            }
        }

        crate::value::record::record!(@texts [$($text)?] $name $($field: $ty),*);
    };
    (@texts [] $($record:tt)*) => {};
    (@texts [$text:ident] $name:ident $($field:ident: $ty:tt),*) => {
        impl<$text: AsRef<str>> $name<$text> {
            /// Returns the same value with borrowed strings.
            ///
            /// ```
            /// use gdvariant::Signal;
            ///
            /// let signal = Signal::new("pressed".to_owned(), 7);
            /// assert_eq!(signal.borrowed().name, "pressed");
            /// ```
            pub fn borrowed(&self) -> $name<&str> {
                $name { $($field: crate::value::record::record!(@borrowed $ty self.$field)),* }
            }
        }

        impl From<$name<&str>> for $name {
            fn from(value: $name<&str>) -> Self {
                Self { $($field: value.$field.into()),* }
            }
        }
    };
    (@borrowed S $value:expr) => { $value.as_ref() };
    (@borrowed u64 $value:expr) => { $value };
    (@viewed S $value:expr) => { crate::value::record::RecordField::Text($value.as_ref()) };
    (@viewed u64 $value:expr) => { crate::value::record::RecordField::Int($value) };
    (@owned S $field:expr) => {
        match $field {
            crate::value::record::RecordField::Text(text) => text,
            crate::value::record::RecordField::Int(_) => return None,
        }
    };
    (@owned u64 $field:expr) => {
        match $field {
            crate::value::record::RecordField::Int(value) => value,
            crate::value::record::RecordField::Text(_) => return None,
        }
    };
}

pub(crate) use record;
