//! Generates the page of the program, which contains recipes and the help of every command.

use clap::{Arg, Command};
use gdvariant_cli::COMMON;
use gdvariant_codegen::docs::{Book, File, Format, markdown, parse};
use gdvariant_files::audit::{RULES, Rule};
use std::fmt::Display;

/// The comment in the first line of the page.
const GENERATED: &str = "Generated from cli/src/args/, files/src/audit/ and cli/recipes/ by `cargo xtask pages`: change these, not this file.";

/// The text of the page, in which lines with `@` mark the places of generated parts.
const TEXT: &str = include_str!("program.md");

/// The anchor of the options for every command.
const COMMON_ANCHOR: &str = "options-for-every-command";

macro_rules! recipe_texts {
    ($($name:literal)*) => {
        /// The recipes in the order of the page. Tests run the commands of all recipes.
        const RECIPES: &[&str] = &[$(include_str!(concat!("../../../cli/recipes/", $name, ".md"))),*];
    };
}

recipe_texts! {
    "does_not_open" "look" "detect" "edit" "move" "several_files" "remove_matching" "edit_as_json" "write" "compare" "search" "convert" "packets" "compressed" "encrypted" "encrypted_json" "config" "resources" "nested" "jq" "csv" "git" "check" "audit"
}

/// Returns the page of the program in these formats.
pub(super) fn files(book: &Book<'_>, formats: &[Format]) -> Vec<File> {
    let mut command = gdvariant_cli::command().color(clap::ColorChoice::Never);
    command.build();
    let text = TEXT
        .replace("@recipes", &RECIPES.join("\n"))
        .replace("@general", &general(&command))
        .replace("@commands", &commands(&command))
        .replace("@rules", &rules());
    let blocks = parse(&text, |insert| {
        panic!("unknown insert `@{insert}` on the page of the program")
    });
    book.root_files("program", GENERATED, blocks, formats)
}

/// Describes the options for every command, and the exit status.
fn general(command: &Command) -> String {
    let help = command.get_after_help().map(lines).unwrap_or_default();
    let options = options(common(command).into_iter());
    format!("{help}### {COMMON_ANCHOR}: {COMMON}\n\n{options}")
}

/// Returns the options for every command, each as the first command that has it describes it.
fn common(command: &Command) -> Vec<&Arg> {
    let mut found: Vec<&Arg> = Vec::new();
    for arg in subcommands(command).flat_map(Command::get_arguments) {
        if is_common(arg) && !found.iter().any(|other| other.get_id() == arg.get_id()) {
            found.push(arg);
        }
    }
    // Options of all commands without exception are first.
    found.sort_by_key(|arg| !arg.is_global_set());
    found
}

fn is_common(arg: &Arg) -> bool {
    arg.get_help_heading() == Some(COMMON)
}

/// Returns the commands of the program, without `help`.
fn subcommands(command: &Command) -> impl Iterator<Item = &Command> {
    let commands = command.get_subcommands();
    commands.filter(|command| command.get_name() != "help")
}

/// Returns a table of the rules of `audit`.
fn rules() -> String {
    let row = |rule: &&Rule| {
        let (id, severity, finds) = (rule.id, rule.severity.name(), markdown(rule.explanation));
        row(&[&format!("`{id}`"), severity, &finds, rule.measured])
    };
    let rows: String = RULES.iter().map(row).collect();
    format!("| Rule | Severity | Finds | Measured in |\n| --- | --- | --- | --- |\n{rows}\n")
}

