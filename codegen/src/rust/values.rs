//! Generates the value types with components: vectors, boxes, matrices, colours.

use super::names::{body_length, component, doc, has_reals, ident, snake, table_doc, value_type};
use super::precision::Precision;
use super::value_examples;
use crate::model::{Body, Row, Schema, Type};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

pub(super) fn values(schema: &Schema, precision: Precision) -> TokenStream {
    let with_fields = || schema.types.iter().filter(|ty| ty.body == Body::Fields);
    let is_own = |ty: &&Type| !precision.is_double() || has_reals(schema, ty);
    let values = with_fields()
        .filter(is_own)
        .map(|ty| value(schema, ty, precision));
    let shared: Vec<_> = with_fields()
        .filter(|ty| !is_own(ty))
        .map(|ty| ident(&ty.key))
        .collect();
    let reexport = if shared.is_empty() {
        quote!()
    } else {
        quote!(pub use crate::{#(#shared),*};)
    };
    quote! {
        #reexport
        #(#values)*
    }
}

/// A member of the struct: a component, or a value type of its own.
struct Member<'s> {
    name: String,
    doc: String,
    /// The type of a compound member.
    compound: Option<&'s Type>,
    /// The row of a plain member.
    row: Option<&'s Row>,
}

fn value(schema: &Schema, ty: &Type, precision: Precision) -> TokenStream {
    let name = ident(&ty.key);
    let table = table_doc(schema, ty, precision);
    let type_doc = doc(&format!(
        "{}\n\nOn the wire, in bytes from the start of the value:\n{table}",
        ty.description
    ));
    let members = members(schema, ty);
    let types: Vec<_> = members
        .iter()
        .map(|member| member_type(schema, member, precision))
        .collect();
    let names: Vec<_> = members.iter().map(|member| ident(&member.name)).collect();
    let docs = members.iter().map(|member| doc(&member.doc));
    let equality = if has_reals(schema, ty) {
        quote!()
    } else {
        quote!(Eq, Hash,)
    };
    let parts = if members.iter().all(|member| member.row.is_some()) {
        "components"
    } else {
        "fields"
    };
    let new_doc = doc(&format!("Creates {} from its {parts}.", article(&ty.name)));
    let new_example = value_examples::new(schema, ty, precision);
    let default = default(schema, ty, precision);
    let derived_default = if default.is_empty() {
        quote!(Default,)
    } else {
        quote!()
    };
    let fields = fields(schema, ty, precision);
    let arrays = arrays(ty, &members, precision);
    let pool = schema
        .types
        .iter()
        .find(|pool| pool.body == Body::Pool(ty.key.clone()))
        .map(|pool| {
            let pool = ident(&pool.key);
            quote! {
                #[cfg(feature = "serde")]
                crate::json::pool_form!(#name, crate::Kind::#pool);
            }
        });
    let widening = if precision.is_double() {
        widening(schema, ty, &members)
    } else {
        quote!()
    };
    quote! {
        #type_doc
        #[derive(Debug, Clone, Copy, PartialEq, #equality #derived_default)]
        #[cfg_attr(feature = "bytemuck", derive(bytemuck::Pod, bytemuck::Zeroable))]
        #[repr(C)]
        pub struct #name {
            #(#docs pub #names: #types),*
        }

        impl #name {
            #new_doc
            #new_example
            #[must_use]
            pub const fn new(#(#names: #types),*) -> Self {
                Self { #(#names),* }
            }
        }

        #default
        #fields
        #arrays
        #widening

        #[cfg(feature = "serde")]
        crate::json::fields_form!(#name, crate::Kind::#name);

        #pool
    }
}

fn article(name: &str) -> String {
    let article = if name.starts_with(['A', 'E', 'I', 'O', 'U']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {name}")
}

fn members<'s>(schema: &'s Schema, ty: &'s Type) -> Vec<Member<'s>> {
    let mut members: Vec<Member<'s>> = Vec::new();
    for row in &ty.tables[0].rows {
        let first = row.name.split('.').next().unwrap_or_default();
        if members.iter().any(|member| member.name == first) {
            continue;
        }
        let member = ty.fields.iter().find(|member| member.name == first);
        let doc = member
            .map_or(&row.description, |member| &member.description)
            .clone();
        let compound = member.map(|member| schema.type_of(&member.key));
        members.push(Member {
            name: first.to_owned(),
            doc,
            compound,
            row: compound.is_none().then_some(row),
        });
    }
    members
}

fn member_type(schema: &Schema, member: &Member<'_>, precision: Precision) -> TokenStream {
    match (member.compound, member.row) {
        (Some(compound), _) => value_type(schema, compound, precision),
        (None, Some(row)) => component(&row.wire, precision),
        (None, None) => quote!(),
    }
}

/// Generates the engine's default, if not all components are 0.
fn default(schema: &Schema, ty: &Type, precision: Precision) -> TokenStream {
    let name = ident(&ty.key);
    let is_zero = ty.tables[0].rows.iter().all(|row| row.initial == 0);
    if is_zero {
        return quote!();
    }
    let value = build(schema, ty, "", precision, &initial, &ty.tables[0].rows);
    quote! {
        /// Returns the default value of the engine.
        impl Default for #name {
            fn default() -> Self {
                #value
            }
        }
    }
}

fn initial(row: &Row) -> TokenStream {
    if row.wire == "real" {
        let value = Literal::f64_unsuffixed(row.initial.into());
        quote!(#value)
    } else {
        let value = Literal::i32_unsuffixed(row.initial);
        quote!(#value)
    }
}

/// Generates the expression of a value; `leaf` generates those of its components.
fn build(
    schema: &Schema,
    ty: &Type,
    prefix: &str,
    precision: Precision,
    leaf: &dyn Fn(&Row) -> TokenStream,
    rows: &[Row],
) -> TokenStream {
    let path = if prefix.is_empty() {
        quote!(Self)
    } else {
        value_type(schema, ty, precision)
    };
    let parts = members(schema, ty).into_iter().map(|member| {
        let name = ident(&member.name);
        let full = if prefix.is_empty() {
            member.name.clone()
        } else {
            format!("{prefix}.{}", member.name)
        };
        let value = match member.compound {
            Some(compound) => build(schema, compound, &full, precision, leaf, rows),
            None => rows
                .iter()
                .find(|row| row.name == full)
                .map(leaf)
                .unwrap_or_default(),
        };
        if value.to_string() == member.name {
            value
        } else {
            quote!(#name: #value)
        }
    });
    quote!(#path { #(#parts),* })
}

/// Generates the components in their order on the wire, which may differ from that of the members.
fn fields(schema: &Schema, ty: &Type, precision: Precision) -> TokenStream {
    let name = ident(&ty.key);
    let module = ident(&snake(&ty.key));
    let rows = if precision.is_double() {
        quote!(crate::bodies::double::#module)
    } else {
        quote!(crate::bodies::#module)
    };
    let length = Literal::usize_unsuffixed(body_length(schema, ty, precision) as usize);
    let puts = ty.tables[0].rows.iter().map(|row| {
        let member = path(&row.name);
        quote!(to.put(self.#member);)
    });
    let local = |row: &Row| ident(&row.name.replace('.', "_"));
    let takes = ty.tables[0].rows.iter().map(|row| {
        let local = local(row);
        quote!(let #local = from.take();)
    });
    let built = build(
        schema,
        ty,
        "",
        precision,
        &|row| {
            let local = local(row);
            quote!(#local)
        },
        &ty.tables[0].rows,
    );
    // Plain components are in the order of the rows; those of members may not be.
    let in_memory = if ty.fields.is_empty() {
        quote!(crate::fields::same_in_memory!();)
    } else {
        quote!()
    };
    quote! {
        impl crate::fields::Fields for #name {
            const LENGTH: usize = #length;
            const TABLE: &'static crate::table::Table = &#rows::TABLES[0];

            #[inline]
            fn put<S: crate::fields::FieldSink>(&self, to: &mut S) {
                #(#puts)*
            }

            #[inline]
            fn take(from: &mut crate::fields::FieldReader<'_>) -> Self {
                #(#takes)*
                #built
            }

            #in_memory
        }
    }
}

/// Returns the tokens of a path such as `a.b.c`.
fn path(dotted: &str) -> TokenStream {
    let parts = dotted.split('.').map(ident);
    quote!(#(#parts).*)
}

/// Generates conversions to and from arrays, for types of plain components.
fn arrays(ty: &Type, members: &[Member<'_>], precision: Precision) -> TokenStream {
    let Some(row) = members
        .first()
        .and_then(|member| member.row)
        .filter(|_| ty.fields.is_empty())
    else {
        return quote!();
    };
    let name = ident(&ty.key);
    let number = component(&row.wire, precision);
    let count = Literal::usize_unsuffixed(members.len());
    let names: Vec<_> = members.iter().map(|member| ident(&member.name)).collect();
    quote! {
        impl From<[#number; #count]> for #name {
            fn from([#(#names),*]: [#number; #count]) -> Self {
                Self { #(#names),* }
            }
        }

        impl From<#name> for [#number; #count] {
            fn from(value: #name) -> Self {
                [#(value.#names),*]
            }
        }
    }
}

/// Generates conversions between the precisions.
fn widening(schema: &Schema, ty: &Type, members: &[Member<'_>]) -> TokenStream {
    let example = value_examples::to_single(schema, ty);
    let name = ident(&ty.key);
    let names: Vec<_> = members.iter().map(|member| ident(&member.name)).collect();
    let narrowed = members.iter().map(|member| {
        let name = ident(&member.name);
        if member.compound.is_some() {
            quote!(#name: self.#name.to_single())
        } else {
            quote!(#name: self.#name as f32)
        }
    });
    quote! {
        impl #name {
            /// Rounds every component to single precision.
            #example
            #[must_use]
            #[allow(clippy::cast_possible_truncation, reason = "rounding is what it is for")]
            pub fn to_single(self) -> crate::#name {
                crate::#name { #(#narrowed),* }
            }
        }

        /// Widens every component without loss.
        impl From<crate::#name> for #name {
            fn from(value: crate::#name) -> Self {
                Self { #(#names: value.#names.into()),* }
            }
        }
    }
}
