//! Parses YAML into the model. Macros implement the trait [`Node`] for structs, scalars and enums.
//!
//! Every build of a user compiles this module. `#[derive(Deserialize)]` would take longer, and would
//! need a second pass for what depends on other files.

use crate::model::{Constant, Table, Type};
use serde_yaml::Value;

/// A node, and the context in which it is parsed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Context<'c> {
    pub(crate) node: &'c Value,
    /// The constants that masks name.
    pub(crate) constants: &'c [Constant],
    /// The tables of a declared type in a layout.
    pub(crate) declared: &'c [Table],
    /// The types that a layout refers to.
    pub(crate) types: &'c [Type],
    /// The name of a layout's file.
    pub(crate) module: &'c str,
    /// The key of the mapping's entry that is parsed.
    pub(crate) key: &'c str,
}

/// A value, or an error that starts with the keys of its node.
pub(crate) type Parsed<T> = Result<T, String>;

/// Reads the nodes of a file.
pub(crate) fn read(text: &str) -> Parsed<Value> {
    serde_yaml::from_str(text).map_err(|error| error.to_string())
}

/// Returns a message about a name that is not among the known ones.
pub(crate) fn unknown(what: &str, name: &str, known: &[&str]) -> String {
    let known = known.join("`, `");
    format!("unknown {what} `{name}`, expected one of `{known}`")
}

impl<'c> Context<'c> {
    pub(crate) fn at(self, node: &'c Value) -> Self {
        Self { node, ..self }
    }

    /// Returns the error that the node is something else than expected.
    pub(crate) fn unexpected<T>(self, expected: &str) -> Parsed<T> {
        let found = match self.node {
            Value::Sequence(_) => "a list".to_owned(),
            Value::Mapping(_) => "a mapping".to_owned(),
            other => format!("{other:?}"),
        };
        Err(format!("expected {expected}, found {found}"))
    }

    /// Returns the text of a scalar.
    ///
    /// Floats are not accepted, because the version 3.10 is not the float 3.1.
    pub(crate) fn text(self) -> Parsed<String> {
        match self.node {
            Value::Bool(value) => Ok(value.to_string()),
            Value::Number(number) if !number.is_f64() => Ok(number.to_string()),
            Value::String(text) => Ok(text.clone()),
            _ => self.unexpected("a string in quotes"),
        }
    }

    /// Returns the entries of a mapping; a scalar can be the entry with the key `short`.
    pub(crate) fn entries(self, short: Option<&str>) -> Parsed<Vec<(String, &'c Value)>> {
        match (self.node, short) {
            (Value::Mapping(entries), _) => {
                let entry = |(key, value)| Ok((self.at(key).text()?, value));
                entries.iter().map(entry).collect()
            }
            (Value::Sequence(_), _) | (_, None) => self.unexpected("a mapping"),
            (_, Some(key)) => Ok(vec![(key.to_owned(), self.node)]),
        }
    }