/// Returns a row of a table.
fn row(cells: &[&str]) -> String {
    let cells: Vec<_> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// Describes every command.
fn commands(command: &Command) -> String {
    let common = common(command);
    let commands = subcommands(command);
    commands
        .map(|command| self::command(command, &common))
        .collect()
}

/// Describes a command: its purpose, usage, options and examples.
fn command(command: &Command, common: &[&Arg]) -> String {
    let name = command.get_name();
    let about = command.get_about().map(ToString::to_string);
    let about = markdown(&about.unwrap_or_default());
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let usage = usage.lines().map(str::trim_start);
    let usage = lines(&usage.collect::<Vec<_>>().join("\n"));
    // An option for every command is described again if it has another meaning in this command.
    let is_described = |arg: &Arg| common.iter().any(|other| meaning(other) == meaning(arg));
    let own = |arg: &&Arg| is_own(arg) && !(is_common(arg) && is_described(arg));
    let arguments: Vec<&Arg> = command.get_arguments().filter(own).collect();
    let options = if arguments.is_empty() {
        String::new()
    } else {
        options(arguments.iter().copied())
    };
    let commonality = commonality(command, common);
    let more: String = arguments.iter().filter_map(|arg| more(arg)).collect();
    let help = command.get_after_help().map(lines).unwrap_or_default();
    format!("### {name}: {name}\n\n{about}.\n\n{usage}{options}{commonality}\n\n{more}{help}")
}

/// Says which options for every command a command has, in the shortest way.
fn commonality(command: &Command, common: &[&Arg]) -> String {
    let has = |arg: &&Arg| {
        let mut own = command.get_arguments().filter(|own| is_common(own));
        own.any(|own| own.get_id() == arg.get_id())
    };
    let (present, absent): (Vec<&Arg>, Vec<&Arg>) = common.iter().partition(|arg| has(arg));
    let (start, end, named) = match absent.len() {
        0 => ("This command has all ", "", absent),
        count if count < present.len() => ("This command has the ", " except ", absent),
        _ => ("Of the ", ", this command has only ", present),
    };
    let name = |arg: &&Arg| format!("`--{}`", arg.get_long().unwrap_or_default());
    let flags: Vec<_> = named.iter().map(name).collect();
    let flags = match flags.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => flags.concat(),
    };
    format!("{start}[options for every command](#{COMMON_ANCHOR}){end}{flags}.")
}

/// Returns whether an argument is specific to a command and visible in its help.
fn is_own(arg: &Arg) -> bool {
    let is_everywhere = arg.is_global_set() || ["help", "version"].contains(&arg.get_id().as_str());
    !is_everywhere && !arg.is_hide_set()
}

/// Returns a table of arguments.
fn options<'a>(arguments: impl Iterator<Item = &'a Arg>) -> String {
    let row = |arg: &Arg| {
        let name = match arg.get_short() {
            Some(short) => format!("`-{short}, {arg}`"),
            None => format!("`{arg}`"),
        };
        row(&[&name, &meaning(arg)])
    };
    let rows: String = arguments.map(row).collect();
    format!("@options\n\n| Option | Meaning |\n| --- | --- |\n{rows}\n")
}

/// Returns the help of an argument, with its possible values and its default.
fn meaning(arg: &Arg) -> String {
    let mut text = markdown(&arg.get_help().map(ToString::to_string).unwrap_or_default());
    if !arg.get_action().takes_values() {
        return text;
    }
    let is_shown = !arg.is_hide_default_value_set();
    let default = arg.get_default_values().first().filter(|_| is_shown);
    let default = default.map(|value| value.to_string_lossy());
    let values = arg.get_possible_values();
    if values.is_empty() || arg.is_hide_possible_values_set() {
        let default = default.map(|default| markdown(&format!(" (default: {default})")));
        return text + &default.unwrap_or_default();
    }
    let mut separator = ". ";
    for value in values.iter().filter(|value| !value.is_hide_set()) {
        let name = value.get_name();
        let note = if default.as_deref() == Some(name) {
            " (default)"
        } else {
            ""
        };
        let help = value.get_help().map(ToString::to_string);
        let help = help.map_or_else(String::new, |help| format!(": {}", markdown(&help)));
        text.extend([separator, "`", name, "`", note, &help]);
        separator = "; ";
    }
    text
}

/// Returns the additional help that only `--help` shows for an argument, if there is any.
fn more(arg: &Arg) -> Option<String> {
    let (help, long) = (arg.get_help()?, arg.get_long_help()?.to_string());
    (long != help.to_string()).then(|| lines(long.trim_end()))
}

/// Returns a code block.
fn lines(text: &(impl Display + ?Sized)) -> String {
    format!("```\n{text}\n```\n\n")
}
