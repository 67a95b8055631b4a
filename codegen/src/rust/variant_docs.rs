//! Generates the documentation of a layout's `Variant` and `VariantRef`.

use super::names::doc;
use super::versions::since_doc;
use crate::model::{LayoutType, Type};
use proc_macro2::TokenStream;
use quote::quote;

/// Generates the documentation of `Variant`.
pub(super) fn owned() -> TokenStream {
    quote! {
        /// Any value of TITLE.
        ///
        /// ```
        /// use gdvariant::LAYOUT::{self, Variant};
        ///
        /// let mut player = LAYOUT::variant!({"name": "Ada", "scores": [7, 12]});
        /// player["health"] = 100.into();
        /// assert_eq!(player["name"], "Ada");
        /// assert_eq!(player["scores"][1].as_int(), Some(12));
        ///
        /// let bytes = LAYOUT::to_vec(&player)?;
        /// assert_eq!(LAYOUT::from_slice::<Variant>(&bytes)?, player);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// | task | items |
        /// | --- | --- |
        /// | create a value | [`variant!`], `Variant::from`, [`array`](Self::array), `str::parse` |
        /// | access its contents | `player["name"]`, [`get`](Self::get), [`get_mut`](Self::get_mut), [`pointer`](Self::pointer), [`take`](Self::take) |
        /// | find out its type | [`variant_type`](Self::variant_type), [`kind`](Self::kind), [`is_nil`](Self::is_nil), `is_*` of each type |
        /// | get its payload | `as_*`, `as_*_mut` and `into_*` of each type, [`as_i64`](Self::as_i64), [`as_f64`](Self::as_f64), [`as_str`](Self::as_str) |
        /// | convert it from and to your types | `From` and `TryFrom`, [`to_variant`], [`from_variant`] |
        /// | encode and decode it | [`to_vec`], [`from_slice`] |
        /// | print it | `Display`, as the engine's `var2str` |
        ///
        /// A Variant takes at most 32 bytes: larger payloads are boxed. The page of [`VariantType`] has
        /// the bytes of each type, and the guide [`values`](crate::guide::values) more examples.
    }
}

/// Generates the documentation of `VariantRef`.
pub(super) fn borrowed() -> TokenStream {
    quote! {
        /// Any value of TITLE, borrowed from the input.
        ///
        /// Strings are slices of the input, and pool arrays and large values are views of it. Only
        /// containers allocate when decoded.
        ///
        /// ```
        /// use gdvariant::LAYOUT::{self, Variant, VariantRef};
        ///
        /// let bytes = LAYOUT::to_vec(&["Ada", "Grace"])?;
        /// let names: VariantRef = LAYOUT::from_slice(&bytes)?;
        /// let first: Option<&str> = names.as_array().and_then(|names| names[0].as_string());
        /// assert_eq!(first, Some("Ada"));
        /// assert_eq!(Variant::from(names)[1], "Grace");
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// The variants are those of [`Variant`], and `Variant::from` converts to it. The page of
        /// [`VariantType`] has the bytes of each type.
    }
}

/// Generates the documentation of a variant of the enums: one line, with a link to the bytes.
pub(super) fn variant(listed: &LayoutType, ty: &Type) -> TokenStream {
    let LayoutType {
        name, rust, number, ..
    } = listed;
    let since = since_doc(listed.since);
    doc(&format!(
        "`{name}`, [number {number}](VariantType::{rust}){since}: {}",
        ty.description
    ))
}
