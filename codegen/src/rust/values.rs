//! Generates the value types: records, and types with components such as vectors and colors.

use super::names::{
    aliases, body_length, body_module, component, doc, has_reals, ident, is_doubled, table_doc,
};
use super::records;
use crate::model::{Body, Row, Schema, Type};
use crate::scripts;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};

pub(super) fn values(schema: &Schema, is_double: bool) -> TokenStream {
    let types = schema.types.iter().filter(|ty| ty.body == Body::Fields);
    let is_own = |ty: &&Type| !is_double || is_doubled(schema, ty);
    let (own, shared): (Vec<_>, Vec<_>) = types.partition(is_own);
    let shared: Vec<_> = shared.iter().map(|ty| ident(&ty.key)).collect();
    let reexport = (!shared.is_empty()).then(|| quote!(pub use crate::{#(#shared),*};));
    let values = own.iter().map(|ty| value(schema, ty, is_double));
    let records = schema
        .types
        .iter()
        .filter(|ty| ty.body == Body::Record && !is_double);
    let records = records.map(records::value);
    quote! {
        #reexport
        #(#values)*
        #(#records)*
    }
}

/// A member of the struct: a component, or a value type of its own.
struct Member<'s> {
    name: Ident,
    doc: TokenStream,
    /// The Rust type: a number, or the value type of a compound member.
    rust: TokenStream,
    /// The type of a compound member; `None` for a component.
    compound: Option<&'s Type>,
}

fn members<'s>(schema: &'s Schema, ty: &'s Type, is_double: bool) -> Vec<Member<'s>> {
    let members = ty.members().into_iter().map(|(name, row, field)| {
        let compound = field.map(|field| schema.type_of(&field.key));
        Member {
            name: ident(name),
            doc: doc(field.map_or(&row.description, |field| &field.description)),
            rust: compound.map_or_else(
                || component(&row.wire, is_double),
                |compound| ident(&compound.key).into_token_stream(),
            ),
            compound,
        }
    });
    members.collect()
}

fn value(schema: &Schema, ty: &Type, is_double: bool) -> TokenStream {
    let name = ident(&ty.key);
    let table = table_doc(schema, ty, is_double);
    let type_doc = doc(&format!(
        "{}\n\nOn the wire, in bytes from the start of the value:\n{table}",
        ty.description
    ));
    let aliases = aliases(schema, ty);
    let members = members(schema, ty, is_double);
    let types: Vec<_> = members.iter().map(|member| &member.rust).collect();
    let names: Vec<_> = members.iter().map(|member| &member.name).collect();
    let docs = members.iter().map(|member| &member.doc);
    let equality = (!has_reals(schema, ty)).then(|| quote!(Eq, Hash,));
    let new = constructor(&quote!(), &name, &names, &types);
    let default = default(ty, &members);
    let derived_default = default.is_none().then(|| quote!(Default,));
    let fields = fields(schema, ty, is_double);
    let arrays = arrays(ty, &members);
    let variant = if is_double {
        quote!(crate::double::Variant)
    } else {
        quote!(crate::Variant)
    };
    let held = Body::Packed(ty.key.clone());
    let packed = schema.types.iter().find(|packed| packed.body == held);
    let packed = packed.map(|packed| {
        let packed = ident(&packed.key);
        quote! {
            #[cfg(feature = "serde")]
            crate::serde::json::packed_form!(#name, crate::Kind::#packed, #variant);
            impl crate::Packable for #name {}
        }
    });
    let precisions = is_double.then(|| precisions(ty, &members));
    quote! {
        #type_doc
        #aliases
        #[derive(Debug, Clone, Copy, PartialEq, #equality #derived_default)]
        #[cfg_attr(feature = "bytemuck", derive(bytemuck::Pod, bytemuck::Zeroable))]
        #[repr(C)]
        pub struct #name {
            #(#docs pub #names: #types),*
        }

        #new
        #default
        #fields
        #arrays
        #precisions

        crate::value::components::payload!(#name);
        crate::codec::typed_containers::declared_as!(#name);

        #[cfg(feature = "serde")]
        crate::serde::json::fields_form!(#name, crate::Kind::#name, #variant);

        #packed
    }
}

/// Generates the constructor of a type with these fields; `parameters` are its type parameters.
pub(super) fn constructor(
    parameters: &TokenStream,
    name: &Ident,
    fields: &[&Ident],
    types: &[impl ToTokens],
) -> TokenStream {
    quote! {
        impl #parameters #name #parameters {
            /// Creates a value from its fields.
            ///
            /// ```
            /// use gdvariant::{Rect2, Vector2};
            ///
            /// let view = Rect2::new(Vector2::new(10.0, 20.0), Vector2::new(64.0, 32.5));
            /// assert_eq!(view.position.x, 10.0);
            /// ```
            #[must_use]
            pub const fn new(#(#fields: #types),*) -> Self {
                Self { #(#fields),* }
            }
        }
    }
}

/// Generates the engine's default, if not all components are 0.
fn default(ty: &Type, members: &[Member<'_>]) -> Option<TokenStream> {
    let rows = ty.tables[0].rows.iter();
    let rows: Vec<_> = rows.filter(|row| scripts::initial(ty, row) != 0).collect();
    let initial = rows.iter().map(|row| match row.wire.as_str() {
        "real" => Literal::f64_unsuffixed(scripts::initial(ty, row).into()),
        _ => Literal::i32_unsuffixed(scripts::initial(ty, row)),
    });
    let (name, paths) = (ident(&ty.key), rows.iter().map(|row| path(row)));
    let members = members
        .iter()
        .map(|Member { name, rust, .. }| quote!(#name: #rust::default()));
    (!rows.is_empty()).then(|| {
        quote! {
            /// Returns the default value of the engine.
            impl Default for #name {
                #[inline]
                fn default() -> Self {
                    let mut value = Self { #(#members),* };
                    #(value.#paths = #initial;)*
                    value
                }
            }
        }
    })
}

/// Returns the path of a component, through members.
fn path(row: &Row) -> TokenStream {
    let parts = row.name.split('.').map(ident);
    quote!(#(#parts).*)
}

/// Generates the code that decodes and encodes components in their order on the wire.
///
/// The compiler removes the default that `take` starts from.
fn fields(schema: &Schema, ty: &Type, is_double: bool) -> TokenStream {
    let (name, module) = (ident(&ty.key), body_module(schema, ty, is_double));
    let length = Literal::usize_unsuffixed(body_length(schema, ty, is_double) as usize);
    let rows = &ty.tables[0].rows;
    let paths: Vec<_> = rows.iter().map(path).collect();
    // In memory, plain components have the order of the rows; components of members can have
    // another.
    let is_plain = ty.fields.is_empty();
    let in_memory = is_plain.then(|| quote!(crate::wire::fields::same_in_memory!();));
    quote! {
        impl crate::wire::fields::Fields for #name {
            const LENGTH: usize = #length;
            const ROWS: &'static [crate::table::Row] = #module::TABLES[0].rows;

            #[inline]
            fn put<S: crate::wire::fields::FieldSink>(&self, to: &mut S) {
                #(to.put(self.#paths);)*
            }

            #[inline]
            #[allow(clippy::field_reassign_with_default, reason = "components may be in members")]
            fn take(from: &mut crate::wire::fields::FieldReader<'_>) -> Self {
                let mut value = Self::default();
                #(value.#paths = from.take();)*
                value
            }

            #in_memory
        }
    }
}

/// Generates conversions to and from arrays, for types of plain components.
fn arrays(ty: &Type, members: &[Member<'_>]) -> Option<TokenStream> {
    let number = &members.first().filter(|_| ty.fields.is_empty())?.rust;
    let (name, count) = (ident(&ty.key), Literal::usize_unsuffixed(members.len()));
    let names = members.iter().map(|member| &member.name);
    Some(quote!(crate::value::components::arrays!(#name [#number; #count]: #(#names)*);))
}

/// Generates conversions between the precisions.
fn precisions(ty: &Type, members: &[Member<'_>]) -> TokenStream {
    let name = ident(&ty.key);
    let members = members.iter().map(|member| {
        let name = &member.name;
        let form = ident(if member.compound.is_some() {
            "compound"
        } else {
            "number"
        });
        quote!(#name: #form)
    });
    quote!(crate::value::components::precisions!(#name #(#members),*);)
}
