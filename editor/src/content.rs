//! The bytes of an open file, and the ranges of its values.

use crate::failure::{Candidate, Failure};
use crate::pasted;
use gdvariant::ReadError;
use gdvariant::detect::{self, DetectOptions, Detection};
use gdvariant::files::FileKey;
use gdvariant::schema::LayoutInfo;
use gdvariant_files::document::Document;
use gdvariant_files::error::Error;
use gdvariant_files::open::{self, Examined, Note, OpenEvents, Purpose};
use gdvariant_files::packages::layouts;
use gdvariant_files::packages::options::{decoding, framing, framing_name};
use serde::Deserialize;

/// How to open a file. Missing properties are detected.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct OpenOptions {
    layout: Option<String>,
    framing: Option<String>,
    password: Option<String>,
    /// The length of a header that a game adds, in bytes.
    skip: u64,
    /// Whether the bytes are pasted text.
    is_text: bool,
    /// Whether to accept what the engines accept.
    is_lenient: bool,
}

/// An open file.
pub(crate) struct Content {
    pub(crate) file: Document,
    pub(crate) candidates: Vec<Candidate>,
    /// The other layouts and framings that fit as well as the detected ones.
    pub(crate) also_valid: Option<String>,
    /// The reason why the bytes after the last value are not values.
    pub(crate) fault: Option<Failure>,
}

/// The maximum length of the content of a compressed or encrypted file, in bytes.
const MAX_CONTENT: u64 = 512 << 20;

impl Content {
    pub(crate) fn open(file: Vec<u8>, options: &OpenOptions) -> Result<Self, Failure> {
        let layout = options.layout.as_deref().map(layouts::named).transpose();
        let layout = layout.map_err(Failure::of)?;
        if file.is_empty() {
            return Err(Failure::of("the file is empty"));
        }
        if options.is_text {
            return Self::of_text(&file, layout, options);
        }
        let is_text = file.len() <= MAX_TEXT && str::from_utf8(&file).is_ok();
        let text = (is_text && layout.is_none()).then(|| file.clone());
        let opened = Self::of_file(file, layout, options);
        let candidates = match &opened {
            Ok(content) => &content.candidates,
            Err(failure) => &failure.candidates,
        };
        match text {
            // Files of text, such as a dump, are not values in any layout.
            Some(text) if !candidates.iter().any(|it| it.fits) => {
                Self::of_text(&text, layout, options).or(opened)
            }
            _ => opened,
        }
    }

    fn of_text(
        text: &[u8],
        layout: Option<&'static LayoutInfo>,
        options: &OpenOptions,
    ) -> Result<Self, Failure> {
        let parsed = pasted::bytes(text, layout.unwrap_or(layouts::most_used()))?;
        Self::of_file(parsed.bytes, parsed.layout.or(layout), options)
    }

    fn of_file(
        file: Vec<u8>,
        layout: Option<&'static LayoutInfo>,
        options: &OpenOptions,
    ) -> Result<Self, Failure> {
        let framing = options.framing.as_deref().map(framing).transpose();
        let framing = framing.map_err(Failure::of)?;
        let mut wanted = open::OpenOptions::new()
            .max_content(MAX_CONTENT)
            .skip(options.skip);
        if let Some(password) = &options.password {
            wanted = wanted.key(FileKey::from_password(password));
        }
        let input = gdvariant_files::input::of_bytes(file);
        let examined = Examined::thoroughly(input, &wanted, DetectOptions::new(), &mut ());
        let examined = examined.map_err(|error| Failure::open(&error, Vec::new()))?;
        let detection = examined.detection.as_ref().into_iter();
        let skip = options.skip;
        let candidates = candidates(detection.flat_map(Detection::matches), skip);
        if let Some(layout) = layout {
            wanted = wanted.layout(layout);
        }
        if let Some(framing) = framing {
            wanted = wanted.framing(framing);
        }
        let examined = examined.restricted(&wanted);
        let mut others = Others::default();
        let opened = examined.open(&wanted, Purpose::Read, false, &mut others);
        let failure = |error| {
            let named = match &error {
                Error::Ambiguous(it) => self::candidates(&it.candidates, skip),
                _ => candidates.clone(),
            };
            Failure::open(&error, named)
        };
        let opened = opened.map_err(failure)?;
        let file = opened.document().map_err(failure)?;
        let file = file.decode_options(decoding(options.is_lenient, true));
        let fault = file.fault().map(|error| Failure {
            offset: match *error {
                ReadError::TooLong { offset, .. } | ReadError::UnexpectedEnd { offset, .. } => {
                    usize::try_from(offset).ok()
                }
                _ => None,
            },
            ..Failure::of(error)
        });
        Ok(Self {
            file,
            candidates,
            also_valid: others.0,
            fault,
        })
    }

    /// Returns the index of the value that contains an offset, or that the offset precedes.
    pub(crate) fn value_at(&self, offset: usize) -> usize {
        self.file
            .values()
            .partition_point(|value| value.end <= offset)
    }
}

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
        framing: framing_name(candidate.framing),
        skip: skipped + candidate.skip as u64,
        confidence: candidate.confidence,
        fits: candidate.fits,
        reasons: candidate.reasons.iter().map(ToString::to_string).collect(),
    });
    candidates.collect()
}

/// Keeps what follows the chosen layout in the note about a choice, such as
/// `also valid as pandemonium`.
#[derive(Default)]
struct Others(Option<String>);

impl OpenEvents for Others {
    fn note(&mut self, note: &Note<'_>) {
        if let Note::Choice { choice, .. } = note {
            let note = choice.to_string();
            self.0 = note.split_once("; ").map(|(_, others)| others.to_owned());
        }
    }
}
