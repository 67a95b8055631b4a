//! Files and standard input.

use crate::args::FileArgs;
use crate::failure::Failure;
use crate::progress;
use std::fs::{self, File};
use std::io::{self, BufReader, Cursor, Read};
use std::sync::Arc;

/// What bytes are read from: one type, so that what reads them is compiled once.
pub(crate) type Input = BufReader<Box<dyn Read>>;

/// Opens a file or standard input.
pub(crate) fn open(file: &FileArgs) -> Result<Input, Failure> {
    let input: Box<dyn Read> = match file.path() {
        None => Box::new(io::stdin()),
        Some(path) => {
            let opened = File::open(path).and_then(|file| {
                if file.metadata()?.is_dir() {
                    return Err(io::ErrorKind::IsADirectory.into());
                }
                progress::shown(file)
            });
            let opened = opened.map_err(|error| {
                // On Windows a folder cannot be opened at all.
                let is_directory = fs::metadata(path).is_ok_and(|it| it.is_dir());
                let directory = is_directory.then(|| io::ErrorKind::IsADirectory.into());
                unreadable(file, &directory.unwrap_or(error))
            });
            Box::new(opened?)
        }
    };
    Ok(BufReader::new(input))
}

/// Reads a whole file or standard input.
pub(crate) fn bytes(file: &FileArgs) -> Result<Arc<[u8]>, Failure> {
    let mut bytes = Vec::new();
    open(file)?
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(file, &error))?;
    Ok(bytes.into())
}

/// Returns an input of bytes that were read before.
pub(crate) fn of_bytes(bytes: &Arc<[u8]>) -> Input {
    let bytes: Box<dyn Read> = Box::new(Cursor::new(Arc::clone(bytes)));
    BufReader::new(bytes)
}

/// Returns an input that ends after this many bytes.
pub(crate) fn limited(input: Input, length: u64) -> Input {
    let limited: Box<dyn Read> = Box::new(input.take(length));
    BufReader::new(limited)
}

/// Returns a failure to read.
pub(crate) fn unreadable(file: &FileArgs, error: &io::Error) -> Failure {
    let label = file.label();
    Failure::Input(match error.kind() {
        io::ErrorKind::NotFound => {
            format!("{label}: there is no such file; check the path")
        }
        io::ErrorKind::IsADirectory => {
            format!("{label}: a directory; give the path of a file in it")
        }
        io::ErrorKind::PermissionDenied => format!("{label}: no permission to read it"),
        _ => format!("{label}: {error}"),
    })
}
