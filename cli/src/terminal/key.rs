//! Finds the key of an encrypted file.

use crate::args::WrapperArgs;
use crate::terminal::failure::Failure;
use crate::terminal::interrupt;
use gdvariant::Escaped;
use gdvariant_files::FileKey;
use gdvariant_files::forms::pair;
use gdvariant_files::forms::without_byte_order_mark;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::{env, fs, io};

/// The environment variable with a password.
const VARIABLE: &str = "GDVARIANT_PASSWORD";

/// Ensures that only one thread prompts for a password at a time.
static PROMPT: Mutex<()> = Mutex::new(());

/// Returns the key of a file with this name, from the options, the environment or a prompt.
pub(crate) fn of(args: &WrapperArgs, label: &str) -> Result<FileKey, Failure> {
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
    if !io::stderr().is_terminal() {
        return Err(Failure::at(
            label,
            format_args!(
                "an encrypted file; name the password with --password-file or {VARIABLE}, or the key with --key"
            ),
        ));
    }
    match typed_password(label) {
        Ok(password) => Ok(FileKey::from_password(&password)),
        Err(error) => Err(Failure::at(
            label,
            format_args!("cannot prompt for the password: {error}; use --password-file"),
        )),
    }
}

fn typed_password(label: &str) -> io::Result<String> {
    let prompt = format!("password of {}: ", Escaped(label));
    let _only_prompt = PROMPT.lock().unwrap_or_else(PoisonError::into_inner);
    interrupt::hidden(|| rpassword::prompt_password(prompt))
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
