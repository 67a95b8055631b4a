//! One trait for the Variants of both precisions, so that a test is written once.

use super::Tagged;
use super::arb::{GenerateLayout, GenerateVariant, random_bytes};
use super::parts::{declared_from_tag, kind_of_tag, with_names};
use gdvariant::convert::ConvertError;
use gdvariant::dictionary::KeyRule;
use gdvariant::generic::structure::{Build, ViewMut};
use gdvariant::table::Body;
use gdvariant::{Converter, Dictionary, Engine, Kind, NodePath, Object, Packed};
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use std::fmt::{Debug, Display};

/// A Variant in one precision.
pub(crate) trait AnyVariant:
    Tagged
    + Build
    + GenerateVariant
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
    + From<Packed<Vec<String>>>
    + std::str::FromStr<Err = gdvariant::ParseError>
{
    /// Returns a value of a kind that consists of components, or `None` for other kinds.
    ///
    /// `next` returns each component, given the index of its element and its name.
    fn numbered_of(kind: Kind, next: &mut dyn FnMut(usize, &'static str) -> f64) -> Option<Self>;

    /// Returns a String, StringName or NodePath of this text.
    fn text_of(kind: Kind, text: &str) -> Self;
}

/// A layout whose Variant has the traits that tests use.
pub(crate) trait TestLayout: Engine<Variant: AnyVariant> {
    /// Returns the tagged form of a value, with the names of the layout's engine.
    fn to_tag(value: &Self::Variant) -> Json {
        with_names::<Self>(value.to_tag())
    }

    /// Parses the tagged form of a value; Dictionaries have the rule of the layout.
    fn from_tag(tag: &Json) -> Self::Variant {
        let mut value = Self::Variant::from_tag(tag);
        set_key_rule(&mut value, Self::LAYOUT.keys);
        value
    }

    /// Returns a strategy for any values of the layout.
    fn arb() -> BoxedStrategy<Self::Variant> {
        random_bytes()
            .prop_map(|bytes| Self::from_bytes(&bytes))
            .boxed()
    }
}

impl<E: Engine<Variant: AnyVariant>> TestLayout for E {}

/// Converts a value without accepting losses.
#[allow(dead_code, reason = "not every test converts")]
pub(crate) fn converted<A: Engine, B: Engine>(
    value: &A::Variant,
) -> Result<B::Variant, ConvertError> {
    let converted = Converter::new().convert::<A, B>(value);
    converted.map(|(value, _)| value)
}

/// Sets the rule of the keys in all Dictionaries.
pub(crate) fn set_key_rule<V: AnyVariant>(value: &mut V, rule: KeyRule) {
    match value.view_mut() {
        ViewMut::Array(values) => values
            .iter_mut()
            .for_each(|value| set_key_rule(value, rule)),
        ViewMut::TypedArray(_, array) => {
            array
                .values
                .iter_mut()
                .for_each(|value| set_key_rule(value, rule));
        }
        ViewMut::Dictionary(entries) => set_rule_of(entries, rule),
        ViewMut::TypedDictionary(dictionary) => set_rule_of(&mut dictionary.entries, rule),
        ViewMut::Object(Object::Full(object)) => {
            let mut properties = object.properties.iter_mut();
            properties
                .by_ref()
                .for_each(|(_, value)| set_key_rule(value, rule));
        }
        _ => {}
    }
}

fn set_rule_of<V: AnyVariant>(entries: &mut Dictionary<V>, rule: KeyRule) {
    let mut changed = Dictionary::with_rule(rule);
    for (mut key, mut value) in std::mem::take(entries) {
        set_key_rule(&mut key, rule);
        set_key_rule(&mut value, rule);
        changed.insert(key, value);
    }
    *entries = changed;
}

/// Calls a macro with its arguments, and the module and the marker of each layout.
macro_rules! each_layout {
    ($($callback:tt)::+ { $($arguments:tt)* }) => {
        $($callback)::+! {
            { $($arguments)* }
            { godot3 Godot3 }
            { godot4 Godot4 }
            { godot4_double Godot4Double }
            { pandemonium Pandemonium }
            { pandemonium3 Pandemonium3 }
            { pandemonium5 Pandemonium5 }
        }
    };
}

/// Instantiates generic test functions for each layout, in modules named after the layouts.
macro_rules! in_each_layout {
    ($($test:ident),+ $(,)?) => {
        $crate::common::layouts::each_layout!($crate::common::layouts::tests_in_each_layout { $($test)+ });
    };
}

/// Expands to the tests of `in_each_layout`.
macro_rules! tests_in_each_layout {
    ($tests:tt $({ $module:ident $marker:ident })*) => {
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

/// Instantiates generic test functions for one layout of each kind, and for double precision.
///
/// The other layouts have the same code and other tables, which the vectors check.
macro_rules! in_each_kind_of_layout {
    ($($test:ident),+ $(,)?) => {
        $crate::common::layouts::each_layout!($crate::common::layouts::tests_in_each_kind { $($test)+ });
    };
}

/// Expands to the tests of `in_each_kind_of_layout`.
macro_rules! tests_in_each_kind {
    ($tests:tt $({ $module:ident $marker:ident })*) => {
        $($crate::common::layouts::tests_in_each_kind!(@ $module $marker $tests);)*
    };
    (@ pandemonium $($rest:tt)*) => {};
    (@ pandemonium3 $($rest:tt)*) => {};
    ($($test:tt)*) => {
        $crate::common::layouts::tests_in_each_layout!($($test)*);
    };
}

pub(crate) use {
    each_layout, in_each_kind_of_layout, in_each_layout, tests_in_each_kind, tests_in_each_layout,
};

/// Implements `Tagged` for the Variant of each precision.
macro_rules! tested {
    ({} $($kind:ident)*) => {
        tested!(@ gdvariant::Variant: $($kind)*);
        tested!(@ gdvariant::double::Variant: $($kind)*);
    };
    (@ $variant:path: $($kind:ident)*) => {
        impl Tagged for $variant {
            fn to_tag(&self) -> Json {
                match self {
                    Self::Nil => json!({ "t": "Nil", "v": null }),
                    $(Self::$kind(value) => value.to_tagged(Kind::$kind.name()),)*
                    Self::TypedArray(array) => array.to_tagged("Array"),
                    Self::TypedDictionary(dictionary) => dictionary.to_tagged("Dictionary"),
                    other => unreachable!("{other:?} has no kind"),
                }
            }

            fn from_tag(tag: &Json) -> Self {
                if let Some(declared) = declared_from_tag(tag) {
                    return declared;
                }
                match kind_of_tag(tag) {
                    Kind::Nil => Self::Nil,
                    $(Kind::$kind => Self::$kind(Tagged::from_tagged(tag)),)*
                    other => panic!("a fixture has a {other}"),
                }
            }
        }

        impl AnyVariant for $variant {
            fn numbered_of(kind: Kind, next: &mut dyn FnMut(usize, &'static str) -> f64) -> Option<Self> {
                if !has_components(kind) {
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

/// Returns whether any layout has a table of components for a kind.
fn has_components(kind: Kind) -> bool {
    let mut layouts = gdvariant::schema::LAYOUTS.iter();
    layouts.any(|layout| {
        let table = layout.type_of(kind);
        table.is_some_and(|table| matches!(table.body, Body::Fields | Body::Packed))
    })
}

gdvariant::each_kind!(tested {});
