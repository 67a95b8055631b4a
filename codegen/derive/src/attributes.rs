//! Parses `#[variant(...)]`: the known attributes, their arguments, and where each may be placed.

use crate::case::Case;
use crate::check::Diagnostics;
use crate::input::{Bounds, Names};
use crate::suggest::{did_you_mean, listed};
use proc_macro2::Span;
use syn::meta::ParseNestedMeta;
use syn::parse::{Parse, ParseBuffer};
use syn::punctuated::Punctuated;
use syn::{Attribute, ExprPath, Ident, LitStr, Token, Type, WherePredicate};

/// The item that an attribute is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Struct,
    Enum,
    Variant,
    Field,
}

impl Place {
    const ALL: [Self; 4] = [Self::Struct, Self::Enum, Self::Variant, Self::Field];

    fn name(self) -> &'static str {
        match self {
            Self::Struct => "a struct",
            Self::Enum => "an enum",
            Self::Variant => "a variant",
            Self::Field => "a field",
        }
    }
}

/// The argument that an attribute takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Takes {
    Nothing,
    Text,
    Case,
    /// The path of a function or a module, as a string.
    Path,
    /// Such a path, or nothing.
    MaybePath,
    /// A type, as a string.
    Type,
    /// The word `int`, as a string.
    Int,
    /// Predicates of a `where` clause, for both directions or for each.
    Bounds,
}

use Place::{Enum, Field, Struct, Variant};

/// The known attributes, with the argument that each takes and the places of each.
const KNOWN: &[(&str, Takes, &[Place])] = &[
    ("rename", Takes::Text, &[Variant, Field]),
    ("alias", Takes::Text, &[Variant, Field]),
    ("rename_all", Takes::Case, &[Struct, Enum, Variant]),
    ("rename_all_fields", Takes::Case, &[Enum]),
    ("default", Takes::MaybePath, &[Struct, Field]),
    ("skip", Takes::Nothing, &[Variant, Field]),
    ("other", Takes::Nothing, &[Variant]),
    ("skip_encoding_if", Takes::Path, &[Field]),
    ("flatten", Takes::Nothing, &[Field]),
    ("with", Takes::Path, &[Field]),
    ("each_with", Takes::Path, &[Field]),
    ("pool", Takes::Nothing, &[Field]),
    ("typed", Takes::Nothing, &[Field]),
    ("string_name", Takes::Nothing, &[Field]),
    ("node_path", Takes::Nothing, &[Field]),
    ("deny_unknown_fields", Takes::Nothing, &[Struct, Enum]),
    ("transparent", Takes::Nothing, &[Struct]),
    ("array", Takes::Nothing, &[Struct, Variant]),
    ("tag", Takes::Text, &[Enum]),
    ("content", Takes::Text, &[Enum]),
    ("untagged", Takes::Nothing, &[Enum]),
    ("repr", Takes::Int, &[Enum]),
    ("from", Takes::Type, &[Struct, Enum]),
    ("try_from", Takes::Type, &[Struct, Enum]),
    ("into", Takes::Type, &[Struct, Enum]),
    ("bound", Takes::Bounds, &[Struct, Enum]),
    ("crate", Takes::Path, &[Struct, Enum]),
];

/// The attributes of one struct, enum, variant or field.
#[derive(Default)]
pub(crate) struct Attributes {
    /// The name of each, its place, and its argument, which has been checked.
    written: Vec<(&'static str, Span, Option<LitStr>)>,
    pub(crate) bounds: Bounds,
}

impl Attributes {
    /// Parses all `#[variant(...)]`; invalid attributes are reported and left out.
    pub(crate) fn read(
        attributes: &[Attribute],
        place: Place,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let mut read = Self::default();
        for attribute in attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident("variant"))
        {
            let nested = attribute.parse_nested_meta(|meta| {
                if let Err(error) = read.one(&meta, place) {
                    diagnostics.add(error);
                    // The rest of an invalid attribute must not be parsed as the next one.
                    skip_argument(&meta)?;
                }
                Ok(())
            });
            if let Err(error) = nested {
                diagnostics.add(error);
            }
        }
        read
    }

    fn one(&mut self, meta: &ParseNestedMeta<'_>, place: Place) -> syn::Result<()> {
        // `crate` is a name, although it is a keyword.
        let Some(ident) = meta.path.get_ident() else {
            return Err(meta.error("expected the name of an attribute"));
        };
        let name = ident.to_string();
        let Some(&(known, takes, places)) = KNOWN.iter().find(|(known, ..)| *known == name) else {
            return Err(unknown(ident, place));
        };
        if !places.contains(&place) {
            return Err(misplaced(ident, places, place));
        }
        if known != "alias" && self.has(known) {
            return Err(syn::Error::new(
                ident.span(),
                format!("duplicate attribute `{name}`"),
            ));
        }
        let argument = if takes == Takes::Bounds {
            self.bounds = bounds(meta)?;
            None
        } else {
            argument(meta, known, takes)?
        };
        self.written.push((known, ident.span(), argument));
        Ok(())
    }

