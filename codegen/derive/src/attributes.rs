//! Parses `#[variant(...)]`: the known attributes, their arguments, and the items that accept them.

use crate::case::Case;
use crate::check::Diagnostics;
use crate::input::{Bounds, Name, Names};
use crate::listing::{either, listed};
use proc_macro2::Span;
use quote::ToTokens;
use syn::parse::Parse;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    Attribute, Error, Expr, ExprPath, Ident, Lit, LitStr, Meta, Result, Token, Type, UnOp,
    WherePredicate,
};

/// The kind of item that has an attribute, as named in messages.
pub(crate) type Place = &'static str;

pub(crate) const STRUCT: Place = "a struct";
pub(crate) const ENUM: Place = "an enum";
pub(crate) const VARIANT: Place = "a variant";
pub(crate) const FIELD: Place = "a field";

/// The message for a number that an int cannot hold.
pub(crate) const OUT_OF_RANGE: &str =
    "the number of a variant is out of the range of an int, from -2^63 to 2^63 - 1";

/// A function that checks the argument of an attribute.
type Check = fn(&Meta) -> Result<()>;

/// The known attributes: the name, the check of the argument, and the items that accept it.
const KNOWN: &[(&str, Check, &[Place])] = &[
    ("rename", name_or_number, &[VARIANT, FIELD]),
    ("alias", name_or_number, &[VARIANT, FIELD]),
    ("rename_all", case, &[STRUCT, ENUM, VARIANT]),
    ("rename_all_fields", case, &[ENUM]),
    ("default", path_or_nothing, &[STRUCT, FIELD]),
    ("skip", nothing, &[VARIANT, FIELD]),
    ("other", nothing, &[VARIANT]),
    ("skip_encoding_if", path, &[FIELD]),
    ("flatten", nothing, &[FIELD]),
    ("with", path, &[FIELD]),
    ("each_with", path, &[FIELD]),
    ("packed", nothing, &[FIELD]),
    ("typed", nothing, &[FIELD]),
    ("string_name", nothing, &[FIELD]),
    ("node_path", nothing, &[FIELD]),
    ("deny_unknown_fields", nothing, &[STRUCT, ENUM]),
    ("transparent", nothing, &[STRUCT]),
    ("array", nothing, &[STRUCT, ENUM, VARIANT]),
    ("tag", name, &[ENUM]),
    ("content", name, &[ENUM]),
    ("untagged", nothing, &[ENUM]),
    ("repr", int, &[ENUM]),
    ("from", ty, &[STRUCT, ENUM]),
    ("try_from", ty, &[STRUCT, ENUM]),
    ("into", ty, &[STRUCT, ENUM]),
    ("bound", predicates, &[STRUCT, ENUM]),
    ("crate", path, &[STRUCT, ENUM]),
];

/// A list of attributes, or of the arguments of an attribute.
type List = Punctuated<Meta, Token![,]>;

/// The valid attributes of one struct, enum, variant or field.
#[derive(Default)]
pub(crate) struct Attributes(Vec<Meta>);

impl Attributes {
    /// Parses all `#[variant(...)]` attributes; reports and omits invalid ones.
    pub(crate) fn read(
        attributes: &[Attribute],
        place: Place,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let mut read = Self::default();
        let ours = attributes.iter();
        for attribute in ours.filter(|attribute| attribute.path().is_ident("variant")) {
            match attribute.parse_args_with(List::parse_terminated) {
                Ok(list) => list
                    .into_iter()
                    .for_each(|meta| match read.check(&meta, place) {
                        Ok(()) => read.0.push(meta),
                        Err(error) => diagnostics.add(error),
                    }),
                Err(error) => diagnostics.add(error),
            }
        }
        read
    }

    fn check(&self, meta: &Meta, place: Place) -> Result<()> {
        // `get_ident` accepts `crate`, although it is a keyword.
        let Some(ident) = meta.path().get_ident() else {
            let message = "expected the name of an attribute";
            return Err(Error::new_spanned(meta.path(), message));
        };
        let Some((known, check, places)) = KNOWN.iter().find(|(known, ..)| ident == known) else {
            return Err(unknown(ident, place));
        };
        if !places.contains(&place) {
            let message = format!("`{known}` applies to {}, not to {place}", either(places));
            return Err(Error::new_spanned(ident, message));
        }
        if *known != "alias" && self.has(known) {
            let message = format!("duplicate attribute `{known}`");
            return Err(Error::new_spanned(ident, message));
        }
        check(meta)
    }

