//! Generates the page of the program, which contains recipes and the help of every command.

use clap::{Arg, Command};
use gdvariant_cli::COMMON;
use gdvariant_codegen::docs::page::{Block, Inline, Style, Text, coded};
use gdvariant_codegen::docs::{Book, File, Format, parse};
use gdvariant_files::audit::{RULES, Rule};

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
    let blocks = parse(TEXT, |insert| match insert {
        "recipes" => recipes(),
        "general" => general(&command),
        "commands" => commands(&command),
        "rules" => vec![rules()],
        other => panic!("unknown insert `@{other}` on the page of the program"),
    });
    book.root_files("program", GENERATED, blocks, formats)
}

fn recipes() -> Vec<Block> {
    let blocks = |recipe: &&str| {
        parse(recipe, |insert| {
            panic!("unknown insert `@{insert}` in a recipe")
        })
    };
    RECIPES.iter().flat_map(blocks).collect()
}

/// Describes the options for every command, and the exit status.
fn general(command: &Command) -> Vec<Block> {
    let mut blocks: Vec<Block> = command.get_after_help().map(lines).into_iter().collect();
    blocks.extend([
        Block::Heading {
            level: 3,
            anchor: COMMON_ANCHOR.to_owned(),
            text: COMMON.to_owned(),
        },
        options(common(command).into_iter()),
    ]);
    blocks
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
fn rules() -> Block {
    let row = |rule: &&Rule| {
        vec![
            vec![code(rule.id)],
            vec![plain(rule.severity.name())],
            coded(rule.explanation),
            vec![plain(rule.measured)],
        ]
    };
    Block::Table {
        shows: "facts".to_owned(),
        columns: ["Rule", "Severity", "Finds", "Measured in"]
            .map(str::to_owned)
            .into(),
        rows: RULES.iter().map(row).collect(),
    }
}

/// Describes every command.
fn commands(command: &Command) -> Vec<Block> {
    let common = common(command);
    let commands = subcommands(command);
    commands
        .flat_map(|command| self::command(command, &common))
        .collect()
}

/// Describes a command: its purpose, usage, options and examples.
fn command(command: &Command, common: &[&Arg]) -> Vec<Block> {
    let name = command.get_name();
    let about = command.get_about().map(ToString::to_string);
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let usage = usage.lines().map(str::trim_start);
    let usage = usage.collect::<Vec<_>>().join("\n");
    let mut blocks = vec![
        Block::Heading {
            level: 3,
            anchor: name.to_owned(),
            text: name.to_owned(),
        },
        Block::Paragraph {
            text: coded(&format!("{}.", about.unwrap_or_default())),
        },
        lines(&usage),
    ];
    // An option for every command is described again if it has another meaning in this command.
    let is_described = |arg: &Arg| common.iter().any(|other| meaning(other) == meaning(arg));
    let own = |arg: &&Arg| is_own(arg) && !(is_common(arg) && is_described(arg));
    let arguments: Vec<&Arg> = command.get_arguments().filter(own).collect();
    if !arguments.is_empty() {
        blocks.push(options(arguments.iter().copied()));
    }
    blocks.push(commonality(command, common));
    blocks.extend(arguments.iter().filter_map(|arg| more(arg)));
    blocks.extend(command.get_after_help().map(lines));
    blocks
}

/// Says which options for every command a command has, in the shortest way.
fn commonality(command: &Command, common: &[&Arg]) -> Block {
    let has = |arg: &&Arg| {
        let mut own = command.get_arguments().filter(|own| is_common(own));
        own.any(|own| own.get_id() == arg.get_id())
    };
    let (present, absent): (Vec<&Arg>, Vec<&Arg>) = common.iter().partition(|arg| has(arg));
    let (start, named) = match absent.len() {
        0 => (["This command has all ", ""], absent),
        count if count < present.len() => (["This command has the ", " except "], absent),
        _ => (["Of the ", ", this command has only "], present),
    };
    let link = Inline {
        text: "options for every command".to_owned(),
        style: Style::Link {
            href: format!("#{COMMON_ANCHOR}"),
        },
    };
    let mut text = vec![plain(start[0]), link, plain(start[1])];
    for (index, arg) in named.iter().enumerate() {
        let separator = match (index, named.len() - index) {
            (0, _) => "",
            (_, 1) => " and ",
            _ => ", ",
        };
        let name = arg.get_long().unwrap_or_default();
        text.extend([plain(separator), code(format!("--{name}"))]);
    }
    text.push(plain("."));
    Block::Paragraph { text }
}

/// Returns whether an argument is specific to a command and visible in its help.
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

/// Returns the help of an argument, with its possible values and its default.
fn meaning(arg: &Arg) -> Text {
    let mut text = coded(&arg.get_help().map(ToString::to_string).unwrap_or_default());
    if !arg.get_action().takes_values() {
        return text;
    }
    let is_shown = !arg.is_hide_default_value_set();
    let default = arg.get_default_values().first().filter(|_| is_shown);
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
            text.extend(coded(&help.to_string()));
        }
        separator = "; ";
    }
    text
}

/// Returns the additional help that only `--help` shows for an argument, if there is any.
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
