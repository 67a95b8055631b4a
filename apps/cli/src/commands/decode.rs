//! `gdvariant decode`.

use crate::args::{DecodeArgs, InputArgs, OutputFormat, PrintArgs};
use crate::terminal::decoder::{Decoder, LostTypes, print, print_name};
use crate::terminal::failure::{Failure, be_quiet, note};
use crate::terminal::input;
use crate::terminal::open;
use crate::terminal::output::Output;
use crate::terminal::source;
use flate2::Crc;
use gdvariant::Escaped;
use gdvariant_files::detect::Detection;
use gdvariant_files::display::escape;
use gdvariant_files::open::{ExaminedFile, Purpose};
use gdvariant_files::text::TextKind;
use std::io::Write;

pub(crate) fn run(mut args: DecodeArgs) -> Result<(), Failure> {
    args.print.check()?;
    args.accept.set(&mut args.input);
    if args.textconv {
        return print_for_git(args);
    }
    print_values(&args, Purpose::Print)
}

fn print_values(args: &DecodeArgs, purpose: Purpose) -> Result<(), Failure> {
    let files = args.files.take(&args.input.file, &mut Vec::new())?;
    let is_terminal = args.output.is_terminal();
    let (mut bad, mut count) = (0, 0);
    files.print(files.output(&args.output)?, |file, name, output| {
        let (mut layout, mut input) = (args.layout.clone(), args.input.with_file(file));
        let source = source::open(file)?;
        let examined = open::examine(layout.requested(), &input, source)?;
        if let Some(kind) = open::text_kind(&examined, &input)
            && (args.print.is_default() || args.textconv)
            && name.is_none()
        {
            return print_content(&input, examined, kind, output, is_terminal);
        }
        let opened = open::open_examined(&mut layout, &mut input, purpose, examined)?;
        let decoder = Decoder::new(&input, layout.chosen(), &args.accept);
        let mut lost = LostTypes::default();
        let result = input::each(&input, opened, &mut |entry| match decoder
            .try_decode(entry, decoder.any())
        {
            Ok(value) => {
                lost.add(args.print, (&value).into());
                output.value(|out| {
                    print_name(out, name)?;
                    print(out, args.print, (&value).into(), is_terminal)
                })
            }
            Err(fault) if args.keep_going => {
                bad += 1;
                output.value(|out| {
                    print_name(out, name)?;
                    fault.print(out, entry, decoder, is_terminal)
                })
            }
            Err(fault) => Err(decoder.failure(fault, entry)),
        });
        lost.warn(file);
        count += result?;
        Ok(())
    })?;
    match bad {
        0 => Ok(()),
        _ => Err(Failure::bad_values(bad, count)),
    }
}

/// Prints a file for `git diff`, which stops for all files if the command fails for one.
fn print_for_git(mut args: DecodeArgs) -> Result<(), Failure> {
    be_quiet();
    args.accept.accept_objects();
    if args.print.is_default() {
        args.print = PrintArgs::pretty(OutputFormat::Text);
    }
    let (layout, input) = (&mut args.layout, &mut args.input);
    input.layer.is_unattended = true;
    let source = source::open(&input.file)?;
    if let Ok(examined) = open::examine(layout.requested(), input, source)
        && open::text_kind(&examined, input).is_none()
        && let Some(Err(ambiguous)) = examined.detection.as_ref().map(Detection::choice)
        && let Some(first) = ambiguous.candidates.first()
    {
        layout.set(first.layout);
        input.frame.set(first.framing);
        let skip = input.layer.skip.get_or_insert_default();
        *skip += first.skip as u64;
    }
    let reason = match print_values(&args, Purpose::Read) {
        Err(Failure::Input(message) | Failure::Ambiguous(message)) => message,
        printed => return printed,
    };
    let (file, bytes) = (&args.input.file, source::bytes(&args.input.file)?);
    Output::plain().print(|out| {
        if source::is_text(&bytes) {
            return out.write_all(&bytes);
        }
        // The names of the two files that git compares differ.
        let reason = reason.strip_prefix(&format!("{}: ", file.label()));
        let mut checksum = Crc::new();
        checksum.update(&bytes);
        writeln!(
            out,
            "cannot be decoded: {}",
            Escaped(reason.unwrap_or_default())
        )?;
        writeln!(out, "{} bytes, CRC-32 {:08x}", bytes.len(), checksum.sum())
    })
}

/// Prints content that is text as it is.
fn print_content(
    input: &InputArgs,
    examined: ExaminedFile<'_>,
    kind: TextKind,
    output: &mut Output,
    is_terminal: bool,
) -> Result<(), Failure> {
    let zeros = examined.contents().filter(|it| it.zeros.is_some());
    let name = zeros.map_or_else(|| kind.name().into(), |it| it.format.clone());
    let (content, _) = open::text_content(input, examined)?;
    let file = input.file.label();
    let advice = if kind.has_values() {
        "; --to json prints its values"
    } else {
        ""
    };
    note(&format!("{file}: {name}, printed as it is{advice}"));
    output.value(|out| {
        if is_terminal {
            // Bytes that are not UTF-8 can follow the text that was recognized.
            escape::write_lines(out, &String::from_utf8_lossy(&content))
        } else {
            out.write_all(&content)
        }
    })
}
