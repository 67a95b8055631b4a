//! Inputs that contain values compressed or encrypted, and inputs of other known formats.

#[cfg(feature = "compressed")]
mod compressed;
#[cfg(feature = "encrypted")]
mod encrypted;
mod known;
mod limited;
mod settings;
mod write;
#[cfg(feature = "compressed")]
mod zstd;

use crate::args::{FileArgs, InputArgs, Reported, WrapperArgs};
use crate::failure::Failure;
use crate::source::{Input, unreadable};
use gdvariant::Escaped;
use known::Format;
pub(crate) use settings::{read_settings, settings};
use std::io::{self, BufReader, Cursor, Read};
pub(crate) use write::Wrapper;

/// The largest number of wrappers around values, such as gzip around an encrypted file.
const MAX_WRAPPERS: usize = 4;

/// Returns what compresses or encrypts a file that starts with these bytes, if something does.
pub(crate) fn name_of(start: &[u8]) -> Option<&'static str> {
    match Format::of(start.get(..known::LENGTH)?)? {
        Format::Compressed | Format::Gzip | Format::Zstd => Some("compressed"),
        Format::Encrypted => Some("encrypted"),
        Format::Settings | Format::Other(_) => None,
    }
}

/// An input without its wrappers.
pub(crate) struct Unwrapped {
    pub(crate) input: Input,
    /// The wrappers, from the outermost one.
    pub(crate) wrappers: Vec<Wrapper>,
    /// Whether the input is the settings of a game, which need the layout of their values.
    pub(crate) is_settings: bool,
}

/// Removes the wrappers of an input, which are recognized by their first bytes, and a header of the
/// game's own.
pub(crate) fn unwrap(
    file: &FileArgs,
    args: &WrapperArgs,
    mut input: Input,
) -> Result<Unwrapped, Failure> {
    let args = &Wrapped { file, args };
    let label = file.label();
    let mut wrappers = Vec::new();
    for _ in 0..=MAX_WRAPPERS {
        let start = start(&mut input, known::LENGTH).map_err(|error| unreadable(file, &error))?;
        let format = Format::of(&start);
        let whole = put_back(start, input);
        let (content, wrapper) = match format {
            None | Some(Format::Settings) => {
                return header(args, whole, wrappers, format.is_some());
            }
            Some(Format::Compressed) => compressed_file(args, whole),
            Some(Format::Encrypted) => encrypted_file(args, whole),
            Some(Format::Gzip) => gzip(args, whole),
            Some(Format::Zstd) => zstd(args, whole),
            Some(Format::Other(advice)) => Err(Failure::Input(format!("{label}: {advice}"))),
        }?;
        report(args, &wrapper);
        input = content;
        wrappers.push(wrapper);
    }
    let message = format!("{label}: more than {MAX_WRAPPERS} wrappers; unpack it first");
    Err(Failure::Input(message))
}

/// Skips the header that the options name.
fn header(
    args: &Wrapped<'_>,
    mut input: Input,
    mut wrappers: Vec<Wrapper>,
    is_settings: bool,
) -> Result<Unwrapped, Failure> {
    if let Some(length) = args.args.skip.filter(|length| *length > 0) {
        let mut header = Vec::new();
        let read = input.by_ref().take(length).read_to_end(&mut header);
        read.map_err(|error| unreadable(args.file, &error))?;
        if (header.len() as u64) < length {
            let (label, found) = (args.file.label(), header.len());
            let message =
                format!("{label}: --skip {length} leads beyond the input of {found} bytes");
            return Err(Failure::Input(message));
        }
        let wrapper = Wrapper::Header(header);
        report(args, &wrapper);
        wrappers.push(wrapper);
    }
    Ok(Unwrapped {
        input,
        wrappers,
        is_settings,
    })
}

/// Reads `length` bytes, or fewer at the end of the input.
pub(crate) fn start(input: &mut Input, length: usize) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    let mut limited = input.by_ref().take(length as u64);
    limited.read_to_end(&mut start)?;
    Ok(start)
}

/// Returns an input that starts with these bytes again.
pub(crate) fn put_back(start: Vec<u8>, input: impl Read + 'static) -> Input {
    let whole: Box<dyn Read> = Box::new(Cursor::new(start).chain(input));
    BufReader::new(whole)
}

/// A wrapped input, and how it is opened.
pub(crate) struct Wrapped<'a> {
    file: &'a FileArgs,
    args: &'a WrapperArgs,
}

/// Writes what an input is to a terminal, or wherever the command reports it.
fn report(args: &Wrapped<'_>, wrapper: &Wrapper) {
    let is_shown = match args.args.reported {
        Reported::OnTerminal => io::IsTerminal::is_terminal(&io::stderr()),
        Reported::Always => true,
        Reported::Never => false,
    };
    if is_shown {
        let label = args.file.label();
        let label = Escaped(&label);
        anstream::eprintln!("note: {label}: {wrapper}; offsets are those of its content");
    }
}

#[cfg(feature = "compressed")]
use compressed::{compressed_file, gzip, zstd};
#[cfg(feature = "encrypted")]
use encrypted::encrypted_file;

#[cfg(not(feature = "compressed"))]
use absent as compressed_file;
#[cfg(not(feature = "encrypted"))]
use absent as encrypted_file;
#[cfg(not(feature = "compressed"))]
use absent as gzip;
#[cfg(not(feature = "compressed"))]
use absent as zstd;

/// Returns the failure of a build without the feature.
#[cfg(not(all(feature = "compressed", feature = "encrypted")))]
fn absent(args: &Wrapped<'_>, _: Input) -> Result<(Input, Wrapper), Failure> {
    let label = args.file.label();
    Err(Failure::Input(format!(
        "{label}: a compressed or encrypted file, which this build cannot open: \
         build it with the features `compressed` and `encrypted`"
    )))
}

impl<'a> Wrapped<'a> {
    /// Returns an input, and how it is opened.
    pub(crate) fn of(args: &'a InputArgs) -> Self {
        Self {
            file: &args.file,
            args: &args.wrapper,
        }
    }
}

/// Reads as much content as the options allow.
fn limited(args: &Wrapped<'_>, content: impl Read + 'static) -> Input {
    let content: Box<dyn Read> = Box::new(limited::Limited::new(content, args.args.max_content()));
    BufReader::new(content)
}

/// Returns the failure of a file that cannot be opened.
fn failure(args: &Wrapped<'_>, error: gdvariant::files::FileError) -> Failure {
    use gdvariant::files::FileError;

    let label = args.file.label();
    match error {
        FileError::Io(error) => unreadable(args.file, &error),
        FileError::TooLong { .. } => {
            Failure::Input(format!("{label}: {error}; --max-content allows more"))
        }
        error => Failure::Input(format!("{label}: {error}")),
    }
}
