//! What a comparison knows of the command line.

use crate::layouts::{LayoutName, name_of};
use gdvariant::{ElementType, Escaped, Kind};

/// What a comparison knows of the command line.
pub(super) struct Settings {
    /// Whether nothing is shortened.
    pub(super) is_full: bool,
    /// Whether the order of keys does not matter.
    pub(super) ignores_order: bool,
    /// The two layouts.
    pub(super) layouts: [LayoutName; 2],
}

impl Settings {
    /// Returns the names of two containers with their declared types, such as `Array[int]`.
    pub(super) fn type_names(
        &self,
        kinds: [Kind; 2],
        declared: [&[&ElementType]; 2],
    ) -> [String; 2] {
        let [one, other] = self.layouts;
        [
            type_name(one, kinds[0], declared[0]),
            type_name(other, kinds[1], declared[1]),
        ]
    }
}

fn type_name(layout: LayoutName, kind: Kind, declared: &[&ElementType]) -> String {
    let name = name_of(layout, kind);
    if declared.iter().all(|declared| declared.is_any()) {
        return name.into();
    }
    let names = declared.iter().map(|declared| match declared {
        ElementType::Kind(kind) => name_of(layout, *kind).to_owned(),
        ElementType::Class(name) | ElementType::Script(name) => Escaped(name).to_string(),
        _ => "Variant".to_owned(),
    });
    format!("{name}[{}]", names.collect::<Vec<_>>().join(", "))
}
