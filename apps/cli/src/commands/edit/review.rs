//! Shows changes before they are written, and asks questions on a terminal.

use crate::terminal::failure::Failure;
use crate::terminal::output::Output;
use crate::terminal::styles::{ADDED, DIM, REMOVED};
use anstyle::Style;
use gdvariant::Escaped;
use similar::{ChangeTag, TextDiff};
use std::io::{self, BufRead, IsTerminal, Write};
use std::time::Duration;

/// The number of unchanged lines that are shown around a change.
const CONTEXT: usize = 3;
/// The time after which the diff algorithm stops looking for the shortest diff.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Prints the lines that differ to standard output, or to standard error if `is_error`.
pub(crate) fn show_changes(old: &str, new: &str, is_error: bool) -> Result<(), Failure> {
    let diff = TextDiff::configure().timeout(TIMEOUT).diff_lines(old, new);
    if is_error {
        // The values are written even if the changes cannot be shown.
        let _ = write(&mut anstream::stderr(), &diff);
        return Ok(());
    }
    match Output::colored(false).print(|out| write(out, &diff)) {
        // The values are written even if the output is closed.
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
                ChangeTag::Insert => ('+', ADDED),
            };
            let line = Escaped(change.value().trim_end_matches('\n'));
            writeln!(out, "{style}{sign}{line}{style:#}")?;
        }
    }
    Ok(())
}

/// Returns whether questions can be asked on a terminal.
pub(super) fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Asks until the answer starts with one of the letters, and returns that letter. The end of the
/// input means `n`.
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
