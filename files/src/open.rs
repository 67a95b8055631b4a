//! Opens files: removes their layers and finds their layout and their framing.
//!
//! [`open`] needs no options for ordinary files; a program that shows what a file is before it
//! chooses a layout starts with an [`ExaminedFile`]. [`OpenFile::into_reader`] decodes the values,
//! [`OpenFile::values`] returns their bytes and reports what is not a value, and
//! [`OpenFile::into_content`] returns the content and the layers with which a changed file is
//! written: see [`layer`].

mod lines;

pub use crate::options::OpenOptions;
pub use lines::{advice_for_text, form_of_values};

use crate::AnyReader;
use crate::FileKey;
use crate::STRICT;
pub use crate::certainty::OtherLayouts;
use crate::certainty::rivals;
use crate::contents;
pub use crate::contents::{Contents, KEEPS_TEXT};
use crate::detect::{
    Ambiguous, Candidate, Choice, DetectOptions, Detection, Framing, InputStart, MAX_BYTES,
    detect_reader, detect_values, detect_with,
};
use crate::error::{Error, ErrorKind};
pub use crate::input::Input;
use crate::input::{StoredInput, from_bytes, from_reader, put_back, read_start};
use crate::layer::{self, Layer};
use crate::layouts;
use crate::notation::{Lines, Notation, form_of, max_chars, unread_notation};
use crate::text::{TextDocument, TextKind};
use crate::values::{ValueOptions, Values, is_start};
use gdvariant::Advice;
use gdvariant::EncodeOptions;
use gdvariant::framing::FrameOptions;
use gdvariant::schema::Layout;
use lines::{ExaminedLines, read_dump};
use std::fmt::Display;
use std::fmt::{self, Debug, Formatter};
use std::io::{self, BufRead, Read};
use std::sync::{Arc, OnceLock};

/// The maximum number of bytes that are decoded of a raw input that does not start with a value.
const MAX_INVALID_INPUT: u64 = 16 << 20;

/// The length at which no further lines of text are examined, in bytes.
const MAX_TEXT: usize = 6 * MAX_BYTES;

/// The maximum length of a text whose values are read, in bytes: values and their positions need up
/// to 180 times the memory.
pub(crate) const MAX_DOCUMENT: usize = 16 << 20;

/// What a caller contributes while a file is opened with [`open_with`].
///
/// `()` contributes nothing.
///
/// ```
/// use gdvariant_files::{Encryption, FileKey, encrypt_file};
/// use gdvariant::godot3;
/// use gdvariant_files::open::{Note, OpenEvents, OpenOptions, open_with};
///
/// #[derive(Default)]
/// struct Prompt {
///     notes: Vec<String>,
/// }
///
/// impl OpenEvents for Prompt {
///     fn key(&mut self) -> Option<FileKey> {
///         Some(FileKey::from_password("correct hores")) // or what the user types
///     }
///
///     fn other_key(&mut self) -> Option<FileKey> {
///         Some(FileKey::from_password("correct horse"))
///     }
///
///     fn note(&mut self, note: &Note<'_>) {
///         if let Note::Layer(layer) = note {
///             self.notes.push(layer.to_string());
///         }
///     }
/// }
///
/// let key = FileKey::from_password("correct horse");
/// let mut content = Vec::new();
/// godot3::write_framed(&mut content, "Ada")?;
/// let file = encrypt_file(&content, Encryption::Godot3, &key)?;
///
/// let mut prompt = Prompt::default();
/// open_with(file.as_slice(), &OpenOptions::new(), &mut prompt)?;
/// assert_eq!(prompt.notes, ["an encrypted file of Godot 3"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait OpenEvents {
    /// Returns the key of an encrypted file, if [`OpenOptions::key`] has not set it.
    fn key(&mut self) -> Option<FileKey> {
        None
    }

    /// Returns another key after a wrong one; `None` ends with [`ErrorKind::WrongKey`].
    fn other_key(&mut self) -> Option<FileKey> {
        None
    }

    /// Receives what was found in a file.
    fn note(&mut self, note: &Note<'_>) {
        let _ = note;
    }
}

impl OpenEvents for () {}

/// What was found in a file.
///
/// ```
/// use gdvariant::godot4;
/// use gdvariant_files::open::{Note, OpenEvents, OpenOptions, open_with};
///
/// struct Log(Vec<String>);
///
/// impl OpenEvents for Log {
///     fn note(&mut self, note: &Note<'_>) {
///         self.0.push(match note {
///             Note::Layer(layer) => layer.to_string(),
///             Note::Choice { choice, .. } => choice.to_string(),
///             _ => return,
///         });
///     }
/// }
///
/// let file = godot4::to_vec(&["Ada", "Grace"])?;
/// let mut log = Log(Vec::new());
/// open_with(file.as_slice(), &OpenOptions::new(), &mut log)?;
/// assert!(log.0[0].starts_with("godot4, bare"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Note<'n> {
    /// The values are compressed, encrypted, or preceded by a header.
    Layer(&'n Layer),
    /// The layout or the framing was detected.
    Choice {
        /// The layout and the framing.
        choice: &'n Choice,
        /// Whether a mistake would change what is printed or written.
        matters: bool,
    },
}

