//! Checks tables and rows: keys are allowed, and conditions and counts refer to earlier fields.

use super::{Check, Place};
use crate::diagnostic::listed;
use crate::model::{BitField, Body, Condition, Declares, Is, Row, Table, Type, find, has, names};
use crate::steps;
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
            repeat(ty, index, &place);
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
            _ => "",
        };
        let allowed = format!("name description body role nearest flags tables {allowed}");
        place.check_keys(&ty.keys, &allowed, &format!("a body `{body}`"));
        place.check_bits(&ty.flags, self.schema.constant("TYPE_MASK"));
        for flag in &ty.flags {
            let place = place.row(&flag.name);
            place.check_keys(&flag.keys, "bits shows name", "a flag of the header");
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
            let value = field.written.max(shown.checked_sub(1));
            if let Some(value) = value.filter(|value| *value > largest) {
                self.found(value, format!("values of `{name}` up to {largest}"));
            }
        }
    }
}

/// Checks the keys of a table.
fn keys_of_table(ty: &Type, table: &Table, place: &Place<'_>) {
    let allowed = match ty.body {
        Body::Fields => "",
        Body::Packed(_) => "repeat pad",
        _ if !table.repeat.is_empty() => "repeat",
        Body::Object => "when allow",
        Body::Array | Body::Dictionary if table.declares.is_none() => "when",
        Body::Array | Body::Dictionary if ty.layout.is_none() => "when declares",
        Body::Array | Body::Dictionary => "when declares since",
        Body::NodePath => "when reject",
        Body::Number | Body::TypedArray => "when",
        _ => "",
    };
    let owner = format!("this table of a body `{}`", ty.body.name());
    place.check_keys(&table.keys, &format!("table rows {allowed}"), &owner);
}

/// Checks a row: its keys and its condition.
fn row(ty: &Type, table: &Table, index: usize, place: &Place<'_>) {
    let row = &table.rows[index];
    let is_typed = ty.body == Body::TypedArray;
    let is_component = is_component(ty, row);
    let is_length = is_length(table, index);
    let allowed = match (&ty.body, row.wire.as_str()) {
        _ if is_component || is_length => "",
        (Body::Bool, _) => "max",
        (Body::Packed(_), _) => "negative",
        (_, "u32") if is_typed || table.declares == Some(Declares::Type) => {
            "bits number_of negative"
        }
        (Body::Object, "u32") => "negative when",
        (_, "u32") => "bits negative",
        (_, "bytes" | "text") => "pad",
        (_, "value") if is_typed => "type",
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
    if ["bits", "negative"]
        .iter()
        .all(|key| row.keys.contains(*key))
    {
        place.not_allowed("`bits` with `negative`", "one excludes the other");
    }
    if row.pad.is_some_and(|pad| pad.may_be_missing) {
        place.not_allowed("`missing`", "it belongs to the padding after elements");
    }
    let follows_length = index
        .checked_sub(1)
        .is_some_and(|before| self::is_length(table, before));
    if row.is_string() && table.reject.is_none() && !follows_length {
        place.missing("a `u32` before the row", "a string follows its length");
    }
    place.check_bits(&row.bits, 0);
    // In these bodies, the runtime encodes only the count, and no constant bits.
    let allowed = match ty.body {
        Body::Object | Body::TypedArray => "bits ignored shows",
        _ => "bits write ignored shows",
    };
    for field in &row.bits {
        let place = place.row(&field.name);
        place.check_keys(&field.keys, allowed, "a bit field of this row");
    }
    let before = index.checked_sub(1).map(|before| &table.rows[before]);
    if row.needs_text && !before.is_some_and(Row::is_string) {
        place.missing(
            "a string before the row",
            "the string determines whether the row is present",
        );
    }
}

/// Returns whether a row is a component of a value or an element.
fn is_component(ty: &Type, row: &Row) -> bool {
    ty.body == Body::Fields || matches!(ty.body, Body::Packed(_)) && row.is_element()
}

/// Returns whether a row is the length of a string.
fn is_length(table: &Table, index: usize) -> bool {
    let next = table.rows.get(index + 1);
    table.rows[index].wire == "u32" && next.is_some_and(Row::is_string)
}

/// Returns the rows to which a table can refer: those that are decoded exactly once before it.
fn earlier<'t>(ty: &'t Type, index: usize) -> impl Iterator<Item = &'t Row> {
    let tables = ty.tables.iter().take(index);
    let once = tables.filter(|table| table.repeat.is_empty() && table.reject.is_none());
    // The elements of a packed array follow their count in the same table.
    let own = ty.tables[index].rows.iter();
    let own = own.filter(|row| matches!(ty.body, Body::Packed(_)) && !row.is_element());
    let fields = |table: &'t Table| {
        let rows = table.rows.iter().enumerate();
        rows.filter(move |(index, _)| !is_length(table, *index))
    };
    once.flat_map(fields).map(|(_, row)| row).chain(own)
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
        let bits = find(&ty.flags, name).or_else(|| steps::find(ty, name)?.1);
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
        let decoded = tables.iter().filter(|(_, table)| table.reject.is_none());
        if !has(&ty.flags, name) && (largest, decoded.count()) != (1, 1) {
            let why = "one bit of a row selects a table, and the other table has `reject`";
            place.not_allowed(format!("a choice of tables by `{name}`"), why);
        }
    }
}

/// Checks the counts of a repeated table.
fn repeat(ty: &Type, index: usize, place: &Place<'_>) {
    let repeat = &ty.tables[index].repeat;
    let rows = earlier(ty, index);
    let counts = rows.filter(|row| row.wire == "u32" && !row.is_type_number);
    let counts = counts.flat_map(|row| [row.name.clone()].into_iter().chain(bits_of(row)));
    let counts: Vec<_> = counts.collect();
    place.check_one_of("count", repeat, names(&counts));
    if repeat.len() > 1 && !matches!(ty.body, Body::NodePath | Body::PackedText) {
        place.not_allowed("a second count", "it belongs to strings and NodePaths");
    }
}
