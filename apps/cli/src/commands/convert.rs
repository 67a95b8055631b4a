//! `gdvariant convert`: converts values to another layout.

use crate::args::layouts::Selection;
use crate::args::{ConvertArgs, LayoutArgs};
use crate::commands::encode;
use crate::terminal::decoder::Decoder;
use crate::terminal::failure::{Failure, advised, is_quiet, note, say, warn};
use crate::terminal::input;
use crate::terminal::open;
use crate::terminal::output::Output;
use crate::terminal::source;
use crate::terminal::styles::{NUMBER, TYPE};
use anstyle::Style;
use gdvariant::any::AnyRef;
use gdvariant::convert::Report;
use gdvariant::schema::Layout;
use gdvariant::{Converter, Escaped};
use gdvariant_files::detect::Framing;
use gdvariant_files::display::counted;
use gdvariant_files::document::Document;
use gdvariant_files::layer::{Layer, for_layout};
use gdvariant_files::notation::{self, Notation};
use gdvariant_files::open::OtherLayouts;
use gdvariant_files::open::{ExaminedFile, OpenFile, Purpose};
use gdvariant_files::text::TextKind;
use gdvariant_files::values::Entry;
use std::io::Write;

pub(crate) fn run(mut args: ConvertArgs) -> Result<(), Failure> {
    args.accept.set(&mut args.input);
    let files = args.files.take(&args.input.file, &mut Vec::new())?;
    let batch = files.stage(|file, batch| {
        let mut args = args.clone();
        (args.input.file, args.batch) = (file.clone(), batch);
        convert_file(args)
    })?;
    batch.commit()
}

fn convert_file(args: ConvertArgs) -> Result<(), Failure> {
    let mut output = args.create()?;
    let (layout, file) = (args.from_layout, args.input.file.clone());
    let Some(stored) = output.lock(&file)? else {
        let examined = open::examine(layout, &args.input, source::open(&file)?)?;
        return convert_examined(args, examined, output);
    };
    let examined = open::examine_stored(layout, &args.input, stored.clone());
    let converted = examined.and_then(|examined| convert_examined(args, examined, output));
    converted.map_err(|failure| source::failure(&stored, &file, failure))
}

fn convert_examined(
    mut args: ConvertArgs,
    examined: ExaminedFile<'static>,
    mut output: Output,
) -> Result<(), Failure> {
    if let Some(kind) = open::text_kind(&examined, &args.input) {
        return convert_text(args, examined, kind, output);
    }
    let mut opened = open(&mut args, examined)?;
    let args = &args;
    let from = opened.layout;
    let mut others = std::mem::take(&mut opened.others);
    if !args.in_place {
        others = OtherLayouts::default();
    }
    let label = args.input.file.label();
    let mut listing = Listing::default();
    let layers = std::mem::take(&mut opened.layers);
    if args.to() == Notation::Raw {
        output = with_layers(output, for_layout(layers, args.to_layout))?;
    } else {
        if layers.iter().any(Layer::is_encrypted) {
            output.stay_in_memory();
        }
        for layer in layers {
            warn(&format!(
                "{label}: {layer}, but only --to raw writes this format"
            ));
        }
    }
    let converted = input::each(&args.input, opened, &mut |entry| {
        let (bytes, report) = convert(args, entry, from)?;
        if args.accept.is_engine() {
            warn_of_rest(args, entry, from);
        }
        let certain = others.compare(&bytes, |layout| Some(convert(args, entry, layout).ok()?.0));
        certain.map_err(|reason| open::uncertain(&args.input.file, args.source(), &reason))?;
        listing.add(&(args.prefix() + &number(entry)), &report);
        // After a loss, values are converted only to list their losses.
        if listing.losses.total > 0 && !args.lossy {
            return Ok(());
        }
        output.value(|out| out.write_all(&bytes))
    });
    let accepted = listing.print(args.lossy);
    output.end(converted.and(accepted))
}

/// Adds layers around the output. Headers are written at once, because only other layers need the
/// whole content.
fn with_layers(mut output: Output, layers: Vec<Layer>) -> Result<Output, Failure> {
    if !layers.iter().all(Layer::is_header) {
        return Ok(output.with_layers(layers));
    }
    for layer in &layers {
        let header = layer.wrap(&[]);
        output.value(|out| out.write_all(&header?))?;
    }
    Ok(output)
}

/// Converts the values of a text and keeps all other bytes, or only converts the encryption around
/// text that all engines read.
fn convert_text(
    mut args: ConvertArgs,
    examined: ExaminedFile<'static>,
    kind: TextKind,
    mut output: Output,
) -> Result<(), Failure> {
    let (file, name) = (args.input.file.clone(), kind.name());
    let label = file.label();
    if args.to() != Notation::Raw {
        return Err(Failure::usage(format!(
            "{label}: {name}, which --to cannot encode; omit --to"
        )));
    }
    let mut listing = Listing::default();
    let mut remark = None;
    // JSON is the same in all layouts.
    let document = if kind.has_values() && kind != TextKind::Json {
        let document = open(&mut args, examined)?.document();
        let document = document.map_err(|error| open::failure(&args.input, &error))?;
        let mut document = document.encode_options(args.encode_options()?);
        let converted = document.convert(args.to_layout, &Converter::new().lossy());
        let reports = converted.map_err(|error| file.failure(advised(&error, error.advice())))?;
        for (number, report) in (1..).zip(&reports) {
            let number = match reports.len() {
                1 => String::new(),
                _ => format!("value {number}: "),
            };
            listing.add(&(args.prefix() + &number), report);
        }
        if kind == TextKind::Resource && args.from_layout != Some(args.to_layout) {
            let engine = args.to_layout.title;
            remark = Some(format!(
                "the names of classes and properties are kept; {engine} ignores properties that it does not know"
            ));
        }
        document
    } else {
        let (content, layers) = open::text_content(&args.input, examined)?;
        if !layers.iter().any(Layer::is_encrypted) {
            return Err(file.failure(format_args!("{name}, which has no values to convert")));
        }
        remark = Some(format!("{name}; only the encryption is converted"));
        let layers = for_layout(layers, args.to_layout);
        Document::new(content, layers, args.to_layout, Framing::Bare)
    };
    let accepted = listing.print(args.lossy);
    let written = output.value(|out| document.write_to(out));
    output.end(written.and(accepted))?;
    if let Some(remark) = remark {
        note(&format!("{label}: {remark}"));
    }
    Ok(())
}

