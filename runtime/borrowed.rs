//! What a `VariantRef` borrows from the input: bytes that were checked, and are read when asked for.

use crate::fields::{FieldReader, Fields, take_all};
use crate::node_path::{Counts, Names};
use crate::number::Number;
use crate::reader::Header;
use crate::view::{Numbers, visit_each};
use crate::{
    Decode, DecodeError, DecodeErrorKind, Dictionary, Encode, EncodeError, KeyEquality, Kind,
    Layout, Object, Pool, PoolElement, Reader, Segment, TypedArray, TypedDictionary, WholeObject,
    Writer,
};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::slice;

/// The elements of a pool array, still in the input; copying it copies no element. They are what implements [`PoolElement`] but for text: `u8`,
/// `i32`, `f32` or `f64`, vectors and [`Color`](crate::Color).
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Pool, PoolView, godot3};
///
/// let bytes = godot3::to_vec(&Pool(vec![1, 2, 3]))?;
/// let view: PoolView<'_, i32> = godot3::from_slice(&bytes)?;
/// assert_eq!(view.get(1), Some(2));
/// assert_eq!(view.iter().sum::<i32>(), 6);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct PoolView<'de, T> {
    /// A whole number of elements.
    bytes: &'de [u8],
    element: PhantomData<fn() -> T>,
}

impl<'de, T: Fields> PoolView<'de, T> {
    pub(crate) fn new(bytes: &'de [u8]) -> Self {
        Self {
            bytes,
            element: PhantomData,
        }
    }

    /// The number of elements.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::{Pool, PoolView, godot3};
    ///
    /// let bytes = godot3::to_vec(&Pool([1_u8, 2]))?;
    /// let view: PoolView<u8> = godot3::from_slice(&bytes)?;
    /// assert_eq!((view.len(), view.is_empty()), (2, false));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len() / T::LENGTH
    }

    /// Whether there are no elements.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::{Pool, PoolView, godot3};
    ///
    /// let bytes = godot3::to_vec(&Pool(Vec::<u8>::new()))?;
    /// assert!(godot3::from_slice::<PoolView<u8>>(&bytes)?.is_empty());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The element of an index.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<T> {
        let start = index.checked_mul(T::LENGTH)?;
        let body = self.bytes.get(start..)?.get(..T::LENGTH)?;
        Some(T::take(&mut FieldReader::new(body)))
    }

    /// Returns an iterator over the elements in order.
    pub fn iter(&self) -> PoolIter<'de, T> {
        PoolIter {
            bodies: self.bytes.chunks_exact(T::LENGTH),
            element: PhantomData,
        }
    }

    /// The elements in a vector of their own.
    #[must_use]
    pub fn to_vec(&self) -> Vec<T> {
        let mut elements = Vec::new();
        take_all(self.bytes, &mut elements);
        elements
    }

    /// The elements where they are in the input, without a copy; none where numbers are not little-endian in memory, or the first element does
    /// not lie where its type can, which is at multiples of 4 bytes, or of 8 for components of 64 bits. Single bytes lie well anywhere. All in an
    /// input lies at multiples of 4 bytes from its start, so that it is enough for components of 32 bits that the input itself does, as a
    /// vector that was read from a file or a socket. With the feature `bytemuck`, which is on by default.
    ///
    /// ```
    /// # #[cfg(all(feature = "godot3", target_endian = "little"))] {
    /// use gdvariant::{Pool, PoolView, Vector2, godot3};
    ///
    /// let bytes = godot3::to_vec(&Pool([Vector2::new(1.0, 2.0)]))?;
    /// let view: PoolView<'_, Vector2> = godot3::from_slice(&bytes)?;
    /// let points = view.as_slice().map_or_else(|| view.to_vec().into(), std::borrow::Cow::Borrowed);
    /// assert_eq!(*points, [Vector2::new(1.0, 2.0)]);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "bytemuck")]
    #[must_use]
    pub fn as_slice(&self) -> Option<&'de [T]> {
        T::of_bodies(self.bytes)
    }

    /// The bytes of the elements, little-endian, without padding: what a graphics card takes. Wherever the input lies they are not copied.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::{Pool, PoolView, godot3};
    ///
    /// let bytes = godot3::to_vec(&Pool([1, 2]))?;
    /// let view: PoolView<i32> = godot3::from_slice(&bytes)?;
    /// assert_eq!(view.as_bytes(), [1, 0, 0, 0, 2, 0, 0, 0]);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn as_bytes(&self) -> &'de [u8] {
        self.bytes
    }
}

