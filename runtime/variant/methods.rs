//! The methods of `Variant` and `VariantRef` in one precision; the module of each precision contains
//! this file.
//!
//! Methods that take a path are `#[inline]`, so that only programs that call them compile them.

use super::{Variant, VariantRef};
use alloc::string::String;

/// Implements what both enums have. `$name` is the name of the enum, `$example` creates the value of
/// the examples, and `$end` ends what `$example` begins.
macro_rules! shared_methods {
    ($variant:ty, $name:literal, $example:expr, $end:literal) => {
        impl $variant {
            /// Returns the element, entry or property with an index, or `None` if there is none.
            ///
            /// [`VariantIndex`](crate::access::VariantIndex) lists the indexes.
            ///
            /// ```
            #[doc = $example]
            /// let players = value.get("players").unwrap();
            /// assert_eq!(players.get(0).unwrap()["name"], "Ada");
            /// assert!(players.get(1).is_none());
            #[doc = $end]
            /// ```
            pub fn get<I: crate::access::VariantIndex<Self>>(&self, index: I) -> Option<&Self> {
                crate::access::get(self, &index)
            }

            /// Returns the value at a path such as `players[3].position`.
            ///
            /// Returns `None` if the path is invalid or leads to no value.
            ///
            /// This is not a JSON Pointer: paths have the form that errors display, see
            /// [`Path`](crate::Path). `[3]` is an element of an Array or the value of an int key. A
            /// key that is neither a String nor an int is parsed and compared with every key of the
            /// Dictionary, in linear time.
            ///
            /// ```
            #[doc = $example]
            /// assert_eq!(value.get_path("players[0].name").unwrap(), "Ada");
            /// assert!(value.get_path("players[1].name").is_none());
            #[doc = $end]
            /// ```
            #[inline]
            pub fn get_path(&self, path: &str) -> Option<&Self> {
                crate::access::get_path::<Variant, _>(self, &path.parse().ok()?)
            }

            /// Returns the value at a parsed path, such as the path of an error.
            ///
            /// ```
            #[doc = $example]
            /// let path: gdvariant::Path = "players[0].name".parse()?;
            /// assert_eq!(value.at_path(&path).unwrap(), "Ada");
            #[doc = $end]
            /// # Ok::<(), gdvariant::ParsePathError>(())
            /// ```
            #[inline]
            pub fn at_path(&self, path: &crate::Path) -> Option<&Self> {
                crate::access::get_path::<Variant, _>(self, path)
            }
        }

        /// Returns the element, entry or property with an index, or Nil if there is none.
        ///
        /// ```
        #[doc = $example]
        /// assert_eq!(value["players"][0]["name"], "Ada");
        /// assert!(value["levels"][0].is_nil());
        #[doc = $end]
        /// ```
        impl<I: crate::access::VariantIndex<Self>> core::ops::Index<I> for $variant {
            type Output = Self;

            fn index(&self, index: I) -> &Self {
                crate::access::get(self, &index).unwrap_or(const { &Self::Nil })
            }
        }

        impl $variant {
            /// Returns whether this is Nil.
            ///
            /// ```
            #[doc = concat!("use gdvariant::", $name, ";")]
            ///
            #[doc = concat!("assert!(", $name, "::default().is_nil());")]
            #[doc = concat!("assert!(!", $name, "::Int(7).is_nil());")]
            /// ```
            pub const fn is_nil(&self) -> bool {
                matches!(self, Self::Nil)
            }

            /// Returns the number if this is a float or an int; a large int is rounded to the
            /// nearest float.
            ///
            /// ```
            #[doc = concat!("use gdvariant::", $name, ";")]
            ///
            #[doc = concat!("assert_eq!(", $name, "::Float(1.5).as_f64(), Some(1.5));")]
            #[doc = concat!("assert_eq!(", $name, "::Int(7).as_f64(), Some(7.0));")]
            /// ```
            #[allow(clippy::cast_precision_loss, reason = "documented")]
            pub fn as_f64(&self) -> Option<f64> {
                match self {
                    Self::Float(value) => Some(*value),
                    Self::Int(value) => Some(*value as f64),
                    _ => None,
                }
            }

            /// Returns the string if this is a String or a StringName.
            ///
            /// ```
            #[doc = concat!("use gdvariant::", $name, ";")]
            ///
            #[doc = concat!("assert_eq!(", $name, "::String(\"Ada\".into()).as_str(), Some(\"Ada\"));")]
            /// ```
            pub fn as_str(&self) -> Option<&str> {
                match crate::value::view::AsView::view(self) {
                    crate::value::view::View::Text(_, text) => Some(text),
                    _ => None,
                }
            }
        }

        shared_methods!(@equal_to_reference $variant;
            i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64 bool str String);
        shared_methods!(@equal $variant;
            i8 i16 i32 i64 isize u8 u16 u32 u64 usize =
                |variant, number| variant.as_int().is_some_and(|int| i64::try_from(*number) == Ok(int));
            f64 = |variant, number| variant.as_float().is_some_and(|float| float == *number);
            f32 = |variant, number| variant.as_float().is_some_and(|float| float == f64::from(*number));
            bool = |variant, value| variant.as_bool() == Some(*value);
            str &str String = |variant, text| variant.as_str() == Some(text.as_ref()););
    };
    (@equal_to_reference $variant:ty; $($other:ty)+) => {$(
        impl PartialEq<$other> for &$variant {
            fn eq(&self, other: &$other) -> bool {
                **self == *other
            }
        }
    )+};
    (@equal $variant:ty; $($($other:ty)+ = |$value:ident, $compared:ident| $equal:expr;)*) => {$($(
        impl PartialEq<$other> for $variant {
            fn eq(&self, other: &$other) -> bool {
                let ($value, $compared) = (self, other);
                $equal
            }
        }

        impl PartialEq<$variant> for $other {
            fn eq(&self, other: &$variant) -> bool {
                other == self
            }
        }
    )+)*};
}

