//! `--list-rules`.

use super::report::style;
use super::rule::Rule;
use super::rules::RULES;
use crate::line::Line;
use crate::terminal;
use anstyle::Style;
use std::io::{self, Write};

/// The width of the column of severities.
const SEVERITY: usize = "warning".len();

/// Writes a table of the rules.
pub(super) fn print(out: &mut impl Write) -> io::Result<()> {
    let width = RULES.iter().map(|rule| rule.id.len()).max().unwrap_or(0);
    for rule in RULES {
        let mut line = Line::new(out, 0);
        line.cell(Style::new(), rule.id, width)?;
        line.cell(style(rule.severity), rule.severity.name(), SEVERITY)?;
        line.part(Style::new(), rule.explanation)?;
        line.end()?;
    }
    Ok(())
}

/// Writes a line of JSON for each rule.
pub(super) fn print_json(out: &mut impl Write) -> io::Result<()> {
    for Rule {
        id,
        severity,
        measured,
        explanation,
    } in RULES
    {
        let severity = severity.name();
        write!(
            out,
            "{{\"id\":\"{id}\",\"severity\":\"{severity}\",\"measured\":\"{measured}\",\"explanation\":"
        )?;
        terminal::write_json(out, *explanation, false)?;
        out.write_all(b"}\n")?;
    }
    Ok(())
}
