//! Generates the constants of the format and the kinds of value, which all layouts share.

use super::edition::editions;
use super::names::{capitalised, doc, grouped, hex, ident, joined};
use super::payload::body_ident;
use crate::model::{Body, Pad, Schema, Type};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

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
    let docs = schema.types.iter().map(|ty| doc(&ty.description));
    let keys: Vec<_> = schema.types.iter().map(|ty| ident(&ty.key)).collect();
    let names = schema.types.iter().map(|ty| &ty.name);
    let components = |ty: &Type| match ty.body {
        Body::Fields | Body::Pool(_) => ty.tables[0].components().count(),
        _ => 0,
    };
    let most = schema.types.iter().map(components).max();
    let most = Literal::usize_unsuffixed(most.unwrap_or_default());
    let names_of_layouts = type_names(schema);
    let pools = schema.types.iter().filter_map(|ty| match &ty.body {
        Body::Pool(held) if schema.types.iter().any(|ty| ty.key == *held) => {
            Some((ident(&ty.key), ident(held)))
        }
        _ => None,
    });
    let nearest = nearest(schema);
    let converted = converted(schema);
    let is_unset = |pad: Option<Pad>| pad.is_some_and(|pad| pad.is_unset);
    let unset = schema.types.iter().filter(|ty| {
        ty.tables
            .iter()
            .any(|table| is_unset(table.pad) || table.rows.iter().any(|row| is_unset(row.pad)))
    });
    let unset = unset.map(|ty| ident(&ty.key));
    let is_typed = |ty: &&Type| ty.body == Body::TypedArray;
    let typed_array = schema.types.iter().find(is_typed).map_or_else(
        || quote!(None),
        |ty| {
            let key = ident(&ty.key);
            quote!(Some(Self::#key))
        },
    );
    let (aliases, other_names, wires) = (aliases(schema), other_names(schema), wires(schema));
    let records = records(schema);
    let elements = pools.map(|(pool, element)| quote!(Self::#pool => Some(Self::#element)));
    quote! {
        /// The type of a value, independent of its number and its name in a layout.
        ///
        /// Each layout has its own `VariantType`, with the kinds that exist in the layout.
        ///
        /// ```
        /// use gdvariant::Kind;
        ///
        /// assert_eq!(Kind::Int.name(), "int");
        /// assert_eq!(Kind::Int.nearest(), None);
        /// assert_eq!(Kind::PackedInt64Array.nearest(), Some(Kind::Array));
        /// # #[cfg(feature = "godot3")]
        /// assert_eq!(gdvariant::godot3::Variant::from(7).kind(), Kind::Int);
        /// ```
        ///
        /// Kinds that engines name differently have a constant for each name, which patterns can
        /// contain:
        ///
        /// ```
        /// use gdvariant::Kind;
        ///
        /// fn is_rotation(kind: Kind) -> bool {
        ///     matches!(kind, Kind::Quaternion | Kind::Basis)
        /// }
        ///
        /// assert!(is_rotation(Kind::Quat)); // the name in Godot 3
        /// assert_eq!(Kind::PackedByteArray, Kind::PoolByteArray);
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Kind { #(#docs #keys),* }

        /// Formats the kind as its name in most engines.
        impl core::fmt::Display for Kind {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }

        impl Kind {
            /// All kinds, in the order of the schema.
            pub const ALL: &'static [Self] = &[#(Self::#keys),*];

            #aliases

            /// Returns the name in most engines; layouts may use another name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { #(Self::#keys => #names),* }
            }

            /// Returns the name in the engine of a layout, given the name of the layout's module.
            ///
            /// Returns the name in most engines if the layout lacks the kind or is unknown.
            /// [`Layout::name_of`](crate::Layout::name_of) is for a layout that is a type.
            ///
            /// ```
            /// use gdvariant::Kind;
            ///
            /// assert_eq!(Kind::Quat.name_in("godot4"), "Quaternion");
            /// assert_eq!(Kind::Quat.name_in("godot3"), "Quat");
            /// ```
            #[must_use]
            pub fn name_in(self, layout: &str) -> &'static str {
                match (self, layout) {
                    #(#other_names,)*
                    _ => self.name(),
                }
            }

            /// Returns a list of this kind alone.
            pub(crate) const fn alone(self) -> &'static [Self] {
                let (_, rest) = Self::ALL.split_at(self as usize);
                rest.split_at(1).0
            }

            /// Returns the kind of a pool array's elements, or `None` if they are plain numbers or
            /// strings, or if this is not a pool array.
            pub(crate) const fn element(self) -> Option<Self> {
                match self {
                    #(#elements,)*
                    _ => None,
                }
            }

            /// Returns the kind that a value becomes when a [`Converter`](crate::Converter)
            /// converts it to a layout without this kind, or `None` if every layout has it.
            ///
            /// If the layout lacks that kind as well, the value becomes the nearest kind of that
            /// one.
            #[must_use]
            pub const fn nearest(self) -> Option<Self> {
                match self {
                    #(#nearest,)*
                    _ => None,
                }
            }

            /// Returns the kinds whose values Godot 4 converts where a container declares this one.
            /// It drops values of all others.
            #[allow(dead_code, reason = "not every layout declares types")]
            pub(crate) const fn converted(self) -> &'static [Self] {
                match self {
                    #(#converted,)*
                    _ => &[],
                }
            }

            /// The kinds in whose padding some engines leave earlier contents of their buffer.
            pub(crate) const UNSET_PADDING: &'static [Self] = &[#(Self::#unset),*];

            /// The kind that has the values and the declared type of an Array with a declared type.
            pub(crate) const TYPED_ARRAY: Option<Self> = #typed_array;
        }

        #names_of_layouts

        /// The largest number of components of a value, or of an element of a pool array.
        pub(crate) const MOST_COMPONENTS: usize = #most;

        #wires

        #records
    }
}

