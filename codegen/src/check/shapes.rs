//! The steps of a body are those that emitters generate code for.

use super::known::{has_tables, has_wires, rows, tables};
use super::names::rust_name;
use crate::model::{Body, Declares, Role, Schema, Type};
use crate::report::{Place, Report};
use crate::steps::{Arm, Field, Repeat, Step, steps};
use crate::suggest::listed;

/// Checks the steps of a type.
pub(super) fn check(schema: &Schema, ty: &Type, report: &mut Report) {
    let place = Place::ty(ty);
    let places = [
        Place::body(ty),
        place.child("flags"),
        place.child("tables"),
        Place::wires(),
    ];
    let is_known = places.iter().all(|place| report.sound(place));
    if !is_known || !has_tables(ty, report) || !has_wires(ty, report) {
        return;
    }
    let steps = steps(schema, ty);
    if !fits(&ty.body, &steps) {
        let (expected, name) = (expected(&ty.body), ty.body.name());
        let expected = format!(
            "{expected}: the body is `{name}`; for other rows add a kind of body, see README.md"
        );
        report.add(&place.child("tables"), described(&steps), expected);
        return;
    }
    numbers(ty, report);
    if ty.body == Body::Object {
        arm_names(ty, report);
    }
}

/// Returns whether emitters generate code for the steps of a body.
fn fits(body: &Body, steps: &[Step<'_>]) -> bool {
    match (body, steps) {
        (Body::Empty | Body::Callable, [])
        | (Body::Text, [Step::Text(_)])
        | (Body::Fields, [Step::Components(_)])
        | (Body::Number, [Step::Number(_)]) => true,
        (Body::Id, steps) => matches!(steps, [] | [_]) && steps.iter().all(is_id),
        (Body::Signal, [Step::Text(_), id]) => is_id(id),
        (Body::Bool, [step]) => is_whole(step),
        (Body::Number, [Step::Branch(arms)]) => {
            let is_number = |arm: &Arm<'_>| matches!(arm.steps.as_slice(), [Step::Number(_)]);
            is_choice(arms) && arms.iter().all(is_number)
        }
        (Body::Pool(_), [count, Step::Repeat(repeat)]) => {
            is_whole(count) && repeat.counts.len() == 1 && is_repeated(body, repeat)
        }
        (Body::Dictionary | Body::Array, [Step::Branch(arms), steps @ ..])
            if arms.iter().all(declares) =>
        {
            is_choice(arms) && fits(body, steps)
        }
        (
            Body::PoolText | Body::NodePath | Body::Dictionary | Body::Array,
            [numbers @ .., Step::Repeat(repeat)],
        ) => {
            let are_numbers = numbers
                .iter()
                .all(|step| is_number(step) || matches!(step, Step::Reject(_)));
            are_numbers && counts(repeat, numbers) && is_repeated(body, repeat)
        }
        (Body::TypedArray, [number, Step::Select(select), count, Step::Repeat(repeat)]) => {
            let is_selected = matches!(number, Step::Number(field) if *field == select.field);
            is_selected
                && is_number(count)
                && repeat.counts.len() == 1
                && counts(repeat, core::slice::from_ref(count))
                && is_repeated(body, repeat)
        }
        (Body::Object, [Step::Branch(arms)]) => {
            let repeats = |arm: &&Arm<'_>| arm.steps.iter().any(repeats);
            is_choice(arms)
                && arms.iter().all(|arm| is_arm(&arm.steps))
                && arms.iter().filter(repeats).count() == 1
        }
        _ => false,
    }
}

/// Returns whether a step is a number of the wire type `u32`.
fn is_number(step: &Step<'_>) -> bool {
    matches!(step, Step::Number(field) if field.row.wire == "u32")
}

/// Returns whether a step is a number of the wire type `u32` without bit fields.
fn is_whole(step: &Step<'_>) -> bool {
    matches!(step, Step::Number(field) if field.row.wire == "u32" && field.row.bits.is_empty())
}

/// Returns whether the steps of an arm are the declared type of its table.
fn declares(arm: &Arm<'_>) -> bool {
    match (arm.table.declares, arm.steps.as_slice()) {
        (Some(Declares::Type), [Step::Number(field)]) => field.row.is_type_number,
        (Some(Declares::Class | Declares::Script), [Step::Text(_)]) => true,
        _ => false,
    }
}

/// Returns whether a step is a number of the wire type `u64`.
fn is_id(step: &Step<'_>) -> bool {
    matches!(step, Step::Number(field) if field.row.wire == "u64")
}

/// Returns whether one flag selects among arms.
fn is_choice(arms: &[Arm<'_>]) -> bool {
    arms.iter().all(|arm| arm.flag == arms[0].flag)
}

/// Returns whether a repeated part is that of a body.
fn is_repeated(body: &Body, repeat: &Repeat<'_>) -> bool {
    matches!(
        (body, repeat.steps.as_slice()),
        (Body::Pool(_), [Step::Components(_)])
            | (Body::PoolText | Body::NodePath, [Step::Text(_)])
            | (Body::Dictionary, [Step::Value, Step::Value])
            | (Body::Array | Body::TypedArray, [Step::Value])
            | (Body::Object, [Step::Text(_), Step::Value])
    )
}

/// Returns whether the counts of a repeated part are among the steps before it.
fn counts(repeat: &Repeat<'_>, before: &[Step<'_>]) -> bool {
    let is_before = |count: &Field<'_>| {
        let mut steps = before.iter();
        steps.any(|step| matches!(step, Step::Number(field) if field == count))
    };
    repeat.counts.iter().all(|(count, _)| is_before(count))
}

