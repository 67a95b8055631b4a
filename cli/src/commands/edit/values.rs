//! The values of a file before and after they are edited.

use super::text;
use crate::args::{ChangeArgs, EditArgs, PrintArgs, ValueForm};
use crate::commands::decoder::Decoder;
use crate::commands::set::check_rest;
use crate::terminal::failure::Failure;
use crate::terminal::input;
use crate::terminal::open;
use crate::terminal::source;
use gdvariant::Escaped;
use gdvariant::any::AnyVariant;
use gdvariant_files::certainty::OtherLayouts;
use gdvariant_files::change::EditError;
use gdvariant_files::contents::TextKind;
use gdvariant_files::document::Document;
use gdvariant_files::kept::{EditedValue, canonical, edited};
use gdvariant_files::open::{Examined, Opened, Purpose};
use gdvariant_files::values::Entry;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::ops::Range;
use std::sync::Arc;

/// The file before it is edited, and its values.
pub(super) struct Original {
    /// The bytes of the file, with compression and encryption.
    pub(super) file: Arc<[u8]>,
    pub(super) document: Document,
    edited: Vec<OriginalValue>,
    /// The kind of text, and the text, if the content is text instead of values.
    pub(super) content: Option<(TextKind, String)>,
}

struct OriginalValue {
    number: u64,
    /// The position in the content, with the length prefix.
    range: Range<usize>,
    /// The bytes in the content, without the length prefix.
    bytes: Vec<u8>,
    /// The bytes that encoding the decoded value yields.
    canonical: Vec<u8>,
    text: String,
}

impl Original {
    /// Reads and opens the file, and sets its layout and its framing in the options.
    pub(super) fn open(args: &mut EditArgs) -> Result<(Self, OtherLayouts), Failure> {
        let mut input_args = args.edit.input();
        let file = source::bytes(&input_args.file)?;
        let input = gdvariant_files::input::of_bytes(Arc::clone(&file));
        let layout = &mut args.edit.layout;
        let examined = open::examine(layout.requested(), &input_args, input)?;
        if let Some(kind) = open::text_kind(&examined, &input_args) {
            let original = Self::of_content(args, file, examined, kind)?;
            return Ok((original, OtherLayouts::default()));
        }
        let opened = open::open_examined(layout, &mut input_args, Purpose::Replace, examined)?;
        args.edit.frame = input_args.frame;
        Self::read(args, file, opened)
    }

    /// Reads a file whose content is text.
    fn of_content(
        args: &EditArgs,
        file: Arc<[u8]>,
        examined: Examined<'_>,
        kind: TextKind,
    ) -> Result<Self, Failure> {
        let args = &args.edit;
        let (content, wrappers) = open::text_content(&args.input(), examined)?;
        let document = args.document(&content, wrappers);
        let text = String::from_utf8(content);
        let text = text.map_err(|error| args.file.failure(error.utf8_error()))?;
        Ok(Self {
            file,
            document,
            edited: Vec::new(),
            content: Some((kind, text)),
        })
    }

    /// Reads the values of the file. A value that the form cannot represent is a failure.
    fn read(
        args: &EditArgs,
        file: Arc<[u8]>,
        mut opened: Opened<'static>,
    ) -> Result<(Self, OtherLayouts), Failure> {
        let (form, args) = (args.form(), &args.edit);
        let input_args = args.input();
        let others = std::mem::take(&mut opened.others);
        let wrappers = std::mem::take(&mut opened.wrappers);
        let content = opened.content();
        let content = content.map_err(|error| open::failure(&input_args, error))?;
        let document = args.document(&content, wrappers);
        let decoder = Decoder::of(&input_args, args.layout.chosen(), &args.accept);
        let (mut edited, mut is_end) = (Vec::new(), false);
        let count = input::each(&input_args, opened, &mut |entry| {
            if is_end || !args.is_chosen(entry.number) {
                return Ok(());
            }
            // Bytes that are not a value, such as the end of an older file, are kept.
            if !edited.is_empty() && !decoder.is_value(entry) {
                is_end = true;
                return check_rest(args, decoder, entry);
            }
            let value = decoder.decode(entry)?;
            edited.push(OriginalValue::new(args, form, entry, &value)?);
            Ok(())
        })?;
        if edited.is_empty() {
            return Err(args.no_such_value(count));
        }
        let original = Self {
            file,
            document,
            edited,
            content: None,
        };
        Ok((original, others))
    }

