//! `gdvariant types`: lists the types of a layout with their numbers, sizes and fields.

use crate::args::TypesArgs;
use crate::args::layouts::type_named;
use crate::terminal::failure::Failure;
use crate::terminal::output::Output;
use crate::terminal::styles::{self, GAP, TableLine};
use anstyle::Style;
use gdvariant::format;
use gdvariant::schema::Layout;
use gdvariant::table::{Length, Offset, Row, TypeTable, Wire};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::iter;

/// The width of lines if the output is not a terminal, in characters.
const DEFAULT_WIDTH: usize = 100;

/// The maximum width of the column of sizes. A longer size moves its fields to the right.
const MAX_SIZE_WIDTH: usize = 19;

/// The titles above the columns.
const TITLES: [&str; 4] = ["no", "type", "size", "fields: offset name: type"];

pub(crate) fn run(layout: &'static Layout, args: &TypesArgs) -> Result<(), Failure> {
    let types = named(layout, &args.names)?;
    if args.json {
        return Output::plain().print(|out| print_json(out, layout, &types));
    }
    let terminal = terminal_size::terminal_size_of(io::stdout());
    let width = terminal.map_or(DEFAULT_WIDTH, |(width, _)| width.0.into());
    Output::colored(false).print(|out| print(out, layout, &types, width))
}

