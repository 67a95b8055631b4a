//! The generics of the implementations: the layout, the lifetime of the input, and bounds on the
//! types of fields.

use crate::input::{Fallback, Field, Form, From, Input, Marker};
use crate::types::members;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashSet;
use syn::{GenericParam, Generics, Type};

/// The lifetime of the input.
const INPUT: &str = "__de";

/// The generics and the `where` clause of one direction.
pub(crate) struct Bounded<'e> {
    input: &'e Input,
    predicates: Vec<TokenStream>,
    /// Whether the lifetimes of the type are replaced by that of the input.
    borrows: bool,
}

impl<'e> Bounded<'e> {
    pub(crate) fn encode(input: &'e Input) -> Self {
        let given = input.bounds.encode.as_deref();
        Self {
            input,
            predicates: match (given, &input.into) {
                (None, Some(into)) => input.bounds_of_into(into),
                _ => input.predicates(given, Input::encode_bounds),
            },
            borrows: false,
        }
    }

    /// The bounds of the declared type: that of the field that the type is encoded as.
    pub(crate) fn declared_type(input: &'e Input, same_as: Option<&Type>) -> Self {
        let same_as = same_as.map(|ty| quote!(#ty: __gdvariant::DeclaredType<__L>));
        Self {
            input,
            predicates: same_as.into_iter().collect(),
            borrows: false,
        }
    }

    pub(crate) fn decode(input: &'e Input) -> Self {
        let given = input.bounds.decode.as_deref();
        Self {
            input,
            predicates: match (given, &input.from) {
                (None, Some(from)) => input.bounds_of_from(from),
                _ => input.predicates(given, Input::decode_bounds),
            },
            borrows: true,
        }
    }

    /// Generates the implementation of a trait with these items.
    pub(crate) fn implementation(self, of: &TokenStream, items: &TokenStream) -> TokenStream {
        let input = self.input;
        let mut generics = input.generics.clone();
        let lifetimes = lifetimes_of(&generics);
        if self.borrows {
            let others = generics
                .params
                .into_iter()
                .filter(|parameter| !matches!(parameter, GenericParam::Lifetime(_)));
            generics.params = [syn::parse_quote!('__de)]
                .into_iter()
                .chain(others)
                .collect();
        }
        generics
            .params
            .push(syn::parse_quote!(__L: __gdvariant::Layout));
        let clause = generics.make_where_clause();
        clause.predicates.extend(
            self.predicates
                .into_iter()
                .map(|predicate| -> syn::WherePredicate { syn::parse_quote!(#predicate) }),
        );
        let (parameters, _, clause) = generics.split_for_impl();
        let (ident, (_, arguments, _)) = (&input.ident, input.generics.split_for_impl());
        let tokens = quote! {
            #[automatically_derived]
            impl #parameters #of for #ident #arguments #clause {
                #items
            }
        };
        if self.borrows {
            renamed(tokens, INPUT, &|name| lifetimes.contains(name), &|_| false)
        } else {
            tokens
        }
    }
}

impl Input {
    /// Renames `L`, the layout, and `'de`, the lifetime of the input, in the predicates of a
    /// `bound`.
    fn given(&self, given: &[syn::WherePredicate]) -> Vec<TokenStream> {
        let own: HashSet<String> = self.generics.params.iter().map(name_of).collect();
        let is_lifetime = |name: &str| name == "de" && !own.contains(name);
        let is_layout = |name: &str| name == "L" && !own.contains(name);
        given
            .iter()
            .map(|predicate| renamed(predicate.to_token_stream(), INPUT, &is_lifetime, &is_layout))
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
        let mut seen = HashSet::new();
        let mut predicates = Vec::new();
        for body in self.bodies() {
            predicates.extend(
                body.fields
                    .iter()
                    .flat_map(|field| bounds(self, field, self.is_within(body, field))),
            );
        }
        let unknown = self
            .types_within()
            .filter(|ty| mentions_parameters(&self.generics, ty))
            .map(with_fields);
        predicates.extend(unknown.map(ToTokens::into_token_stream));
        predicates.retain(|predicate| seen.insert(predicate.to_string()));
        predicates
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
        let is_lifetime = |parameter| matches!(parameter, &GenericParam::Lifetime(_));
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
        if needs_default(field) && mentions_parameters(&self.generics, &field.ty) {
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

    /// Whether a type mentions the derived one.
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

/// Whether a missing field is filled in by `Default`.
fn needs_default(field: &Field) -> bool {
    match field.fallback {
        Some(Fallback::Default) => true,
        Some(Fallback::Function(_)) => false,
        None => field.is_skipped,
    }
}

/// Returns the predicate that the keys of a type are known.
pub(crate) fn with_fields(ty: &Type) -> syn::WherePredicate {
    syn::parse_quote!(#ty: __gdvariant::WithFields)
}

/// Whether a type mentions type or const parameters.
pub(crate) fn mentions_types(generics: &Generics, ty: &Type) -> bool {
    let is_lifetime = |parameter: &&GenericParam| matches!(parameter, GenericParam::Lifetime(_));
    let unknown = generics.params.iter();
    mentions_any(unknown.filter(|parameter| !is_lifetime(parameter)), ty)
}

/// Replaces lifetime parameters with `'static`.
pub(crate) fn with_static_lifetimes(generics: &Generics, ty: &Type) -> TokenStream {
    let lifetimes = lifetimes_of(generics);
    let is_own = |name: &str| lifetimes.contains(name);
    renamed(ty.to_token_stream(), "static", &is_own, &|_| false)
}

/// Returns the names of the lifetime parameters.
fn lifetimes_of(generics: &Generics) -> HashSet<String> {
    let lifetimes = generics.lifetimes();
    lifetimes
        .map(|lifetime| lifetime.lifetime.ident.to_string())
        .collect()
}

/// Whether a type mentions generic parameters of the derived type.
pub(crate) fn mentions_parameters(generics: &Generics, ty: &Type) -> bool {
    mentions_any(generics.params.iter(), ty)
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

/// Renames some lifetimes, and some names to `__L`.
fn renamed(
    tokens: TokenStream,
    lifetime: &str,
    is_lifetime: &dyn Fn(&str) -> bool,
    is_layout: &dyn Fn(&str) -> bool,
) -> TokenStream {
    let mut is_quote = false;
    let rename = |token| {
        let follows_quote = is_quote;
        is_quote = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\'');
        match token {
            TokenTree::Ident(ident) if follows_quote && is_lifetime(&ident.to_string()) => {
                TokenTree::Ident(Ident::new(lifetime, ident.span()))
            }
            TokenTree::Ident(ident) if !follows_quote && is_layout(&ident.to_string()) => {
                TokenTree::Ident(format_ident!("__L", span = ident.span()))
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(
                    group.delimiter(),
                    renamed(group.stream(), lifetime, is_lifetime, is_layout),
                );
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            token => token,
        }
    };
    tokens.into_iter().map(rename).collect()
}
