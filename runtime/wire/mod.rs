//! The primitives of both directions, by wire type: generated code calls them with the rules of the
//! schema.

pub(crate) mod array;
mod container;
#[allow(dead_code, reason = "not every layout declares types")]
pub(crate) mod declared;
pub(crate) mod dictionary;
pub(crate) mod element;
pub(crate) mod ints;
pub(crate) mod node_path;
pub(crate) mod number;
mod object;
pub(crate) mod packed;
mod precision;
pub(crate) mod rule;
mod skip;
pub(crate) mod string;
mod strings;
#[allow(dead_code, reason = "not every layout declares types")]
mod target;
#[allow(dead_code, reason = "only derived types of layouts that declare types")]
mod typed;
#[allow(dead_code, reason = "not every layout has typed arrays")]
pub(crate) mod typed_array;

/// Returns the number of bytes that pad a value of this length: every value ends at a multiple of
/// the alignment.
#[cfg(feature = "serde")]
pub(crate) const fn padding_after(length: usize) -> usize {
    let pad = rule::Pad {
        to: crate::format::ALIGNMENT,
        may_be_missing: false,
    };
    pad.after(length)
}

pub use array::ArrayWriter;
pub use dictionary::DictionaryWriter;
pub use skip::Ignored;
