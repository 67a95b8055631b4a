//! Opens files of any engine: options, unpacking, detection, decoding and errors.

use super::{AnyVariant, DecodeAny};
use crate::error::from_errors;
use crate::framing::{FrameOptions, Frames};
use crate::inspection::detect::{
    Choice, DetectOptions, Detection, Framing, MAX_VALUES, Unclear, detect_reader, detect_values,
};
#[cfg(feature = "compressed")]
use crate::stream::files::{CompressedReader, Compression};
#[cfg(feature = "encrypted")]
use crate::stream::files::{EncryptedReader, Encryption, FileKey};
use crate::stream::files::{FileError, FileOptions, Settings, SettingsReader};
use crate::table::layout_info::LayoutInfo;
use crate::{DecodeError, DecodeOptions, Layout, ReadError, format};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::{fmt, mem};
use std::io::{self, BufReader, Cursor, Read};

/// Options for opening a file: known facts about the file, and limits.
///
/// ```
/// # #[cfg(all(feature = "godot4", feature = "godot3"))] {
/// use gdvariant::any::{AnyOptions, AnyReader};
/// use gdvariant::detect::Framing;
/// use gdvariant::framing::FrameOptions;
/// use gdvariant::DecodeOptions;
///
/// let options = AnyOptions::new()
///     .framing(Framing::InARow)
///     .skip(2)
///     .frame_options(FrameOptions::new().decode_options(DecodeOptions::engine()));
/// let file = b"v1\x01\0\0\0\x01\0\0\0\0\0\0\0"; // true and Nil after a version
/// let values = AnyReader::open(&file[..], &options)?;
/// assert_eq!(values.count(), 2);
/// # }
/// # Ok::<(), gdvariant::any::AnyError>(())
/// ```
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct AnyOptions {
    detect: DetectOptions,
    files: FileOptions,
    frames: FrameOptions,
    skip: u64,
    #[cfg(feature = "encrypted")]
    key: Option<FileKey>,
}

impl AnyOptions {
    /// Creates the default options: everything is detected, and the default limits apply.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the layout instead of detecting it.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::any::{AnyOptions, AnyReader};
    /// use gdvariant::schema::LAYOUTS;
    ///
    /// let layout = LAYOUTS.iter().find(|layout| layout.name == "godot3").unwrap();
    /// let options = AnyOptions::new().layout(layout);
    /// let reader = AnyReader::open(&[0, 0, 0, 0][..], &options)?;
    /// assert_eq!(reader.choice().layout.name, "godot3");
    /// # }
    /// # Ok::<(), gdvariant::any::AnyError>(())
    /// ```
    pub fn layout(self, layout: &'static LayoutInfo) -> Self {
        let detect = self.detect.layout(layout);
        Self { detect, ..self }
    }

    /// Sets the framing instead of detecting it.
    pub fn framing(self, framing: Framing) -> Self {
        let detect = self.detect.framing(framing);
        Self { detect, ..self }
    }

    /// Sets the key of an encrypted file.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::any::{AnyOptions, AnyReader};
    /// use gdvariant::files::{EncryptedWriter, Encryption, FileKey};
    /// use gdvariant::godot4;
    ///
    /// let key = FileKey::from_password("correct horse");
    /// let mut writer = EncryptedWriter::new(Vec::new(), Encryption::Godot4, key.clone())?;
    /// godot4::write_framed(&mut writer, &["Ada", "Grace"])?;
    /// let file = writer.finish()?;
    ///
    /// let mut values = AnyReader::open(file.as_slice(), &AnyOptions::new().key(key))?;
    /// assert_eq!(values.next().unwrap()?.to_string(), r#"["Ada", "Grace"]"#);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "encrypted")]
    pub fn key(self, key: FileKey) -> Self {
        let key = Some(key);
        Self { key, ..self }
    }

    /// Skips this many bytes at the start of the content, such as a header that a game adds.
    pub fn skip(self, bytes: u64) -> Self {
        Self {
            skip: bytes,
            ..self
        }
    }

    /// Sets the limits of compressed files, encrypted files and settings.
    ///
    /// ```
    /// # #[cfg(feature = "compressed")] {
    /// use gdvariant::any::{AnyOptions, AnyReader};
    /// use gdvariant::files::FileOptions;
    ///
    /// let header = *b"GCPF\x02\0\0\0\0\x10\0\0\xff\xff\xff\xff";
    /// let options = AnyOptions::new().file_options(FileOptions::new().max_length(1 << 20));
    /// assert!(AnyReader::open(&header[..], &options).is_err());
    /// # }
    /// ```
    pub fn file_options(self, files: FileOptions) -> Self {
        Self { files, ..self }
    }