/// The purpose of opening a file. The purpose determines how certain the layout must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Decode the values: the most likely layout is chosen.
    Read,
    /// Print the values: an error if another common layout would print others. Of a text with an
    /// error, the values before it are read, as engines read them.
    Print,
    /// Compare the values, as certain as printed ones.
    Compare,
    /// Show the bytes of the values.
    Inspect,
    /// Examine the file in every layout that fits.
    Audit,
    /// Write the values to another file: the choice is always reported.
    Write,
    /// Replace the file: the choice has to be certain.
    Replace,
}

impl Purpose {
    /// Returns whether values can be written as text.
    pub fn reads_text(self) -> bool {
        !matches!(self, Self::Audit | Self::Inspect)
    }
}

/// A file whose layout and framing are known.
///
/// ```
/// use gdvariant_files::detect::Framing;
/// use gdvariant_files::{Compression, compress_file};
/// use gdvariant::godot4;
/// use gdvariant_files::open::{OpenOptions, open};
///
/// let mut content = Vec::new();
/// godot4::write_framed(&mut content, &["Ada", "Grace"])?;
/// let file = compress_file(&content, Compression::Zstd, 4096)?;
///
/// let opened = open(file.as_slice(), &OpenOptions::new())?;
/// assert_eq!(opened.layers[0].to_string(), "a compressed file (zstd)");
/// assert_eq!((opened.layout.name, opened.framing), ("godot4", Framing::LittleEndian));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct OpenFile<'r> {
    source: Source<'r>,
    /// The content, if it can be read again.
    stored: Option<StoredInput>,
    /// The compression and encryption around the content, outermost first.
    pub layers: Vec<Layer>,
    /// The layout of the values.
    pub layout: &'static Layout,
    /// The framing of the values, or of the values in each line of text.
    pub framing: Framing,
    /// The probability of the layout and the framing in percent; 100 if the options name both.
    pub confidence: u8,
    /// The other candidates that fit the file and are equal or close to the chosen one, the likeliest
    /// first.
    pub also_valid: Vec<Candidate>,
    /// The other layouts that fit the file; none if the options name the layout.
    pub others: OtherLayouts,
    /// The text of a file that contains values as text, such as a ConfigFile.
    ///
    /// [`values`](Self::values) yields its values in the encoding of the layout. A file that is opened
    /// to print or search it can have an error: the text is what precedes the error, which the last
    /// of the values states.
    pub text: Option<Box<TextDocument>>,
    /// The error in the text, of which only the start was read.
    fault: Option<Error>,
    /// Whether the content is invalid, so that only its start is decoded.
    is_invalid: bool,
    /// Whether the bytes were read in a form of text, such as hex digits.
    is_form: bool,
    max_length: u32,
    pub(crate) ignores_rest: bool,
}

impl Debug for OpenFile<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenFile")
            .field("layers", &self.layers)
            .field("layout", &self.layout.name)
            .field("framing", &self.framing)
            .field("confidence", &self.confidence)
            .field("also_valid", &self.also_valid)
            .finish_non_exhaustive()
    }
}

/// The source of values.
enum Source<'r> {
    Raw(Input<'r>),
    /// Lines, and how each is opened.
    Lines(Box<Lines<Input<'r>>>, OpenOptions),
}

/// Opens a file or a buffer: removes its layers, and finds the layout and the framing.
///
/// At most [`MAX_BYTES`] bytes of the content are examined. If several layouts fit these bytes, the
/// most likely one is opened.
///
/// ```
/// use gdvariant::framing::FrameOptions;
/// use gdvariant::godot3;
/// use gdvariant_files::open::{OpenOptions, open};
///
/// let mut file = Vec::new(); // or a File
/// godot3::write_framed(&mut file, &["Ada", "Grace"])?;
/// for value in open(file.as_slice(), &OpenOptions::new())?.into_reader(FrameOptions::new())? {
///     assert_eq!(value?.to_string(), r#"[ "Ada", "Grace" ]"#);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if reading fails, if a compressed or encrypted file is invalid or its content
/// is too long, if the key of an encrypted file is missing, if the file has a format without
/// values, such as a zip archive, or if the layout is ambiguous.
pub fn open<'r>(reader: impl Read + 'r, options: &OpenOptions) -> Result<OpenFile<'r>, Error> {
    open_with(reader, options, &mut ())
}

/// Opens a file as [`open`] does, and asks the caller for a missing key.
///
/// ```
/// use gdvariant_files::Compression;
/// use gdvariant_files::open::{Note, OpenEvents, OpenOptions, open_with};
/// use gdvariant_files::layer::Layer;
///
/// struct Announce;
///
/// impl OpenEvents for Announce {
///     fn note(&mut self, note: &Note<'_>) {
///         if let Note::Layer(layer) = note {
///             eprintln!("{layer}; offsets refer to its content");
///         }
///     }
/// }
///
/// let file = Layer::from_mode(Compression::Gzip).wrap(&[2, 0, 0, 0, 7, 0, 0, 0])?;
/// let opened = open_with(file.as_slice(), &OpenOptions::new(), &mut Announce)?;
/// assert_eq!(opened.layers.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the errors of [`open`].
pub fn open_with<'r>(
    reader: impl Read + 'r,
    options: &OpenOptions,
    events: &mut dyn OpenEvents,
) -> Result<OpenFile<'r>, Error> {
    open_for(Purpose::Read, reader, options, events)
}

