//! `project.binary`, the settings of an exported game: the bytes of one Dictionary.

use super::{Wrapped, Wrapper, failure, limited, report};
use crate::failure::Failure;
use crate::layouts::{self, Job, JsonLayout, LayoutName};
use crate::source::{Input, unreadable};
use gdvariant::detect::{Detection, MAX_VALUES, detect_values};
use gdvariant::files::{FileError, FileOptions, Settings, SettingsReader, write_settings};
use gdvariant::{DecodeOptions, generic};
use std::io::{self, BufReader, Cursor, Read};

/// Opens the settings of a game.
///
/// Fails if the values have another layout. Most types have the same number in all layouts, so that
/// the error of a value would not tell.
pub(crate) fn settings(
    args: &Wrapped<'_>,
    layout: LayoutName,
    bytes: Vec<u8>,
    detection: Option<&Detection>,
) -> Result<(Input, Wrapper), Failure> {
    let fits = |name: &str| detection?.fitting().find(|it| it.layout.name == name);
    if let Some(best) = detection.and_then(|it| it.fitting().next())
        && fits(layout.name()).is_none()
    {
        return Err(Failure::Input(format!(
            "{}: the settings of a game of another layout; try --layout {}",
            args.file.label(),
            best.layout.name
        )));
    }
    let input = BufReader::new(Box::new(Cursor::new(bytes)) as Box<dyn Read>);
    let options = args.args.options();
    let opened = layouts::dispatch(layout, Open { input, options })?;
    let content = opened.map_err(|error| failure(args, error))?;
    let wrapper = Wrapper::Settings(layout);
    report(args, &wrapper);
    Ok((BufReader::new(content), wrapper))
}

/// Reads the settings of a game, and ranks the layouts of their values.
pub(crate) fn detection(args: &Wrapped<'_>, input: Input) -> Result<(Vec<u8>, Detection), Failure> {
    let mut bytes = Vec::new();
    let read = limited(args, input).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(args.file, &error))?;
    let settings = Settings::new(bytes.as_slice(), args.args.options());
    let settings = settings.map_err(|error| failure(args, error))?;
    let values: Vec<_> = settings.take(MAX_VALUES).map_while(Result::ok).collect();
    let detection = detect_values(values.iter().map(|(_, value)| value.as_slice()));
    Ok((bytes, detection))
}

/// Opens settings with values of a layout.
struct Open {
    input: Input,
    options: FileOptions,
}

impl Job for Open {
    type Output = Result<Box<dyn Read>, FileError>;

    fn run<L: JsonLayout>(self) -> Result<Self::Output, Failure> {
        let reader = SettingsReader::<_, L>::new(self.input, self.options);
        Ok(reader.map(|reader| Box::new(reader) as _))
    }
}

/// Returns the settings of a game with the content of a Dictionary.
pub(super) fn file(layout: LayoutName, content: &[u8]) -> io::Result<Vec<u8>> {
    layouts::dispatch(layout, Write { content }).unwrap_or_else(|_| {
        // The content was written in this layout.
        Err(io::ErrorKind::Unsupported.into())
    })
}

/// Writes a Dictionary of a layout as settings.
struct Write<'a> {
    content: &'a [u8],
}

impl Job for Write<'_> {
    type Output = io::Result<Vec<u8>>;

    fn run<L: JsonLayout>(self) -> Result<Self::Output, Failure> {
        let options = DecodeOptions::new().allow_objects(true);
        let settings = generic::from_slice::<L, L::Variant>(self.content, options);
        Ok(settings
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
            .and_then(|settings| write_settings::<L, _>(Vec::new(), &settings)))
    }
}