fn repeats(step: &Step<'_>) -> bool {
    match step {
        Step::Repeat(_) => true,
        Step::Present(_, steps) => steps.iter().any(repeats),
        _ => false,
    }
}

/// Returns whether steps are numbers and strings, at most with repeated properties at their end.
fn is_arm(steps: &[Step<'_>]) -> bool {
    let (last, before) = match steps {
        [before @ .., last] if repeats(last) => (Some(last), before),
        all => (None, all),
    };
    let is_field = |step: &Step<'_>| match step {
        Step::Number(field) => field.row.bits.is_empty(),
        step => matches!(step, Step::Text(_) | Step::Objects),
    };
    before.iter().all(is_field)
        && match last {
            Some(Step::Repeat(repeat)) => {
                counts(repeat, before) && is_repeated(&Body::Object, repeat)
            }
            Some(Step::Present(_, steps)) => is_arm(steps),
            _ => true,
        }
}

/// Checks the wire types of the numbers of a role: the last one holds every value.
fn numbers(ty: &Type, report: &mut Report) {
    let known = match ty.role {
        Some(Role::Int) => ["i32", "i64"],
        Some(Role::Float) => ["f32", "f64"],
        _ => return,
    };
    if !report.sound(&Place::ty(ty).child("role")) {
        return;
    }
    let rows: Vec<_> = rows(ty).collect();
    for (index, (place, row)) in rows.iter().enumerate() {
        let (known, why) = if index + 1 == rows.len() {
            (&known[1..], "the last table holds every value")
        } else {
            (&known[..], "encoders try the table first")
        };
        if !known.contains(&row.wire.as_str()) {
            let found = format!("wire type `{}`", row.wire);
            let expected = listed(known.iter().copied()).replace(", ", " or ");
            report.add(&place.child("wire"), found, format!("{expected}: {why}"));
        }
    }
}

/// Checks the names of tables that become variants.
fn arm_names(ty: &Type, report: &mut Report) {
    for (place, table) in tables(ty) {
        if !table.when.is_empty() {
            rust_name(&table.name, &place.child("table"), report);
        }
    }
}

/// Describes the steps of a body.
fn expected(body: &Body) -> &'static str {
    match body {
        Body::Empty | Body::Callable => "nothing",
        Body::Id => "nothing, or a number `u64`",
        Body::Signal => "a string, then a number `u64`",
        Body::Bool => "a number `u32`",
        Body::Number => "a number, or a choice of one number each",
        Body::Text => "a string",
        Body::Fields => "components",
        Body::Pool(_) => "a number `u32`, then repeated components",
        Body::PoolText | Body::NodePath => "numbers `u32`, then repeated strings",
        Body::Dictionary => "numbers `u32`, then repeated pairs of values",
        Body::Array => "numbers `u32`, then repeated values",
        Body::TypedArray => {
            "the number of a type, a value that it selects, a number `u32`, then repeated values"
        }
        Body::Object => {
            "a choice by a flag of numbers and strings, in one table with repeated pairs of a string and a value after them"
        }
    }
}

/// Describes steps.
fn described(steps: &[Step<'_>]) -> String {
    let steps: Vec<_> = steps.iter().filter_map(self::step).collect();
    match steps.as_slice() {
        [] => "nothing".to_owned(),
        steps => steps.join(", then "),
    }
}

fn step(step: &Step<'_>) -> Option<String> {
    Some(match step {
        Step::Number(field) if field.row.bits.is_empty() => {
            format!("a number `{}`", field.row.wire)
        }
        Step::Number(field) => format!("a number `{}` with bit fields", field.row.wire),
        Step::Text(_) => "a string".to_owned(),
        Step::Components(_) => "components".to_owned(),
        Step::Value => "a value".to_owned(),
        Step::Reject(_) | Step::Objects => return None,
        Step::Branch(arms) => {
            let arms: Vec<_> = arms.iter().map(|arm| described(&arm.steps)).collect();
            format!("a choice of ({})", arms.join(") or ("))
        }
        Step::Select(select) => format!("the value `{}` that it selects", select.selected.row.name),
        Step::Present(field, steps) => {
            format!("if `{}` is present: {}", field.row.name, described(steps))
        }
        Step::Repeat(repeat) => format!("repeated ({})", described(&repeat.steps)),
    })
}
