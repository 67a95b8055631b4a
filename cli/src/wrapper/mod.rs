//! Opens and writes compressed and encrypted files, and rejects files of other known formats.

mod formats;
mod key;
mod settings;

use crate::args::{InputArgs, Notices};
use crate::failure::{Failure, note};
use crate::source::{self, Input};
use gdvariant_files::wrapper::{Format, MAGIC_LENGTH, MAX_WRAPPERS, Wrapper};
pub(crate) use settings::{read_settings, settings};
use std::io::{self, IsTerminal};

/// Returns `compressed` or `encrypted` for the first bytes of such a file.
pub(crate) fn name_of(start: &[u8]) -> Option<&'static str> {
    Format::of(start.get(..MAGIC_LENGTH)?)?.effect()
}

/// The content of an input without its wrappers.
pub(crate) struct UnwrappedInput {
    pub(crate) input: Input,
    /// The removed wrappers, outermost first.
    pub(crate) wrappers: Vec<Wrapper>,
    /// Whether the content is the settings file of a game, which needs a known layout to be
    /// decoded.
    pub(crate) is_settings: bool,
}

/// Removes the wrappers of an input, and the header that `--skip` skips.
///
/// Wrappers are recognized by their first bytes.
pub(crate) fn unwrap(args: &InputArgs, mut input: Input) -> Result<UnwrappedInput, Failure> {
    let mut wrappers = Vec::new();
    for _ in 0..=MAX_WRAPPERS {
        let start = source::read_start(&mut input, MAGIC_LENGTH as u64, &args.file)?;
        let format = Format::of(&start);
        let whole = source::put_back(start, input);
        let (content, wrapper) = match format {
            None | Some(Format::Settings) => {
                return header(args, whole, wrappers, format.is_some());
            }
            Some(format) => formats::open(format, args, whole)?,
        };
        report(args, &wrapper);
        input = content;
        wrappers.push(wrapper);
    }
    Err(args.file.failure(format_args!(
        "more than {MAX_WRAPPERS} layers of compression or encryption; unpack the file first"
    )))
}

/// Removes the header that `--skip` skips.
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
                "--skip {length} exceeds the length of the input, {found} bytes; skip fewer bytes"
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

/// Reports a wrapper on standard error, as the options request.
fn report(args: &InputArgs, wrapper: &Wrapper) {
    let is_shown = match args.wrapper.reported {
        Notices::OnTerminal => io::stderr().is_terminal(),
        Notices::Always => true,
        Notices::Never => false,
    };
    if is_shown {
        let label = args.file.label();
        note(&format!("{label}: {wrapper}; offsets refer to its content"));
    }
}
