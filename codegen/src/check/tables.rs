//! Tables and rows: keys stand where they have a meaning, and conditions and counts refer to fields
//! before them.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{
    BitField, Body, Choice, Condition, Declares, Is, Offset, Row, Schema, Table, Type, find, has,
    names,
};
use crate::steps::split_field;
use crate::suggest::listed;
use std::collections::BTreeSet;

/// Checks the tables of a type.
pub(super) fn check(schema: &Schema, ty: &Type, report: &mut Diagnostics) {
    header(schema, ty, report);
    for (index, table) in ty.tables.iter().enumerate() {
        self::table(ty, table, report);
        conditions(schema, ty, index, report);
        repeat(ty, index, report);
        for (index, row) in table.rows.iter().enumerate() {
            self::row(ty, table, index, row, report);
        }
    }
    coverage(ty, report);
}

/// Reports the keys that are set but not allowed; allowed ones are separated by spaces.
fn keys(
    keys: &BTreeSet<String>,
    allowed: [&str; 2],
    owner: &str,
    place: &Diagnostic,
    report: &mut Diagnostics,
) {
    let is_known = |key: &str| {
        allowed
            .iter()
            .any(|keys| keys.split(' ').any(|other| other == key))
    };
    for key in keys.iter().filter(|key| !is_known(key)) {
        report.not_allowed(
            place,
            format!("`{key}`"),
            &format!("{owner} does not have it"),
        );
    }
}

/// Checks the keys and the flags of a type.
fn header(schema: &Schema, ty: &Type, report: &mut Diagnostics) {
    let place = Diagnostic::at_type(ty);
    let allowed = match ty.body {
        Body::Fields => "fields script_constants optional",
        Body::Number => "encode",
        Body::Pool(_) => "element",
        Body::Record => "script var2str",
        _ => "",
    };
    let (all, body) = (
        "name description body role nearest flags tables",
        ty.body.name(),
    );
    keys(
        &ty.keys,
        [all, allowed],
        &format!("a body `{body}`"),
        &place,
        report,
    );
    if ty.body == Body::Number && ty.tables.len() > 1 && ty.encode == Choice::Value {
        report.missing(
            &place,
            "`encode: first_exact`",
            "encoders choose among the tables",
        );
    }
    bits(&ty.flags, schema.constant("TYPE_MASK"), &place, report);
    for flag in &ty.flags {
        let place = place.row(&flag.name);
        keys(
            &flag.keys,
            ["bits shows name", ""],
            "a flag of the header",
            &place,
            report,
        );
    }
}

/// Checks that bit fields do not overlap one another or the taken bits, and that values fit.
fn bits(fields: &[BitField], mut taken: u32, place: &Diagnostic, report: &mut Diagnostics) {
    for field in fields {
        let (name, largest) = (&field.name, field.largest());
        if taken & field.mask != 0 {
            let why = "its bits have another use as well";
            report.not_allowed(place, format!("the bit field `{name}`"), why);
        }
        taken |= field.mask;
        let shown = u32::try_from(field.shows.len()).unwrap_or(u32::MAX);
        let value = field.written.max(shown.checked_sub(1));
        if let Some(value) = value.filter(|value| *value > largest) {
            report.found(place, value, format!("values of `{name}` up to {largest}"));
        }
    }
}

/// Checks the keys of a table.
fn table(ty: &Type, table: &Table, report: &mut Diagnostics) {
    let allowed = match ty.body {
        Body::Fields => "",
        Body::Pool(_) => "repeat pad",
        _ if !table.repeat.is_empty() => "repeat",
        Body::Object => "when allow",
        Body::Array | Body::Dictionary if table.declares.is_none() => "when",
        Body::Array | Body::Dictionary if ty.layout.is_none() => "when declares",
        Body::Array | Body::Dictionary => "when declares since",
        _ => "when reject",
    };
    let owner = format!("such a table of a body `{}`", ty.body.name());
    keys(
        &table.keys,
        ["table rows", allowed],
        &owner,
        &Diagnostic::at_table(ty, table),
        report,
    );
}

/// Returns whether a row is a component of a value or an element.
fn is_component(ty: &Type, row: &Row) -> bool {
    match ty.body {
        Body::Fields => true,
        Body::Pool(_) => matches!(row.offset, Offset::Element { .. }),
        _ => false,
    }
}

