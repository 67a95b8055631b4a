//! Writes the library's generated half as Rust.
//!
//! Generated code only sequences calls to the hand-written `runtime/`: which field comes after which, and which number a type has.

mod clone;
mod convert;
mod decode;
mod functions;
mod kinds;
mod layout;
mod names;
mod notes;
mod registry;
mod rows;
mod serde;
mod values;
mod variant;
mod variant_ref;

#[cfg(feature = "docs")]
pub(crate) use names::capitalised;

use crate::model::{DoubleBuilds, Layout, Schema};
use proc_macro2::TokenStream;

/// One generated file.
#[derive(Debug, Clone)]
pub struct File {
    /// Its name, such as `godot3.rs`.
    pub name: String,
    /// Its text, laid out as rustfmt would.
    pub text: String,
}

/// Single or double precision: what a component of the wire type `real` is.
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

/// The files that list the layouts and the schema's files; `is_enabled` tells whether a Cargo feature of the library is on.
///
/// `paths` are the schema's files, below its folder.
#[must_use]
pub fn lists(schema: &Schema, paths: &[String], is_enabled: &dyn Fn(&str) -> bool) -> Vec<File> {
    let raw = |name: &str, tokens: TokenStream| File {
        name: format!("{name}.rs"),
        text: tokens.to_string(),
    };
    vec![
        raw("layouts", registry::registry(schema, is_enabled)),
        raw("files", registry::schema_files(paths)),
        raw("pages", registry::pages(schema)),
    ]
}

/// Every file of the library's generated half.
///
/// # Panics
///
/// When the tokens are not Rust, which a checked schema cannot bring about.
#[must_use]
pub fn files(schema: &Schema) -> Vec<File> {
    let mut files = vec![
        file("format", &kinds::constants(schema)),
        file("kinds", &kinds::kinds(schema)),
        file("rows", &rows::rows(schema)),
        file("values", &values::values(schema, Precision::Single)),
        file("values_double", &values::values(schema, Precision::Double)),
        file("convert", &convert::conversions(schema)),
        file("notes", &notes::notes(schema)),
    ];
    for layout in &schema.layouts {
        for precision in Precision::of(layout) {
            files.push(file(
                &names::module(layout, precision),
                &layout::layout(schema, layout, precision),
            ));
        }
    }
    files
}

fn file(name: &str, tokens: &TokenStream) -> File {
    let syntax = syn::parse2(tokens.clone())
        .unwrap_or_else(|error| panic!("{name}.rs is not Rust: {error}\n{tokens}"));
    let text = spaced(&prettyplease::unparse(&syntax));
    File {
        name: format!("{name}.rs"),
        text: format!("// Generated from schema/ by gdvariant-codegen.\n\n{text}"),
    }
}

/// The text with an empty line behind every item of more than one line, as people write.
fn spaced(text: &str) -> String {
    let mut spaced = String::new();
    for (line, next) in text.lines().zip(text.lines().skip(1).chain([""])) {
        spaced.push_str(line);
        spaced.push('\n');
        let indent = line.len() - line.trim_start().len();
        let ends_item = ["}", "};", "];"].contains(&line.trim_start()) && indent <= 4;
        if ends_item && next.len() > indent && !next[indent..].starts_with([' ', '}', ')', '.']) {
            spaced.push('\n');
        }
    }
    spaced
}
