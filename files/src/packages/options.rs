//! Options, by the names that callers write.

use super::failure::Failure;
use crate::FileKey;
use crate::detect::Framing;
use crate::layer::Layer;
use crate::layouts;
use crate::open::OpenOptions;
use gdvariant::framing::FrameOptions;
use gdvariant::inspect::RowKind;
use gdvariant::schema::{Layout, layout_named};
use gdvariant::{Converter, DecodeOptions, EncodeOptions, EngineVersion};
use std::ops::Deref;

/// Returns the layout named `name`.
///
/// # Errors
///
/// Returns an error with the names of all layouts.
pub fn layout(name: &str) -> Result<&'static Layout, Failure> {
    layout_named(name)
        .ok_or_else(|| Failure::unknown("layout", name, layouts::all().map(|layout| layout.name)))
}

/// Returns the options of decoding.
pub fn decoding(lenient: bool, allow_objects: bool) -> DecodeOptions {
    let options = if lenient {
        DecodeOptions::engine()
    } else {
        DecodeOptions::new()
    };
    options.allow_objects(allow_objects)
}

/// Returns the converter that accepts losses if `lossy` is set.
pub fn converter(lossy: bool) -> Converter {
    if lossy {
        Converter::new().lossy()
    } else {
        Converter::new()
    }
}

/// Returns the options of encoding for an engine's version.
///
/// # Errors
///
/// Returns an error if `target` is not a version.
pub fn encoding(target: Option<&str>, fallback: bool) -> Result<EncodeOptions, Failure> {
    let options = EncodeOptions::new().fallback(fallback);
    let Some(target) = target else {
        return Ok(options);
    };
    let version: EngineVersion = target
        .parse()
        .map_err(|error| Failure::option(format!("invalid target {target:?}: {error}")))?;
    Ok(options.target(version))
}

/// Returns the key of an encrypted file: a password, or 32 bytes.
///
/// # Errors
///
/// Returns an error if both are given, or if the key does not have 32 bytes.
pub fn key(
    password: Option<impl AsRef<str>>,
    key: Option<impl Deref<Target = [u8]>>,
) -> Result<Option<FileKey>, Failure> {
    match (password, key) {
        (Some(_), Some(_)) => Err(Failure::option("pass a password or a key, not both")),
        (Some(password), None) => Ok(Some(FileKey::from_password(password.as_ref()))),
        (None, Some(key)) => {
            let length = key.len();
            let key = <[u8; 32]>::try_from(&*key)
                .map_err(|_| Failure::option(format!("a key has 32 bytes, found {length}")))?;
            Ok(Some(key.into()))
        }
        (None, None) => Ok(None),
    }
}

/// Returns the compression with a name, such as `fastlz`.
///
/// # Errors
///
/// Returns an error with the names of all compressions.
pub fn compression(name: &str) -> Result<Layer, Failure> {
    let found = Layer::compression(name);
    found.ok_or_else(|| Failure::unknown("compression", name, Layer::COMPRESSIONS))
}

/// Returns the framing with a name.
///
/// # Errors
///
/// Returns an error with the names of all framings.
pub fn framing(name: &str) -> Result<Framing, Failure> {
    let mut all = Framing::ALL.into_iter().chain([Framing::Concatenated]);
    let names = all.clone().map(Framing::name);
    all.find(|framing| framing.name() == name)
        .ok_or_else(|| Failure::unknown("framing", name, names))
}

/// Returns the options of [`open`](crate::open::open).
///
/// # Errors
///
/// Returns an error if a name is unknown or the key is invalid.
pub fn opening(
    layout: Option<impl AsRef<str>>,
    framing: Option<impl AsRef<str>>,
    password: Option<impl AsRef<str>>,
    key: Option<impl Deref<Target = [u8]>>,
    skip: u64,
    lenient: bool,
) -> Result<OpenOptions, Failure> {
    let options = OpenOptions {
        reads_text: false,
        ..OpenOptions::new()
    };
    Ok(options
        .skip(skip)
        .ignore_rest(lenient)
        .layout(layout.map(|it| self::layout(it.as_ref())).transpose()?)
        .framing(framing.map(|it| self::framing(it.as_ref())).transpose()?)
        .key(self::key(password, key)?))
}

/// Returns the options of unpacking a file after a header of `skip` bytes.
///
/// # Errors
///
/// Returns an error if the key is invalid.
pub fn unpacking(
    password: Option<impl AsRef<str>>,
    key: Option<impl Deref<Target = [u8]>>,
    skip: u64,
) -> Result<OpenOptions, Failure> {
    opening(None::<&str>, None::<&str>, password, key, skip, false)
}

/// Returns the options of framing.
pub fn frames(max_length: Option<u32>, decoding: DecodeOptions) -> FrameOptions {
    let options = FrameOptions::new().decode_options(decoding);
    match max_length {
        Some(length) => options.max_length(length),
        None => options,
    }
}

/// Returns the name of a row's role in a value.
pub fn role_name(kind: RowKind) -> &'static str {
    match kind {
        RowKind::Header => "header",
        RowKind::Padding => "padding",
        _ => "field",
    }
}
