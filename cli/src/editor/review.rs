//! The changes that are shown before they are written, and questions about them on a terminal.

use crate::failure::Failure;
use crate::output::Output;
use crate::styles::{DIM, TEXT};
use anstyle::{AnsiColor, Style};
use gdvariant::Escaped;
use similar::{ChangeTag, TextDiff};
use std::io::{self, BufRead, IsTerminal, Write};
use std::time::Duration;

const REMOVED: Style = AnsiColor::Red.on_default();
/// Unchanged lines around a change.
const CONTEXT: usize = 3;
/// After this time the diff may be longer than necessary.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Writes the lines that differ to standard output, or to standard error if the values go there.
pub(crate) fn show_changes(old: &str, new: &str, is_error: bool) -> Result<(), Failure> {
    let diff = TextDiff::configure().timeout(TIMEOUT).diff_lines(old, new);
    if is_error {
        // The values matter even if nobody reads the changes.
        let _ = write(&mut anstream::stderr(), &diff);
        return Ok(());
    }
    match Output::colored(false).print(|out| write(out, &diff)) {
        // That nobody reads the changes is no reason not to write them.
        Err(Failure::OutputClosed) => Ok(()),
        result => result,
    }
}

fn write(out: &mut impl Write, diff: &TextDiff<'_, '_, '_, str>) -> io::Result<()> {
    for (index, group) in diff.grouped_ops(CONTEXT).iter().enumerate() {
        if index > 0 {
            writeln!(out, "{DIM}...{DIM:#}")?;
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let (sign, style) = match change.tag() {
                ChangeTag::Equal => (' ', Style::new()),
                ChangeTag::Delete => ('-', REMOVED),
                ChangeTag::Insert => ('+', TEXT),
            };
            let line = Escaped(change.value().trim_end_matches('\n'));
            writeln!(out, "{style}{sign}{line}{style:#}")?;
        }
    }
    Ok(())
}

/// Returns whether somebody can answer.
pub(super) fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Asks until the answer starts with one of the letters, and returns it; `n` at the end of the
/// input.
pub(super) fn ask(question: &str, letters: &str) -> char {
    let mut input = io::stdin().lock();
    loop {
        anstream::eprint!("{question} ");
        let _ = io::stderr().flush();
        let mut line = String::new();
        if input.read_line(&mut line).unwrap_or(0) == 0 {
            anstream::eprintln!();
            return 'n';
        }
        let first = line.trim_start().chars().next();
        let answer = first.map(|c| c.to_ascii_lowercase());
        if let Some(answer) = answer.filter(|&c| letters.contains(c)) {
            return answer;
        }
    }
}
