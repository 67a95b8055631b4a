//! Reports objects: their classes, scripts and ids.

use super::rules::{
    Excerpt, FindingSink, NATIVE_LIBRARY, OBJECT, OBJECT_ID, OBJECT_SCRIPT, RESOURCE_CACHE,
    SCRIPT_SOURCE, report,
};
use gdvariant::inspect::{InspectRow, RowKind, Value};
use gdvariant::table::{Body, Wire};

/// The properties that run code or replace a file: the script of an object, the source code of a
/// script, and the path of a resource in the cache.
const PROPERTIES: [&str; 3] = ["script", "script/source", "resource_path"];

/// The class that loads native code in Godot 3.
const NATIVE_CLASS: &str = "GDNativeLibrary";

/// The property of [`PROPERTIES`] that the next row belongs to.
#[derive(Default)]
pub(super) struct Objects {
    /// The property whose name was decoded last, until its value starts.
    named: Option<&'static str>,
    /// The property whose value is being decoded; `None` within a container.
    current: Option<&'static str>,
}

impl Objects {
    pub(super) fn row(&mut self, row: &InspectRow<'_>, sink: &mut FindingSink<'_>) {
        match row.kind {
            RowKind::Header => self.header(row, sink),
            RowKind::Field if row.ty.body == Body::Object => self.field(row, sink),
            RowKind::Field => self.text(row, sink),
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

    /// Examines the start of a value.
    fn header(&mut self, row: &InspectRow<'_>, sink: &mut FindingSink<'_>) {
        self.current = self.named.take();
        match (self.current, row.ty.body) {
            (Some("script"), Body::Object) => report!(
                sink,
                row,
                OBJECT_SCRIPT,
                "a script within an object: if objects are allowed, Godot 3 attaches it and runs its _init, and Godot 4.3 and later reject it; do not allow objects"
            ),
            (Some("script"), Body::Text) => report!(
                sink,
                row,
                OBJECT_SCRIPT,
                "the path of an object's script: if objects are allowed, Godot 4.3 and later load and attach that script; do not allow objects"
            ),
            _ => {}
        }
    }

    /// Examines a class or the name of a property.
    fn field(&mut self, row: &InspectRow<'_>, sink: &mut FindingSink<'_>) {
        match (row.field.name, row.value) {
            ("class", Value::Text(class)) => {
                if class == NATIVE_CLASS {
                    report!(
                        sink,
                        row,
                        NATIVE_LIBRARY,
                        "a library of native code: if objects are allowed, Godot 3 loads its file for a NativeScript while it decodes the value; do not allow objects"
                    );
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
                self.named = PROPERTIES.into_iter().find(|known| *known == name);
            }
            _ => {}
        }
    }

    /// Examines the source code of a script, and the path of a resource. These properties can be
    /// strings or NodePaths.
    fn text(&mut self, row: &InspectRow<'_>, sink: &mut FindingSink<'_>) {
        match (self.current, row.value) {
            (Some("script/source"), Value::Text(text)) => report!(
                sink,
                row,
                SCRIPT_SOURCE,
                "{} bytes of source code, starting with {}: if objects are allowed, engines compile it, and Godot 4 runs its _static_init; do not allow objects",
                text.len(),
                Excerpt(text)
            ),
            (Some("resource_path"), Value::Text(text)) => report!(
                sink,
                row,
                RESOURCE_CACHE,
                "the object replaces {} in the resource cache: if objects are allowed, a later load() of that path returns the object; do not allow objects",
                Excerpt(text)
            ),
            _ => {}
        }
    }
}
