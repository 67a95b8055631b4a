//! The offset table of each type and the rules of its numbers and strings; generated from the
//! schema.

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// Returns the encoding of a kind of string.
#[inline]
pub(crate) const fn counted_text(kind: Kind) -> &'static CountedText {
    match RULES[kind as usize].body {
        BodyRules::Text(text) => text,
        _ => string::BODY,
    }
}

/// Returns the count of a kind of packed array.
#[inline]
pub(crate) const fn packed_count(kind: Kind) -> &'static Count {
    match RULES[kind as usize].body {
        BodyRules::Packed(packed) => packed.count,
        _ => bytes::BODY.count,
    }
}
