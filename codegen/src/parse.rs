//! Parses YAML directly into the model. Macros implement the trait [`Node`] for structs, scalars
//! and enums.
//!
//! Syntax errors are errors of the YAML parser, which adds the line and the column.

use crate::diagnostic::unknown;
use crate::model::{Constant, Table, Type, find};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeSet;
use std::fmt;

/// The context in which a value is parsed.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Context<'c> {
    /// The constants that masks and paddings name.
    pub(crate) constants: &'c [Constant],
    /// The tables of a declared type in a layout.
    pub(crate) declared: &'c [Table],
    /// The types that a layout refers to.
    pub(crate) types: &'c [Type],
    /// The name of a layout's file; empty for other files.
    pub(crate) module: &'c str,
    /// The key of the mapping's entry that is parsed.
    pub(crate) key: &'c str,
}

impl Context<'_> {
    /// Returns the value of a constant.
    pub(crate) fn constant(self, name: &str) -> Option<u32> {
        find(self.constants, name).map(|constant| constant.value)
    }
}

/// A value of the schema, made from a scalar, a list or a mapping.
pub(crate) trait Node: Sized {
    /// Whether the value is a scalar, which is parsed from its text in the file.
    const IS_SCALAR: bool = false;
    /// Whether the value is an entry of a mapping, and contains the key of the entry.
    const IS_ENTRY: bool = false;

    /// Describes valid values.
    const EXPECTED: &'static str;

    /// Returns the value for a missing key, if the key is optional.
    fn missing() -> Option<Self> {
        None
    }

    /// Parses a scalar, or returns a message.
    fn from_scalar(text: &str, _context: Context<'_>) -> Result<Self, String> {
        Err(invalid(text, Self::EXPECTED))
    }

    /// Parses a list.
    fn from_list<'de, A: SeqAccess<'de>>(_: A, _context: Context<'_>) -> Result<Self, A::Error> {
        Err(unexpected::<Self, _>("a list"))
    }

    /// Parses a mapping.
    fn from_map<'de, A: MapAccess<'de>>(_: A, _context: Context<'_>) -> Result<Self, A::Error> {
        Err(unexpected::<Self, _>("a mapping"))
    }
}

/// Returns the message about an invalid scalar.
pub(crate) fn invalid(text: &str, expected: &str) -> String {
    format!("expected {expected}, found `{text}`")
}

fn unexpected<T: Node, E: Error>(found: &str) -> E {
    E::custom(format!("expected {}, found {found}", T::EXPECTED))
}

/// A seed that parses a [`Node`]; the function parses scalars.
pub(crate) struct Form<'c, F>(Context<'c>, F);

/// Returns a seed that parses a [`Node`].
pub(crate) fn form<T: Node>(
    context: Context<'_>,
) -> Form<'_, impl FnOnce(&str) -> Result<T, String>> {
    Form(context, move |text: &str| T::from_scalar(text, context))
}

/// Returns a seed that parses scalars with a function, which can return an error message.
pub(crate) fn scalar<T, F: FnOnce(&str) -> Result<T, String>>(parse: F) -> Form<'static, F> {
    Form(Context::default(), parse)
}

impl<'de, T: Node, F: FnOnce(&str) -> Result<T, String>> DeserializeSeed<'de> for Form<'_, F> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        if T::IS_SCALAR {
            deserializer.deserialize_str(self)
        } else {
            deserializer.deserialize_any(self)
        }
    }
}

impl<'de, T: Node, F: FnOnce(&str) -> Result<T, String>> Visitor<'de> for Form<'_, F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.1)(text).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<T, A::Error> {
        T::from_list(list, self.0)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::from_map(map, self.0)
    }
}

/// Returns a seed that parses the only valid word of a key as `true`.
pub(crate) fn word(word: &'static str) -> Form<'static, impl FnOnce(&str) -> Result<bool, String>> {
    scalar(move |text: &str| one_of(text, &[(word, true)]))
}

/// Returns the value of a word, or a message about an unknown word.
pub(crate) fn one_of<T: Clone>(text: &str, words: &[(&str, T)]) -> Result<T, String> {
    let value = words.iter().find(|(word, _)| *word == text);
    value.map(|(_, value)| value.clone()).ok_or_else(|| {
        let words: Vec<_> = words.iter().map(|(word, _)| *word).collect();
        unknown("word", text, &words)
    })
}

/// Returns a seed that parses a unique key of a mapping, one of `known` unless that list is empty.
pub(crate) fn key<'k>(
    known: &'k [&'k str],
    seen: &'k mut BTreeSet<String>,
) -> Form<'static, impl FnOnce(&str) -> Result<String, String> + 'k> {
    scalar(move |key: &str| {
        if !known.is_empty() && !known.contains(&key) {
            return Err(unknown("key", key, known));
        }
        if !seen.insert(key.to_owned()) {
            return Err(format!("duplicate key `{key}`"));
        }
        Ok(key.to_owned())
    })
}

