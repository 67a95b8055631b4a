//! Checks that the rows of a type match its body, its members or its element.

use super::{Check, Place};
use crate::model::{BitField, Body, Field, Role, Row, Type, find};
use crate::shape::{parts, parts_of, shapes};

impl<'s> Check<'s> {
    /// Checks the flags and the rows of a type.
    pub(super) fn tables(&self, ty: &Type) {
        let place = self.at_type(ty);
        check_bits(&place, &ty.flags, self.schema.constant("TYPE_MASK"), 0);
        for flag in &ty.flags {
            let mut conditions = ty.tables.iter().flat_map(|table| &table.when);
            if flag.is_ignored || !conditions.any(|condition| condition.field == flag.name) {
                let place = place.row(&flag.name);
                place.not_allowed("the flag", "a table has to depend on it");
            }
        }
        for table in &ty.tables {
            let place = place.table(table);
            for row in &table.rows {
                // The derive writes counts of fields without comparing them with the largest
                // count. Each name of a NodePath has at least 4 of at most 2 GiB.
                let least = match ty.body {
                    Body::NodePath => 0x1FFF_FFFF,
                    _ => 0xFFFF,
                };
                check_bits(&place.row(&row.name), &row.bits, 0, least);
            }
        }
        compare(ty, &place, &self.shapes(ty));
        let mut types = self.schema.types.iter();
        let first = types.find(|other| other.body == ty.body).unwrap_or(ty);
        let differs = (&first.tables, &first.flags) != (&ty.tables, &ty.flags);
        if matches!(ty.body, Body::Packed(_)) && first.key != ty.key {
            place.duplicate(format!("element, which `{}` has as well", first.key));
        } else if ty.body == Body::TypedArray && differs {
            let why = "the library decodes all typed arrays by the tables of the first one";
            place.not_allowed(format!("other than in `{}`", first.key), why);
        }
    }

    /// Returns the shapes of a body; those of a body of any rows follow from its rows.
    fn shapes(&self, ty: &Type) -> Vec<String> {
        let is_number = |row: &Row| row.wire != "value" && !row.is_string();
        let plain = |row: &Row, is_allowed: bool| {
            let wire = if is_allowed { &*row.wire } else { "number" };
            format!("{} {wire}", row.name)
        };
        let rows: Vec<String> = match &ty.body {
            Body::Fields => ty.rows().map(|row| plain(row, is_number(row))).collect(),
            Body::Packed(element) => {
                let inner = find(&self.schema.types, element);
                let rows = inner.into_iter().flat_map(Type::rows);
                let rows: Vec<_> = rows.map(|row| plain(row, true)).collect();
                let wire = inner.is_none().then(|| format!("_ {element}"));
                ["_ u32".to_owned()]
                    .into_iter()
                    .chain(wire)
                    .chain(rows)
                    .collect()
            }
            Body::Record if !ty.is(Role::Rid) => {
                let field = |field: Field<'_>| match field {
                    Field::Text { text, .. } => format!("{} u32+{}", text.name, text.wire),
                    Field::Single(row) => plain(row, is_number(row) && !self.schema.is_real(row)),
                };
                let tables = ty.tables.iter();
                tables.flat_map(|table| table.fields().map(field)).collect()
            }
            _ => return shapes(ty),
        };
        match rows[..] {
            [] if ty.body == Body::Fields => vec!["_ number".to_owned()],
            _ => vec![rows.join(", ")],
        }
    }

    /// Checks that the rows of each member are those of its type, in their order.
    ///
    /// If several members have the same type and none has its rows, the type is wrong.
    pub(super) fn members(&self) {
        for inner in &self.schema.types {
            let of = |owner: &'s Type| {
                let members = owner.fields.iter().filter(|member| member.key == inner.key);
                members.map(move |member| (owner, member, mismatch(owner, &member.name, inner)))
            };
            let members: Vec<_> = self.schema.types.iter().flat_map(of).collect();
            let wrong = members.iter().filter(|(.., rows)| rows.is_some());
            let is_type_wrong = members.len() > 1 && wrong.clone().count() == members.len();
            let shown = if is_type_wrong { 1 } else { members.len() };
            for (owner, member, rows) in wrong.take(shown) {
                let [row, of_type] = rows.unwrap_or_default();
                let (mut at, mut rows) = (*owner, [row, of_type]);
                let mut source = format!("`{}`, the type of `{}`", inner.key, member.name);
                if is_type_wrong {
                    (at, rows) = (inner, [of_type, row]);
                    source = format!("`{}` of `{}` and others", member.name, owner.key);
                }
                let [row, other] = rows;
                let text = |row: Option<&Row>| match row {
                    Some(row) => format!("`{} {}`", row.name, row.wire),
                    None => "nothing else".to_owned(),
                };
                let place = self.at_type(at).row(row.map_or("", |row| &row.name));
                place.found(text(row), format!("{}, as in {source}", text(other)));
            }
        }
    }
}

