//! Every layout behind one trait, so that a test is written once.

use super::Tagged;
use super::arb::{Arb, nested};
use gdvariant::{Dictionary, Kind, Layout, NodePath, Object};
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use std::fmt::{Debug, Display};

/// What every layout's Variant can do.
pub(crate) trait AnyVariant:
    Tagged
    + Arb
    + gdvariant::Key
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
    + From<Vec<String>>
    + 'static
{
    /// A value of a kind that is made of components, each as `next` says for its element and name; none for other kinds.
    fn numbered_of(kind: Kind, next: &mut dyn FnMut(usize, &'static str) -> f64) -> Option<Self>;

    /// A value of a kind that holds text.
    fn text_of(kind: Kind, text: &str) -> Self;
}

/// A layout with all of that.
pub(crate) trait Tested: Layout<Variant: AnyVariant> {}

impl<L: Layout<Variant: AnyVariant>> Tested for L {}

/// Makes a test of a function for each layout that is on.
macro_rules! in_each_layout {
    ($($test:ident),+ $(,)?) => {
        $crate::common::layouts::in_each_layout!(@ "godot3", "godot3", godot3, Godot3: $($test),+);
        $crate::common::layouts::in_each_layout!(@ "godot3", "double", godot3_double, Godot3Double: $($test),+);
        $crate::common::layouts::in_each_layout!(@ "pandemonium", "pandemonium", pandemonium, Pandemonium: $($test),+);
        $crate::common::layouts::in_each_layout!(@ "pandemonium", "double", pandemonium_double, PandemoniumDouble: $($test),+);
    };
    (@ $feature:literal, $other:literal, $module:ident, $layout:ident: $($test:ident),+) => {
        #[cfg(all(feature = $feature, feature = $other))]
        mod $module {
            $(#[test]
            fn $test() {
                super::$test::<gdvariant::$layout>();
            })+
        }
    };
}

pub(crate) use in_each_layout;

fn tagged(name: &str, body: &Json) -> Json {
    json!({ "t": name, "v": body })
}

/// The tagged form, and arbitrary values: `$leaf` are the cases whose payload says all; PoolByteArray has a form of its own.
macro_rules! layout {
    ($variant:path; $($leaf:ident $name:literal),*; components $($numbered:ident),*; texts $($text:ident),*) => {
        impl Tagged for $variant {
            fn to_tag(&self) -> Json {
                match self {
                    Self::Nil => tagged("Nil", &Json::Null),
                    $(Self::$leaf(value) => tagged($name, &value.to_tag()),)*
                    Self::Object(value) => tagged("Object", &value.to_tag()),
                    Self::Dictionary(value) => tagged("Dictionary", &value.to_tag()),
                    Self::Array(value) => tagged("Array", &value.to_tag()),
                    Self::PoolByteArray(value) => tagged("PoolByteArray", &json!(super::hex(value))),
                    other => unreachable!("{other:?} is not of this layout"),
                }
            }

            fn from_tag(tag: &Json) -> Self {
                let body = &tag["v"];
                match tag["t"].as_str().expect("a type") {
                    "Nil" => Self::Nil,
                    $($name => Self::$leaf(Tagged::from_tag(body)),)*
                    "Object" => Self::Object(Tagged::from_tag(body)),
                    "Dictionary" => Self::Dictionary(Tagged::from_tag(body)),
                    "Array" => Self::Array(Tagged::from_tag(body)),
                    "PoolByteArray" => Self::PoolByteArray(super::bytes(body.as_str().expect("hex"))),
                    other => panic!("a fixture has a {other}"),
                }
            }
        }

        impl Arb for $variant {
            fn arb() -> BoxedStrategy<Self> {
                let leaf = prop_oneof![
                    Just(Self::Nil),
                    $(Arb::arb().prop_map(Self::$leaf),)*
                    Arb::arb().prop_map(Self::PoolByteArray),
                    any::<u64>().prop_map(|id| Self::Object(Object::Id(id))),
                    Just(Self::Object(Object::Id(0))),
                    Just(Self::from(Object::whole("", [] as [(String, Self); 0]))),
                ];
                nested(leaf.boxed())
            }
        }

        impl AnyVariant for $variant {
            fn numbered_of(kind: Kind, next: &mut dyn FnMut(usize, &'static str) -> f64) -> Option<Self> {
                Some(match kind {
                    $(Kind::$numbered => Self::$numbered(Tagged::numbered(next)),)*
                    _ => return None,
                })
            }

            fn text_of(kind: Kind, text: &str) -> Self {
                match kind {
                    $(Kind::$text => Self::$text(text.into()),)*
                    other => unreachable!("{other:?} holds no text"),
                }
            }
        }
    };
}

macro_rules! godot3 {
    ($variant:path) => {
        layout!(
            $variant;
            Bool "bool", Int "int", Float "float", String "String", Vector2 "Vector2", Rect2 "Rect2", Vector3 "Vector3",
            Transform2D "Transform2D", Plane "Plane", Quat "Quat", Aabb "AABB", Basis "Basis", Transform "Transform", Color "Color",
            NodePath "NodePath", Rid "RID", PoolIntArray "PoolIntArray", PoolRealArray "PoolRealArray",
            PoolStringArray "PoolStringArray", PoolVector2Array "PoolVector2Array", PoolVector3Array "PoolVector3Array",
            PoolColorArray "PoolColorArray";
            components Vector2, Rect2, Vector3, Transform2D, Plane, Quat, Aabb, Basis, Transform, Color, PoolByteArray, PoolIntArray,
            PoolRealArray, PoolVector2Array, PoolVector3Array, PoolColorArray;
            texts String
        );
    };
}

macro_rules! pandemonium {
    ($variant:path) => {
        layout!(
            $variant;
            Bool "bool", Int "int", Float "real", String "String", StringName "StringName", Vector2 "Vector2", Vector2i "Vector2i",
            Rect2 "Rect2", Rect2i "Rect2i", Vector3 "Vector3", Vector3i "Vector3i", Vector4 "Vector4", Vector4i "Vector4i",
            Transform2D "Transform2D", Plane "Plane", Quat "Quaternion", Aabb "AABB", Basis "Basis", Transform "Transform",
            Projection "Projection", Color "Color", NodePath "NodePath", Rid "RID", PoolIntArray "PoolIntArray",
            PoolRealArray "PoolRealArray", PoolStringArray "PoolStringArray", PoolVector2Array "PoolVector2Array",
            PoolVector2iArray "PoolVector2iArray", PoolVector3Array "PoolVector3Array", PoolVector3iArray "PoolVector3iArray",
            PoolVector4Array "PoolVector4Array", PoolVector4iArray "PoolVector4iArray", PoolColorArray "PoolColorArray";
            components Vector2, Vector2i, Rect2, Rect2i, Vector3, Vector3i, Vector4, Vector4i, Transform2D, Plane, Quat, Aabb, Basis,
            Transform, Projection, Color, PoolByteArray, PoolIntArray, PoolRealArray, PoolVector2Array, PoolVector2iArray,
            PoolVector3Array, PoolVector3iArray, PoolVector4Array, PoolVector4iArray, PoolColorArray;
            texts String, StringName
        );
    };
}

#[cfg(feature = "godot3")]
godot3!(gdvariant::godot3::Variant);
#[cfg(all(feature = "godot3", feature = "double"))]
godot3!(gdvariant::godot3_double::Variant);
#[cfg(feature = "pandemonium")]
pandemonium!(gdvariant::pandemonium::Variant);
#[cfg(all(feature = "pandemonium", feature = "double"))]
pandemonium!(gdvariant::pandemonium_double::Variant);
