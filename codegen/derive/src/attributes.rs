//! Parses `#[variant(...)]`: the known attributes, their arguments, and where each may be placed.

use crate::case::Case;
use crate::diagnostics::Diagnostics;
use crate::suggest::{did_you_mean, listed};
use proc_macro2::Span;
use syn::meta::ParseNestedMeta;
use syn::parse::ParseBuffer;
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
    /// The only string that it accepts.
    Word(&'static str),
    /// Predicates of a `where` clause, for both directions or for each.
    Bounds,
}

/// A known attribute.
struct Known {
    name: &'static str,
    takes: Takes,
    places: &'static [Place],
}

const fn known(name: &'static str, takes: Takes, places: &'static [Place]) -> Known {
    Known {
        name,
        takes,
        places,
    }
}

use Place::{Enum, Field, Struct, Variant};

const KNOWN: &[Known] = &[
    known("rename", Takes::Text, &[Variant, Field]),
    known("alias", Takes::Text, &[Variant, Field]),
    known("rename_all", Takes::Case, &[Struct, Enum, Variant]),
    known("rename_all_fields", Takes::Case, &[Enum]),
    known("default", Takes::MaybePath, &[Struct, Field]),
    known("skip", Takes::Nothing, &[Variant, Field]),
    known("other", Takes::Nothing, &[Variant]),
    known("skip_encoding_if", Takes::Path, &[Field]),
    known("flatten", Takes::Nothing, &[Field]),
    known("with", Takes::Path, &[Field]),
    known("each_with", Takes::Path, &[Field]),
    known("pool", Takes::Nothing, &[Field]),
    known("typed", Takes::Nothing, &[Field]),
    known("string_name", Takes::Nothing, &[Field]),
    known("node_path", Takes::Nothing, &[Field]),
    known("deny_unknown_fields", Takes::Nothing, &[Struct, Enum]),
    known("transparent", Takes::Nothing, &[Struct]),
    known("array", Takes::Nothing, &[Struct, Variant]),
    known("tag", Takes::Text, &[Enum]),
    known("content", Takes::Text, &[Enum]),
    known("untagged", Takes::Nothing, &[Enum]),
    known("repr", Takes::Word("int"), &[Enum]),
    known("from", Takes::Type, &[Struct, Enum]),
    known("try_from", Takes::Type, &[Struct, Enum]),
    known("into", Takes::Type, &[Struct, Enum]),
    known("bound", Takes::Bounds, &[Struct, Enum]),
    known("crate", Takes::Path, &[Struct, Enum]),
];

/// The predicates of a `bound`, which replace the inferred ones.
#[derive(Clone, Default)]
pub(crate) struct Bounds {
    pub(crate) encode: Option<Vec<WherePredicate>>,
    pub(crate) decode: Option<Vec<WherePredicate>>,
}

/// The parsed argument of an attribute.
enum Argument {
    Nothing,
    Text(LitStr),
    Case(Case),
    Path(ExprPath),
    Type(Type),
    Bounds(Bounds),
}

/// The attributes of one struct, enum, variant or field.
pub(crate) struct Attributes {
    written: Vec<(&'static str, Span, Argument)>,
}

impl Attributes {
    /// Parses all `#[variant(...)]`; invalid attributes are reported and left out.
    pub(crate) fn read(
        attributes: &[Attribute],
        place: Place,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let mut read = Self {
            written: Vec::new(),
        };
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
            diagnostics.also(nested);
        }
        read
    }

    fn one(&mut self, meta: &ParseNestedMeta<'_>, place: Place) -> syn::Result<()> {
        // `crate` is a name, although it is a keyword.
        let Some(ident) = meta.path.get_ident() else {
            return Err(meta.error("expected the name of an attribute"));
        };
        let name = ident.to_string();
        let Some(known) = KNOWN.iter().find(|known| known.name == name) else {
            return Err(unknown(ident, place));
        };
        if !known.places.contains(&place) {
            return Err(misplaced(ident, known, place));
        }
        if known.name != "alias" && self.has(known.name) {
            return Err(syn::Error::new(
                ident.span(),
                format!("duplicate attribute `{name}`"),
            ));
        }
        let argument = argument(meta, known)?;
        self.written.push((known.name, ident.span(), argument));
        Ok(())
    }