/// Returns the first rows that differ between a member and its type.
fn mismatch<'s>(owner: &'s Type, member: &str, inner: &'s Type) -> Option<[Option<&'s Row>; 2]> {
    let name = |row: &'s Row| row.name.strip_prefix(member)?.strip_prefix('.');
    let mut rows = owner.rows().filter_map(|row| Some((name(row)?, row)));
    let mut of_type = inner.rows();
    loop {
        match (rows.next(), of_type.next()) {
            (None, None) => return None,
            (Some((name, row)), Some(other)) if name == other.name && row.wire == other.wire => {}
            (row, other) => return Some([row.map(|(_, row)| row), other]),
        }
    }
}

/// Reports the first part of a type that differs from the closest shape.
fn compare(ty: &Type, place: &Place<'_>, shapes: &[String]) {
    let found = parts(ty);
    let mut closest = (0, Vec::new());
    for shape in shapes {
        let named = |(index, part): (usize, &str)| match part.strip_prefix('_') {
            // Any name will do.
            Some(form) => found.get(index).map_or("name", |part| part.row).to_owned() + form,
            None => part.to_owned(),
        };
        let expected: Vec<_> = parts_of(shape).into_iter().enumerate().map(named).collect();
        let is_different =
            |index: &usize| found.get(*index).map(|part| &part.text) != expected.get(*index);
        match (0..found.len().max(expected.len())).find(is_different) {
            None => return,
            Some(index) if index > closest.0 || closest.1.is_empty() => closest = (index, expected),
            Some(_) => {}
        }
    }
    let text = |part: Option<&String>| match part.map(|part| &**part) {
        None => "nothing else".to_owned(),
        Some("") => "a table without a condition".to_owned(),
        Some(part) => format!("`{part}`"),
    };
    let (index, expected) = closest;
    let place = match found.get(index).or(found.last()) {
        Some(part) => place.table(part.table).row(part.row),
        None => place.clone(),
    };
    let found = found.get(index).map(|part| &part.text);
    place.found(text(found), text(expected.get(index)));
}

/// Checks that bit fields overlap neither each other nor the bits `taken`, that counts hold at least
/// `least` and numbers those of types, and that values fit.
fn check_bits(place: &Place<'_>, fields: &[BitField], mut taken: u32, least: u32) {
    for field in fields {
        let (name, largest) = (&field.name, field.largest());
        if taken & field.mask != 0 {
            let why = "its bits have another use as well";
            place.not_allowed(format!("the bit field `{name}`"), why);
        }
        taken |= field.mask;
        let shown = field.shows.len().saturating_sub(1);
        if shown > largest as usize {
            place.found(shown, format!("values of `{name}` up to {largest}"));
        }
        let least = match &**name {
            "count" => least,
            "number" => 0xFF,
            _ => 0,
        };
        if largest < least {
            place.found(largest, format!("bits `{name}` that hold {least}"));
        }
    }
}
