//! What cannot be together: attributes, shapes and names.

use crate::attributes::Attributes;
use crate::input::{Body, Enum, Form, Shape, Tagging};
use crate::mistakes::Mistakes;
use proc_macro2::Span;
use std::collections::HashMap;
use syn::Member;

/// What a key cannot be told of, as the field has none.
const KEYS: &[&str] = &["rename", "alias"];

/// The attributes of a struct or an enum.
pub(crate) fn container(attributes: &Attributes, mistakes: &mut Mistakes) {
    let conflicts: &[(&str, &[&str])] = &[
        (
            "untagged",
            &["tag", "content", "repr", "deny_unknown_fields"],
        ),
        ("repr", &["tag", "content", "deny_unknown_fields"]),
        (
            "transparent",
            &["array", "rename_all", "deny_unknown_fields", "default"],
        ),
        ("array", &["rename_all", "deny_unknown_fields"]),
    ];
    attributes.conflict(conflicts, mistakes);
    if let Some(content) = attributes.text("content") {
        match attributes.text("tag") {
            None if !attributes.has("untagged") && !attributes.has("repr") => {
                mistakes.at(
                    content.span(),
                    "`content` needs a `tag` beside it: the key of the variant's name",
                );
            }
            Some(tag) if tag.value() == content.value() => {
                mistakes.at(
                    content.span(),
                    format!("{:?} is already the key of the tag", content.value()),
                );
            }
            _ => {}
        }
    }
}

/// The attributes of a field.
pub(crate) fn field(attributes: &Attributes, mistakes: &mut Mistakes) {
    const FORMS: &[&str] = &["with", "pool", "string_name", "node_path"];
    let conflicts: &[(&str, &[&str])] = &[
        ("flatten", KEYS),
        ("flatten", FORMS),
        ("flatten", &["skip", "default", "skip_encoding_if"]),
        ("skip", KEYS),
        ("skip", FORMS),
        ("skip", &["skip_encoding_if"]),
        ("with", &["pool", "string_name", "node_path"]),
        ("pool", &["string_name", "node_path"]),
        ("string_name", &["node_path"]),
    ];
    attributes.conflict(conflicts, mistakes);
}

/// A struct as a whole.
pub(crate) fn struct_body(
    body: &Body,
    attributes: &Attributes,
    span: Span,
    mistakes: &mut Mistakes,
) {
    shape(body, attributes, span, mistakes);
    if body.shape != Shape::Dictionary {
        let what = "needs the keys of a Dictionary: a struct with named fields";
        for name in ["rename_all", "deny_unknown_fields"] {
            if let Some(place) = attributes
                .span(name)
                .filter(|_| !attributes.has("array") && !attributes.has("transparent"))
            {
                mistakes.at(place, format!("`{name}` {what}"));
            }
        }
    }
    if body.shape == Shape::Nil
        && let Some(place) = attributes.span("default")
    {
        mistakes.at(
            place,
            "a struct without fields has none that could be missing",
        );
    }
}

/// A variant as a whole.
pub(crate) fn variant(body: &Body, attributes: &Attributes, span: Span, mistakes: &mut Mistakes) {
    attributes.conflict(
        &[
            ("skip", &["rename", "alias", "rename_all", "array"]),
            ("array", &["rename_all"]),
        ],
        mistakes,
    );
    shape(body, attributes, span, mistakes);
    if let Some(place) = attributes
        .span("rename_all")
        .filter(|_| body.shape != Shape::Dictionary && !attributes.has("array"))
    {
        mistakes.at(
            place,
            "`rename_all` needs a variant with named fields; that of an enum renames its variants",
        );
    }
}

/// What every struct and variant has to keep to.
fn shape(body: &Body, attributes: &Attributes, span: Span, mistakes: &mut Mistakes) {
    let is_named = body
        .fields
        .iter()
        .any(|field| matches!(field.member, Member::Named(_)));
    if let Some(place) = attributes.span("array").filter(|_| !is_named) {
        mistakes.at(
            place,
            "`array` is for named fields; a tuple is an Array anyway",
        );
    }
    if body.shape == Shape::Inner && body.wire_fields().count() != 1 {
        let place = attributes
            .span("transparent")
            .or_else(|| body.fields.first().map(|field| field.span))
            .unwrap_or(span);
        mistakes.at(
            place,
            "what is written as its only field needs exactly one that is not skipped",
        );
    }
    if body.shape == Shape::Dictionary {
        keys(body, mistakes);
        flattened(body, mistakes);
    } else {
        keyless(body, mistakes);
    }
}

