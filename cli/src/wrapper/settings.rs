//! `project.binary`, the settings of an exported game: the bytes of one Dictionary.

use super::formats::{Wrapper, failure, limited};
use super::report;
use crate::args::InputArgs;
use crate::failure::Failure;
use crate::layouts::{LayoutName, for_layout};
use crate::source::{self, Input};
use gdvariant::any::{AnyError, AnyOptions, AnyReader, detect};
use gdvariant::detect::{Detection, Framing};
use gdvariant::files::write_settings;
use gdvariant::{DecodeOptions, Layout, generic};
use std::io;

/// Returns the settings of a game as a Dictionary.
///
/// Fails if the values have another layout. Most types have the same number in all layouts, so that
/// the error of a value would not tell.
pub(crate) fn settings(
    args: &InputArgs,
    layout: LayoutName,
    bytes: &[u8],
    detection: Option<&Detection>,
) -> Result<(Input, Wrapper), Failure> {
    let mut fitting = detection
        .into_iter()
        .flat_map(Detection::matches)
        .peekable();
    if let Some(best) = fitting.peek().copied()
        && fitting.all(|it| it.layout.name != layout.name())
    {
        let name = best.layout.name;
        return Err(args.file.failure(format_args!(
            "the settings of a game of another layout; try --layout {name}"
        )));
    }
    let options = options(args).layout(layout.info()).framing(Framing::Bare);
    let opened = AnyReader::open(bytes, &options);
    let mut opened = opened.map_err(|error| bad(args, error))?;
    let content = opened.next_bytes();
    let content = content.map_err(|error| args.file.failure(error))?;
    let content = content.map_or_else(Vec::new, |(_, bytes)| bytes.to_vec());
    let wrapper = Wrapper::Settings(layout);
    report(args, &wrapper);
    Ok((source::of_bytes(content), wrapper))
}

/// Reads the settings of a game, and ranks the layouts of their values.
pub(crate) fn read_settings(
    args: &InputArgs,
    input: Input,
) -> Result<(Vec<u8>, Detection), Failure> {
    let bytes = source::read_start(&mut limited(args, input), u64::MAX, &args.file)?;
    let detection = detect(bytes.as_slice(), &options(args));
    Ok((bytes, detection.map_err(|error| bad(args, error))?))
}

fn options(args: &InputArgs) -> AnyOptions {
    AnyOptions::new().file_options(args.wrapper.options())
}

fn bad(args: &InputArgs, error: AnyError) -> Failure {
    match error {
        AnyError::File(error) => failure(args, error),
        error => args.file.failure(error),
    }
}

/// Returns the settings of a game with the content of a Dictionary.
pub(super) fn file(layout: LayoutName, content: &[u8]) -> io::Result<Vec<u8>> {
    let options = DecodeOptions::new().allow_objects(true);
    let written = for_layout!(layout, L => {
        let settings = generic::from_slice::<L, <L as Layout>::Variant>(content, options);
        let settings = settings.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error));
        Ok(settings.and_then(|settings| write_settings::<L, _>(Vec::new(), &settings)))
    });
    // The content was written in this layout.
    written.unwrap_or_else(|_| Err(io::ErrorKind::Unsupported.into()))
}