    /// Sets the maximum length of a framed value, and the decoding options of all values.
    ///
    /// The byte order of `frames` is ignored: the framing determines the byte order of lengths.
    pub fn frame_options(self, frames: FrameOptions) -> Self {
        Self { frames, ..self }
    }
}

/// The unpacked content of a file.
type Content<'r> = Box<dyn Read + 'r>;

/// The maximum nesting depth of compressed and encrypted files.
const MAX_WRAPPERS: usize = 4;

const COMPRESSED: [u8; 4] = format::COMPRESSED_MAGIC.to_le_bytes();
const ENCRYPTED: [u8; 4] = format::ENCRYPTED_MAGIC.to_le_bytes();
const SETTINGS: [u8; 4] = format::SETTINGS_MAGIC.to_le_bytes();
const SETTINGS_OF_PANDEMONIUM: [u8; 4] = format::SETTINGS_MAGIC_PANDEMONIUM.to_le_bytes();

/// Ranks the possible layouts and framings of a plain, compressed or encrypted file.
///
/// ```
/// # #[cfg(all(feature = "compressed", feature = "godot4"))] {
/// use gdvariant::any::{AnyOptions, detect};
/// use gdvariant::files::{CompressedWriter, Compression};
/// use gdvariant::godot4;
///
/// let mut writer = CompressedWriter::new(Vec::new(), Compression::Zstd);
/// godot4::write_framed(&mut writer, &["Ada", "Grace"])?;
/// let file = writer.finish()?;
/// let detection = detect(file.as_slice(), &AnyOptions::new())?;
/// assert_eq!(detection.choice()?.layout.name, "godot4");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the errors of [`AnyReader::open`], except for the error of an unclear layout.
pub fn detect(reader: impl Read, options: &AnyOptions) -> Result<Detection, AnyError> {
    DetectedFile::new(reader, options)?.detect(options)
}

/// An unpacked file, whose layout can be detected.
struct DetectedFile<'r> {
    content: Content<'r>,
    /// Whether the content is the settings file of a game.
    is_settings: bool,
    form: FileForm,
}

/// How a file is compressed and encrypted.
///
/// ```
/// # #[cfg(all(feature = "godot4", feature = "compressed"))] {
/// use gdvariant::any::{AnyOptions, AnyReader};
/// use gdvariant::files::{CompressedWriter, Compression};
/// use std::io::Write;
///
/// let mut writer = CompressedWriter::new(Vec::new(), Compression::Zstd);
/// writer.write_all(&gdvariant::godot4::to_vec("Ada")?)?;
/// let save = writer.finish()?;
/// let values = AnyReader::open(save.as_slice(), &AnyOptions::new())?;
/// assert_eq!(values.form().compression, Some(Compression::Zstd));
/// assert_eq!(values.form().encryption, None);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct FileForm {
    /// The compression, as in `open_compressed`.
    #[cfg(feature = "compressed")]
    #[cfg_attr(docsrs, doc(cfg(feature = "compressed")))]
    pub compression: Option<Compression>,
    /// The encryption, as in `open_encrypted`.
    #[cfg(feature = "encrypted")]
    #[cfg_attr(docsrs, doc(cfg(feature = "encrypted")))]
    pub encryption: Option<Encryption>,
}

