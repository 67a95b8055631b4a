//! The generics of the implementations: the layout, the input's lifetime, and bounds on field
//! types.

use crate::input::{Fallback, Field, FieldEncoding, From, Input, Marker};
use crate::types::{leaves, members};
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use std::collections::HashSet;
use syn::spanned::Spanned;
use syn::{GenericParam, Generics, Type, WherePredicate, parse_quote};

/// A trait of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Codec {
    Encode,
    Decode,
}

impl Codec {
    /// Returns the bound of a type; a checked type is mentioned by `__FIELDS`.
    fn bound(self, is_checked: bool) -> TokenStream {
        match (self, is_checked) {
            (Self::Encode, true) => quote!(__gdvariant::EncodeField<__E, { __FIELDS }>),
            (Self::Encode, false) => quote!(__gdvariant::Encode<__E>),
            (Self::Decode, true) => quote!(__gdvariant::DecodeField<'__de, __E, { __FIELDS }>),
            (Self::Decode, false) => quote!(__gdvariant::Decode<'__de, __E>),
        }
    }
}

/// The name of the input's lifetime.
const INPUT: &str = "__de";

impl Input {
    /// Implements a trait for encoding.
    pub(crate) fn implement_encoding(&self, of: &TokenStream, items: &TokenStream) -> TokenStream {
        let predicates = match (&self.bounds.encode, &self.into) {
            (Some(given), _) => self.given(given),
            (None, Some(into)) => self.bounds_of_conversion(
                into,
                Codec::Encode,
                &quote!(__gdvariant::Clone + __gdvariant::Into<#into>),
            ),
            (None, None) => self.bounds_of_fields(Codec::Encode),
        };
        // The compiler could not choose between the bounds of `&'a str` and `&'b str`.
        if self.generics.lifetimes().count() > 1 {
            return self.implement_for_input(predicates, of, items);
        }
        self.implement_for_layouts(self.generics.clone(), predicates, of, items)
    }

    /// Implements a trait for decoding.
    pub(crate) fn implement_decoding(&self, of: &TokenStream, items: &TokenStream) -> TokenStream {
        let predicates = match (&self.bounds.decode, &self.from) {
            (Some(given), _) => self.given(given),
            (None, Some(From { ty, is_fallible })) => {
                let conversion = if *is_fallible {
                    quote!(__gdvariant::TryFrom<#ty, Error: __gdvariant::Display>)
                } else {
                    quote!(__gdvariant::From<#ty>)
                };
                self.bounds_of_conversion(ty, Codec::Decode, &conversion)
            }
            (None, None) => self.bounds_of_fields(Codec::Decode),
        };
        self.implement_for_input(predicates, of, items)
    }

    /// Implements a trait; the input's lifetime replaces all lifetimes of the type.
    fn implement_for_input(
        &self,
        predicates: Vec<WherePredicate>,
        of: &TokenStream,
        items: &TokenStream,
    ) -> TokenStream {
        let mut generics = self.generics.clone();
        let others = generics
            .params
            .into_iter()
            .filter(|parameter| !is_lifetime(parameter));
        generics.params = [parse_quote!('__de)].into_iter().chain(others).collect();
        let tokens = self.implement_for_layouts(generics, predicates, of, items);
        renamed(tokens, &|is_lifetime, name| {
            let mut own = self.generics.lifetimes();
            let is_own = is_lifetime && own.any(|own| own.lifetime.ident == name);
            is_own.then_some(INPUT)
        })
    }

    /// Implements a trait that depends on the layout.
    pub(crate) fn implement_for_layouts(
        &self,
        mut generics: Generics,
        predicates: impl IntoIterator<Item = WherePredicate>,
        of: &TokenStream,
        items: &TokenStream,
    ) -> TokenStream {
        generics.params.push(parse_quote!(__E: __gdvariant::Engine));
        self.implement(generics, predicates, of, items)
    }

    /// Implements a trait with these generics and predicates.
    pub(crate) fn implement(
        &self,
        mut generics: Generics,
        predicates: impl IntoIterator<Item = WherePredicate>,
        of: &TokenStream,
        items: &TokenStream,
    ) -> TokenStream {
        generics.make_where_clause().predicates.extend(predicates);
        let (parameters, _, clause) = generics.split_for_impl();
        let (ident, (_, arguments, _)) = (&self.ident, self.generics.split_for_impl());
        quote! {
            #[automatically_derived]
            impl #parameters #of for #ident #arguments #clause {
                #items
            }
        }
    }

    /// Renames `E`, the layout, and `'de`, the lifetime of the input, in the predicates of a
    /// `bound`.
    fn given(&self, given: &[WherePredicate]) -> Vec<WherePredicate> {
        let is_own = |name: &str| self.generics.params.iter().any(|own| name_of(own) == name);
        let rename = |is_lifetime, name: &str| match (is_lifetime, name) {
            _ if is_own(name) => None,
            (true, "de") => Some(INPUT),
            (false, "E") => Some("__E"),
            _ => None,
        };
        let tokens = given.iter().map(ToTokens::to_token_stream);
        let renamed = tokens.map(|predicate| renamed(predicate, &rename));
        renamed.map(|predicate| parse_quote!(#predicate)).collect()
    }

    /// Collects the bounds of all fields without duplicates.
    fn bounds_of_fields(&self, codec: Codec) -> Vec<WherePredicate> {
        let of_fields = self
            .fields()
            .flat_map(|field| self.field_bounds(field, codec));
        let mut seen = HashSet::new();
        of_fields
            .chain(self.with_fields())
            .filter(|predicate| seen.insert(predicate.to_token_stream().to_string()))
            .collect()
    }

    /// Returns a predicate for each generic flattened type: its keys must be known.
    pub(crate) fn with_fields(&self) -> impl Iterator<Item = WherePredicate> {
        let flattened = self.fields().filter(|field| field.is_flattened());
        flattened
            .filter(|field| self.mentions_types(&field.ty))
            .map(|Field { ty, .. }| parse_quote!(#ty: __gdvariant::OwnsKeys))
    }

    /// Returns the bounds of a type that is encoded or decoded as another one.
    fn bounds_of_conversion(
        &self,
        other: &Type,
        codec: Codec,
        conversion: &TokenStream,
    ) -> Vec<WherePredicate> {
        let mut bounds = self.bounds_of_values(other, codec, true);
        // Without type parameters, the compiler reports a missing trait at the conversion.
        if !self.generics.params.iter().all(is_lifetime) {
            bounds.push(parse_quote!(Self: #conversion));
        }
        bounds
    }

    fn field_bounds(&self, field: &Field, codec: Codec) -> Vec<WherePredicate> {
        let Field { ty, encoding, .. } = field;
        let mut bounds = Vec::new();
        let needs_default = match field.fallback {
            Some(Fallback::Default) => true,
            Some(Fallback::Function(_)) => false,
            Some(Fallback::Struct) | None => field.is_skipped,
        };
        if codec == Codec::Decode && needs_default && self.mentions_types(ty) {
            bounds.push(parse_quote!(#ty: __gdvariant::Default));
        }
        let bound = match (encoding, codec) {
            _ if field.is_skipped => return bounds,
            (FieldEncoding::With(_) | FieldEncoding::EachWith(_), _) => return bounds,
            (FieldEncoding::Own | FieldEncoding::Payload, _) => {
                bounds.extend(self.bounds_of_values(ty, codec, false));
                return bounds;
            }
            (FieldEncoding::Flatten, Codec::Encode) => quote!(__gdvariant::WriteFields<__E>),
            (FieldEncoding::Flatten, Codec::Decode) => quote!(__gdvariant::ReadFields<'__de, __E>),
            // A bound on the field would be circular, so the layout and the type's arguments are
            // bounded.
            (FieldEncoding::As(Marker::Typed), Codec::Encode) if self.mentions_itself(ty) => {
                bounds.push(parse_quote!(__E: __gdvariant::TypedLayout));
                codec.bound(false)
            }
            (FieldEncoding::As(marker), Codec::Encode) => {
                quote!(__gdvariant::EncodeAs<__E, #marker>)
            }
            (FieldEncoding::As(marker @ Marker::NodePath), Codec::Decode) => quote!(
                __gdvariant::Decode<'__de, __E> + __gdvariant::DecodeAs<'__de, __E, #marker>
            ),
            (FieldEncoding::As(_), Codec::Decode) => codec.bound(false),
        };
        // The arguments of a type are bounded if its own bound would be circular.
        let types = self.bounded(ty).into_iter();
        bounds.extend(types.map(|ty| -> WherePredicate { parse_quote!(#ty: #bound) }));
        bounds
    }

    /// Returns the predicates of a type that is encoded and decoded in its own form.
    fn bounds_of_values(&self, ty: &Type, codec: Codec, is_converted: bool) -> Vec<WherePredicate> {
        let types = self.bounded(ty).into_iter();
        let bound = |ty: Type| {
            let is_checked = !self.checked(&ty).is_empty();
            let bound = codec.bound(is_checked && (is_converted || !self.is_converted()));
            parse_quote!(#ty: #bound)
        };
        types.map(bound).collect()
    }

    /// Returns whether another type is encoded or decoded in place of the fields. Such a type may
    /// have fields without a layout, if only one direction is used.
    fn is_converted(&self) -> bool {
        self.from.is_some() || self.into.is_some()
    }

    /// Returns the types that are checked for a layout before `ty` is used in a predicate.
    ///
    /// Predicates of types with parameters are checked where the types are known.
    fn checked<'t>(&self, ty: &'t Type) -> Vec<&'t Type> {
        let mut types = Vec::new();
        leaves(ty, &mut types);
        types.retain(|ty| !self.mentions_types(ty) && !self.mentions_itself(ty));
        types
    }

    /// Generates the constant `__FIELDS`, which does not compile if a field has a type that no
    /// layout encodes or decodes, and marks the derived type as checked.
    ///
    /// The constant is part of the predicates, so that the compiler reports no further errors for
    /// them. The predicates of a `bound` do not mention the constant, but the fields are checked as
    /// well.
    pub(crate) fn check_of_fields(&self, library: &TokenStream) -> TokenStream {
        let derived = self.implement(
            self.generics.clone(),
            [],
            &quote!(__gdvariant::Derived),
            &quote!(),
        );
        let fields = self.fields().filter(|field| {
            !field.is_skipped
                && matches!(field.encoding, FieldEncoding::Own | FieldEncoding::Payload)
        });
        let converted = self.from.iter().map(|from| &from.ty).chain(&self.into);
        let types: Vec<Type> = fields
            .map(|field| &field.ty)
            .filter(|_| !self.is_converted())
            .chain(converted)
            .flat_map(|ty| self.bounded(ty))
            .collect();
        let types = types.iter().flat_map(|ty| self.checked(ty));
        let is_own = |name: &str| {
            self.generics
                .lifetimes()
                .any(|own| own.lifetime.ident == name)
        };
        let mut seen = HashSet::new();
        let checks: Vec<_> = types
            .filter(|ty| seen.insert(ty.to_token_stream().to_string()))
            .map(|ty| {
                let (span, ty) = (ty.span(), ty.to_token_stream());
                let ty = renamed(ty, &|is_lifetime, name| {
                    (is_lifetime && is_own(name)).then_some("static")
                });
                quote_spanned!(span=> <#ty as __gdvariant::FieldType<{ #library::__has_layout!(#ty) }>>::CHECKED)
            })
            .collect();
        let constant = (!checks.is_empty())
            .then(|| quote!(const __FIELDS: ::core::primitive::bool = #(#checks)&&*;));
        quote!(#constant #derived)
    }

    /// Returns whether a type mentions the derived type.
    fn mentions_itself(&self, ty: &Type) -> bool {
        let is_own = |name: &Ident| *name == self.ident || name == "Self";
        mentions(ty.to_token_stream(), &is_own)
    }

    /// Returns whether a type mentions type or const parameters.
    pub(crate) fn mentions_types(&self, ty: &Type) -> bool {
        let parameters = || self.generics.params.iter().filter(|own| !is_lifetime(own));
        let is_own = |name: &Ident| parameters().any(|own| name_of(own) == name);
        mentions(ty.to_token_stream(), &is_own)
    }

    /// Returns the types to put bounds on.
    ///
    /// A type that mentions the derived type is replaced by its arguments, because its bound would
    /// be circular.
    fn bounded(&self, ty: &Type) -> Vec<Type> {
        if self.mentions_itself(ty) {
            let members = members(ty).into_iter();
            return members.flat_map(|member| self.bounded(member)).collect();
        }
        // The name of a const parameter parses as a type.
        let mut constants = self.generics.const_params();
        if constants
            .any(|constant| matches!(ty, Type::Path(path) if path.path.is_ident(&constant.ident)))
        {
            Vec::new()
        } else {
            vec![ty.clone()]
        }
    }
}

fn is_lifetime(parameter: &GenericParam) -> bool {
    matches!(parameter, GenericParam::Lifetime(_))
}

fn name_of(parameter: &GenericParam) -> &Ident {
    match parameter {
        GenericParam::Lifetime(lifetime) => &lifetime.lifetime.ident,
        GenericParam::Type(ty) => &ty.ident,
        GenericParam::Const(constant) => &constant.ident,
    }
}

fn mentions(tokens: TokenStream, is_it: &dyn Fn(&Ident) -> bool) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => is_it(&ident),
        TokenTree::Group(group) => mentions(group.stream(), is_it),
        _ => false,
    })
}

/// Replaces names in tokens; `rename` receives whether the name is that of a lifetime.
fn renamed<'n>(tokens: TokenStream, rename: &dyn Fn(bool, &str) -> Option<&'n str>) -> TokenStream {
    let mut is_lifetime = false;
    let rename_token = |token| match token {
        TokenTree::Ident(ident) => {
            let name = rename(is_lifetime, &ident.to_string());
            is_lifetime = false;
            TokenTree::Ident(name.map_or(ident.clone(), |name| Ident::new(name, ident.span())))
        }
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), renamed(group.stream(), rename));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        token => {
            is_lifetime = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\'');
            token
        }
    };
    tokens.into_iter().map(rename_token).collect()
}
