//! Checks tables and rows: keys are allowed, and conditions and counts refer to earlier fields.

use super::{Check, Place};
use crate::diagnostic::listed;
use crate::model::{BitField, Body, Condition, Is, Row, Table, Type, find, has, names};
use std::collections::BTreeMap;

impl Check<'_> {
    /// Checks the tables of a type.
    pub(super) fn tables(&self, ty: &Type) {
        self.header(ty);
        let place = self.at_type(ty);
        for (index, table) in ty.tables.iter().enumerate() {
            let place = place.table(table);
            keys_of_table(ty, table, &place);
            conditions(ty, index, &place);
            for (index, row) in table.rows.iter().enumerate() {
                self::row(ty, table, index, &place.row(&row.name));
            }
        }
        coverage(ty, &place);
    }

    /// Checks the keys and the flags of a type.
    fn header(&self, ty: &Type) {
        let (place, body) = (self.at_type(ty), ty.body.name());
        let allowed = match ty.body {
            Body::Fields => "fields",
            Body::Packed(_) => "element",
            Body::Number | Body::Object | Body::Dictionary | Body::Array | Body::TypedArray => {
                "flags"
            }
            _ => "",
        };
        let allowed = format!("name description body role nearest rows tables {allowed}");
        place.check_keys(&ty.keys, &allowed, &format!("a body `{body}`"));
        place.check_bits(&ty.flags, self.schema.constant("TYPE_MASK"));
        for flag in &ty.flags {
            let place = place.row(&flag.name);
            place.check_keys(&flag.keys, "bits shows", "a flag of the header");
            let mut conditions = ty.tables.iter().flat_map(|table| &table.when);
            if !conditions.any(|condition| condition.field == flag.name) {
                place.not_allowed("the flag", "no table depends on it");
            }
        }
    }
}

impl Place<'_> {
    /// Checks that bit fields do not overlap each other or the bits `taken`, and that values fit.
    fn check_bits(&self, fields: &[BitField], mut taken: u32) {
        for field in fields {
            let (name, largest) = (&field.name, field.largest());
            if taken & field.mask != 0 {
                let why = "its bits have another use as well";
                self.not_allowed(format!("the bit field `{name}`"), why);
            }
            taken |= field.mask;
            let shown = u32::try_from(field.shows.len()).unwrap_or(u32::MAX);
            if let Some(value) = shown.checked_sub(1).filter(|value| *value > largest) {
                self.found(value, format!("values of `{name}` up to {largest}"));
            }
        }
    }
}

/// Checks the keys of a table.
fn keys_of_table(ty: &Type, table: &Table, place: &Place<'_>) {
    let allowed = match ty.body {
        _ if table.is_repeated() => "",
        Body::Array | Body::Dictionary if table.declares.is_none() => "",
        Body::Array | Body::Dictionary => "when declares",
        Body::NodePath | Body::Number | Body::Object | Body::TypedArray => "when",
        _ => "",
    };
    let owner = format!("this table of a body `{}`", ty.body.name());
    place.check_keys(&table.keys, &format!("table rows {allowed}"), &owner);
}

/// Checks a row: its keys and its condition.
fn row(ty: &Type, table: &Table, index: usize, place: &Place<'_>) {
    let row = &table.rows[index];
    let is_component = is_component(ty, row);
    let is_length = table.is_length(index);
    let allowed = match (&ty.body, row.wire.as_str()) {
        _ if is_component || is_length => "",
        (Body::Object | Body::PackedText, "u32") => "negative",
        (Body::Array | Body::Dictionary | Body::TypedArray | Body::NodePath, "u32") => "bits",
        _ => "",
    };
    let field = match (is_component, is_length) {
        (true, _) => "component",
        (_, true) => "length",
        _ => "field",
    };
    let owner = format!("a {field} `{}` of a body `{}`", row.wire, ty.body.name());
    let allowed = format!("offset length wire name description {allowed}");
    place.check_keys(&row.keys, &allowed, &owner);
    let follows_length = index
        .checked_sub(1)
        .is_some_and(|before| table.is_length(before));
    // The length of a NodePath in the old format is in another table.
    let is_old = ty.body == Body::NodePath && !table.when.is_empty();
    if row.is_string() && !is_old && !follows_length {
        place.missing("a `u32` before the row", "a string follows its length");
    }
    place.check_bits(&row.bits, 0);
    for field in &row.bits {
        let place = place.row(&field.name);
        place.check_keys(&field.keys, "bits ignored shows", "a bit field of a row");
    }
}

/// Returns whether a row is a component of a value or an element.
fn is_component(ty: &Type, row: &Row) -> bool {
    ty.body == Body::Fields || matches!(ty.body, Body::Packed(_)) && row.is_element()
}

/// Returns the rows to which a table can refer: those that are decoded exactly once before it.
fn earlier(ty: &Type, index: usize) -> impl Iterator<Item = &Row> {
    let tables = ty.tables[..index].iter();
    let once = tables.filter(|table| !table.is_repeated() && table.when.is_empty());
    once.flat_map(|table| &table.rows)
}

/// Returns the names of the bit fields of a row, such as `name_count.new_format`.
fn bits_of(row: &Row) -> impl Iterator<Item = String> {
    names(&row.bits).map(|bits| format!("{}.{bits}", row.name))
}

/// Checks that the conditions of a table test earlier bit fields.
fn conditions(ty: &Type, index: usize, place: &Place<'_>) {
    let bits: Vec<_> = earlier(ty, index).flat_map(bits_of).collect();
    let tested = ty.tables[index]
        .when
        .iter()
        .map(|condition| &condition.field);
    place.check_one_of("bit field", tested, names(&ty.flags).chain(names(&bits)));
}

/// Checks that each value of a tested bit field selects exactly one table.
fn coverage(ty: &Type, place: &Place<'_>) {
    let mut tested: BTreeMap<&String, Vec<(u32, &Table)>> = BTreeMap::new();
    for table in &ty.tables {
        if let [Condition { field, is }] = &table.when[..]
            && let Is::Number(value) = is
        {
            tested.entry(field).or_default().push((*value, table));
        }
    }
    for (name, mut tables) in tested {
        let bits = find(&ty.flags, name).or_else(|| bits_named(ty, name));
        let Some(largest) = bits.map(BitField::largest) else {
            continue;
        };
        // The value 0 means that no type is declared, so no table follows.
        let first = u32::from(tables[0].1.declares.is_some());
        tables.sort_by_key(|(value, _)| *value);
        let values = tables.iter().map(|(value, _)| *value);
        if !values.clone().eq(first..=largest) {
            let values: Vec<_> = values.map(|value| value.to_string()).collect();
            let found = format!("tables for {}", listed(values.iter().map(String::as_str)));
            let expected =
                format!("one table for each value of `{name}` from {first} to {largest}");
            place.found(found, expected);
        }
        if !has(&ty.flags, name) && largest != 1 {
            let why = "one bit of a row selects a table";
            place.not_allowed(format!("a choice of tables by `{name}`"), why);
        }
    }
}

/// Finds a bit field of a row: `name_count.count`.
fn bits_named<'t>(ty: &'t Type, name: &str) -> Option<&'t BitField> {
    let (row, bits) = name.split_once('.')?;
    find(&ty.rows().find(|it| it.name == row)?.bits, bits)
}
