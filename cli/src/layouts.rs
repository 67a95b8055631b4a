//! Work that is done for whichever layout the command line names.

use crate::failure::Failure;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use gdvariant::schema::{LAYOUTS, LayoutInfo};
use gdvariant::table::TypeTable;
use gdvariant::{KeyEquality, Kind, Layout};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::LazyLock;

/// A layout that the program knows of, built in or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LayoutName(&'static LayoutInfo);

/// A layout that the command line names, or `auto`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct LayoutOption(pub(crate) Option<LayoutName>);

/// A layout, and the option of the command line that named it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Chosen {
    /// The layout.
    pub(crate) layout: LayoutName,
    /// The option.
    pub(crate) option: &'static str,
}

/// The layouts, and each name with hyphens, which clap wants to be static.
static NAMES: LazyLock<Vec<LayoutName>> =
    LazyLock::new(|| LAYOUTS.iter().map(LayoutName).collect());
static OPTIONS: LazyLock<Vec<LayoutOption>> = LazyLock::new(|| {
    let named = NAMES.iter().map(|name| LayoutOption(Some(*name)));
    [LayoutOption(None)].into_iter().chain(named).collect()
});
static ALIASES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let hyphenated = |layout: &LayoutInfo| layout.name.replace('_', "-");
    LAYOUTS.iter().map(hyphenated).collect()
});

impl LayoutName {
    pub(crate) fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns the description of the layout.
    pub(crate) fn info(self) -> &'static LayoutInfo {
        self.0
    }

    /// Returns whether builds of an engine read and write it.
    pub(crate) fn is_implemented(self) -> bool {
        self.0.is_implemented
    }

    /// Returns the layout of the engine with the most users.
    pub(crate) fn most_used() -> Self {
        let most_used = NAMES.iter().find(|it| it.name() == "godot4");
        most_used.copied().unwrap_or_default()
    }

    /// Fails if the program was built without it.
    pub(crate) fn check_built_in(self) -> Result<(), Failure> {
        if self.0.is_built_in {
            Ok(())
        } else {
            Err(not_built_in(self))
        }
    }

    /// Returns its double-precision form, or itself where it has none.
    pub(crate) fn in_double(self) -> Self {
        let is_form = |other: &&Self| other.0.base == self.0.base && other.0.is_double;
        NAMES.iter().find(is_form).copied().unwrap_or(self)
    }
}

impl From<&'static LayoutInfo> for LayoutName {
    fn from(layout: &'static LayoutInfo) -> Self {
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
            None => Some(PossibleValue::new("auto").help("the layout that the bytes have")),
        }
    }
}

/// The first layout of the schema.
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
        let help = if !layout.is_implemented {
            format!("{}, which no build reads or writes", layout.title)
        } else if layout.is_double {
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

/// A layout whose values have the JSON form and can be keys: every one.
pub(crate) trait JsonLayout:
    Layout<Variant: Serialize + DeserializeOwned + KeyEquality + 'static>
{
}

impl<L: Layout<Variant: Serialize + DeserializeOwned + KeyEquality + 'static>> JsonLayout for L {}

/// What can be done for any layout.
pub(crate) trait Job {
    /// Its result.
    type Output;

    /// Does it for the layout `L`.
    fn run<L: JsonLayout>(self) -> Result<Self::Output, Failure>;
}

/// Does a job for a layout, if it is built in.
pub(crate) fn dispatch<J: Job>(layout: LayoutName, job: J) -> Result<J::Output, Failure> {
    macro_rules! run {
        ({ $job:ident } $({ $module:ident $marker:ident $types:tt })*) => {
            $(if layout.name() == gdvariant::$marker::NAME {
                return $job.run::<gdvariant::$marker>();
            })*
        };
    }
    gdvariant::each_layout!(run { job });
    Err(not_built_in(layout))
}

/// Returns the types of a layout, or of all layouts that are built in.
pub(crate) fn types(layout: Option<LayoutName>) -> Result<Vec<&'static TypeTable>, Failure> {
    layout.map_or_else(|| Ok(tables()), |layout| dispatch(layout, Types))
}

struct Types;

impl Job for Types {
    type Output = Vec<&'static TypeTable>;

    fn run<L: JsonLayout>(self) -> Result<Self::Output, Failure> {
        Ok(L::TYPES.iter().collect())
    }
}

/// Returns the name of a type in a layout, or its common name if the layout lacks it.
pub(crate) fn name_of(layout: LayoutName, kind: Kind) -> &'static str {
    dispatch(layout, NameOf(kind)).unwrap_or_default()
}

struct NameOf(Kind);

impl Job for NameOf {
    type Output = &'static str;

    fn run<L: JsonLayout>(self) -> Result<&'static str, Failure> {
        Ok(L::name_of(self.0))
    }
}

/// Returns the types of all layouts that are built in.
pub(crate) fn tables() -> Vec<&'static TypeTable> {
    let mut tables = Vec::new();
    macro_rules! add {
        ({ $tables:ident } $({ $module:ident $marker:ident $types:tt })*) => {
            $($tables.extend(gdvariant::$marker::TYPES);)*
        };
    }
    gdvariant::each_layout!(add { tables });
    tables
}

/// Returns the failure of a name that no type of a layout has.
pub(crate) fn no_such_type(layout: &str, name: &str) -> Failure {
    Failure::Usage(format!(
        "the layout {layout} has no type {name:?}; `gdvariant types --layout {layout}` lists them"
    ))
}

fn not_built_in(LayoutName(layout): LayoutName) -> Failure {
    let (name, features) = (layout.name, layout.features.join(","));
    Failure::Usage(format!(
        "the layout {name} is not built in; install it with: cargo install gdvariant-cli --features {features}"
    ))
}
