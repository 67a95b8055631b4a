//! The values of a file before and after they are edited.

use super::text::{self, canonical};
use crate::args::{ChangeArgs, EditArgs, OutputFormat, PrintArgs};
use crate::commands::change::check_fault;
use crate::terminal::failure::{Failure, edit_error};
use crate::terminal::open;
use crate::terminal::source;
use gdvariant::Escaped;
use gdvariant::schema::Layout;
use gdvariant_files::change::EditError;
use gdvariant_files::detect::Framing;
use gdvariant_files::document::Document;
use gdvariant_files::open::{OtherLayouts, Purpose};
use gdvariant_files::text::TextKind;
use std::fmt::Write;
use std::ops::Range;
use std::sync::Arc;

/// The file before it is edited, and its values.
pub(super) struct Original {
    /// The bytes of the file, with compression and encryption.
    pub(super) file: Arc<[u8]>,
    pub(super) document: Document,
    /// The kind of text, if the content is text instead of values.
    kind: Option<TextKind>,
    /// The other layouts that fit the file.
    others: OtherLayouts,
    /// The indexes of the values.
    indexes: Range<usize>,
    /// The bytes that encoding each decoded value yields.
    canonical: Vec<Vec<u8>>,
    /// The content that is text, or the values as text.
    pub(super) text: String,
    /// The text with comments, for the editor.
    commented: String,
}

impl Original {
    /// Reads and opens the file, and sets its layout and its framing in the options. A value that the
    /// form of the text cannot represent is a failure.
    pub(super) fn open(args: &mut EditArgs) -> Result<Self, Failure> {
        let form = args.form();
        let args = &mut args.edit;
        let mut input_args = args.input();
        let file = source::bytes(&input_args.file)?;
        let input = gdvariant_files::input::from_bytes(Arc::clone(&file));
        let layout = &mut args.layout;
        let examined = open::examine(layout.requested(), &input_args, input)?;
        // Such as hex digits, which the editor shows as they are, or no text at all.
        let is_other = input_args.frame.requested().is_none()
            && !open::has_values(&examined, &input_args)
            && examined.start.iter().all(|it| source::is_text(&it.bytes));
        let kind = open::text_kind(&examined, &input_args);
        if let Some(kind) = kind.or(is_other.then_some(TextKind::Other)) {
            let (content, layers) = open::text_content(&input_args, examined)?;
            let text = String::from_utf8(content.clone());
            let text = text.map_err(|error| args.file.failure(error.utf8_error()))?;
            return Ok(Self {
                file,
                document: Document::new(content, layers, args.layout.layout(), Framing::Bare),
                kind: Some(kind),
                others: OtherLayouts::default(),
                indexes: 0..0,
                canonical: Vec::new(),
                commented: text.clone(),
                text,
            });
        }
        let mut opened = open::open_examined(layout, &mut input_args, Purpose::Replace, examined)?;
        let others = std::mem::take(&mut opened.others);
        let document = opened.document();
        let document = document.map_err(|error| open::failure(&input_args, &error))?;
        let document = document.step_options(input_args.steps(&args.accept));
        args.frame = input_args.frame;
        let indexes = match args.value {
            None => 0..document.count(),
            Some(number) => {
                let index = usize::try_from(number - 1).unwrap_or(usize::MAX);
                index..index.saturating_add(1)
            }
        };
        check_fault(args, &document, indexes.end)?;
        let mut original = Self {
            file,
            document,
            kind: None,
            others,
            canonical: Vec::new(),
            text: String::new(),
            commented: heading(args),
            indexes: indexes.clone(),
        };
        for index in indexes {
            original.read(args, form, index)?;
        }
        Ok(original)
    }