impl<T: Node> Node for Vec<T> {
    const EXPECTED: &'static str = if T::IS_ENTRY { "a mapping" } else { "a list" };

    fn from_list<'de, A: SeqAccess<'de>>(
        mut list: A,
        context: Context<'_>,
    ) -> Result<Self, A::Error> {
        if T::IS_ENTRY {
            return Err(unexpected::<Self, _>("a list"));
        }
        let mut items = Self::new();
        while let Some(item) = list.next_element_seed(form(context))? {
            items.push(item);
        }
        Ok(items)
    }

    fn from_map<'de, A: MapAccess<'de>>(
        mut map: A,
        context: Context<'_>,
    ) -> Result<Self, A::Error> {
        if !T::IS_ENTRY {
            return Err(unexpected::<Self, _>("a mapping"));
        }
        let (mut entries, mut seen) = (Self::new(), BTreeSet::new());
        while let Some(key) = map.next_key_seed(key(&[], &mut seen))? {
            let key = key.as_str();
            entries.push(map.next_value_seed(form(Context { key, ..context }))?);
        }
        Ok(entries)
    }
}

impl<T: Node> Node for Option<T> {
    const IS_SCALAR: bool = T::IS_SCALAR;
    const EXPECTED: &'static str = T::EXPECTED;

    fn missing() -> Option<Self> {
        Some(None)
    }

    fn from_scalar(text: &str, context: Context<'_>) -> Result<Self, String> {
        T::from_scalar(text, context).map(Some)
    }

    fn from_list<'de, A: SeqAccess<'de>>(list: A, context: Context<'_>) -> Result<Self, A::Error> {
        T::from_list(list, context).map(Some)
    }

    fn from_map<'de, A: MapAccess<'de>>(map: A, context: Context<'_>) -> Result<Self, A::Error> {
        T::from_map(map, context).map(Some)
    }
}

/// Parses an entry of a mapping as the pair of its key and its value.
impl<T: Node> Node for (String, T) {
    const IS_SCALAR: bool = T::IS_SCALAR;
    const IS_ENTRY: bool = true;
    const EXPECTED: &'static str = T::EXPECTED;

    fn from_scalar(text: &str, context: Context<'_>) -> Result<Self, String> {
        Ok((context.key.to_owned(), T::from_scalar(text, context)?))
    }

    fn from_list<'de, A: SeqAccess<'de>>(list: A, context: Context<'_>) -> Result<Self, A::Error> {
        Ok((context.key.to_owned(), T::from_list(list, context)?))
    }
}

/// Implements [`Node`] for scalars, with descriptions of valid values and the parsing functions.
///
/// `entry` marks a type whose scalar is the value of a mapping's entry.
macro_rules! scalars {
    ($($ty:ty $(, $entry:ident)? => $expected:expr, $parse:expr;)*) => {$(
        impl $crate::parse::Node for $ty {
            const IS_SCALAR: bool = true;
            const IS_ENTRY: bool = !stringify!($($entry)?).is_empty();
            const EXPECTED: &'static str = $expected;

            fn from_scalar(
                text: &str,
                context: $crate::parse::Context<'_>,
            ) -> Result<Self, String> {
                let parse: fn(&str, $crate::parse::Context<'_>) -> Option<Self> = $parse;
                parse(text, context).ok_or_else(|| $crate::parse::invalid(text, $expected))
            }
        }
    )*};
}

scalars! {
    String => "a non-empty string", |text, _| (!text.trim().is_empty()).then(|| text.to_owned());
    bool => "`true` or `false`", |text, _| text.parse().ok();
    i32 => "a 32-bit integer", |text, _| text.parse().ok();
    u32 => "an unsigned 32-bit integer", |text, _| match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    };
}

