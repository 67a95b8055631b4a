//! The body of a type as a sequence of steps: the model that all emitters read.
//!
//! The tables of a type list the offsets of fields. Steps are the instructions that decode and
//! encode a body: counts, choices by a flag, and repetitions.

use crate::model::{
    BitField, Body, Is, Length, Pad, Role, Row, Schema, Table, Type, find as by_name,
};

/// A row with its table, which together name it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Field<'s> {
    pub(crate) table: &'s Table,
    pub(crate) row: &'s Row,
}

impl Field<'_> {
    /// Returns whether the field is a `u32`: a count, a length or flags.
    pub(crate) fn is_u32(&self) -> bool {
        self.row.wire == "u32"
    }
}

/// One step of a body, in the order of the bytes.
#[derive(Debug, Clone)]
pub(crate) enum Step<'s> {
    /// A number, with its bit fields.
    Number(Field<'s>),
    /// A string and its length.
    Text(Text<'s>),
    /// The components of a value or an element.
    Components(&'s Table),
    /// A value with its own header, of any type or of the type that the row names.
    Value,
    /// Decoding returns an error if a bit field has a given value.
    Reject(Reject<'s>),
    /// Decoding requires the option to allow objects.
    Objects,
    /// A flag of the header selects the steps.
    Branch(Vec<Arm<'s>>),
    /// A type number and a flag of the header select a value.
    Select(Select<'s>),
    /// The steps follow if the string before them is not empty.
    Present(Vec<Step<'s>>),
    /// A repetition of steps.
    Repeat(Repeat<'s>),
}

/// A string and its length.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Text<'s> {
    pub(crate) length: Field<'s>,
    pub(crate) text: Field<'s>,
}

/// A value of a bit field that decoding rejects.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reject<'s> {
    pub(crate) field: Field<'s>,
    pub(crate) bits: &'s BitField,
    pub(crate) value: u32,
    pub(crate) error: &'s str,
}

/// A value that is present if a type number has a role and a header flag has a given value.
///
/// The flag has no meaning for other types.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Select<'s> {
    pub(crate) field: Field<'s>,
    pub(crate) bits: &'s BitField,
    pub(crate) role: Role,
    pub(crate) flag: &'s BitField,
    pub(crate) value: u32,
    pub(crate) selected: Field<'s>,
}

/// The steps that a flag of the header selects.
#[derive(Debug, Clone)]
pub(crate) struct Arm<'s> {
    pub(crate) table: &'s Table,
    pub(crate) flag: &'s BitField,
    pub(crate) value: u32,
    pub(crate) steps: Vec<Step<'s>>,
}

/// Repeated steps, and the fields that count the repetitions.
#[derive(Debug, Clone)]
pub(crate) struct Repeat<'s> {
    /// The numbers whose sum is the count: each a field, or one of the field's bit fields.
    pub(crate) counts: Vec<(Field<'s>, Option<&'s BitField>)>,
    pub(crate) steps: Vec<Step<'s>>,
    pub(crate) pad: Option<Pad>,
}

/// Returns the steps of a type's body.
pub(crate) fn steps<'s>(schema: &Schema, ty: &'s Type) -> Vec<Step<'s>> {
    let mut steps = Vec::new();
    if ty.body == Body::Fields {
        steps.extend(ty.tables.iter().map(Step::Components));
        return steps;
    }
    for table in &ty.tables {
        add_table(schema, ty, table, &mut steps);
    }
    steps
}

fn add_table<'s>(schema: &Schema, ty: &'s Type, table: &'s Table, steps: &mut Vec<Step<'s>>) {
    if let [condition] = table.when.as_slice()
        && let Is::Number(value) = condition.is
    {
        if let Some(flag) = by_name(&ty.flags, &condition.field) {
            let arm = Arm {
                table,
                flag,
                value,
                steps: rows(schema, table),
            };
            return add_arm(arm, steps);
        }
        if let Some(error) = &table.reject
            && let Some((field, Some(bits))) = find(ty, &condition.field)
        {
            let reject = Reject {
                field,
                bits,
                value,
                error,
            };
            return steps.push(Step::Reject(reject));
        }
    }
    if let Some(select) = select(ty, table) {
        return steps.push(Step::Select(select));
    }
    let is_packed_array = table.rows.iter().any(Row::is_element);
    let counts = table.repeat.iter().filter_map(|name| find(ty, name));
    let counts: Vec<_> = counts.collect();
    if counts.is_empty() || is_packed_array {
        steps.extend(rows(schema, table));
    }
    if let Some((count, _)) = counts.first().copied() {
        let repeat = Repeat {
            counts,
            steps: if is_packed_array {
                vec![Step::Components(table)]
            } else {
                rows(schema, table)
            },
            pad: table.pad,
        };
        place(Step::Repeat(repeat), count, steps);
    }
}

