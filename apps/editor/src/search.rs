//! Searches keys and values of all types.

use crate::fields::{Describer, text_at};
use crate::tree::{Role, narrow};
use gdvariant::Kind;
use gdvariant::any::{AnyRef, AnyVariant, AnyView, Number};
use memchr::memchr2_iter;
use serde_json::{Value, json};
use std::collections::HashMap;

/// What to search for.
pub(crate) struct Query<'q> {
    /// Part of a key or a string, a number as a game shows it, or the text form of a value; empty
    /// for every value of the type.
    pub(crate) text: &'q str,
    /// The name of the type of the found values; empty for all types.
    pub(crate) ty: &'q str,
}

/// A row that was found, in 8 bytes, because a large file can have millions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Hit {
    row: u32,
    place: Place,
}

/// The place of a hit among others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// The path, the key, the string or the number equals the query.
    Equal,
    Partial,
    /// The name of the type starts with the query.
    Type,
}

/// Returns the rows that match a query, and the number of all such rows. Rows that are equal to the
/// text of the query precede those that contain it, and those of a type that it names are the last;
/// otherwise, rows have the order of their bytes.
pub(crate) fn rows(
    describer: &Describer<'_>,
    query: &Query<'_>,
    limit: usize,
) -> (Vec<usize>, usize) {
    let mut hits = Vec::new();
    let (file, index) = (&describer.content.file, &describer.tree.index);
    let Query { text, ty } = *query;
    if !text.is_empty() {
        paths(describer, text, &mut hits);
        strings(describer, text, &mut hits);
        values(describer, text, &mut hits);
    }
    let is_named = |name: &str| match text {
        "" => name == ty,
        _ => name == text || text.len() >= MIN_TYPE && name.starts_with(text),
    };
    let types = file.layout().types().iter().filter(|it| is_named(it.name));
    let kinds: Vec<_> = types.map(|it| Some(it.kind)).collect();
    let all = if kinds.is_empty() { 0 } else { index.len() };
    let rows = (0..all).filter(|row| index.role(*row) == Role::Value);
    let rows = rows.filter(|row| kinds.contains(&index.kind(file, *row)));
    hits.extend(rows.map(|row| Hit::new(row, Place::Type)));
    hits.sort_unstable();
    // The first hit of a row is the equal one, if there is any.
    hits.dedup_by_key(|hit| hit.row);
    if !ty.is_empty() {
        let ty = file.layout().kind_named(ty);
        hits.retain(|hit| index.kind(file, hit.row as usize) == ty);
    }
    hits.sort_by_key(|hit| hit.place);
    let rows = hits.iter().take(limit);
    (rows.map(|hit| hit.row as usize).collect(), hits.len())
}

/// The minimum length of the start of a type's name, in bytes.
const MIN_TYPE: usize = 4;

/// Adds the rows at a path in the values of the file.
fn paths(describer: &Describer<'_>, text: &str, hits: &mut Vec<Hit>) {
    let Ok(path) = text.parse() else { return };
    for file_value in 0..describer.content.file.values().len() {
        let row = describer.found_at_path(file_value, &path);
        hits.extend(row.map(|row| Hit::new(row, Place::Equal)));
    }
}

/// Returns the types of all values with their counts, in the order of their numbers.
pub(crate) fn types(describer: &Describer<'_>) -> Vec<Value> {
    let file = &describer.content.file;
    let index = &describer.tree.index;
    let mut counts = HashMap::new();
    let values = (0..index.len()).filter(|row| index.role(*row) == Role::Value);
    for kind in values.filter_map(|row| index.kind(file, row)) {
        *counts.entry(kind).or_insert(0) += 1;
    }
    let counted = file.layout().types().iter().filter_map(|table| {
        let count: usize = counts.remove(&table.kind)?;
        Some(json!({"name": table.name, "count": count}))
    });
    counted.collect()
}

impl Hit {
    fn new(row: usize, place: Place) -> Self {
        Self {
            row: narrow(row),
            place,
        }
    }

    fn partial(row: usize, is_partial: bool) -> Self {
        let place = if is_partial {
            Place::Partial
        } else {
            Place::Equal
        };
        Self::new(row, place)
    }
}

/// Adds the rows whose key, name or string contains a text, without regard to the case of ASCII
/// letters.
fn strings(describer: &Describer<'_>, text: &str, hits: &mut Vec<Hit>) {
    let wanted = text.as_bytes();
    let Some(&first) = wanted.first() else {
        return;
    };
    let bytes = describer.content.file.bytes();
    let both = [first.to_ascii_lowercase(), first.to_ascii_uppercase()];
    for start in memchr2_iter(both[0], both[1], bytes) {
        let is_found = bytes
            .get(start..start + wanted.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(wanted));
        if !is_found {
            continue;
        }
        let Some((row, length)) = text_at(describer, start) else {
            continue;
        };
        hits.push(Hit::partial(row, length != wanted.len()));
    }
}