pub(crate) fn open_for<'r>(
    purpose: Purpose,
    reader: impl Read + 'r,
    options: &OpenOptions,
    events: &mut dyn OpenEvents,
) -> Result<OpenFile<'r>, Error> {
    let examined = ExaminedFile::new(from_reader(reader), options, events)?;
    examined.open(options, purpose, false, events)
}

/// Ranks the possible layouts and framings of a file.
///
/// ```
/// use gdvariant_files::{Compression, compress_file};
/// use gdvariant::godot4;
/// use gdvariant_files::open::{OpenOptions, detect};
///
/// let mut content = Vec::new();
/// godot4::write_framed(&mut content, &["Ada", "Grace"])?;
/// let file = compress_file(&content, Compression::Zstd, 4096)?;
/// let detection = detect(file.as_slice(), &OpenOptions::new())?;
/// assert_eq!(detection.choice()?.layout.name, "godot4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the errors of [`open`], except for an ambiguous layout.
pub fn detect(file: impl Read, options: &OpenOptions) -> Result<Detection, Error> {
    let examined = ExaminedFile::new(from_reader(file), &options.clone().thorough(), &mut ())?;
    let detection = examined.detection;
    Ok(detection.unwrap_or_else(|| detect_with(&[], options.detection(&[], None))))
}

/// A file whose compression and encryption are removed, with its possible layouts and framings.
///
/// A program examines a file to show what it is before it chooses a layout; [`open`] does both.
///
/// ```
/// use gdvariant_files::input::from_reader;
/// use gdvariant_files::open::{ExaminedFile, OpenOptions, Purpose};
/// use gdvariant_files::text::TextKind;
///
/// let (file, options) = (b"[player]\n\ngold=7\n", OpenOptions::new());
/// let examined = ExaminedFile::new(from_reader(&file[..]), &options, &mut ())?;
/// assert_eq!(examined.text_kind(), Some(TextKind::Config));
/// let opened = examined.open(&options, Purpose::Print, false, &mut ())?;
/// assert_eq!(opened.document()?.get(0, &"player.gold".parse()?)?.to_string(), "7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ExaminedFile<'r> {
    source: Source<'r>,
    /// The file, if it can be read again.
    stored: Option<StoredInput>,
    /// The length of the content, if it is known.
    length: Option<u64>,
    /// The removed layers, outermost first.
    pub layers: Vec<Layer>,
    requested: Option<&'static Layout>,
    /// The ranking of candidates; `None` if the options name the layout and the framing.
    pub detection: Option<Detection>,
    /// The examined bytes: the start of raw input, or the values of lines.
    pub start: Vec<InputStart>,
    /// Whether the file is the settings file of a game, which needs a known layout to be decoded.
    pub is_settings: bool,
    /// Whether zeros in the place of the end of a text are ignored.
    ignores_zeros: bool,
    /// What the content is instead of values, which takes a pass over the start in each form.
    contents: OnceLock<Option<Contents>>,
}

impl<'r> ExaminedFile<'r> {
    /// Reads only as much of a file as the detection needs.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`open`].
    pub fn new(
        input: Input<'r>,
        options: &OpenOptions,
        events: &mut dyn OpenEvents,
    ) -> Result<Self, Error> {
        // The compiler removes the reading of text if the form is a constant.
        let form = if cfg!(feature = "notation") {
            options.notation
        } else {
            Notation::Raw
        };
        if form.is_lines() {
            return Self::lines(input, options, events);
        }
        let input = match form {
            Notation::Dump => from_bytes(read_dump(input, options)?),
            _ => input,
        };
        let unwrapped = layer::remove_layers(input, options, events)?;
        let (mut input, is_settings) = (unwrapped.input, unwrapped.is_settings);
        let length = unwrapped.length;
        let (start, detection) = match (options.layout, options.framing) {
            _ if is_settings => {
                let settings = std::mem::replace(&mut input, from_bytes([]));
                let (bytes, detection) = layer::read_settings(settings, options)?;
                (whole(bytes), Some(detection))
            }
            _ if options.is_thorough => {
                let start = InputStart::read(&mut input, MAX_BYTES)?;
                let detection = start.detect(options.detection(&unwrapped.layers, length));
                (start, Some(detection))
            }
            (Some(_), Some(Framing::Bare)) => (InputStart::read(&mut input, MAX_BYTES)?, None),
            (Some(_), Some(_)) => (InputStart::default(), None),
            _ => {
                let wanted = options.detection(&unwrapped.layers, length);
                let (start, detection) = detect_reader(&mut input, wanted)?;
                (start, Some(detection))
            }
        };
        Ok(Self {
            source: Source::Raw(put_back(start.bytes.clone(), input)),
            stored: None,
            length,
            layers: unwrapped.layers,
            requested: options.layout,
            detection,
            start: vec![start],
            is_settings,
            ignores_zeros: options.ignores_rest,
            contents: OnceLock::new(),
        })
    }

