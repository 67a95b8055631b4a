//! `cargo xtask` runs the recurring tasks of developers. The gate and CONTRIBUTING.md rely on their
//! flags.

mod process;
mod tasks;

use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// Run a recurring task of the repository
#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask", disable_help_subcommand = true)]
struct Args {
    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Run the gate, which every change has to pass
    Gate,
    /// Check formatting and lints
    Lint,
    /// Check the library with these features only
    Features {
        /// Enable these features, separated by commas, such as `godot4,std`
        features: String,
    },
    /// Check that the API documentation builds without warnings
    Rustdoc,
    /// Check that each package builds from the files that it contains
    Packages,
    /// Run the tests that need an engine
    Engine {
        /// Pass these arguments to `cargo test`, such as `--no-run`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Count the instructions of each call, and compare the counts with the baseline
    Instructions {
        /// Write the counts to the baseline, instead of comparing them
        #[arg(long)]
        record: bool,
        /// Write a page with times, instructions and cache misses to this file, instead of comparing
        #[arg(long, value_name = "FILE", conflicts_with = "record")]
        out: Option<PathBuf>,
    },
    /// Update the snapshots of generated code, expansions and messages
    Snapshots {
        /// Pass these arguments to `cargo test`, such as `--test schema`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Update the generated pages and value types; `cargo xtask pages --help` lists its options
    #[command(disable_help_flag = true)]
    Pages {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
        args: Vec<OsString>,
    },
}

fn run(task: &Task) -> Result<(), String> {
    match task {
        Task::Gate => tasks::gate(),
        Task::Lint => tasks::lint(),
        Task::Features { features } => tasks::features(features),
        Task::Rustdoc => tasks::rustdoc(),
        Task::Packages => tasks::packages(),
        Task::Engine { args } => tasks::engine(args),
        Task::Instructions { record, out } => tasks::instructions(*record, out.as_deref()),
        Task::Snapshots { args } => tasks::snapshots(args),
        Task::Pages { args } => tasks::pages(args),
    }
}

fn main() -> ExitCode {
    let Some(task) = Args::parse().task else {
        print!("{}", Args::command().render_help());
        return ExitCode::SUCCESS;
    };
    match run(&task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Args;
    use crate::process::root;
    use clap::{Command, CommandFactory};
    use std::collections::BTreeSet;
    use std::fs;

    /// Returns the tasks that a document names, such as `lint` in `cargo xtask lint`.
    fn named(document: &str, start: &str) -> BTreeSet<String> {
        let text = fs::read_to_string(root().join(document)).expect("the document is there");
        let ends = |c: char| !c.is_ascii_lowercase();
        let names = text.split(start).skip(1);
        let names = names.map(|rest| rest.split(ends).next().unwrap_or_default().to_owned());
        names.filter(|name| !name.is_empty()).collect()
    }

    fn tasks() -> BTreeSet<String> {
        let command = Args::command();
        let names = command.get_subcommands().map(Command::get_name);
        names.map(str::to_owned).collect()
    }

    #[test]
    fn contributing_names_every_task() {
        assert_eq!(named("CONTRIBUTING.md", "cargo xtask "), tasks());
    }

    #[test]
    fn named_tasks_exist() {
        for (document, start) in [
            (".ci/run", "\"$xtask\" "),
            (".ci/release", "cargo xtask "),
            ("README.md", "cargo xtask "),
            ("benches/README.md", "cargo xtask "),
            ("docs/stability.md", "cargo xtask "),
            ("files/tests/engine/README.md", "cargo xtask "),
        ] {
            let named = named(document, start);
            let tasks = tasks();
            let unknown: Vec<_> = named.difference(&tasks).collect();
            assert!(unknown.is_empty(), "{document} names {unknown:?}");
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }
}