shared_methods!(
    Variant,
    "Variant",
    "use gdvariant::variant;\n\nlet value = variant!({\"players\": [{\"name\": \"Ada\"}]});",
    "#"
);

shared_methods!(
    VariantRef<'_>,
    "VariantRef",
    "\
# #[cfg(feature = \"godot4\")] {
use gdvariant::{VariantRef, godot4, variant};

let bytes = godot4::to_vec(&variant!({\"players\": [{\"name\": \"Ada\"}]})).unwrap();
let value: VariantRef<'_> = godot4::from_slice(&bytes).unwrap();",
    "# }"
);

impl Variant {
    /// Returns a mutable reference to the element, entry or property with an index.
    ///
    /// Returns `None` if there is none.
    ///
    /// ```
    /// use gdvariant::Variant;
    ///
    /// let mut numbers = Variant::from(vec![Variant::from(1), 2.into()]);
    /// if let Some(last) = numbers.get_mut(1) {
    ///     *last = 3.into();
    /// }
    /// assert_eq!(numbers, Variant::from(vec![Variant::from(1), 3.into()]));
    /// ```
    #[expect(
        clippy::needless_pass_by_value,
        reason = "a key, like the index of `[]`"
    )]
    pub fn get_mut<I: crate::access::VariantIndex<Self>>(
        &mut self,
        index: I,
    ) -> Option<&mut Self> {
        crate::access::get_mut(self, &index)
    }

    /// Returns a mutable reference to the value at a path, without inserting anything.
    ///
    /// Returns `None` if the path is invalid or leads to no value, so paths can come
    /// from an untrusted peer.
    ///
    /// ```
    /// use gdvariant::{Dictionary, Variant};
    ///
    /// let mut game = Variant::from(Dictionary::from([("levels", vec![Variant::from(1)])]));
    /// if let Some(level) = game.get_path_mut("levels[0]") {
    ///     *level = 2.into();
    /// }
    /// assert_eq!(game["levels"][0], Variant::from(2));
    /// ```
    #[inline]
    pub fn get_path_mut(&mut self, path: &str) -> Option<&mut Self> {
        crate::access::get_path_mut(self, &path.parse().ok()?)
    }

    /// Returns a copy of the value, component, or element of a packed array at a path.
    ///
    /// For example, `colors[3]` is an element of a packed array, and `position.x` is a
    /// component.
    ///
    /// Components have the same names as in the offset tables, such as `basis.x.y`.
    ///
    /// ```
    /// use gdvariant::{Variant, variant};
    ///
    /// let origin = Variant::Vector2(Default::default());
    /// let ada = variant!({"position": origin, "scores": gdvariant::Packed([7, 9])});
    /// assert_eq!(ada.component_at_path(&"position.x".parse()?), Some(0.0.into()));
    /// assert_eq!(ada.component_at_path(&"scores[1]".parse()?), Some(9.into()));
    /// assert_eq!(ada.component_at_path(&"scores[2]".parse()?), None);
    /// # Ok::<(), gdvariant::ParsePathError>(())
    /// ```
    #[inline]
    pub fn component_at_path(&self, path: &crate::Path) -> Option<Self> {
        crate::access::path::component_at_path(self, path)
    }

    /// Sets the value at a path, and returns the previous value, if any.
    ///
    /// Only the last segment of the path may be missing: a key of a Dictionary, a property
    /// of a full object, or the index after the last element of an array, which can be
    /// written as `[+]`. The value is then added.
    ///
    /// An element of a packed array and a component accept values of their type; floats
    /// also accept ints that they represent exactly. Floats are rounded to the precision of
    /// the component, but not to infinity.
    ///
    /// ```
    /// use gdvariant::{Variant, variant};
    ///
    /// let mut game = variant!({"players": [{"name": "Ada"}]});
    /// let old = game.set_at_path(&"players[0].name".parse()?, "Grace");
    /// assert_eq!(old, Ok(Some("Ada".into())));
    /// assert_eq!(game.set_at_path(&"players[1]".parse()?, 7), Ok(None));
    /// assert_eq!(game, variant!({"players": [{"name": "Grace"}, 7]}));
    /// let error = game.set_at_path(&"players[9]".parse()?, 8).unwrap_err();
    /// assert_eq!(error.to_string(), "players[9]: expected an index of at most 2");
    /// assert_eq!(error.into_value(), Variant::from(8));
    /// # Ok::<(), gdvariant::ParsePathError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the new value with a reason if it cannot be stored at the path.
    #[inline]
    pub fn set_at_path(
        &mut self,
        path: &crate::Path,
        value: impl Into<Self>,
    ) -> Result<Option<Self>, crate::SetAtPathError<Self>> {
        crate::access::path::set_at_path(self, path, value.into())
    }

    /// Removes the element, entry or property at a path, or returns `None` if there is
    /// none.
    ///
    /// ```
    /// use gdvariant::{Variant, variant};
    ///
    /// let mut game = variant!({"players": [{"name": "Ada", "level": 7}]});
    /// assert_eq!(game.remove_at_path(&"players[0].level".parse()?), Some(Variant::from(7)));
    /// assert_eq!(game, variant!({"players": [{"name": "Ada"}]}));
    /// # Ok::<(), gdvariant::ParsePathError>(())
    /// ```
    #[inline]
    pub fn remove_at_path(&mut self, path: &crate::Path) -> Option<Self> {
        crate::access::path::remove_at_path(self, path)
    }

    /// Takes the value, leaving Nil in its place.
    ///
    /// ```
    /// use gdvariant::Variant;
    ///
    /// let mut name = Variant::from("Ada");
    /// assert_eq!(name.take(), Variant::from("Ada"));
    /// assert!(name.is_nil());
    /// ```
    #[allow(
        clippy::return_self_not_must_use,
        reason = "callers may only clear the value"
    )]
    pub fn take(&mut self) -> Self {
        core::mem::take(self)
    }
}

/// Returns a mutable reference to the element, entry or property with an index.
///
/// A missing key or property is inserted with the value Nil, and Nil becomes a Dictionary.
///
/// ```
/// use gdvariant::Variant;
///
/// let mut game = Variant::Nil;
/// game["player"]["health"] = 100.into();
/// assert_eq!(game.get_path("player.health"), Some(&Variant::from(100)));
/// ```
///
/// # Panics
///
/// Panics if an index of an Array is out of bounds, or if values of this type have no such
/// index. For untrusted paths, use `get_path_mut`.
impl<I: crate::access::VariantIndex<Self>> core::ops::IndexMut<I> for Variant {
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut Self {
        crate::access::get_or_insert(self, &index)
    }
}