/// Adds the rows whose value, or a component or an element of it, is the number or the value of a
/// text.
fn values(describer: &Describer<'_>, text: &str, hits: &mut Vec<Hit>) {
    let layout = describer.content.file.layout();
    let number = WantedNumber::parse(text);
    let value = layout.parse(text).ok();
    let exact = value
        .as_ref()
        .map(|value| (value.kind(), format!("{value:#}")));
    let is_searched = |kind| {
        exact.as_ref().is_some_and(|(exact, _)| *exact == kind)
            || number.is_some() && has_numbers(kind)
    };
    if !layout.types().iter().any(|it| is_searched(it.kind)) {
        return;
    }
    let index = &describer.tree.index;
    for row in 0..index.len() {
        // A name has no header, and the members of a container have rows of their own.
        if index.role(row) == Role::Name || index.is_container(row) {
            continue;
        }
        let kind = index.kind(&describer.content.file, row);
        if !kind.is_some_and(is_searched) {
            continue;
        }
        if let (Some(number), Some(scalar)) = (&number, scalar(describer, row)) {
            if let Some(is_partial) = number.find_number(scalar) {
                hits.push(Hit::partial(index.shown_row(row), is_partial));
            }
            continue;
        }
        let Some(decoded) = describer.decoded(row) else {
            continue;
        };
        let is_exact = |(kind, text): &(Kind, String)| {
            *kind == decoded.kind() && *text == format!("{decoded:#}")
        };
        let found = match &number {
            Some(number) => number.find(&decoded),
            None => exact.as_ref().is_some_and(is_exact).then_some(false),
        };
        if let Some(is_partial) = found {
            hits.push(Hit::partial(index.shown_row(row), is_partial));
        }
    }
}

/// Returns the number of an int or a float. Decoding millions of them would take ten times as long.
fn scalar(describer: &Describer<'_>, row: usize) -> Option<Number> {
    let kind = describer.tree.index.kind(&describer.content.file, row)?;
    if !matches!(kind, Kind::Int | Kind::Float) {
        return None;
    }
    let bytes = describer.content.file.bytes().get(describer.range(row))?;
    let (_, body) = bytes.split_first_chunk::<4>()?;
    let short = || body.try_into().ok();
    let long = || body.try_into().ok();
    Some(match (kind, body.len()) {
        (Kind::Int, 4) => Number::Int(i32::from_le_bytes(short()?).into()),
        (Kind::Int, _) => Number::Int(i64::from_le_bytes(long()?)),
        (_, 4) => Number::Single(f32::from_le_bytes(short()?)),
        (_, _) => Number::Double(f64::from_le_bytes(long()?)),
    })
}

/// Returns whether values of a kind can have numbers.
fn has_numbers(kind: Kind) -> bool {
    !matches!(
        kind,
        Kind::Nil
            | Kind::Bool
            | Kind::String
            | Kind::StringName
            | Kind::NodePath
            | Kind::Object
            | Kind::Dictionary
            | Kind::Array
            | Kind::PackedStringArray
    )
}

/// A number as a game shows it: rounded or truncated, with separators of thousands.
struct WantedNumber {
    int: Option<i64>,
    float: f64,
    /// The value of the last digit.
    unit: f64,
}

impl WantedNumber {
    fn parse(text: &str) -> Option<Self> {
        let plain = without_separators(text)?;
        let digits = plain.split_once('.').map_or(0, |(_, digits)| digits.len());
        Some(Self {
            int: plain.parse().ok(),
            float: plain.parse().ok()?,
            unit: 0.1_f64.powi(i32::try_from(digits).ok()?),
        })
    }

    /// Returns whether a value is found only by a component, an element, or without its last digits,
    /// or `None` if it is not found.
    fn find(&self, value: &AnyVariant) -> Option<bool> {
        match AnyRef::from(value).view() {
            AnyView::Int(int) => self.find_number(Number::Int(int)),
            AnyView::Float(float) => self.find_number(Number::Double(float)),
            AnyView::Fields(numbers) | AnyView::Packed(numbers) => {
                let mut is_found = false;
                numbers.visit(&mut |number| is_found |= self.find_number(number).is_some());
                is_found.then_some(true)
            }
            _ => None,
        }
    }

    #[expect(
        clippy::float_cmp,
        reason = "numbers that differ are found in another way"
    )]
    fn find_number(&self, number: Number) -> Option<bool> {
        let float = match number {
            Number::Int(int) => return (self.int == Some(int)).then_some(false),
            #[expect(
                clippy::cast_possible_truncation,
                reason = "the stored precision is compared"
            )]
            Number::Single(float) if float == self.float as f32 => return Some(false),
            Number::Single(float) => f64::from(float),
            Number::Double(float) => float,
        };
        if float == self.float {
            return Some(false);
        }
        // Games round numbers, or truncate them.
        let units = (float.abs() - self.float.abs()) / self.unit;
        let has_sign = float.is_sign_negative() == self.float.is_sign_negative();
        (has_sign && (-0.5..1.0).contains(&units)).then_some(true)
    }
}

/// Returns the digits of a number, with a point before the decimals: `1,250`, `1 250` and `1_250` are
/// 1250, and `12,5` is 12.5.
fn without_separators(text: &str) -> Option<String> {
    let number = text.replace([' ', '\u{a0}', '\u{202f}', '_', '’', '\''], "");
    let unsigned = number.strip_prefix(['-', '+']).unwrap_or(&number);
    if !unsigned.starts_with(|it: char| it.is_ascii_digit() || it == '.') {
        return None;
    }
    let is_number = |it: char| it.is_ascii_digit() || matches!(it, '.' | ',');
    if !unsigned.contains(|it: char| it.is_ascii_digit()) || !unsigned.chars().all(is_number) {
        return None;
    }
    let whole = number.split('.').next().unwrap_or_default();
    let is_thousands = whole.split(',').skip(1).all(|group| group.len() == 3);
    Some(if is_thousands {
        number.replace(',', "")
    } else {
        number.replace(',', ".")
    })
}
