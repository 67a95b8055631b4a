//! Parses YAML straight into the model: [`Node`] for each kind of value, and macros that implement
//! it for structs and for words.
//!
//! A mistake of form is an error of the parser, which knows its line and column.

use crate::diagnostic::unknown;
use crate::model::{Constant, Type};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};
use std::collections::BTreeSet;
use std::fmt;
use std::marker::PhantomData;

/// The surroundings of a value.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Context<'c> {
    /// The constants that masks and paddings name.
    pub(crate) constants: &'c [Constant],
    /// The types that a layout refers to.
    pub(crate) types: &'c [Type],
    /// The name of a layout's file; empty for other files.
    pub(crate) module: &'c str,
    /// The key of an entry of a mapping.
    pub(crate) key: &'c str,
}

/// A value of the schema, made from a scalar, a list or a mapping.
pub(crate) trait Node: Sized {
    /// Whether the value is a scalar, which is parsed as it is written.
    const IS_SCALAR: bool = false;
    /// Whether the value is an entry of a mapping, by a key of its own.
    const IS_ENTRY: bool = false;

    /// Describes valid values.
    fn expected() -> String;

    /// Parses a scalar; returns `None` if it is invalid.
    fn from_scalar(_text: &str, _context: Context<'_>) -> Option<Self> {
        None
    }

    /// Parses a list.
    fn from_list<'de, A: SeqAccess<'de>>(_: A, _context: Context<'_>) -> Result<Self, A::Error> {
        Err(unexpected::<Self, _>(Unexpected::Seq))
    }

    /// Parses a mapping.
    fn from_map<'de, A: MapAccess<'de>>(_: A, _context: Context<'_>) -> Result<Self, A::Error> {
        Err(unexpected::<Self, _>(Unexpected::Map))
    }
}

fn unexpected<T: Node, E: Error>(found: Unexpected<'_>) -> E {
    E::invalid_type(found, &T::expected().as_str())
}

/// Parses a [`Node`].
pub(crate) struct Form<'c, T>(Context<'c>, PhantomData<T>);

impl<'c, T> Form<'c, T> {
    pub(crate) fn new(context: Context<'c>) -> Self {
        Self(context, PhantomData)
    }
}

impl<'de, T: Node> DeserializeSeed<'de> for Form<'_, T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        if T::IS_SCALAR {
            deserializer.deserialize_str(self)
        } else {
            deserializer.deserialize_any(self)
        }
    }
}

impl<'de, T: Node> Visitor<'de> for Form<'_, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&T::expected())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        let value = T::from_scalar(text, self.0);
        value.ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<T, A::Error> {
        T::from_list(list, self.0)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::from_map(map, self.0)
    }
}

/// Parses a scalar with a function; the string describes valid scalars.
pub(crate) struct Scalar<F>(pub(crate) F, pub(crate) &'static str);

impl<'de, T, F: FnOnce(&str) -> Option<T>> DeserializeSeed<'de> for Scalar<F> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<T, F: FnOnce(&str) -> Option<T>> Visitor<'_> for Scalar<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.1)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        let error = E::invalid_value(Unexpected::Str(text), &self.1);
        (self.0)(text).ok_or(error)
    }
}

/// Parses the only word that a key can have, given in backticks.
pub(crate) fn word(word: &'static str) -> Scalar<impl FnOnce(&str) -> Option<bool>> {
    let is_word = move |text: &str| (text == word.trim_matches('`')).then_some(true);
    Scalar(is_word, word)
}

/// Parses a key that its mapping does not have yet.
pub(crate) struct Key<'k> {
    /// The keys that the mapping can have; `None` for any.
    pub(crate) known: Option<&'k [&'k str]>,
    pub(crate) seen: &'k mut BTreeSet<String>,
}

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<String, E> {
        if let Some(known) = self.known.filter(|known| !known.contains(&key)) {
            return Err(E::custom(unknown("key", key, known)));
        }
        if !self.seen.insert(key.to_owned()) {
            return Err(E::custom(format_args!("duplicate key `{key}`")));
        }
        Ok(key.to_owned())
    }
}

impl<T: Node> Node for Vec<T> {
    fn expected() -> String {
        let form = if T::IS_ENTRY { "mapping" } else { "list" };
        format!("a {form}")
    }

    fn from_list<'de, A: SeqAccess<'de>>(
        mut list: A,
        context: Context<'_>,
    ) -> Result<Self, A::Error> {
        if T::IS_ENTRY {
            return Err(unexpected::<Self, _>(Unexpected::Seq));
        }
        let mut items = Self::new();
        while let Some(item) = list.next_element_seed(Form::new(context))? {
            items.push(item);
        }
        Ok(items)
    }

    fn from_map<'de, A: MapAccess<'de>>(
        mut map: A,
        context: Context<'_>,
    ) -> Result<Self, A::Error> {
        if !T::IS_ENTRY {
            return Err(unexpected::<Self, _>(Unexpected::Map));
        }
        let (mut entries, mut seen) = (Self::new(), BTreeSet::new());
        let known = None;
        while let Some(key) = map.next_key_seed(Key {
            known,
            seen: &mut seen,
        })? {
            let key = key.as_str();
            entries.push(map.next_value_seed(Form::new(Context { key, ..context }))?);
        }
        Ok(entries)
    }
}

impl<T: Node> Node for Option<T> {
    const IS_SCALAR: bool = T::IS_SCALAR;

    fn expected() -> String {
        T::expected()
    }

    fn from_scalar(text: &str, context: Context<'_>) -> Option<Self> {
        T::from_scalar(text, context).map(Some)
    }

