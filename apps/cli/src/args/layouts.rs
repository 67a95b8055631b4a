//! The layouts that the command line can name.

use crate::terminal::failure::Failure;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use gdvariant::Kind;
use gdvariant::schema::{LAYOUTS, Layout, layout_named};
use std::collections::BTreeSet;
use std::slice;
use std::sync::LazyLock;

/// The value of `--layout`: a layout, or `None` for `auto`.
pub(crate) type LayoutOption = Option<&'static Layout>;

/// A layout, and the option of the command line that selects it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Selection {
    pub(crate) layout: &'static Layout,
    /// The option, such as `--layout`.
    pub(crate) option: &'static str,
}

/// The names of the layouts with hyphens. `clap` requires static strings.
static ALIASES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let hyphenated = |layout: &Layout| layout.name.replace('_', "-");
    LAYOUTS.iter().map(hyphenated).collect()
});

/// Returns a parser of the names of layouts.
pub(super) fn layout() -> impl TypedValueParser<Value = &'static Layout> {
    // Other names are errors of the command line.
    PossibleValuesParser::new(names()).map(|name| named(&name).unwrap_or(&LAYOUTS[0]))
}

/// Returns a parser of the names of layouts and of `auto`.
pub(super) fn layout_or_auto() -> impl TypedValueParser<Value = LayoutOption> {
    let auto = PossibleValue::new("auto").help("detect the layout");
    let names = [auto].into_iter().chain(names());
    PossibleValuesParser::new(names).map(|name| named(&name))
}

fn named(name: &str) -> Option<&'static Layout> {
    layout_named(&name.replace('-', "_"))
}

/// Returns the names of the layouts with their help.
fn names() -> impl Iterator<Item = PossibleValue> {
    LAYOUTS.iter().zip(&*ALIASES).map(|(layout, alias)| {
        let help = if layout.is_double {
            layout.title.to_owned()
        } else {
            let engines = layout.description.trim_start_matches("The layout of ");
            engines.trim_end_matches('.').to_owned()
        };
        let value = PossibleValue::new(layout.name).help(help);
        if alias == layout.name {
            value
        } else {
            value.alias(alias.as_str())
        }
    })
}

/// Returns a parser of the names of types in any layout.
pub(super) fn type_name() -> PossibleValuesParser {
    let types = LAYOUTS.iter().flat_map(Layout::types);
    let names: BTreeSet<_> = types.map(|it| it.name).collect();
    PossibleValuesParser::new(names)
}

/// Returns the kind of the type with this name in `layout`, or in any layout.
pub(crate) fn kind_named(layout: Option<&'static Layout>, name: &str) -> Result<Kind, Failure> {
    let layouts = layout.map_or(LAYOUTS, slice::from_ref);
    let mut types = layouts.iter().flat_map(Layout::types);
    let found = types.find(|ty| ty.name.eq_ignore_ascii_case(name));
    let layout = layout.map_or("auto", |layout| layout.name);
    let missing = || Failure::usage(format!("the layout {layout} has no type {name:?}"));
    found.map(|ty| ty.kind).ok_or_else(missing)
}
