//! The command line as documentation: the page of the program with recipes and the help of every
//! command, manual pages, and completions of shells.

use crate::args::{Cli, CompletionsArgs, ManArgs};
use crate::failure::Failure;
use crate::output::Output;
use clap::{Arg, Command, CommandFactory};
use clap_mangen::Man;
use gdvariant_codegen::docs::page::{Block, Inline, Style, Text};
use gdvariant_codegen::docs::{Book, File, Format, parse};
use std::fs;
use std::io::Write;

/// The first line of the file.
const GENERATED: &str = "Generated from cli/src/args/, cli/src/audit/ and cli/recipes/ by `gdvariant docs`: change these, not this file.";

/// The text between the generated parts.
const TEXT: &str = include_str!("program.md");

macro_rules! recipe_texts {
    ($($name:literal)*) => {
        /// The recipes in the order of the page: the files in `recipes/`, whose commands are tested.
        const RECIPES: &[&str] = &[$(include_str!(concat!("../../recipes/", $name, ".md"))),*];
    };
}

recipe_texts! {
    "look" "detect" "edit" "edit_as_json" "write" "compare" "search" "convert" "packets" "compressed" "encrypted" "jq" "check" "audit"
}

/// Prints the script that completes the command line in a shell.
pub(crate) fn completions(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    Output::plain().print(|out| out.write_all(&script))
}

/// Prints the manual page, or writes the pages of all commands into a folder.
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

/// Returns the page in these formats.
pub(super) fn files(book: &Book<'_>, formats: &[Format]) -> Vec<File> {
    let mut command = Cli::command().color(clap::ColorChoice::Never);
    command.build();
    let blocks = parse(TEXT, |insert| match insert {
        "recipes" => recipes(),
        "general" => general(&command),
        "commands" => commands(&command),
        "rules" => vec![rules()],
        other => panic!("nothing is called `{other}` on the page of the program"),
    });
    book.root_files("program", GENERATED, blocks, formats)
}

/// Returns the recipes, each with its heading.
fn recipes() -> Vec<Block> {
    let blocks = |recipe: &&str| parse(recipe, |insert| panic!("no recipe has `@{insert}`"));
    RECIPES.iter().flat_map(blocks).collect()
}

/// Describes the options of all commands, and the exit status.
fn general(command: &Command) -> Vec<Block> {
    let arguments = command.get_arguments().filter(|arg| arg.is_global_set());
    let mut blocks = vec![options(arguments)];
    blocks.extend(command.get_after_help().map(lines));
    blocks
}

/// Returns a table of the rules of `audit`.
fn rules() -> Block {
    let row = |[id, severity, explanation, measured]: [&'static str; 4]| {
        vec![
            vec![code(id)],
            vec![plain(severity)],
            words(explanation),
            vec![plain(measured)],
        ]
    };
    Block::Table {
        shows: "facts".to_owned(),
        columns: ["Rule", "Severity", "Finds", "Measured in"]
            .map(str::to_owned)
            .into(),
        rows: crate::audit::rules().map(row).collect(),
    }
}

/// Describes every command.
fn commands(command: &Command) -> Vec<Block> {
    let commands = command.get_subcommands();
    let own = commands.filter(|command| command.get_name() != "help");
    own.flat_map(self::command).collect()
}

/// Describes a command: what it does, its usage, its options and its examples.
fn command(command: &Command) -> Vec<Block> {
    let name = command.get_name();
    let about = command.get_about().map(ToString::to_string);
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let mut blocks = vec![
        Block::Heading {
            level: 3,
            anchor: name.to_owned(),
            text: name.to_owned(),
        },
        Block::Paragraph {
            text: words(&format!("{}.", about.unwrap_or_default())),
        },
        lines(usage),
    ];
    let arguments: Vec<&Arg> = command.get_arguments().filter(|arg| is_own(arg)).collect();
    if !arguments.is_empty() {
        blocks.push(options(arguments.iter().copied()));
    }
    blocks.extend(arguments.iter().filter_map(|arg| more(arg)));
    blocks.extend(command.get_after_help().map(lines));
    blocks
}

/// Returns whether an argument is a command's own and in its help.
fn is_own(arg: &Arg) -> bool {
    let is_everywhere = arg.is_global_set() || ["help", "version"].contains(&arg.get_id().as_str());
    !is_everywhere && !arg.is_hide_set()
}

/// Returns a table of arguments.
fn options<'a>(arguments: impl Iterator<Item = &'a Arg>) -> Block {
    let row = |arg: &Arg| {
        let name = match arg.get_short() {
            Some(short) => format!("-{short}, {arg}"),
            None => arg.to_string(),
        };
        vec![vec![code(name)], meaning(arg)]
    };
    Block::Table {
        shows: "options".to_owned(),
        columns: ["Option", "Meaning"].map(str::to_owned).into(),
        rows: arguments.map(row).collect(),
    }
}

/// Returns the help of an argument, with its values and its default.
fn meaning(arg: &Arg) -> Text {
    let mut text = words(&arg.get_help().map(ToString::to_string).unwrap_or_default());
    if !arg.get_action().takes_values() {
        return text;
    }
    let default = arg.get_default_values().first();
    let default = default.map(|value| value.to_string_lossy());
    let values = arg.get_possible_values();
    if values.is_empty() || arg.is_hide_possible_values_set() {
        text.extend(default.map(|default| plain(format!(" (default: {default})"))));
        return text;
    }
    let mut separator = ". ";
    for value in values.iter().filter(|value| !value.is_hide_set()) {
        let is_default = default.as_deref() == Some(value.get_name());
        text.extend([plain(separator), code(value.get_name())]);
        text.extend(is_default.then(|| plain(" (default)")));
        if let Some(help) = value.get_help() {
            text.push(plain(": "));
            text.extend(words(&help.to_string()));
        }
        separator = "; ";
    }
    text
}

/// Returns the text of a help, with what is between backticks as code.
fn words(help: &str) -> Text {
    let parts = help.split('`').enumerate();
    let parts = parts.filter(|(_, part)| !part.is_empty());
    let inline = parts.map(|(index, part)| match index % 2 {
        0 => plain(part),
        _ => code(part),
    });
    inline.collect()
}

/// Returns the part of an argument's help that only `--help` shows.
fn more(arg: &Arg) -> Option<Block> {
    let (help, long) = (arg.get_help()?, arg.get_long_help()?.to_string());
    (long != help.to_string()).then(|| lines(long.trim_end()))
}

fn plain(text: impl Into<String>) -> Inline {
    Inline {
        text: text.into(),
        style: Style::Plain,
    }
}

fn code(text: impl Into<String>) -> Inline {
    Inline {
        text: text.into(),
        style: Style::Code,
    }
}

fn lines(text: &(impl ToString + ?Sized)) -> Block {
    Block::Code {
        language: "text".to_owned(),
        text: text.to_string(),
    }
}