    fn lines(
        mut input: Input<'r>,
        options: &OpenOptions,
        events: &mut dyn OpenEvents,
    ) -> Result<Self, Error> {
        let is_thorough = options.is_thorough;
        let is_known = !is_thorough && options.layout.is_some() && options.framing.is_some();
        let mut options = options.clone();
        let (mut text, mut examined) = (Vec::new(), 0);
        let (lines, is_complete) = loop {
            let mut limited = input.by_ref().take(max_chars(options.limit(&[])) + 1);
            let is_empty = limited.read_until(b'\n', &mut text)? == 0;
            let is_long = text.len() >= MAX_TEXT;
            let is_complete = is_empty || is_long && input.fill_buf()?.is_empty();
            let is_enough = is_complete || is_long;
            // Detecting again only after the input has grown by a quarter keeps the total time
            // linear.
            let is_file = is_thorough || options.file_length.is_some();
            if !is_enough && (is_file || text.len() <= examined + examined / 4) {
                continue;
            }
            let mut lines = ExaminedLines::new(&text, is_complete, &options)?;
            if examined == 0 && lines.needs_key() {
                options.key = events.key();
                lines = ExaminedLines::new(&text, is_complete, &options)?;
            }
            examined = text.len();
            if is_enough || lines.detection.is_sure() || is_known && lines.fits() {
                break (lines, is_complete);
            }
        };
        let last = lines
            .values
            .last()
            .map(|it| it.line)
            .filter(|_| !is_complete);
        let fault = lines.fault.as_ref().filter(|(line, _)| Some(*line) != last);
        if let Some((line, fault)) = fault.filter(|_| is_thorough).cloned() {
            return Err(ErrorKind::Line { line, fault }.into());
        }
        for layer in &lines.layers {
            events.note(&Note::Layer(layer));
        }
        let source = if is_complete && let Some(text) = lines.text() {
            Source::Raw(from_bytes(Vec::from(text)))
        } else {
            let input = put_back(text, input);
            let read = Lines::new(options.notation, options.limit(&[]), input);
            let read = read.wrapped(lines.is_wrapped);
            Source::Lines(Box::new(read), options.clone())
        };
        Ok(Self {
            source,
            stored: None,
            length: None,
            layers: lines.layers,
            requested: options.layout,
            detection: (!is_known).then_some(lines.detection),
            start: lines.start,
            is_settings: false,
            ignores_zeros: options.ignores_rest,
            contents: OnceLock::new(),
        })
    }

    /// Sets the file that the input reads, which is then read again instead of kept in memory.
    #[must_use]
    pub fn stored(self, file: StoredInput) -> Self {
        let stored = Some(file);
        Self { stored, ..self }
    }

    /// Returns the error that names the content, if the content is something else than values.
    pub fn other_format(&self) -> Option<Error> {
        let Contents { format, advice, .. } = self.contents()?;
        let packed = self.layers.iter().rfind(|it| !it.is_header());
        let kind = ErrorKind::OtherFormat {
            format: packed.map_or_else(|| format.clone(), |layer| format!("{layer}: {format}")),
            // The advice about the content is of no use: the content is not at hand.
            advice: packed.map_or_else(|| advice.clone(), |_| Some(Advice::Unpack)),
        };
        Some(kind.into())
    }

    /// Returns what the content is, if it is something else than values.
    pub fn contents(&self) -> Option<&Contents> {
        self.contents.get_or_init(|| self.find_contents()).as_ref()
    }

