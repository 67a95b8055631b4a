//! Bodies of fixed length: components one after the other, little-endian.

use crate::table::Table;

/// A value whose body is a fixed sequence of components: the elements of pool arrays, and every vector, box, matrix and colour.
///
/// The schema's rows give the sequence; generated code calls the components one by one.
pub trait Fields: Copy {
    /// Bytes of the body.
    const LENGTH: usize;

    /// The rows, for errors and the inspector; offsets count from the start of a value of its own.
    const TABLE: &'static Table;

    /// Puts the components in the order of the rows.
    fn put<S: FieldSink>(&self, to: &mut S);

    /// Takes the components in the order of the rows.
    fn take(from: &mut FieldReader<'_>) -> Self;

    /// The bodies of many values, if memory holds them as the wire does.
    #[inline]
    fn bodies(_values: &[Self]) -> Option<&[u8]> {
        None
    }

    /// The values of many bodies where they are, if memory holds them as the wire does and the first lies where such a value can.
    #[inline]
    fn of_bodies(_bodies: &[u8]) -> Option<&[Self]> {
        None
    }
}

/// The methods of [`Fields`] for values whose components lie in memory in the order of the rows: where numbers are little-endian there, too,
/// these are the bytes of the wire.
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
            // Where nothing is, it does not matter where.
            if bodies.is_empty() {
                Some(&[])
            } else {
                bytemuck::try_cast_slice(bodies).ok()
            }
        }
    };
}

pub(crate) use same_in_memory;

/// What takes components, one by one: bytes, text, a hasher.
pub trait FieldSink {
    /// Takes the next component.
    fn put<C: Component>(&mut self, component: C);
}

/// One component: a number of fixed length.
pub trait Component: Copy {
    /// Its bytes.
    type Bytes: AsRef<[u8]> + for<'a> TryFrom<&'a [u8]> + Default;

    /// To little-endian bytes.
    fn to_bytes(self) -> Self::Bytes;

    /// From little-endian bytes.
    fn from_bytes(bytes: Self::Bytes) -> Self;

    /// As a float, exactly.
    fn to_f64(self) -> f64;

    /// Whether it is a whole number in every value.
    const IS_WHOLE: bool;
}

macro_rules! components {
    ($($number:ty: $is_whole:literal),*) => {$(
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
            fn to_f64(self) -> f64 {
                self.into()
            }

            const IS_WHOLE: bool = $is_whole;
        }
    )*};
}

components!(u8: true, i32: true, f32: false, f64: false);

/// The bytes of a body, filled from the front.
#[derive(Debug)]
pub(crate) struct FieldWriter<'b> {
    rest: &'b mut [u8],
}

impl<'b> FieldWriter<'b> {
    /// Over exactly the bytes of a body.
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

/// The bytes of a body, used up from the front.
#[derive(Debug)]
pub struct FieldReader<'b> {
    rest: &'b [u8],
}

impl<'b> FieldReader<'b> {
    /// Over exactly the bytes of a body.
    #[inline]
    pub(crate) fn new(body: &'b [u8]) -> Self {
        Self { rest: body }
    }

    /// Takes the next component; zero behind the end, where [`Fields::LENGTH`] would be wrong.
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
    ($($number:ty: $($rows:ident)::+),*) => {$(
        impl Fields for $number {
            const LENGTH: usize = size_of::<$number>();
            const TABLE: &'static Table = &Table { name: "", rows: &[crate::rows::$($rows)::+::VALUE] };

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

single_component!(u8: pool_byte_array, i32: pool_int_array, f32: pool_real_array);
#[cfg(feature = "double")]
single_component!(f64: double::pool_real_array);
// No layout has it: the generic code that names it is never run.
#[cfg(not(feature = "double"))]
single_component!(f64: pool_real_array);

/// Bytes that are made room for at once: few enough to stay in the nearest memory until they are written.
const AT_ONCE: usize = 16384;

/// Values that are written or read together: they fill whole registers.
const SEVERAL: usize = 4;

/// Appends the bodies of many values.
pub(crate) fn put_all<T: Fields>(values: &[T], out: &mut alloc::vec::Vec<u8>) {
    if let Some(bodies) = T::bodies(values) {
        return out.extend_from_slice(bodies);
    }
    out.reserve(values.len() * T::LENGTH);
    for values in values.chunks(AT_ONCE / T::LENGTH) {
        let start = out.len();
        out.resize(start + values.len() * T::LENGTH, 0);
        let bodies = out.get_mut(start..).unwrap_or_default();
        let (several, rest) = values.as_chunks::<SEVERAL>();
        let mut bodies = bodies.chunks_exact_mut(SEVERAL * T::LENGTH);
        for (values, bodies) in several.iter().zip(&mut bodies) {
            let mut bodies = FieldWriter::new(bodies);
            for value in values {
                value.put(&mut bodies);
            }
        }
        let mut bodies = FieldWriter::new(bodies.into_remainder());
        for value in rest {
            value.put(&mut bodies);
        }
    }
}

/// Appends the values of many bodies.
pub(crate) fn take_all<T: Fields>(bodies: &[u8], values: &mut alloc::vec::Vec<T>) {
    values.reserve_exact(bodies.len() / T::LENGTH);
    if let Some(same) = T::of_bodies(bodies) {
        return values.extend_from_slice(same);
    }
    let mut several = bodies.chunks_exact(SEVERAL * T::LENGTH);
    for bodies in &mut several {
        let mut bodies = FieldReader::new(bodies);
        values.extend::<[T; SEVERAL]>(core::array::from_fn(|_| T::take(&mut bodies)));
    }
    values.extend(
        several
            .remainder()
            .chunks_exact(T::LENGTH)
            .map(|body| T::take(&mut FieldReader::new(body))),
    );
}
