//! `gdvariant decode`.

use crate::args::DecodeArgs;
use crate::commands::decoder::{DecodedPaths, Decoder, print};
use crate::commands::get::PathSelection;
use crate::terminal::failure::Failure;
use crate::terminal::input;
use crate::terminal::open;
use crate::terminal::output::Output;
use gdvariant::any::AnyRef;
use gdvariant_files::open::Purpose;

pub(crate) fn run(mut args: DecodeArgs) -> Result<(), Failure> {
    args.accept.set(&mut args.input);
    let opened = open::open(&mut args.layout, &mut args.input, Purpose::Print)?;
    let mut output = Output::of(&args.output, &args.input.file)?;
    let is_terminal = args.output.is_terminal();
    let decoder = Decoder::of(&args.input, args.layout.chosen(), &args.accept);
    let mut bad = 0;
    let mut selection = PathSelection::new(&args.select);
    let result = input::each(&args.input, opened, &mut |entry| {
        let mut print =
            |value: AnyRef<'_>| output.value(|out| print(out, args.print, &value, is_terminal));
        match decoder.try_decode_at(entry, &args.select) {
            Ok(DecodedPaths::All(value)) if args.select.is_empty() => print((&value).into()),
            Ok(values) => selection.each(&values, print),
            Err(fault) if args.keep_going => {
                bad += 1;
                output.value(|out| fault.print(out, entry, decoder.layout, is_terminal))
            }
            Err(fault) => Err(decoder.failure(fault, entry)),
        }
    });
    let of = result.as_ref().copied().unwrap_or(0);
    output.end(result.and_then(|_| selection.end(&args.input.file)))?;
    match bad {
        0 => Ok(()),
        _ => Err(Failure::bad_values(bad, of)),
    }
}
