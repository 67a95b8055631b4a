//! The arguments of `gdvariant audit`.

use super::input::FormArgs;
use super::{InputArgs, LayoutArgs, ThreadArgs};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

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
    /// The files to read; standard input if omitted or -
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl AuditArgs {
    /// Returns the inputs, each with the options that apply to all files.
    pub(crate) fn inputs(&self) -> Vec<InputArgs> {
        let stdin = [PathBuf::from("-")];
        let files = match self.files.as_slice() {
            [] => &stdin,
            files => files,
        };
        let input = |file: &PathBuf| {
            let mut input = self.form.input(file.clone());
            input.wrapper = input.wrapper.unreported();
            input
        };
        files.iter().map(input).collect()
    }
}

/// Options that select findings, and the form of the report.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Print each finding as a JSON object, one per line
    #[arg(long)]
    pub(crate) json: bool,
    /// Exit with status 1 if a finding has this severity or a higher one
    #[arg(long, value_enum, value_name = "SEVERITY", default_value_t)]
    pub(crate) fail_on: FailOn,
    /// Omit the findings of a rule; can be repeated
    #[arg(long, value_name = "ID")]
    pub(crate) ignore: Vec<String>,
    /// Print all findings, not only the first 10 of each rule in a file; --json always does
    #[arg(long)]
    pub(crate) all: bool,
    /// List the rules with their severities, and exit
    #[arg(long)]
    pub(crate) list_rules: bool,
}

/// The lowest severity that makes the exit status 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum FailOn {
    #[default]
    Error,
    Warning,
    Note,
    Never,
}
