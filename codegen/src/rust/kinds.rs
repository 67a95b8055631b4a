//! Generates the constants of the format and the kinds of value, which all layouts share.

use super::names::{aliases, body_ident, capitalised, doc, grouped, hex, ident, joined};
use super::records;
use crate::model::{Body, LayoutType, Schema, Type, find, has};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

pub(super) fn constants(schema: &Schema) -> TokenStream {
    let constants = schema.constants.iter().map(|constant| {
        let (name, doc) = (ident(&constant.name), doc(&constant.description));
        let value = if constant.value > 0xffff {
            hex(constant.value)
        } else {
            Literal::u32_unsuffixed(constant.value)
        };
        quote! {
            #doc
            pub const #name: u32 = #value;
        }
    });
    quote!(#(#constants)*)
}

pub(super) fn kinds(schema: &Schema) -> TokenStream {
    let docs = schema.types.iter().map(|ty| {
        let (doc, aliases) = (doc(&ty.description), aliases(schema, ty));
        quote!(#doc #aliases)
    });
    let keys: Vec<_> = schema.types.iter().map(|ty| ident(&ty.key)).collect();
    let infos = schema.types.iter().map(|ty| info(schema, ty));
    let components = |ty: &Type| match ty.body {
        Body::Fields | Body::Packed(_) => ty.tables[0].components().count(),
        _ => 0,
    };
    let most = schema.types.iter().map(components).max();
    let most = Literal::usize_unsuffixed(most.unwrap_or_default());
    let mut types = schema.types.iter();
    let typed_array = types.find(|ty| ty.body == Body::TypedArray);
    let typed_array = option(typed_array.map(|ty| &ty.key));
    let (names, wires) = (type_names(schema), wires(schema));
    let other_names = doc(&other_names(schema));
    quote! {
        /// The type of a value, independent of its number and its name in a layout.
        ///
        /// A layout has some of the kinds: [`Layout::number_of`](crate::schema::Layout::number_of)
        /// and [`name_of`](crate::schema::Layout::name_of) return the number and the name of a kind
        /// in the layout, and [`Engine`](crate::Engine) has the same methods for a layout as a type.
        ///
        /// ```
        /// use gdvariant::Kind;
        ///
        /// assert_eq!(Kind::Int.name(), "int");
        /// assert_eq!(Kind::Int.nearest(), None);
        /// assert_eq!(Kind::PackedInt64Array.nearest(), Some(Kind::Array));
        /// # #[cfg(feature = "godot4")]
        /// assert_eq!(gdvariant::godot4::Variant::from(7).kind(), Kind::Int);
        /// ```
        ///
        /// # Names in engines
        ///
        /// Kinds have the names of Godot 4, or of their engine if Godot 4 lacks the type. Other
        /// engines name some types differently:
        ///
        #other_names
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Kind { #(#docs #keys),* }

        impl Kind {
            /// All kinds, in the order of the schema.
            pub const ALL: &'static [Self] = &[#(Self::#keys),*];

            /// The kind that has the values and the declared type of an Array with a declared type.
            pub(crate) const TYPED_ARRAY: Option<Self> = #typed_array;
        }

        /// The facts about each kind.
        static INFOS: [KindInfo; Kind::ALL.len()] = [#(#infos),*];

        #names

        /// The largest number of components of a value, or of an element of a packed array.
        pub(crate) const MOST_COMPONENTS: usize = #most;

        #wires
    }
}

/// Generates the facts about a kind.
fn info(schema: &Schema, ty: &Type) -> TokenStream {
    let name = &ty.name;
    let element = option(match &ty.body {
        Body::Packed(held) => Some(held).filter(|held| has(&schema.types, held)),
        _ => None,
    });
    let nearest = option(ty.nearest.as_ref());
    let converted = find(&schema.conversions, &ty.key);
    let converted = converted.into_iter().flat_map(|(_, from)| from);
    let converted = converted.map(|key| ident(key));
    let is_record = body_ident(&ty.body) == "Record";
    let fields = if is_record {
        records::wires(ty)
    } else {
        Vec::new()
    };
    let layouts = layout_set(schema, &ty.key, |_| true);
    quote! {
        KindInfo {
            name: #name,
            element: #element,
            nearest: #nearest,
            converted: &[#(Kind::#converted),*],
            fields: &[#(#fields),*],
            layouts: #layouts,
        }
    }
}

/// Generates an optional kind.
fn option(key: Option<&String>) -> TokenStream {
    let kind = key.map(|key| ident(key));
    kind.map_or_else(|| quote!(None), |kind| quote!(Some(Kind::#kind)))
}

/// Generates the encodings of fields.
fn wires(schema: &Schema) -> TokenStream {
    let keys = schema.wires.iter();
    let keys: Vec<_> = keys.map(|wire| ident(&capitalised(&wire.name))).collect();
    let docs = schema.wires.iter().map(|wire| doc(&wire.description));
    let names = schema.wires.iter().map(|wire| &wire.name);
    quote! {
        /// The encoding of a field.
        ///
        /// ```
        /// use gdvariant::table::Wire;
        ///
        /// assert_eq!(Wire::U32.name(), "u32");
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Wire { #(#docs #keys),* }

        impl Wire {
            /// Returns the name in the schema.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { #(Self::#keys => #names),* }
            }
        }
    }
}

/// Formats a table of the names in engines that differ from the names of the kinds.
fn other_names(schema: &Schema) -> String {
    let mut rows = ["| kind | name in engines |", "| --- | --- |"]
        .map(str::to_owned)
        .to_vec();
    for ty in &schema.types {
        let layouts = schema.layouts.iter();
        let named = layouts.filter_map(|layout| {
            let own = find(&layout.types, &ty.key)?;
            let differs = !own.name.eq_ignore_ascii_case(&ty.key);
            differs.then_some((&own.name, layout.title.as_str()))
        });
        let listed: Vec<_> = grouped(named)
            .into_iter()
            .map(|(name, titles)| format!("`{name}` in {}", joined(&titles, "and")))
            .collect();
        if !listed.is_empty() {
            rows.push(format!("| `{}` | {} |", ty.key, listed.join("; ")));
        }
    }
    rows.join("\n")
}

/// Generates the set of layouts in which `is_accepted` accepts the type with this `key`.
fn layout_set(
    schema: &Schema,
    key: &str,
    is_accepted: impl Fn(&LayoutType) -> bool,
) -> TokenStream {
    let layouts = schema.layouts.iter().zip(0..);
    let bits = layouts
        .map(|(layout, bit)| u32::from(find(&layout.types, key).is_some_and(&is_accepted)) << bit);
    let bits = Literal::u32_unsuffixed(bits.sum());
    quote!(LayoutSet(#bits))
}

/// Generates the names of types in all layouts, built in or not.
fn type_names(schema: &Schema) -> TokenStream {
    let listed = schema.layouts.iter().flat_map(|layout| &layout.types);
    let listed: BTreeSet<_> = listed.map(|listed| (&listed.name, &listed.key)).collect();
    let others = listed
        .iter()
        .filter(|(name, key)| find(&schema.types, key).is_some_and(|ty| ty.name != **name));
    let rows = others.map(|(name, key)| {
        let (kind, layouts) = (
            ident(key),
            layout_set(schema, key, |listed| listed.name == **name),
        );
        quote!(TypeName { name: #name, kind: Kind::#kind, layouts: #layouts })
    });
    let modules = schema.layouts.iter().map(|layout| &layout.module);
    let names = schema.types.iter().map(|ty| &ty.name);
    let reserved: BTreeSet<_> = names.chain(listed.iter().map(|(name, _)| *name)).collect();
    let reserved = reserved.iter();
    quote! {
        /// The names of types that mark a JSON object as something other than a Dictionary.
        #[cfg(feature = "serde")]
        pub(crate) const RESERVED_NAMES: &[&str] = &[#(#reserved),*];

        /// The modules of all layouts in single precision, enabled or not.
        const LAYOUTS: &[&str] = &[#(#modules),*];

        /// The names in layouts that differ from the names of kinds.
        const TYPE_NAMES: &[TypeName] = &[#(#rows),*];
    }
}