impl<'r> DetectedFile<'r> {
    /// Unpacks a file and skips its header.
    fn new(reader: impl Read + 'r, options: &AnyOptions) -> Result<Self, AnyError> {
        let mut content: Content<'r> = Box::new(BufReader::new(reader));
        let mut start = None;
        #[cfg_attr(
            not(any(feature = "compressed", feature = "encrypted")),
            expect(unused_mut)
        )]
        let mut form = FileForm::default();
        for _ in 0..MAX_WRAPPERS {
            let mut magic = Vec::new();
            (&mut content).take(4).read_to_end(&mut magic)?;
            start = magic.first_chunk().copied();
            let file = Cursor::new(magic).chain(content);
            content = match start {
                #[cfg(feature = "compressed")]
                Some(COMPRESSED) => {
                    let reader = CompressedReader::new(file, options.files)?;
                    form.compression = Some(reader.compression());
                    Box::new(BufReader::new(reader))
                }
                #[cfg(feature = "encrypted")]
                Some(ENCRYPTED) => {
                    let key = options.key.as_ref().ok_or(AnyError::Key)?;
                    let reader = EncryptedReader::new(file, key, options.files)?;
                    form.encryption = Some(reader.encryption());
                    Box::new(reader)
                }
                #[cfg(not(feature = "compressed"))]
                Some(COMPRESSED) => return Err(AnyError::Feature("compressed")),
                #[cfg(not(feature = "encrypted"))]
                Some(ENCRYPTED) => return Err(AnyError::Feature("encrypted")),
                _ => Box::new(file),
            };
            if !matches!(start, Some(COMPRESSED | ENCRYPTED)) {
                break;
            }
        }
        let is_settings = matches!(start, Some(SETTINGS | SETTINGS_OF_PANDEMONIUM));
        if !is_settings {
            std::io::copy(&mut (&mut content).take(options.skip), &mut std::io::sink())?;
        }
        Ok(Self {
            content,
            is_settings,
            form,
        })
    }

    /// Ranks the layouts without consuming the content.
    #[inline]
    fn detect(&mut self, options: &AnyOptions) -> Result<Detection, AnyError> {
        let (start, detection) = if self.is_settings {
            let mut bytes = Vec::new();
            self.content.read_to_end(&mut bytes)?;
            let settings = Settings::new(bytes.as_slice(), options.files)?.take(MAX_VALUES);
            let values = settings.map(|setting| setting.map(|(_, value)| value));
            let values: Vec<_> = values.collect::<Result<_, _>>()?;
            let detection = detect_values(values.iter().map(Vec::as_slice));
            (bytes, detection)
        } else {
            let (start, detection) = detect_reader(&mut self.content, options.detect)?;
            (start.bytes, detection)
        };
        let rest = mem::replace(&mut self.content, Box::new(std::io::empty()));
        self.content = Box::new(Cursor::new(start).chain(rest));
        Ok(detection)
    }
}

impl<'r> AnyReader<Box<dyn Read + 'r>> {
    /// Opens a file or a buffer: unpacks the content, and detects the layout and the framing.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::any::{AnyOptions, AnyReader};
    /// use gdvariant::godot4;
    ///
    /// let file = godot4::to_vec(&["Ada", "Grace"])?;
    /// let mut values = AnyReader::open(file.as_slice(), &AnyOptions::new())?;
    /// assert!(values.choice().to_string().starts_with("godot4, bare"));
    /// assert_eq!(values.next().unwrap()?.to_string(), r#"["Ada", "Grace"]"#);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails, if a compressed or encrypted file is invalid, if the key
    /// of an encrypted file is missing, or if the layout is unclear: see [`Detection::choice`].
    pub fn open(reader: impl Read + 'r, options: &AnyOptions) -> Result<Self, AnyError> {
        let mut opened = DetectedFile::new(reader, options)?;
        let known = if opened.is_settings {
            // The values of settings have no framing to be detected.
            options.detect.framing(Framing::Bare)
        } else {
            options.detect
        };
        let choice = match known.stated() {
            Some((layout, framing)) => Choice::stated(layout, framing),
            None => opened.detect(options)?.choice()?,
        };
        let mut content = opened.content;
        if opened.is_settings {
            // The settings are converted to one Dictionary of the layout.
            content = each_layout!(for_layout {
                choice.layout.name,
                L => {
                    let settings = SettingsReader::<_, L>::new(content, options.files)?;
                    Box::new(settings.into_content())
                },
                else content
            });
        }
        let form = opened.form;
        Ok(Self {
            form,
            ..Self::new(content, choice, options.frames)
        })
    }
}

/// Reads the values of a file or a buffer of any engine.
///
/// The reader is an iterator over the values as [`AnyVariant`]; [`decode`](Self::decode) decodes
/// them into another type. After a decoding error, the iterator continues with the next value;
/// after any other error, the iterator ends.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::any::{AnyOptions, AnyReader};
/// use gdvariant::godot4;
///
/// let mut save = Vec::new();
/// godot4::write_framed(&mut save, &["Ada", "Grace"])?;
/// godot4::write_framed(&mut save, &7)?;
/// let mut values = AnyReader::open(save.as_slice(), &AnyOptions::new())?;
/// println!("{}", values.choice());
/// let (offset, bytes) = values.next_bytes()?.unwrap();
/// assert_eq!((offset, bytes.len()), (4, 36));
/// for value in values {
///     println!("{}", value?);
/// }
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "readers are lazy"]
pub struct AnyReader<R> {
    choice: Choice,
    form: FileForm,
    options: FrameOptions,
    source: Source<R>,
}