    /// Reads a value of the file.
    fn read(&mut self, args: &ChangeArgs, form: PrintArgs, index: usize) -> Result<(), Failure> {
        let value = self.document.value(index);
        let value = value.map_err(|error| args.failure(&error))?;
        let canonical = canonical(&value).map_err(|error| args.file.failure(error))?;
        let text = text::of_value(form, &value);
        if let Some(path) = text::first_lost(value.layout(), form, &text, &canonical) {
            return Err(unrepresentable(args, form, index + 1, &path));
        }
        self.canonical.push(canonical);
        if is_list(args) || args.value.is_some() {
            // Writing to a String does not fail.
            let _ = write!(self.commented, "\n# value {}\n", index + 1);
        }
        self.text += &text;
        self.commented += &text;
        Ok(())
    }

    /// Returns the suffix of the draft's name, and its text.
    pub(super) fn draft(&self, args: &EditArgs) -> (&'static str, String) {
        let (suffix, text) = match (self.kind, args.form().format()) {
            (Some(TextKind::Config), _) => ("cfg", &self.text),
            (Some(TextKind::Resource), _) => ("tres", &self.text),
            (Some(TextKind::Json), _) | (None, OutputFormat::Json) => ("json", &self.text),
            _ => ("txt", &self.commented),
        };
        (suffix, text.clone())
    }

    /// Returns an error if another layout that fits the file would write different bytes.
    pub(super) fn check_layout(
        &self,
        args: &EditArgs,
        new: &NewValues,
    ) -> Result<(), Vec<&'static Layout>> {
        let canonical = |layout| text::all_canonical(layout, args.form(), &new.text).ok();
        let written = canonical(self.document.layout()).unwrap_or_default();
        self.others.compare(&written, canonical)
    }
}

/// Returns whether the text is a list, to which values can be added.
fn is_list(args: &ChangeArgs) -> bool {
    args.frame.framed && args.value.is_none()
}

/// Returns the comments before the values.
fn heading(args: &ChangeArgs) -> String {
    let (file, layout) = (args.file.label(), args.layout.layout().name);
    let list = if is_list(args) {
        "# Each value starts on its own line. Values can be added and removed.\n"
    } else {
        ""
    };
    format!(
        "# {} in the layout {layout}. Lines that start with \"# \" are comments.\n{list}",
        Escaped(file)
    )
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
    let advice = match form.format() {
        OutputFormat::Text => {
            "the text of var2str cannot represent this value; use --json to edit the JSON form"
        }
        OutputFormat::Json => {
            "the JSON form cannot represent this value; use `gdvariant set` to change other values of the file"
        }
    };
    args.file.failure(format_args!("{number}{path}{advice}"))
}

/// The document with the edited values.
pub(super) struct NewValues {
    pub(super) document: Document,
    pub(super) text: String,
}

impl NewValues {
    /// Reads the values of an edited text. Returns `None` if they are the same.
    pub(super) fn new(
        args: &EditArgs,
        original: &Original,
        edited: &str,
    ) -> Result<Option<Self>, String> {
        let mut document = original.document.clone();
        if let Some(kind) = original.kind {
            if let Some(fault) = kind.fault(&original.text, edited) {
                return Err(fault);
            }
            let (layers, text) = (document.layers().to_vec(), edited.to_owned());
            let bytes = text.clone().into_bytes();
            document = Document::new(bytes, layers, document.layout(), Framing::Bare);
            return Ok(Some(Self { document, text }));
        }
        let form = args.form();
        let values = text::parse(document.layout(), form, edited)?;
        check_count(args, values.len())?;
        let message = |error: EditError| edit_error(&error);
        let encoded = values.iter().enumerate().map(|(index, value)| {
            canonical(value).map_err(|error| match values.len() {
                1 => message(error.into()),
                _ => format!("value {}: {}", index + 1, message(error.into())),
            })
        });
        let encoded = encoded.collect::<Result<Vec<_>, _>>()?;
        let replaced = document.replace_values(original.indexes.clone(), &values);
        replaced.map_err(message)?;
        if original.canonical == encoded {
            return Ok(None);
        }
        let text = values.iter().map(|value| text::of_value(form, value));
        let text = text.collect();
        Ok(Some(Self { document, text }))
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
