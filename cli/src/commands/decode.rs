//! `gdvariant decode`.

use crate::args::DecodeArgs;
use crate::commands::decoder::{DecodedPaths, Decoder, LostTypes, print};
use crate::commands::get::{PathSelection, check_paths};
use crate::terminal::failure::{Failure, note};
use crate::terminal::input;
use crate::terminal::open;
use crate::terminal::output::Output;
use crate::terminal::source;
use gdvariant::any::AnyRef;
use gdvariant_files::contents::TextKind;
use gdvariant_files::display::escape;
use gdvariant_files::open::{Examined, Purpose};
use std::io::Write;

pub(crate) fn run(mut args: DecodeArgs) -> Result<(), Failure> {
    args.print.check()?;
    args.accept.set(&mut args.input);
    let input = source::open(&args.input.file)?;
    let examined = open::examine(args.layout.requested(), &args.input, input)?;
    if let Some(kind) = open::text_kind(&examined, &args.input)
        && args.prints_content()
    {
        return print_content(&args, examined, kind);
    }
    let opened = open::open_examined(&mut args.layout, &mut args.input, Purpose::Print, examined)?;
    check_paths(&args.select, &opened, &args.input.file)?;
    let mut output = Output::of(&args.output, &args.input.file)?;
    let is_terminal = args.output.is_terminal();
    let decoder = Decoder::of(&args.input, args.layout.chosen(), &args.accept);
    let mut bad = 0;
    let mut lost = LostTypes::of(args.print);
    let mut selection = PathSelection::new(&args.select, args.input.steps(&args.accept));
    let outers = selection.outers();
    let result = input::each(&args.input, opened, &mut |entry| {
        let mut print = |value: AnyRef<'_>| {
            lost.add(value);
            output.value(|out| print(out, args.print, value, is_terminal))
        };
        match decoder.try_decode_at(entry, &outers) {
            Ok(DecodedPaths::All(value)) if args.select.is_empty() => print((&value).into()),
            Ok(values) => selection.each(&values, &args.input.file, print),
            Err(fault) if args.keep_going => {
                bad += 1;
                output.value(|out| fault.print(out, entry, decoder.layout, is_terminal))
            }
            Err(fault) => Err(decoder.failure(fault, entry)),
        }
    });
    lost.warn(&args.input.file, decoder.layout);
    let of = result.as_ref().copied().unwrap_or(0);
    output.end(result.and_then(|_| selection.end(&args.input.file)))?;
    match bad {
        0 => Ok(()),
        _ => Err(Failure::bad_values(bad, of)),
    }
}

/// Prints content that is text as it is.
fn print_content(args: &DecodeArgs, examined: Examined<'_>, kind: TextKind) -> Result<(), Failure> {
    let (content, _) = open::text_content(&args.input, examined)?;
    let file = args.input.file.label();
    let advice = if kind.has_values() {
        "; --to json prints its values"
    } else {
        ""
    };
    note(&format!(
        "{file}: {}, printed as it is{advice}",
        kind.name()
    ));
    let mut output = Output::of(&args.output, &args.input.file)?;
    let is_terminal = args.output.is_terminal();
    let printed = output.value(|out| {
        if is_terminal {
            // Bytes that are not UTF-8 can follow the text that was recognized.
            escape::write_lines(out, &String::from_utf8_lossy(&content))
        } else {
            out.write_all(&content)
        }
    });
    output.end(printed)
}