    /// Parses one of the words.
    pub(crate) fn one_of<T: Clone>(self, words: &[(&str, T)]) -> Parsed<T> {
        let text = self.text()?;
        let known: Vec<_> = words.iter().map(|(word, _)| *word).collect();
        let found = words.iter().find(|(word, _)| *word == text);
        let value = found.map(|(_, value)| value.clone());
        value.ok_or_else(|| unknown("word", &text, &known))
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

    /// Parses the node of the context.
    fn parse(context: Context<'_>) -> Parsed<Self>;
}

impl<T: Node> Node for Vec<T> {
    fn parse(context: Context<'_>) -> Parsed<Self> {
        let nodes = match context.node {
            Value::Sequence(items) if !T::IS_ENTRY => {
                let items = items.iter().enumerate();
                items
                    .map(|(index, node)| (index.to_string(), node))
                    .collect()
            }
            _ if T::IS_ENTRY => context.entries(None)?,
            _ => return context.unexpected("a list"),
        };
        let item = |(key, node): &(String, &Value)| {
            let parsed = T::parse(Context {
                key,
                ..context.at(node)
            });
            parsed.map_err(|error| format!("{key}: {error}"))
        };
        nodes.iter().map(item).collect()
    }
}

impl<T: Node> Node for Option<T> {
    fn missing() -> Option<Self> {
        Some(None)
    }

    fn parse(context: Context<'_>) -> Parsed<Self> {
        T::parse(context).map(Some)
    }
}

/// Parses an entry of a mapping as the pair of its key and its value.
impl<T: Node> Node for (String, T) {
    const IS_ENTRY: bool = true;

    fn parse(context: Context<'_>) -> Parsed<Self> {
        Ok((context.key.to_owned(), T::parse(context)?))
    }
}

/// Returns an error if a mapping has an unknown key.
pub(crate) fn check_keys(entries: &[(String, &Value)], known: &[&str]) -> Parsed<()> {
    let mut keys = entries.iter().map(|(key, _)| &**key);
    let wrong = keys.find(|key| !known.contains(key));
    wrong.map_or(Ok(()), |key| Err(unknown("key", key, known)))
}

/// Implements [`Node`] for scalars, with descriptions of valid values and the parsing functions.
///
/// `entry` marks a type whose scalar is the value of a mapping's entry.
macro_rules! scalars {
    ($($ty:ty $(, $entry:ident)? => $expected:expr, $parse:expr;)*) => {$(
        impl $crate::parse::Node for $ty {
            const IS_ENTRY: bool = !stringify!($($entry)?).is_empty();

            fn parse(context: $crate::parse::Context<'_>) -> $crate::parse::Parsed<Self> {
                let parse: fn(&str, $crate::parse::Context<'_>) -> Option<Self> = $parse;
                let parsed = parse(&context.text()?, context);
                parsed.map_or_else(|| context.unexpected($expected), Ok)
            }
        }
    )*};
}

scalars! {
    String => "a string", |text, _| Some(text.to_owned());
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
            fn parse(context: $crate::parse::Context<'_>) -> $crate::parse::Parsed<Self> {
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
    (@absent $ty:ty, $key:expr,) => {
        match <$ty as $crate::parse::Node>::missing() {
            None => return Err(concat!("missing key `", $key, "`").to_owned()),
            Some(missing) => missing,
        }
    };
    (@absent $ty:ty, $key:expr, $default:expr) => { $default };
    (@let $context:ident, $entries:ident, $field:ident, $ty:ty, $key:expr, ($($default:expr)?), ($($parse:expr)?)) => {
        let $field: $ty = match $crate::model::find(&$entries, $key) {
            Some((_, node)) => {
                let $context = $context.at(node);
                let parsed: $crate::parse::Parsed<$ty> = record!(@parse $context, $ty, $($parse)?);
                parsed.map_err(|error| format!("{}: {error}", $key))?
            }
            None => record!(@absent $ty, $key, $($default)?),
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
        $(or $short:literal;)?
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

            fn parse($context: $crate::parse::Context<'_>) -> $crate::parse::Parsed<Self> {
                let short = <[&str]>::first(&[$($short)?]).copied();
                let entries = $context.entries(short)?;
                $crate::parse::check_keys(&entries, &[
                    $(record!(@key $field $($key)?),)*
                    $($(record!(@key $part $($part_key)?),)*)?
                ])?;
                $(record!(@let $context, entries, $field, $ty, record!(@key $field $($key)?), ($($default)?), ($($parse)?));)*
                $($(record!(@let $context, entries, $part, $part_ty, record!(@key $part $($part_key)?), ($($part_default)?), ());)*)?
                $($(let $set: $set_ty = $value;)*)?
                Ok(Self {
                    $($id: $context.key.to_owned(),)?
                    $($field,)*
                    $($($set,)*)?
                })
            }
        }
    )*};
}

pub(crate) use {record, scalars, words};
