//! The layouts that the command line can name.

use crate::terminal::failure::Failure;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use gdvariant::schema::{LAYOUTS, Layout};
use gdvariant::table::TypeTable;
use gdvariant_files::packages::layouts;
use std::slice;
use std::sync::LazyLock;

/// A layout of the schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LayoutName(&'static Layout);

/// The value of `--layout`: a layout, or `None` for `auto`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct LayoutOption(pub(crate) Option<LayoutName>);

/// A layout, and the option of the command line that selects it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Selection {
    pub(crate) layout: LayoutName,
    /// The option, such as `--layout`.
    pub(crate) option: &'static str,
}

/// The layouts as values of options, and their names with hyphens. `clap` requires static values.
static NAMES: LazyLock<Vec<LayoutName>> =
    LazyLock::new(|| LAYOUTS.iter().map(LayoutName).collect());
static OPTIONS: LazyLock<Vec<LayoutOption>> = LazyLock::new(|| {
    let named = NAMES.iter().map(|name| LayoutOption(Some(*name)));
    [LayoutOption(None)].into_iter().chain(named).collect()
});
static ALIASES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let hyphenated = |layout: &'static Layout| layout.name.replace('_', "-");
    LAYOUTS.iter().map(hyphenated).collect()
});

impl LayoutName {
    pub(crate) fn name(self) -> &'static str {
        self.0.name
    }

    pub(crate) fn info(self) -> &'static Layout {
        self.0
    }

    /// Returns the layout of the engine with the most users.
    pub(crate) fn most_used() -> Self {
        Self(layouts::most_used())
    }
}

impl From<&'static Layout> for LayoutName {
    fn from(layout: &'static Layout) -> Self {
        Self(layout)
    }
}

impl ValueEnum for LayoutOption {
    fn value_variants<'a>() -> &'a [Self] {
        &OPTIONS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self.0 {
            Some(name) => name.to_possible_value(),
            None => Some(PossibleValue::new("auto").help("detect the layout")),
        }
    }
}

/// Returns the first layout of the schema.
impl Default for LayoutName {
    fn default() -> Self {
        Self(&LAYOUTS[0])
    }
}

impl ValueEnum for LayoutName {
    fn value_variants<'a>() -> &'a [Self] {
        &NAMES
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let Self(layout) = self;
        let help = if layout.is_double {
            layout.title.to_owned()
        } else {
            let engines = layout.description.trim_start_matches("The layout of ");
            engines.trim_end_matches('.').to_owned()
        };
        let index = LAYOUTS.iter().position(|other| other.name == layout.name)?;
        let value = PossibleValue::new(layout.name).help(help);
        Some(match ALIASES.get(index) {
            Some(alias) if alias != layout.name => value.alias(alias.as_str()),
            _ => value,
        })
    }
}

/// Returns the types of `layout`, or of all layouts.
pub(crate) fn types(layout: Option<LayoutName>) -> Vec<&'static TypeTable> {
    let layouts = layout.map_or(LAYOUTS, |layout| slice::from_ref(layout.0));
    layouts.iter().flat_map(|layout| layout.types()).collect()
}

/// Returns the failure for an unknown name of a type.
pub(crate) fn no_such_type(layout: &str, name: &str) -> Failure {
    Failure::usage(format!(
        "unknown type {name:?} in the layout {layout}; `gdvariant types --layout {layout}` lists all types"
    ))
}
