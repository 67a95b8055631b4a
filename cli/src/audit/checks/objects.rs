//! Objects: their classes, their scripts and their ids.

use super::super::finding::{Finding, Sink};
use super::super::rule::{ENGINES, Rule, Severity};
use super::excerpt::Excerpt;
use gdvariant::inspect::{InspectRow, RowKind, Value};
use gdvariant::table::{Body, Wire};

pub(in crate::audit) const OBJECT: Rule = Rule {
    id: "object",
    severity: Severity::Warning,
    measured: ENGINES,
    explanation: "An object with its class and its properties: engines reject the value unless objects are allowed, and otherwise create the object.",
};

pub(in crate::audit) const SCRIPT: Rule = Rule {
    id: "object-script",
    severity: Severity::Error,
    measured: ENGINES,
    explanation: "An object with a script: if objects are allowed, loading the value runs the script.",
};

pub(in crate::audit) const SOURCE: Rule = Rule {
    id: "script-source",
    severity: Severity::Error,
    measured: ENGINES,
    explanation: "The source code of a script: if objects are allowed, engines compile it, and Godot 4 runs its _static_init.",
};

pub(in crate::audit) const NATIVE: Rule = Rule {
    id: "native-library",
    severity: Severity::Error,
    measured: "3.2.3, 3.6.2",
    explanation: "A GDNativeLibrary: if objects are allowed, a NativeScript of it loads native code while Godot 3 decodes the value.",
};

pub(in crate::audit) const CACHE: Rule = Rule {
    id: "resource-cache",
    severity: Severity::Error,
    measured: ENGINES,
    explanation: "An object with a resource_path: if objects are allowed, it replaces the file of that path for every later load().",
};

pub(in crate::audit) const ID: Rule = Rule {
    id: "object-id",
    severity: Severity::Note,
    measured: ENGINES,
    explanation: "The id of an object, a signal's object or a resource, which exists only in the process that wrote it.",
};

/// The property of an object that is its script.
const SCRIPT_PROPERTY: &str = "script";

/// The property of a script in an object that is its code.
const SOURCE_PROPERTY: &str = "script/source";

/// The property of a resource that is its path in the cache.
const PATH_PROPERTY: &str = "resource_path";

/// The class that loads native code in Godot 3.
const NATIVE_CLASS: &str = "GDNativeLibrary";

/// A property that runs code, or replaces a file.
#[derive(Clone, Copy)]
enum Property {
    Script,
    Source,
    Path,
}

/// What precedes a row.
#[derive(Default)]
pub(in crate::audit) struct Objects {
    /// The property whose name was the last one, until its value starts.
    named: Option<Property>,
    /// The property whose value is being decoded, unless it has members.
    current: Option<Property>,
}

impl Objects {
    pub(in crate::audit) fn row(&mut self, row: &InspectRow<'_>, sink: &mut Sink<'_>) {
        match row.kind {
            RowKind::Header => self.header(row, sink),
            RowKind::Field if row.ty.body == Body::Object => self.field(row, sink),
            RowKind::Field => self.text(row, sink),
            _ => {}
        }
        if let (Wire::U64, "id", Value::Unsigned(id @ 1..)) =
            (row.field.wire, row.field.name, row.value)
        {
            sink(&Finding::new(
                &ID,
                row,
                format_args!(
                    "the {} of id {id} exists only in the process that wrote it; store a name or a path that finds it",
                    row.ty.name
                ),
            ));
        }
    }

    /// Examines the start of a value.
    fn header(&mut self, row: &InspectRow<'_>, sink: &mut Sink<'_>) {
        self.current = self.named.take();
        let Some(Property::Script) = self.current else {
            return;
        };
        match row.ty.body {
            Body::Object => sink(&Finding::new(
                &SCRIPT,
                row,
                format_args!(
                    "a script within an object: if objects are allowed, Godot 3 attaches it and runs its _init, and Godot 4.3 and later reject it; do not allow objects"
                ),
            )),
            Body::Text => sink(&Finding::new(
                &SCRIPT,
                row,
                format_args!(
                    "the path of an object's script: if objects are allowed, Godot 4.3 and later load that script and attach it; do not allow objects"
                ),
            )),
            _ => {}
        }
    }

    /// Examines a class or the name of a property.
    fn field(&mut self, row: &InspectRow<'_>, sink: &mut Sink<'_>) {
        match (row.field.name, row.value) {
            ("class", Value::Text(class)) => {
                if class == NATIVE_CLASS {
                    sink(&Finding::new(
                        &NATIVE,
                        row,
                        format_args!(
                            "a library of native code: if objects are allowed, Godot 3 loads its file for a NativeScript while it decodes the value; do not allow objects"
                        ),
                    ));
                }
                sink(&Finding::new(
                    &OBJECT,
                    row,
                    format_args!(
                        "a whole object of the class {}: engines reject the value unless objects are allowed, and otherwise create the object and set its properties",
                        Excerpt(class)
                    ),
                ));
            }
            ("class_length", Value::Unsigned(0)) => sink(&Finding::new(
                &OBJECT,
                row,
                format_args!(
                    "a null object in the form of a whole one: engines reject the value unless objects are allowed; write null as Nil"
                ),
            )),
            ("name", Value::Text(name)) => {
                self.named = match name {
                    SCRIPT_PROPERTY => Some(Property::Script),
                    SOURCE_PROPERTY => Some(Property::Source),
                    PATH_PROPERTY => Some(Property::Path),
                    _ => None,
                };
            }
            _ => {}
        }
    }

    /// Examines the code of a script, and the path of a resource. Both can also be a NodePath.
    fn text(&mut self, row: &InspectRow<'_>, sink: &mut Sink<'_>) {
        let Value::Text(text) = row.value else {
            return;
        };
        match self.current {
            Some(Property::Source) => sink(&Finding::new(
                &SOURCE,
                row,
                format_args!(
                    "{} bytes of source code, starting with {}: if objects are allowed, engines compile it, and Godot 4 runs its _static_init; do not allow objects",
                    text.len(),
                    Excerpt(text)
                ),
            )),
            Some(Property::Path) => sink(&Finding::new(
                &CACHE,
                row,
                format_args!(
                    "the object takes the path {} in the cache of resources: if objects are allowed, a later load() of that path returns the object; do not allow objects",
                    Excerpt(text)
                ),
            )),
            _ => {}
        }
    }
}
