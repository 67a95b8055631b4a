//! `cargo xtask release` checks a version and builds the files to publish, with `.ci/release`.
//! Nothing is uploaded.

use crate::failure::Failure;
use crate::files::read;
use crate::process::{cargo, output, program, run as run_command};
use crate::workspace::{Package, Workspace, root};
use crate::{api, tasks};
use pulldown_cmark::{Event, Parser, Tag};
use std::collections::BTreeSet;

/// The result of a check, with the reason or the remedy if the check did not pass.
enum Outcome {
    Passed,
    /// The check needs a tool that is not installed.
    Skipped(String),
    /// A release requires this, but a dry run does not.
    Pending(String),
    Failed(String),
}

impl From<Result<(), Failure>> for Outcome {
    fn from(result: Result<(), Failure>) -> Self {
        match result {
            Ok(()) => Self::Passed,
            Err(failure) => Self::Failed(failure.to_string()),
        }
    }
}

type Check = fn(&Workspace) -> Outcome;

/// The names and functions of the checks; fast checks are first.
const CHECKS: [(&str, Check); 9] = [
    ("committed changes", |_| committed()),
    ("one version", |workspace| one_version(workspace).into()),
    ("addresses", |_| addresses()),
    ("changelog", changelog),
    ("lock files", |_| lock_files().into()),
    ("links of READMEs", |workspace| readmes(workspace).into()),
    ("pages", |_| pages().into()),
    ("documentation", |_| tasks::rustdoc().into()),
    ("public API", |_| public_api()),
];

pub(crate) fn run(dry_run: bool) -> Result<(), Failure> {
    let workspace = Workspace::load()?;
    let mut failed = 0;
    let mut lines = Vec::new();
    for (name, check) in CHECKS {
        eprintln!("== {name}");
        lines.push(match check(&workspace) {
            Outcome::Passed => format!("passed   {name}"),
            Outcome::Skipped(why) => format!("SKIPPED  {name}: {why}"),
            Outcome::Pending(why) if dry_run => format!("pending  {name}: {why}"),
            Outcome::Pending(why) | Outcome::Failed(why) => {
                failed += 1;
                format!("FAILED   {name}: {why}")
            }
        });
    }
    println!("{}", lines.join("\n"));
    if failed > 0 {
        let plural = if failed == 1 { "" } else { "s" };
        return Err(Failure::new(format!(
            "{failed} check{plural} failed; no files were built"
        )));
    }
    run_command(&mut program(".ci/release"))
}

fn committed() -> Outcome {
    match output(program("git").args(["status", "--porcelain"])) {
        Err(failure) => Outcome::Failed(failure.to_string()),
        Ok(changes) if changes.is_empty() => Outcome::Passed,
        Ok(_) => Outcome::Pending("the tree has changes; commit them".to_owned()),
    }
}

/// The manifests of the packages for other languages and of the editor, which are outside the
/// workspace.
const PACKAGES: [&str; 3] = ["python/Cargo.toml", "js/Cargo.toml", "editor/Cargo.toml"];

fn one_version(workspace: &Workspace) -> Result<(), Failure> {
    let version = &workspace.program().version;
    for manifest in PACKAGES.into_iter().chain(["js/package.json"]) {
        let text = read(&root().join(manifest))?;
        let stated = [
            format!("\nversion = \"{version}\""),
            format!("\n  \"version\": \"{version}\""),
        ];
        if !stated.iter().any(|stated| text.contains(stated)) {
            return Err(Failure::new(format!(
                "{manifest} has another version; write {version}"
            )));
        }
    }
    let versions: BTreeSet<_> = workspace
        .versions
        .iter()
        .map(|(_, version)| version)
        .collect();
    if versions.len() == 1 {
        return Ok(());
    }
    Err(Failure::new(format!(
        "the packages have the versions {versions:?}; write `version.workspace = true` in each manifest"
    )))
}

/// Finds placeholders for the addresses of the repository and of the maintainers.
fn addresses() -> Outcome {
    for manifest in ["Cargo.toml", "cli/Cargo.toml", "python/pyproject.toml"] {
        match read(&root().join(manifest)) {
            Ok(text) if text.contains("example.com") => {
                return Outcome::Pending(format!(
                    "{manifest} has a placeholder; replace the address at example.com"
                ));
            }
            Ok(_) => {}
            Err(failure) => return Outcome::Failed(failure.to_string()),
        }
    }
    Outcome::Passed
}

