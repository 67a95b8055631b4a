//! `gdvariant completions` and `gdvariant man`, generated from the options of the commands.

use crate::args::{Cli, CompletionsArgs, ManArgs};
use crate::terminal::failure::Failure;
use crate::terminal::output::Output;
use clap::CommandFactory;
use clap_mangen::Man;
use std::fs;
use std::io::Write;

/// Prints the completion script of a shell.
pub(crate) fn completions(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    Output::plain().print(|out| out.write_all(&script))
}

/// Prints the manual page of the program, or writes the pages of all commands into a folder.
pub(crate) fn man(args: &ManArgs) -> Result<(), Failure> {
    let Some(folder) = &args.out else {
        let mut page = Vec::new();
        let rendered = Man::new(Cli::command()).render(&mut page);
        rendered.map_err(|error| Failure::output(&error))?;
        return Output::plain().print(|out| out.write_all(&page));
    };
    let written =
        fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(Cli::command(), folder));
    written.map_err(|error| Failure::at(folder.display(), error))
}