    /// Replaces the values of the document.
    pub(super) fn replace(&mut self, new: &NewValues) -> Result<(), EditError> {
        if self.content.is_some() {
            self.document.set_bytes(new.text.clone().into_bytes());
            return Ok(());
        }
        let (first, last) = (&self.edited[0], &self.edited[self.edited.len() - 1]);
        let range = first.range.start..last.range.end;
        let values: Vec<_> = new.values.iter().map(|value| &*value.bytes).collect();
        // Only length-prefixed values can be several.
        let trailer = new.values.last().map_or(0, |value| value.trailer);
        self.document.replace_values(range, &values, trailer)
    }

    /// Returns the texts of the values, or the content that is text.
    pub(super) fn text(&self) -> String {
        if let Some((_, text)) = &self.content {
            return text.clone();
        }
        self.edited.iter().map(|edited| &*edited.text).collect()
    }

    /// Returns the suffix of a file with this content.
    pub(super) fn suffix(&self) -> &'static str {
        match self.content {
            Some((TextKind::Json, _)) => "json",
            Some((TextKind::Config, _)) => "cfg",
            Some((TextKind::Resource, _)) => "tres",
            _ => "txt",
        }
    }

    /// Returns the text for the editor, with comments.
    pub(super) fn commented(&self, args: &ChangeArgs) -> String {
        let is_list = args.frame.framed && args.value.is_none();
        let file = args.file.label();
        let layout = args.layout.layout().name;
        let mut text = format!(
            "# {} in the layout {layout}. Lines that start with \"# \" are comments.\n",
            Escaped(file)
        );
        if is_list {
            text += "# Each value starts on its own line. Values can be added and removed.\n";
        }
        for edited in &self.edited {
            if is_list || args.value.is_some() {
                // Writing to a String does not fail.
                let _ = write!(text, "\n# value {}\n", edited.number);
            }
            text += &edited.text;
        }
        text
    }
}

impl OriginalValue {
    fn new(
        args: &ChangeArgs,
        form: PrintArgs,
        entry: &Entry<'_>,
        value: &AnyVariant,
    ) -> Result<Self, Failure> {
        let number = entry.number;
        let canonical = canonical(value).map_err(|error| args.file.failure(error))?;
        let text = text::of_value(form, value);
        match text::first_lost(value.layout(), form, &text, &canonical) {
            None => Ok(Self {
                number,
                range: entry.range(),
                bytes: entry.available.to_vec(),
                canonical,
                text,
            }),
            Some(path) => Err(unrepresentable(args, form, number, &path)),
        }
    }
}

/// Returns the failure for a value that its text does not represent completely.
fn unrepresentable(args: &ChangeArgs, form: PrintArgs, number: u64, path: &str) -> Failure {
    let number = if args.frame.framed {
        format!("value {number}: ")
    } else {
        String::new()
    };
    let path = match path {
        "" => String::new(),
        path => format!("{path}: "),
    };
    let advice = match form.form() {
        ValueForm::Text => {
            "the text of var2str cannot represent this value; use --json to edit the JSON form"
        }
        ValueForm::Json => {
            "the JSON form cannot represent this value; use `gdvariant set` to change other values of the file"
        }
    };
    args.file.failure(format_args!("{number}{path}{advice}"))
}

/// The values that replace the edited values.
pub(super) struct NewValues {
    values: Vec<EditedValue>,
    pub(super) text: String,
    /// Whether a value was changed, added or removed.
    pub(super) is_changed: bool,
}

