//! Inputs that contain values compressed or encrypted, and inputs of other known formats.

#[cfg(feature = "compressed")]
mod compressed;
#[cfg(feature = "encrypted")]
mod encrypted;
mod known;
mod limited;

use crate::args::InputArgs;
use crate::failure::Failure;
use crate::input::{Input, unreadable};
use known::Format;
use std::io::{self, BufReader, Cursor, IsTerminal, Read};

/// The largest number of wrappers around values, such as gzip around an encrypted file.
const MAX_WRAPPERS: usize = 4;

/// Removes the wrappers of an input, which its first bytes tell.
pub(crate) fn unwrap(args: &InputArgs, mut input: Input) -> Result<Input, Failure> {
    let label = args.file.label();
    for _ in 0..=MAX_WRAPPERS {
        let start = start(&mut input).map_err(|error| unreadable(&args.file, &error))?;
        let Some(format) = Format::of(&start) else {
            return Ok(put_back(start, input));
        };
        let wrapped = put_back(start, input);
        input = match format {
            Format::Compressed => compressed_file(args, wrapped),
            Format::Encrypted => encrypted_file(args, wrapped),
            Format::Gzip => gzip(args, wrapped),
            Format::Zstd => zstd(args, wrapped),
            Format::Other(advice) => Err(Failure::Input(format!("{label}: {advice}"))),
        }?;
    }
    let message = format!("{label}: more than {MAX_WRAPPERS} wrappers; unpack it first");
    Err(Failure::Input(message))
}

/// Reads the bytes that tell a format, or fewer at the end of the input.
fn start(input: &mut Input) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    input.by_ref().take(known::LENGTH).read_to_end(&mut start)?;
    Ok(start)
}

/// Returns an input that starts with these bytes again.
fn put_back(start: Vec<u8>, input: Input) -> Input {
    let whole: Box<dyn Read> = Box::new(Cursor::new(start).chain(input));
    BufReader::new(whole)
}

/// Writes what an input is to a terminal, or wherever the command reports it.
fn report(args: &InputArgs, what: &str) {
    if args.wrapper.is_reported || io::stderr().is_terminal() {
        let label = args.file.label();
        anstream::eprintln!("note: {label}: {what}; offsets are those of its content");
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

/// The failure of a build without the feature.
#[cfg(not(all(feature = "compressed", feature = "encrypted")))]
fn absent(args: &InputArgs, _: Input) -> Result<Input, Failure> {
    let label = args.file.label();
    Err(Failure::Input(format!(
        "{label}: a compressed or encrypted file, which this build cannot open: \
         build it with the features `compressed` and `encrypted`"
    )))
}

/// Reads as much content as the options allow.
#[cfg(feature = "compressed")]
fn limited(args: &InputArgs, content: impl Read + 'static) -> Input {
    let content: Box<dyn Read> =
        Box::new(limited::Limited::new(content, args.wrapper.max_content()));
    BufReader::new(content)
}

/// Returns the failure of a compressed or an encrypted file.
#[cfg(any(feature = "compressed", feature = "encrypted"))]
fn failure(args: &InputArgs, error: gdvariant::files::FileError) -> Failure {
    use gdvariant::files::FileError;

    let label = args.file.label();
    match error {
        FileError::Io(error) => unreadable(&args.file, &error),
        FileError::TooLong { .. } => {
            Failure::Input(format!("{label}: {error}; --max-content allows more"))
        }
        error => Failure::Input(format!("{label}: {error}")),
    }
}
