//! Numbers as components: bodies of fixed length, their rows and number types, and conversions to
//! floats.

use crate::table::layout::Layout;
use crate::table::{Body, Row, TypeInfo, Wire};
use crate::{DecodeErrorKind, Kind};
use alloc::vec::Vec;

/// The exact value of a component of any number type.
///
/// ```
/// # #[cfg(all(feature = "godot4", feature = "std"))] {
/// use gdvariant::any::{AnyRef, AnyView, Number};
/// use gdvariant::{Godot4, Variant, Vector2i};
///
/// let value = Variant::from(Vector2i::new(3, 4));
/// if let AnyView::Fields(numbers) = AnyRef::new::<Godot4>(&value).view() {
///     numbers.visit(&mut |number| assert!(matches!(number, Number::Int(3 | 4))));
/// }
/// # }
/// ```
#[derive(Debug, Clone, Copy)]
pub enum Number {
    /// An integer.
    Int(i64),
    /// A float in single precision.
    Single(f32),
    /// A float in double precision.
    Double(f64),
}

impl Number {
    /// Converts the number to a 64-bit float: a 64-bit integer to the nearest float, others
    /// exactly. A NaN keeps its sign and its payload.
    ///
    /// ```
    /// # #[cfg(feature = "std")] {
    /// use gdvariant::any::Number;
    ///
    /// assert_eq!(Number::Single(0.5).to_f64(), 0.5);
    /// # }
    /// ```
    #[expect(
        clippy::cast_precision_loss,
        reason = "large 64-bit integers are rounded"
    )]
    pub fn to_f64(self) -> f64 {
        match self {
            Self::Int(value) => value as f64,
            Self::Single(value) => widened(value),
            Self::Double(value) => value,
        }
    }

    /// Returns the bits of the number: the 64 bits of an integer, or the bits of a float.
    pub(crate) fn bits(self) -> u64 {
        match self {
            Self::Int(value) => value.cast_unsigned(),
            Self::Single(value) => value.to_bits().into(),
            Self::Double(value) => value.to_bits(),
        }
    }

    /// Returns whether the number is a NaN.
    pub(crate) fn is_nan(self) -> bool {
        self.to_f64().is_nan()
    }
}

/// A float type that numbers are converted to. Floats are rounded, but not to infinity. Integers
/// have to be represented exactly, unless rounding is allowed.
pub(crate) trait Float: Sized {
    /// The name of the Rust type.
    const NAME: &'static str;

    /// The number of significant bits.
    const PRECISION: u32;

    /// Returns the float that is nearest to an integer.
    fn nearest(value: i64) -> Self;

    /// Returns the nearest float, or `None` if a finite value would become infinite.
    fn rounded(value: f64) -> Option<Self>;

    /// Returns the nearest float, or an error if a finite value would become infinite.
    #[inline]
    fn from_f64(value: f64) -> Result<Self, DecodeErrorKind> {
        Self::rounded(value).ok_or(DecodeErrorKind::FloatOutOfRange {
            value,
            expected: Self::NAME,
        })
    }

    /// Converts an integer exactly, or to the nearest float if rounding is allowed.
    #[inline]
    fn from_int(value: i64, may_round: bool) -> Result<Self, DecodeErrorKind> {
        if may_round || is_exact(value, Self::PRECISION) {
            return Ok(Self::nearest(value));
        }
        Err(DecodeErrorKind::Inexact {
            value,
            expected: Self::NAME,
        })
    }

    /// Converts a number. An integer has to be represented exactly, unless rounding is allowed.
    #[inline]
    fn from_number(number: Number, may_round: bool) -> Result<Self, DecodeErrorKind> {
        match number {
            Number::Int(value) => Self::from_int(value, may_round),
            other => Self::from_f64(other.to_f64()),
        }
    }
}

macro_rules! floats {
    ($($float:ident: $rounded:expr;)*) => {$(
        impl Float for $float {
            const NAME: &'static str = stringify!($float);
            const PRECISION: u32 = Self::MANTISSA_DIGITS;

            #[inline]
            #[expect(clippy::cast_precision_loss, reason = "the nearest float")]
            fn nearest(value: i64) -> Self {
                value as Self
            }

            #[inline]
            fn rounded(value: f64) -> Option<Self> {
                $rounded(value)
            }
        }
    )*};
}