    fn all(&self, name: &str) -> impl Iterator<Item = &Meta> {
        debug_assert!(
            KNOWN.iter().any(|(known, ..)| *known == name),
            "{name} is not an attribute"
        );
        self.0.iter().filter(move |meta| meta.path().is_ident(name))
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.all(name).next().is_some()
    }

    /// Returns the span of an attribute, if it is present.
    pub(crate) fn span(&self, name: &str) -> Option<Span> {
        self.all(name).next().map(|meta| meta.path().span())
    }

    /// Returns two attributes in source order, if both are present.
    pub(crate) fn in_order<'n>(&self, one: &'n str, other: &'n str) -> Option<[&'n str; 2]> {
        let at = |name| self.0.iter().position(|meta| meta.path().is_ident(name));
        let is_first = at(one)? < at(other)?;
        Some(if is_first { [one, other] } else { [other, one] })
    }

    /// Returns the string argument of an attribute, if there is one.
    pub(crate) fn text(&self, name: &str) -> Option<LitStr> {
        self.all(name).find_map(|meta| text(meta, "").ok())
    }

    /// Parses the string argument of an attribute, if there is one.
    pub(crate) fn parsed<T: Parse>(&self, name: &str) -> Option<T> {
        self.text(name)?.parse().ok()
    }

    pub(crate) fn case(&self, name: &str) -> Option<Case> {
        Case::parse(&self.text(name)?).ok()
    }

    pub(crate) fn bounds(&self) -> Bounds {
        let bounds = self.all("bound").find_map(|meta| bounds(meta).ok());
        bounds.unwrap_or_default()
    }

    /// Returns the name that an attribute sets.
    pub(crate) fn renamed(&self) -> Option<Name> {
        self.all("rename").find_map(|meta| named(meta).ok())
    }

    /// Returns the name and the aliases that attributes set; the default name is `own`.
    pub(crate) fn names(&self, own: Name) -> Names {
        let alias = |meta| Some((named(meta).ok()?, meta.span()));
        Names {
            aliases: self.all("alias").filter_map(alias).collect(),
            name: self.renamed().unwrap_or(own),
        }
    }

    /// Reports each name that an attribute sets and that is a number although strings are expected,
    /// or the reverse.
    pub(crate) fn check_kinds(
        &self,
        expects_numbers: bool,
        message: &str,
        diagnostics: &mut Diagnostics,
    ) {
        for meta in self.all("rename").chain(self.all("alias")) {
            if named(meta).is_ok_and(|name| name.is_int() != expects_numbers) {
                diagnostics.at(meta, message);
            }
        }
    }
}

fn unknown(ident: &Ident, place: Place) -> Error {
    let name = ident.to_string();
    let hint = match name.as_str() {
        // Attributes of serde that users may try.
        "skip_serializing_if" => "; use `skip_encoding_if`".to_owned(),
        "serialize_with" | "deserialize_with" => "; use `with`, for both directions".to_owned(),
        "remote" | "borrow" | "getter" | "skip_serializing" | "skip_deserializing" => {
            ": this attribute of serde is not supported".to_owned()
        }
        _ => {
            let known = KNOWN.iter().filter(|(.., places)| places.contains(&place));
            format!(
                "; {place} accepts {}",
                listed(known.map(|(known, ..)| *known))
            )
        }
    };
    Error::new_spanned(ident, format!("unknown attribute `{name}`{hint}"))
}

fn nothing(meta: &Meta) -> Result<()> {
    if matches!(meta, Meta::Path(_)) {
        return Ok(());
    }
    let name = meta.path().to_token_stream();
    Err(Error::new_spanned(
        &name,
        format!("`{name}` takes no value"),
    ))
}

fn name(meta: &Meta) -> Result<()> {
    text(meta, "name").map(drop)
}

fn name_or_number(meta: &Meta) -> Result<()> {
    named(meta).map(drop)
}

/// Returns the string or the number in `rename = ...`.
fn named(meta: &Meta) -> Result<Name> {
    if let Meta::NameValue(pair) = meta
        && let Some(number) = number(&pair.value)?
    {
        return Ok(Name::Int(None, number));
    }
    match (text(meta, "name"), meta) {
        (Ok(text), _) => Ok(Name::Text(text.value())),
        (Err(error), Meta::NameValue(pair)) if !is_string(&pair.value) => {
            let name = meta.path().to_token_stream();
            let message = format!(
                "expected `{name} = \"name\"` or, for a variant with `repr = \"int\"`, an integer literal: `{name} = 1`"
            );
            Err(Error::new(error.span(), message))
        }
        (Err(error), _) => Err(error),
    }
}

