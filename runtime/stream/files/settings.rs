//! The settings of an exported game: `project.binary`.

use super::input::{Fields, Input};
use super::{FileError, FileOptions};
use crate::format::settings::{self, row};
use crate::value::view::{AsView, View};
use crate::{
    DecodeError, DecodeOptions, EncodeError, Ignored, Kind, Layout, Segment, Writer, codec,
};
use alloc::collections::VecDeque;
use alloc::format as text;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Display;
use core::marker::PhantomData;
use std::io::{self, Read, Write};

/// Iterates over the settings in `project.binary`: the name and the encoded value of each.
///
/// The file does not state the layout of the values. A [`SettingsReader`](super::SettingsReader)
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
/// `core/config/project_settings.cpp` of Godot 4.6 and of Pandemonium 5.2; measured in Godot 3.2.3
/// and 4.6.3.
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
    /// Returns an error if the file starts neither with `ECFG` nor with `ECFP`, the magic of
    /// Pandemonium 5, or ends within the header.
    pub fn new(reader: R, options: FileOptions) -> Result<Self, FileError> {
        let mut input = Input::new(reader);
        let header = input.fields(settings::HEADER, options)?;
        let left = u32::try_from(header.number(row::COUNT)).unwrap_or(u32::MAX);
        Ok(Self {
            input,
            options,
            left,
        })
    }

    /// Returns the number of remaining settings, as announced by the file.
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
    fn offset(&self) -> u64 {
        self.input.offset()
    }

    /// Ends the iteration without reading the remaining settings.
    fn end(&mut self) {
        self.left = 0;
    }

    fn setting(&mut self) -> Result<(String, Vec<u8>), FileError> {
        let mut setting = self.input.fields(settings::EACH_SETTING, self.options)?;
        let offset = setting.offset(row::NAME);
        let name = String::from_utf8(setting.bytes(row::NAME));
        let name = name.map_err(|_| FileError::Name { offset })?;
        Ok((name, setting.bytes(row::VALUE)))
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

/// Reads `project.binary`, the settings of an exported game, as the bytes of one Dictionary.
///
/// The keys of the Dictionary are Strings, the names of the settings. The file has the same form in
/// Godot 3 and Godot 4, but its values have the layout of the engine: `L`. Values may contain full
/// objects, which engines instantiate; decoding the Dictionary rejects full objects by default.
///
/// The reader holds one setting at a time. Errors of [`Read::read`] contain a [`FileError`]; after
/// an error, there are no more settings. Lengths are read 4 bytes at a time: use a
/// [`BufReader`](io::BufReader) around a [`File`](std::fs::File).
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::files::{FileOptions, SettingsReader};
/// use gdvariant::{Godot4, godot4};
///
/// let file = b"ECFG\x01\0\0\0\x10\0\0\0application/name\x0c\0\0\0\x04\0\0\0\x03\0\0\0Ada\0";
/// let reader = SettingsReader::<_, Godot4>::new(&file[..], FileOptions::new())?;
/// let settings: godot4::Variant = godot4::from_reader(reader)?;
/// assert_eq!(settings["application/name"], "Ada");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Source: `ProjectSettings::_load_settings_binary` in `core/project_settings.cpp` of Godot 3.6 and
/// `core/config/project_settings.cpp` of Godot 4.6 and of Pandemonium 5.2; measured in Godot 3.2.3
/// and 4.6.3.
#[derive(Debug)]
pub struct SettingsReader<R, L> {
    content: SettingsContent<R>,
    layout: PhantomData<L>,
}

/// The bytes of a [`SettingsReader`], whose layout is a function.
#[derive(Debug)]
pub(crate) struct SettingsContent<R> {
    settings: Settings<R>,
    /// The bytes of the header or of the current setting that have not been read.
    content: VecDeque<u8>,
    encode_name: fn(&str) -> Result<Vec<u8>, EncodeError>,
    value_length: fn(&[u8]) -> Result<usize, DecodeError>,
}

impl<R: Read, L: Layout> SettingsReader<R, L> {
    /// Reads the header of the file.
    ///
    /// The options limit the length of each name and each value.
    ///
    /// # Errors
    ///
    /// Returns an error if the file starts neither with `ECFG` nor with `ECFP`, the magic of
    /// Pandemonium 5, or ends within the header.
    pub fn new(reader: R, options: FileOptions) -> Result<Self, FileError> {
        let settings = Settings::new(reader, options)?;
        let mut content = Vec::new();
        let mut writer = Writer::<L>::new(&mut content);
        writer.words(
            [],
            Kind::Dictionary,
            0,
            [L::DICTIONARY.count.encoded(settings.left())],
        );
        Ok(Self {
            content: SettingsContent {
                settings,
                content: content.into(),
                encode_name: codec::to_vec::<L, str>,
                value_length: value_length::<L>,
            },
            layout: PhantomData,
        })
    }

    /// Returns the reader without its layout.
    pub(crate) fn into_content(self) -> SettingsContent<R> {
        self.content
    }
}

/// Returns the length of an encoded value.
fn value_length<L: Layout>(value: &[u8]) -> Result<usize, DecodeError> {
    let options = DecodeOptions::engine().allow_objects(true);
    let (Ignored, length) = codec::from_slice_prefix::<L, _>(value, options)?;
    Ok(length)
}

impl<R: Read> SettingsContent<R> {
    /// Reads the next setting as an entry of a Dictionary.
    fn next_entry(&mut self) -> io::Result<Option<Vec<u8>>> {
        let Some((name, mut value)) = self.settings.next().transpose()? else {
            return Ok(None);
        };
        match (self.value_length)(&value) {
            // Engines ignore bytes after the value.
            Ok(length) => value.truncate(length),
            Err(error) => {
                let end = usize::try_from(self.settings.offset());
                let start = end.map_or(0, |end| end.saturating_sub(value.len()));
                let error = error.within(Segment::name(&name)).with_base_offset(start);
                return Err(FileError::Value { name, error }.into());
            }
        }
        let mut entry = (self.encode_name)(&name)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        entry.extend(value);
        Ok(Some(entry))
    }
}

impl<R: Read, L: Layout> Read for SettingsReader<R, L> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.content.read(buffer)
    }
}

