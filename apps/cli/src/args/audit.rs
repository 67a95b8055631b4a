//! The arguments of `gdvariant audit`.

use super::files::named;
use super::folder::{Folder, Walk};
use super::input::FormArgs;
use super::{InputArgs, LayoutArgs, ThreadArgs};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use gdvariant_files::audit::{RULES, Severity};
use std::path::{Path, PathBuf};

/// The arguments of `gdvariant audit`.
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/audit.txt"))]
pub(crate) struct AuditArgs {
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
    #[command(flatten)]
    pub(crate) form: FormArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// The files and folders to read; standard input if omitted or -
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// The names of files and folders that cannot be read, and the reasons.
type Unreadable = Vec<(String, String)>;

impl AuditArgs {
    /// Returns the inputs, each with the options that apply to all files, and what is unreadable.
    ///
    /// A folder stands for all files in it, in the order of their names.
    pub(crate) fn inputs(&self) -> (Vec<InputArgs>, Unreadable) {
        let (mut files, mut unreadable) = (Vec::new(), Vec::new());
        for path in &named(&self.files, "-") {
            if path.is_dir() {
                let folder = Folder::list(path, Walk::Everything);
                if folder.is_empty() {
                    unreadable.push(fault(path, &"the folder has no files"));
                }
                files.extend(folder.files);
                let others = folder.others.iter();
                unreadable.extend(others.map(|it| fault(it, &"a link or a special file")));
                let faults = folder.unreadable.iter();
                unreadable.extend(faults.map(|(path, error)| fault(path, error)));
            } else {
                files.push(path.clone());
            }
        }
        let input = |file: PathBuf| {
            let mut input = self.form.input(file);
            input.layer = input.layer.unreported();
            input
        };
        (files.into_iter().map(input).collect(), unreadable)
    }
}

/// Returns the name of a file or folder, and the reason why it cannot be read.
fn fault(path: &Path, reason: &impl ToString) -> (String, String) {
    (path.display().to_string(), reason.to_string())
}

/// Options that select findings, and the form of the report.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Print each finding as a JSON object, one per line
    #[arg(long)]
    pub(crate) json: bool,
    /// Exit with status 1 if a finding has this severity or a higher one
    #[arg(long, value_parser = fail_on(), value_name = "SEVERITY", default_value = "error")]
    pub(crate) fail_on: FailOn,
    /// Omit the findings of a rule; can be repeated
    #[arg(
        long,
        value_name = "ID",
        value_parser = PossibleValuesParser::new(RULES.iter().map(|rule| rule.id)),
        hide_possible_values = true
    )]
    pub(crate) ignore: Vec<String>,
    /// Print all findings, not only the first 10 of each rule in a file; --json always does
    #[arg(long)]
    pub(crate) all: bool,
    /// List the rules with their severities, and exit
    #[arg(long)]
    pub(crate) list_rules: bool,
}

/// The lowest severity that makes the exit status 1; `None` for `never`.
type FailOn = Option<Severity>;

/// Returns a parser of severities and of `never`.
fn fail_on() -> impl TypedValueParser<Value = FailOn> {
    let severities = [Severity::Error, Severity::Warning, Severity::Note];
    let names = severities.map(Severity::name).into_iter().chain(["never"]);
    PossibleValuesParser::new(names)
        .map(move |name| severities.into_iter().find(|it| it.name() == name))
}