    /// Finds out what the content is.
    ///
    /// Unframed values one after another are no objection: most bytes start with some value.
    fn find_contents(&self) -> Option<Contents> {
        let detection = self.detection.as_ref().filter(|_| !self.is_settings)?;
        let [start] = self.start.as_slice() else {
            return None;
        };
        let is_value = |it: &Candidate| match it.framing {
            Framing::Concatenated => false,
            Framing::Bare => it.fits(),
            _ => it.values > 0,
        };
        let candidates = detection.candidates();
        // A string of a value, and bytes after a frame, can have U+FFFD.
        let is_intact = |it: &Candidate| {
            let value = start.bytes.get(it.skip..).unwrap_or_default();
            match (it.framing.options(), value.split_first_chunk()) {
                (Some(options), Some((prefix, rest))) => {
                    let length = options.raw_length(*prefix) as usize;
                    // A character of three bytes can start in the last one.
                    let frame = rest.get(..length.saturating_add(2)).unwrap_or(rest);
                    let is_frame = it.values > 0 || length > rest.len();
                    is_frame && contents::lost(it.layout, frame).is_none()
                }
                _ => contents::lost(it.layout, value).is_none(),
            }
        };
        let lost = contents::replaced(&start.bytes);
        let lost = lost.filter(|_| !candidates.iter().any(is_intact));
        if start.bytes.is_empty() || lost.is_none() && candidates.iter().any(is_value) {
            return None;
        }
        let contents = match lost {
            Some(at) => Some(Contents::lost_bytes(at)),
            None => contents::known(&start.bytes, start.is_complete),
        };
        // A value that starts with a type, or whose length fills the file, is damaged.
        let is_damaged = match start.bytes.as_slice() {
            [number, _, _, 0, ..] if contents::is_type((*number).into()) => true,
            bytes => bytes.split_first_chunk().is_some_and(|(length, rest)| {
                u32::from_le_bytes(*length) as usize == rest.len() && start.is_complete
            }),
        };
        let is_unexplained = detection.candidates().is_empty() && !is_damaged;
        let unknown = || is_unexplained.then(|| Contents::unknown(&start.bytes));
        let mut contents = contents.or_else(unknown)?;
        // Bytes in a form, such as hex digits, are not text.
        let is_form = || {
            matches!(form_of(&start.bytes), Some(Notation::Hex | Notation::Dump))
                || form_of_values(&start.bytes).is_some()
                || unread_notation(&start.bytes).is_some()
        };
        if contents.text.is_some() && self.layers.is_empty() && is_form() {
            contents.text = None;
            contents = advice_for_text(&start.bytes).map_or(contents, Contents::from_advice);
        }
        Some(contents)
    }

    /// Returns the content as a ConfigFile, if it has no sections and keys.
    pub fn empty_config(&self, layout: Option<&'static Layout>) -> Option<TextDocument> {
        let [start] = &self.start[..] else {
            return None;
        };
        let text = str::from_utf8(&start.bytes)
            .ok()
            .filter(|_| start.is_complete);
        TextDocument::empty_config(text?, layout)
    }

    /// Returns the kind of text that the content is, if it is text.
    pub fn text_kind(&self) -> Option<TextKind> {
        let is_raw = matches!(self.source, Source::Raw(_));
        self.contents().filter(|_| is_raw)?.text
    }

    /// Reads the whole content, without the header that the options skip, and returns it with the
    /// layers.
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails.
    pub fn into_content(self) -> Result<(Vec<u8>, Vec<Layer>), Error> {
        self.into_limited(u64::MAX)
    }

    /// Reads the whole content as [`into_content`](Self::into_content) does, up to a limit.
    pub(crate) fn into_limited(mut self, limit: u64) -> Result<(Vec<u8>, Vec<Layer>), Error> {
        let is_text = self.text_kind().is_some();
        let Source::Raw(input) = &mut self.source else {
            return Err(ErrorKind::BytesAsText.into());
        };
        let mut content = read_start(input, limit.saturating_add(1))?;
        if content.len() as u64 > limit {
            return Err(ErrorKind::TooLong(limit).into());
        }
        let end = contents::end_of_bytes(&content);
        if is_text && end < content.len() {
            let zeros = Some(content.len() - end);
            let contents = self.contents.take().flatten();
            self.contents = contents.map(|it| it.before_zeros(end, zeros)).into();
            if let Some(error) = self.other_format().filter(|_| !self.ignores_zeros) {
                return Err(error);
            }
            content.truncate(end);
        }
        Ok((content, self.layers))
    }

    /// Restricts the candidates to the layout and the framing of options.
    #[must_use]
    pub fn restricted(mut self, options: &OpenOptions) -> Self {
        self.requested = options.layout;
        self.contents = OnceLock::new();
        if !self.is_settings {
            self.detection = match (options.layout, options.framing) {
                (None, None) => self.detection,
                (Some(_), Some(_)) => None,
                _ => Some(detect_starts(
                    &self.start,
                    options.detection(&self.layers, self.length),
                )),
            };
        }
        self
    }

    /// Restricts two files to the layouts that fit both, if such layouts exist.
    pub fn join(both: &mut [Self; 2]) {
        let [Some(old), Some(new)] = both.each_ref().map(|it| it.detection.as_ref()) else {
            return;
        };
        let joined = [old.with(new), new.with(old)];
        let [Ok(choice), Ok(other)] = joined.each_ref().map(Detection::choice) else {
            return;
        };
        if choice.confidence == 0 {
            return;
        }
        let is_same = choice.layout == other.layout;
        for (it, joined) in both.iter_mut().zip(joined) {
            it.detection = if is_same {
                Some(joined)
            } else {
                let is_chosen = |it: &Candidate| it.layout == choice.layout;
                it.detection.take().map(|it| it.filtered(is_chosen))
            };
        }
    }

