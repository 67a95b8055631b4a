//! Generates a layout's module: its marker, its types by number, its `Variant`, and its functions.

use super::layout_context::{Context, body_module};
use super::names::{
    alias_doc, component, doc, has_reals, ident, joined, module, own_type, table_doc, title,
};
use super::precision::Precision;
use super::versions::{since_doc, version};
use super::{build, convert, decode, functions, script, serde, variant, variant_ref};
use crate::model::{
    Body, DoubleBuilds, Encryption, Layout, LayoutType, Role, Schema, Text, Type, Var2str,
};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

pub(super) fn layout(schema: &Schema, layout: &Layout, precision: Precision) -> TokenStream {
    let context = Context {
        schema,
        layout,
        precision,
    };
    let marker = marker_type(&context);
    let types = variant_type(&context);
    let variant = variant::variant(&context);
    let variant_ref = variant_ref::variant_ref(&context);
    let convertible = convert::convertible(&context);
    let build = build::build(&context);
    let decode = decode::values(&context);
    let functions = functions::functions(&context);
    let serde = serde::serde(&context);
    let reexport = precision.is_double().then(|| reexports(&context));
    let aliases = context.types().filter_map(|(listed, ty)| {
        let own =
            own_type(schema, ty, context.precision_of(ty)).filter(|_| listed.rust != ty.key)?;
        let (alias, doc) = (ident(&listed.rust), alias_doc(listed, &layout.title));
        Some(quote!(#[doc = #doc] pub use #own as #alias;))
    });
    let items = quote! {
        #reexport
        #(#aliases)*
        #marker
        #types
        #variant
        #variant_ref
        #convertible
        #build
        #decode
        #functions
        #serde
    };
    context.fill(items, &[])
}

/// Generates the re-exports of a layout in double precision: its value types.
fn reexports(context: &Context<'_>) -> TokenStream {
    let single = context.types().filter_map(|(listed, ty)| {
        // It takes precedence over the type of the same name in double precision.
        let own = own_type(context.schema, ty, Precision::Single)?;
        listed.has_single_reals.then(|| quote!(pub use #own;))
    });
    quote! {
        pub use crate::double::*;
        #(#single)*
    }
}

fn marker_type(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    let name = module(context.layout, context.precision);
    let whole = format!("$gdvariant::{name}");
    let doc = marker_doc(context);
    let real = component("real", context.precision);
    let is_double = context.precision.is_double();
    let title = title(context.layout, context.precision);
    let keeps_root = context.layout.keeps_root;
    let is_lenient = context.layout.text == Text::Lenient;
    let form = match context.layout.var2str {
        Var2str::Godot3 => quote!(Godot3),
        Var2str::Godot4 => quote!(Godot4),
        Var2str::Pandemonium => quote!(Pandemonium),
    };
    let encryption = match context.layout.encryption {
        Encryption::Ecb => quote!(Godot3),
        Encryption::Cfb => quote!(Godot4),
    };
    let id_class = match &context.layout.id_class {
        Some(class) => quote!(const ID_CLASS: Option<&'static str> = Some(#class);),
        None => quote!(),
    };
    let tables = context
        .types()
        .map(|(listed, ty)| type_table(context, listed, ty));
    let modules: Vec<_> = context
        .types()
        .map(|(_, ty)| body_module(context, ty))
        .collect();
    let type_numbers = context
        .types()
        .map(|(listed, _)| Literal::u32_unsuffixed(listed.number));
    let numbers = numbers(context);
    let typed_array = super::typed_array::constructor(context);
    let is_rid = |(_, ty): &(_, &Type)| ty.is(Role::Rid);
    let rid = context.types().find(is_rid);
    let rid = rid.map(|(_, ty)| body_module(context, ty));
    let starts = context.types().filter_map(|(_, ty)| start(context, ty));
    let has_flag = context.layout.double == DoubleBuilds::Flag;
    let wide_reals = context
        .types()
        .filter(|_| has_flag)
        .map(|(listed, ty)| !listed.has_single_reals && has_reals(context.schema, ty));
    let precision = has_flag.then(|| flag_of_reals(context));
    let of_ints = lists(context, &["byte", "i32", "i64"]);
    let of_numbers = lists(context, &["real", "f64", "i32", "i64"]);
    quote! {
        #doc
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct #marker;

        impl crate::numbering::Numbering for #marker {
            const TABLES: &'static [crate::table::TypeTable] = &[#(#tables),*];
            const RULES: &'static [crate::wire::rule::TypeRules] = &[#(#modules::RULES),*];
            const NUMBERS: [u8; crate::Kind::ALL.len()] = [#(#numbers),*];
            const LENIENT_TEXT: bool = #is_lenient;
            const WIDE_REALS: &'static [bool] = &[#(#wide_reals),*];
            #precision
            #id_class
        }

        impl crate::Layout for #marker {
            type Variant = Variant;
            type VariantRef<'de> = VariantRef<'de>;
            type Real = #real;

            const NAME: &'static str = #name;
            const TITLE: &'static str = #title;
            const DOUBLE: bool = #is_double;
            const KEEPS_ROOT: bool = #keeps_root;
            const WHOLE: &'static str = #whole;
            const LISTS_OF_INTS: &'static str = #of_ints;
            const LISTS_OF_NUMBERS: &'static str = #of_numbers;
            const TEXT_FORM: crate::text_form::TextForm = crate::text_form::TextForm::#form;
            #[cfg(feature = "encrypted")]
            const ENCRYPTION: crate::files::Encryption = crate::files::Encryption::#encryption;

            fn skip(reader: &mut crate::Reader<'_, Self>, header: crate::Header) -> Result<(), crate::DecodeError> {
                match header.number() {
                    #(#type_numbers => #modules::skip(reader, header),)*
                    _ => Ok(()),
                }
            }

            #[inline]
            fn rid(reader: &mut crate::Reader<'_, Self>) -> Result<u64, crate::DecodeError> {
                #rid::decode(reader)
            }

            #[inline]
            fn put_rid(id: u64, writer: &mut crate::Writer<'_, Self>) -> Result<(), crate::EncodeError> {
                #rid::encode(id, writer)
            }

            #typed_array
            #(#starts)*
        }
    }
}

/// Generates the documentation of the marker.
fn marker_doc(context: &Context<'_>) -> TokenStream {
    let double = if context.precision.is_double() {
        ", of double-precision builds: with 64-bit components"
    } else {
        ""
    };
    let doc = doc(&format!(
        "{}{double}.\n\nAs a type argument it selects {}; all other items of the layout are in [its module](self).",
        context.layout.description.trim_end_matches('.'),
        title(context.layout, context.precision)
    ));
    quote! {
        #doc
        ///
        /// ```
        /// use gdvariant::{LAYOUT, MARKER, generic};
        ///
        /// assert_eq!(generic::to_vec::<MARKER, _>(&7)?, LAYOUT::to_vec(&7)?);
        /// # Ok::<(), gdvariant::EncodeError>(())
        /// ```
    }
}

/// Generates the flag of this precision, and the layout of the other one.
fn flag_of_reals(context: &Context<'_>) -> TokenStream {
    let (flag, other) = if context.precision.is_double() {
        (quote!(crate::format::FLAG_WIDE), Precision::Single)
    } else {
        (quote!(0), Precision::Double)
    };
    let other = module(context.layout, other);
    // Ints have the same flag, so the header shows the same word.
    let shown = context
        .schema
        .role(Role::Int)
        .flags
        .iter()
        .flat_map(|bits| &bits.shows);
    let wide = shown.last().map_or("", String::as_str);
    quote! {
        const FLAG_OF_REALS: u32 = #flag;
        const WIDE: &'static str = #wide;
        const OTHER_PRECISION: &'static str = #other;
    }
}

/// Generates the number of each kind.
fn numbers(context: &Context<'_>) -> impl Iterator<Item = TokenStream> {
    context.schema.types.iter().map(|ty| {
        let mut types = context.layout.types.iter();
        let listed = types.find(|listed| listed.key == ty.key);
        listed.map_or_else(
            || quote!(<Self as crate::numbering::Numbering>::ABSENT),
            |listed| {
                let number = Literal::u32_unsuffixed(listed.number);
                quote!(#number)
            },
        )
    })
}

/// Generates the function that decodes what precedes the members of an Array or a Dictionary.
fn start(context: &Context<'_>, ty: &Type) -> Option<TokenStream> {
    let module = body_module(context, ty);
    let (name, result, declared, undeclared) = match ty.body {
        Body::Array => (
            ident("array_start"),
            quote!(crate::declared::Declared<'de>),
            quote!(start.element),
            quote!(crate::declared::Declared::Any),
        ),
        Body::Dictionary => (
            ident("dictionary_start"),
            quote!([crate::declared::Declared<'de>; 2]),
            quote!([start.key, start.value]),
            quote!([
                crate::declared::Declared::Any,
                crate::declared::Declared::Any
            ]),
        ),
        _ => return None,
    };
    let decoded = if super::typed_array::declaring_of(context, ty).is_some() {
        quote! {
            let start = #module::start(reader, header)?;
            Ok((#declared, start.repetitions))
        }
    } else {
        quote! {
            let _ = header;
            Ok((#undeclared, #module::start(reader)?.repetitions))
        }
    };
    Some(quote! {
        #[inline]
        fn #name<'de>(
            reader: &mut crate::Reader<'de, Self>,
            header: crate::Header,
        ) -> Result<(#result, usize), crate::DecodeError> {
            #decoded
        }
    })
}

/// Lists the names of Array and of the layout's pool arrays of these wire types.
fn lists(context: &Context<'_>, wires: &[&str]) -> String {
    let pools = wires.iter().flat_map(|wire| {
        let is_pool = move |ty: &Type| ty.body == Body::Pool((*wire).to_owned());
        let types = context.types().filter(move |(_, ty)| is_pool(ty));
        types.map(|(listed, _)| listed.name.as_str())
    });
    let array = &context.schema.role(Role::Array).name;
    let names: Vec<_> = [array.as_str()].into_iter().chain(pools).collect();
    joined(&names, "or")
}

fn type_table(context: &Context<'_>, listed: &LayoutType, ty: &Type) -> TokenStream {
    let number = Literal::u32_unsuffixed(listed.number);
    let (name, key, description) = (&listed.name, ident(&ty.key), &ty.description);
    let body = match ty.body {
        Body::Empty => quote!(Empty),
        Body::Id => quote!(Id),
        Body::Callable => quote!(Callable),
        Body::Signal => quote!(Signal),
        Body::Bool => quote!(Bool),
        Body::Number => quote!(Number),
        Body::Text => quote!(Text),
        Body::Fields => quote!(Fields),
        Body::Pool(_) => quote!(Pool),
        Body::PoolText => quote!(PoolText),
        Body::NodePath => quote!(NodePath),
        Body::Object => quote!(Object),
        Body::Dictionary => quote!(Dictionary),
        Body::Array => quote!(Array),
        Body::TypedArray => quote!(TypedArray),
    };
    let module = body_module(context, ty);
    let since = version(listed.since);
    let script = script::script(listed, ty);
    quote! {
        crate::table::TypeTable {
            number: #number,
            name: #name,
            kind: crate::Kind::#key,
            description: #description,
            since: #since,
            body: crate::table::Body::#body,
            tables: #module::TABLES,
            #script
        }
    }
}

fn variant_type(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    let types = || context.types().map(|(_, ty)| ty);
    let variants: Vec<_> = types().map(|ty| context.variant(ty)).collect();
    let kinds = types().map(|ty| ident(&ty.key));
    let numbers: Vec<_> = context
        .types()
        .map(|(listed, _)| Literal::u32_unsuffixed(listed.number))
        .collect();
    let docs = context.types().map(|(listed, ty)| {
        let table = table_doc(context.schema, ty, context.precision_of(ty));
        doc(&format!(
            "`{}`{}: {}\n{table}",
            listed.name,
            since_doc(listed.since),
            ty.description
        ))
    });
    quote! {
        /// The types of TITLE, by their numbers in the header, each with the bytes of its values.
        ///
        /// ```
        /// use gdvariant::Kind;
        /// use gdvariant::LAYOUT::{Variant, VariantType};
        ///
        /// assert_eq!(Variant::from(7).variant_type(), VariantType::INT);
        /// assert_eq!(VariantType::from_number(0), Some(VariantType::NIL));
        /// assert_eq!(VariantType::from_kind(Kind::INT), Some(VariantType::INT));
        ///
        /// let ty = VariantType::INT;
        /// assert_eq!((ty.number(), ty.name(), ty.kind()), (2, "int", Kind::INT));
        /// assert_eq!(ty.table().tables[0].rows[0].name, "value");
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum VariantType {
            #(#docs #variants = #numbers),*
        }

        impl VariantType {
            /// All types, by number.
            pub const ALL: &'static [Self] = &[#(Self::#variants),*];

            /// Returns the type of a number in the header's low 8 bits, if the layout has one.
            #[must_use]
            pub const fn from_number(number: u8) -> Option<Self> {
                match number {
                    #(#numbers => Some(Self::#variants),)*
                    _ => None,
                }
            }

            /// Returns the number in the header.
            #[must_use]
            pub const fn number(self) -> u8 {
                self as u8
            }

            /// Returns the name in the engine.
            #[must_use]
            pub fn name(self) -> &'static str {
                <#marker as crate::Layout>::name_of(self.kind())
            }

            /// Returns the kind, which is the same in all layouts.
            #[inline]
            #[must_use]
            pub const fn kind(self) -> crate::Kind {
                match self { #(Self::#variants => crate::Kind::#kinds),* }
            }

            /// Returns the type of a kind, if the layout has it.
            #[must_use]
            pub fn from_kind(kind: crate::Kind) -> Option<Self> {
                <#marker as crate::Layout>::number_of(kind).and_then(Self::from_number)
            }

            /// Returns the offset tables.
            #[must_use]
            pub fn table(self) -> &'static crate::table::TypeTable {
                &<#marker as crate::Layout>::TYPES[self as usize]
            }
        }

        /// Formats the name in the engine.
        impl core::fmt::Display for VariantType {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }
    }
}
