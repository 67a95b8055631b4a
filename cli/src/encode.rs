//! `gdvariant encode`: JSON to bytes.

use crate::args::{Bytes, EncodeArgs, FileArgs, Source};
use crate::failure::Failure;
use crate::input::empty;
use crate::layouts::{Job, JsonLayout};
use crate::output::Output;
use crate::source::{open, unreadable};
use crate::text;
use crate::wrapper::{self, Wrapper};
use gdvariant::{EncodeOptions, FrameOptions, WriteError, generic};
use serde_json::error::Category;
use std::io::{self, Write};

/// The command.
pub(crate) struct Encode(pub(crate) EncodeArgs);

impl Job for Encode {
    type Output = ();

    fn run<L: JsonLayout>(self) -> Result<(), Failure> {
        let Self(args) = self;
        args.frame.check_output(args.to)?;
        if args.to == Bytes::Raw && args.output.is_terminal() {
            let message =
                "bytes would go to the terminal; use --to hex, or write them to a file: -o FILE";
            return Err(Failure::Usage(message.into()));
        }
        let wrappers = match &args.like {
            Some(original) => wrappers_of(&original.clone().into(), &args)?,
            None => Vec::new(),
        };
        let mut output = Output::of(&args.output, &args.file)?.wrapped(wrappers);
        let result = encode_all::<L>(&args, &mut output);
        output.end(result)
    }
}

/// Returns the wrappers of a file, from the outermost one.
fn wrappers_of(original: &FileArgs, args: &EncodeArgs) -> Result<Vec<Wrapper>, Failure> {
    Ok(wrapper::unwrap(
        original,
        &args.wrapper,
        Some(args.layout.layout),
        open(original)?,
    )?
    .wrappers)
}

fn encode_all<L: JsonLayout>(args: &EncodeArgs, output: &mut Output) -> Result<(), Failure> {
    let Source::Json = args.from;
    let label = args.file.label();
    let mut deserializer = serde_json::Deserializer::from_reader(open(&args.file)?);
    deserializer.disable_recursion_limit();
    let mut count = 0;
    for value in deserializer.into_iter::<L::Variant>() {
        let value = value.map_err(|error| not_of_the_form(args, &error))?;
        count += 1;
        if count > 1 && args.to == Bytes::Raw && !args.frame.framed {
            let message =
                "a second value, and raw output holds one; use --framed for many, or --to hex";
            return Err(Failure::Input(format!("{label}: {message}")));
        }
        encode::<L>(args, &value, output, &format!("{label}: value {count}"))?;
    }
    if count == 0 {
        Err(empty(&args.file, "a JSON value"))
    } else {
        Ok(())
    }
}

fn encode<L: JsonLayout>(
    args: &EncodeArgs,
    value: &L::Variant,
    output: &mut Output,
    place: &str,
) -> Result<(), Failure> {
    let options = args.frame.framed.then(|| args.frame.options());
    let bytes = to_vec::<L>(value, args.target.options(), options)
        .map_err(|error| Failure::Input(format!("{place}: {error}")))?;
    output.value(|out| out.write_all(&text::write(args.to, &bytes)))
}

/// Encodes a value, after its length if there are options for it.
pub(crate) fn to_vec<L: JsonLayout>(
    value: &L::Variant,
    options: EncodeOptions,
    frame: Option<FrameOptions>,
) -> Result<Vec<u8>, String> {
    let Some(frame) = frame else {
        return generic::to_vec_with::<L, L::Variant>(value, options)
            .map_err(|error| error.to_string());
    };
    let mut framed = Vec::new();
    match generic::write_framed::<L, L::Variant>(&mut framed, value, frame.encode_options(options))
    {
        Ok(()) => Ok(framed),
        Err(error @ WriteError::TooLong { .. }) => {
            Err(format!("{error}; --max-length allows more"))
        }
        Err(error) => Err(error.to_string()),
    }
}

/// One line with the place and what to do.
fn not_of_the_form(args: &EncodeArgs, error: &serde_json::Error) -> Failure {
    let label = args.file.label();
    if error.classify() == Category::Io {
        let kind = error.io_error_kind().unwrap_or(io::ErrorKind::Other);
        return unreadable(&args.file, &kind.into());
    }
    let text = error.to_string();
    let (line, column) = (error.line(), error.column());
    let message = text
        .strip_suffix(&format!(" at line {line} column {column}"))
        .unwrap_or(&text);
    let what_to_do = match error.classify() {
        Category::Data => "`gdvariant encode --help` shows the form",
        _ => "is the input JSON?",
    };
    Failure::Input(format!(
        "{label}: line {line}, column {column}: {message}; {what_to_do}"
    ))
}
