//! Decoding by a layout that is chosen once for all values.

use crate::any_value::AnyValue;
use crate::decode::{self, BadValue};
use crate::failure::Failure;
use crate::input::Entry;
use crate::layouts::{Job, JsonLayout, LayoutName, dispatch};
use gdvariant::{DecodeOptions, Ignored, Kind, generic};

/// Decodes a value.
type Decode = fn(DecodeOptions, &Entry<'_>) -> Result<Box<dyn AnyValue>, BadValue>;

/// A layout as functions.
#[derive(Clone, Copy)]
pub(crate) struct AnyLayout {
    /// Decodes a value.
    pub(crate) decode: Decode,
    /// Checks that a value can be decoded.
    pub(crate) check: fn(DecodeOptions, &Entry<'_>) -> Result<(), BadValue>,
    /// Returns the name of a type.
    pub(crate) name_of: fn(Kind) -> &'static str,
    /// Returns the type with a name.
    pub(crate) kind_of: fn(&str) -> Option<Kind>,
}

impl AnyLayout {
    /// Returns a layout if it is built in.
    pub(crate) fn of(layout: LayoutName) -> Result<Self, Failure> {
        dispatch(layout, Find)
    }
}

struct Find;

impl Job for Find {
    type Output = AnyLayout;

    fn run<L: JsonLayout>(self) -> Result<AnyLayout, Failure> {
        Ok(AnyLayout {
            decode: |options, entry| {
                let value = decode::decode::<L>(options, entry)?;
                Ok(Box::new(value))
            },
            check: check::<L>,
            name_of: L::name_of,
            kind_of: |name| {
                let table = L::TYPES.iter().find(|table| table.name == name)?;
                Some(table.kind)
            },
        })
    }
}

fn check<L: JsonLayout>(options: DecodeOptions, entry: &Entry<'_>) -> Result<(), BadValue> {
    let bytes = entry.bytes.as_ref();
    let bytes = bytes.map_err(|fault| BadValue::Input(fault.clone()))?;
    generic::from_slice::<L, Ignored>(bytes, options)
        .map(drop)
        .map_err(|error| BadValue::Bytes(error.with_base_offset(entry.start)))
}
