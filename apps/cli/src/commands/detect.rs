//! `gdvariant detect`: ranks the layouts and framings of an input, with reasons.

use crate::args::DetectArgs;
use crate::terminal::failure::{Failure, advised, note, options_of};
use crate::terminal::input;
use crate::terminal::open;
use crate::terminal::output::Output;
use crate::terminal::source;
use crate::terminal::styles::{self, TableLine};
use anstyle::Style;
use gdvariant_files::detect::{Candidate, Detection, detect};
use gdvariant_files::open::Purpose;
use gdvariant_files::text::TextKind;
use serde_json::{Value, json};
use std::io::{self, Write};

/// The titles above the columns.
const TITLES: [&str; 4] = ["confidence", "layout", "framing", "reasons"];

pub(crate) fn run(args: &DetectArgs) -> Result<(), Failure> {
    let mut input = args.input();
    let options = open::options(&input)?.thorough();
    let examined = open::examine_with(&options, &input, source::open(&args.file)?)?;
    let label = args.file.label();
    let detection = match examined.start.as_slice() {
        _ if examined.is_settings => {
            note(&format!(
                "{label}: the settings file of a game (project.binary)"
            ));
            examined.detection.clone()
        }
        [] => return Err(input::empty(&args.file, "one value per line")),
        [start] if start.bytes.is_empty() => {
            return Err(input::empty(&args.file, "a value of at least 4 bytes"));
        }
        _ => examined.detection.clone(),
    };
    let detection = detection.unwrap_or_else(|| detect(&[]));
    let skipped = input.layer.skip.unwrap_or(0);
    let text = open::text_kind(&examined, &input);
    Output::colored(false).print(|out| match text {
        _ if args.json => writeln!(out, "{}", to_json(&detection, text)),
        Some(kind) => writeln!(out, "{}", kind.name()),
        None if examined.contents().is_some() => Ok(()),
        None => print(out, &detection, skipped),
    })?;
    if let Some(kind) = text {
        // The kind is printed, and this adds what to do.
        let contents = open::other_format(&examined, &input);
        if kind.has_values() {
            open::choose(examined, &mut input, false, Purpose::Compare)?;
        }
        note(&format!("{label}: {}", contents.unwrap_or_default()));
        return Ok(());
    }
    if detection.matches().next().is_some() && examined.contents().is_none() {
        return Ok(());
    }
    let problem = format_args!("no layout decodes all of the input");
    let contents = open::other_format(&examined, &input);
    Err(args.file.failure(advised(problem, contents)))
}

/// Returns the choice, if there is one, and all candidates.
fn to_json(detection: &Detection, text: Option<TextKind>) -> Value {
    let choice = detection.choice().ok().filter(|it| it.confidence > 0);
    let choice = choice.map(|it| {
        json!({
            "layout": it.layout.name,
            "framing": it.framing.name(),
            "confidence": it.confidence,
            "also_valid": it.also_valid.iter().map(candidate_json).collect::<Vec<_>>(),
        })
    });
    let candidates = detection.candidates().iter().map(candidate_json);
    json!({
        "choice": choice,
        "candidates": candidates.collect::<Vec<_>>(),
        "text": text.map(TextKind::name),
    })
}

fn candidate_json(candidate: &Candidate) -> Value {
    json!({
        "layout": candidate.layout.name,
        "framing": candidate.framing.name(),
        "skip": candidate.skip,
        "rank": candidate.rank,
        "confidence": candidate.confidence,
        "fits": candidate.fits(),
        "values": candidate.values,
        "reasons": candidate.reasons(),
    })
}

/// Writes the ranking. Candidates that neither fit nor have a confidence of 1% are only counted.
fn print(out: &mut impl Write, detection: &Detection, skipped: u64) -> io::Result<()> {
    if detection.candidates().is_empty() {
        return Ok(());
    }
    let is_shown = |it: &&Candidate| it.fits() || it.rank == 1 || it.confidence > 0;
    let shown: Vec<_> = detection.candidates().iter().filter(is_shown).collect();
    let mut rows = vec![TITLES.map(|title| (styles::HEADING, title.to_owned()))];
    for candidate in &shown {
        let style = if candidate.fits() {
            styles::TYPE
        } else {
            styles::DIM
        };
        let confidence = format!("{}%", candidate.confidence);
        let width = TITLES[0].len();
        let mut cells = [
            (styles::NUMBER, format!("{confidence:>width$}")),
            (style, candidate.layout.name.to_owned()),
            (Style::new(), candidate.place()),
            Default::default(),
        ];
        // Each reason has a line.
        for reason in candidate.reasons() {
            cells[3].1 = reason;
            rows.push(std::mem::take(&mut cells));
        }
    }
    let widths = [0, 1, 2].map(|column| rows.iter().map(|row| row[column].1.len()).max());
    for row in rows {
        let mut line = TableLine::new(out, 0);
        for ((style, text), width) in row.iter().zip(widths.into_iter().chain([None])) {
            line.cell(*style, text, width.unwrap_or_default())?;
        }
        line.end()?;
    }
    let hidden = detection.candidates().len() - shown.len();
    if hidden > 0 {
        let others = if hidden == 1 { "other" } else { "others" };
        writeln!(out, "\n{hidden} {others} less likely than 1%")?;
    }
    if let [first] = detection.best()
        && first.fits()
    {
        writeln!(
            out,
            "\ntry {}",
            options_of(&first.decoding(skipped), "--layout")
        )?;
    }
    Ok(())
}
