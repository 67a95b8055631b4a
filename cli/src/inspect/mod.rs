//! `gdvariant inspect`: a row for each field of a value, with its bytes and their meaning.

mod columns;
mod encoded;
mod fault;
mod frames;
mod html;
mod location;
mod print;
mod text;
mod values;

use crate::args::{Bytes, InspectArgs};
use crate::decode::BadValue;
use crate::failure::Failure;
use crate::input::{self, Entry};
use crate::layouts::{Job, JsonLayout};
use crate::output::Output;
use encoded::{Context, Encoded};
use std::io::Write;

/// The command.
pub(crate) struct Inspect(pub(crate) InspectArgs);

impl Job for Inspect {
    type Output = ();

    fn run<L: JsonLayout>(self) -> Result<(), Failure> {
        let Self(args) = self;
        args.input.check()?;
        let is_raw = args.input.from == Bytes::Raw && !args.input.frame.framed;
        let context = Context {
            options: args.accept.options(),
            layout: args.layout.chosen(),
            is_raw,
        };
        if args.html {
            return html::run::<L>(&args, context);
        }
        let mut output = Output::coloured_of(&args.output, &args.input.file)?;
        let (mut bad, mut of, mut first) = (0, 0, None);
        let mut show = |value: Encoded<'_>, entry: &Entry<'_>| {
            of += 1;
            let shown = output.value(|out| {
                match entry.line {
                    _ if of == 1 => {}
                    Some(line) => writeln!(out, "\nline {line}")?,
                    None => writeln!(out)?,
                }
                print::print::<L>(out, value, context)
            })?;
            if let Err(error) = shown {
                bad += 1;
                let fault = BadValue::Bytes(error.with_base_offset(entry.start));
                first.get_or_insert_with(|| {
                    fault.into_failure(&args.input, args.layout.chosen(), entry)
                });
            }
            Ok(())
        };
        let result = if args.input.frame.framed {
            frames::each(&args.input, args.layout.layout, &mut |value| {
                let start = usize::try_from(value.offset).unwrap_or(usize::MAX);
                show(
                    value,
                    &Entry {
                        bytes: Ok(value.bytes),
                        line: None,
                        start,
                    },
                )
            })
        } else {
            input::each(
                &args.input,
                Some(args.layout.layout),
                &mut |entry| match &entry.bytes {
                    Ok(bytes) => show(
                        Encoded {
                            frame: None,
                            bytes,
                            offset: entry.start as u64,
                            broken: None,
                        },
                        entry,
                    ),
                    Err(fault) => Err(BadValue::Input(fault.clone()).into_failure(
                        &args.input,
                        args.layout.chosen(),
                        entry,
                    )),
                },
            )
        };
        output.end(result)?;
        match first {
            Some(only) if bad == 1 => Err(only),
            Some(_) => Err(Failure::BadValues { bad, of }),
            None => Ok(()),
        }
    }
}

#[cfg(all(test, feature = "godot3", feature = "pandemonium", feature = "double"))]
mod tests;