    fn from_map<'de, A: MapAccess<'de>>(map: A, context: Context<'_>) -> Result<Self, A::Error> {
        T::from_map(map, context).map(Some)
    }
}

/// A name with a value.
impl<T: Node> Node for (String, T) {
    const IS_SCALAR: bool = T::IS_SCALAR;
    const IS_ENTRY: bool = true;

    fn expected() -> String {
        T::expected()
    }

    fn from_scalar(text: &str, context: Context<'_>) -> Option<Self> {
        Some((context.key.to_owned(), T::from_scalar(text, context)?))
    }
}

/// Implements [`Node`] for scalars: their type, valid values, and the function that parses them.
macro_rules! scalars {
    ($($ty:ty, $expected:expr, $parse:expr;)*) => {$(
        impl $crate::parse::Node for $ty {
            const IS_SCALAR: bool = true;

            fn expected() -> String {
                $expected.to_owned()
            }

            fn from_scalar(text: &str, _context: $crate::parse::Context<'_>) -> Option<Self> {
                $parse(text)
            }
        }
    )*};
}

scalars! {
    String, "some words", |text: &str| (!text.trim().is_empty()).then(|| text.to_owned());
    bool, "`true` or `false`", |text: &str| text.parse().ok();
    i32, "a whole number of 32 bits", |text: &str| text.parse().ok();
    u32, "a whole number from 0 to 4294967295", |text: &str| match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    };
}

/// Declares an enum with the words for its variants in the schema.
macro_rules! words {
    ($(
        $(#[$meta:meta])*
        pub enum $name:ident {
            $($(#[$doc:meta])* $variant:ident $(($payload:ty = $empty:expr))? = $word:literal,)*
        }
    )*) => {$(
        $(#[$meta])*
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

        $crate::parse::scalars! {
            $name,
            format!("one of {}", $crate::suggest::listed(Self::ALL.iter().map(Self::name))),
            |text: &str| Self::ALL.iter().find(|word| word.name() == text).cloned();
        }
    )*};
}

/// Declares a struct that is parsed from a mapping.
///
/// A field has the key of its name, or the one after `as`; after `=` stands the default of an
/// optional field, and after `=>` the seed that parses it instead of [`Form`]. Parts are parsed,
/// but are no fields. The fields after `set` follow from the others. A name in parentheses is that
/// of the [`Context`]; `entry` marks a struct whose mapping is itself the value of a name, and the
/// name after a semicolon is that of the keys that are set. After `or` stands a function that
/// parses a scalar instead.
macro_rules! record {
    (@key $field:ident) => { stringify!($field) };
    (@key $field:ident $key:literal) => { $key };
    (@seed $context:ident) => { $crate::parse::Form::new($context) };
    (@seed $context:ident $seed:expr) => { $seed };
    (@let $field:ident, $key:expr,) => {
        let Some($field) = $field else {
            return Err(serde::de::Error::custom(concat!("missing key `", $key, "`")));
        };
    };
    (@let $field:ident, $key:expr, $default:expr) => {
        let $field = $field.unwrap_or_else(|| $default);
    };
    ($(
        $(#[$meta:meta])*
        pub $(($scope:tt))? struct $name:ident($context:ident $(, $entry:ident)? $(; $keys:ident)?) {
            $(
                $(#[$doc:meta])*
                $vis:vis $field:ident $(as $key:literal)?: $ty:ty $(= $default:expr)? $(=> $seed:expr)?,
            )*
        }
        $(parts {
            $($part:ident $(as $part_key:literal)?: $part_ty:ty $(= $part_default:expr)?,)*
        })?
        $(set {
            $($(#[$set_doc:meta])* $set_vis:vis $set:ident: $set_ty:ty = $value:expr,)*
        })?
        $(or $short:path: $expected:literal;)?
    )*) => {$(
        $(#[$meta])*
        pub $(($scope))? struct $name {
            $($($(#[$set_doc])* $set_vis $set: $set_ty,)*)?
            $($(#[$doc])* $vis $field: $ty,)*
        }

        impl $crate::parse::Node for $name {
            const IS_ENTRY: bool = !stringify!($($entry)?).is_empty();

            fn expected() -> String {
                concat!("a mapping" $(, " or ", $expected)?).to_owned()
            }

            $(fn from_scalar(text: &str, context: $crate::parse::Context<'_>) -> Option<Self> {
                $short(text, context)
            })?

            fn from_map<'de, A: serde::de::MapAccess<'de>>(
                mut map: A,
                $context: $crate::parse::Context<'_>,
            ) -> Result<Self, A::Error> {
                let known = Some(&[
                    $(record!(@key $field $($key)?),)*
                    $($(record!(@key $part $($part_key)?),)*)?
                ][..]);
                let mut seen = std::collections::BTreeSet::new();
                $(let mut $field: Option<$ty> = None;)*
                $($(let mut $part: Option<$part_ty> = None;)*)?
                while let Some(key) = map.next_key_seed($crate::parse::Key { known, seen: &mut seen })? {
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
                $(record!(@let $field, record!(@key $field $($key)?), $($default)?);)*
                $($(record!(@let $part, record!(@key $part $($part_key)?), $($part_default)?);)*)?
                $(let $keys = seen;)?
                $($(let $set: $set_ty = $value;)*)?
                Ok(Self { $($field,)* $($($set,)*)? })
            }
        }
    )*};
}

pub(crate) use {record, scalars, words};

pub(crate) use serde_yaml::Value;

/// Parses the value of an example: JSON, and therefore YAML.
pub(crate) fn example(text: &str) -> Option<Value> {
    serde_yaml::from_str(text).ok()
}