fn changelog(workspace: &Workspace) -> Outcome {
    let version = &workspace.program().version;
    let path = root().join("CHANGELOG.md");
    match read(&path) {
        Ok(text) => section_outcome(&text, version),
        Err(failure) => Outcome::Failed(failure.to_string()),
    }
}

/// Checks the heading of a version in the changelog, such as `## 0.1.0 - 2026-12-24`.
fn section_outcome(changelog: &str, version: &str) -> Outcome {
    let mut headings = changelog
        .lines()
        .filter_map(|line| line.strip_prefix("## "));
    let heading = headings.find_map(|heading| heading.strip_prefix(version)?.strip_prefix(" - "));
    match heading {
        None => Outcome::Failed(format!(
            "CHANGELOG.md: missing section; add `## {version} - unreleased`"
        )),
        Some("unreleased") => Outcome::Pending(format!(
            "CHANGELOG.md: `## {version} - unreleased`; write the date of the release there"
        )),
        Some(_) => Outcome::Passed,
    }
}

fn lock_files() -> Result<(), Failure> {
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml"]
        .into_iter()
        .chain(PACKAGES)
    {
        let mut metadata = cargo("metadata --format-version 1 --locked --manifest-path");
        if output(metadata.arg(manifest)).is_err() {
            return Err(Failure::new(format!(
                "the lock file of {manifest} is stale; run `cargo update --workspace --manifest-path {manifest}`"
            )));
        }
    }
    Ok(())
}

/// Checks that each package contains the files that its README links to.
pub(crate) fn readmes(workspace: &Workspace) -> Result<(), Failure> {
    for package in &workspace.packages {
        readme(package)?;
    }
    Ok(())
}

/// Checks that a package contains the files that its README links to.
fn readme(package: &Package) -> Result<(), Failure> {
    let Package { name, readme, .. } = package;
    let Some(path) = readme else {
        return Err(Failure::new(format!("{name}: missing README.md; add one")));
    };
    let text = read(path)?;
    let list = output(cargo("package --list --allow-dirty --package").arg(name))?;
    let files: BTreeSet<&str> = list.lines().collect();
    let missing: Vec<String> = links(&text)
        .into_iter()
        .filter(|link| !files.contains(link.as_str()))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "{name}: README.md links to {}, which the package lacks; add them to `include` in its manifest",
        missing.join(", ")
    )))
}

/// Returns the files that a document links to or shows.
fn links(text: &str) -> BTreeSet<String> {
    let targets = Parser::new(text).filter_map(|event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url),
        _ => None,
    });
    targets
        .filter(|target| !target.contains("://") && !target.starts_with('#'))
        .map(|target| target.split('#').next().unwrap_or_default().to_owned())
        .collect()
}

fn pages() -> Result<(), Failure> {
    tasks::pages(&["--check"])
        .map_err(|_| Failure::new("the pages in docs/ are stale; run `cargo xtask pages`"))
}

fn public_api() -> Outcome {
    if api::is_checkable() {
        return api::check().into();
    }
    Outcome::Skipped(
        "install a nightly compiler, and `cargo install --locked cargo-public-api`".to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::{Outcome, links, section_outcome};

    #[test]
    fn finds_links_to_files() {
        let text =
            "![a](a.svg) [b](docs/b.md#c) [d](https://example.com/d) [e](#e)\n\n[f]\n\n[f]: F.md";
        assert_eq!(
            links(text).into_iter().collect::<Vec<_>>(),
            ["F.md", "a.svg", "docs/b.md"]
        );
    }

    #[test]
    fn requires_a_section_of_the_version() {
        let outcome = |text| section_outcome(text, "0.2.0");
        assert!(matches!(
            outcome("## 0.2.0 - 2027-01-31\n"),
            Outcome::Passed
        ));
        assert!(matches!(
            outcome("## 0.2.0 - unreleased\n"),
            Outcome::Pending(_)
        ));
        for other in [
            "",
            "## 0.2.01 - 2027-01-31",
            "### 0.2.0 - 2027-01-31",
            "## 0.1.0 - unreleased",
        ] {
            assert!(matches!(outcome(other), Outcome::Failed(_)), "{other}");
        }
    }
}