impl NewValues {
    /// Encodes the values of an edited text. Unchanged values keep their bytes.
    pub(super) fn new(args: &EditArgs, original: &Original, edited: &str) -> Result<Self, String> {
        if let Some((kind, old)) = &original.content {
            if let Some(fault) = kind.fault(old, edited) {
                return Err(fault);
            }
            return Ok(Self {
                values: Vec::new(),
                text: edited.to_owned(),
                is_changed: true,
            });
        }
        let form = args.form();
        let values = text::parse(original.document.layout(), form, edited)?;
        check_count(args, values.len())?;
        let place = |index: usize, error: EditError| {
            format!("value {}: {}", index + 1, args.edit.message(&error))
        };
        let encoded = values.iter().enumerate();
        let encoded = encoded
            .map(|(index, value)| canonical(value).map_err(|error| place(index, error.into())));
        let encoded: Vec<_> = encoded.collect::<Result<_, _>>()?;
        let kept = Originals::new(original, &encoded);
        let mut new_values = Self {
            values: Vec::new(),
            text: String::new(),
            is_changed: values.len() != original.edited.len(),
        };
        for (index, (value, canonical)) in values.iter().zip(&encoded).enumerate() {
            let edited = kept.edited(index, canonical);
            let edited = edited.map_err(|error| place(index, error))?;
            if !kept.is_known(canonical) {
                let written = value.to_vec(args.edit.accept.encode_options());
                written.map_err(|error| place(index, error.into()))?;
            }
            new_values.is_changed |= !kept.is_at(index, canonical);
            new_values.values.push(edited);
            new_values.text += &text::of_value(form, value);
        }
        Ok(new_values)
    }
}

/// Returns an error if the file cannot contain this number of values.
fn check_count(args: &EditArgs, count: usize) -> Result<(), String> {
    match (count, args.edit.frame.framed, args.edit.value) {
        (0, ..) => Err("found no value, expected at least 1".into()),
        (1, ..) | (_, true, None) => Ok(()),
        (_, _, Some(number)) => Err(format!(
            "found {count} values, expected 1, because only value {number} is edited"
        )),
        _ => Err(format!(
            "found {count} values, expected 1; several values require --framed"
        )),
    }
}

/// Finds original values by their canonical bytes.
struct Originals<'o> {
    original: &'o Original,
    indexes: HashMap<&'o [u8], usize>,
    /// The canonical bytes of the new values.
    new: HashSet<&'o [u8]>,
    /// Whether values were neither added nor removed.
    is_aligned: bool,
}

impl<'o> Originals<'o> {
    fn new(original: &'o Original, new: &'o [Vec<u8>]) -> Self {
        let edited = original.edited.iter().enumerate();
        Self {
            original,
            indexes: edited
                .map(|(index, edited)| (&*edited.canonical, index))
                .collect(),
            new: new.iter().map(|canonical| &**canonical).collect(),
            is_aligned: new.len() == original.edited.len(),
        }
    }

    /// Returns whether an original value has these canonical bytes.
    fn is_known(&self, canonical: &[u8]) -> bool {
        self.indexes.contains_key(canonical)
    }

    /// Returns whether the original value at an index has these canonical bytes.
    fn is_at(&self, index: usize, canonical: &[u8]) -> bool {
        let edited = self.original.edited.get(index);
        edited.is_some_and(|edited| edited.canonical == canonical)
    }

    /// Returns the bytes of the new value at an index, with those of the original value that is
    /// equal, or otherwise has the same index.
    fn edited(&self, index: usize, canonical: &[u8]) -> Result<EditedValue, EditError> {
        let same = self.is_at(index, canonical).then_some(index);
        let equal = same.or_else(|| self.indexes.get(canonical).copied());
        let replaced = equal.or_else(|| self.is_aligned.then_some(index));
        if let Some(old) = replaced.and_then(|index| self.original.edited.get(index)) {
            let document = &self.original.document;
            let (layout, options) = (document.layout(), document.options());
            return edited(layout, &old.bytes, &old.canonical, canonical, options);
        }
        // The new value may replace any of the original values that are left out.
        let mut inexact = self
            .original
            .edited
            .iter()
            .filter(|old| old.bytes != old.canonical);
        match inexact.find(|old| !self.new.contains(&*old.canonical)) {
            None => Ok(EditedValue::of(canonical)),
            Some(old) => Err(EditError::Unaligned { number: old.number }),
        }
    }
}
