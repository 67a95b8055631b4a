use super::SerdeLayout;
use crate::Writer;

/// Encodes what serde serializes as a value of the layout `L`. The module of each layout re-exports
/// it.
///
/// It takes a [`Writer`], so that an implementation of [`Encode`](crate::Encode) can encode a part
/// of its value through serde.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Writer, godot3};
/// use serde::Serialize;
///
/// let mut bytes = Vec::new();
/// (1, true).serialize(godot3::serde::Serializer::new(&mut Writer::new(&mut bytes)))?;
/// assert_eq!(bytes, godot3::to_vec(&(1, true))?);
/// # }
/// # Ok::<(), gdvariant::EncodeError>(())
/// ```
#[derive(Debug)]
pub struct Serializer<'s, 'w, L> {
    pub(super) writer: &'s mut Writer<'w, L>,
}

impl<'s, 'w, L: SerdeLayout> Serializer<'s, 'w, L> {
    /// Creates a serializer that appends to the output of the writer.
    #[inline]
    pub fn new(writer: &'s mut Writer<'w, L>) -> Self {
        Self { writer }
    }
}
