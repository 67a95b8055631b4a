//! Generates the library's Rust code.
//!
//! Generated code consists of tables, and of calls to the hand-written `runtime/`. The generated
//! code determines the order of fields and the numbers of types.

mod bodies;
mod edition;
mod file_formats;
mod generated_file;
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

pub use generated_file::GeneratedFile;
pub use names::capitalised;

use crate::model::Schema;

/// Generates the files that the library includes with the enabled features.
///
/// `is_enabled` is called with the name of a feature: the module of a layout, such as `godot3`, or
/// `double`. Kinds, names and notes for the compiler's errors cover all layouts, enabled or not.
#[must_use]
pub fn files(schema: &Schema, is_enabled: &dyn Fn(&str) -> bool) -> Vec<GeneratedFile> {
    let editions = edition::editions(schema).filter(|edition| edition.is_enabled(is_enabled));
    let editions: Vec<_> = editions.collect();
    let has_double = is_enabled("double");
    let mut files = vec![
        GeneratedFile::new(
            "format",
            [kinds::constants(schema), file_formats::file_formats(schema)]
                .into_iter()
                .collect(),
        ),
        GeneratedFile::new("kinds", kinds::kinds(schema)),
        GeneratedFile::new("tables", bodies::tables(schema, &editions, has_double)),
        GeneratedFile::new("values", values::values(schema, false)),
        GeneratedFile::new("variants", variant::lists(schema)),
        GeneratedFile::new("layouts", registry::registry(schema, is_enabled)),
        GeneratedFile::new("layout_list", registry::layout_list(schema, is_enabled)),
        GeneratedFile::new("defects", registry::defects(schema)),
    ];
    if has_double {
        let values = values::values(schema, true);
        files.push(GeneratedFile::new("values_double", values));
    }
    files.push(GeneratedFile::new("notes", notes::notes(schema)));
    let modules = editions.iter().enumerate().map(|(index, edition)| {
        GeneratedFile::new(&edition.module(), layout::layout(schema, *edition, index))
    });
    files.extend(modules);
    files
}
