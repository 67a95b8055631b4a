//! Questions on a terminal.

use std::io::{self, BufRead, IsTerminal, Write};

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