/// Checks a row: its keys, its condition, and what it measures.
fn row(ty: &Type, table: &Table, index: usize, row: &Row, report: &mut Diagnostics) {
    let place = Diagnostic::at_row(ty, table, row);
    let is_typed = ty.body == Body::TypedArray;
    let is_component = is_component(ty, row);
    let allowed = match (&ty.body, row.wire.as_str()) {
        (Body::Fields, _) => "initial",
        _ if is_component => "",
        (Body::Bool, _) => "max",
        (Body::Pool(_), _) => "negative",
        (_, "u32") if is_typed || table.declares == Some(Declares::Type) => {
            "bits number_of negative"
        }
        (Body::Object, "u32") => "measures negative when",
        (_, "u32") => "bits measures negative",
        (_, "bytes") => "pad",
        (_, "text") => "nul pad",
        (_, "value") if is_typed => "type",
        _ => "",
    };
    let all = "offset length wire name description published";
    let field = if is_component { "component" } else { "field" };
    let owner = format!("a {field} `{}` of a body `{}`", row.wire, ty.body.name());
    keys(&row.keys, [all, allowed], &owner, &place, report);
    let exclusive = ["bits", "measures", "negative"];
    if exclusive
        .iter()
        .filter(|key| row.keys.contains(**key))
        .count()
        > 1
    {
        let what = "more than one of `bits`, `measures` and `negative`";
        report.not_allowed(&place, what, "one excludes the others");
    }
    if row.pad.is_some_and(|pad| pad.may_be_missing) {
        let why = "it belongs to the padding after elements";
        report.not_allowed(&place, "`missing`", why);
    }
    if row.wire == "text" && !row.has_nul {
        report.missing(&place, "`nul: counted`", "a `text` has a final NUL");
    }
    bits(&row.bits, 0, &place, report);
    for field in &row.bits {
        let place = place.row(&field.name);
        keys(
            &field.keys,
            ["bits write ignored shows", ""],
            "a bit field of a row",
            &place,
            report,
        );
    }
    let before = &table.rows[..index];
    let string = before.iter().rfind(|row| row.is_string());
    let is_present = |when: &Condition| {
        when.is == Is::Present && string.is_some_and(|string| string.name == when.field)
    };
    if row.when.len() > 1 || !row.when.iter().all(is_present) {
        report.not_allowed(
            &place,
            "this `when`",
            "a row depends on the string before it: `present`",
        );
    }
    let measured = before.last().and_then(|before| before.measures.as_ref());
    let is_measured = row.is_string() && measured == Some(&row.name);
    let needs_length = row.is_string() && table.reject.is_none();
    if !is_measured && (needs_length || measured.is_some()) {
        let expected = "a string, and `measures` with its name in the row before it";
        report.found(&place, "one without the other", expected);
    }
    if row.measures.is_some() && index + 1 == table.rows.len() {
        report.missing(&place, "a string after the row", "`measures` names one");
    }
}

/// Returns the rows that a row or a table can refer to: those before it that are always decoded
/// once.
fn earlier(ty: &Type, table: usize) -> Vec<&Row> {
    let tables = ty.tables.iter().take(table);
    let once = tables.filter(|table| table.repeat.is_empty() && table.reject.is_none());
    once.flat_map(|table| &table.rows).collect()
}

/// Finds a row, or a bit field of one, by its name, such as `name_count.new_format`.
fn find_field<'s>(rows: &[&'s Row], name: &str) -> Option<(&'s Row, Option<&'s BitField>)> {
    let (row, bits) = split_field(name);
    let row: &'s Row = find(rows, row)?;
    match bits {
        Some(bits) => Some((row, Some(find(&row.bits, bits)?))),
        None => Some((row, None)),
    }
}

/// Returns the bit field of the header or of an earlier row with a name.
fn tested<'s>(ty: &'s Type, index: usize, name: &str) -> Option<&'s BitField> {
    find(&ty.flags, name).or_else(|| find_field(&earlier(ty, index), name)?.1)
}

