//! A layout of a conversion, as data.

use crate::error::shortened;
use crate::table::TypeTable;
use crate::wire::component_rows::{ComponentType, component_rows};
use crate::{ElementType, Kind, Layout, TypedArray, TypedDictionary};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// One of the two layouts of a conversion, chosen at run time.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) title: &'static str,
    pub(super) keeps_root: bool,
    table_of: fn(Kind) -> Option<&'static TypeTable>,
    name_of: fn(Kind) -> &'static str,
    pub(super) has_typed_array: fn(Kind) -> bool,
    pub(super) has_typed_dictionaries: fn() -> bool,
}

impl Side {
    pub(super) fn of<L: Layout>() -> Self {
        Self {
            title: L::TITLE,
            keeps_root: L::KEEPS_ROOT,
            table_of: L::table_of,
            name_of: L::name_of,
            has_typed_array: |kind| L::typed_array(kind, TypedArray::default()).is_some(),
            has_typed_dictionaries: || L::typed_dictionary(TypedDictionary::default()).is_some(),
        }
    }

    /// Returns whether the layout has a kind.
    pub(super) fn has(self, kind: Kind) -> bool {
        self.table_of(kind).is_some()
    }

    pub(super) fn table_of(self, kind: Kind) -> Option<&'static TypeTable> {
        (self.table_of)(kind)
    }

    pub(super) fn name_of(self, kind: Kind) -> &'static str {
        (self.name_of)(kind)
    }

    /// Returns the number types of the components of a kind, or of an element of a pool array.
    pub(super) fn component_types(self, kind: Kind) -> Vec<ComponentType> {
        let rows = self.table_of(kind).into_iter().flat_map(component_rows);
        rows.map(ComponentType::of).collect()
    }

    /// Returns a type with its declared types, such as `Array[int]`.
    pub(super) fn typed_name(self, kind: Kind, declared: &[&ElementType]) -> String {
        let name = self.name_of(kind);
        if declared.iter().all(|declared| declared.is_any()) {
            return name.into();
        }
        let names = declared.iter().map(|declared| match declared {
            ElementType::Any => "Variant".into(),
            ElementType::Kind(kind) => self.name_of(*kind).into(),
            ElementType::Class(name) | ElementType::Script(name) => shortened(name),
        });
        let names: Vec<String> = names.collect();
        format!("{name}[{}]", names.join(", "))
    }
}
