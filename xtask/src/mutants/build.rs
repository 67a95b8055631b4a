//! A copy of the repository whose code has switches, and its test programs.

use super::sample::Mutant;
use super::switches::{self, Switched};
use crate::failure::Failure;
use crate::files;
use crate::process::{output, program, run};
use crate::workspace::root;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The function that each package gets: it returns whether the variable selects a mutant.
const SWITCH: &str = r#"
#[allow(dead_code)]
pub(crate) fn __mutant(number: u32) -> bool {
    static SELECTED: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    let selected = || std::env::var("GDVARIANT_MUTANT").ok()?.parse().ok();
    *SELECTED.get_or_init(|| selected().unwrap_or(u32::MAX)) == number
}
"#;

/// The root files of the packages that have mutants.
const ROOTS: [&str; 3] = [
    "runtime/lib.rs",
    "codegen/src/lib.rs",
    "codegen/derive/src/lib.rs",
];

/// The arguments that select the packages whose tests can catch a mutant.
const TESTED: &str = "--workspace --exclude gdvariant-benches --exclude gdvariant-xtask";

#[derive(Debug, Clone)]
pub(super) struct TestProgram {
    pub(super) package: String,
    pub(super) name: String,
    pub(super) path: PathBuf,
    /// The folder of its package, in which Cargo runs it.
    pub(super) folder: PathBuf,
    /// The folder of the compiler's libraries.
    pub(super) libraries: PathBuf,
}

/// A copy of the last commit.
#[derive(Debug)]
pub(super) struct Tree {
    folder: PathBuf,
    /// The folder of the compiler's libraries.
    libraries: PathBuf,
    /// The contents of files with mutants, in the commit.
    sources: BTreeMap<String, String>,
    /// The same files with switches.
    switched: BTreeMap<String, Switched>,
}

impl Tree {
    /// Copies the last commit into a folder, or continues with the copy of an interrupted run.
    pub(super) fn open(folder: &Path) -> Result<Self, Failure> {
        let tree = folder.join("tree");
        if !tree.exists() {
            for list in ["mutants.json", "alone.txt", "results.tsv"] {
                // The list of another commit, if there is one.
                let _ = std::fs::remove_file(folder.join(list));
            }
            let mut clone = program("git");
            run(clone
                .args(["clone", "--quiet", "--local"])
                .arg(root())
                .arg(&tree))?;
        }
        let libraries = output(program("rustc").args(["--print", "target-libdir"]))?;
        Ok(Self {
            folder: tree,
            libraries: PathBuf::from(libraries.trim()),
            sources: BTreeMap::new(),
            switched: BTreeMap::new(),
        })
    }

    /// Returns the number of the commit in the tree.
    pub(super) fn commit(&self) -> Result<String, Failure> {
        let mut command = self.git();
        let commit = output(command.args(["rev-parse", "--short", "HEAD"]))?;
        Ok(commit.trim().to_owned())
    }

    /// Removes the tree, so that the next run copies the last commit.
    pub(super) fn remove(self) -> Result<(), Failure> {
        std::fs::remove_dir_all(&self.folder).map_err(|error| Failure::at(&self.folder, &error))
    }

