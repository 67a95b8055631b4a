//! Parses YAML into the model. Macros implement the trait [`Node`] for structs, scalars and enums.

use crate::diagnostic::unknown;
use crate::model::{Constant, Table, Type};
use crate::yaml::{Value, Yaml};
use std::cell::RefCell;

/// A node, and the context in which it is parsed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Context<'c> {
    pub(crate) node: &'c Yaml,
    /// Where errors go: the numbers of their nodes, with messages.
    pub(crate) errors: &'c RefCell<Vec<(usize, String)>>,
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

/// The entries of a mapping, without those with an unknown or a duplicate key.
#[derive(Default)]
pub(crate) struct Entries<'c> {
    list: Vec<(&'c str, &'c Yaml)>,
    /// Whether keys were unknown or duplicates.
    pub(crate) has_errors: bool,
}

impl<'c> Entries<'c> {
    pub(crate) fn get(&self, key: &str) -> Option<&'c Yaml> {
        let entry = self.list.iter().find(|(other, _)| *other == key)?;
        Some(entry.1)
    }
}

impl<'c> Context<'c> {
    pub(crate) fn at(self, node: &'c Yaml) -> Self {
        Self { node, ..self }
    }

    /// Reports an error at the node.
    pub(crate) fn report<T>(self, message: impl Into<String>) -> Option<T> {
        let error = (self.node.number, message.into());
        self.errors.borrow_mut().push(error);
        None
    }

    /// Reports that the node is something else than expected.
    pub(crate) fn unexpected<T>(self, expected: &str) -> Option<T> {
        let found = match &self.node.value {
            Value::Scalar(text) => &format!("`{text}`"),
            Value::List(_) => "a list",
            Value::Mapping(_) => "a mapping",
        };
        self.report(format!("expected {expected}, found {found}"))
    }

    /// Returns the text of a scalar, which can be empty.
    pub(crate) fn text(self, expected: &str) -> Option<&'c str> {
        match &self.node.value {
            Value::Scalar(text) => Some(text),
            _ => self.unexpected(expected),
        }
    }

    pub(crate) fn items(self) -> Option<&'c [Yaml]> {
        match &self.node.value {
            Value::List(items) => Some(items),
            _ => self.unexpected("a list"),
        }
    }

    /// Returns the entries of a mapping and reports keys that are not unique or not in `known`, unless
    /// that list is empty; a scalar can be the entry with the key `short`.
    pub(crate) fn entries(
        self,
        known: &[&str],
        short: Option<&'c str>,
        expected: &str,
    ) -> Option<Entries<'c>> {
        let entries = match (&self.node.value, short) {
            (Value::Mapping(entries), _) => entries,
            (Value::Scalar(_), Some(key)) => {
                let list = vec![(key, self.node)];
                return Some(Entries {
                    list,
                    has_errors: false,
                });
            }
            _ => return self.unexpected(expected),
        };
        let mut found = Entries::default();
        for (node, value) in entries {
            let key = self.at(node).text("a key")?;
            let error = if !known.is_empty() && !known.contains(&key) {
                unknown("key", key, known)
            } else if found.get(key).is_some() {
                format!("duplicate key `{key}`")
            } else {
                found.list.push((key, value));
                continue;
            };
            found.has_errors = true;
            self.at(node).report::<()>(error);
        }
        Some(found)
    }

    /// Parses one of the words.
    pub(crate) fn one_of<T: Clone>(self, words: &[(&str, T)]) -> Option<T> {
        let text = self.text("a word")?;
        if let Some((_, value)) = words.iter().find(|(word, _)| *word == text) {
            return Some(value.clone());
        }
        let words: Vec<_> = words.iter().map(|(word, _)| *word).collect();
        self.report(unknown("word", text, &words))
    }

    /// Parses a list of strings, which can be empty.
    pub(crate) fn texts(self) -> Option<Vec<String>> {
        let texts = self.items()?.iter();
        let texts = texts.map(|node| self.at(node).text("a string").map(str::to_owned));
        texts.collect()
    }
}

/// A value of the schema.
pub(crate) trait Node: Sized {
    /// Whether the value is an entry of a mapping, and contains the key of the entry.
    const IS_ENTRY: bool = false;

    /// Returns the value for a missing key, if the key is optional.
    fn missing() -> Option<Self> {
        None
    }

    /// Parses the node of the context, or reports errors.
    fn parse(context: Context<'_>) -> Option<Self>;
}

impl<T: Node> Node for Vec<T> {
    fn parse(context: Context<'_>) -> Option<Self> {
        let nodes = if T::IS_ENTRY {
            context.entries(&[], None, "a mapping")?
        } else {
            let items = context.items()?.iter();
            let list = items.map(|node| (context.key, node)).collect();
            Entries {
                list,
                has_errors: false,
            }
        };
        // All items are parsed, to report the errors of each.
        let mut items = (!nodes.has_errors).then(Self::new);
        for (key, node) in nodes.list {
            match (
                T::parse(Context {
                    key,
                    ..context.at(node)
                }),
                &mut items,
            ) {
                (Some(item), Some(items)) => items.push(item),
                _ => items = None,
            }
        }
        items
    }
}

impl<T: Node> Node for Option<T> {
    fn missing() -> Option<Self> {
        Some(None)
    }