enum Source<R> {
    Frames(Frames<R>),
    Unframed(Unframed<R>),
}

/// Reads values without length prefixes.
struct Unframed<R> {
    /// `None` once the rest of the input is in the buffer.
    reader: Option<R>,
    buffer: Vec<u8>,
    /// The index of the next value in the buffer.
    next: usize,
    /// The offset of the buffer in the content.
    offset: u64,
}

/// The minimum number of bytes that are read to complete a value in a row.
const PIECE: usize = 64 << 10;

impl<R: Read> Unframed<R> {
    fn new(reader: Option<R>) -> Self {
        Self {
            reader,
            buffer: Vec::new(),
            next: 0,
            offset: 0,
        }
    }

    fn rest(&self) -> &[u8] {
        self.buffer.get(self.next..).unwrap_or_default()
    }

    /// Appends at most `limit` bytes to the buffer.
    fn read(&mut self, limit: usize) -> io::Result<()> {
        if let Some(reader) = &mut self.reader {
            let read = reader.take(limit as u64).read_to_end(&mut self.buffer)?;
            if read < limit {
                self.reader = None;
            }
        }
        Ok(())
    }

    /// Buffers the next of the values in a row, and returns its length.
    ///
    /// After an invalid value, the start of the next one is unknown: at most `max_invalid` of the
    /// remaining bytes are buffered, and the input ends.
    fn complete(
        &mut self,
        max_invalid: usize,
        value_length: impl Fn(&[u8]) -> Result<usize, DecodeError>,
    ) -> io::Result<usize> {
        loop {
            let rest = self.rest();
            let is_at_end = self.reader.is_none();
            match value_length(rest) {
                // A value at the end of the buffer can lack padding that has not been read.
                Ok(length) if is_at_end || length < rest.len() => return Ok(length),
                Err(error) if is_at_end || !error.is_eof() => {
                    self.read(max_invalid.saturating_sub(rest.len()))?;
                    self.reader = None;
                    return Ok(self.rest().len());
                }
                Ok(_) | Err(_) => {}
            }
            self.buffer.drain(..self.next);
            self.offset += self.next as u64;
            self.next = 0;
            // Doubling the buffer keeps the total time linear, although each attempt starts again.
            self.read(self.buffer.len().max(PIECE))?;
        }
    }

    /// Returns the next `length` bytes with their offset, or `None` at the end.
    fn advance(&mut self, length: usize) -> Option<(u64, &[u8])> {
        let start = self.next;
        self.next += length;
        let value = self.buffer.get(start..self.next)?;
        (!value.is_empty()).then_some((self.offset + start as u64, value))
    }
}

impl<R> fmt::Debug for AnyReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("AnyReader");
        shown.field("choice", &self.choice).finish_non_exhaustive()
    }
}

impl<R: Read> AnyReader<R> {
    fn new(reader: R, choice: Choice, options: FrameOptions) -> Self {
        let source = match choice.framing {
            Framing::Bare | Framing::InARow => Source::Unframed(Unframed::new(Some(reader))),
            Framing::LittleEndian => Source::Frames(Frames::new(reader, options.big_endian(false))),
            Framing::BigEndian => Source::Frames(Frames::new(reader, options.big_endian(true))),
        };
        Self {
            choice,
            form: FileForm::default(),
            options,
            source,
        }
    }

