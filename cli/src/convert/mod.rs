//! `gdvariant convert`: values of one layout to another.

mod listing;
mod pair;

use crate::args::{Bytes, ConvertArgs, LayoutArgs};
use crate::auto::{self, OpenInput, Purpose};
use crate::certain::OtherLayouts;
use crate::decode::BadValue;
use crate::failure::{Failure, warn};
use crate::input::{self, Entry};
use crate::layouts::LayoutOption;
use crate::rewrite;
use crate::source::Input;
use crate::text;
use crate::wrapper::Wrapper;
use gdvariant::Report;
use listing::Listing;
use pair::{Pair, Problem};
use std::io::Write;

/// Runs the command.
pub(crate) fn run(mut args: ConvertArgs) -> Result<(), Failure> {
    let mut output = args.create()?;
    let input = rewrite::open(&mut output, &args.input.file)?;
    let mut opened = open(&mut args, input)?;
    let args = &args;
    let from = opened.layout;
    let pair = Pair::of(from, args.to_layout)?;
    let mut others = std::mem::take(&mut opened.others);
    if !args.in_place {
        others = OtherLayouts::default();
    }
    let label = args.input.file.label();
    let mut listing = Listing::default();
    let mut count = 0;
    let wrappers = std::mem::take(&mut opened.wrappers);
    if args.to() == Bytes::Raw {
        let wrappers = wrappers.into_iter().map(|it| pair.wrapper(it));
        output = output.wrapped(wrappers.collect::<Result<_, Failure>>()?);
    } else {
        warn_of_wrappers(args, &wrappers);
    }
    let converted = input::each(&args.input, opened, &mut |entry| {
        count += 1;
        let place = Place { args, entry, count };
        let (bytes, report) = place.convert(pair)?;
        others.compare(&label, args.source(), &bytes, |layout| {
            let pair = Pair::of(layout, args.to_layout).ok()?;
            Some(place.convert(pair).ok()?.0)
        })?;
        listing.add(&place.label(), &report);
        // Nothing is kept after a loss; the other values are converted to list their losses.
        if listing.losses() > 0 && !args.lossy {
            return Ok(());
        }
        output.value(|out| out.write_all(&bytes))
    });
    listing.print();
    let losses = listing.losses();
    output.end(converted.and(match losses {
        1.. if !args.lossy => Err(Failure::Losses { losses }),
        _ => Ok(()),
    }))
}

/// Opens the input, and sets its layout and its framing in the options.
fn open(args: &mut ConvertArgs, input: Input) -> Result<OpenInput, Failure> {
    let purpose = if args.in_place {
        Purpose::Replace
    } else {
        Purpose::Write
    };
    let mut layout = LayoutArgs::new(args.from_layout, args.detection.clone());
    let opened = auto::open_input(&mut layout, &mut args.input, purpose, input)?;
    args.from_layout = LayoutOption(Some(opened.layout));
    Ok(opened)
}

/// Warns that lines of text are not compressed or encrypted like the input.
fn warn_of_wrappers(args: &ConvertArgs, wrappers: &[Wrapper]) {
    let label = args.input.file.label();
    for wrapper in wrappers {
        warn(&format!(
            "{label}: {wrapper}, which the output is not; only --to raw keeps that"
        ));
    }
}

/// A value of the input.
struct Place<'a> {
    args: &'a ConvertArgs,
    entry: &'a Entry<'a>,
    /// The number of the value, from 1.
    count: usize,
}

impl Place<'_> {
    /// Returns which of several values it is, for the start of a line.
    fn label(&self) -> String {
        match self.entry.line {
            Some(line) => format!("line {line}: "),
            None if self.args.input.frame.framed => format!("value {}: ", self.count),
            None => String::new(),
        }
    }

    /// Returns the bytes that are written for the value, and what is lost.
    fn convert(&self, pair: Pair) -> Result<(Vec<u8>, Report), Failure> {
        let Self { args, entry, count } = self;
        let to = args.to();
        if *count > 1 && to == Bytes::Raw && !args.input.frame.has_several() {
            let message = "a second value, and raw output holds one; use --to hex";
            return Err(self.failure(message));
        }
        let bytes = entry
            .bytes
            .as_deref()
            .map_err(|fault| self.bad(BadValue::Input(fault.clone())))?;
        let is_framed = args.input.frame.framed && to == Bytes::Raw;
        let frame = is_framed.then(|| args.input.frame.options());
        let converted = pair.convert(bytes, args.accept.options(), frame);
        let (encoded, report) = converted.map_err(|problem| match problem {
            Problem::Decode(error) => {
                self.bad(BadValue::Bytes(error.with_base_offset(entry.start)))
            }
            Problem::Encode(message) => self.failure(&message),
        })?;
        Ok((text::write(to, &encoded), report))
    }

    fn failure(&self, message: &str) -> Failure {
        let label = self.args.input.file.label();
        Failure::Input(format!("{label}: {}{message}", self.label()))
    }

    fn bad(&self, bad: BadValue) -> Failure {
        bad.into_failure(&self.args.input, self.args.source(), self.entry)
    }
}