fn is_string(value: &Expr) -> bool {
    syn::parse2::<LitStr>(value.to_token_stream()).is_ok()
}

/// Returns the value of an integer literal, or `None` for any other expression.
pub(crate) fn number(value: &Expr) -> Result<Option<i64>> {
    let (literal, sign) = match value {
        Expr::Group(group) => return number(&group.expr),
        Expr::Paren(paren) => return number(&paren.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => (&*unary.expr, -1),
        literal => (literal, 1),
    };
    let Expr::Lit(literal) = literal else {
        return Ok(None);
    };
    let Lit::Int(int) = &literal.lit else {
        return Ok(None);
    };
    let magnitude: Option<i128> = int.base10_parse().ok();
    let number = magnitude.and_then(|magnitude| i64::try_from(sign * magnitude).ok());
    number
        .map(Some)
        .ok_or_else(|| Error::new_spanned(value, OUT_OF_RANGE))
}

fn case(meta: &Meta) -> Result<()> {
    Case::parse(&text(meta, "snake_case")?).map(drop)
}

/// Checks that the argument is the path of a function or a module.
fn path(meta: &Meta) -> Result<()> {
    parse::<ExprPath>(meta, "path")
}

fn path_or_nothing(meta: &Meta) -> Result<()> {
    nothing(meta).or_else(|_| path(meta))
}

fn ty(meta: &Meta) -> Result<()> {
    parse::<Type>(meta, "Type")
}

fn int(meta: &Meta) -> Result<()> {
    syn::custom_keyword!(int);
    parse::<int>(meta, "int")
}

fn predicates(meta: &Meta) -> Result<()> {
    bounds(meta).map(drop)
}

/// Checks that the argument is a string that parses as `T`.
fn parse<T: Parse>(meta: &Meta, example: &str) -> Result<()> {
    let text = text(meta, example)?;
    let parsed = text.parse::<T>().map(drop);
    parsed.map_err(|_| expected(text.span(), meta, example))
}

/// Returns the string in `name = "..."`.
fn text(meta: &Meta, example: &str) -> Result<LitStr> {
    let Meta::NameValue(pair) = meta else {
        return Err(expected(meta.span(), meta, example));
    };
    // The string is parsed instead of matched, because a macro can pass it in an invisible group.
    let text: LitStr = syn::parse2(pair.value.to_token_stream())
        .map_err(|error| expected(error.span(), meta, example))?;
    if text.value().contains('\0') {
        let message = "a string with a NUL cannot be encoded: engines stop reading at the NUL";
        return Err(Error::new_spanned(text, message));
    }
    Ok(text)
}

fn expected(span: Span, meta: &Meta, example: &str) -> Error {
    let name = meta.path().to_token_stream();
    Error::new(span, format!("expected `{name} = {example:?}`"))
}

/// Parses `bound = "..."` or `bound(encode = "...", decode = "...")`.
fn bounds(meta: &Meta) -> Result<Bounds> {
    let Meta::List(directions) = meta else {
        let both = where_clause(meta)?;
        return Ok(Bounds {
            encode: Some(both.clone()),
            decode: Some(both),
        });
    };
    let mut bounds = Bounds::default();
    for direction in directions.parse_args_with(List::parse_terminated)? {
        let side = match direction.path() {
            path if path.is_ident("encode") => &mut bounds.encode,
            path if path.is_ident("decode") => &mut bounds.decode,
            path => {
                let message = "expected `encode = \"T: Trait\"` or `decode = \"T: Trait\"`";
                return Err(Error::new_spanned(path, message));
            }
        };
        *side = Some(where_clause(&direction)?);
    }
    Ok(bounds)
}

fn where_clause(meta: &Meta) -> Result<Vec<WherePredicate>> {
    let text = text(meta, "T: Trait")?;
    let parsed = text.parse_with(Punctuated::<_, Token![,]>::parse_terminated);
    match parsed {
        Ok(parsed) => Ok(parsed.into_iter().collect()),
        Err(error) => {
            let message = format!("`bound` takes predicates of a `where` clause: {error}");
            Err(Error::new_spanned(text, message))
        }
    }
}
