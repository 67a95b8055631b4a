//! The conversion between two layouts that the command line names.

use crate::encode;
use crate::failure::Failure;
use crate::layouts::{Job, JsonLayout, LayoutName, dispatch};
use crate::wrapper::Wrapper;
use gdvariant::{
    Converter, DecodeError, DecodeOptions, EncodeOptions, FrameOptions, Report, generic,
};
use std::marker::PhantomData;

/// Decodes a value, converts it with losses, and encodes it, after its length if there are options
/// for it.
type Convert = fn(&[u8], DecodeOptions, Option<FrameOptions>) -> Result<(Vec<u8>, Report), Problem>;

/// A conversion, chosen once for all values.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    convert: Convert,
    wrapper: fn(Wrapper, LayoutName) -> Wrapper,
    to: LayoutName,
}

/// The reason why a value is not converted.
pub(super) enum Problem {
    /// It cannot be decoded.
    Decode(DecodeError),
    /// It cannot be encoded.
    Encode(String),
}

impl Pair {
    /// Returns the conversion between two layouts, if both are built in.
    pub(super) fn of(from: LayoutName, to: LayoutName) -> Result<Self, Failure> {
        dispatch(from, From(to))
    }

    pub(super) fn convert(
        self,
        bytes: &[u8],
        options: DecodeOptions,
        frame: Option<FrameOptions>,
    ) -> Result<(Vec<u8>, Report), Problem> {
        (self.convert)(bytes, options, frame)
    }

    /// Returns what is around the converted values, as the engine of their layout writes it.
    pub(super) fn wrapper(self, wrapper: Wrapper) -> Wrapper {
        (self.wrapper)(wrapper, self.to)
    }
}

/// Chooses the first layout of a conversion to this one.
struct From(LayoutName);

impl Job for From {
    type Output = Pair;

    fn run<A: JsonLayout>(self) -> Result<Pair, Failure> {
        let (to, from) = (self.0, PhantomData);
        dispatch(to, To::<A> { to, from })
    }
}

/// Chooses the second layout of a conversion from the layout `A`.
struct To<A> {
    to: LayoutName,
    from: PhantomData<A>,
}

impl<A: JsonLayout> Job for To<A> {
    type Output = Pair;

    fn run<B: JsonLayout>(self) -> Result<Pair, Failure> {
        Ok(Pair {
            convert: convert::<A, B>,
            wrapper: Wrapper::for_layout::<B>,
            to: self.to,
        })
    }
}

fn convert<A: JsonLayout, B: JsonLayout>(
    bytes: &[u8],
    options: DecodeOptions,
    frame: Option<FrameOptions>,
) -> Result<(Vec<u8>, Report), Problem> {
    let value = generic::from_slice::<A, A::Variant>(bytes, options).map_err(Problem::Decode)?;
    let converted = Converter::new().lossy().convert::<A, B>(&value);
    let (value, report) = converted.map_err(|error| Problem::Encode(error.to_string()))?;
    let encoded = encode::to_vec::<B>(&value, EncodeOptions::new(), frame)
        .map_err(|error| Problem::Encode(format!("in {}: {error}", B::NAME)))?;
    Ok((encoded, report))
}