impl<R: Read> Read for SettingsContent<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.content.is_empty() {
            let entry = self.next_entry().inspect_err(|_| self.settings.end())?;
            self.content = entry.unwrap_or_default().into();
        }
        self.content.read(buffer)
    }
}

/// Writes `project.binary`, the settings of an exported game, and returns the writer.
///
/// `settings` is a Dictionary with the names of the settings as keys, as a
/// [`SettingsReader`](super::SettingsReader) returns it. The file starts with `ECFG`, which every
/// engine reads, although Pandemonium 5 itself writes `ECFP`.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::files::{FileOptions, SettingsReader, write_settings};
/// use gdvariant::{Godot4, godot4};
///
/// let settings = godot4::variant!({"application/name": "Ada", "game/lives": 3});
/// let file = write_settings::<Godot4, _>(Vec::new(), &settings)?;
/// assert_eq!(&file[..4], b"ECFG");
///
/// let reader = SettingsReader::<_, Godot4>::new(file.as_slice(), FileOptions::new())?;
/// assert_eq!(godot4::from_reader::<godot4::Variant>(reader)?, settings);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Source: `ProjectSettings::_save_settings_binary` in `core/project_settings.cpp` of Godot 3.6 and
/// `core/config/project_settings.cpp` of Godot 4.6. Godot 3.2.3 and 4.6.3 open the files.
///
/// # Errors
///
/// Returns an error if the settings are not a Dictionary, if a key is neither a String nor a
/// StringName, if a value cannot be encoded, or if writing fails. Nothing is written in the first
/// three cases.
pub fn write_settings<L: Layout, W: Write>(mut writer: W, settings: &L::Variant) -> io::Result<W> {
    let file = settings_file(settings, codec::to_vec::<L, _>)?;
    writer.write_all(&file)?;
    Ok(writer)
}

/// Returns the bytes of a file, given a function that encodes values.
fn settings_file<V: AsView + Display>(
    settings: &V,
    to_vec: fn(&V) -> Result<Vec<u8>, EncodeError>,
) -> io::Result<Vec<u8>> {
    let view = settings.view();
    let entries = view
        .entries()
        .ok_or_else(|| invalid("expected a Dictionary of settings"))?;
    let mut header = Fields::new(settings::HEADER);
    header.set_number(row::COUNT, entries.len() as u64)?;
    let mut file = header.concat();
    for (key, value) in entries {
        let View::Text(_, name) = key.view() else {
            return Err(invalid(text!(
                "expected a String as the name of a setting, found {key}"
            )));
        };
        let mut setting = Fields::new(settings::EACH_SETTING);
        setting.set(row::NAME, name.as_bytes().to_vec())?;
        setting.set(row::VALUE, to_vec(value).map_err(invalid)?)?;
        file.extend(setting.concat());
    }
    Ok(file)
}

fn invalid(error: impl Into<alloc::boxed::Box<dyn core::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, error)
}
