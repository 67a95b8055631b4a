//! The values of a file before and after they are edited.

use super::text;
use crate::args::{EditArgs, EditorArgs, PrintArgs, ValueForm};
use crate::decode::Decoder;
use crate::detect::{self, OpenInput, OtherLayouts, Purpose};
use crate::failure::Failure;
use crate::input::{self, InputEntry};
use crate::layouts::JsonLayout;
use crate::source;
use crate::wrapper::Wrapper;
use gdvariant::Escaped;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

/// The file before it is edited, and its values.
pub(super) struct Original {
    /// The bytes of the file, with compression and encryption.
    pub(super) file: Arc<[u8]>,
    pub(super) wrappers: Vec<Wrapper>,
    /// The bytes of the values before the edited values, including length prefixes.
    pub(super) before: Vec<u8>,
    edited: Vec<EditedValue>,
    /// The bytes of the values after the edited values, including length prefixes.
    pub(super) after: Vec<u8>,
}

struct EditedValue {
    number: u64,
    /// The bytes in the file.
    bytes: Vec<u8>,
    /// The bytes that encoding the decoded value yields.
    canonical: Vec<u8>,
    text: String,
}

impl Original {
    /// Reads the file. A value that the form cannot represent is a failure.
    pub(super) fn read<L: JsonLayout>(
        args: &EditorArgs,
        file: Arc<[u8]>,
        mut opened: OpenInput,
    ) -> Result<(Self, OtherLayouts), Failure> {
        let (form, args) = (args.form(), &args.edit);
        let input_args = args.input();
        let others = std::mem::take(&mut opened.others);
        let mut original = Self {
            file,
            wrappers: std::mem::take(&mut opened.wrappers),
            before: Vec::new(),
            edited: Vec::new(),
            after: Vec::new(),
        };
        let decoder = Decoder::of(&input_args, args.layout.chosen(), &args.accept);
        let count = input::each(&input_args, opened, &mut |entry| {
            if let (false, Ok(bytes)) = (args.is_chosen(entry.number), entry.bytes()) {
                original.keep(&args.kept(bytes));
                return Ok(());
            }
            let value = decoder.decode_as::<L>(entry)?;
            let edited = EditedValue::new::<L>(args, form, entry, &value)?;
            original.edited.push(edited);
            Ok(())
        })?;
        if original.edited.is_empty() {
            return Err(args.no_such_value(count));
        }
        Ok((original, others))
    }

    fn keep(&mut self, bytes: &[u8]) {
        let kept = if self.edited.is_empty() {
            &mut self.before
        } else {
            &mut self.after
        };
        kept.extend_from_slice(bytes);
    }

    /// Returns the texts of the values.
    pub(super) fn text(&self) -> String {
        self.edited.iter().map(|edited| &*edited.text).collect()
    }

    /// Returns the text for the editor, with comments.
    pub(super) fn commented(&self, args: &EditArgs) -> String {
        let is_list = args.frame.framed && args.value.is_none();
        let file = args.file.label();
        let layout = args.layout.layout().name();
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

impl EditedValue {
    fn new<L: JsonLayout>(
        args: &EditArgs,
        form: PrintArgs,
        entry: &InputEntry<'_>,
        value: &L::Variant,
    ) -> Result<Self, Failure> {
        let number = entry.number;
        let canonical = text::canonical::<L>(value).map_err(|error| args.file.failure(&error))?;
        let text = text::of_value::<L>(form, value);
        match text::first_lost::<L>(form, &text, &canonical) {
            None => Ok(Self {
                number,
                bytes: entry.available.to_vec(),
                canonical,
                text,
            }),
            Some(path) => Err(unrepresentable(args, form, number, &path)),
        }
    }
}

/// Returns the failure for a value that its text does not represent completely.
fn unrepresentable(args: &EditArgs, form: PrintArgs, number: u64, path: &str) -> Failure {
    let number = if args.frame.framed {
        format!("value {number}: ")
    } else {
        String::new()
    };
    let path = match path {
        "" => String::new(),
        path => format!("{path}: "),
    };
    let advice = match form.to {
        ValueForm::Text => {
            "the text of var2str cannot represent this value; use --json to edit the JSON form"
        }
        ValueForm::Json => {
            "the JSON form cannot represent this value; use `gdvariant set` to change other values of the file"
        }
    };
    args.file.failure(format_args!("{number}{path}{advice}"))
}

/// Reads and opens the file, and sets its layout and its framing in the options.
pub(super) fn open(args: &mut EditArgs) -> Result<(Arc<[u8]>, OpenInput), Failure> {
    let mut input_args = args.input();
    let file = source::bytes(&input_args.file)?;
    let (input, purpose) = (source::of_bytes(Arc::clone(&file)), Purpose::Replace);
    let opened = detect::open_input(&mut args.layout, &mut input_args, purpose, input)?;
    args.frame = input_args.frame;
    Ok((file, opened))
}

/// The values that replace the edited values.
pub(super) struct NewValues {
    /// The bytes of the values, including length prefixes.
    pub(super) bytes: Vec<u8>,
    pub(super) text: String,
    /// Whether a value was changed, added or removed.
    pub(super) is_changed: bool,
}

impl NewValues {
    /// Encodes the values of an edited text. Unchanged values keep their bytes.
    pub(super) fn new<L: JsonLayout>(
        args: &EditorArgs,
        original: &Original,
        edited: &str,
    ) -> Result<Self, String> {
        let form = args.form();
        let values = text::parse::<L>(form, edited)?;
        check_count(args, values.len())?;
        let kept = Originals::new(original);
        let mut new_values = Self {
            bytes: Vec::new(),
            text: String::new(),
            is_changed: values.len() != original.edited.len(),
        };
        for (index, value) in values.iter().enumerate() {
            let place = |error| format!("value {}: {error}", index + 1);
            let canonical = text::canonical::<L>(value).map_err(place)?;
            let bytes = match kept.bytes(index, &canonical) {
                Some(bytes) => args.edit.kept(bytes),
                None => args.edit.encoded::<L>(value).map_err(place)?,
            };
            new_values.is_changed |= !kept.is_at(index, &canonical);
            new_values.bytes.extend(bytes);
            new_values.text += &text::of_value::<L>(form, value);
        }
        Ok(new_values)
    }
}

/// Returns an error if the file cannot contain this number of values.
fn check_count(args: &EditorArgs, count: usize) -> Result<(), String> {
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
}

impl<'o> Originals<'o> {
    fn new(original: &'o Original) -> Self {
        let edited = original.edited.iter().enumerate();
        Self {
            original,
            indexes: edited
                .map(|(index, edited)| (&*edited.canonical, index))
                .collect(),
        }
    }

    /// Returns whether the original value at an index has these canonical bytes.
    fn is_at(&self, index: usize, canonical: &[u8]) -> bool {
        let edited = self.original.edited.get(index);
        edited.is_some_and(|edited| edited.canonical == canonical)
    }

    /// Returns the original bytes of a value that is at the same index or was moved.
    fn bytes(&self, index: usize, canonical: &[u8]) -> Option<&'o [u8]> {
        let index = if self.is_at(index, canonical) {
            index
        } else {
            *self.indexes.get(canonical)?
        };
        Some(&self.original.edited.get(index)?.bytes)
    }
}
