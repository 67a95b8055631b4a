//! Generates the library's Rust code.
//!
//! Generated code consists of tables, and of calls to the hand-written `runtime/`. The generated
//! code determines the order of fields and the numbers of types.

mod bodies;
mod edition;
mod file;
mod files;
mod kinds;
mod layout;
mod marker;
mod names;
mod notes;
mod records;
mod registry;
mod tables;
mod text;
mod values;
mod variant;

pub use file::File;
pub use names::capitalised;

use crate::model::Schema;

/// Generates the files that list the layouts, the defects of engines and the pages.
///
/// `is_enabled` is called with the name of a feature, as in [`files`].
#[must_use]
pub fn lists(schema: &Schema, is_enabled: &dyn Fn(&str) -> bool) -> Vec<File> {
    vec![
        File::new("layouts", registry::registry(schema, is_enabled)),
        File::new("layout_list", registry::layout_list(schema, is_enabled)),
        File::new("defects", registry::defects(schema)),
    ]
}

/// Generates the files that the library includes with the enabled features.
///
/// `is_enabled` is called with the name of a feature: the module of a layout, such as `godot3`, or
/// `double`. Kinds, names and notes for the compiler's errors cover all layouts, enabled or not.
#[must_use]
pub fn files(schema: &Schema, is_enabled: &dyn Fn(&str) -> bool) -> Vec<File> {
    let editions = edition::editions(schema).filter(|edition| edition.is_enabled(is_enabled));
    let editions: Vec<_> = editions.collect();
    let has_double = is_enabled("double");
    let mut files = vec![
        File::new(
            "format",
            [kinds::constants(schema), files::files(schema)]
                .into_iter()
                .collect(),
        ),
        File::new("kinds", kinds::kinds(schema)),
        File::new("tables", bodies::tables(schema, &editions, has_double)),
        File::new("values", values::values(schema, false)),
        File::new("variants", variant::lists(schema)),
    ];
    if has_double {
        let values = values::values(schema, true);
        files.push(File::new("values_double", values));
    }
    files.push(File::new("notes", notes::notes(schema)));
    let modules = editions.iter().enumerate().map(|(index, edition)| {
        File::new(&edition.module(), layout::layout(schema, *edition, index))
    });
    files.extend(modules);
    files
}