floats! {
    f32: rounded;
    f64: Some;
}

/// Returns the nearest `f32`, or `None` if a finite value would become infinite.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the nearest float")]
fn rounded(value: f64) -> Option<f32> {
    let nearest = value as f32;
    if nearest.is_finite() {
        Some(nearest)
    } else {
        (!value.is_finite()).then(|| narrowed(value))
    }
}

/// Returns whether a float of this precision in bits represents an integer exactly.
#[inline]
fn is_exact(value: i64, precision: u32) -> bool {
    let magnitude = value.unsigned_abs();
    let zeros = magnitude.leading_zeros() + magnitude.trailing_zeros();
    value == 0 || u64::BITS - zeros <= precision
}

/// The number of bits of a NaN's payload that single precision lacks.
const NARROWED: u32 = f64::MANTISSA_DIGITS - f32::MANTISSA_DIGITS;

/// The bits of a NaN's payload in single precision.
const PAYLOAD: u32 = (1 << (f32::MANTISSA_DIGITS - 1)) - 1;

/// Widens a float. A NaN keeps its sign and its payload, which a cast may alter.
pub(crate) fn widened(value: f32) -> f64 {
    if !value.is_nan() {
        return value.into();
    }
    let bits = value.to_bits();
    let sign = u64::from(bits & 1 << 31) << 32;
    let payload = u64::from(bits & PAYLOAD) << NARROWED;
    f64::from_bits(sign | f64::INFINITY.to_bits() | payload)
}

/// Narrows a float. A NaN keeps its sign and the leading bits of its payload, which a cast may
/// alter.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the conversion that loses precision"
)]
pub(crate) fn narrowed(value: f64) -> f32 {
    if !value.is_nan() {
        return value as f32;
    }
    let bits = value.to_bits();
    let sign = (bits >> 32) as u32 & 1 << 31;
    let payload = (bits >> NARROWED) as u32 & PAYLOAD;
    // A NaN without a payload would be an infinity.
    let payload = if payload == 0 { 1 << 22 } else { payload };
    f32::from_bits(sign | f32::INFINITY.to_bits() | payload)
}

/// A value whose body is a fixed sequence of components, such as a vector, a matrix or a color.
///
/// The rows of the schema define the sequence. Elements of packed arrays are such values, too.
pub trait Fields: Copy {
    /// The length of the body in bytes.
    const LENGTH: usize;

    /// The rows, for errors and the inspector. Offsets count from the start of a standalone value.
    const ROWS: &'static [Row];

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
    fn from_bodies(_bodies: &[u8]) -> Option<&[Self]> {
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
        fn from_bodies(bodies: &[u8]) -> Option<&[Self]> {
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
    ($($number:ty: $body:ident),*) => {$(
        impl Fields for $number {
            const LENGTH: usize = size_of::<$number>();
            const ROWS: &'static [Row] = crate::table::bodies::$body::BODY.rows;

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
    u8: packed_byte_array,
    i32: packed_int32_array,
    f32: packed_float32_array,
    i64: packed_int64_array,
    f64: packed_float64_array
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
    if let Some(same) = T::from_bodies(bodies) {
        return values.extend_from_slice(same);
    }
    values.extend(bodies.chunks_exact(T::LENGTH).map(value_of::<T>));
}

/// Returns the rows of the type's first table.
pub(crate) const fn rows(table: &TypeInfo) -> &'static [Row] {
    match table.tables {
        [table, ..] => table.rows,
        [] => &[],
    }
}

/// Returns the number types of the components of a kind, or of an element of a packed array.
///
/// Returns an empty list if the layout lacks the kind or is not enabled.
pub fn component_types(layout: &Layout, kind: Kind) -> Vec<ComponentType> {
    let rows = match layout.type_of(kind) {
        Some(table) => match (table.body, rows(table)) {
            // The first row of a packed array is the count.
            (Body::Packed, [_, rows @ ..]) | (_, rows) => rows,
        },
        None => &[],
    };
    rows.iter().map(ComponentType::from_row).collect()
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
    pub(crate) fn from_row(row: &Row) -> Self {
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

#[cfg(test)]
mod tests;
