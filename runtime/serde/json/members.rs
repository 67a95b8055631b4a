//! The components of a value as members, as in scripts: `basis.x.y` is in the member `x` of the
//! member `basis`.

use crate::table::Row;
use alloc::vec::Vec;

/// Members of a value: components, or compound members.
#[derive(Debug)]
pub(super) struct Members<'n> {
    /// The components' names without the path so far, and their index in wire order.
    components: Vec<(&'n str, usize)>,
}

/// One member.
#[derive(Debug)]
pub(super) enum Member<'n> {
    /// A component, by its index in wire order.
    Component(usize),
    /// A member that consists of components.
    Compound(Members<'n>),
}

impl Members<'static> {
    /// Returns all members of a type with these rows.
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
    /// Returns the indices of the components if none of them is part of a compound member.
    pub(super) fn plain(&self) -> Option<impl ExactSizeIterator<Item = usize> + use<'_, 'n>> {
        let is_plain = self.components.iter().all(|(name, _)| !name.contains('.'));
        is_plain.then(|| self.components.iter().map(|(_, place)| *place))
    }

    /// Returns the members by name, in the wire order of their first components.
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