/// The elements in a vector of their own.
impl<T: Fields> From<PoolView<'_, T>> for Pool<Vec<T>> {
    fn from(view: PoolView<'_, T>) -> Self {
        Self(view.to_vec())
    }
}

/// An iterator over the elements of a [`PoolView`].
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Pool, PoolView, godot3};
///
/// let bytes = godot3::to_vec(&Pool([1, 2]))?;
/// let view: PoolView<i32> = godot3::from_slice(&bytes)?;
/// assert_eq!(view.into_iter().sum::<i32>(), 3);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[must_use = "iterators are lazy"]
pub struct PoolIter<'de, T> {
    bodies: slice::ChunksExact<'de, u8>,
    element: PhantomData<fn() -> T>,
}

impl<T: Fields> PoolIter<'_, T> {
    fn element(body: &[u8]) -> T {
        T::take(&mut FieldReader::new(body))
    }
}

impl<T: Fields> Iterator for PoolIter<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.bodies.next().map(Self::element)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.bodies.size_hint()
    }
}

impl<T: Fields> DoubleEndedIterator for PoolIter<'_, T> {
    fn next_back(&mut self) -> Option<T> {
        self.bodies.next_back().map(Self::element)
    }
}

impl<T: Fields> ExactSizeIterator for PoolIter<'_, T> {}

impl<T: Fields> FusedIterator for PoolIter<'_, T> {}

impl<'de, T: Fields> IntoIterator for PoolView<'de, T> {
    type Item = T;
    type IntoIter = PoolIter<'de, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'de, T: Fields> IntoIterator for &PoolView<'de, T> {
    type Item = T;
    type IntoIter = PoolIter<'de, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Fields + PartialEq> PartialEq for PoolView<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<T: Fields + fmt::Debug> fmt::Debug for PoolView<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Fields> Numbers for PoolView<'_, T> {
    fn visit(&self, visit: &mut dyn FnMut(Number)) {
        visit_each(self.iter(), visit);
    }

    fn elements(&self) -> usize {
        self.len()
    }

    fn element(&self, index: usize, visit: &mut dyn FnMut(Number)) {
        visit_each(self.get(index), visit);
    }

    fn encode(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.bytes);
    }
}

impl<L: Layout, T: Fields + PoolElement<L>> Encode<L> for PoolView<'_, T> {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        writer.pool_of(T::KIND, self.len(), self.bytes)
    }
}

impl<'de, L: Layout, T: Fields + PoolElement<L>> Decode<'de, L> for PoolView<'de, T> {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        let header = reader.header_of(T::KIND)?;
        reader.pool_view(header, T::KIND)
    }
}

/// A value of components, still in the input: what is larger than a `VariantRef` should be.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Basis, ValueView, godot3};
///
/// let bytes = godot3::to_vec(&Basis::default())?;
/// let view: ValueView<'_, Basis> = godot3::from_slice(&bytes)?;
/// assert_eq!(view.get(), Basis::default());
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct ValueView<'de, T> {
    /// Exactly the body.
    body: &'de [u8],
    value: PhantomData<fn() -> T>,
}

impl<T: Fields> ValueView<'_, T> {
    /// The value.
    #[must_use]
    pub fn get(&self) -> T {
        T::take(&mut FieldReader::new(self.body))
    }
}

impl<T: Fields + PartialEq> PartialEq for ValueView<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl<T: Fields + fmt::Debug> fmt::Debug for ValueView<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl<T: Fields> Numbers for ValueView<'_, T> {
    fn visit(&self, visit: &mut dyn FnMut(Number)) {
        self.get().visit(visit);
    }

    fn elements(&self) -> usize {
        1
    }

    fn element(&self, _index: usize, visit: &mut dyn FnMut(Number)) {
        self.get().visit(visit);
    }

    fn encode(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.body);
    }
}

impl<L: Layout, T: Fields + Encode<L>> Encode<L> for ValueView<'_, T> {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        self.get().encode(writer)
    }
}

