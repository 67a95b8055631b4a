use crate::format;
use crate::stream::files::input::Input;
use crate::stream::files::{FileError, FileOptions};
use alloc::string::String;
use alloc::vec::Vec;
use std::io::Read;

/// Iterates over the settings in `project.binary`: the name and the encoded value of each.
///
/// The file does not say which layout the values have. A [`SettingsReader`](super::SettingsReader)
/// reads the settings of a known layout as one Dictionary. After an error, there are no more
/// settings. Lengths are read 4 bytes at a time: use a [`BufReader`](std::io::BufReader) around a
/// [`File`](std::fs::File).
///
/// ```
/// use gdvariant::files::{FileOptions, Settings};
///
/// let file = b"ECFG\x01\0\0\0\x10\0\0\0application/name\x0c\0\0\0\x04\0\0\0\x03\0\0\0Ada\0";
/// let mut settings = Settings::new(&file[..], FileOptions::new())?;
/// assert_eq!(settings.left(), 1);
/// let (name, value) = settings.next().expect("a setting")?;
/// assert_eq!(name, "application/name");
/// assert_eq!(value, b"\x04\0\0\0\x03\0\0\0Ada\0");
/// # Ok::<(), gdvariant::files::FileError>(())
/// ```
///
/// Source: `ProjectSettings::_load_settings_binary` in `core/project_settings.cpp` of Godot 3.6 and
/// `core/config/project_settings.cpp` of Godot 4.6; measured in Godot 3.2.3 and 4.6.3.
#[derive(Debug)]
pub struct Settings<R> {
    input: Input<R>,
    options: FileOptions,
    left: u32,
}

impl<R: Read> Settings<R> {
    /// Reads the header of the file.
    ///
    /// The options limit the length of each name and each value.
    ///
    /// # Errors
    ///
    /// Returns an error if the file does not start with `ECFG`, or ends within the header.
    pub fn new(reader: R, options: FileOptions) -> Result<Self, FileError> {
        let mut input = Input::new(reader);
        input.magic(format::SETTINGS_MAGIC.to_le_bytes())?;
        let left = input.u32()?;
        Ok(Self {
            input,
            options,
            left,
        })
    }

    /// Returns the number of settings that have not been read, as the file announces it.
    ///
    /// ```
    /// use gdvariant::files::{FileOptions, Settings};
    ///
    /// let settings = Settings::new(&b"ECFG\0\0\0\0"[..], FileOptions::new())?;
    /// assert_eq!(settings.left(), 0);
    /// # Ok::<(), gdvariant::files::FileError>(())
    /// ```
    #[must_use]
    pub fn left(&self) -> u32 {
        self.left
    }

    /// Returns the number of bytes that have been read.
    pub(super) fn offset(&self) -> u64 {
        self.input.offset()
    }

    /// Skips all settings that have not been read.
    pub(super) fn end(&mut self) {
        self.left = 0;
    }

    fn setting(&mut self) -> Result<(String, Vec<u8>), FileError> {
        let offset = self.input.offset() + size_of::<u32>() as u64;
        let name = self.counted()?;
        let name = String::from_utf8(name).map_err(|_| FileError::Name { offset })?;
        Ok((name, self.counted()?))
    }

    /// Reads bytes after their length.
    fn counted(&mut self) -> Result<Vec<u8>, FileError> {
        let offset = self.input.offset();
        let length = self.input.u32()?;
        let length = self.options.check(length.into(), offset)?;
        self.input.take(length)
    }
}

impl<R: Read> Iterator for Settings<R> {
    type Item = Result<(String, Vec<u8>), FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        let left = self.left.checked_sub(1)?;
        let setting = self.setting();
        self.left = if setting.is_ok() { left } else { 0 };
        Some(setting)
    }
}
