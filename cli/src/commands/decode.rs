//! `gdvariant decode`.

use crate::args::{DecodeArgs, InputArgs};
use crate::commands::decoder::{Decoder, LostTypes, print, print_name};
use crate::terminal::failure::{Failure, note};
use crate::terminal::input;
use crate::terminal::open;
use crate::terminal::output::Output;
use crate::terminal::source;
use gdvariant_files::display::escape;
use gdvariant_files::open::{ExaminedFile, Purpose};
use gdvariant_files::text::TextKind;
use std::io::Write;

pub(crate) fn run(mut args: DecodeArgs) -> Result<(), Failure> {
    args.print.check()?;
    args.accept.set(&mut args.input);
    let files = args.files.take(&args.input.file, &mut Vec::new())?;
    let is_terminal = args.output.is_terminal();
    let (mut bad, mut count) = (0, 0);
    files.print(files.output(&args.output)?, |file, name, output| {
        let (mut layout, mut input) = (args.layout.clone(), args.input.with_file(file));
        let source = source::open(file)?;
        let examined = open::examine(layout.requested(), &input, source)?;
        if let Some(kind) = open::text_kind(&examined, &input)
            && args.print.is_default()
            && name.is_none()
        {
            return print_content(&input, examined, kind, output, is_terminal);
        }
        let opened = open::open_examined(&mut layout, &mut input, Purpose::Print, examined)?;
        let decoder = Decoder::of(&input, layout.chosen(), &args.accept);
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

/// Prints content that is text as it is.
fn print_content(
    input: &InputArgs,
    examined: ExaminedFile<'_>,
    kind: TextKind,
    output: &mut Output,
    is_terminal: bool,
) -> Result<(), Failure> {
    let (content, _) = open::text_content(input, examined)?;
    let file = input.file.label();
    let advice = if kind.has_values() {
        "; --to json prints its values"
    } else {
        ""
    };
    note(&format!(
        "{file}: {}, printed as it is{advice}",
        kind.name()
    ));
    output.value(|out| {
        if is_terminal {
            // Bytes that are not UTF-8 can follow the text that was recognized.
            escape::write_lines(out, &String::from_utf8_lossy(&content))
        } else {
            out.write_all(&content)
        }
    })
}
