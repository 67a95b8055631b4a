//! `gdvariant detect`: the layouts and framings that an input may have, with reasons.

use crate::args::DetectArgs;
use crate::failure::Failure;
use crate::hints;
use crate::input;
use crate::line::Line;
use crate::output::Output;
use crate::styles;
use crate::wrapper;
use anstyle::Style;
use gdvariant::detect::{
    Candidate, Detection, MAX_BYTES, MAX_VALUES, Reason, detect_values_with, detect_with,
};
use std::io::{self, Write};

/// The titles above the columns.
const TITLES: [&str; 4] = ["confidence", "layout", "framing", "reasons"];

/// Runs the command.
pub(crate) fn run(args: &DetectArgs) -> Result<(), Failure> {
    let values = values(args)?;
    // A line alone may be a file, with lengths or without.
    let separate = |values: &[Vec<u8>]| {
        let values = values.iter().map(Vec::as_slice);
        detect_values_with(values, args.options())
    };
    let detection = match values.as_slice() {
        [value] => match wrapper::settings_in(&args.file, value) {
            Some(values) => separate(&values?),
            None => detect_with(value, args.options()),
        },
        values => separate(values),
    };
    let mut output = Output::coloured(false);
    output.value(|out| print(out, &detection))?;
    output.end(Ok(()))?;
    if detection.fitting().next().is_some() {
        return Ok(());
    }
    let advice = match values.as_slice() {
        [value] if !args.from.is_lines() => hints::text_form(value),
        _ => None,
    };
    let advice = advice.map_or_else(String::new, |advice| format!("; {advice}"));
    let label = args.file.label();
    Err(Failure::Input(format!(
        "{label}: no layout decodes all of it{advice}"
    )))
}

/// Returns the input as a whole, or its lines, of which the library examines some.
fn values(args: &DetectArgs) -> Result<Vec<Vec<u8>>, Failure> {
    let mut values: Vec<Vec<u8>> = Vec::new();
    let mut length = 0;
    input::each(&args.input(), None, &mut |entry| {
        match &entry.bytes {
            Ok(bytes) if length <= MAX_BYTES && values.len() <= MAX_VALUES => {
                length += bytes.len();
                values.push(bytes.to_vec());
            }
            Ok(_) => {}
            Err(fault) => return Err(fault.clone().into_failure(&args.file, entry)),
        }
        Ok(())
    })?;
    Ok(values)
}

/// Writes the ranking: what fits, and what is at least a little likely.
fn print(out: &mut impl Write, detection: &Detection) -> io::Result<()> {
    if detection.candidates().is_empty() {
        return Ok(());
    }
    let is_shown = |it: &&Candidate| it.fits || it.rank == 1 || it.confidence > 0;
    let shown: Vec<_> = detection.candidates().iter().filter(is_shown).collect();
    let widths = widths(&shown);
    let mut line = Line::new(out, 0);
    for (title, width) in TITLES.into_iter().zip(widths) {
        line.cell(styles::HEADING, title, width)?;
    }
    line.end()?;
    for candidate in &shown {
        print_candidate(out, candidate, widths)?;
    }
    let hidden = detection.candidates().len() - shown.len();
    if hidden > 0 {
        let others = if hidden == 1 { "other" } else { "others" };
        writeln!(out, "\n{hidden} {others} less likely than 1%")?;
    }
    let is_in_a_row = |reason: &Reason| matches!(reason, Reason::InARow { .. });
    if let [first] = detection.best()
        && first.fits
        && !first.reasons.iter().any(is_in_a_row)
    {
        writeln!(out, "\ntry {}", hints::options(first))?;
    }
    Ok(())
}

/// Returns the widths of the columns.
fn widths(shown: &[&Candidate]) -> [usize; 4] {
    let [confidence, layout, framing, _] = TITLES.map(str::len);
    let layouts = shown.iter().map(|candidate| candidate.layout.name.len());
    let framings = shown
        .iter()
        .map(|candidate| candidate.framing.to_string().len());
    [
        confidence,
        layouts.fold(layout, Ord::max),
        framings.fold(framing, Ord::max),
        0,
    ]
}

/// Writes a candidate, with a line for each reason.
fn print_candidate(
    out: &mut impl Write,
    candidate: &Candidate,
    widths: [usize; 4],
) -> io::Result<()> {
    let style = if candidate.fits {
        styles::TYPE
    } else {
        styles::DIM
    };
    let confidence = format!(
        "{:>width$}",
        format!("{}%", candidate.confidence),
        width = widths[0]
    );
    let framing = candidate.framing.to_string();
    let cells = [
        (styles::NUMBER, confidence.as_str()),
        (style, candidate.layout.name),
        (Style::new(), framing.as_str()),
    ];
    let reasons = candidate.reasons.iter().map(ToString::to_string);
    for (index, reason) in reasons.enumerate() {
        let mut line = Line::new(out, 0);
        for ((style, text), width) in cells.into_iter().zip(widths) {
            line.cell(style, if index == 0 { text } else { "" }, width)?;
        }
        line.part(Style::new(), &reason)?;
        line.end()?;
    }
    Ok(())
}
