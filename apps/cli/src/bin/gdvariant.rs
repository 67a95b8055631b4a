//! Runs the program.

use std::process::ExitCode;

fn main() -> ExitCode {
    gdvariant_cli::main()
}
