//! Options for opening a file.

use crate::FileKey;
use crate::detect::{DetectOptions, Framing};
use crate::layer::Layer;
use crate::notation::{MAX_LENGTH, Notation};
use gdvariant::schema::Layout;

/// The default limit of compressed or encrypted content, in bytes.
const MAX_CONTENT: u64 = 256 << 20;

/// Options for opening a file: known facts about the file, and limits. Other facts are detected.
///
/// ```
/// use gdvariant_files::detect::Framing;
/// use gdvariant::framing::FrameOptions;
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::open::{OpenOptions, open};
///
/// let file = b"v1\x01\0\0\0\x01\0\0\0\0\0\0\0"; // true and null after a version
/// let options = OpenOptions::new()
///     .layout(layout_named("godot4").unwrap())
///     .framing(Framing::Concatenated)
///     .skip(2);
/// let opened = open(&file[..], &options)?;
/// assert_eq!(opened.confidence, 100);
/// assert_eq!(opened.into_reader(FrameOptions::new())?.count(), 2);
/// # Ok::<(), gdvariant_files::error::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct OpenOptions {
    pub(crate) layout: Option<&'static Layout>,
    pub(crate) framing: Option<Framing>,
    pub(crate) notation: Notation,
    pub(crate) skip: u64,
    pub(crate) key: Option<FileKey>,
    pub(crate) max_content: u64,
    pub(crate) max_length: Option<u32>,
    pub(crate) file_length: Option<u64>,
    pub(crate) ignores_rest: bool,
    /// Whether values can be written as text.
    pub(crate) reads_text: bool,
    /// Whether all candidates are ranked.
    pub(crate) is_thorough: bool,
}

impl Default for OpenOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl OpenOptions {
    /// Creates options that detect the layout and the framing of a file of bytes.
    pub const fn new() -> Self {
        Self {
            layout: None,
            framing: None,
            notation: Notation::Raw,
            skip: 0,
            key: None,
            max_content: MAX_CONTENT,
            max_length: None,
            file_length: None,
            ignores_rest: false,
            reads_text: true,
            is_thorough: false,
        }
    }

    /// Examines as much of a file as the detection can, to rank all candidates, instead of as much as
    /// one candidate needs to be certain.
    pub fn thorough(self) -> Self {
        Self {
            is_thorough: true,
            ..self
        }
    }

    /// Sets the layout instead of detecting it; `None` detects it.
    ///
    /// ```
    /// use gdvariant::schema::layout_named;
    /// use gdvariant_files::open::{OpenOptions, open};
    ///
    /// let options = OpenOptions::new().layout(layout_named("godot3").unwrap());
    /// assert_eq!(open(&[0, 0, 0, 0][..], &options)?.layout.name, "godot3");
    /// # Ok::<(), gdvariant_files::error::Error>(())
    /// ```
    pub fn layout(self, layout: impl Into<Option<&'static Layout>>) -> Self {
        let layout = layout.into();
        Self { layout, ..self }
    }

    /// Sets the framing instead of detecting it; `None` detects it.
    ///
    /// ```
    /// use gdvariant_files::detect::Framing;
    /// use gdvariant_files::open::{OpenOptions, open};
    ///
    /// let two = [0; 8]; // null and null
    /// let options = OpenOptions::new().framing(Framing::Concatenated);
    /// let mut values = open(&two[..], &options)?.values();
    /// assert_eq!(values.next_entry()?.unwrap().range(), 0..4);
    /// assert_eq!(values.next_entry()?.unwrap().range(), 4..8);
    /// # Ok::<(), gdvariant_files::error::Error>(())
    /// ```
    pub fn framing(self, framing: impl Into<Option<Framing>>) -> Self {
        let framing = framing.into();
        Self { framing, ..self }
    }

    /// Sets the notation of the bytes, such as hex digits. Requires the feature `notation`, which is on by
    /// default.
    ///
    /// ```
    /// use gdvariant_files::notation::Notation;
    /// use gdvariant_files::open::{OpenOptions, open};
    ///
    /// let log = "02000000 07000000\n01 00 00 00 01 00 00 00\n";
    /// let mut values = open(log.as_bytes(), &OpenOptions::new().notation(Notation::Hex))?.values();
    /// assert_eq!(values.next_entry()?.unwrap().bytes(), Ok(&[2, 0, 0, 0, 7, 0, 0, 0][..]));
    /// assert_eq!(values.next_entry()?.unwrap().line, Some(2));
    /// # Ok::<(), gdvariant_files::error::Error>(())
    /// ```
    #[cfg(feature = "notation")]
    pub fn notation(self, notation: Notation) -> Self {
        Self { notation, ..self }
    }

