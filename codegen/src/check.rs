//! Checks across the sections of a schema: names resolve, offsets add up, and generated code can be
//! made for every body.
//!
//! A check skips values that a reported mistake has made unreliable, so that each mistake is
//! reported once.

mod bits;
mod components;
mod conditions;
mod constants;
mod conversions;
mod errata;
mod examples;
mod json;
mod keys;
mod known;
mod layouts;
mod locales;
mod members;
mod names;
mod nearest;
mod offsets;
mod precision;
mod reals;
mod references;
mod reserved;
mod roles;
mod rows;
mod script;
mod selects;
mod shapes;
mod texts;
mod versions;

use crate::model::Schema;
use crate::report::Report;

/// Checks a schema, except for its translations.
pub(crate) fn check(schema: &Schema, report: &mut Report) {
    constants::check(schema, report);
    roles::check(schema, report);
    for ty in schema.all_types() {
        names::check(ty, report);
        rows::check(schema, ty, report);
        offsets::check(schema, ty, report);
    }
    members::check(schema, report);
    nearest::check(schema, report);
    for ty in schema.all_types() {
        bits::check(schema, ty, report);
        components::check(schema, ty, report);
        keys::check(ty, report);
        conditions::check(schema, ty, report);
        references::check(ty, report);
    }
    precision::check(schema, report);
    // The steps of a body are those of all checks before.
    for ty in schema.all_types() {
        shapes::check(schema, ty, report);
    }
    conversions::check(schema, report);
    layouts::check(schema, report);
    reals::check(schema, report);
    script::check(schema, report);
    json::check(schema, report);
    versions::check(schema, report);
    errata::check(schema, report);
    examples::check(schema, report);
}

/// Checks a schema, and that every string has a translation and every translation a string.
pub(crate) fn check_translated(schema: &Schema, report: &mut Report) {
    check(schema, report);
    locales::check(schema, report);
}
