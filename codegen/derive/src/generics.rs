//! The generics of the implementations: the layout, the lifetime of the input, and bounds on the
//! types of fields.

use crate::input::{Fallback, Field, Form, From, Input, Marker};
use crate::types::members;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::HashSet;
use syn::{GenericParam, Generics, Type};

/// The lifetime of the input.
const INPUT: &str = "__de";

impl Input {
    /// Implements a trait for encoding.
    pub(crate) fn implement_encoding(&self, of: &TokenStream, items: &TokenStream) -> TokenStream {
        let predicates = match (&self.bounds.encode, &self.into) {
            (None, Some(into)) => self.bounds_of_into(into),
            (given, _) => self.predicates(given.as_deref(), Self::encode_bounds),
        };
        self.implementation(self.generics.clone(), &predicates, of, items)
    }

    /// Implements `DeclaredType`; `same_as` is the field that the type is encoded as.
    pub(crate) fn implement_declared_type(
        &self,
        same_as: Option<&Type>,
        items: &TokenStream,
    ) -> TokenStream {
        let declared_type = quote!(__gdvariant::DeclaredType<__L>);
        let predicate = same_as.map(|ty| quote!(#ty: #declared_type));
        let generics = self.generics.clone();
        self.implementation(generics, predicate.as_slice(), &declared_type, items)
    }

    /// Implements a trait for decoding: all lifetimes of the type are that of the input.
    pub(crate) fn implement_decoding(&self, of: &TokenStream, items: &TokenStream) -> TokenStream {
        let predicates = match (&self.bounds.decode, &self.from) {
            (None, Some(from)) => self.bounds_of_from(from),
            (given, _) => self.predicates(given.as_deref(), Self::decode_bounds),
        };
        let mut generics = self.generics.clone();
        let others = generics
            .params
            .into_iter()
            .filter(|parameter| !is_lifetime(parameter));
        generics.params = [syn::parse_quote!('__de)]
            .into_iter()
            .chain(others)
            .collect();
        let tokens = self.implementation(generics, &predicates, of, items);
        with_lifetimes(&self.generics, tokens, INPUT)
    }

    /// Implements a trait with these generics and predicates, and those of the layout.
    fn implementation(
        &self,
        mut generics: Generics,
        predicates: &[TokenStream],
        of: &TokenStream,
        items: &TokenStream,
    ) -> TokenStream {
        generics
            .params
            .push(syn::parse_quote!(__L: __gdvariant::Layout));
        let clause = generics.make_where_clause();
        let predicates = predicates.iter();
        clause.predicates.extend(
            predicates.map(|predicate| -> syn::WherePredicate { syn::parse_quote!(#predicate) }),
        );
        let (parameters, _, clause) = generics.split_for_impl();
        let (ident, (_, arguments, _)) = (&self.ident, self.generics.split_for_impl());
        quote! {
            #[automatically_derived]
            impl #parameters #of for #ident #arguments #clause {
                #items
            }
        }
    }

    /// Renames `L`, the layout, and `'de`, the lifetime of the input, in the predicates of a
    /// `bound`.
    fn given(&self, given: &[syn::WherePredicate]) -> Vec<TokenStream> {
        let is_own = |name: &str| self.generics.params.iter().any(|own| name_of(own) == name);
        let rename = |is_lifetime, name: &str| match (is_lifetime, name) {
            _ if is_own(name) => None,
            (true, "de") => Some(INPUT),
            (false, "L") => Some("__L"),
            _ => None,
        };
        let predicates = given.iter().map(ToTokens::to_token_stream);
        predicates
            .map(|predicate| renamed(predicate, &rename))
            .collect()
    }

    /// Returns the given predicates, or collects the bounds of all fields without duplicates.
    fn predicates(
        &self,
        given: Option<&[syn::WherePredicate]>,
        bounds: impl Fn(&Self, &Field, bool) -> Vec<TokenStream>,
    ) -> Vec<TokenStream> {
        if let Some(given) = given {
            return self.given(given);
        }
        let of_fields = self
            .fields()
            .flat_map(|(body, field)| bounds(self, field, self.is_within(body, field)));
        let with_fields = self.with_fields().map(ToTokens::into_token_stream);
        let mut seen = HashSet::new();
        of_fields
            .chain(with_fields)
            .filter(|predicate| seen.insert(predicate.to_string()))
            .collect()
    }

    /// Returns the predicates that the keys are known of the types whose keys are among those of
    /// this one.
    pub(crate) fn with_fields(&self) -> impl Iterator<Item = syn::WherePredicate> {
        self.types_within()
            .filter(|ty| mentions_any(self.generics.params.iter(), ty))
            .map(|ty| syn::parse_quote!(#ty: __gdvariant::WithFields))
    }

    /// Returns the bounds of a type that is encoded as another one.
    fn bounds_of_into(&self, into: &Type) -> Vec<TokenStream> {
        let mut bounds = self.bounds_of(into, &quote!(__gdvariant::Encode<__L>));
        bounds.extend(self.own_bound(&quote!(__gdvariant::Clone + __gdvariant::Into<#into>)));
        bounds
    }

    /// Returns the bounds of a type that is decoded from another one.
    fn bounds_of_from(&self, from: &From) -> Vec<TokenStream> {
        let ty = &from.ty;
        let own = if from.is_fallible {
            quote!(__gdvariant::TryFrom<#ty, Error: __gdvariant::Display>)
        } else {
            quote!(__gdvariant::From<#ty>)
        };
        let mut bounds = self.bounds_of(ty, &quote!(__gdvariant::Decode<'__de, __L>));
        bounds.extend(self.own_bound(&own));
        bounds
    }

    /// Returns the bound of the type itself, if it depends on type or const parameters. Otherwise
    /// the compiler reports what is missing at the conversion.
    fn own_bound(&self, bound: &TokenStream) -> Option<TokenStream> {
        let is_generic = !self.generics.params.iter().all(is_lifetime);
        is_generic.then(|| quote!(Self: #bound))
    }

    fn encode_bounds(&self, field: &Field, is_within: bool) -> Vec<TokenStream> {
        if field.is_skipped {
            return Vec::new();
        }
        let bound = match field.form {
            Form::Own | Form::Flatten if is_within => quote!(__gdvariant::WriteFields<__L>),
            Form::Own | Form::Flatten => quote!(__gdvariant::Encode<__L>),
            Form::As(Marker::Typed) if self.mentions_itself(&field.ty) => {
                return self.typed_bounds(&field.ty);
            }
            Form::As(marker) => quote!(__gdvariant::EncodeAs<__L, #marker>),
            Form::With(_) | Form::EachWith(_) => return Vec::new(),
        };
        self.bounds_of(&field.ty, &bound)
    }

    fn decode_bounds(&self, field: &Field, is_within: bool) -> Vec<TokenStream> {
        let mut predicates = Vec::new();
        if needs_default(field) && mentions_any(self.generics.params.iter(), &field.ty) {
            let ty = &field.ty;
            predicates.push(quote!(#ty: __gdvariant::Default));
        }
        if field.is_skipped || matches!(field.form, Form::With(_) | Form::EachWith(_)) {
            return predicates;
        }
        let bound = match &field.form {
            Form::Own | Form::Flatten if is_within => quote!(__gdvariant::ReadFields<'__de, __L>),
            Form::As(marker @ Marker::NodePath) => quote!(
                __gdvariant::Decode<'__de, __L> + __gdvariant::DecodeAs<'__de, __L, #marker>
            ),
            _ => quote!(__gdvariant::Decode<'__de, __L>),
        };
        predicates.extend(self.bounds_of(&field.ty, &bound));
        predicates
    }

    /// Returns the bounds of a typed container that mentions the derived type: the layout has typed
    /// containers, and can encode the other arguments.
    fn typed_bounds(&self, ty: &Type) -> Vec<TokenStream> {
        let mut bounds = self.bounds_of(ty, &quote!(__gdvariant::Encode<__L>));
        bounds.insert(0, quote!(__L: __gdvariant::TypedLayout));
        bounds
    }

    /// Returns the predicates that a type, or what it consists of, has a bound.
    fn bounds_of(&self, ty: &Type, bound: &TokenStream) -> Vec<TokenStream> {
        let types = self.bounded(ty).into_iter();
        types.map(|ty| quote!(#ty: #bound)).collect()
    }

    /// Returns whether a type mentions the derived one.
    fn mentions_itself(&self, ty: &Type) -> bool {
        mentions(ty, &|name| *name == self.ident || name == "Self")
    }

    /// Returns the types to put bounds on. A type that mentions the derived one is replaced by its
    /// arguments, because its bound would be circular.
    fn bounded(&self, ty: &Type) -> Vec<Type> {
        if self.mentions_itself(ty) {
            let members = members(ty).into_iter();
            return members.flat_map(|member| self.bounded(member)).collect();
        }
        // The name of a const parameter parses as a type.
        let is_constant = |name: &Ident| {
            self.generics
                .const_params()
                .any(|constant| constant.ident == *name)
        };
        if matches!(ty, Type::Path(path) if path.path.get_ident().is_some_and(is_constant)) {
            Vec::new()
        } else {
            vec![ty.clone()]
        }
    }
}

/// Returns whether a missing field is filled in by `Default`.
fn needs_default(field: &Field) -> bool {
    match field.fallback {
        Some(Fallback::Default) => true,
        Some(Fallback::Function(_)) => false,
        None => field.is_skipped,
    }
}

/// Returns whether a type mentions type or const parameters.
pub(crate) fn mentions_types(generics: &Generics, ty: &Type) -> bool {
    let unknown = generics.params.iter();
    mentions_any(unknown.filter(|parameter| !is_lifetime(parameter)), ty)
}

fn is_lifetime(parameter: &GenericParam) -> bool {
    matches!(parameter, GenericParam::Lifetime(_))
}

/// Replaces lifetime parameters with another lifetime.
pub(crate) fn with_lifetimes(
    generics: &Generics,
    tokens: TokenStream,
    lifetime: &str,
) -> TokenStream {
    renamed(tokens, &|is_lifetime, name| {
        let mut own = generics.lifetimes();
        let is_own = is_lifetime && own.any(|own| own.lifetime.ident == name);
        is_own.then_some(lifetime)
    })
}

fn mentions_any<'p>(parameters: impl Iterator<Item = &'p GenericParam>, ty: &Type) -> bool {
    let names: HashSet<String> = parameters.map(name_of).collect();
    mentions(ty, &|name| names.contains(&name.to_string()))
}

fn name_of(parameter: &GenericParam) -> String {
    match parameter {
        GenericParam::Lifetime(lifetime) => lifetime.lifetime.ident.to_string(),
        GenericParam::Type(ty) => ty.ident.to_string(),
        GenericParam::Const(constant) => constant.ident.to_string(),
    }
}

fn mentions(ty: &Type, is_it: &dyn Fn(&Ident) -> bool) -> bool {
    fn among(tokens: TokenStream, is_it: &dyn Fn(&Ident) -> bool) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => is_it(&ident),
            TokenTree::Group(group) => among(group.stream(), is_it),
            _ => false,
        })
    }
    among(ty.to_token_stream(), is_it)
}

/// Replaces names; `rename` gets whether a name is that of a lifetime.
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
