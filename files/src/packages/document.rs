//! Documents, changed by the methods of the packages.

use super::failure::{Argument, Failure};
use super::options::converter;
use crate::LENIENT;
use crate::change::{ChangeNote, EditError};
use crate::detect::{Ambiguous, detect};
use crate::document::{ChangeReport, Document, IfExists, NewKeys};
use crate::open::OpenOptions;
use crate::type_changes::TypeChanges;
use gdvariant::any::AnyVariant;
use gdvariant::convert::Report;
use gdvariant::schema::Layout;
use gdvariant::{Advice, Path};
use std::io::Read;

/// Opens a file to change its values; `lenient` is whether bytes that engines accept are decoded.
///
/// # Errors
///
/// Returns an error if the file cannot be opened.
pub fn open(reader: impl Read, options: OpenOptions, lenient: bool) -> Result<Document, Failure> {
    let options = OpenOptions {
        reads_text: true,
        ..options
    };
    let document = Document::open(reader, &options)?;
    Ok(if lenient {
        document.decode_options(LENIENT)
    } else {
        document
    })
}

/// A change to a document, named as the method that makes it.
#[derive(Debug)]
pub enum Change<'a> {
    /// [`Document::set`].
    Set {
        /// The new value.
        new: AnyVariant,
        /// Whether a Dictionary gets a new entry.
        create: bool,
        /// Whether ints in place of floats become floats.
        keeps_floats: bool,
    },
    /// [`Document::insert`].
    Insert(AnyVariant),
    /// [`Document::remove`], with further paths.
    Remove(&'a [String]),
    /// [`Document::rename`].
    Rename(AnyVariant),
    /// [`Document::reorder`].
    Reorder(usize),
    /// [`Document::move_value`] to a path, and whether its value is replaced.
    Move(&'a str, bool),
    /// [`Document::copy`] to a path, and whether its value is replaced.
    Copy(&'a str, bool),
}

impl Change<'_> {
    /// Makes the change at `path` and returns notes about possible mistakes.
    ///
    /// # Errors
    ///
    /// Returns an error if a path is invalid, or if the change is impossible. The document is then
    /// unchanged.
    pub fn make(
        self,
        document: &mut Document,
        index: usize,
        path: &str,
    ) -> Result<Vec<ChangeNote>, Failure> {
        let at = parse(path)?;
        let changed = match self {
            Self::Set {
                new,
                create,
                keeps_floats,
            } => document.edit(|document| set(document, index, &at, new, create, keeps_floats)),
            Self::Insert(new) => document.insert(index, &at, new),
            Self::Remove(paths) => {
                let paths = paths.iter().map(|path| parse(path));
                document.remove(index, &paths.collect::<Result<Vec<_>, _>>()?)
            }
            Self::Rename(key) => document.rename(index, &at, key),
            Self::Reorder(to) => document.reorder(index, &at, to),
            Self::Move(to, replace) => {
                document.move_value(index, &at, &parse(to)?, if_exists(replace))
            }
            Self::Copy(to, replace) => document.copy(index, &at, &parse(to)?, if_exists(replace)),
        };
        match changed {
            Ok(changed) => Ok(changed.notes),
            Err(error) => Err(failure(error, document, path)),
        }
    }
}

fn if_exists(replace: bool) -> IfExists {
    if replace {
        IfExists::Replace
    } else {
        IfExists::Fail
    }
}

fn set(
    document: &mut Document,
    index: usize,
    path: &Path,
    mut new: AnyVariant,
    create: bool,
    keeps_floats: bool,
) -> Result<ChangeReport, EditError> {
    if keeps_floats && let Ok(old) = document.get(index, path) {
        TypeChanges::restore(&mut new, (&old).into(), false);
    }
    let new_keys = if create { NewKeys::Add } else { NewKeys::Fail };
    let mut changed = document.set_where(index, path, &[], new, new_keys)?;
    changed.notes.retain(|note| !note.is_new());
    Ok(changed)
}

/// Returns the value at `path`.
///
/// # Errors
///
/// Returns an error if the path is invalid, or if it leads to no value.
pub fn get(document: &Document, index: usize, path: &str) -> Result<AnyVariant, Failure> {
    let found = document.get(index, &parse(path)?);
    found.map_err(|error| failure(error, document, path))
}

/// Converts the values, the compression and the encryption. Returns the path and the description of
/// each loss.
///
/// # Errors
///
/// Returns an error if a value is invalid, or if there are losses and `lossy` is not set.
pub fn convert(
    document: &mut Document,
    layout: &'static Layout,
    lossy: bool,
) -> Result<Vec<[String; 2]>, Failure> {
    let converted = document.convert(layout, &converter(lossy));
    let reports = converted.map_err(|error| failure(error, document, ""))?;
    let losses = reports.iter().flat_map(Report::losses);
    let losses = losses.map(|it| [it.path().to_string(), it.kind().to_string()]);
    Ok(losses.collect())
}

fn parse(path: &str) -> Result<Path, Failure> {
    let parsed = path.parse();
    parsed.map_err(|error| Failure::new("PathError", error, [Argument::Text(path.into())]))
}

fn failure(error: EditError, document: &Document, path: &str) -> Failure {
    let (layout, mut advice) = (document.layout(), error.advice());
    let mut failure = match error {
        EditError::Decode(error) => return Failure::decode(&error, layout, &[]),
        EditError::Encode(error) => return error.into(),
        EditError::Convert(error) => return error.into(),
        EditError::Uncertain(ref others) => {
            let others = others.iter().map(|it| it.name);
            advice = Some(Advice::layouts([layout.name].into_iter().chain(others)));
            let Ambiguous { candidates, .. } = detect(document.bytes()).ambiguous();
            Failure::new("AmbiguousError", &error, [Argument::Candidates(candidates)])
        }
        EditError::Rest(reason) => return Failure::file(reason),
        error => Failure::new("PathError", &error, [Argument::Text(path.into())]),
    };
    failure.advice = advice;
    failure
}