    /// Sets the length of a header that precedes the values, in bytes. In lines of text, each line
    /// starts with such a header.
    ///
    /// The header, or that of the first line, is one of the
    /// [layers](crate::open::OpenFile::layers). It precedes the values within the other layers,
    /// or compressed or encrypted bytes.
    ///
    /// ```
    /// use gdvariant::godot4;
    /// use gdvariant_files::open::{OpenOptions, open};
    ///
    /// let mut file = vec![3, 0, 0, 0]; // the version of the save, which the game writes first
    /// godot4::write_framed(&mut file, &["Ada", "Grace"])?;
    /// let opened = open(file.as_slice(), &OpenOptions::new().skip(4))?;
    /// assert_eq!(opened.layers[0].to_string(), "values after a header of 4 bytes");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn skip(self, skip: u64) -> Self {
        Self { skip, ..self }
    }

    /// Sets the key of an encrypted file.
    ///
    /// ```
    /// use gdvariant_files::{Encryption, FileKey, encrypt_file};
    /// use gdvariant::framing::FrameOptions;
    /// use gdvariant::godot4;
    /// use gdvariant_files::open::{OpenOptions, open};
    ///
    /// let key = FileKey::from_password("correct horse");
    /// let mut content = Vec::new();
    /// godot4::write_framed(&mut content, &["Ada", "Grace"])?;
    /// let file = encrypt_file(&content, Encryption::Godot4, &key)?;
    ///
    /// let opened = open(file.as_slice(), &OpenOptions::new().key(key))?;
    /// let mut values = opened.into_reader(FrameOptions::new())?;
    /// assert_eq!(values.next().unwrap()?.to_string(), r#"["Ada", "Grace"]"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn key(self, key: impl Into<Option<FileKey>>) -> Self {
        let key = key.into();
        Self { key, ..self }
    }

    /// Sets the maximum length of the content of a compressed or encrypted file, in bytes; 256
    /// MiB by default, or with `None`.
    ///
    /// ```
    /// use gdvariant::Advice;
    /// use gdvariant_files::open::{OpenOptions, open};
    ///
    /// let header = *b"GCPF\x02\0\0\0\0\x10\0\0\xff\xff\xff\xff"; // 4 GiB of content
    /// let error = open(&header[..], &OpenOptions::new()).unwrap_err();
    /// assert_eq!(error.advice(), Some(Advice::Raise("max_content")));
    /// ```
    pub fn max_content(self, max_content: impl Into<Option<u64>>) -> Self {
        let max_content = max_content.into().unwrap_or(MAX_CONTENT);
        Self {
            max_content,
            ..self
        }
    }

    /// Sets the maximum length of a framed value and of a value in a line of text, in bytes.
    ///
    /// By default, that of a value in a file is the [length of the file](Self::file_length), that in
    /// compressed or encrypted content is [`max_content`](Self::max_content), and all others are 64
    /// MiB.
    ///
    /// ```
    /// use gdvariant_files::detect::Framing;
    /// use gdvariant_files::open::{OpenOptions, open};
    /// use gdvariant_files::error::FaultKind;
    ///
    /// let file = [8, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0];
    /// let options = OpenOptions::new().framing(Framing::LittleEndian).max_length(4);
    /// let mut values = open(&file[..], &options)?.values();
    /// let fault = values.next_entry()?.unwrap().fault.unwrap();
    /// assert!(matches!(fault.kind, FaultKind::TooLong { length: 8, limit: 4, .. }));
    /// # Ok::<(), gdvariant_files::error::Error>(())
    /// ```
    pub fn max_length(self, max_length: impl Into<Option<u32>>) -> Self {
        let max_length = max_length.into();
        Self { max_length, ..self }
    }

    /// Sets the length of the file, in bytes, which is the limit of a value in it.
    ///
    /// ```
    /// use gdvariant_files::open::{OpenOptions, open};
    /// use std::fs::File;
    ///
    /// # let path = std::env::temp_dir().join(format!("gdvariant-length-{}", std::process::id()));
    /// # std::fs::write(&path, b"\x08\0\0\0\x02\0\0\0\x07\0\0\0")?;
    /// let file = File::open(&path)?;
    /// let options = OpenOptions::new().file_length(file.metadata()?.len());
    /// assert!(open(file, &options).is_ok());
    /// # std::fs::remove_file(path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn file_length(self, file_length: impl Into<Option<u64>>) -> Self {
        let file_length = file_length.into();
        Self {
            file_length,
            ..self
        }
    }

    /// Returns the maximum length of a value: the length of the file without layers, and the
    /// limit of the content with layers.
    pub(crate) fn limit(&self, layers: &[Layer]) -> u32 {
        let is_packed = layers.iter().any(|it| !it.is_header());
        let limit = match self.file_length {
            _ if is_packed => Some(self.max_content),
            length => length,
        };
        let limit = limit.map(|it| u32::try_from(it).unwrap_or(u32::MAX));
        self.max_length
            .unwrap_or_else(|| limit.unwrap_or(MAX_LENGTH).max(MAX_LENGTH))
    }

    /// Sets whether bytes after the framed values that are not values are ignored, as engines ignore
    /// them.
    ///
    /// [`Values`](crate::values::Values) yields such bytes of a file as an entry with a fault in
    /// both cases, but [does not count](crate::values::Values::count) them if they are ignored.
    ///
    /// ```
    /// use gdvariant_files::detect::Framing;
    /// use gdvariant_files::open::{OpenOptions, open};
    ///
    /// let file = b"\x08\0\0\0\x02\0\0\0\x07\0\0\0old"; // 7, and what an older save left behind
    /// let options = OpenOptions::new().framing(Framing::LittleEndian).ignore_rest(true);
    /// let mut values = open(&file[..], &options)?.values();
    /// assert!(!values.next_entry()?.unwrap().is_rest);
    /// assert!(values.next_entry()?.unwrap().is_rest);
    /// assert_eq!(values.count(), 1);
    /// # Ok::<(), gdvariant_files::error::Error>(())
    /// ```
    pub fn ignore_rest(self, ignores_rest: bool) -> Self {
        Self {
            ignores_rest,
            ..self
        }
    }

    /// Returns the options of detection in a content of this length, if that is known.
    pub(crate) fn detection(&self, layers: &[Layer], length: Option<u64>) -> DetectOptions {
        let options = DetectOptions::new().max_length(self.limit(layers));
        let options = length.map_or(options, |length| options.length(length));
        let options = self.layout.map_or(options, |layout| options.layout(layout));
        let framing = self.framing;
        framing.map_or(options, |framing| options.framing(framing))
    }
}