impl<'de, L: Layout, T: Fields + Decode<'de, L>> Decode<'de, L> for ValueView<'de, T> {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        let body = reader.clone();
        // Reading it as the value checks the header, and that the body is whole.
        T::decode(reader)?;
        body.value_view_behind_header()
    }
}

/// A NodePath, still in the input.
///
/// With [`DecodeOptions::engine`](crate::DecodeOptions::engine) a name that the engine reads as another one cannot be borrowed, and is an
/// error; a [`NodePath`](crate::NodePath) takes it.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{NodePath, NodePathRef, godot3};
///
/// let bytes = godot3::to_vec(&NodePath::from("/root/Main:position"))?;
/// let path: NodePathRef<'_> = godot3::from_slice(&bytes)?;
/// assert_eq!(path.names().collect::<Vec<_>>(), ["root", "Main"]);
/// assert_eq!(path.to_string(), "/root/Main:position");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct NodePathRef<'de> {
    /// Lengths, names and padding as they came; all of them are whole, and text that needs no change in reading.
    parts: &'de [u8],
    counts: Counts,
}

impl<'de> NodePathRef<'de> {
    /// Whether the path starts at the root.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::{NodePath, NodePathRef, godot3};
    ///
    /// let bytes = godot3::to_vec(&NodePath::from("/root/Main:position"))?;
    /// let path: NodePathRef = godot3::from_slice(&bytes)?;
    /// assert!(path.is_absolute());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_absolute(&self) -> bool {
        self.counts.is_absolute()
    }

    /// Whether there are neither names nor sub-names.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::{NodePath, NodePathRef, godot3};
    ///
    /// let bytes = godot3::to_vec(&NodePath::from("/root/Main:position"))?;
    /// let path: NodePathRef = godot3::from_slice(&bytes)?;
    /// assert!(!path.is_empty());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The names of the nodes.
    pub fn names(&self) -> impl Iterator<Item = &'de str> + Clone + use<'de> {
        Names::new(self.parts).take(self.counts.names() as usize)
    }

    /// The names of the property and its members.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::{NodePath, NodePathRef, godot3};
    ///
    /// let bytes = godot3::to_vec(&NodePath::from("/root/Main:position"))?;
    /// let path: NodePathRef = godot3::from_slice(&bytes)?;
    /// assert_eq!(path.subnames().collect::<Vec<_>>(), ["position"]);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn subnames(&self) -> impl Iterator<Item = &'de str> + Clone + use<'de> {
        Names::new(self.parts).skip(self.counts.names() as usize)
    }
}

impl PartialEq for NodePathRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        // The padding may differ.
        self.counts == other.counts && Names::new(self.parts).eq(Names::new(other.parts))
    }
}

impl Eq for NodePathRef<'_> {}

impl core::hash::Hash for NodePathRef<'_> {
    fn hash<H: core::hash::Hasher>(&self, hasher: &mut H) {
        self.counts.hash(hasher);
        for name in Names::new(self.parts) {
            name.hash(hasher);
        }
    }
}

impl From<NodePathRef<'_>> for crate::NodePath {
    fn from(path: NodePathRef<'_>) -> Self {
        Self::of_wire(path.parts, path.counts)
    }
}

/// The path as scripts write it.
impl fmt::Display for NodePathRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::node_path::display(f, self.is_absolute(), self.names(), self.subnames())
    }
}

impl fmt::Debug for NodePathRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::NodePath::from(*self).fmt(f)
    }
}

impl<L: Layout> Encode<L> for NodePathRef<'_> {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        writer.start([], Kind::NodePath, self.counts.encode());
        // Name by name, because engines leave memory in the padding.
        let rule = &crate::bodies::node_path::COUNTED_EACH_NAME_NAME;
        Names::new(self.parts).try_for_each(|name| writer.text_body(rule, name))
    }
}

impl<'de, L: Layout> Decode<'de, L> for NodePathRef<'de> {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        reader.header_of(Kind::NodePath)?;
        reader.node_path_ref()
    }
}

/// The same elements, owned. A loop, as iterators would take more of the stack at each level.
pub(crate) fn own_array<A: Into<B>, B>(elements: Vec<A>) -> Vec<B> {
    let mut owned = Vec::with_capacity(elements.len());
    for element in elements {
        owned.push(element.into());
    }
    owned
}

