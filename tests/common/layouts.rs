//! One trait for the Variants of all layouts, so that a test is written once.

use super::Tagged;
use super::arb::Arb;
use super::parts::{declared_from_tag, without_unencoded_ids};
use gdvariant::table::Body;
use gdvariant::{Dictionary, Kind, Layout, NodePath, Object, Pool};
use serde_json::{Value as Json, json};
use std::fmt::{Debug, Display};

/// The Variant of any layout.
pub(crate) trait AnyVariant:
    Tagged
    + Arb
    + gdvariant::KeyEquality
    + Clone
    + Debug
    + Default
    + Display
    + PartialEq
    + Send
    + Sync
    + From<bool>
    + From<i64>
    + From<f64>
    + From<&'static str>
    + From<String>
    + From<NodePath>
    + From<Vec<Self>>
    + From<Dictionary<Self>>
    + From<Object<Self>>
    + From<Pool<Vec<String>>>
    + 'static
{
    type Layout: Layout<Variant = Self>;

    /// Returns a value of a kind that consists of components, or `None` for other kinds.
    ///
    /// `next` returns each component, given the index of its element and its name.
    fn numbered_of(kind: Kind, next: &mut dyn FnMut(usize, &'static str) -> f64) -> Option<Self>;

    /// Returns a String, StringName or NodePath of this text.
    fn text_of(kind: Kind, text: &str) -> Self;
}

/// A layout whose Variant has the traits that tests use.
pub(crate) trait TestLayout: Layout<Variant: AnyVariant> {}

impl<L: Layout<Variant: AnyVariant>> TestLayout for L {}

/// Instantiates generic test functions for each enabled layout, in modules named after the layouts.
macro_rules! in_each_layout {
    ($($test:ident),+ $(,)?) => {
        gdvariant::each_layout!($crate::common::layouts::tests_in_each_layout { $($test)+ });
    };
}

/// Expands to the tests of `in_each_layout`.
macro_rules! tests_in_each_layout {
    ($tests:tt $({ $module:ident $marker:ident $types:tt })*) => {
        $($crate::common::layouts::tests_in_each_layout!(@ $module $marker $tests);)*
    };
    (@ $module:ident $marker:ident { $($test:ident)+ }) => {
        mod $module {
            $(#[test]
            fn $test() {
                super::$test::<gdvariant::$marker>();
            })+
        }
    };
}

pub(crate) use {in_each_layout, tests_in_each_layout};

/// Returns the tagged form of a container with declared types.
macro_rules! declared {
    (godot4 $value:ident) => {
        declared!(@ $value)
    };
    (godot4_double $value:ident) => {
        declared!(@ $value)
    };
    (@ $value:ident) => {
        match $value {
            Self::TypedArray(array) => array.to_tagged("Array"),
            Self::TypedDictionary(dictionary) => dictionary.to_tagged("Dictionary"),
            other => unreachable!("{other:?} is not of this layout"),
        }
    };
    ($module:ident $value:ident) => {
        unreachable!("{:?} is not of this layout", $value)
    };
}

/// Implements `Tagged` for the Variant of each layout.
macro_rules! tested {
    ({} $({ $module:ident $marker:ident [$($kind:ident $name:literal,)*] })*) => {
        $(tested!(@ $module gdvariant::$module::Variant, gdvariant::$marker, $($kind $name,)*);)*
    };
    (@ $module:ident $variant:path, $marker:path, $($kind:ident $name:literal,)*) => {
        impl Tagged for $variant {
            fn to_tag(&self) -> Json {
                match self {
                    Self::Nil => json!({ "t": "Nil", "v": null }),
                    $(Self::$kind(value) => without_unencoded_ids::<$marker>(value.to_tagged($name)),)*
                    other => declared!($module other),
                }
            }

            fn from_tag(tag: &Json) -> Self {
                if let Some(declared) = declared_from_tag(tag) {
                    return declared;
                }
                match tag["t"].as_str().expect("a type") {
                    "Nil" => Self::Nil,
                    $($name => Self::$kind(Tagged::from_tagged(tag)),)*
                    other => panic!("a fixture has a {other}"),
                }
            }
        }

        impl AnyVariant for $variant {
            type Layout = $marker;

            fn numbered_of(kind: Kind, next: &mut dyn FnMut(usize, &'static str) -> f64) -> Option<Self> {
                let table = <$marker>::table_of(kind)?;
                if !matches!(table.body, Body::Fields | Body::Pool) {
                    return None;
                }
                match kind {
                    $(Kind::$kind => Some(Self::$kind(Tagged::numbered(next))),)*
                    _ => None,
                }
            }

            fn text_of(kind: Kind, text: &str) -> Self {
                match kind {
                    $(Kind::$kind => Self::$kind(Tagged::from_tag(&json!(text))),)*
                    other => unreachable!("{other:?} holds no text"),
                }
            }
        }
    };
}

gdvariant::each_layout!(tested {});
