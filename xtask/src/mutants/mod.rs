//! Mutation testing: changes the code in many places, one at a time, and lists the changes that no
//! test notices.
//!
//! cargo-mutants lists the mutants, and would build the tests for each of them. Here, one build has
//! a switch for each mutant of a sample, so that a mutant needs only a test run. Mutants that
//! cannot have a switch, such as those of constants, are built one by one.

mod build;
mod sample;
mod switches;
mod tests;

use crate::failure::Failure;
use crate::files;
use crate::workspace::Workspace;
use build::{TestProgram, Tree};
use sample::Mutant;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use tests::Suite;

/// The results of a commit, which a later run continues.
struct Results {
    path: PathBuf,
    /// The result of each mutant, by name: the test that catches the mutant, [`SURVIVED`],
    /// [`UNBUILT`] or [`UNVIABLE`].
    caught_by: Mutex<BTreeMap<String, String>>,
}

/// The result of a mutant that no test notices.
const SURVIVED: &str = "survived";

/// The result of a mutant that needs a build of its own, until it has one.
const UNBUILT: &str = "not caught by a switch";

/// The result of a mutant that the compiler rejects.
const UNVIABLE: &str = "does not compile";

impl Results {
    fn load(path: PathBuf) -> Self {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let lines = text.lines().filter_map(|line| line.split_once('\t'));
        let lines = lines.map(|(name, by)| (name.to_owned(), by.to_owned()));
        Self {
            path,
            caught_by: Mutex::new(lines.collect()),
        }
    }

    fn of(&self, mutant: &Mutant) -> Option<String> {
        let results = self.caught_by.lock().expect("no thread panics");
        results.get(&mutant.name).cloned()
    }

    fn add(&self, mutant: &Mutant, by: &str) -> Result<(), Failure> {
        eprintln!("{}: {by}", mutant.name);
        let mut results = self.caught_by.lock().expect("no thread panics");
        results.insert(mutant.name.clone(), by.to_owned());
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&self.path);
        let written = file.and_then(|mut file| writeln!(file, "{}\t{by}", mutant.name));
        written.map_err(|error| Failure::at(&self.path, &error))
    }
}

/// Tests a sample of the mutants of the last commit, and prints a report.
pub(crate) fn run(seed: u64, count: Option<usize>, jobs: usize) -> Result<(), Failure> {
    let folder = Workspace::load()?.target.join("mutants");
    let mut tree = Tree::open(&folder)?;
    let commit = tree.commit()?;
    let all = sample::all(&tree)?;
    let mutants = sample::sample(&all, seed, count.unwrap_or(all.len()));
    let results = Results::load(tree.file("results.tsv"));
    let (programs, alone) = tree.build_with_switches(&mutants)?;
    let suites = measured(programs)?;
    let rebuilt = test_switches(&suites, &mutants, &alone, &results, jobs)?;
    for number in rebuilt {
        test_alone(&tree, &suites, &mutants[number], &results)?;
    }
    let report = report(&mutants, &results, &format!("commit {commit}, seed {seed}"));
    files::write(&folder.join("report.md"), &report)?;
    print!("{report}");
    tree.remove()
}

/// Measures the test programs, and sorts them: the fastest first.
fn measured(programs: Vec<TestProgram>) -> Result<Vec<Suite>, Failure> {
    let programs = programs
        .into_iter()
        .filter(|program| program.name != "engine");
    let suites: Result<Vec<_>, _> = programs.map(Suite::measure).collect();
    let mut suites = suites?;
    suites.sort_by_key(|suite| suite.duration);
    for suite in &suites {
        eprintln!("{} takes {:.1?}", suite.program.name, suite.duration);
    }
    Ok(suites)
}