/// No two fields have the same key.
fn keys(body: &Body, mistakes: &mut Mistakes) {
    let fields = body
        .wire_fields()
        .filter(|field| !matches!(field.form, Form::Flatten));
    let names = fields.flat_map(|field| {
        let name = field.local.to_string().replacen("field_", "", 1);
        [&field.key]
            .into_iter()
            .chain(&field.aliases)
            .map(move |key| (key.as_str(), name.clone(), field.span))
    });
    unique(names, "the key", mistakes);
}

/// Each name belongs to one owner.
fn unique<'n>(
    names: impl Iterator<Item = (&'n str, String, Span)>,
    what: &str,
    mistakes: &mut Mistakes,
) {
    let mut owners: HashMap<&str, String> = HashMap::new();
    for (name, owner, span) in names {
        if let Some(other) = owners.insert(name, owner) {
            mistakes.at(
                span,
                format!("{what} {name:?} is already that of `{other}`"),
            );
        }
    }
}

fn flattened(body: &Body, mistakes: &mut Mistakes) {
    for field in body
        .wire_fields()
        .filter(|field| body.only && matches!(field.form, Form::Flatten))
    {
        mistakes
            .at(field.span, "`flatten` cannot be in what has `deny_unknown_fields`: the keys of the field are not known here");
    }
}

/// Fields that have no keys cannot be told any.
fn keyless(body: &Body, mistakes: &mut Mistakes) {
    for field in &body.fields {
        if matches!(field.form, Form::Flatten) {
            mistakes.at(
                field.span,
                "`flatten` needs the keys of a Dictionary around it: a struct with named fields",
            );
        }
        if field.has_own_key {
            mistakes.at(
                field.span,
                "`rename` and `alias` need the key of a field in a Dictionary; this field has none",
            );
        }
        if field.skip_if.is_some() {
            mistakes.at(field.span, "`skip_encoding_if` needs a Dictionary: in an Array the next field would take the place");
        }
        if field.fallback.is_some() && !field.is_skipped && body.shape == Shape::Inner {
            mistakes.at(
                field.span,
                "`default` has no use where the field is the whole value",
            );
        }
    }
    elements_with_defaults(body, mistakes);
}

/// An element can only be missing where all behind it can.
fn elements_with_defaults(body: &Body, mistakes: &mut Mistakes) {
    let mut is_optional = false;
    for field in body.wire_fields().filter(|_| body.shape == Shape::Array) {
        if is_optional && field.fallback.is_none() && body.fallback.is_none() {
            mistakes.at(field.span, "only the last elements of an Array can be missing: this one needs a `default` as well");
        }
        is_optional = field.fallback.is_some();
    }
}

/// The variants of an enum.
pub(crate) fn variants(data: &Enum, attributes: &Attributes, mistakes: &mut Mistakes) {
    let on_the_wire = || data.variants.iter().filter(|variant| !variant.is_skipped);
    let names = on_the_wire().flat_map(|variant| {
        let owner = variant.ident.to_string();
        [&variant.name]
            .into_iter()
            .chain(&variant.aliases)
            .map(move |name| (name.as_str(), owner.clone(), variant.span))
    });
    if !matches!(data.tagging, Tagging::None | Tagging::Number) {
        unique(names, "the name", mistakes);
    }
    for variant in on_the_wire() {
        match &data.tagging {
            Tagging::Internal(_) if variant.body.shape == Shape::Array => mistakes.at(
                variant.span,
                "a variant that is an Array cannot have a tag among its fields; with `content = \"...\"` the Array has a key of its own",
            ),
            Tagging::Internal(tag) => tag_among(tag, &variant.body, mistakes),
            Tagging::Number if variant.body.shape != Shape::Nil => {
                mistakes.at(variant.span, "`repr = \"int\"` is for variants without fields");
            }
            _ => {}
        }
    }
    if data.variants.is_empty()
        && let Some(place) = attributes
            .span("untagged")
            .or_else(|| attributes.span("repr"))
    {
        mistakes.at(place, "an enum without variants has no values");
    }
}

fn tag_among(tag: &str, body: &Body, mistakes: &mut Mistakes) {
    for field in body
        .wire_fields()
        .filter(|_| body.shape == Shape::Dictionary)
    {
        if field.key == tag || field.aliases.iter().any(|alias| alias == tag) {
            mistakes.at(field.span, format!("{tag:?} is already the key of the tag"));
        }
    }
}