    /// Returns the path of a file about the tree, beside it.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.folder.with_file_name(name)
    }

    fn git(&self) -> Command {
        let mut command = Command::new("git");
        command.arg("-C").arg(&self.folder);
        command
    }

    /// Adds switches for the mutants and builds the tests.
    ///
    /// Returns the test programs, and the numbers of the mutants that need a build of their own.
    pub(super) fn build_with_switches(
        &mut self,
        mutants: &[Mutant],
    ) -> Result<(Vec<TestProgram>, BTreeSet<usize>), Failure> {
        // An interrupted run has found these.
        let list = self.file("alone.txt");
        let names = std::fs::read_to_string(&list).unwrap_or_default();
        let names: BTreeSet<&str> = names.lines().collect();
        let known = mutants.iter().enumerate();
        let known = known.filter(|(_, mutant)| names.contains(&*mutant.name));
        let mut alone: BTreeSet<usize> = known.map(|(number, _)| number).collect();
        loop {
            self.write_switches(mutants, &mut alone)?;
            let errors = match self.build(TESTED) {
                Ok(programs) => {
                    let names = alone.iter().map(|number| &*mutants[*number].name);
                    files::write(&list, names.collect::<Vec<_>>().join("\n"))?;
                    return Ok((programs, alone));
                }
                Err(errors) => errors,
            };
            let before = alone.len();
            for error in &errors {
                alone.extend(self.mutants_of(error));
            }
            eprintln!("{} mutants need a build of their own", alone.len());
            if alone.len() == before {
                let texts = errors.iter().filter_map(|error| error["rendered"].as_str());
                let texts: String = texts.collect();
                return Err(Failure::new(format!("the tests do not build:\n{texts}")));
            }
        }
    }

    fn write_switches(
        &mut self,
        mutants: &[Mutant],
        alone: &mut BTreeSet<usize>,
    ) -> Result<(), Failure> {
        let names: BTreeSet<_> = mutants
            .iter()
            .map(|mutant| &*mutant.file)
            .chain(ROOTS)
            .collect();
        for name in names {
            let of_file = mutants.iter().enumerate();
            let of_file: Vec<_> = of_file
                .filter(|(number, mutant)| mutant.file == name && !alone.contains(number))
                .collect();
            let path = self.folder.join(name);
            if !self.sources.contains_key(name) {
                let source = output(self.git().arg("show").arg(format!("HEAD:{name}")))?;
                self.sources.insert(name.to_owned(), source);
            }
            let mut switched = switches::add(&self.sources[name], &of_file)
                .ok_or_else(|| Failure::new(format!("{name}: not parsed; run `cargo check`")))?;
            alone.extend(&switched.skipped);
            if ROOTS.contains(&name) {
                switched.text.push_str(SWITCH);
            }
            if files::read(&path).is_ok_and(|text| text != switched.text) {
                files::write(&path, &switched.text)?;
            }
            self.switched.insert(name.to_owned(), switched);
        }
        Ok(())
    }

    /// Returns the mutants whose switches caused an error of the compiler.
    fn mutants_of(&self, error: &Json) -> Vec<usize> {
        // `const` code calls a function that is no longer `const`.
        if error["code"]["code"] == "E0015" {
            let message = error["message"].as_str().unwrap_or_default();
            let unconst = self.switched.values().flat_map(|file| &file.unconst);
            let called = unconst.filter(|(name, _)| {
                let ends = [format!("{name}`"), format!("{name}::<")];
                ends.iter().any(|end| message.contains(end))
            });
            let called: Vec<usize> = called.flat_map(|(_, mutants)| mutants.clone()).collect();
            if !called.is_empty() {
                return called;
            }
        }
        let spans = error["spans"].as_array().into_iter().flatten();
        let primary = spans.filter(|span| span["is_primary"] == true);
        let near = primary.flat_map(|span| {
            let byte = span["byte_start"].as_u64();
            let byte = byte.and_then(|byte| usize::try_from(byte).ok());
            let name = span["file_name"].as_str();
            let file = name.and_then(|name| self.switched.get(name));
            file.zip(byte)
                .map_or(&[][..], |(file, byte)| file.mutants_near(byte))
        });
        near.copied().collect()
    }

    /// Replaces the code of a mutant in its file, without switches.
    pub(super) fn write_mutant(&self, mutant: &Mutant) -> Result<(), Failure> {
        let mut text = switches::replaced(&self.sources[&mutant.file], mutant);
        if ROOTS.contains(&&*mutant.file) {
            text.push_str(SWITCH);
        }
        files::write(&self.folder.join(&mutant.file), text)
    }

    /// Restores the switches of a file.
    pub(super) fn restore(&self, mutant: &Mutant) -> Result<(), Failure> {
        files::write(
            &self.folder.join(&mutant.file),
            &self.switched[&mutant.file].text,
        )
    }

    /// Builds the tests of packages, which options of Cargo select, or returns the errors of the
    /// compiler.
    pub(super) fn build(&self, packages: &str) -> Result<Vec<TestProgram>, Vec<Json>> {
        let mut command = self.cargo(&format!(
            "test {packages} --all-features --no-run --message-format json"
        ));
        let command = command.stderr(Stdio::null());
        let Ok(result) = command.output() else {
            return Err(Vec::new());
        };
        let messages = String::from_utf8_lossy(&result.stdout);
        let messages: Vec<Json> = messages
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect();
        if !result.status.success() {
            let errors = messages
                .into_iter()
                .map(|mut message| message["message"].take());
            return Err(errors
                .filter(|message| message["level"] == "error")
                .collect());
        }
        let programs = messages.iter().filter_map(|message| {
            let is_test = message["profile"]["test"] == true;
            let folder = Path::new(message["manifest_path"].as_str()?).parent()?;
            // Such as `path+file:///tree/codegen#gdvariant-codegen@0.1.0`.
            let (_, package) = message["package_id"].as_str()?.rsplit_once('#')?;
            let (package, _) = package.split_once('@')?;
            let path = PathBuf::from(message["executable"].as_str()?);
            is_test.then(|| TestProgram {
                package: package.to_owned(),
                name: message["target"]["name"]
                    .as_str()
                    .unwrap_or_default()
                    .to_owned(),
                path,
                folder: folder.to_owned(),
                libraries: self.libraries.clone(),
            })
        });
        Ok(programs.collect())
    }

    /// Returns whether the compiler accepts the package of a mutant, without its tests.
    pub(super) fn compiles(&self, mutant: &Mutant) -> bool {
        let package = &mutant.package;
        let mut command = self.cargo(&format!("check --quiet --all-features -p {package}"));
        output(command.stderr(Stdio::null())).is_ok()
    }

    pub(super) fn cargo(&self, args: &str) -> Command {
        let mut command = Command::new("cargo");
        command
            .args(args.split_whitespace())
            .current_dir(&self.folder);
        command.env("CARGO_TARGET_DIR", self.folder.with_file_name("target"));
        // Tests run often, so optimized code pays.
        command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "1");
        command.env("CARGO_PROFILE_DEV_DEBUG", "0");
        command.env("RUSTFLAGS", "-Awarnings");
        command
    }
}

impl Mutant {
    /// Returns whether the code of the mutant runs while the tests are built, so that its switch
    /// does not show whether they catch it.
    pub(super) fn is_at_build(&self) -> bool {
        self.package != "gdvariant"
    }

    /// Returns options of Cargo that select tests: those that most likely catch the mutant and build
    /// fast, and the others.
    pub(super) fn selections(&self) -> [&'static str; 2] {
        match &*self.package {
            "gdvariant-derive" => ["-p gdvariant-derive", "-p gdvariant --test derive"],
            "gdvariant-codegen" => ["-p gdvariant-codegen", TESTED],
            _ => ["-p gdvariant --lib --test derive", TESTED],
        }
    }
}
