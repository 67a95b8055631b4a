use crate::FrameOptions;
use crate::inspection::detect::{DetectOptions, Framing};
#[cfg(feature = "encrypted")]
use crate::stream::files::FileKey;
use crate::stream::files::FileOptions;
use crate::table::layout_info::LayoutInfo;

/// What is known of a file before it is opened, and limits.
///
/// ```
/// # #[cfg(all(feature = "godot4", feature = "godot3"))] {
/// use gdvariant::any::{AnyOptions, AnyReader};
/// use gdvariant::detect::Framing;
/// use gdvariant::{DecodeOptions, FrameOptions};
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
    pub(super) detect: DetectOptions,
    pub(super) files: FileOptions,
    pub(super) frames: FrameOptions,
    pub(super) skip: u64,
    #[cfg(feature = "encrypted")]
    pub(super) key: Option<FileKey>,
}

impl AnyOptions {
    /// Returns the options that state nothing, with the default limits.
    pub fn new() -> Self {
        Self::default()
    }

    /// States the layout.
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

    /// States the framing.
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
    /// assert_eq!(values.next().unwrap()?, godot4::variant!(["Ada", "Grace"]).into());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "encrypted")]
    pub fn key(self, key: FileKey) -> Self {
        let key = Some(key);
        Self { key, ..self }
    }

    /// Skips a header of a game's own, of this many bytes, at the start of the content.
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

    /// Sets the limit of the length of a framed value, and the decoding options of all values.
    ///
    /// The byte order of lengths is that of the framing.
    pub fn frame_options(self, frames: FrameOptions) -> Self {
        Self { frames, ..self }
    }
}
