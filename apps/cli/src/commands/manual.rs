//! `gdvariant completions` and `gdvariant man`, generated from the options of the commands.

use crate::args::{Cli, CompletionsArgs, ManArgs};
use crate::terminal::failure::Failure;
use crate::terminal::output::Output;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use std::fs;
use std::io::{self, Write};

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
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    let Some(folder) = &args.out else {
        let (_, page) = page(&program).map_err(|error| Failure::output(&error))?;
        return Output::plain().print(|out| out.write_all(page.as_bytes()));
    };
    let mut commands = program.get_subcommands().chain([&program]);
    let written = fs::create_dir_all(folder).and_then(|()| {
        commands.try_for_each(|command| {
            let (name, page) = page(command)?;
            fs::write(folder.join(name), page)
        })
    });
    written.map_err(|error| Failure::at(folder.display(), error))
}

/// Returns the name and the text of a manual page, with the usage of `--help` as its synopsis.
fn page(command: &Command) -> io::Result<(String, String)> {
    let (manual, mut page) = (Man::new(command.clone()), Vec::new());
    manual.render(&mut page)?;
    let page = String::from_utf8_lossy(&page);
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").replace('-', "\\-");
    let lines: Vec<_> = usage.lines().map(str::trim).collect();
    let (start, rest) = page.split_once(".SH SYNOPSIS\n").unwrap_or_default();
    let (_, end) = rest.split_once(".SH DESCRIPTION\n").unwrap_or_default();
    let synopsis = lines.join("\n.br\n");
    let page = format!("{start}.SH SYNOPSIS\n{synopsis}\n.SH DESCRIPTION\n{end}");
    Ok((manual.get_filename(), page))
}
