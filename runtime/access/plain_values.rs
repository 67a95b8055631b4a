//! The methods of `Variant` and `VariantRef` that return the kind and plain values.

/// Implements the accessors of plain values, and comparisons with Rust's numbers, strings and bool.
macro_rules! plain_value_methods {
    ($module:literal $name:literal $variant:ty) => {
        impl $variant {
            /// Returns the kind, which is the same in all layouts.
            ///
            /// ```
            #[doc = concat!("use gdvariant::Kind;\nuse gdvariant::", $module, "::", $name, ";")]
            ///
            #[doc = concat!("assert_eq!(", $name, "::Int(7).kind(), Kind::Int);")]
            /// ```
            #[must_use]
            pub fn kind(&self) -> crate::Kind {
                crate::value::view::AsView::kind(self)
            }

            /// Returns whether this is Nil.
            ///
            /// ```
            #[doc = concat!("use gdvariant::", $module, "::", $name, ";")]
            ///
            #[doc = concat!("assert!(", $name, "::default().is_nil());")]
            #[doc = concat!("assert!(!", $name, "::Int(7).is_nil());")]
            /// ```
            #[must_use]
            pub const fn is_nil(&self) -> bool {
                matches!(self, Self::Nil)
            }

            /// Returns the number if this is an int.
            ///
            /// ```
            #[doc = concat!("use gdvariant::", $module, "::", $name, ";")]
            ///
            #[doc = concat!("assert_eq!(", $name, "::Int(7).as_i64(), Some(7));")]
            #[doc = concat!("assert_eq!(", $name, "::Float(7.0).as_i64(), None);")]
            /// ```
            #[must_use]
            pub fn as_i64(&self) -> Option<i64> {
                self.as_int()
            }

            /// Returns the number if this is a float or an int; a large int is rounded to the
            /// nearest float.
            ///
            /// ```
            #[doc = concat!("use gdvariant::", $module, "::", $name, ";")]
            ///
            #[doc = concat!("assert_eq!(", $name, "::Float(1.5).as_f64(), Some(1.5));")]
            #[doc = concat!("assert_eq!(", $name, "::Int(7).as_f64(), Some(7.0));")]
            /// ```
            #[must_use]
            #[allow(clippy::cast_precision_loss, reason = "documented")]
            pub fn as_f64(&self) -> Option<f64> {
                match self {
                    Self::Float(value) => Some(*value),
                    Self::Int(value) => Some(*value as f64),
                    _ => None,
                }
            }

            /// Returns the characters if this is a String or a StringName.
            ///
            /// ```
            #[doc = concat!("use gdvariant::", $module, "::", $name, ";")]
            ///
            #[doc = concat!("assert_eq!(", $name, "::String(\"Ada\".into()).as_str(), Some(\"Ada\"));")]
            /// ```
            #[must_use]
            pub fn as_str(&self) -> Option<&str> {
                match crate::value::view::AsView::view(self) {
                    crate::value::view::View::Text(_, text) => Some(text),
                    _ => None,
                }
            }
        }

        crate::access::plain_value_methods!(@equal_to_reference $variant;
            i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64 bool str alloc::string::String);
        crate::access::plain_value_methods!(@equal $variant;
            i8 i16 i32 i64 isize u8 u16 u32 u64 usize =
                |variant, number| variant.as_int().is_some_and(|int| i64::try_from(*number) == Ok(int));
            f64 = |variant, number| variant.as_float().is_some_and(|float| float == *number);
            f32 = |variant, number| variant.as_float().is_some_and(|float| float == f64::from(*number));
            bool = |variant, value| variant.as_bool() == Some(*value);
            str &str alloc::string::String = |variant, text| variant.as_str() == Some(text.as_ref()););
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

pub(crate) use plain_value_methods;