    /// Returns an attribute with its index, if it is present.
    pub(crate) fn find(&self, name: &str) -> Option<(usize, Span)> {
        debug_assert!(
            KNOWN.iter().any(|(known, ..)| *known == name),
            "{name} is not an attribute"
        );
        let index = self.written.iter().position(|written| written.0 == name)?;
        Some((index, self.written.get(index)?.1))
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// Returns the span of an attribute, if it is present.
    pub(crate) fn span(&self, name: &str) -> Option<Span> {
        self.find(name).map(|(_, span)| span)
    }

    /// Returns the argument of an attribute, if it is present and has one.
    pub(crate) fn text(&self, name: &str) -> Option<&LitStr> {
        self.texts(name).next()
    }

    fn texts(&self, name: &str) -> impl Iterator<Item = &LitStr> {
        let written = self.written.iter();
        written.filter_map(move |(written, _, text)| text.as_ref().filter(|_| *written == name))
    }

    /// Parses the argument of an attribute, if it is present and has one.
    pub(crate) fn parsed<T: Parse>(&self, name: &str) -> Option<T> {
        self.text(name)?.parse().ok()
    }

    pub(crate) fn case(&self, name: &str) -> Option<Case> {
        Case::read(self.text(name)?).ok()
    }

    /// Returns the names that attributes set, or that of the item.
    pub(crate) fn names(&self, own: impl FnOnce() -> String) -> Names {
        Names {
            name: self.text("rename").map_or_else(own, LitStr::value),
            aliases: self.texts("alias").map(LitStr::value).collect(),
        }
    }
}

fn unknown(ident: &Ident, place: Place) -> syn::Error {
    let name = ident.to_string();
    let here = || {
        KNOWN
            .iter()
            .filter(|(.., places)| places.contains(&place))
            .map(|(known, ..)| *known)
    };
    let hint = match name.as_str() {
        // Attributes of serde.
        "skip_serializing_if" => ": use `skip_encoding_if`".to_owned(),
        "serialize_with" | "deserialize_with" => ": use `with`, for both directions".to_owned(),
        "remote" | "borrow" | "getter" | "skip_serializing" | "skip_deserializing" => {
            ": serde has it, this derive does not support it".to_owned()
        }
        _ => did_you_mean(&name, here()),
    };
    let hint = if hint.is_empty() {
        format!("; {} accepts {}", place.name(), listed(here()))
    } else {
        hint
    };
    syn::Error::new(ident.span(), format!("unknown attribute `{name}`{hint}"))
}

fn misplaced(ident: &Ident, allowed: &[Place], place: Place) -> syn::Error {
    let places: Vec<_> = Place::ALL
        .iter()
        .filter(|place| allowed.contains(place))
        .map(|place| place.name())
        .collect();
    let message = format!(
        "`{ident}` applies to {}, not to {}",
        places.join(" or "),
        place.name()
    );
    syn::Error::new(ident.span(), message)
}

/// Parses the argument of an attribute, and checks that it is what the attribute takes.
fn argument(meta: &ParseNestedMeta<'_>, name: &str, takes: Takes) -> syn::Result<Option<LitStr>> {
    let has_value = meta.input.peek(Token![=]);
    let (example, what, is_valid): (_, _, fn(&LitStr) -> bool) = match takes {
        Takes::Nothing if has_value => {
            return Err(meta.error(format!("`{name}` takes no value")));
        }
        Takes::MaybePath if !has_value => return Ok(None),
        Takes::Nothing | Takes::Bounds => return Ok(None),
        Takes::MaybePath | Takes::Path => ("path", "takes a path", |text| {
            text.parse::<ExprPath>().is_ok()
        }),
        Takes::Type => ("Type", "takes a type", |text| text.parse::<Type>().is_ok()),
        Takes::Int => ("int", "accepts only \"int\"", |text| text.value() == "int"),
        Takes::Text => ("name", "", |_| true),
        Takes::Case => ("snake_case", "", |_| true),
    };
    let text = text(meta, name, example)?;
    if takes == Takes::Case {
        Case::read(&text)?;
    }
    if is_valid(&text) {
        return Ok(Some(text));
    }
    let message = format!("`{name}` {what}");
    Err(syn::Error::new(text.span(), message))
}

fn text(meta: &ParseNestedMeta<'_>, name: &str, example: &str) -> syn::Result<LitStr> {
    let invalid = |error: syn::Error| {
        syn::Error::new(error.span(), format!("expected `{name} = {example:?}`"))
    };
    let text: LitStr = meta.value().and_then(ParseBuffer::parse).map_err(invalid)?;
    if text.value().contains('\0') {
        return Err(syn::Error::new(
            text.span(),
            "a string with a NUL cannot be encoded: engines stop reading at the NUL",
        ));
    }
    Ok(text)
}

/// Parses `bound = "..."` or `bound(encode = "...", decode = "...")`.
fn bounds(meta: &ParseNestedMeta<'_>) -> syn::Result<Bounds> {
    if meta.input.peek(Token![=]) {
        let both = predicates(&text(meta, "bound", "T: Trait")?)?;
        return Ok(Bounds {
            encode: Some(both.clone()),
            decode: Some(both),
        });
    }
    let mut bounds = Bounds::default();
    meta.parse_nested_meta(|direction| {
        let side = match &direction.path {
            path if path.is_ident("encode") => &mut bounds.encode,
            path if path.is_ident("decode") => &mut bounds.decode,
            _ => {
                let unknown =
                    direction.error("expected `encode = \"T: Trait\"` or `decode = \"T: Trait\"`");
                skip_argument(&direction)?;
                return Err(unknown);
            }
        };
        *side = Some(predicates(&text(&direction, "encode", "T: Trait")?)?);
        Ok(())
    })?;
    Ok(bounds)
}

fn predicates(text: &LitStr) -> syn::Result<Vec<WherePredicate>> {
    let invalid = |error| {
        syn::Error::new(
            text.span(),
            format!("`bound` takes predicates of a `where` clause: {error}"),
        )
    };
    let parsed = text
        .parse_with(Punctuated::<WherePredicate, Token![,]>::parse_terminated)
        .map_err(invalid)?;
    Ok(parsed.into_iter().collect())
}

/// Skips to the next comma.
fn skip_argument(meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    while !meta.input.is_empty() && !meta.input.peek(Token![,]) {
        meta.input.parse::<proc_macro2::TokenTree>()?;
    }
    Ok(())
}
