//! Inputs that contain values compressed or encrypted, and inputs of other known formats.

mod formats;
#[cfg(feature = "encrypted")]
mod key;
mod settings;
#[cfg(feature = "compressed")]
mod zstd;

use crate::args::{InputArgs, Reported};
use crate::failure::{Failure, note};
use crate::source::{self, Input};
use formats::Format;
pub(crate) use formats::Wrapper;
pub(crate) use settings::{read_settings, settings};
use std::io::{self, IsTerminal};

/// The largest number of wrappers around values, such as gzip around an encrypted file.
const MAX_WRAPPERS: usize = 4;

/// Returns what compresses or encrypts a file that starts with these bytes, if something does.
pub(crate) fn name_of(start: &[u8]) -> Option<&'static str> {
    Format::of(start.get(..formats::LENGTH)?)?.effect()
}

/// An input without its wrappers.
pub(crate) struct UnwrappedInput {
    pub(crate) input: Input,
    /// The wrappers, from the outermost one.
    pub(crate) wrappers: Vec<Wrapper>,
    /// Whether the input is the settings of a game, which need the layout of their values.
    pub(crate) is_settings: bool,
}

/// Removes the wrappers of an input, which are recognized by their first bytes, and a header of the
/// game's own.
pub(crate) fn unwrap(args: &InputArgs, mut input: Input) -> Result<UnwrappedInput, Failure> {
    let mut wrappers = Vec::new();
    for _ in 0..=MAX_WRAPPERS {
        let start = source::read_start(&mut input, formats::LENGTH as u64, &args.file)?;
        let format = Format::of(&start);
        let whole = source::put_back(start, input);
        let (content, wrapper) = match format {
            None | Some(Format::Settings) => {
                return header(args, whole, wrappers, format.is_some());
            }
            Some(format) => format.open(args, whole)?,
        };
        report(args, &wrapper);
        input = content;
        wrappers.push(wrapper);
    }
    Err(args.file.failure(format_args!(
        "more than {MAX_WRAPPERS} wrappers; unpack it first"
    )))
}

/// Skips the header that the options name.
fn header(
    args: &InputArgs,
    mut input: Input,
    mut wrappers: Vec<Wrapper>,
    is_settings: bool,
) -> Result<UnwrappedInput, Failure> {
    if let Some(length) = args.wrapper.skip.filter(|length| *length > 0) {
        let header = source::read_start(&mut input, length, &args.file)?;
        let found = header.len();
        if (found as u64) < length {
            return Err(args.file.failure(format_args!(
                "--skip {length} leads beyond the input of {found} bytes"
            )));
        }
        let wrapper = Wrapper::Header(header);
        report(args, &wrapper);
        wrappers.push(wrapper);
    }
    Ok(UnwrappedInput {
        input,
        wrappers,
        is_settings,
    })
}

/// Writes what an input is to a terminal, or wherever the command reports it.
fn report(args: &InputArgs, wrapper: &Wrapper) {
    let is_shown = match args.wrapper.reported {
        Reported::OnTerminal => io::stderr().is_terminal(),
        Reported::Always => true,
        Reported::Never => false,
    };
    if is_shown {
        let label = args.file.label();
        note(&format!(
            "{label}: {wrapper}; offsets are those of its content"
        ));
    }
}
