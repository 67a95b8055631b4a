//! `gdvariant types`: the types of a layout with their numbers, sizes and fields.

mod entry;
mod json;

use crate::args::TypesArgs;
use crate::failure::Failure;
use crate::layouts;
use crate::line::{GAP, Line};
use crate::output::Output;
use crate::styles;
use anstyle::Style;
use entry::{Entry, entries};
use gdvariant::table::{Offset, Row, TypeTable};
use gdvariant::{Layout, format};
use std::io::{self, Write};

/// The width of lines where there is no terminal.
const LINE: usize = 100;

/// The column of the sizes is no wider; the few that are longer push their fields to the right.
const LONGEST_SIZE: usize = 19;

/// What stands above the columns.
const TITLES: [&str; 4] = ["no", "type", "size", "fields: offset name: type"];

/// Runs the command.
pub(crate) fn run<L: Layout>(args: &TypesArgs) -> Result<(), Failure> {
    let types = named::<L>(&args.names)?;
    if args.json {
        let mut output = Output::plain();
        output.value(|out| json::print::<L>(out, &types))?;
        return output.end(Ok(()));
    }
    let terminal = terminal_size::terminal_size_of(io::stdout());
    let width = terminal.map_or(LINE, |(width, _)| width.0.into());
    let mut output = Output::coloured(false);
    output.value(|out| print::<L>(out, &types, width))?;
    output.end(Ok(()))
}

/// Returns the types with these names, or all without names.
fn named<L: Layout>(names: &[String]) -> Result<Vec<&'static TypeTable>, Failure> {
    let find = |name: &String| {
        let mut types = L::TYPES.iter();
        let found = types.find(|ty| ty.name.eq_ignore_ascii_case(name));
        found.ok_or_else(|| layouts::no_such_type(L::NAME, name))
    };
    if names.is_empty() {
        return Ok(L::TYPES.iter().collect());
    }
    names.iter().map(find).collect()
}

/// Writes a table of types, in lines of this width if possible.
fn print<L: Layout>(
    out: &mut impl Write,
    types: &[&'static TypeTable],
    line_width: usize,
) -> io::Result<()> {
    let entries: Vec<Entry> = types.iter().copied().flat_map(entries).collect();
    let widest = |text: fn(&Entry) -> &str, title: &str| {
        entries
            .iter()
            .map(|entry| text(entry).len())
            .fold(title.len(), Ord::max)
    };
    let [number, name, size, _] = TITLES;
    let size = widest(|entry| &entry.size, size).min(LONGEST_SIZE);
    let widths = [
        widest(|entry| &entry.number, number),
        widest(|entry| entry.name, name),
        size,
    ];

    let precision = if L::DOUBLE { "double" } else { "single" };
    writeln!(
        out,
        "{}: {} types, {precision} precision",
        L::NAME,
        L::TYPES.len()
    )?;
    writeln!(out)?;
    let mut line = Line::new(out, 0);
    for (title, width) in TITLES.into_iter().zip(widths.into_iter().chain([0])) {
        line.cell(styles::HEADING, title, width)?;
    }
    line.end()?;
    for entry in &entries {
        entry.print(out, widths, line_width)?;
    }
    legend(out)
}

/// What the formulas mean.
fn legend(out: &mut impl Write) -> io::Result<()> {
    let (header, alignment) = (format::HEADER_LENGTH, format::ALIGNMENT);
    writeln!(out)?;
    for text in [
        format!("Sizes and offsets are in bytes from the start of a value, its {header}-byte header included."),
        format!("n: the length or count before.  pad(n): n rounded up to a multiple of {alignment}."),
        "i: the index of an element, from 0.  X: the start of a part.  then: after the preceding field.".to_owned(),
    ] {
        let mut line = Line::new(out, 0);
        line.cell(styles::DIM, &text, 0)?;
        line.end()?;
    }
    Ok(())
}

/// Returns where a field starts.
fn offset(row: &Row) -> String {
    match row.offset {
        Offset::At(offset) => offset.to_string(),
        Offset::Part(offset) => format!("X+{offset}"),
        Offset::Element { first, stride: 1 } => format!("{first}+i"),
        Offset::Element { first, stride } => format!("{first}+{stride}i"),
        Offset::After => "then".to_owned(),
    }
}

impl Entry {
    fn print(
        &self,
        out: &mut impl Write,
        [number, name, size]: [usize; 3],
        line_width: usize,
    ) -> io::Result<()> {
        let mut line = Line::new(out, number - self.number.len());
        line.cell(styles::DIM, &self.number, self.number.len())?;
        line.cell(
            if self.is_type {
                styles::TYPE
            } else {
                styles::DIM
            },
            self.name,
            name,
        )?;
        line.cell(styles::NUMBER, &self.size, size)?;
        let left = number + name + size + 3 * GAP;
        let mut column = left + self.size.len().saturating_sub(size);
        let mut is_first = true;
        for (index, row) in self.fields.iter().enumerate() {
            let comma = if index + 1 < self.fields.len() {
                ","
            } else {
                ""
            };
            let parts = [
                (styles::NUMBER, offset(row)),
                (Style::new(), format!(" {}: ", row.name)),
                (styles::DIM, row.wire.name().into()),
            ];
            let width = parts.iter().map(|(_, text)| text.len()).sum::<usize>() + comma.len();
            if !is_first && column + width > line_width {
                line.end()?;
                line = Line::new(out, left);
                column = left;
            }
            for (style, text) in parts {
                line.part(style, &text)?;
            }
            line.part(Style::new(), comma)?;
            line.space(1);
            column += width + 1;
            is_first = false;
        }
        line.end()
    }
}

#[cfg(test)]
mod tests;
