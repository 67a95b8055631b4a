//! Encrypted inputs, and where their keys come from.

use super::{Wrapped, Wrapper, failure};
use crate::args::WrapperArgs;
use crate::encode::without_mark;
use crate::failure::Failure;
use crate::interrupt;
use crate::source::Input;
use crate::text::pair;
use gdvariant::Escaped;
use gdvariant::files::{EncryptedReader, FileKey};
use std::io::{BufReader, IsTerminal};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::{env, fs, io};

/// The variable that holds a password.
const VARIABLE: &str = "GDVARIANT_PASSWORD";

/// Held while the terminal asks for a password: files can be read at once.
static PROMPT: Mutex<()> = Mutex::new(());

/// Opens a file of `open_encrypted` or `open_encrypted_with_pass`.
pub(super) fn encrypted_file(
    args: &Wrapped<'_>,
    input: Input,
) -> Result<(Input, Wrapper), Failure> {
    let key = key(args.args, &args.file.label())?;
    let reader = EncryptedReader::new(input, &key, args.args.options());
    let reader = reader.map_err(|error| failure(args, error))?;
    let wrapper = Wrapper::Encrypted(reader.encryption(), key);
    Ok((BufReader::new(Box::new(reader)), wrapper))
}

fn key(args: &WrapperArgs, label: &str) -> Result<FileKey, Failure> {
    if let Some(digits) = &args.key {
        return raw_key(digits);
    }
    if let Some(path) = &args.password_file {
        return password_of(path);
    }
    if let Some(password) = env::var_os(VARIABLE) {
        let password = password.into_string();
        let password =
            password.map_err(|_| Failure::Usage(format!("{VARIABLE} is not text in UTF-8")))?;
        return Ok(FileKey::from_password(&password));
    }
    if !io::stderr().is_terminal() {
        return Err(Failure::Input(format!(
            "{label}: an encrypted file; give its password with --password-file or {VARIABLE}, or its key with --key"
        )));
    }
    match typed_password(label) {
        Ok(password) => Ok(FileKey::from_password(&password)),
        Err(error) => Err(Failure::Input(format!(
            "{label}: no password could be typed: {error}; use --password-file"
        ))),
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
        return Err(Failure::Usage(format!(
            "--key needs the 32 bytes of the key, as 64 hex digits; found {found} characters"
        )));
    };
    Ok(FileKey::from(key))
}

/// Reads the password on the first line of a file.
fn password_of(path: &Path) -> Result<FileKey, Failure> {
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
    match without_mark(&text).lines().next() {
        None | Some("") => Err(Failure::Input(format!(
            "{}: no password on the first line",
            path.display()
        ))),
        Some(password) => Ok(FileKey::from_password(password)),
    }
}
