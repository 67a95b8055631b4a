//! The content of an open file: values with their ranges, or text.

use crate::failure::{Candidate, Failure};
use crate::pasted;
use crate::text::{self, Text};
use gdvariant::schema::Layout;
use gdvariant_files::detect::{self, Choice, Detection, Framing};
use gdvariant_files::document::Document;
use gdvariant_files::error::{Error, ErrorKind};
use gdvariant_files::layer::Layer;
use gdvariant_files::layouts;
use gdvariant_files::open::{self, ExaminedFile, Purpose};
use gdvariant_files::packages::options::{self, decoding, framing};
use gdvariant_files::text::TextKind;
use serde::Deserialize;
use std::fmt::Display;

/// How to open a file. Missing properties are detected.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct OpenOptions {
    layout: Option<String>,
    framing: Option<String>,
    password: Option<String>,
    /// The bytes of a key without a password.
    key: Option<Vec<u8>>,
    /// The length of a header that a game adds, in bytes.
    skip: u64,
    /// Whether the bytes are pasted text.
    is_text: bool,
    /// Whether to accept what the engines accept.
    is_lenient: bool,
}

/// An open file.
pub(crate) struct Content {
    /// The encoded values; if the file is text, they are encoded from it.
    pub(crate) file: Document,
    pub(crate) text: Option<Text>,
    pub(crate) candidates: Vec<Candidate>,
    /// The other layouts and framings that fit as well as the detected ones.
    pub(crate) also_valid: Option<String>,
}

/// The maximum length of the content of a compressed or encrypted file, in bytes.
const MAX_CONTENT: u64 = 512 << 20;

impl Content {
    pub(crate) fn open(file: Vec<u8>, options: &OpenOptions) -> Result<Self, Failure> {
        let layout = options.layout.as_deref().map(options::layout).transpose();
        let layout = layout.map_err(Failure::new)?;
        if file.is_empty() {
            return Err(Failure::new("the file is empty"));
        }
        if options.is_text {
            return Self::of_text(&file, layout, options);
        }
        let is_text = file.len() <= MAX_TEXT && str::from_utf8(&file).is_ok();
        let text = (is_text && layout.is_none()).then(|| file.clone());
        let opened = Self::of_file(file, layout, options);
        let candidates = match &opened {
            Ok(content) if content.text.is_some() => return opened,
            Ok(content) => &content.candidates,
            Err(failure) => &failure.candidates,
        };
        match text {
            // Forms of bytes, such as a dump, are not values in any layout.
            Some(text) if !candidates.iter().any(|it| it.fits) => {
                Self::of_text(&text, layout, options).or(opened)
            }
            _ => opened,
        }
    }

    /// Opens a file in a layout, if the file fits it; otherwise as [`open`](Self::open) does.
    pub(crate) fn open_like(
        file: Vec<u8>,
        options: &OpenOptions,
        layout: &'static Layout,
    ) -> Result<Self, Failure> {
        let opened = Self::open(file.clone(), options);
        let candidates = match &opened {
            Ok(content) if content.file.layout() == layout => &[],
            Ok(content) => &content.candidates[..],
            Err(failure) => &failure.candidates,
        };
        let mut candidates = candidates.iter().filter(|it| it.fits);
        let Some(candidate) = candidates.find(|it| it.layout == layout.name) else {
            return opened;
        };
        let options = OpenOptions {
            layout: Some(candidate.layout.to_owned()),
            framing: Some(candidate.framing.to_owned()),
            skip: candidate.skip,
            ..options.clone()
        };
        Self::open(file, &options)
    }

    fn of_text(
        text: &[u8],
        layout: Option<&'static Layout>,
        options: &OpenOptions,
    ) -> Result<Self, Failure> {
        let (bytes, parsed_in) = pasted::bytes(text, layout.unwrap_or(layouts::most_used()))?;
        Self::of_file(bytes, parsed_in.or(layout), options)
    }

    fn of_file(
        file: Vec<u8>,
        layout: Option<&'static Layout>,
        options: &OpenOptions,
    ) -> Result<Self, Failure> {
        let framing = options.framing.as_deref().map(framing).transpose();
        let framing = framing.map_err(Failure::new)?;
        let (examined, wanted) = examined(file, options)?;
        let is_stated = layout.is_some() || framing.is_some();
        if let Some(kind) = examined.text_kind().filter(|_| !is_stated) {
            return Self::of_content(examined, kind);
        }
        let is_wrapped = is_wrapped(&examined);
        let detection = examined.detection.as_ref().into_iter();
        let skip = options.skip;
        let candidates = candidates(detection.flat_map(Detection::matches), skip);
        let wanted = wanted.layout(layout).framing(framing);
        let examined = examined.restricted(&wanted);
        let opened = examined.open(&wanted, Purpose::Read, false, &mut ());
        let failure = |error: Error| {
            let named = match error.kind() {
                ErrorKind::Ambiguous(it) => self::candidates(&it.candidates, skip),
                _ => candidates.clone(),
            };
            let is_other = is_wrapped && matches!(error.kind(), ErrorKind::OtherFormat { .. });
            Failure::open(&error, named).offering_content(is_other)
        };
        let opened = opened.map_err(failure)?;
        // The page shows the layout, so that a change may differ in others.
        let choice = Choice::from(&opened);
        let (bytes, layers) = opened.into_content().map_err(failure)?;
        let file = Document::new(bytes, layers, choice.layout, choice.framing);
        // Such as `also valid as pandemonium`.
        let choice = choice.to_string();
        let also_valid = choice.split_once("; ").map(|(_, others)| others.to_owned());
        Ok(Self {
            file: file
                .decode_options(decoding(options.is_lenient, true))
                .raw_numbers(),
            text: None,
            candidates,
            also_valid,
        })
    }

