//! `gdvariant encode`: encodes JSON or text to bytes.

use crate::args::{EncodeArgs, InputFormat};
use crate::terminal::failure::{Failure, advised, note, warn};
use crate::terminal::input::empty;
use crate::terminal::like_file;
use crate::terminal::output::Output;
use crate::terminal::source;
use gdvariant::EncodeOptions;
use gdvariant::any::AnyVariant;
use gdvariant::framing::FrameOptions;
use gdvariant::schema::Layout;
use gdvariant_files::change::TypeChanges;
use gdvariant_files::display::counted;
use gdvariant_files::document::Document;
use gdvariant_files::input::read_start;
use gdvariant_files::json::{self, JsonError};
use gdvariant_files::notation::{self, Notation};
use gdvariant_files::packages;
use gdvariant_files::text::TextError;
use std::collections::HashSet;
use std::io::{self, IsTerminal, Write};

pub(crate) fn run(mut args: EncodeArgs) -> Result<(), Failure> {
    args.check()?;
    if args.to == Notation::Raw {
        args.output.check_bytes("use --to hex, or ")?;
    }
    let like = like_file::open(&mut args)?;
    let layers = match &like {
        Some(like) => like.layers().to_vec(),
        None => args.packing.layers(&args.layer, &args.output)?,
    };
    let layout = args.layout.layout.or(like.as_ref().map(Document::layout));
    let layout = layout.ok_or_else(|| {
        Failure::usage("the layout is missing; use --layout, as in --layout godot4, the variable GDVARIANT_LAYOUT, or --like FILE for the layout of a file")
    })?;
    let options = |options| args.target.options(layout, options);
    let [strict, engine] = [EncodeOptions::new(), EncodeOptions::engine()].map(options);
    let (strict, engine) = (strict?, engine?);
    like_file::warn_of_replaced(&args);
    let mut output = Output::open(&args.output, &args.file)?.with_layers(layers);
    let encoder = ValueEncoder {
        args: &args,
        strict,
        engine,
        output: &mut output,
        original: like.as_ref(),
        count: 0,
        warnings: HashSet::new(),
        floats: 0,
        changes: None,
    };
    let result = encoder.encode_all(layout);
    output.end(result)
}

/// Encodes values to the output.
struct ValueEncoder<'a> {
    args: &'a EncodeArgs,
    /// Options that reject what strict decoding rejects.
    strict: EncodeOptions,
    /// Options that accept what engines accept.
    engine: EncodeOptions,
    output: &'a mut Output,
    /// The file that `--like` names.
    original: Option<&'a Document>,
    count: usize,
    /// The warnings about the form of values, each of which is printed once.
    warnings: HashSet<String>,
    /// The number of restored floats.
    floats: usize,
    /// The number of the first value with changed types, from 1, and its changes.
    changes: Option<(usize, TypeChanges)>,
}

