//! Opens `project.binary`, the settings file of an exported game, as one Dictionary.

use super::formats::{failure, limited};
use super::report;
use crate::args::InputArgs;
use crate::failure::Failure;
use crate::layouts::LayoutName;
use crate::source::{self, Input};
use gdvariant::any::{AnyError, AnyOptions, AnyReader, detect};
use gdvariant::detect::{Detection, Framing};
use gdvariant_files::wrapper::Wrapper;

/// Converts the settings file of a game to an encoded Dictionary.
///
/// Returns a failure if the values have another layout. Decoding may not detect another layout,
/// because most types have the same number in all layouts.
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
            "the settings file of a game in another layout; try --layout {name}"
        )));
    }
    let options = options(args).layout(layout.info()).framing(Framing::Bare);
    let opened = AnyReader::open(bytes, &options);
    let mut opened = opened.map_err(|error| bad(args, error))?;
    let content = opened.next_bytes();
    let content = content.map_err(|error| args.file.failure(error))?;
    let content = content.map_or_else(Vec::new, |(_, bytes)| bytes.to_vec());
    let wrapper = Wrapper::of_settings(layout.info(), bytes);
    report(args, &wrapper);
    Ok((source::of_bytes(content), wrapper))
}

/// Reads the settings file of a game, and ranks the layouts of its values.
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
