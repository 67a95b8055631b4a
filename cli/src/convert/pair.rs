//! The conversion between two layouts that the command line names.

use crate::failure::Failure;
use crate::layouts::{Job, JsonLayout, LayoutName, dispatch};
use gdvariant::{Converter, DecodeError, DecodeOptions, FrameOptions, Report, WriteError, generic};
use std::marker::PhantomData;

/// Decodes a value, converts it with losses, and encodes it, after its length if there are options
/// for it.
type Convert = fn(&[u8], DecodeOptions, Option<FrameOptions>) -> Result<(Vec<u8>, Report), Problem>;

/// A conversion, chosen once for all values.
#[derive(Clone, Copy)]
pub(super) struct Pair(Convert);

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
        let mut pair = None;
        let job = From {
            to,
            pair: &mut pair,
        };
        dispatch(from, job)?;
        pair.ok_or_else(|| Failure::Usage("a layout is not built in".into()))
    }

    pub(super) fn convert(
        self,
        bytes: &[u8],
        options: DecodeOptions,
        frame: Option<FrameOptions>,
    ) -> Result<(Vec<u8>, Report), Problem> {
        self.0(bytes, options, frame)
    }
}

/// Chooses the second layout.
struct From<'p> {
    to: LayoutName,
    pair: &'p mut Option<Pair>,
}

impl Job for From<'_> {
    fn run<A: JsonLayout>(self) -> Result<(), Failure> {
        let job = To::<A> {
            pair: self.pair,
            from: PhantomData,
        };
        dispatch(self.to, job)
    }
}

/// Chooses the conversion from the layout `A`.
struct To<'p, A> {
    pair: &'p mut Option<Pair>,
    from: PhantomData<A>,
}

impl<A: JsonLayout> Job for To<'_, A> {
    fn run<B: JsonLayout>(self) -> Result<(), Failure> {
        *self.pair = Some(Pair(convert::<A, B>));
        Ok(())
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
    let encoded = match frame {
        None => generic::to_vec::<B, B::Variant>(&value).map_err(|error| error.to_string()),
        Some(options) => framed::<B>(&value, options),
    };
    let encoded = encoded.map_err(|error| Problem::Encode(format!("in {}: {error}", B::NAME)))?;
    Ok((encoded, report))
}

fn framed<L: JsonLayout>(value: &L::Variant, options: FrameOptions) -> Result<Vec<u8>, String> {
    let mut framed = Vec::new();
    let result = generic::write_framed::<L, L::Variant>(&mut framed, value, options);
    result.map(|()| framed).map_err(|error| match error {
        WriteError::TooLong { .. } => format!("{error}; --max-length allows more"),
        _ => error.to_string(),
    })
}
