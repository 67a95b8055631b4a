//! The components of a value as a script sees them: `basis.x.y` is in the member `x` of the member `basis`.

use crate::table::{Offset, Row, TypeTable, Wire};
use alloc::vec::Vec;

/// The rows of the components: those of a value, or those of one element of a pool array.
pub(crate) fn component_rows(table: &TypeTable) -> impl Iterator<Item = &'static Row> + use<> {
    let rows = rows(table);
    let is_pool = rows
        .iter()
        .any(|row| matches!(row.offset, Offset::Element { .. }));
    rows.iter()
        .copied()
        .filter(move |row| !is_pool || matches!(row.offset, Offset::Element { .. }))
}

/// The rows of the type's first table.
pub(super) fn rows(table: &TypeTable) -> &'static [&'static Row] {
    table.tables.first().map_or(&[], |table| table.rows)
}

/// What a component is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ComponentType {
    /// A byte.
    Byte,
    /// A whole number of 32 bits.
    Int,
    /// A float of 32 bits.
    Single,
    /// A float of 64 bits.
    Double,
}

impl ComponentType {
    pub(crate) fn of(row: &Row) -> Self {
        match (row.wire, row.fixed_length()) {
            (Wire::Byte, _) => Self::Byte,
            (Wire::I32, _) => Self::Int,
            (_, 8) => Self::Double,
            _ => Self::Single,
        }
    }
}

/// Members of a value: components, or members that have members.
#[derive(Debug)]
pub(super) struct Members<'n> {
    /// What is left of the components' names, and where they come on the wire.
    components: Vec<(&'n str, usize)>,
}

/// One member.
#[derive(Debug)]
pub(super) enum Member<'n> {
    /// A component, by its place on the wire.
    Component(usize),
    /// Components together.
    Compound(Members<'n>),
}

impl Members<'static> {
    /// All members of a type of these components.
    pub(super) fn of(rows: &[&'static Row]) -> Self {
        Self {
            components: rows
                .iter()
                .enumerate()
                .map(|(place, row)| (row.name, place))
                .collect(),
        }
    }
}

impl<'n> Members<'n> {
    /// The places of the components on the wire, where none of them has members.
    pub(super) fn plain(&self) -> Option<impl ExactSizeIterator<Item = usize> + use<'_, 'n>> {
        let is_plain = self.components.iter().all(|(name, _)| !name.contains('.'));
        is_plain.then(|| self.components.iter().map(|(_, place)| *place))
    }

    /// The members by name, in the order in which they come on the wire first.
    pub(super) fn named(&self) -> Vec<(&'n str, Member<'n>)> {
        let mut members: Vec<(&'n str, Member<'n>)> = Vec::new();
        for &(name, place) in &self.components {
            let Some((first, rest)) = name.split_once('.') else {
                members.push((name, Member::Component(place)));
                continue;
            };
            match members.iter_mut().find(|(name, _)| *name == first) {
                Some((_, Member::Compound(present))) => present.components.push((rest, place)),
                _ => members.push((
                    first,
                    Member::Compound(Members {
                        components: Vec::from([(rest, place)]),
                    }),
                )),
            }
        }
        members
    }
}
