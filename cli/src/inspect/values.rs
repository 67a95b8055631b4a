//! The values of an input, one after the other, and how many of them are bad.

use super::encoded::Encoded;
use super::frames;
use crate::args::InspectArgs;
use crate::auto::{Content, OpenInput};
use crate::decode::BadValue;
use crate::failure::Failure;
use crate::input::{self, Entry};
use gdvariant::{DecodeError, DecodeErrorKind};

/// Shows a value of the input, and adds its verdict. A failure ends the input.
pub(super) type Show<'s> =
    dyn FnMut(Encoded<'_>, &Entry<'_>, &mut Verdicts) -> Result<(), Failure> + 's;

/// Shows every value of the input. Fails if the input cannot be read.
pub(super) fn each(
    args: &InspectArgs,
    mut opened: OpenInput,
    verdicts: &mut Verdicts,
    show: &mut Show<'_>,
) -> Result<(), Failure> {
    if let (true, Content::Raw(input)) = (args.input.frame.framed, &mut opened.content) {
        frames::each(&args.input, input, &mut |value| {
            let start = usize::try_from(value.offset).unwrap_or(usize::MAX);
            let entry = Entry {
                bytes: Ok(value.bytes),
                line: None,
                start,
            };
            show(value, &entry, verdicts)
        })?;
    } else {
        let mut number = 0;
        input::each(&args.input, opened, &mut |entry| {
            number += 1;
            let error = entry.bytes.as_ref().err().map(|fault| {
                let failure = BadValue::Input(fault.clone());
                let failure = failure.into_failure(&args.input, args.layout.chosen(), entry);
                verdicts.first.get_or_insert(failure);
                DecodeError::new(0, DecodeErrorKind::Custom(fault.message.clone().into()))
            });
            let value = Encoded {
                number,
                line: entry.line,
                frame: None,
                bytes: entry.bytes.as_deref().unwrap_or_default(),
                offset: entry.start as u64,
                broken: error.as_ref(),
            };
            show(value, entry, verdicts)
        })?;
    }
    Ok(())
}

/// How many values were bad, and the failure of the first.
#[derive(Debug, Default)]
pub(super) struct Verdicts {
    bad: usize,
    of: usize,
    first: Option<Failure>,
}

impl Verdicts {
    /// Adds the verdict of a value.
    pub(super) fn add(
        &mut self,
        args: &InspectArgs,
        verdict: Result<(), DecodeError>,
        entry: &Entry<'_>,
    ) {
        self.of += 1;
        if let Err(error) = verdict {
            self.bad += 1;
            let fault = BadValue::Bytes(error.with_base_offset(entry.start));
            self.first.get_or_insert_with(|| {
                fault.into_failure(&args.input, args.layout.chosen(), entry)
            });
        }
    }

    /// Returns whether a value was bad.
    pub(super) fn has_bad(&self) -> bool {
        self.bad > 0
    }

    /// Fails if a value is bad.
    pub(super) fn end(self) -> Result<(), Failure> {
        let Self { bad, of, first } = self;
        match first {
            Some(only) if bad == 1 => Err(only),
            Some(_) => Err(Failure::BadValues { bad, of }),
            None => Ok(()),
        }
    }
}