    /// Creates a reader of unpacked content whose layout and framing are known.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::any::AnyReader;
    /// use gdvariant::detect::Framing;
    /// use gdvariant::schema::LAYOUTS;
    /// use gdvariant::framing::FrameOptions;
    /// use gdvariant::godot4;
    ///
    /// let layout = LAYOUTS.iter().find(|layout| layout.name == "godot4").unwrap();
    /// let two = [godot4::to_vec("Ada")?, godot4::to_vec(&7)?].concat();
    /// let mut values = AnyReader::with_layout(two.as_slice(), layout, Framing::InARow, FrameOptions::new());
    /// assert_eq!(values.next_bytes()?, Some((0, &two[..12])));
    /// assert_eq!(values.next_bytes()?, Some((12, &two[12..])));
    /// assert_eq!(values.next_bytes()?, None);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_layout(
        reader: R,
        layout: &'static LayoutInfo,
        framing: Framing,
        options: FrameOptions,
    ) -> Self {
        Self::new(reader, Choice::stated(layout, framing), options)
    }

    /// Returns the layout and the framing of the values.
    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// Returns how the file is compressed and encrypted.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::any::{AnyOptions, AnyReader, FileForm};
    ///
    /// let file = gdvariant::godot4::to_vec("Ada")?;
    /// let values = AnyReader::open(file.as_slice(), &AnyOptions::new())?;
    /// assert_eq!(values.form(), FileForm::default());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn form(&self) -> FileForm {
        self.form
    }

    /// Returns the bytes of the next value with their offset in the content, or `None` at the end.
    ///
    /// Framed values, and values in a row, are buffered one at a time; a bare value is the whole
    /// content. An invalid value in a row ends the input, because the start of the next value is
    /// unknown: its bytes are the remaining ones, up to [`FrameOptions::max_length`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Frames::next_frame`].
    pub fn next_bytes(&mut self) -> Result<Option<(u64, &[u8])>, ReadError> {
        match &mut self.source {
            Source::Frames(frames) => {
                let start = frames.position() + size_of::<u32>() as u64;
                Ok(frames.next_frame()?.map(|frame| (start, frame)))
            }
            Source::Unframed(values) => {
                let length = if self.choice.framing == Framing::InARow {
                    let (layout, options) = (self.choice.layout, self.options.decode);
                    let max_invalid = usize::try_from(self.options.limit());
                    values.complete(max_invalid.unwrap_or(usize::MAX), |bytes| {
                        layout.skip(bytes, options)
                    })?
                } else {
                    values.read(usize::MAX)?;
                    values.rest().len()
                };
                Ok(values.advance(length))
            }
        }
    }

    /// Returns an iterator that decodes the remaining values into a type.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::any::{AnyOptions, AnyReader};
    /// use gdvariant::godot4;
    ///
    /// let mut save = Vec::new();
    /// godot4::write_framed(&mut save, &["Ada", "Grace"])?;
    /// let mut values = AnyReader::open(save.as_slice(), &AnyOptions::new())?.decode();
    /// let names: Vec<String> = values.next().unwrap()?;
    /// assert_eq!(names, ["Ada", "Grace"]);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decode<T: DecodeAny>(mut self) -> impl Iterator<Item = Result<T, ReadError>> {
        core::iter::from_fn(move || {
            self.next_decoded(|layout, bytes, options| T::decode_any(layout.name, bytes, options))
        })
    }

    /// Decodes the next value. An error other than a decoding error ends the iterator.
    fn next_decoded<T>(
        &mut self,
        decode: impl FnOnce(&LayoutInfo, &[u8], DecodeOptions) -> Result<T, DecodeError>,
    ) -> Option<Result<T, ReadError>> {
        let (layout, options) = (self.choice.layout, self.options.decode);
        match self.next_bytes() {
            Ok(next) => {
                let (start, bytes) = next?;
                let start = usize::try_from(start).unwrap_or(usize::MAX);
                let decoded = decode(layout, bytes, options);
                Some(decoded.map_err(|error| error.with_base_offset(start).into()))
            }
            Err(error) => {
                // Ends the iterator.
                self.source = Source::Unframed(Unframed::new(None));
                Some(Err(error))
            }
        }
    }
}

impl<R: Read> Iterator for AnyReader<R> {
    type Item = Result<AnyVariant, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_decoded(LayoutInfo::decode)
    }
}

crate::error::messages! {
    /// The error returned if a file of any engine cannot be opened.
    ///
    /// ```
    /// use gdvariant::any::{AnyError, AnyOptions, AnyReader};
    ///
    /// let encrypted = b"GDEC\x01\0\0\0";
    /// let error = AnyReader::open(&encrypted[..], &AnyOptions::new()).unwrap_err();
    /// assert!(matches!(error, AnyError::Key | AnyError::Feature(_)));
    /// ```
    #[non_exhaustive]
    pub enum AnyError {
        /// A compressed file, an encrypted file or a settings file cannot be unpacked.
        #[error("{error}")]
        File(error: FileError),
        /// The layout or the framing is unclear.
        #[error("{error}")]
        Unclear(error: Unclear),
        /// The file is encrypted, and the options contain no key.
        #[error("the file is encrypted; set its key with AnyOptions::key")]
        Key,
        /// The file is compressed or encrypted, and this Cargo feature is not enabled.
        #[error("the file is compressed or encrypted; enable the Cargo feature `{feature}`")]
        Feature(feature: &'static str),
        /// Reading failed.
        #[error("{error}")]
        Io(error: io::Error),
    }
}

crate::error::debug!(AnyError);

from_errors!(AnyError: File(FileError), Unclear(Unclear), Io(io::Error));
