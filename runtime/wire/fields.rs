//! Bodies of fixed length: consecutive components, little-endian.

use crate::Kind;
use crate::table::layout::Layout;
use crate::table::{Body, Row, TypeTable, Wire};
use crate::wire::number::{Float, Number};
use alloc::vec::Vec;

/// A value whose body is a fixed sequence of components, such as a vector, a matrix or a color.
///
/// The rows of the schema define the sequence. Elements of packed arrays are such values, too.
pub trait Fields: Copy {
    /// The length of the body in bytes.
    const LENGTH: usize;

    /// The rows, for errors and the inspector. Offsets count from the start of a standalone value.
    const ROWS: &'static [&'static Row];

    /// Passes the components to a sink, in the order of the rows.
    fn put<S: FieldSink>(&self, to: &mut S);

    /// Decodes the components in the order of the rows.
    fn take(from: &mut FieldReader<'_>) -> Self;

    /// Returns values in place as encoded bodies, if both have the same bytes in memory.
    #[inline]
    fn bodies(_values: &[Self]) -> Option<&[u8]> {
        None
    }

    /// Returns encoded bodies in place as values, if both have the same bytes and the bodies are
    /// aligned.
    #[inline]
    fn of_bodies(_bodies: &[u8]) -> Option<&[Self]> {
        None
    }
}

/// Implements the bulk methods of [`Fields`] for values with components in the order of the rows.
///
/// On little-endian targets the memory of such values equals their encoding.
macro_rules! same_in_memory {
    () => {
        #[cfg(all(feature = "bytemuck", target_endian = "little"))]
        #[inline]
        fn bodies(values: &[Self]) -> Option<&[u8]> {
            bytemuck::try_cast_slice(values).ok()
        }

        #[cfg(all(feature = "bytemuck", target_endian = "little"))]
        #[inline]
        fn of_bodies(bodies: &[u8]) -> Option<&[Self]> {
            // An empty slice needs no alignment.
            if bodies.is_empty() {
                Some(&[])
            } else {
                bytemuck::try_cast_slice(bodies).ok()
            }
        }
    };
}

pub(crate) use same_in_memory;

/// A destination for components, such as a buffer or a visitor.
pub trait FieldSink {
    /// Consumes the next component.
    fn put<C: Component>(&mut self, component: C);
}

/// A component: a number of fixed length.
pub trait Component: Copy {
    /// The encoded bytes.
    type Bytes: AsRef<[u8]> + for<'a> TryFrom<&'a [u8]> + Default;

    /// Encodes the component as little-endian bytes.
    fn to_bytes(self) -> Self::Bytes;

    /// Decodes the component from little-endian bytes.
    fn from_bytes(bytes: Self::Bytes) -> Self;

    /// Returns the component as a [`Number`], exactly.
    fn to_number(self) -> Number;
}

macro_rules! components {
    ($($number:ty: $case:ident),*) => {$(
        impl Component for $number {
            type Bytes = [u8; size_of::<$number>()];

            #[inline]
            fn to_bytes(self) -> Self::Bytes {
                self.to_le_bytes()
            }

            #[inline]
            fn from_bytes(bytes: Self::Bytes) -> Self {
                Self::from_le_bytes(bytes)
            }

            #[inline]
            fn to_number(self) -> Number {
                Number::$case(self.into())
            }
        }
    )*};
}

components!(u8: Int, i32: Int, i64: Int, f32: Single, f64: Double);

/// Encodes components into the bytes of a body.
#[derive(Debug)]
pub(crate) struct FieldWriter<'b> {
    rest: &'b mut [u8],
}

impl<'b> FieldWriter<'b> {
    /// Creates a writer for exactly the bytes of a body.
    pub(crate) fn new(body: &'b mut [u8]) -> Self {
        Self { rest: body }
    }
}

impl FieldSink for FieldWriter<'_> {
    #[inline]
    fn put<C: Component>(&mut self, component: C) {
        let bytes = component.to_bytes();
        let bytes = bytes.as_ref();
        if let Some((slot, rest)) =
            core::mem::take(&mut self.rest).split_at_mut_checked(bytes.len())
        {
            slot.copy_from_slice(bytes);
            self.rest = rest;
        }
    }
}

/// Decodes components from the bytes of a body.
#[derive(Debug)]
pub struct FieldReader<'b> {
    rest: &'b [u8],
}

impl<'b> FieldReader<'b> {
    /// Creates a reader of exactly the bytes of a body.
    #[inline]
    pub(crate) fn new(body: &'b [u8]) -> Self {
        Self { rest: body }
    }

    /// Consumes the next component. Returns zero after the end of the body; generated code reaches
    /// the end only if [`Fields::LENGTH`] is too small.
    #[inline]
    pub fn take<C: Component>(&mut self) -> C {
        let Some((bytes, rest)) = self.rest.split_at_checked(size_of::<C::Bytes>()) else {
            return C::from_bytes(C::Bytes::default());
        };
        self.rest = rest;
        C::from_bytes(C::Bytes::try_from(bytes).unwrap_or_default())
    }
}