    fn parse(context: Context<'_>) -> Option<Self> {
        T::parse(context).map(Some)
    }
}

/// Parses an entry of a mapping as the pair of its key and its value.
impl<T: Node> Node for (String, T) {
    const IS_ENTRY: bool = true;

    fn parse(context: Context<'_>) -> Option<Self> {
        Some((context.key.to_owned(), T::parse(context)?))
    }
}

/// Implements [`Node`] for scalars, with descriptions of valid values and the parsing functions.
///
/// `entry` marks a type whose scalar is the value of a mapping's entry.
macro_rules! scalars {
    ($($ty:ty $(, $entry:ident)? => $expected:expr, $parse:expr;)*) => {$(
        impl $crate::parse::Node for $ty {
            const IS_ENTRY: bool = !stringify!($($entry)?).is_empty();

            fn parse(context: $crate::parse::Context<'_>) -> Option<Self> {
                let parse: fn(&str, $crate::parse::Context<'_>) -> Option<Self> = $parse;
                parse(context.text($expected)?, context).or_else(|| context.unexpected($expected))
            }
        }
    )*};
}

scalars! {
    String => "a non-empty string", |text, _| (!text.trim().is_empty()).then(|| text.to_owned());
    bool => "`true` or `false`", |text, _| text.parse().ok();
    u32 => "an unsigned 32-bit integer", |text, _| text.parse().ok();
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
            fn parse(context: $crate::parse::Context<'_>) -> Option<Self> {
                context.one_of(&[$(($word, Self::$variant $(($empty))?)),*])
            }
        }
    )*};
}

/// Declares a struct that is parsed from a mapping.
///
/// - A field has the key of its name, or the key after `as`. After `=` follows the default of an
///   optional field, after `=>` the expression that parses the field instead of [`Node::parse`].
///
/// - `parts` are parsed, but they are not fields of the struct. The fields in `set` are computed
///   from the others.
///
/// - The name in parentheses is that of the [`Context`]. The name after `entry` is that of the
///   field with the mapping's key.
///
/// - `or` names the key whose value can replace the mapping.
macro_rules! record {
    (@key $field:ident) => { stringify!($field) };
    (@key $field:ident $key:literal) => { $key };
    (@parse $context:ident, $ty:ty, $parse:expr) => { $parse };
    (@parse $context:ident, $ty:ty,) => { <$ty as $crate::parse::Node>::parse($context) };
    (@absent $context:ident, $ty:ty, $key:expr,) => {
        match <$ty as $crate::parse::Node>::missing() {
            None => $context.report(concat!("missing key `", $key, "`")),
            missing => missing,
        }
    };
    (@absent $context:ident, $ty:ty, $key:expr, $default:expr) => { None };
    (@get $context:ident, $entries:ident, $field:ident, $ty:ty, $key:expr, ($($default:expr)?), ($($parse:expr)?)) => {
        let $field: Option<$ty> = match $entries.get($key) {
            Some(node) => {
                let $context = $context.at(node);
                record!(@parse $context, $ty, $($parse)?)
            }
            // An unknown key can be the missing one.
            None if $entries.has_errors => None,
            None => record!(@absent $context, $ty, $key, $($default)?),
        };
    };
    (@let $entries:ident, $field:ident, $key:expr,) => { let $field = $field?; };
    (@let $entries:ident, $field:ident, $key:expr, $default:expr) => {
        let $field = match $field {
            None if $entries.get($key).is_none() => $default,
            field => field?,
        };
    };
    ($(
        $(#[$meta:meta])*
        pub $(($scope:tt))? struct $name:ident($context:ident $(, entry $id:ident)?) {
            $(
                $(#[$doc:meta])*
                $field:ident $(as $key:literal)?: $ty:ty $(= $default:expr)? $(=> $parse:expr)?,
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
        }

        impl $crate::parse::Node for $name {
            const IS_ENTRY: bool = !stringify!($($id)?).is_empty();

            fn parse($context: $crate::parse::Context<'_>) -> Option<Self> {
                let known = [
                    $(record!(@key $field $($key)?),)*
                    $($(record!(@key $part $($part_key)?),)*)?
                ];
                let short = <[&str]>::first(&[$($short)?]).copied();
                let expected = concat!("a mapping" $(, " or ", $expected)?);
                let entries = $context.entries(&known, short, expected)?;
                $(record!(@get $context, entries, $field, $ty, record!(@key $field $($key)?), ($($default)?), ($($parse)?));)*
                $($(record!(@get $context, entries, $part, $part_ty, record!(@key $part $($part_key)?), ($($part_default)?), ());)*)?
                if entries.has_errors {
                    return None;
                }
                $(record!(@let entries, $field, record!(@key $field $($key)?), $($default)?);)*
                $($(record!(@let entries, $part, record!(@key $part $($part_key)?), $($part_default)?);)*)?
                $($(let $set: $set_ty = $value;)*)?
                Some(Self {
                    $($id: $context.key.to_owned(),)?
                    $($field,)*
                    $($($set,)*)?
                })
            }
        }
    )*};
}

pub(crate) use {record, scalars, words};
