//! Implementations of serde's traits for the Variants of the layouts.

/// Implements serde's traits for the Variant of a layout, owned and borrowed.
macro_rules! json_form {
    ($layout:ident, $variant:ident, $borrowed:ident) => {
        impl crate::serde::json::Formed for $variant {
            type Layout = $layout;
        }

        impl crate::serde::json::Formed for $borrowed<'_> {
            type Layout = $layout;
        }

        impl crate::serde::json::Value for $variant {}

        /// Serializes the JSON form, which is lossless and the same for every human-readable serde
        /// format.
        ///
        /// [The layout's own format](serde) encodes the value itself instead.
        ///
        /// | Variant | JSON |
        /// | --- | --- |
        /// | Nil, bool, String | null, boolean, string |
        /// | int | number |
        /// | finite float | number with a point or an exponent |
        /// | Array | array |
        /// | Dictionary with String keys only | object, unless the only key is a reserved name |
        /// | any other | object with the name of the type as its only key: `{"Vector2": [1.0, 2.0]}` |
        ///
        /// # Errors
        ///
        /// Returns an error if nesting exceeds 1024 levels, the limit of the engines' decoders.
        impl ::serde::Serialize for $variant {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                ::serde::Serialize::serialize(&crate::serde::json::Whole::Variant(self), serializer)
            }
        }

        /// Serializes the form of the owned [`Variant`].
        impl ::serde::Serialize for $borrowed<'_> {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                ::serde::Serialize::serialize(&crate::serde::json::Whole::Variant(self), serializer)
            }
        }

        /// Deserializes the JSON form that `Serialize` produces.
        ///
        /// serde_json's features decide which numbers keep their value:
        ///
        /// - With `arbitrary_precision`, every number is parsed exactly.
        /// - Without it, enable `float_roundtrip`. Then `-0` is parsed as the float -0.0, and an
        ///   int that exceeds 64 bits as a float.
        ///
        /// serde_json limits nesting to 128 levels of JSON. To deserialize the 1024 levels that
        /// engines decode, enable its feature `unbounded_depth`, and call `disable_recursion_limit`
        /// in a thread with a stack of 32 MiB.
        ///
        /// # Errors
        ///
        /// Returns an error if the input is not of this form: a type that the layout lacks, too
        /// many components, a number out of range, a repeated key, nesting that exceeds 1024
        /// levels. serde_json adds the line and the column.
        impl<'de> ::serde::Deserialize<'de> for $variant {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                crate::serde::json::deserialize::<$layout, D>(deserializer)
            }
        }
    };
}

pub(crate) use json_form;
