//! The bytes of an open file, and the ranges of its values.

use crate::failure::{Candidate, Failure};
use crate::pasted;
use gdvariant::any::AnyReader;
use gdvariant::detect::{DetectOptions, Detection, Framing};
use gdvariant::files::FileKey;
use gdvariant::framing::FrameOptions;
use gdvariant::schema::LayoutInfo;
use gdvariant::{DecodeOptions, ReadError};
use gdvariant_files::open::{self, Examined, Purpose};
use gdvariant_files::packages::layouts;
use gdvariant_files::packages::options::{decoding, framing, framing_name};
use gdvariant_files::wrapper::Wrapper;
use serde::Deserialize;
use std::ops::Range;

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

/// The bytes that contain the values, without wrappers.
pub(crate) struct Content {
    pub(crate) bytes: Vec<u8>,
    /// The ranges of the values, without length prefixes.
    pub(crate) values: Vec<Range<usize>>,
    pub(crate) layout: &'static LayoutInfo,
    pub(crate) framing: Framing,
    pub(crate) options: DecodeOptions,
    pub(crate) wrappers: Vec<Wrapper>,
    pub(crate) candidates: Vec<Candidate>,
    /// The reason why the bytes after the last value are not values.
    pub(crate) fault: Option<Failure>,
}

/// The maximum length of the content of a compressed or encrypted file, in bytes.
const MAX_CONTENT: u64 = 512 << 20;

/// The length of a length prefix, in bytes.
pub(crate) const PREFIX_LENGTH: usize = size_of::<u32>();

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
            // Files of text, such as a dump, are no values in any layout.
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
        let candidates = examined.detection.as_ref().map(candidates);
        let candidates = candidates.unwrap_or_default();
        if let Some(layout) = layout {
            wanted = wanted.layout(layout);
        }
        if let Some(framing) = framing {
            wanted = wanted.framing(framing);
        }
        let examined = examined.restricted(&wanted);
        let opened = examined.open(&wanted, Purpose::Read, false, &mut ());
        let failure = |error| Failure::open(&error, candidates.clone());
        let opened = opened.map_err(failure)?;
        let (layout, framing) = (opened.layout, opened.framing);
        let (bytes, wrappers) = opened.into_content().map_err(failure)?;
        let mut opened = Self {
            bytes,
            values: Vec::new(),
            layout,
            framing,
            options: decoding(options.is_lenient, true),
            wrappers,
            candidates,
            fault: None,
        };
        opened.find_values();
        Ok(opened)
    }

    /// Finds the ranges of the values.
    fn find_values(&mut self) {
        let frames = FrameOptions::new()
            .max_length(u32::MAX)
            .decode_options(DecodeOptions::engine().allow_objects(true));
        let mut reader =
            AnyReader::with_layout(self.bytes.as_slice(), self.layout, self.framing, frames);
        self.values.clear();
        self.fault = None;
        loop {
            match reader.next_bytes() {
                Ok(None) => return,
                Ok(Some((start, bytes))) => {
                    // The content is in memory, so that offsets fit.
                    let start = usize::try_from(start).unwrap_or(usize::MAX);
                    self.values.push(start..start + bytes.len());
                }
                Err(error) => {
                    self.fault = Some(Failure {
                        offset: match error {
                            ReadError::TooLong { offset, .. }
                            | ReadError::UnexpectedEnd { offset, .. } => {
                                usize::try_from(offset).ok()
                            }
                            _ => None,
                        },
                        ..Failure::of(error)
                    });
                    return;
                }
            }
        }
    }

    /// Returns whether a length precedes each value.
    pub(crate) fn is_framed(&self) -> bool {
        matches!(self.framing, Framing::LittleEndian | Framing::BigEndian)
    }

    /// Returns the length prefix of a value.
    pub(crate) fn prefix(&self, length: usize) -> Result<[u8; PREFIX_LENGTH], Failure> {
        let length = u32::try_from(length).map_err(Failure::of)?;
        Ok(match self.framing {
            Framing::BigEndian => length.to_be_bytes(),
            _ => length.to_le_bytes(),
        })
    }

    /// Returns the index of the value that contains an offset, or that the offset precedes.
    pub(crate) fn value_at(&self, offset: usize) -> usize {
        self.values.partition_point(|value| value.end <= offset)
    }

    /// Returns the bytes of the file, with its wrappers.
    pub(crate) fn file(&self) -> Result<Vec<u8>, Failure> {
        wrapped(self.bytes.clone(), &self.wrappers)
    }

    /// Returns the wrappers in the formats of the engine of another layout.
    pub(crate) fn wrappers_for(&self, to: &'static LayoutInfo) -> Vec<Wrapper> {
        let wrappers = self.wrappers.iter().cloned();
        wrappers.map(|it| it.for_layout(to)).collect()
    }
}

/// Adds wrappers to a content.
pub(crate) fn wrapped(content: Vec<u8>, wrappers: &[Wrapper]) -> Result<Vec<u8>, Failure> {
    let mut file = content;
    for wrapper in wrappers.iter().rev() {
        file = wrapper.wrap(&file)?;
    }
    Ok(file)
}

/// The maximum length of a file that is parsed as text, in bytes.
const MAX_TEXT: usize = 16 << 20;

fn candidates(detection: &Detection) -> Vec<Candidate> {
    let candidates = detection.candidates().iter();
    let candidates = candidates.map(|candidate| Candidate {
        layout: candidate.layout.name,
        title: candidate.layout.title,
        framing: framing_name(candidate.framing),
        skip: candidate.skip,
        confidence: candidate.confidence,
        fits: candidate.fits,
        reasons: candidate.reasons.iter().map(ToString::to_string).collect(),
    });
    candidates.collect()
}
