//! The file before it is edited.

use super::text;
use crate::args::{EditArgs, EditorArgs, PrintArgs, Text};
use crate::auto::{self, OpenInput, Purpose};
use crate::certain::OtherLayouts;
use crate::decode::Decoder;
use crate::failure::Failure;
use crate::input::{self, Entry};
use crate::layouts::JsonLayout;
use crate::source;
use crate::wrapper::Wrapper;
use gdvariant::Escaped;
use std::fmt::Write;
use std::sync::Arc;

/// The file, and its values.
pub(super) struct Original {
    /// The bytes of the file, with its wrappers.
    pub(super) file: Arc<[u8]>,
    pub(super) wrappers: Vec<Wrapper>,
    /// The values before the edited ones, each with its length.
    pub(super) before: Vec<u8>,
    pub(super) edited: Vec<Edited>,
    /// The values after the edited ones.
    pub(super) after: Vec<u8>,
}

/// A value that is edited.
pub(super) struct Edited {
    pub(super) number: u64,
    /// The bytes in the file.
    pub(super) bytes: Vec<u8>,
    /// The bytes that encoding it yields.
    pub(super) canonical: Vec<u8>,
    pub(super) text: String,
}

impl Original {
    /// Reads the file, and fails if the form cannot express one of the values.
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
            let edited = Edited::new::<L>(args, form, entry, &value)?;
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
        let file = args.file.display();
        let layout = args.layout.layout().name();
        let mut text = format!(
            "# {} in the layout {layout}. Lines that start with \"# \" are comments.\n",
            Escaped(file)
        );
        if is_list {
            text += "# Each value starts on a line of its own. Values can be added and removed.\n";
        }
        for edited in &self.edited {
            if is_list || args.value.is_some() {
                // Writing to a String cannot fail.
                let _ = write!(text, "\n# value {}\n", edited.number);
            }
            text += &edited.text;
        }
        text
    }
}

impl Edited {
    fn new<L: JsonLayout>(
        args: &EditArgs,
        form: PrintArgs,
        entry: &Entry<'_>,
        value: &L::Variant,
    ) -> Result<Self, Failure> {
        let number = entry.number;
        let canonical = text::canonical::<L>(value).map_err(|error| args.failure(&error))?;
        let text = text::of_value::<L>(form, value);
        match text::first_lost::<L>(form, &text, &canonical) {
            None => Ok(Self {
                number,
                bytes: entry.available.to_vec(),
                canonical,
                text,
            }),
            Some(path) => Err(inexpressible(args, form, number, &path)),
        }
    }
}

/// Returns the failure of a value that its text does not contain.
fn inexpressible(args: &EditArgs, form: PrintArgs, number: u64, path: &str) -> Failure {
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
        Text::Text => {
            "the text of var2str cannot express this value; --json edits the JSON form, which loses nothing"
        }
        Text::Json => {
            "the JSON form cannot express this value; `gdvariant set` changes others of the file"
        }
    };
    args.failure(&format!("{number}{path}{advice}"))
}

/// Reads and opens the file, and sets its layout and its framing in the options.
pub(super) fn open(args: &mut EditArgs) -> Result<(Arc<[u8]>, OpenInput), Failure> {
    let mut input_args = args.input();
    let file = source::bytes(&input_args.file)?;
    let (input, purpose) = (source::of_bytes(&file), Purpose::Replace);
    let opened = auto::open_input(&mut args.layout, &mut input_args, purpose, input)?;
    args.frame = input_args.frame;
    Ok((file, opened))
}