macro_rules! single_component {
    ($($number:ty: $($row:ident)::+),*) => {$(
        impl Fields for $number {
            const LENGTH: usize = size_of::<$number>();
            const ROWS: &'static [&'static Row] = &[&crate::table::bodies::$($row)::+];

            #[inline]
            fn put<S: FieldSink>(&self, to: &mut S) {
                to.put(*self);
            }

            #[inline]
            fn take(from: &mut FieldReader<'_>) -> Self {
                from.take()
            }

            same_in_memory!();
        }
    )*};
}

single_component!(
    u8: packed_byte_array::VALUE,
    i32: packed_int32_array::VALUE,
    f32: packed_float32_array::VALUE,
    i64: packed_int64_array::VALUE,
    f64: packed_float64_array::VALUE
);

/// Decodes the value with this body.
#[inline]
pub(crate) fn value_of<T: Fields>(body: &[u8]) -> T {
    T::take(&mut FieldReader::new(body))
}

/// Appends the bodies of `values` to `out`.
pub(crate) fn put_all<T: Fields>(values: &[T], out: &mut alloc::vec::Vec<u8>) {
    if let Some(bodies) = T::bodies(values) {
        return out.extend_from_slice(bodies);
    }
    let start = out.len();
    out.resize(start + values.len() * T::LENGTH, 0);
    let mut bodies = FieldWriter::new(out.get_mut(start..).unwrap_or_default());
    for value in values {
        value.put(&mut bodies);
    }
}

/// Appends the values of `bodies` to `values`.
pub(crate) fn take_all<T: Fields>(bodies: &[u8], values: &mut alloc::vec::Vec<T>) {
    values.reserve_exact(bodies.len() / T::LENGTH);
    if let Some(same) = T::of_bodies(bodies) {
        return values.extend_from_slice(same);
    }
    values.extend(bodies.chunks_exact(T::LENGTH).map(value_of::<T>));
}

/// Returns the rows of the components of a value, or of one element of a packed array.
pub(crate) fn component_rows(table: &TypeTable) -> impl Iterator<Item = &'static Row> + use<> {
    element_rows(table).iter().copied()
}

/// Returns the rows of [`component_rows`] as a slice.
pub(crate) const fn element_rows(table: &TypeTable) -> &'static [&'static Row] {
    match (table.body, rows(table)) {
        // The first row of a packed array is the count.
        (Body::Packed, [_, rows @ ..]) | (_, rows) => rows,
    }
}

/// Returns the rows of the type's first table.
pub(crate) const fn rows(table: &TypeTable) -> &'static [&'static Row] {
    match table.tables {
        [table, ..] => table.rows,
        [] => &[],
    }
}

/// Returns the number types of the components of a kind, or of an element of a packed array.
///
/// Returns an empty list if the layout lacks the kind or is not enabled.
pub fn component_types(layout: &Layout, kind: Kind) -> Vec<ComponentType> {
    let rows = layout.table_of(kind).into_iter().flat_map(component_rows);
    rows.map(ComponentType::of).collect()
}

/// The number type of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComponentType {
    /// An unsigned 8-bit integer.
    Byte,
    /// A 32-bit integer.
    I32,
    /// A 64-bit integer.
    I64,
    /// A 32-bit float.
    Single,
    /// A 64-bit float.
    Double,
}

impl ComponentType {
    /// Returns the number type of a component's row.
    pub(crate) fn of(row: &Row) -> Self {
        match (row.wire, row.fixed_length()) {
            (Wire::Byte, _) => Self::Byte,
            (Wire::I32, _) => Self::I32,
            (Wire::I64, _) => Self::I64,
            (_, 8) => Self::Double,
            _ => Self::Single,
        }
    }

    /// Returns the length of the component in bytes.
    pub fn length(self) -> usize {
        match self {
            Self::Byte => size_of::<u8>(),
            Self::I32 => size_of::<i32>(),
            Self::I64 => size_of::<i64>(),
            Self::Single => size_of::<f32>(),
            Self::Double => size_of::<f64>(),
        }
    }

    /// Decodes a component.
    pub fn decode(self, bytes: &[u8]) -> Number {
        let mut reader = FieldReader::new(bytes);
        match self {
            Self::Byte => reader.take::<u8>().to_number(),
            Self::I32 => reader.take::<i32>().to_number(),
            Self::I64 => reader.take::<i64>().to_number(),
            Self::Single => reader.take::<f32>().to_number(),
            Self::Double => reader.take::<f64>().to_number(),
        }
    }

    /// Returns whether the component type represents an integer exactly.
    pub(crate) fn holds(self, value: i64) -> bool {
        match self {
            Self::Byte => u8::try_from(value).is_ok(),
            Self::I32 => i32::try_from(value).is_ok(),
            Self::I64 => true,
            Self::Single => f32::from_int(value, false).is_ok(),
            Self::Double => f64::from_int(value, false).is_ok(),
        }
    }

    /// Returns whether the component type is a float type.
    pub(crate) fn is_float(self) -> bool {
        matches!(self, Self::Single | Self::Double)
    }
}