/// Converts a borrowed typed array to an owned one.
#[allow(dead_code, reason = "not every layout has typed arrays")]
#[allow(
    clippy::boxed_local,
    clippy::unnecessary_box_returns,
    reason = "a Variant holds the typed array in a box"
)]
pub(crate) fn own_typed_array<A: Into<B>, B>(array: Box<TypedArray<A>>) -> Box<TypedArray<B>> {
    let TypedArray { element, values } = *array;
    let values = own_array(values);
    Box::new(TypedArray { element, values })
}

/// The same Dictionary with declared types, owned.
#[allow(
    dead_code,
    clippy::boxed_local,
    clippy::unnecessary_box_returns,
    reason = "the Variant of Godot 4 holds it in a box"
)]
pub(crate) fn own_typed_dictionary<A: Into<B>, B: KeyEquality>(
    dictionary: Box<TypedDictionary<A>>,
) -> Box<TypedDictionary<B>> {
    let TypedDictionary {
        key,
        value,
        entries,
    } = *dictionary;
    let entries = own_dictionary(entries);
    Box::new(TypedDictionary {
        key,
        value,
        entries,
    })
}

/// The same pairs, owned.
pub(crate) fn own_dictionary<A: Into<B>, B: KeyEquality>(pairs: Dictionary<A>) -> Dictionary<B> {
    let mut owned = Dictionary::new();
    owned.reserve(pairs.len());
    for (key, value) in pairs {
        owned.insert(key, value);
    }
    owned
}

/// The same object, its properties owned.
pub(crate) fn own_object<A: Into<B>, B>(object: Object<A>) -> Object<B> {
    match object {
        Object::Id(id) => Object::Id(id),
        Object::Whole(object) => {
            let mut properties = Vec::with_capacity(object.properties.len());
            for (name, value) in object.properties {
                properties.push((name, value.into()));
            }
            Object::Whole(Box::new(WholeObject {
                class: object.class,
                properties,
            }))
        }
    }
}

impl<'de, L: Layout> Reader<'de, L> {
    /// Decodes the body of a pool array without copying its elements.
    pub(crate) fn pool_view<T: Fields>(
        &mut self,
        header: Header,
        kind: Kind,
    ) -> Result<PoolView<'de, T>, DecodeError> {
        self.check_borrowed(header)?;
        crate::bodies::packed(self, kind, T::LENGTH).map(PoolView::new)
    }

    /// Decodes a body of components without copying it.
    pub(crate) fn value_view<T: Fields>(
        &mut self,
        header: Header,
    ) -> Result<ValueView<'de, T>, DecodeError> {
        self.check_borrowed(header)?;
        let body = self.components(header, T::TABLE, T::LENGTH)?;
        Ok(ValueView {
            body,
            value: PhantomData,
        })
    }

    fn value_view_behind_header<T: Fields>(mut self) -> Result<ValueView<'de, T>, DecodeError> {
        let header = self.header()?;
        self.value_view(header)
    }

    /// Rejects components of the other precision, which have to be converted.
    #[inline]
    fn check_borrowed(&self, header: Header) -> Result<(), DecodeError> {
        if header.is_other_precision::<L>() {
            return Err(self.error(DecodeErrorKind::CannotBorrow));
        }
        Ok(())
    }

    /// Takes the body of a NodePath, and leaves its names in the input.
    pub(crate) fn node_path_ref(&mut self) -> Result<NodePathRef<'de>, DecodeError> {
        let counts = self.node_path_counts()?;
        let parts = self.rest();
        for index in 0..counts.total() {
            self.whole_name()
                .map_err(|error| error.within(Segment::Index(index)))?;
        }
        let taken = parts.len() - self.rest().len();
        // Most engines decode an absolute path without names as the empty path.
        let is_dropped = counts.total() == 0 && self.options().lenient && !L::KEEPS_ROOT;
        let counts = Counts::new(
            counts.names(),
            counts.subnames(),
            counts.is_absolute() && !is_dropped,
        );
        Ok(NodePathRef {
            parts: parts.get(..taken).unwrap_or_default(),
            counts,
        })
    }
}