    /// Chooses the layout and the framing, unless the options name them.
    ///
    /// # Errors
    ///
    /// Returns an error if the choice is not certain enough for the purpose. With `is_strict`, it is
    /// uncertain if another candidate yields other values.
    pub fn open(
        mut self,
        options: &OpenOptions,
        purpose: Purpose,
        is_strict: bool,
        events: &mut dyn OpenEvents,
    ) -> Result<OpenFile<'r>, Error> {
        if options.framing.is_none()
            && options.reads_text
            && purpose.reads_text()
            && self.text_kind().is_some_and(TextKind::has_values)
        {
            return self.open_text(options, purpose);
        }
        // A stated form is decoded, so that the error has its position.
        let is_stated = options.layout.or(self.requested).is_some() || options.framing.is_some();
        if !is_stated
            && !options.ignores_rest
            && purpose != Purpose::Audit
            && let Some(error) = self.other_format()
        {
            return Err(error);
        }
        let mut others = OtherLayouts::default();
        let mut layout = self.requested;
        let mut framing = options.framing.unwrap_or(Framing::Bare);
        let (mut confidence, mut also_valid) = (100, Vec::new());
        let stored = self.stored_content(options);
        if let Some(detection) = &self.detection {
            let choice = self.choose(detection, options, purpose, is_strict, events)?;
            if layout.is_none() {
                others = OtherLayouts::new(detection, &choice);
            }
            layout = layout.or(Some(choice.layout));
            framing = choice.framing;
            (confidence, also_valid) = (choice.confidence, choice.also_valid);
        }
        let layout = layout.unwrap_or(layouts::most_used());
        if self.is_settings {
            if options.framing.is_some_and(|it| it.options().is_some()) {
                return Err(ErrorKind::FramedSettings.into());
            }
            let bytes = self.start.pop().unwrap_or_default().bytes;
            let detection = self.detection.as_ref();
            let (input, layer) = layer::settings(options, layout, &bytes, detection)?;
            events.note(&Note::Layer(&layer));
            self.source = Source::Raw(input);
            self.layers.push(layer);
            framing = Framing::Bare;
        }
        let start = self.start.first().filter(|start| !start.is_complete);
        let is_other = start.is_some_and(|start| !is_start(layout, &start.bytes));
        let mut opened = OpenFile {
            stored,
            framing,
            confidence,
            also_valid,
            is_invalid: is_other && framing == Framing::Bare,
            others,
            ..OpenFile::new(self.source, self.layers, layout, options)
        };
        if purpose == Purpose::Replace {
            opened.restrict()?;
        }
        Ok(opened)
    }

    /// Returns the content if it can be read again: the bytes of the file after headers.
    fn stored_content(&self, options: &OpenOptions) -> Option<StoredInput> {
        if self.is_settings || options.notation != Notation::Raw {
            return None;
        }
        let header = |it: &Layer| match it {
            Layer::Header(header) => Some(header.len() as u64),
            _ => None,
        };
        let length: Option<u64> = self.layers.iter().map(header).sum();
        Some(self.stored.clone()?.after_header(length?))
    }

    /// Opens values that are written as text.
    fn open_text(self, options: &OpenOptions, purpose: Purpose) -> Result<OpenFile<'r>, Error> {
        let layout = options.layout.or(self.requested);
        let json = self.text_kind().filter(|kind| *kind == TextKind::Json);
        let (content, layers) = self.into_content()?;
        let (source, most_used) = (Source::Raw(from_bytes([])), layouts::most_used());
        let mut opened = OpenFile {
            ignores_rest: false,
            ..OpenFile::new(source, layers, most_used, options)
        };
        let unreadable = |error: &dyn Display| opened.unreadable(error);
        let text = String::from_utf8(content).map_err(|error| unreadable(&error))?;
        let check_start = |kind, text: &str| {
            if !matches!(kind, TextKind::Values | TextKind::Json) && text.starts_with('\u{feff}') {
                let mark = "a byte order mark, which engines do not skip";
                return Err(unreadable(&mark));
            }
            Ok(())
        };
        if text.len() > MAX_DOCUMENT {
            let length = text.len();
            let message = format!("a length of {length} bytes, expected at most {MAX_DOCUMENT}");
            return Err(unreadable(&message));
        }
        let mut fault = None;
        let parsed = TextDocument::with_values(text.clone(), layout, json).or_else(|error| {
            fault = Some(unreadable(&error));
            let start = TextDocument::before(&text, layout, json, &error);
            start.filter(|_| purpose == Purpose::Print).ok_or(error)
        });
        let (text, of_text) = parsed.map_err(|error| unreadable(&error))?;
        check_start(text.kind(), text.text())?;
        let mut values = Vec::new();
        // Strings of JSON can contain a NUL, which no encoding can. Changes only use the document.
        let is_changed = purpose == Purpose::Replace && text.kind() == TextKind::Json;
        for value in of_text.iter().filter(|_| !is_changed) {
            let encoded = value.to_vec(EncodeOptions::engine());
            values.extend(encoded.map_err(|error| unreadable(&error))?);
        }
        opened.source = Source::Raw(from_bytes(values));
        opened.layout = text.layout();
        if text.count() != 1 {
            opened.framing = Framing::Concatenated;
        }
        opened.text = Some(Box::new(text));
        opened.fault = fault;
        Ok(opened)
    }

    /// Chooses one candidate, and reports it.
    fn choose(
        &self,
        detection: &Detection,
        options: &OpenOptions,
        purpose: Purpose,
        is_strict: bool,
        events: &mut dyn OpenEvents,
    ) -> Result<Choice, Error> {
        let choice = match (detection.choice(), purpose) {
            (Err(_), Purpose::Audit) => self.first(detection),
            (choice, _) => choice,
        };
        let first = match &choice {
            Ok(choice) => detection
                .candidates()
                .iter()
                .find(|it| (it.layout, it.framing, it.skip) == (choice.layout, choice.framing, 0)),
            Err(error) => error.candidates.first(),
        };
        if !options.ignores_rest
            && !matches!(purpose, Purpose::Inspect | Purpose::Audit)
            && let Some(format) = first.and_then(Candidate::damage)
        {
            let advice = Some(contents::RESTORE.into());
            return Err(ErrorKind::OtherFormat { format, advice }.into());
        }
        let choice = choice?;
        let mut others = choice.also_valid.iter();
        let matters = purpose != Purpose::Read && self.matters(&choice);
        let is_ambiguous = match purpose {
            // The layouts are compared later, by the bytes that they would write.
            Purpose::Replace => rivals(detection, &choice).any(|it| it.framing != choice.framing),
            Purpose::Audit => is_strict && matters,
            _ => matters && (is_strict || others.any(|it| it.values > 1 && is_common(it))),
        };
        if is_ambiguous {
            return Err(ErrorKind::AlsoValid(choice).into());
        }
        let is_detected = self.requested.is_none()
            || options.framing.is_none() && choice.framing != Framing::Bare;
        // The candidates can differ after the examined start.
        let is_cut = self.start.iter().any(|start| !start.is_complete);
        if is_detected && choice.confidence > 0 {
            let matters = matters
                || is_cut && !choice.also_valid.is_empty()
                || matches!(purpose, Purpose::Write | Purpose::Replace);
            events.note(&Note::Choice {
                choice: &choice,
                matters,
            });
        }
        Ok(choice)
    }

    /// Chooses the first candidate that neither skips a header nor has several unframed values.
    fn first(&self, detection: &Detection) -> Result<Choice, Ambiguous> {
        let is_usual = |it: &&Candidate| it.skip == 0 && it.framing != Framing::Concatenated;
        let Some(first) = detection.matches().find(is_usual) else {
            return detection.choice();
        };
        let options = DetectOptions::new().layout(first.layout);
        detect_starts(&self.start, options.framing(first.framing)).choice()
    }

    /// Returns whether the other valid candidates yield different values.
    fn matters(&self, choice: &Choice) -> bool {
        let chosen = self.shown(choice.layout, choice.framing);
        let mut others = choice.also_valid.iter();
        others.any(|it| self.shown(it.layout, it.framing) != chosen)
    }

    /// Returns the values at the start of the file, as text and as JSON.
    fn shown(&self, layout: &'static Layout, framing: Framing) -> Vec<String> {
        let decoded = |bytes: &[u8]| {
            let value = layout.decode(bytes, STRICT).ok()?;
            let shown = value.to_string();
            let shown = shown + &serde_json::to_string(&value).ok()?;
            Some(shown)
        };
        if self.is_settings {
            return Vec::new();
        }
        let mut shown = Vec::new();
        for start in &self.start {
            let bytes = start.bytes.as_slice();
            let mut values = AnyReader::with_layout(bytes, layout, framing, FrameOptions::new());
            while let Ok(Some((_, bytes))) = values.next_bytes() {
                shown.extend(decoded(bytes));
            }
        }
        shown
    }
}