/// Returns the types with these names, or all types if there are no names.
fn named(layout: &'static Layout, names: &[String]) -> Result<Vec<&'static TypeTable>, Failure> {
    if names.is_empty() {
        return Ok(layout.types().iter().collect());
    }
    let types = names.iter().map(|name| type_named(Some(layout), name));
    types.collect()
}

/// Writes a table of types, in lines of at most `line_width` characters if possible.
fn print(
    out: &mut impl Write,
    layout: &'static Layout,
    types: &[&'static TypeTable],
    line_width: usize,
) -> io::Result<()> {
    let lines_of: Vec<SizedTable> = types.iter().copied().flat_map(lines_of).collect();
    let mut widths = [0, 1, 2].map(|column| {
        let cells = lines_of.iter().map(|entry| entry.cells()[column].len());
        cells.fold(TITLES[column].len(), Ord::max)
    });
    widths[2] = widths[2].min(MAX_SIZE_WIDTH);

    let (name, count, precision) = (layout.name, layout.types().len(), precision(layout));
    writeln!(out, "{name}: {count} types, {precision} precision\n")?;
    let mut line = TableLine::new(out, 0);
    for (title, width) in TITLES.into_iter().zip(widths.into_iter().chain([0])) {
        line.cell(styles::HEADING, title, width)?;
    }
    line.end()?;
    for entry in &lines_of {
        entry.print(out, widths, line_width)?;
    }
    legend(out)
}

fn precision(layout: &'static Layout) -> &'static str {
    if layout.is_double { "double" } else { "single" }
}

/// Writes the legend of the formulas, below the table.
fn legend(out: &mut impl Write) -> io::Result<()> {
    let (header, alignment) = (format::HEADER_LENGTH, format::ALIGNMENT);
    let dim = styles::DIM;
    writeln!(
        out,
        "
{dim}Sizes and offsets are in bytes from the start of a value, its {header}-byte header included.{dim:#}
{dim}n: the preceding length or count.  pad(n): n rounded up to a multiple of {alignment}.{dim:#}
{dim}i: index of the element, from 0.  X: start of the repeated fields.  then: after the preceding field.{dim:#}"
    )
}

/// Formats the offset of a field.
fn offset(row: &Row) -> String {
    match row.offset {
        Offset::At(offset) => offset.to_string(),
        Offset::Part(offset) => format!("X+{offset}"),
        Offset::Element { first, stride: 1 } => format!("{first}+i"),
        Offset::Element { first, stride } => format!("{first}+{stride}i"),
        Offset::After => "then".to_owned(),
    }
}

impl SizedTable {
    fn cells(&self) -> [&str; 3] {
        [&self.number, self.name, &self.size]
    }

    fn print(
        &self,
        out: &mut impl Write,
        [number, name, size]: [usize; 3],
        line_width: usize,
    ) -> io::Result<()> {
        let mut line = TableLine::new(out, number - self.number.len());
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
        for (index, row) in self.fields.iter().enumerate() {
            let (offset, name) = (offset(row), format!(" {}: ", row.name));
            let wire = row.wire.name();
            let comma = if index + 1 < self.fields.len() {
                ","
            } else {
                ""
            };
            let width = offset.len() + name.len() + wire.len() + comma.len();
            if index > 0 && column + width > line_width {
                line.end()?;
                line = TableLine::new(out, left);
                column = left;
            }
            line.part(styles::NUMBER, &offset)?;
            line.part(Style::new(), &name)?;
            line.part(styles::DIM, wire)?;
            line.part(Style::new(), comma)?;
            line.space(1);
            column += width + 1;
        }
        line.end()
    }
}

/// A line of the output: an offset table of a type.
struct SizedTable {
    number: String,
    name: &'static str,
    is_type: bool,
    size: String,
    fields: &'static [&'static Row],
}

/// Returns a line for each table of a type, and a line for a type without tables.
fn lines_of(ty: &'static TypeTable) -> Vec<SizedTable> {
    let mut tables = ty.tables.iter().enumerate().peekable();
    // If the first table has a name, the type has a line without a table.
    let first = tables.next_if(|(_, table)| table.name.is_empty());
    let first_line = SizedTable {
        number: ty.number.to_string(),
        name: ty.name,
        is_type: true,
        size: match first {
            Some((index, _)) => size(ty, index),
            None if ty.tables.is_empty() => format::HEADER_LENGTH.to_string(),
            None => String::new(),
        },
        fields: first.map_or(&[], |(_, table)| table.rows),
    };
    let others = tables.map(|(index, table)| SizedTable {
        number: String::new(),
        name: table.name,
        is_type: false,
        size: size(ty, index),
        fields: table.rows,
    });
    iter::once(first_line).chain(others).collect()
}

/// Returns a formula for the length, in bytes, of a value or of the part of it that a table
/// describes.
fn size(ty: &TypeTable, index: usize) -> String {
    let Some(table) = ty.tables.get(index) else {
        return String::new();
    };
    let start = match table.rows.first().map(|row| row.offset) {
        Some(Offset::At(offset)) => offset,
        _ => 0,
    };
    let mut fixed = start;
    let mut more = Vec::new();
    let mut stride = 0;
    for row in table.rows {
        match (row.offset, row.length) {
            (Offset::Element { stride: each, .. }, _) => stride = each,
            (_, Length::Fixed(length)) => fixed += length,
            (_, Length::Counted) if row.wire == Wire::Value => more.push(row.name.to_owned()),
            (_, Length::Counted) => more.push("pad(n)".to_owned()),
        }
    }
    match stride {
        0 => {}
        stride if stride % format::ALIGNMENT != 0 => more.push("pad(n)".to_owned()),
        stride => more.push(format!("{stride}n")),
    }
    match ty
        .tables
        .get(index + 1)
        .and_then(|next| Some((next.name, next.rows.first()?.offset)))
    {
        // Other tables continue this table, so the length is not known yet.
        Some((_, Offset::At(next)))
            if next == fixed
                && more.is_empty()
                && start == format::HEADER_LENGTH
                && fixed != start =>
        {
            return String::new();
        }
        Some((name, Offset::Part(_))) => more.push(name.to_owned()),
        _ => {}
    }
    if fixed > 0 || more.is_empty() {
        more.insert(0, fixed.to_string());
    }
    more.join(" + ")
}

/// Writes the types as a JSON document.
fn print_json(
    out: &mut impl Write,
    layout: &'static Layout,
    types: &[&'static TypeTable],
) -> io::Result<()> {
    let document = json!({
        "layout": layout.name,
        "precision": precision(layout),
        "header_length": format::HEADER_LENGTH,
        "alignment": format::ALIGNMENT,
        "types": types.iter().copied().map(type_json).collect::<Vec<_>>(),
    });
    serde_json::to_writer_pretty(&mut *out, &document)?;
    out.write_all(b"\n")
}

fn type_json(ty: &'static TypeTable) -> Value {
    let is_table = |entry: &SizedTable| !entry.size.is_empty() || !entry.fields.is_empty();
    let table = |entry: SizedTable| {
        json!({
            "name": if entry.is_type { "" } else { entry.name },
            "size": entry.size,
            "fields": entry.fields.iter().map(|row| field_json(row)).collect::<Vec<_>>(),
        })
    };
    let tables = lines_of(ty).into_iter().filter(is_table).map(table);
    json!({
        "number": ty.number,
        "name": ty.name,
        "kind": ty.kind.name(),
        "description": ty.description,
        "since": ty.since.map(|version| version.to_string()),
        "tables": tables.collect::<Vec<_>>(),
    })
}

/// Returns a field. The key of its offset names the position that the offset is relative to.
fn field_json(row: &Row) -> Value {
    let offset = match row.offset {
        Offset::At(at) => json!({ "at": at }),
        Offset::Part(part) => json!({ "part": part }),
        Offset::Element { first, stride } => json!({ "first": first, "stride": stride }),
        Offset::After => json!({ "after": true }),
    };
    let length = match row.length {
        Length::Fixed(length) => Some(length),
        Length::Counted => None,
    };
    json!({
        "name": row.name,
        "offset": offset,
        "length": length,
        "wire": row.wire.name(),
        "description": row.description(),
    })
}

#[cfg(test)]
mod tests;
