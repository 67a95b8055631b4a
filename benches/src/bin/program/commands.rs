//! The commands that are measured.

use crate::inputs::Input;
use std::path::Path;
use std::process::Command;

/// A command whose time and memory are measured.
#[derive(Debug)]
pub(crate) struct MeasuredCommand {
    /// The index of the command's input.
    pub(crate) input: usize,
    /// The task, such as `decode`.
    pub(crate) name: &'static str,
    /// The command in the page, with shortened paths.
    pub(crate) shown: String,
    /// The program and its arguments.
    pub(crate) arguments: Vec<String>,
    /// Whether exit status 1 is a result, such as a difference, rather than a failure.
    pub(crate) is_comparison: bool,
}

/// Returns all commands whose program is installed; for each task, those of gdvariant come first.
pub(crate) fn all(inputs: &[Input], program: &Path) -> Vec<MeasuredCommand> {
    let indexed = inputs.iter().enumerate();
    let commands = indexed.flat_map(|(index, input)| {
        let mut commands = of(index, input, program);
        commands.retain(|it| input.tasks.is_none_or(|tasks| tasks.contains(&it.name)));
        commands
    });
    commands
        .filter(|command| version(&command.arguments[0]).is_some())
        .collect()
}

fn of(index: usize, input: &Input, program: &Path) -> Vec<MeasuredCommand> {
    let [old, new, json] = [&input.old, &input.new, &input.json].map(|it| it.display().to_string());
    let ours = |name, words: &[&str]| {
        let mut arguments = vec![program.display().to_string(), words[0].to_owned()];
        arguments.extend(input.options.iter().map(|&option| option.to_owned()));
        arguments.extend(words[1..].iter().map(|&word| word.to_owned()));
        command(index, name, "gdvariant", arguments)
    };
    let other = |name, words: &[&str]| {
        let arguments = words.iter().map(|&word| word.to_owned()).collect();
        command(index, name, words[0], arguments)
    };
    let mut set = vec!["set", &old, &input.path, "7", "-o", "-"];
    if input.options.contains(&"--framed") {
        set.insert(1, "--value=1");
    }
    vec![
        ours("decode", &["decode", &old]),
        other("decode", &["jq", "-c", ".", &json]),
        ours("encode", &["encode", "--layout=godot3", &json]),
        other("encode", &["jq", "-c", ".", &json]),
        ours("inspect", &["inspect", &old]),
        ours("inspect", &["inspect", "--json", &old]),
        other("inspect", &["xxd", &old]),
        other("inspect", &["hexyl", "--color=never", &old]),
        ours("diff", &["diff", &old, &new]),
        other("diff", &["cmp", &old, &new]),
        ours("get", &["get", &old, &input.path]),
        other("get", &["jq", "-c", &format!(".{}", input.path), &json]),
        ours("grep", &["grep", "-c", "-F", "forest", &old]),
        ours("audit", &["audit", &old]),
        ours(
            "convert",
            &["convert", "--to-layout=godot4", &old, "-o", "-"],
        ),
        ours("set", &set),
    ]
}

fn command(
    input: usize,
    name: &'static str,
    program: &str,
    arguments: Vec<String>,
) -> MeasuredCommand {
    let shorten = |word: &String| {
        let is_file = word.contains(std::path::MAIN_SEPARATOR);
        let extension = word.rsplit_once('.').map_or("", |(_, extension)| extension);
        if is_file {
            extension.to_owned()
        } else {
            word.clone()
        }
    };
    let words: Vec<String> = arguments[1..].iter().map(shorten).collect();
    MeasuredCommand {
        input,
        name,
        shown: format!("{program} {}", words.join(" ")),
        arguments,
        is_comparison: matches!(name, "diff" | "grep" | "audit"),
    }
}

/// Returns the version of each program, by its name in the page.
pub(crate) fn versions(commands: &[MeasuredCommand]) -> Vec<(&str, String)> {
    let mut versions: Vec<(&str, String)> = Vec::new();
    for command in commands {
        let name = command.shown.split(' ').next().unwrap_or_default();
        if versions.iter().all(|(known, _)| *known != name) {
            versions.push((name, version(&command.arguments[0]).unwrap_or_default()));
        }
    }
    versions
}

/// Returns the first line of a program's version, or `None` if the program is not installed.
fn version(program: &str) -> Option<String> {
    let output = Command::new(program).arg("--version").output().ok()?;
    // xxd prints its version to standard error.
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    Some(text.lines().next().unwrap_or_default().trim().to_owned())
}
