//! The conversion between two layouts that the command line names.

use crate::encode;
use crate::failure::Failure;
use crate::layouts::{Job, JsonLayout, LayoutName, dispatch};
use crate::wrapper::Wrapper;
use gdvariant::any::AnyVariant;
use gdvariant::{
    ConvertError, Converter, DecodeError, DecodeOptions, EncodeOptions, FrameOptions, Report,
};

/// The layouts of a conversion, both of which are built in.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    from: LayoutName,
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
    pub(super) fn of(from: LayoutName, to: LayoutName) -> Result<Self, Failure> {
        from.check_built_in()?;
        to.check_built_in()?;
        Ok(Self { from, to })
    }

    /// Decodes a value, converts it with losses, and encodes it, after its length if there are
    /// options for it.
    pub(super) fn convert(
        self,
        bytes: &[u8],
        options: DecodeOptions,
        frame: Option<FrameOptions>,
    ) -> Result<(Vec<u8>, Report), Problem> {
        let value = AnyVariant::from_slice(self.from.info(), bytes, options);
        let value = value.map_err(Problem::Decode)?;
        let encoded = dispatch(self.to, EncodeJob { value, frame });
        // Both layouts are built in.
        encoded
            .unwrap_or_else(|_| Err("the layout is not built in".into()))
            .map_err(Problem::Encode)
    }

    /// Returns what is around the converted values, as the engine of their layout writes it.
    pub(super) fn wrapper(self, wrapper: Wrapper) -> Result<Wrapper, Failure> {
        dispatch(self.to, WrapJob(wrapper, self.to))
    }
}

/// What is around values of another layout.
struct WrapJob(Wrapper, LayoutName);

impl Job for WrapJob {
    type Output = Wrapper;

    fn run<L: JsonLayout>(self) -> Result<Wrapper, Failure> {
        Ok(self.0.for_layout::<L>(self.1))
    }
}

/// A value that is encoded in another layout.
struct EncodeJob {
    value: AnyVariant,
    frame: Option<FrameOptions>,
}

impl Job for EncodeJob {
    type Output = Result<(Vec<u8>, Report), String>;

    fn run<L: JsonLayout>(self) -> Result<Self::Output, Failure> {
        let converted = self.value.convert::<L>(&Converter::new().lossy());
        Ok(converted
            .map_err(|error: ConvertError| error.to_string())
            .and_then(|(value, report)| {
                let encoded = encode::to_vec::<L>(&value, EncodeOptions::new(), self.frame);
                let encoded = encoded.map_err(|error| format!("in {}: {error}", L::NAME))?;
                Ok((encoded, report))
            }))
    }
}
