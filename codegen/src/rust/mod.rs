//! Generates the library's Rust code.
//!
//! Generated code only sequences calls to the hand-written `runtime/`: which field follows which,
//! and which number a type has.

mod bodies;
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
mod numbers;
mod registry;
mod rows;
mod select;
mod serde;
mod skip;
mod start;
mod steps;
mod text;
mod typed_array;
mod values;
mod variant;
mod variant_ref;

#[cfg(feature = "docs")]
pub(crate) use names::capitalised;

use crate::model::{DoubleBuilds, Layout, Schema};
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
    /// The precisions that a layout has.
    fn of(layout: &Layout) -> impl Iterator<Item = Self> + use<> {
        let double = match layout.double {
            DoubleBuilds::None => None,
            DoubleBuilds::Plain => Some(Self::Double),
        };
        [Self::Single].into_iter().chain(double)
    }

    fn is_double(self) -> bool {
        self == Self::Double
    }
}

/// Generates the files that list the layouts and the schema's files.
///
/// `paths` are the schema's files, relative to its folder. `is_enabled` is called with the name of a feature, as in [`files`].
#[must_use]
pub fn lists(schema: &Schema, paths: &[String], is_enabled: &dyn Fn(&str) -> bool) -> Vec<File> {
    vec![
        file("layouts", registry::registry(schema, is_enabled)),
        file("files", registry::schema_files(paths)),
        file("pages", registry::pages(schema)),
    ]
}

/// The layouts and precisions to generate code for.
struct Enabled<'s> {
    layouts: Vec<&'s Layout>,
    has_double: bool,
}

impl<'s> Enabled<'s> {
    fn new(schema: &'s Schema, is_enabled: &dyn Fn(&str) -> bool) -> Self {
        let layouts = schema.layouts.iter();
        Self {
            layouts: layouts
                .filter(|layout| is_enabled(&layout.module))
                .collect(),
            has_double: is_enabled("double"),
        }
    }

    fn has_double(&self) -> bool {
        self.has_double
    }

    /// Every layout in every precision that it has.
    fn modules(&self) -> impl Iterator<Item = (&'s Layout, Precision)> {
        let precisions = |layout: &&'s Layout| {
            let layout = *layout;
            Precision::of(layout).map(move |precision| (layout, precision))
        };
        let modules = self.layouts.iter().flat_map(precisions);
        modules.filter(|(_, precision)| self.has_double || !precision.is_double())
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
        file("bodies", bodies::bodies(schema, &enabled)),
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
