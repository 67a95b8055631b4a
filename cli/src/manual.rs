//! `gdvariant completions` and `gdvariant man`: what shells and `man` show of the command line.

use crate::args::{Cli, CompletionsArgs, ManArgs};
use crate::failure::Failure;
use crate::output::Output;
use clap::CommandFactory;
use clap_mangen::Man;
use std::fs;
use std::io::Write;

/// Prints the script that completes the command line in a shell.
pub(crate) fn completions(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    print(&script)
}

/// Prints the manual page, or writes the pages of all commands into a folder.
pub(crate) fn man(args: &ManArgs) -> Result<(), Failure> {
    let Some(folder) = &args.out else {
        let mut page = Vec::new();
        let rendered = Man::new(Cli::command()).render(&mut page);
        rendered.map_err(|error| Failure::output(&error))?;
        return print(&page);
    };
    let written =
        fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(Cli::command(), folder));
    written.map_err(|error| Failure::Input(format!("{}: {error}", folder.display())))
}

fn print(text: &[u8]) -> Result<(), Failure> {
    let mut output = Output::plain();
    output.value(|out| out.write_all(text))?;
    output.end(Ok(()))
}