/// Returns the value that the conditions of a table select.
fn select<'s>(ty: &'s Type, table: &'s Table) -> Option<Select<'s>> {
    let (mut number, mut flag) = (None, None);
    for condition in &table.when {
        match condition.is {
            Is::Role(role) => number = Some((find(ty, &condition.field)?, role)),
            Is::Number(value) => flag = Some((by_name(&ty.flags, &condition.field)?, value)),
        }
    }
    let (((field, bits), role), (flag, value)) = (number?, flag?);
    Some(Select {
        field,
        bits: bits?,
        role,
        flag,
        value,
        selected: Field {
            table,
            row: table.rows.first()?,
        },
    })
}

/// Adds an arm to the branch at the end, or starts a new branch.
fn add_arm<'s>(arm: Arm<'s>, steps: &mut Vec<Step<'s>>) {
    match steps.last_mut() {
        Some(Step::Branch(arms)) if arms.iter().all(|other| other.flag == arm.flag) => {
            arms.push(arm);
        }
        _ => steps.push(Step::Branch(vec![arm])),
    }
}

/// Adds repeated fields to the steps that contain the count; returns the fields if no steps do.
fn place<'s>(repeat: Step<'s>, count: Field<'s>, steps: &mut Vec<Step<'s>>) -> Option<Step<'s>> {
    let is_count = |step: &Step| matches!(step, Step::Number(field) if *field == count);
    if steps.iter().any(is_count) {
        steps.push(repeat);
        return None;
    }
    let mut inner: Vec<&mut Vec<Step<'s>>> = Vec::new();
    for step in steps {
        match step {
            Step::Branch(arms) => inner.extend(arms.iter_mut().map(|arm| &mut arm.steps)),
            Step::Present(steps) => inner.push(steps),
            _ => {}
        }
    }
    inner
        .into_iter()
        .try_fold(repeat, |repeat, steps| {
            place(repeat, count, steps).ok_or(())
        })
        .ok()
}

/// Returns the steps of a table's rows, except for the components of elements.
fn rows<'s>(schema: &Schema, table: &'s Table) -> Vec<Step<'s>> {
    let mut rows = table.rows.split(Row::is_element);
    let rows = rows.next().unwrap_or_default();
    let conditional = rows.iter().position(|row| row.needs_text);
    let (always, conditional) = rows.split_at(conditional.unwrap_or(rows.len()));
    let mut steps = Vec::new();
    if table.needs_objects {
        steps.push(Step::Objects);
    }
    steps.extend(row_steps(schema, table, always));
    if !conditional.is_empty() {
        steps.push(Step::Present(row_steps(schema, table, conditional)));
    }
    steps
}

/// Returns the steps of consecutive rows.
fn row_steps<'s>(schema: &Schema, table: &'s Table, mut rows: &'s [Row]) -> Vec<Step<'s>> {
    let mut steps = Vec::new();
    while let [row, after @ ..] = rows {
        let length = Field { table, row };
        rows = after;
        steps.push(match after {
            [row, after @ ..] if length.is_u32() && row.is_string() => {
                let text = Field { table, row };
                rows = after;
                Step::Text(Text { length, text })
            }
            _ if schema.wire(&row.wire).length == Length::Counted => Step::Value,
            _ => Step::Number(length),
        });
    }
    steps
}

/// Finds a number of a type, or a bit field of one: `name_count.count`.
pub(crate) fn find<'s>(ty: &'s Type, name: &str) -> Option<(Field<'s>, Option<&'s BitField>)> {
    let (row, bits) = split_field(name);
    let field = ty.tables.iter().find_map(|table| named(table, row))?;
    match bits {
        Some(bits) => Some((field, Some(by_name(&field.row.bits, bits)?))),
        None => Some((field, None)),
    }
}

/// Splits the name of a field into the name of the row and, if present, that of the bit field.
pub(crate) fn split_field(name: &str) -> (&str, Option<&str>) {
    match name.split_once('.') {
        Some((row, bits)) => (row, Some(bits)),
        None => (name, None),
    }
}

fn named<'s>(table: &'s Table, name: &str) -> Option<Field<'s>> {
    let row = by_name(&table.rows, name)?;
    Some(Field { table, row })
}
