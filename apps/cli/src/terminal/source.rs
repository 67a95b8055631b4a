//! Opens files and standard input.

use crate::args::FileArgs;
use crate::terminal::failure::Failure;
use gdvariant_files::input::{StoredInput, read_start};
use gdvariant_files::open::Input;
use gdvariant_files::save::SaveError;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;

/// Opens a file or standard input.
pub(crate) fn open(file: &FileArgs) -> Result<Input<'static>, Failure> {
    let input: Box<dyn Read> = match file.path() {
        None => Box::new(io::stdin()),
        Some(path) => {
            let opened = match fs::metadata(path) {
                Ok(it) if it.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
                Ok(_) => File::open(path),
                Err(error) => Err(error),
            };
            let opened = opened.map_err(|error| file.unreadable(&error));
            Box::new(opened?)
        }
    };
    Ok(gdvariant_files::input::from_reader(input))
}

/// Reads a whole file or standard input.
pub(crate) fn bytes(file: &FileArgs) -> Result<Arc<[u8]>, Failure> {
    let bytes = read_start(&mut open(file)?, u64::MAX);
    let bytes = bytes.map_err(|error| file.unreadable(&error))?;
    Ok(bytes.into())
}

/// Opens a file that is read several times. Other inputs, such as pipes, are read into memory.
pub(crate) fn stored(file: &FileArgs) -> Result<StoredInput, Failure> {
    // On some platforms, the paths of open descriptors continue where the last reader stopped.
    let is_file = |path: &&PathBuf| {
        !path.starts_with("/dev") && fs::metadata(path).is_ok_and(|it| it.is_file())
    };
    match file.path().filter(is_file) {
        Some(path) => StoredInput::from_file(path).map_err(|error| file.unreadable(&error)),
        None => Ok(bytes(file)?.into()),
    }
}

/// Reads a stored input.
pub(crate) fn read(stored: &StoredInput, file: &FileArgs) -> Result<Input<'static>, Failure> {
    stored.open().map_err(|error| file.unreadable(&error))
}

/// Returns the failure of a command on a stored input. If another program has changed the file, the
/// command may have failed because of that.
pub(crate) fn failure(stored: &StoredInput, file: &FileArgs, failure: Failure) -> Failure {
    match file.path() {
        Some(path) if stored.has_changed().is_ok_and(|it| it) => {
            SaveError::Changed(path.clone()).into()
        }
        _ => failure,
    }
}

/// Returns whether bytes are text that a terminal and an editor show.
pub(crate) fn is_text(content: &[u8]) -> bool {
    let is_shown = |c: char| !c.is_control() || matches!(c, '\t' | '\n' | '\r');
    str::from_utf8(content).is_ok_and(|text| text.chars().all(is_shown))
}
