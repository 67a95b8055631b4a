//! Reports what makes an engine load, run or touch something while it decodes a value, and ids of
//! objects.

use super::actions::act;
use super::effects::{EFFECTS, Effect, Form, LARGE_COUNT, Trigger};
use super::rules::{Excerpt, FindingSink, OBJECT, OBJECT_ID, report};
use gdvariant::inspect::{InspectRow, RowKind, Value};
use gdvariant::table::{Body, Wire};

/// The objects and the property that contain a row.
#[derive(Default)]
pub(super) struct Objects {
    /// The depth and the class of each open object. Classes without effects have no name.
    open: Vec<(usize, &'static str)>,
    /// The effects of the property whose name was decoded last, until its value starts.
    named: Vec<&'static Effect>,
    /// The effects of the property whose value is being decoded; empty within a container.
    current: Vec<&'static Effect>,
}

impl Objects {
    pub(super) fn row(&mut self, row: &InspectRow<'_>, sink: &mut FindingSink<'_>) {
        match row.kind {
            RowKind::Header => {
                self.current = std::mem::take(&mut self.named);
                self.property(row, sink);
            }
            RowKind::Field if row.ty.body == Body::Object => self.field(row, sink),
            RowKind::Field => {
                declared(row, sink);
                self.property(row, sink);
            }
            _ => {}
        }
        if let (Wire::U64, "id", Value::Unsigned(id @ 1..)) =
            (row.field.wire, row.field.name, row.value)
        {
            report!(
                sink,
                row,
                OBJECT_ID,
                "the {} with id {id} exists only in the process that wrote it; store a name or a path instead",
                row.ty.name
            );
        }
    }

    /// Examines a class or the name of a property.
    fn field(&mut self, row: &InspectRow<'_>, sink: &mut FindingSink<'_>) {
        match (row.field.name, row.value) {
            ("class", Value::Text(class)) => {
                self.open(row.path.depth(), class);
                for effect in EFFECTS {
                    if matches!(effect.trigger, Trigger::Class(name) if name == class) {
                        act(effect, row, class, sink);
                    }
                }
                report!(
                    sink,
                    row,
                    OBJECT,
                    "a full object of the class {}: engines reject the value, or, if objects are allowed, create the object and set its properties",
                    Excerpt(class)
                );
            }
            ("class_length", Value::Unsigned(0)) => report!(
                sink,
                row,
                OBJECT,
                "null, encoded as a full object: engines reject the value unless objects are allowed; write null as Nil"
            ),
            ("name", Value::Text(name)) => {
                let class = self.class(row.path.depth());
                let is_named = |effect: &&Effect| {
                    matches!(effect.trigger, Trigger::Property(classes, property, _)
                        if property == name && (classes.is_empty() || classes.contains(&class)))
                };
                self.named = EFFECTS.iter().filter(is_named).collect();
            }
            _ => {}
        }
    }

    /// Notes the class of an object that starts.
    fn open(&mut self, depth: usize, class: &str) {
        let mut known = EFFECTS.iter().filter_map(|effect| match effect.trigger {
            Trigger::Property(classes, ..) => classes.iter().find(|known| **known == class),
            _ => None,
        });
        while self.open.pop_if(|(open, _)| *open >= depth).is_some() {}
        self.open.push((depth, known.next().copied().unwrap_or("")));
    }

    /// Returns the class of the object with a property, whose name is at this depth.
    fn class(&mut self, depth: usize) -> &'static str {
        while self.open.pop_if(|(open, _)| *open >= depth).is_some() {}
        self.open.last().map_or("", |(_, class)| class)
    }

    /// Examines the value of a property.
    fn property(&self, row: &InspectRow<'_>, sink: &mut FindingSink<'_>) {
        for effect in &self.current {
            let Trigger::Property(.., form) = effect.trigger else {
                continue;
            };
            if has_form(row, form) {
                let text = match row.value {
                    Value::Text(text) => text,
                    _ => "",
                };
                act(effect, row, text, sink);
            }
        }
    }
}

/// The smallest number from which subtracting a turn of 360 degrees changes nothing.
const ENDLESS: f64 = 4e18;

/// Returns whether a row shows that a value has a form.
fn has_form(row: &InspectRow<'_>, form: Form) -> bool {
    let is_header = row.kind == RowKind::Header;
    match (form, row.value) {
        (Form::Any, _) => is_header,
        (Form::Object, _) => is_header && row.ty.body == Body::Object,
        (Form::Text, Value::Text(_)) => row.ty.body == Body::Text,
        (Form::Convertible, Value::Text(_)) => true,
        (Form::Count, Value::Unsigned(number)) => number >= LARGE_COUNT.into(),
        (Form::Count, Value::Signed(number)) => number >= LARGE_COUNT.into(),
        (Form::Count, Value::F32(number)) => f64::from(number) >= LARGE_COUNT.into(),
        (Form::Count, Value::Double(number)) => number >= LARGE_COUNT.into(),
        (Form::Count, Value::Text(text)) => {
            // The smallest large count has seven digits.
            text.bytes().filter(u8::is_ascii_digit).count() >= 7
        }
        (Form::Infinite, Value::F32(number)) => f64::from(number).abs() >= ENDLESS,
        (Form::Infinite, Value::Double(number)) => number.abs() >= ENDLESS,
        (Form::Elements, Value::Unsigned(1..) | Value::Flags { number: 1.., .. }) => {
            row.field.name == "count"
        }
        _ => false,
    }
}

/// Examines the script in the declared type of a container.
fn declared(row: &InspectRow<'_>, sink: &mut FindingSink<'_>) {
    if let (Some(effect), Value::Text(path)) = (declared_script(row), row.value) {
        act(effect, row, path, sink);
    }
}

/// Returns the effect of a row if the row is the script in the declared type of a container.
pub(super) fn declared_script(row: &InspectRow<'_>) -> Option<&'static Effect> {
    let is_it = |effect: &&Effect| matches!(effect.trigger, Trigger::Declared(field) if field == row.field.name);
    EFFECTS.iter().find(is_it)
}