/// Opens the input, and sets its layout and its framing in the options.
fn open(
    args: &mut ConvertArgs,
    examined: ExaminedFile<'static>,
) -> Result<OpenFile<'static>, Failure> {
    let purpose = if args.in_place {
        Purpose::Replace
    } else {
        Purpose::Write
    };
    let mut layout = LayoutArgs::new(args.from_layout, args.detection.clone());
    let opened = open::open_examined(&mut layout, &mut args.input, purpose, examined)?;
    args.from_layout = Some(opened.layout);
    Ok(opened)
}

/// Returns the line or number of a value, as the prefix of a message.
fn number(entry: &Entry<'_>) -> String {
    match entry.line {
        Some(line) => format!("line {line}: "),
        None if !entry.is_only => format!("value {}: ", entry.number),
        None => String::new(),
    }
}

/// Converts a value of the layout `from`. Returns the bytes to write, and the losses.
fn convert(
    args: &ConvertArgs,
    entry: &Entry<'_>,
    from: &'static Layout,
) -> Result<(Vec<u8>, Report), Failure> {
    let to = args.to();
    let failure = |message: &str| {
        let number = number(entry);
        args.input.file.failure(format_args!("{number}{message}"))
    };
    if entry.number > 1 && to == Notation::Raw && !args.input.frame.has_several() {
        return Err(failure(
            "found a second value, but raw output holds only one; use --to hex",
        ));
    }
    let layout = Selection {
        layout: from,
        ..args.source()
    };
    let value = Decoder::new(&args.input, layout, &args.accept).decode(entry)?;
    let is_framed = args.input.frame.framed && (to == Notation::Raw || entry.line.is_some());
    let frame = is_framed.then(|| args.input.frame.options());
    let target = args.to_layout;
    let converted = AnyRef::from(&value).convert_to(target, &Converter::new().lossy());
    let (value, report) = converted.map_err(|error| failure(&error.to_string()))?;
    let encoded = encode::to_vec(&value, args.encode_options()?, frame);
    let encoded = encoded.map_err(|error| failure(&format!("in {}: {error}", target.name)))?;
    Ok((notation::write(to, &encoded), report))
}

/// Warns of bytes after a value, which are not converted.
fn warn_of_rest(args: &ConvertArgs, entry: &Entry<'_>, from: &'static Layout) {
    let (bytes, options) = (entry.available, args.accept.options());
    let end = from.inspect(bytes, options, |_| {});
    let left = bytes.len() - end.unwrap_or(bytes.len());
    if left > 0 {
        let (label, number) = (args.input.file.label(), number(entry));
        let left = counted(left, "byte");
        warn(&format!(
            "{label}: {number}{left} after the value are not converted"
        ));
    }
}

/// The maximum number of losses, and of notes, that are printed.
const MAX_LINES: usize = 100;

/// The losses and notes of all values.
#[derive(Default)]
pub(crate) struct Listing {
    losses: ListedLines,
    notes: ListedLines,
}

/// The first lines of a list, and the number of all lines.
#[derive(Default)]
struct ListedLines {
    lines: Vec<String>,
    total: usize,
}

impl Listing {
    /// Adds the report of a value, with its label.
    pub(crate) fn add(&mut self, label: &str, report: &Report) {
        self.losses
            .add(label, report.losses(), report.total_losses());
        self.notes.add(label, report.notes(), report.total_notes());
    }

    /// Prints the losses and notes. Returns a failure if the options do not accept the losses.
    pub(crate) fn print(&self, is_lossy: bool) -> Result<(), Failure> {
        self.losses.print(NUMBER.bold(), "loss", "losses");
        if !is_quiet() {
            self.notes.print(TYPE, "note", "notes");
        }
        let (losses, them) = match self.losses.total {
            1 => ("1 loss".to_owned(), "it"),
            total => (format!("{total} losses"), "them"),
        };
        if self.losses.total == 0 || is_lossy {
            return Ok(());
        }
        Err(Failure::Input(format!(
            "nothing was written because of {losses}; --lossy accepts {them}"
        )))
    }
}

impl ListedLines {
    fn add(&mut self, label: &str, entries: &[impl ToString], total: usize) {
        let left = MAX_LINES - self.lines.len();
        let added = entries.iter().take(left);
        self.lines
            .extend(added.map(|entry| format!("{label}{}", entry.to_string())));
        self.total += total;
    }

    fn print(&self, style: Style, one: &str, many: &str) {
        for line in &self.lines {
            // The line is escaped because it contains names from the input.
            say(format_args!("{style}{one}:{style:#} {}\n", Escaped(line)));
        }
        let more = self.total - self.lines.len();
        if more > 0 {
            say(format_args!("{style}{one}:{style:#} {more} more {many}\n"));
        }
    }
}
