//! Finds the key of an encrypted file.

use crate::args::LayerArgs;
use crate::terminal::failure::{Failure, say};
use crate::terminal::interrupt;
use gdvariant::Escaped;
use gdvariant_files::FileKey;
use gdvariant_files::notation::pair;
use gdvariant_files::notation::without_byte_order_mark;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::{env, fs, io};

/// The environment variable with a password.
const VARIABLE: &str = "GDVARIANT_PASSWORD";

/// The key of the last password that was typed, which probably fits the next file. Only one thread
/// prompts at a time.
static TYPED: Mutex<Option<FileKey>> = Mutex::new(None);

/// How often a command asks for the password of a file.
const ATTEMPTS: u32 = 3;

/// Returns the key of a file with this name, from the options, the environment or a prompt.
pub(crate) fn of(args: &LayerArgs, label: &str) -> Result<FileKey, Failure> {
    if let Some(digits) = &args.key {
        return raw_key(digits);
    }
    if let Some(path) = &args.password_file {
        return password_of(path);
    }
    if let Some(password) = env::var_os(VARIABLE) {
        let password = password.into_string();
        let password = password
            .map_err(|_| Failure::usage(format!("the variable {VARIABLE} is not valid UTF-8")))?;
        return Ok(FileKey::from_password(&password));
    }
    if args.is_unattended || !io::stderr().is_terminal() {
        return Err(Failure::at(
            label,
            format_args!(
                "an encrypted file; name the password with --password-file or {VARIABLE}, or the key with --key"
            ),
        ));
    }
    typed(label, true).map_err(|error| {
        Failure::at(
            label,
            format_args!("cannot prompt for the password: {error}; use --password-file"),
        )
    })
}

/// Returns another key after a number of wrong ones, if the user types it.
pub(crate) fn other(args: &LayerArgs, label: &str, attempts: u32) -> Option<FileKey> {
    let is_typed = args.key.is_none() && args.password_file.is_none();
    if !is_typed || env::var_os(VARIABLE).is_some() || attempts >= ATTEMPTS {
        return None;
    }
    say(format_args!("{}: wrong password\n", Escaped(label)));
    typed(label, false).ok()
}

/// Returns the key of the last password, or prompts for one.
fn typed(label: &str, can_be_last: bool) -> io::Result<FileKey> {
    let mut last = TYPED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(key) = last.as_ref().filter(|_| can_be_last) {
        return Ok(key.clone());
    }
    let prompt = format!("password of {}: ", Escaped(label));
    let password = interrupt::hidden(|| rpassword::prompt_password(prompt))?;
    Ok(last.insert(FileKey::from_password(&password)).clone())
}

/// Parses the 32 bytes of a key from hex digits.
fn raw_key(digits: &str) -> Result<FileKey, Failure> {
    let bytes: Option<Vec<u8>> = digits.as_bytes().chunks(2).map(pair).collect();
    let Some(key) = bytes.and_then(|bytes| <[u8; 32]>::try_from(bytes).ok()) else {
        let found = digits.chars().count();
        return Err(Failure::usage(format!(
            "--key requires the 32 bytes of a key as 64 hex digits, found {found} characters"
        )));
    };
    Ok(FileKey::from(key))
}

/// Reads the password on the first line of a file.
fn password_of(path: &Path) -> Result<FileKey, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::at(path.display(), error))?;
    match without_byte_order_mark(&text).lines().next() {
        None | Some("") => Err(Failure::at(
            path.display(),
            "the first line has no password",
        )),
        Some(password) => Ok(FileKey::from_password(password)),
    }
}
