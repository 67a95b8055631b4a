//! Opens inputs with the options of the command line.

use crate::args::layouts::Selection;
use crate::args::{FileArgs, InputArgs, LayoutArgs, Notices};
use crate::terminal::failure::{Failure, advised, alternatives, note, options_of};
use crate::terminal::key;
use crate::terminal::source;
use gdvariant::Advice;
use gdvariant::schema::Layout;
use gdvariant_files::FileKey;
use gdvariant_files::detect::{Ambiguous, Choice, InputStart};
use gdvariant_files::error::{Error, ErrorKind};
use gdvariant_files::input::StoredInput;
use gdvariant_files::layer::{self, Layer};
use gdvariant_files::open::{
    Contents, ExaminedFile, Input, Note, OpenEvents, OpenFile, OpenOptions, Purpose,
};
use gdvariant_files::text::TextKind;
use std::io::{self, IsTerminal};

/// Opens an input, and sets its layout and its framing in the options.
pub(crate) fn open(
    layout: &mut LayoutArgs,
    args: &mut InputArgs,
    purpose: Purpose,
) -> Result<OpenFile<'static>, Failure> {
    let input = source::open(&args.file)?;
    let examined = examine(layout.requested(), args, input)?;
    open_examined(layout, args, purpose, examined)
}

/// Sets the layout and the framing of an examined input in the options, like [`open`].
pub(crate) fn open_examined(
    layout: &mut LayoutArgs,
    args: &mut InputArgs,
    purpose: Purpose,
    examined: ExaminedFile<'static>,
) -> Result<OpenFile<'static>, Failure> {
    let opened = choose(examined, args, layout.detection.strict_detect, purpose)?;
    layout.set(opened.layout);
    Ok(opened)
}

/// Returns the kind of text that an input contains, unless it is values.
///
/// With options for the framing, the input is decoded, so that the error has its position.
pub(crate) fn text_kind(examined: &ExaminedFile<'_>, args: &InputArgs) -> Option<TextKind> {
    let is_stated = args.frame.requested().is_some();
    examined.text_kind().filter(|_| !is_stated)
}

/// Returns whether an examined file has values, or bytes that may be damaged values.
pub(crate) fn has_values(examined: &ExaminedFile<'_>, args: &InputArgs) -> bool {
    let is_empty = |it: &InputStart| it.is_complete && it.bytes.is_empty();
    match examined.contents() {
        Some(_) => text_kind(examined, args).is_some_and(TextKind::has_values),
        None => !examined.start.iter().all(is_empty),
    }
}

/// Reads the whole content of an input that is text and returns it with its layers.
pub(crate) fn text_content(
    args: &InputArgs,
    examined: ExaminedFile<'_>,
) -> Result<(Vec<u8>, Vec<Layer>), Failure> {
    examined
        .into_content()
        .map_err(|error| failure(args, &error))
}

/// Reads only as much of an input as the detection needs.
pub(crate) fn examine(
    requested: Option<&'static Layout>,
    args: &InputArgs,
    input: Input<'static>,
) -> Result<ExaminedFile<'static>, Failure> {
    examine_with(&options(args)?.layout(requested), args, input)
}

/// Examines an input with the options for opening it.
pub(crate) fn examine_with(
    options: &OpenOptions,
    args: &InputArgs,
    input: Input<'static>,
) -> Result<ExaminedFile<'static>, Failure> {
    let mut events = Events::new(args);
    let examined = ExaminedFile::new(input, options, &mut events);
    examined.map_err(|error| events.failure(&error))
}

/// Reads only as much of a stored input as the detection needs.
pub(crate) fn examine_stored(
    requested: Option<&'static Layout>,
    args: &InputArgs,
    stored: StoredInput,
) -> Result<ExaminedFile<'static>, Failure> {
    let input = source::read(&stored, &args.file)?;
    Ok(examine(requested, args, input)?.stored(stored))
}

/// Chooses the layout and the framing of an input, and sets the framing in the options.
pub(crate) fn choose(
    examined: ExaminedFile<'static>,
    args: &mut InputArgs,
    is_strict: bool,
    purpose: Purpose,
) -> Result<OpenFile<'static>, Failure> {
    let options = options(args)?;
    let mut events = Events::new(args);
    // The error of values as text has its position.
    let is_text =
        purpose.reads_text() && text_kind(&examined, args).is_some_and(TextKind::has_values);
    let contents = (!is_text).then(|| other_format(&examined, args)).flatten();
    let zeros = examined
        .contents()
        .filter(|it| it.zeros.is_some() && is_text);
    let zeros = zeros.map(|it| it.format.clone());
    let opened = examined.open(&options, purpose, is_strict, &mut events);
    let opened = opened.map_err(|error| match (error.kind(), contents) {
        (ErrorKind::OtherFormat { .. }, Some(contents)) => args.file.failure(contents),
        _ => events.failure(&error),
    })?;
    args.frame.set(opened.framing);
    args.is_text = opened.text.is_some();
    if let Some(zeros) = zeros {
        note(&format!("{}: {zeros}", args.file.label()));
    }
    let equal_keys = opened.text.as_ref().and_then(|text| text.equal_keys());
    if let Some(equal_keys) = equal_keys.filter(|_| args.layer.is_reported()) {
        note(&format!("{}: {equal_keys}", args.file.label()));
    }
    Ok(opened)
}