impl<'r> OpenFile<'r> {
    /// Creates a file with one value in a certain layout.
    fn new(
        source: Source<'r>,
        layers: Vec<Layer>,
        layout: &'static Layout,
        options: &OpenOptions,
    ) -> Self {
        Self {
            source,
            stored: None,
            max_length: options.limit(&layers),
            layers,
            layout,
            framing: Framing::Bare,
            confidence: 100,
            also_valid: Vec::new(),
            others: OtherLayouts::default(),
            text: None,
            fault: None,
            is_invalid: false,
            is_form: options.notation != Notation::Raw,
            ignores_rest: options.ignores_rest,
        }
    }

    /// Returns the error in a text, of which only the values before it were read.
    pub fn fault(&self) -> Option<&Error> {
        self.fault.as_ref()
    }

    /// Returns a reader of the bytes of the values, which also reports what is not a value.
    ///
    /// ```
    /// use gdvariant_files::detect::Framing;
    /// use gdvariant_files::open::{OpenOptions, open};
    ///
    /// let file = [8, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0]; // the int 7 after its length
    /// let opened = open(&file[..], &OpenOptions::new().framing(Framing::LittleEndian))?;
    /// let mut values = opened.values();
    /// while let Some(entry) = values.next_entry()? {
    ///     assert_eq!((entry.number, entry.start), (1, 4));
    ///     assert_eq!(entry.bytes(), Ok(&file[4..]));
    /// }
    /// # Ok::<(), gdvariant_files::error::Error>(())
    /// ```
    pub fn values(self) -> Values<'r> {
        let options = self.value_options();
        let values = match self.source {
            Source::Lines(lines, open) => Values::from_lines(*lines, open, options),
            Source::Raw(input) if self.is_invalid => {
                Values::from_raw(from_reader(input.take(MAX_INVALID_INPUT)), options)
            }
            Source::Raw(input) => Values::from_raw(input, options),
        };
        values.before(self.fault)
    }

    fn value_options(&self) -> ValueOptions {
        ValueOptions {
            layout: self.layout,
            framing: self.framing,
            max_length: self.max_length,
            ignores_rest: self.ignores_rest,
            looks_ahead: false,
        }
    }

    /// Returns the content as a file that can be read again, unless it is in memory.
    pub(crate) fn stored_file(&mut self) -> Option<StoredInput> {
        self.stored.take().filter(StoredInput::is_file)
    }

    /// Returns a reader that decodes the values with these options.
    ///
    /// The options state the maximum length of a framed value; [`OpenOptions::max_length`] does not
    /// apply.
    ///
    /// ```
    /// use gdvariant::framing::FrameOptions;
    /// use gdvariant::godot4;
    /// use gdvariant_files::open::{OpenOptions, open};
    ///
    /// let file = godot4::to_vec(&["Ada", "Grace"])?;
    /// let opened = open(file.as_slice(), &OpenOptions::new())?;
    /// let mut values = opened.into_reader(FrameOptions::new())?;
    /// assert_eq!(values.next().unwrap()?.to_string(), r#"["Ada", "Grace"]"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if each line of the file is a value: [`values`](Self::values) reads them.
    pub fn into_reader(self, options: FrameOptions) -> Result<AnyReader<Input<'r>>, Error> {
        let input = match (self.source, self.fault) {
            (_, Some(fault)) => return Err(fault),
            (Source::Raw(input), None) => input,
            (Source::Lines(..), None) => return Err(ErrorKind::BytesAsText.into()),
        };
        Ok(AnyReader::with_layout(
            input,
            self.layout,
            self.framing,
            options,
        ))
    }

    /// Reads the rest of the content, without the header that the options skip, and returns it with
    /// its layers, outermost first.
    ///
    /// ```
    /// use gdvariant_files::open::{OpenOptions, open};
    ///
    /// let file = b"v1\x02\0\0\0\x07\0\0\0";
    /// let (content, layers) = open(&file[..], &OpenOptions::new().skip(2))?.into_content()?;
    /// assert_eq!(content, file[2..]);
    /// assert_eq!(layers[0].wrap(&content)?, file);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The example of [`Layer`] writes a changed file.
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails, or if the file is text in a form: nothing could write the
    /// content in its form again.
    pub fn into_content(self) -> Result<(Vec<u8>, Vec<Layer>), Error> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        if let Some(text) = self.text {
            return Ok((text.text().into(), self.layers));
        }
        match self.source {
            Source::Raw(mut input) if !self.is_form => {
                Ok((read_start(&mut input, u64::MAX)?, self.layers))
            }
            _ => Err(ErrorKind::BytesAsText.into()),
        }
    }

    /// Returns the error of a text whose values cannot be read.
    pub fn unreadable(&self, error: &dyn Display) -> Error {
        ErrorKind::OtherFormat {
            format: format!("text that cannot be read: {error}"),
            advice: Some(if self.layers.iter().all(Layer::is_header) {
                Advice::AsText { has_values: false }
            } else {
                Advice::Unpack
            }),
        }
        .into()
    }

    /// Removes the other layouts that do not decode the whole file.
    fn restrict(&mut self) -> Result<(), Error> {
        if self.others.detected.is_none() {
            return Ok(());
        }
        let Source::Raw(input) = &mut self.source else {
            return Ok(());
        };
        let content = stored(&mut self.stored, input)?.open()?;
        let mut values = Values::from_raw(content, self.value_options());
        while !self.others.layouts.is_empty()
            && let Ok(Some(entry)) = values.next_entry()
            && let Ok(bytes) = entry.bytes()
        {
            self.others.restrict(bytes);
        }
        Ok(())
    }
}

/// Returns the content as an input that can be read again: the given one, or memory.
fn stored<'s>(
    stored: &'s mut Option<StoredInput>,
    input: &mut Input<'_>,
) -> io::Result<&'s StoredInput> {
    if let Some(stored) = stored {
        return Ok(stored);
    }
    let content: Arc<[u8]> = read_start(input, u64::MAX)?.into();
    *input = from_bytes(Arc::clone(&content));
    Ok(stored.insert(content.into()))
}

/// Ranks the layouts and the framings of an input, or of lines.
fn detect_starts(start: &[InputStart], options: DetectOptions) -> Detection {
    match start {
        [only] => only.detect(options),
        all => detect_values(all.iter().map(|it| it.bytes.as_slice()), options),
    }
}

/// Returns a complete input.
fn whole(bytes: Vec<u8>) -> InputStart {
    InputStart {
        bytes,
        is_complete: true,
    }
}

/// Returns whether the engine of a candidate has many users.
///
/// If another candidate with such an engine decodes several values, the choice is ambiguous.
fn is_common(candidate: &Candidate) -> bool {
    matches!(candidate.layout.rank_by_users(), Some(0 | 1))
}
