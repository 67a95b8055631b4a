//! The values of a file before and after they are edited.

use super::text::{self, canonical};
use crate::args::{ChangeArgs, EditArgs, PrintArgs, ValueForm};
use crate::commands::set::check_fault;
use crate::terminal::failure::Failure;
use crate::terminal::open;
use crate::terminal::source;
use gdvariant::Escaped;
use gdvariant::any::AnyVariant;
use gdvariant_files::change::EditError;
use gdvariant_files::document::Document;
use gdvariant_files::open::OtherLayouts;
use gdvariant_files::open::{ExaminedFile, OpenFile, Purpose};
use gdvariant_files::text::TextKind;
use std::fmt::Write;
use std::ops::Range;
use std::sync::Arc;

/// The file before it is edited, and its values.
pub(super) struct Original {
    /// The bytes of the file, with compression and encryption.
    pub(super) file: Arc<[u8]>,
    pub(super) document: Document,
    /// The indexes of the values.
    indexes: Range<usize>,
    values: Vec<OriginalValue>,
    /// The kind of text, and the text, if the content is text instead of values.
    pub(super) content: Option<(TextKind, String)>,
}

struct OriginalValue {
    /// The bytes that encoding the decoded value yields.
    canonical: Vec<u8>,
    text: String,
}

impl Original {
    /// Reads and opens the file, and sets its layout and its framing in the options.
    pub(super) fn open(args: &mut EditArgs) -> Result<(Self, OtherLayouts), Failure> {
        let mut input_args = args.edit.input();
        let file = source::bytes(&input_args.file)?;
        let input = gdvariant_files::input::from_bytes(Arc::clone(&file));
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
        examined: ExaminedFile<'_>,
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
            indexes: 0..0,
            values: Vec::new(),
            content: Some((kind, text)),
        })
    }

    /// Reads the values of the file. A value that the form cannot represent is a failure.
    fn read(
        args: &EditArgs,
        file: Arc<[u8]>,
        mut opened: OpenFile<'static>,
    ) -> Result<(Self, OtherLayouts), Failure> {
        let (form, args) = (args.form(), &args.edit);
        let input = args.input();
        let others = std::mem::take(&mut opened.others);
        let document = opened.document();
        let document = document.map_err(|error| open::failure(&input, &error))?;
        let document = document.step_options(input.steps(&args.accept));
        let indexes = match args.value {
            None => 0..document.count(),
            Some(number) => {
                let index = usize::try_from(number - 1).unwrap_or(usize::MAX);
                index..index.saturating_add(1)
            }
        };
        check_fault(args, &document, indexes.end)?;
        let values = indexes.clone().map(|index| {
            let value = document.value(index);
            let value = value.map_err(|error| args.failure(&error))?;
            OriginalValue::new(args, form, index, &value)
        });
        let original = Self {
            values: values.collect::<Result<_, _>>()?,
            file,
            document,
            indexes,
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
        self.document
            .replace_values(self.indexes.clone(), &new.values)
    }

    /// Returns the texts of the values, or the content that is text.
    pub(super) fn text(&self) -> String {
        if let Some((_, text)) = &self.content {
            return text.clone();
        }
        self.values.iter().map(|value| &*value.text).collect()
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
        for (index, value) in self.indexes.clone().zip(&self.values) {
            if is_list || args.value.is_some() {
                // Writing to a String does not fail.
                let _ = write!(text, "\n# value {}\n", index + 1);
            }
            text += &value.text;
        }
        text
    }
}

impl OriginalValue {
    fn new(
        args: &ChangeArgs,
        form: PrintArgs,
        index: usize,
        value: &AnyVariant,
    ) -> Result<Self, Failure> {
        let canonical = canonical(value).map_err(|error| args.file.failure(error))?;
        let text = text::of_value(form, value);
        match text::first_lost(value.layout(), form, &text, &canonical) {
            None => Ok(Self { canonical, text }),
            Some(path) => Err(unrepresentable(args, form, index + 1, &path)),
        }
    }
}

/// Returns the failure for a value that its text does not represent completely.
fn unrepresentable(args: &ChangeArgs, form: PrintArgs, number: usize, path: &str) -> Failure {
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
    values: Vec<AnyVariant>,
    pub(super) text: String,
    /// Whether a value was changed, added or removed.
    pub(super) is_changed: bool,
}

impl NewValues {
    /// Reads the values of an edited text.
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
        let message = |error: EditError| args.edit.message(&error);
        let encoded = values.iter().enumerate().map(|(index, value)| {
            canonical(value).map_err(|error| match values.len() {
                1 => message(error.into()),
                _ => format!("value {}: {}", index + 1, message(error.into())),
            })
        });
        let encoded = encoded.collect::<Result<Vec<_>, _>>()?;
        let old = original.values.iter().map(|value| &value.canonical);
        let is_changed = !old.eq(&encoded);
        // Errors are reported while the text can still be edited.
        let mut changed = original.document.clone();
        let replaced = changed.replace_values(original.indexes.clone(), &values);
        replaced.map_err(message)?;
        let text = values.iter().map(|value| text::of_value(form, value));
        Ok(Self {
            text: text.collect(),
            values,
            is_changed,
        })
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