/// Generates the facts about records.
fn records(schema: &Schema) -> TokenStream {
    let records = schema
        .types
        .iter()
        .filter(|ty| body_ident(&ty.body) == "Record");
    let records = records.filter_map(|ty| {
        let (key, fields) = (ident(&ty.key), super::records::wires(schema, ty));
        (!fields.is_empty()).then(|| quote!(Self::#key => &[#(#fields),*]))
    });
    let printed = schema.types.iter().filter(|ty| ty.prints_name);
    let printed = printed.map(|ty| ident(&ty.key));
    quote! {
        impl Kind {
            /// Returns the names and the encodings of a record's fields, in the order of their
            /// declaration; none for other kinds.
            pub(crate) const fn fields(self) -> &'static [(&'static str, Wire)] {
                match self {
                    #(#records,)*
                    _ => &[],
                }
            }

            /// The records of which `var2str` prints only the name of the type.
            pub(crate) const PRINTED_BY_NAME: &'static [Self] = &[#(Self::#printed),*];
        }
    }
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

/// Generates a constant for each name that layouts give to a kind in Rust.
fn aliases(schema: &Schema) -> TokenStream {
    let renamed = schema.layouts.iter().flat_map(|layout| {
        let renamed = layout.types.iter().filter(|ty| ty.rust != ty.key);
        renamed.map(move |ty| ((&ty.rust, &ty.key), layout.title.as_str()))
    });
    let aliases = grouped(renamed).into_iter().map(|((alias, key), titles)| {
        let doc = doc(&format!(
            "[`Kind::{key}`], as {} names it.",
            joined(&titles, "and")
        ));
        let (alias, key) = (ident(alias), ident(key));
        quote! {
            #doc
            #[allow(non_upper_case_globals, reason = "it is used like the variants")]
            pub const #alias: Self = Self::#key;
        }
    });
    quote!(#(#aliases)*)
}

/// Generates an arm for each name that differs from the name in most engines.
fn other_names(schema: &Schema) -> impl Iterator<Item = TokenStream> {
    let named = editions(schema).flat_map(|edition| {
        let types = edition.layout.types.iter();
        let renamed = types.filter(|ty| ty.name != schema.type_of(&ty.key).name);
        renamed.map(move |ty| ((&ty.key, &ty.name), edition.module()))
    });
    grouped(named).into_iter().map(|((key, name), modules)| {
        let key = ident(key);
        quote!((Self::#key, #(#modules)|*) => #name)
    })
}

/// Generates an arm for each type that is the nearest one of others.
fn nearest(schema: &Schema) -> impl Iterator<Item = TokenStream> {
    let types = schema.types.iter();
    let nearest =
        grouped(types.filter_map(|ty| Some((ident(ty.nearest.as_ref()?), ident(&ty.key)))));
    let arm = |(nearest, of): (Ident, Vec<Ident>)| quote!(#(Self::#of)|* => Some(Self::#nearest));
    nearest.into_iter().map(arm)
}

/// Generates an arm for each list of converted types, with all declared types that share it.
fn converted(schema: &Schema) -> impl Iterator<Item = TokenStream> {
    let conversions = schema.conversions.iter();
    let lists = grouped(conversions.map(|conversion| (&conversion.from, ident(&conversion.to))));
    lists.into_iter().map(|(from, declared)| {
        let from = from.iter().map(|key| ident(key));
        quote!(#(Self::#declared)|* => &[#(Self::#from),*])
    })
}

/// Generates the names of types in all layouts, built in or not.
fn type_names(schema: &Schema) -> TokenStream {
    let types = schema.layouts.iter().flat_map(|layout| {
        let types = layout.types.iter();
        types.map(|ty| ((&ty.name, &ty.key), &layout.module))
    });
    let rows = grouped(types).into_iter().map(|((name, key), modules)| {
        let key = ident(key);
        quote!(TypeName { name: #name, kind: Kind::#key, layouts: &[#(#modules),*] })
    });
    let (version, reserved) = (schema.json.version, &schema.json.names);
    quote! {
        /// The version of the JSON form. It is raised when a layout with a new type name is added:
        /// a Dictionary with this name as its only key has another form from then on.
        ///
        /// Source: `json` in `schema/types.yaml`.
        #[cfg(feature = "serde")]
        pub const JSON_VERSION: u32 = #version;

        /// The key of the digits of a number in serde_json with `arbitrary_precision`.
        #[cfg(feature = "serde")]
        pub(crate) const NUMBER_TOKEN: &str = "$serde_json::private::Number";

        /// The names that mark a JSON object as something else than a Dictionary.
        #[cfg(feature = "serde")]
        pub(crate) const RESERVED_NAMES: &[&str] = &[#(#reserved,)* NUMBER_TOKEN];

        /// A name of a kind in some layouts.
        #[cfg(feature = "serde")]
        pub(crate) struct TypeName {
            /// The name.
            pub(crate) name: &'static str,
            /// The kind that it names.
            pub(crate) kind: Kind,
            /// The modules of the layouts that use the name.
            pub(crate) layouts: &'static [&'static str],
        }

        /// The names of kinds in all layouts, enabled or not.
        #[cfg(feature = "serde")]
        pub(crate) const TYPE_NAMES: &[TypeName] = &[#(#rows),*];
    }
}