    /// Opens a content that is text.
    fn of_content(examined: ExaminedFile<'_>, kind: TextKind) -> Result<Self, Failure> {
        let is_wrapped = is_wrapped(&examined);
        let (bytes, layers) = read(examined)?;
        let failure = |fault: &dyn Display| {
            let failure = Failure::new(format_args!("{}: {fault}", kind.name()));
            failure.offering_content(is_wrapped)
        };
        let length = bytes.len();
        let text = String::from_utf8(bytes).map_err(|error| failure(&error.utf8_error()))?;
        // Longer text is not parsed.
        let parsed = match kind {
            _ if length > MAX_TEXT => TextKind::Other,
            TextKind::Other if text::is_like_json(&text) => TextKind::Json,
            kind => kind,
        };
        let text = Text::new(text, parsed, layers);
        let mut content = Self {
            file: Document::new(Vec::new(), Vec::new(), layouts::most_used(), Framing::Bare),
            text: Some(text),
            candidates: Vec::new(),
            also_valid: None,
        };
        content.encode();
        if !(content.is_shown() || content.has_values()) {
            return Err(failure(&format_args!(
                "{length} bytes exceed the limit of {} MiB for editing",
                MAX_SHOWN >> 20
            )));
        }
        Ok(content)
    }

    /// Encodes the values of the text, none if one has no encoding.
    pub(crate) fn encode(&mut self) {
        let Some(text) = &mut self.text else { return };
        self.file = text::encoded(&text.file).unwrap_or_else(|failure| {
            text.fault = Some(failure.message);
            Document::new(Vec::new(), Vec::new(), text.file.layout(), Framing::Bare)
        });
    }

    /// Returns the file as it is saved: the text if there is one, or the encoded values.
    pub(crate) fn source(&self) -> &Document {
        self.text.as_ref().map_or(&self.file, |text| &text.file)
    }

    pub(crate) fn has_values(&self) -> bool {
        self.text.as_ref().is_none_or(|text| text.fault.is_none())
    }

    /// Returns whether the page can show the content as text.
    pub(crate) fn is_shown(&self) -> bool {
        self.source().bytes().len() <= MAX_SHOWN
    }

    /// Returns the reason why the bytes after the last value are not values.
    pub(crate) fn fault(&self) -> Option<Failure> {
        let error = self.file.fault()?;
        Some(match error.kind() {
            ErrorKind::Value(fault) => Failure {
                offset: Some(fault.offset),
                ..Failure::new(&fault.kind)
            },
            _ => Failure::new(error),
        })
    }

    /// Returns the index of the value that contains an offset, or that the offset precedes.
    pub(crate) fn value_at(&self, offset: usize) -> usize {
        self.file
            .values()
            .partition_point(|value| value.end <= offset)
    }
}

fn examined(
    file: Vec<u8>,
    options: &OpenOptions,
) -> Result<(ExaminedFile<'static>, open::OpenOptions), Failure> {
    let key = options::key(options.password.as_deref(), options.key.as_deref())
        .map_err(|failure| Failure::password(&failure.to_string()))?;
    let wanted = open::OpenOptions::new()
        .max_content(MAX_CONTENT)
        .skip(options.skip)
        .file_length(file.len() as u64)
        .key(key);
    let input = gdvariant_files::input::from_bytes(file);
    let examined = ExaminedFile::new(input, &wanted.clone().thorough(), &mut ());
    let examined = examined.map_err(|error| Failure::open(&error, Vec::new()))?;
    Ok((examined, wanted))
}

/// Returns whether the content is compressed or encrypted.
fn is_wrapped(examined: &ExaminedFile<'_>) -> bool {
    let mut layers = examined.layers.iter();
    layers.any(|it| !it.is_header())
}

fn read(examined: ExaminedFile<'_>) -> Result<(Vec<u8>, Vec<Layer>), Failure> {
    let content = examined.into_content();
    content.map_err(|error| Failure::open(&error, Vec::new()))
}

/// Returns the content of a compressed or encrypted file.
pub(crate) fn unwrapped(file: Vec<u8>, options: &OpenOptions) -> Result<Vec<u8>, Failure> {
    let (examined, _) = examined(file, options)?;
    Ok(read(examined)?.0)
}

/// The maximum length of text that is edited, in bytes. Browsers lay out longer fields slowly.
const MAX_SHOWN: usize = 4 << 20;

/// The maximum length of a file that is parsed as text, in bytes.
const MAX_TEXT: usize = 16 << 20;

/// Returns candidates of a content that starts after `skipped` bytes.
fn candidates<'c>(
    candidates: impl IntoIterator<Item = &'c detect::Candidate>,
    skipped: u64,
) -> Vec<Candidate> {
    let candidates = candidates.into_iter().map(|candidate| Candidate {
        layout: candidate.layout.name,
        title: candidate.layout.title,
        framing: candidate.framing.name(),
        skip: skipped + candidate.skip as u64,
        confidence: candidate.confidence,
        fits: candidate.fits(),
        reasons: candidate.reasons(),
    });
    candidates.collect()
}