    /// Returns an attribute with its index, if it is present.
    fn find(&self, name: &str) -> Option<(usize, &(&'static str, Span, Argument))> {
        debug_assert!(
            KNOWN.iter().any(|known| known.name == name),
            "{name} is not an attribute"
        );
        let mut written = self.written.iter().enumerate();
        written.find(|(_, (written, _, _))| *written == name)
    }

    fn argument(&self, name: &str) -> Option<&Argument> {
        self.find(name).map(|(_, (_, _, argument))| argument)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// Returns the span of an attribute, if it is present.
    pub(crate) fn span(&self, name: &str) -> Option<Span> {
        self.find(name).map(|(_, (_, span, _))| *span)
    }

    pub(crate) fn text(&self, name: &str) -> Option<&LitStr> {
        self.texts(name).next()
    }

    pub(crate) fn texts(&self, name: &str) -> impl Iterator<Item = &LitStr> {
        self.written
            .iter()
            .filter_map(move |(written, _, argument)| match argument {
                Argument::Text(text) if *written == name => Some(text),
                _ => None,
            })
    }

    pub(crate) fn case(&self, name: &str) -> Option<Case> {
        match self.argument(name)? {
            Argument::Case(case) => Some(*case),
            _ => None,
        }
    }

    pub(crate) fn path(&self, name: &str) -> Option<&ExprPath> {
        match self.argument(name)? {
            Argument::Path(path) => Some(path),
            _ => None,
        }
    }

    pub(crate) fn ty(&self, name: &str) -> Option<&Type> {
        match self.argument(name)? {
            Argument::Type(ty) => Some(ty),
            _ => None,
        }
    }

    pub(crate) fn bounds(&self) -> Bounds {
        match self.argument("bound") {
            Some(Argument::Bounds(bounds)) => bounds.clone(),
            _ => Bounds::default(),
        }
    }

    /// Reports every pair of conflicting attributes at the later one.
    pub(crate) fn conflict(&self, pairs: &[(&str, &[&str])], diagnostics: &mut Diagnostics) {
        for (one, others) in pairs {
            for other in *others {
                let Some((one, other)) = self.find(one).zip(self.find(other)) else {
                    continue;
                };
                let is_first = one.0 < other.0;
                let ((_, first), (_, second)) = if is_first { (one, other) } else { (other, one) };
                let message = format!("`{}` cannot be combined with `{}`", second.0, first.0);
                diagnostics.at(second.1, message);
            }
        }
    }

    /// Returns the name that an attribute sets, if any.
    pub(crate) fn renamed(&self) -> Option<String> {
        self.text("rename").map(LitStr::value)
    }

    /// Returns the further names that attributes set.
    pub(crate) fn aliases(&self) -> Vec<String> {
        self.texts("alias").map(LitStr::value).collect()
    }
}

fn unknown(ident: &Ident, place: Place) -> syn::Error {
    let name = ident.to_string();
    let here = || {
        KNOWN
            .iter()
            .filter(|known| known.places.contains(&place))
            .map(|known| known.name)
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

fn misplaced(ident: &Ident, known: &Known, place: Place) -> syn::Error {
    let places: Vec<_> = Place::ALL
        .iter()
        .filter(|place| known.places.contains(place))
        .map(|place| place.name())
        .collect();
    let message = format!(
        "`{}` applies to {}, not to {}",
        known.name,
        places.join(" or "),
        place.name()
    );
    syn::Error::new(ident.span(), message)
}

fn argument(meta: &ParseNestedMeta<'_>, known: &Known) -> syn::Result<Argument> {
    let has_value = meta.input.peek(Token![=]);
    match known.takes {
        Takes::Nothing if has_value => Err(meta.error(format!("`{}` takes no value", known.name))),
        Takes::Nothing => Ok(Argument::Nothing),
        Takes::MaybePath if !has_value => Ok(Argument::Nothing),
        Takes::MaybePath | Takes::Path => {
            let text = text(meta, known.name, "\"path\"")?;
            let path = text.parse().map_err(|_| {
                syn::Error::new(text.span(), format!("`{}` takes a path", known.name))
            })?;
            Ok(Argument::Path(path))
        }
        Takes::Type => {
            let text = text(meta, known.name, "\"Type\"")?;
            let ty = text.parse().map_err(|_| {
                syn::Error::new(text.span(), format!("`{}` takes a type", known.name))
            })?;
            Ok(Argument::Type(ty))
        }
        Takes::Text => text(meta, known.name, "\"name\"").map(Argument::Text),
        Takes::Case => Case::read(&text(meta, known.name, "\"snake_case\"")?).map(Argument::Case),
        Takes::Word(word) => {
            let text = text(meta, known.name, &format!("{word:?}"))?;
            if text.value() == word {
                Ok(Argument::Nothing)
            } else {
                Err(syn::Error::new(
                    text.span(),
                    format!("`{}` accepts only {word:?}", known.name),
                ))
            }
        }
        Takes::Bounds => bounds(meta).map(Argument::Bounds),
    }
}

fn text(meta: &ParseNestedMeta<'_>, name: &str, example: &str) -> syn::Result<LitStr> {
    let invalid =
        |error: syn::Error| syn::Error::new(error.span(), format!("expected `{name} = {example}`"));
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
        let both = predicates(&text(meta, "bound", "\"T: Trait\"")?)?;
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
        *side = Some(predicates(&text(&direction, "encode", "\"T: Trait\"")?)?);
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