/// Tests the mutants that have switches, and returns those that need a build of their own: they
/// have none, or their code runs while tests are built.
fn test_switches(
    suites: &[Suite],
    mutants: &[Mutant],
    alone: &BTreeSet<usize>,
    results: &Results,
    jobs: usize,
) -> Result<Vec<usize>, Failure> {
    let next = AtomicUsize::new(0);
    let rebuilt = Mutex::new(Vec::new());
    let work = || -> Result<(), Failure> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(mutant) = mutants.get(number) else {
                return Ok(());
            };
            if results.of(mutant).is_none() {
                let has_switch = !alone.contains(&number);
                let caught = has_switch.then(|| test_switch(suites, mutant, number));
                let result = match caught {
                    Some(Some(by)) => by,
                    Some(None) if !mutant.is_at_build() => SURVIVED.to_owned(),
                    _ => UNBUILT.to_owned(),
                };
                results.add(mutant, &result)?;
            }
            if results.of(mutant).as_deref() == Some(UNBUILT) {
                rebuilt.lock().expect("no thread panics").push(number);
            }
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        let ends = workers
            .into_iter()
            .map(|worker| worker.join().expect("no worker panics"));
        ends.collect::<Result<(), _>>()
    })?;
    Ok(rebuilt.into_inner().expect("no thread panics"))
}

/// Returns the test that catches a mutant by its switch.
///
/// Examples of the documentation do not run: building them takes a minute for each mutant.
fn test_switch(suites: &[Suite], mutant: &Mutant, number: usize) -> Option<String> {
    let mut suites = suites.iter().filter(|suite| runs(suite, mutant));
    suites.find_map(|suite| suite.catches(number))
}

/// Returns whether tests run the code of a mutant's package. Most tests of the library only use
/// what the generator and the derive have generated.
fn runs(suite: &Suite, mutant: &Mutant) -> bool {
    let TestProgram { package, name, .. } = &suite.program;
    match &*mutant.package {
        "gdvariant" => matches!(
            &**package,
            "gdvariant" | "gdvariant-cli" | "gdvariant-files" | "gdvariant-pages"
        ),
        "gdvariant-codegen" => {
            *package == mutant.package || name == "schema" || package == "gdvariant-pages"
        }
        _ => *package == mutant.package,
    }
}

/// Builds the tests with a mutant and runs them.
fn test_alone(
    tree: &Tree,
    suites: &[Suite],
    mutant: &Mutant,
    results: &Results,
) -> Result<(), Failure> {
    tree.write_mutant(mutant)?;
    let by = if tree.compiles(mutant) {
        let mut selections = mutant.selections().into_iter();
        selections.find_map(|packages| match tree.build(packages) {
            Ok(programs) => catches(suites, &programs),
            Err(_) => Some("the tests do not compile".to_owned()),
        })
    } else {
        Some(UNVIABLE.to_owned())
    };
    tree.restore(mutant)?;
    results.add(mutant, by.as_deref().unwrap_or(SURVIVED))
}

/// Runs test programs that contain a mutant, in the order of the suites.
fn catches(suites: &[Suite], programs: &[TestProgram]) -> Option<String> {
    suites.iter().find_map(|suite| {
        let is_it = |program: &&TestProgram| {
            (&program.package, &program.name) == (&suite.program.package, &suite.program.name)
        };
        let program = programs.iter().find(is_it)?;
        // No switch has the largest number.
        suite.of(program).catches(usize::MAX)
    })
}

/// Returns a table of the folders and the list of the surviving mutants, in Markdown.
fn report(mutants: &[Mutant], results: &Results, source: &str) -> String {
    let results = results.caught_by.lock().expect("no thread panics");
    let mut folders: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    let mut survivors = String::new();
    for mutant in mutants {
        let by = results.get(&mutant.name).map_or(SURVIVED, |by| &**by);
        let column = match by {
            UNVIABLE => 2,
            SURVIVED => {
                let _ = writeln!(survivors, "| `{}` | |", mutant.name.replace('|', "\\|"));
                1
            }
            _ => 0,
        };
        folders.entry(mutant.folder()).or_default()[column] += 1;
    }
    let mut text = format!(
        "{source}\n\n| folder | caught | survived | does not compile |\n| --- | ---: | ---: | ---: |\n"
    );
    let mut total = [0; 3];
    for (folder, counts) in folders {
        let [caught, survived, unviable] = counts;
        let _ = writeln!(text, "| `{folder}` | {caught} | {survived} | {unviable} |");
        for (total, count) in total.iter_mut().zip(counts) {
            *total += count;
        }
    }
    let [caught, survived, unviable] = total;
    let _ = writeln!(text, "| all | {caught} | {survived} | {unviable} |");
    let _ = writeln!(text, "\n| survivor | reason |\n| --- | --- |\n{survivors}");
    text
}
