//! Bit fields: they fit into their number, and do not overlap.

use super::known::rows;
use super::names::rust_name;
use crate::model::{BitField, Schema, Type, find};
use crate::report::{Place, Report};

/// Checks the bit fields of a type: those of its header, and those of its rows.
pub(super) fn check(schema: &Schema, ty: &Type, report: &mut Report) {
    let taken = find(&schema.constants, "TYPE_MASK")
        .map(|constant| (constant.name.as_str(), constant.value));
    let place = Place::ty(ty).child("flags");
    fields(&ty.flags, taken, &place, report);
    for flag in &ty.flags {
        header_only(flag, &place.child(&flag.name), report);
    }
    for (place, row) in rows(ty) {
        if !row.bits.is_empty() && row.wire != "u32" && report.sound(&place.child("wire")) {
            let found = format!("`bits` of the wire type `{}`", row.wire);
            report.add(&place.child("bits"), found, "none: `u32` has bit fields");
        }
        let place = place.child("bits");
        fields(&row.bits, None, &place, report);
        for field in row.bits.iter().filter(|field| field.engine_name.is_some()) {
            let place = place.child(&field.name).child("name");
            let expected = "none: it belongs to the flags of headers";
            report.add(&place, "`name` of a bit field of a row", expected);
        }
    }
}

/// Checks the bit fields of one number; `taken` is the name and the mask of bits with another use.
fn fields(bits: &[BitField], taken: Option<(&str, u32)>, place: &Place, report: &mut Report) {
    let mut taken: Vec<_> = taken.into_iter().collect();
    for field in bits {
        let place = place.child(&field.name);
        rust_name(&field.name, &place, report);
        if !report.sound(&place) {
            continue;
        }
        match taken.iter().find(|(_, mask)| mask & field.mask != 0) {
            Some((other, _)) => {
                let found = format!("`{}` with bits of `{other}`", field.name);
                report.add(&place, found, "bits that no other field of the number has");
            }
            None => values(field, &place, report),
        }
        taken.push((&field.name, field.mask));
    }
}

/// Checks that the values that a bit field lists fit into its bits.
fn values(field: &BitField, place: &Place, report: &mut Report) {
    let largest = field.largest();
    let width = field.mask.count_ones();
    if let Some(written) = field.written.filter(|written| *written > largest) {
        let expected = format!("at most {largest}: the field has a width of {width}");
        let found = format!("`write` is {written}");
        report.add(&place.child("write"), found, expected);
    }
    let shown = field.shows.len();
    if u32::try_from(shown).is_ok_and(|shown| shown.saturating_sub(1) > largest) {
        let most = u64::from(largest) + 1;
        let expected = format!("at most {most}: the field has a width of {width}");
        let found = format!("{shown} entries in `shows`");
        report.add(&place.child("shows"), found, expected);
    }
}

/// Checks that a flag of the header has no key that only the bit fields of rows have.
fn header_only(flag: &BitField, place: &Place, report: &mut Report) {
    for (key, is_set) in [
        ("write", flag.written.is_some()),
        ("ignored", flag.is_ignored),
    ] {
        if is_set {
            let found = format!("`{key}` of a flag of the header");
            let expected = "none: it belongs to the bit fields of rows";
            report.add(&place.child(key), found, expected);
        }
    }
}