/// Declares an enum with the word for each variant in the schema.
macro_rules! words {
    ($(
        $(#[$meta:meta])*
        pub enum $name:ident {
            $($(#[$doc:meta])* $variant:ident $(($payload:ty = $empty:expr))? = $word:literal,)*
        }
    )*) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum $name {
            $($(#[$doc])* $variant $(($payload))?,)*
        }

        impl $name {
            /// All variants, in the order of diagnostics.
            pub const ALL: &'static [Self] = &[$(Self::$variant $(($empty))?),*];

            /// Returns the word in the schema.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self { $(Self::$variant { .. } => $word),* }
            }
        }

        impl $crate::parse::Node for $name {
            const IS_SCALAR: bool = true;
            const EXPECTED: &'static str = "a word";

            fn from_scalar(text: &str, _: $crate::parse::Context<'_>) -> Result<Self, String> {
                $crate::parse::one_of(text, &[$(($word, Self::$variant $(($empty))?)),*])
            }
        }
    )*};
}

/// Declares a struct that is parsed from a mapping.
///
/// - A field has the key of its name, or the key after `as`. After `=` follows the default of an
///   optional field, after `=>` a seed that parses the field instead of [`form`].
///
/// - `parts` are parsed, but they are not fields of the struct. The fields in `set` are computed
///   from the others.
///
/// - The name in parentheses is that of the [`Context`]. The name after `entry` is that of the
///   field with the mapping's key, and the name after a semicolon that of the field with all
///   present keys.
///
/// - `or` names the key whose value can replace the mapping.
macro_rules! record {
    (@key $field:ident) => { stringify!($field) };
    (@key $field:ident $key:literal) => { $key };
    (@seed $context:ident) => { $crate::parse::form($context) };
    (@seed $context:ident $seed:expr) => { $seed };
    (@let $field:ident, $ty:ty, $key:expr,) => {
        let Some($field) = $field.or_else(<$ty as $crate::parse::Node>::missing) else {
            return Err(serde::de::Error::custom(concat!("missing key `", $key, "`")));
        };
    };
    (@let $field:ident, $ty:ty, $key:expr, $default:expr) => {
        let $field = $field.unwrap_or_else(|| $default);
    };
    ($(
        $(#[$meta:meta])*
        pub $(($scope:tt))? struct $name:ident($context:ident $(, entry $id:ident)? $(; $keys:ident)?) {
            $(
                $(#[$doc:meta])*
                $field:ident $(as $key:literal)?: $ty:ty $(= $default:expr)? $(=> $seed:expr)?,
            )*
        }
        $(parts {
            $($part:ident $(as $part_key:literal)?: $part_ty:ty $(= $part_default:expr)?,)*
        })?
        $(set {
            $($(#[$set_doc:meta])* $set:ident: $set_ty:ty = $value:expr,)*
        })?
        $(or $short:literal: $expected:literal;)?
    )*) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub $(($scope))? struct $name {
            $(
                /// The key of the entry.
                pub $id: String,
            )?
            $($($(#[$set_doc])* pub $set: $set_ty,)*)?
            $($(#[$doc])* pub $field: $ty,)*
            $(
                /// The keys that the schema sets.
                pub(crate) $keys: std::collections::BTreeSet<String>,
            )?
        }

        impl $crate::parse::Node for $name {
            const IS_ENTRY: bool = !stringify!($($id)?).is_empty();
            const EXPECTED: &'static str = concat!("a mapping" $(, " or ", $expected)?);

            $(fn from_scalar(
                text: &str,
                context: $crate::parse::Context<'_>,
            ) -> Result<Self, String> {
                let map = serde::de::value::MapDeserializer::new([($short, text)].into_iter());
                let parsed = Self::from_map(map, context);
                parsed.map_err(|error: serde::de::value::Error| error.to_string())
            })?

            fn from_map<'de, A: serde::de::MapAccess<'de>>(
                mut map: A,
                $context: $crate::parse::Context<'_>,
            ) -> Result<Self, A::Error> {
                let known = [
                    $(record!(@key $field $($key)?),)*
                    $($(record!(@key $part $($part_key)?),)*)?
                ];
                let mut seen = std::collections::BTreeSet::new();
                $(let mut $field: Option<$ty> = None;)*
                $($(let mut $part: Option<$part_ty> = None;)*)?
                while let Some(key) = map.next_key_seed($crate::parse::key(&known, &mut seen))? {
                    match key.as_str() {
                        $(key if key == record!(@key $field $($key)?) => {
                            $field = Some(map.next_value_seed(record!(@seed $context $($seed)?))?);
                        })*
                        $($(key if key == record!(@key $part $($part_key)?) => {
                            $part = Some(map.next_value_seed(record!(@seed $context))?);
                        })*)?
                        _ => {}
                    }
                }
                $(record!(@let $field, $ty, record!(@key $field $($key)?), $($default)?);)*
                $($(record!(@let $part, $part_ty, record!(@key $part $($part_key)?), $($part_default)?);)*)?
                $($(let $set: $set_ty = $value;)*)?
                Ok(Self {
                    $($id: $context.key.to_owned(),)?
                    $($field,)*
                    $($($set,)*)?
                    $($keys: seen,)?
                })
            }
        }
    )*};
}

pub(crate) use {record, scalars, words};