/// Returns what an input contains instead of values, with advice.
pub(crate) fn other_format(examined: &ExaminedFile<'_>, args: &InputArgs) -> Option<String> {
    let error = examined.other_format()?;
    // The commands change text in a compressed or encrypted file.
    let text = text_kind(examined, args).map(|kind| match examined.contents() {
        Some(Contents {
            zeros: Some(_),
            advice: Some(advice),
            ..
        }) => advice.clone(),
        _ => Advice::AsText {
            has_values: kind.has_values(),
        },
    });
    Some(advised(&error, text.or_else(|| error.advice())))
}

/// Removes the layers of an input and returns its content, which can be anything, with them.
///
/// An input without layers is a failure.
pub(crate) fn unpack(
    args: &InputArgs,
    input: Input<'static>,
) -> Result<(Vec<u8>, Vec<Layer>), Failure> {
    let mut events = Events::new(args);
    let unpacked = layer::unpack(input, &options(args)?, &mut events);
    let (content, layers) = unpacked.map_err(|error| events.failure(&error))?;
    if layers.is_empty() {
        let message = "no compression or encryption is recognized; `gdvariant detect` says what the file contains";
        return Err(args.file.failure(message));
    }
    Ok((content, layers))
}

/// Returns the options for an input, except for its layout and its key.
pub(crate) fn options(args: &InputArgs) -> Result<OpenOptions, Failure> {
    args.check()?;
    Ok(OpenOptions::new()
        .notation(args.from)
        .skip(args.layer.skip.unwrap_or(0))
        .max_content(args.layer.max_content())
        .max_length(args.frame.max_length)
        .file_length(args.file.length())
        .ignore_rest(args.frame.ignores_rest)
        .framing(args.frame.requested()))
}

/// Asks for the key of an input, and reports what was found in it.
struct Events<'a> {
    args: &'a InputArgs,
    /// The failure to find the key.
    no_key: Option<Failure>,
    /// The number of wrong keys.
    wrong: u32,
}

impl<'a> Events<'a> {
    fn new(args: &'a InputArgs) -> Self {
        Self {
            args,
            no_key: None,
            wrong: 0,
        }
    }

    fn failure(self, error: &Error) -> Failure {
        self.no_key.unwrap_or_else(|| failure(self.args, error))
    }
}

impl OpenEvents for Events<'_> {
    fn key(&mut self) -> Option<FileKey> {
        let key = key::of(&self.args.layer, &self.args.file.label());
        key.map_err(|failure| self.no_key = Some(failure)).ok()
    }

    fn other_key(&mut self) -> Option<FileKey> {
        self.wrong += 1;
        key::other(&self.args.layer, &self.args.file.label(), self.wrong)
    }

    fn note(&mut self, found: &Note<'_>) {
        let Self { args, .. } = self;
        let label = args.file.label();
        let is_terminal = || io::stderr().is_terminal();
        match found {
            Note::Layer(layer) => {
                let is_shown = match args.layer.reported {
                    Notices::OnTerminal => is_terminal(),
                    Notices::Always => true,
                    Notices::Never => false,
                };
                if is_shown {
                    note(&format!("{label}: {layer}; offsets refer to its content"));
                }
            }
            Note::Choice { choice, matters }
                if (*matters || is_terminal()) && args.layer.is_reported() =>
            {
                note(&format!("{label}: {choice}{}", other_options(choice)));
            }
            _ => {}
        }
    }
}

/// Returns the failure for an error, with advice that names options of the command line.
pub(crate) fn failure(args: &InputArgs, error: &Error) -> Failure {
    let file = &args.file;
    let label = file.label();
    let message = format!("{label}: {}", advised(error, error.advice()));
    match error.kind() {
        ErrorKind::Io(error) => file.unreadable(error),
        ErrorKind::Ambiguous(error) => ambiguous(&label, error, args.layer.skip.unwrap_or(0)),
        ErrorKind::AlsoValid(_) => Failure::Ambiguous(message),
        ErrorKind::FramedSettings => Failure::usage(message),
        _ => Failure::Input(message),
    }
}

/// Returns the failure of a file whose layout has to be confirmed before the file is replaced.
pub(crate) fn uncertain(file: &FileArgs, chosen: Selection, others: &[&'static Layout]) -> Failure {
    let (label, option, name) = (file.label(), chosen.option, chosen.layout.name);
    let others = alternatives(others.iter().map(|it| it.name));
    Failure::Ambiguous(format!(
        "{label}: the file fits {name} and {others}, whose output would differ; confirm the layout with {option} {name}"
    ))
}

/// Returns the options that select a candidate other than the chosen one.
fn other_options(choice: &Choice) -> &'static str {
    let others = &choice.also_valid;
    let has_layout = others.iter().any(|it| it.layout != choice.layout);
    let has_framing = others.iter().any(|it| it.framing != choice.framing);
    match (has_layout, has_framing) {
        (true, true) => ": --layout, --bare",
        (false, true) => ": --bare",
        (true, false) => ": --layout",
        (false, false) => "",
    }
}

/// Returns the failure of an input whose layout or framing is ambiguous.
fn ambiguous(label: &str, error: &Ambiguous, skipped: u64) -> Failure {
    let likely = error.candidates.iter().enumerate();
    let likely = likely.filter(|(index, it)| *index == 0 || it.confidence > 0);
    let shown = likely.map(|(_, it)| it).take(4);
    let shown: Vec<_> = shown
        .map(|it| format!("{it} ({})", options_of(&it.decoding(skipped), "--layout")))
        .collect();
    let candidates = alternatives(shown.iter().map(String::as_str));
    let problem = error.problem();
    Failure::Ambiguous(format!(
        "{label}: {problem}: {candidates}; `gdvariant detect` lists the reasons"
    ))
}
