//! Generates the library's Rust code.
//!
//! Generated code only sequences calls to the hand-written `runtime/`: which field follows which,
//! and which number a type has.

mod clone;
mod convert;
mod decode;
#[cfg(feature = "format")]
mod format;
mod functions;
mod kinds;
mod layout;
mod names;
mod notes;
mod rows;
mod serde;
mod text;
mod values;
mod variant;
mod variant_ref;

#[cfg(feature = "docs")]
pub(crate) use names::capitalised;

use crate::model::{Layout, Schema};
use proc_macro2::TokenStream;

/// A generated file.
#[derive(Debug, Clone)]
pub struct File {
    /// Its name, such as `godot3.rs`.
    pub name: String,
    tokens: TokenStream,
}

const HEADER: &str = "// Generated from schema/ by gdvariant-codegen.\n\n";

impl File {
    /// Returns the code as the compiler reads it, with a line for each item and statement.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{HEADER}{}", text::text(self.tokens.clone()))
    }

    /// Returns the code as people read it, formatted as rustfmt would.
    ///
    /// # Panics
    ///
    /// If the text is not Rust, which a checked schema cannot cause.
    #[cfg(feature = "format")]
    #[must_use]
    pub fn formatted(&self) -> String {
        format!("{HEADER}{}", format::format(&self.name, &self.text()))
    }
}

/// Single or double precision: the width of a component of the wire type `real`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Precision {
    Single,
    Double,
}

impl Precision {
    const BOTH: [Self; 2] = [Self::Single, Self::Double];

    fn is_double(self) -> bool {
        self == Self::Double
    }
}

/// The layouts and precisions to generate code for.
struct Enabled<'s> {
    layouts: Vec<&'s Layout>,
    precisions: Vec<Precision>,
}

impl<'s> Enabled<'s> {
    fn new(schema: &'s Schema, is_enabled: &dyn Fn(&str) -> bool) -> Self {
        let layouts = schema.layouts.iter();
        let precisions = Precision::BOTH.into_iter();
        Self {
            layouts: layouts
                .filter(|layout| is_enabled(&layout.module))
                .collect(),
            precisions: precisions
                .filter(|precision| !precision.is_double() || is_enabled("double"))
                .collect(),
        }
    }

    fn has_double(&self) -> bool {
        self.precisions.contains(&Precision::Double)
    }

    /// Every layout in every precision.
    fn modules(&self) -> impl Iterator<Item = (&'s Layout, Precision)> {
        self.layouts.iter().flat_map(|layout| {
            self.precisions
                .iter()
                .map(|precision| (*layout, *precision))
        })
    }
}

/// Generates the files that the library includes under the enabled features.
///
/// `is_enabled` is called with the name of a feature: the module of a layout, such as `godot3`, or `double`. Kinds, names and notes
/// for the compiler's errors cover all layouts, whatever is enabled.
#[must_use]
pub fn files(schema: &Schema, is_enabled: &dyn Fn(&str) -> bool) -> Vec<File> {
    let enabled = Enabled::new(schema, is_enabled);
    let mut files = vec![
        file("format", kinds::constants(schema)),
        file("kinds", kinds::kinds(schema)),
        file("rows", rows::rows(schema, &enabled)),
        file("values", values::values(schema, Precision::Single)),
    ];
    if enabled.has_double() {
        let values = values::values(schema, Precision::Double);
        files.push(file("values_double", values));
    }
    files.push(file("convert", convert::conversions(schema, &enabled)));
    files.push(file("notes", notes::notes(schema)));
    for (layout, precision) in enabled.modules() {
        files.push(file(
            &names::module(layout, precision),
            layout::layout(schema, layout, precision),
        ));
    }
    files
}

fn file(name: &str, tokens: TokenStream) -> File {
    File {
        name: format!("{name}.rs"),
        tokens,
    }
}