/// Checks the conditions of a table: a bit field selects it, or a role and a flag of the header.
fn conditions(schema: &Schema, ty: &Type, index: usize, report: &mut Diagnostics) {
    let table = &ty.tables[index];
    let place = Diagnostic::at_table(ty, table);
    let rows = earlier(ty, index);
    let bits = rows
        .iter()
        .flat_map(|row| names(&row.bits).map(|bits| format!("{}.{bits}", row.name)));
    let bits: Vec<_> = bits.collect();
    let fields = table.when.iter().map(|condition| &condition.field);
    let known = names(&ty.flags).chain(bits.iter().map(String::as_str));
    report.check_known(&place, "bit field", fields, known);
    let is_flag = |name: &str| has(&ty.flags, name);
    let is_bit = |name: &str| tested(ty, index, name).is_some_and(|bits| bits.largest() == 1);
    let is_type_number =
        |name: &str| find_field(&rows, name).is_some_and(|(row, _)| row.is_type_number);
    let selects = |role: &Condition, flag: &Condition| {
        let is_text = |key: &String| schema.type_of(key).body == Body::Text;
        matches!((role.is, flag.is), (Is::Role(_), Is::Number(0 | 1)))
            && is_type_number(&role.field)
            && is_flag(&flag.field)
            && is_bit(&flag.field)
            && matches!(&table.rows[..], [row] if row.value_type.as_ref().is_some_and(is_text))
    };
    let is_valid = match &table.when[..] {
        [] => table.reject.is_none(),
        [
            Condition {
                field,
                is: Is::Number(value),
            },
        ] => {
            let largest = tested(ty, index, field).map_or(u32::MAX, BitField::largest);
            let can_reject = !is_flag(field) && is_bit(field);
            *value <= largest && (table.reject.is_none() || can_reject)
        }
        [first, second] => selects(first, second) || selects(second, first),
        _ => false,
    };
    if !is_valid {
        let why = "a table depends on a value of one bit field, with `reject` on one bit of a row; or \
            on a role and a flag of the header if it is a string of a `type`";
        report.not_allowed(&place, "this `when` or `reject`", why);
    }
}

/// Checks that the tables that test a bit field cover its values, each once.
fn coverage(ty: &Type, report: &mut Diagnostics) {
    let place = Diagnostic::at_type(ty);
    let single = |table: &&Table| table.when.len() == 1;
    let field = |table: &Table| table.when.first().map(|when| &when.field).cloned();
    for (index, table) in ty
        .tables
        .iter()
        .enumerate()
        .filter(|(_, table)| single(table))
    {
        let Some(name) = field(table) else { continue };
        let same = || {
            ty.tables
                .iter()
                .filter(single)
                .filter(|other| field(other) == field(table))
        };
        let bits = tested(ty, index, &name);
        let Some(bits) = bits.filter(|_| same().next() == Some(table)) else {
            continue;
        };
        // Without a declared type, the field is 0.
        let first = u32::from(table.declares.is_some());
        let is_tested = |value: &u32| same().any(|table| table.when[0].is == Is::Number(*value));
        if let Some(value) = (first..=bits.largest()).find(|value| !is_tested(value)) {
            let what = format!("a table for `{name}: {value}`");
            report.missing(&place, what, "there is one for each value of the bit field");
        } else if same().count() > (bits.largest() - first) as usize + 1 {
            report.duplicate(&place, format!("value of `{name}`"));
        }
        let decoded = same().filter(|table| table.reject.is_none());
        if !has(&ty.flags, &name) && decoded.count() != 1 {
            let why = "all but one table of a row's bit field have `reject`";
            report.not_allowed(&place, format!("a choice of tables by `{name}`"), why);
        }
    }
}

/// Checks the counts of a repeated table.
fn repeat(ty: &Type, index: usize, report: &mut Diagnostics) {
    let table = &ty.tables[index];
    let place = Diagnostic::at_table(ty, table);
    let mut rows = earlier(ty, index);
    // The elements of a pool array follow their count in the same table.
    if matches!(ty.body, Body::Pool(_)) {
        rows.extend(table.rows.iter().filter(|row| !is_component(ty, row)));
    }
    for name in &table.repeat {
        let is_count =
            |row: &Row| row.wire == "u32" && row.measures.is_none() && !row.is_type_number;
        if !find_field(&rows, name).is_some_and(|(row, _)| is_count(row)) {
            let rows = listed(rows.iter().map(|row| &*row.name));
            let expected = format!("a count among the earlier rows {rows} or their bit fields");
            report.found(&place, format!("`{name}`"), expected);
        }
    }
    if table.repeat.len() > 1 && !matches!(ty.body, Body::NodePath | Body::PoolText) {
        report.not_allowed(
            &place,
            "a second count",
            "it belongs to strings and NodePaths",
        );
    }
}
