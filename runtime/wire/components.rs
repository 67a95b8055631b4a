//! The lengths of components.

use crate::table::{Body, TypeTable};
use crate::wire::component_rows::element_rows;
use crate::{Kind, LayoutRules};

/// The lengths in bytes of the components of a layout's types.
pub(crate) struct Components<L>(core::marker::PhantomData<L>);

impl<L: LayoutRules> Components<L> {
    const LENGTHS: [Option<usize>; Kind::ALL.len()] = {
        let mut lengths = [None; Kind::ALL.len()];
        let mut number = 0;
        while number < L::TABLES.len() {
            lengths[number] = length(&L::TABLES[number]);
            number += 1;
        }
        lengths
    };

    /// Returns the length in bytes of the components of the type with this number.
    ///
    /// For a packed array, returns the length of an element. Returns `None` if the body does not
    /// consist of components.
    #[inline]
    pub(crate) fn length(number: u8) -> Option<usize> {
        *Self::LENGTHS.get(usize::from(number))?
    }
}

/// Returns the length of the components of a type, or `None` if its body has other fields.
const fn length(table: &TypeTable) -> Option<usize> {
    let mut rows = match table.body {
        Body::Fields | Body::Packed => element_rows(table),
        _ => return None,
    };
    let mut length = 0;
    while let [row, rest @ ..] = rows {
        length += row.fixed_length();
        rows = rest;
    }
    Some(length)
}