impl ValueEncoder<'_> {
    fn encode_all(mut self, layout: &'static Layout) -> Result<(), Failure> {
        let args = self.args;
        let expected = match args.from {
            InputFormat::Json => {
                for value in json::of_input(layout, source::open(&args.file)?) {
                    let mut value = value.map_err(|error| unparsable(args, error))?;
                    self.restore(&mut value);
                    self.encode(&value)?;
                    self.warn_of_form(&value);
                }
                "a JSON value"
            }
            InputFormat::Text => {
                let text = whole_text(args)?;
                for value in layout.parse_values(notation::without_byte_order_mark(&text)) {
                    let value = value.map_err(|error| {
                        let advice = "`gdvariant encode --help` describes the form";
                        let error = advised(&error, error.advice());
                        args.file.failure(format_args!("{error}; {advice}"))
                    })?;
                    self.encode(&value)?;
                }
                "a value as in the output of var2str or in a script"
            }
        };
        if self.count == 0 {
            return Err(empty(&args.file, expected));
        }
        self.warn_of_missing_length();
        self.report_changes();
        Ok(())
    }

    fn encode(&mut self, value: &AnyVariant) -> Result<(), Failure> {
        let args = self.args;
        self.count += 1;
        if self.count > 1 && args.to == Notation::Raw && !args.frame.has_several() {
            return Err(args.file.failure("found a second value, but raw output holds only one; use --framed, --values or --to hex"));
        }
        let frame = args.frame.framed.then(|| args.frame.options());
        let strict = to_vec(value, self.strict, frame);
        let bytes = strict.or_else(|error| {
            let error = format!("{}{error}", number(self.count));
            // `decode --engine` can print such a value, as engines can have written it.
            let accepted = to_vec(value, self.engine, frame);
            let bytes = accepted.map_err(|_| args.file.failure(&error))?;
            warn(&format!("{}: {error}", args.file.label()));
            Ok::<_, Failure>(bytes)
        })?;
        let written = notation::write(args.to, &bytes);
        self.output.value(|out| out.write_all(&written))
    }

    /// Warns of a value whose JSON looks like another form.
    fn warn_of_form(&mut self, value: &AnyVariant) {
        let warning = packages::json::warning(value.into());
        if let Some(warning) = warning.filter(|it| self.warnings.insert(it.clone())) {
            let (label, number) = (self.args.file.label(), number(self.count));
            warn(&format!("{label}: {number}{warning}"));
        }
    }

    /// Warns that a value has no length prefix, although it may come from `decode --framed`.
    fn warn_of_missing_length(&self) {
        let args = self.args;
        let is_piped = args.file.path().is_none() && !io::stdin().is_terminal();
        let is_bare = args.to == Notation::Raw && args.frame.requested().is_none();
        if is_piped && is_bare && args.like.is_none() {
            warn(
                "the value is written without a length prefix; use --framed to add it, as File.store_var does, or --bare to silence this warning",
            );
        }
    }

    /// Restores the floats of the next value as in the file that `--like` names.
    fn restore(&mut self, value: &mut AnyVariant) {
        let original = self.original.and_then(|it| it.value(self.count).ok());
        let Some(original) = original else {
            return;
        };
        let changes = TypeChanges::restore(value, (&original).into(), true);
        self.floats += changes.floats;
        match &mut self.changes {
            Some((_, first)) => first.count += changes.count,
            None if changes.is_empty() => {}
            None => self.changes = Some((self.count + 1, changes)),
        }
    }

    /// Reports the changes of all values, and values that are missing.
    fn report_changes(&self) {
        let (args, count) = (self.args, self.count);
        let (Some(original), Some(file)) = (self.original, &args.like) else {
            return;
        };
        let (label, file, total) = (args.file.label(), file.display(), original.count());
        if count < total {
            let total = counted(total, "value");
            warn(&format!(
                "{label}: {file} has {total}, the input has {count}: the others are not in the output"
            ));
        }
        if self.floats > 0 {
            let written = match self.floats {
                1 => "1 int is written as a float".into(),
                count => format!("{count} ints are written as floats"),
            };
            note(&format!(
                "{label}: {written}, as in {file}: jq before 1.7 and JavaScript print 4.0 as 4; `gdvariant set` changes a type"
            ));
        }
        if let Some((index, changes)) = &self.changes {
            let number = number(*index);
            warn(&format!(
                "{label}: {number}{changes}; `gdvariant decode` without --plain keeps types, and jq 1.7 keeps ints"
            ));
        }
    }
}

/// Returns the number of a value as the prefix of a message, except for the first value, which is
/// usually the only one.
fn number(number: usize) -> String {
    if number == 1 {
        return String::new();
    }
    format!("value {number}: ")
}

/// Reads an input of text up to the limit.
fn whole_text(args: &EncodeArgs) -> Result<String, Failure> {
    let limit = args.max_text();
    let bytes = read_start(&mut source::open(&args.file)?, limit.saturating_add(1))
        .map_err(|error| args.file.unreadable(&error))?;
    if bytes.len() as u64 > limit {
        return Err(args.file.failure(format_args!(
            "the text exceeds the limit of {limit} bytes; raise --max-text, or split the text into several files"
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(&error.as_bytes()[..valid]);
        let message = "not valid UTF-8; to decode bytes, use `gdvariant decode`";
        args.file
            .failure(TextError::at(&text, valid, message.to_owned()))
    })
}

/// Encodes a value, with a length prefix if `frame` has options.
pub(crate) fn to_vec(
    value: &AnyVariant,
    options: EncodeOptions,
    frame: Option<FrameOptions>,
) -> Result<Vec<u8>, String> {
    let bytes = value
        .to_vec(options)
        .map_err(|error| advised(&error, error.advice()))?;
    match frame {
        Some(frame) => frame
            .to_frame(&bytes)
            .map_err(|error| format!("{error}; raise --max-length")),
        None => Ok(bytes),
    }
}

/// Returns the failure for an input that cannot be parsed, with advice.
fn unparsable(args: &EncodeArgs, error: JsonError) -> Failure {
    let (error, advice) = match error {
        JsonError::Io(kind) => return args.file.unreadable(&kind.into()),
        JsonError::Data(error) => (
            error.to_string(),
            "`gdvariant encode --help` describes the form",
        ),
        JsonError::Syntax(error) => (
            error.to_string(),
            "the input is not JSON; --from text parses the text of var2str",
        ),
    };
    args.file.failure(format_args!("{error}; {advice}"))
}
