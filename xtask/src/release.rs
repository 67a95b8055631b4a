//! `cargo xtask release` checks a version and builds the files to publish, with `.ci/release`.
//! Nothing is uploaded.

use crate::files::read;
use crate::process::{cargo, output, program, run as run_command};
use crate::tasks;
use crate::workspace::{Package, VERSION, Workspace, root};
use pulldown_cmark::{Event, Parser, Tag};
use std::collections::BTreeSet;

/// Whether a check that fails ends a dry run as well.
#[derive(PartialEq, Eq)]
enum Stage {
    /// A dry run only reports the failure.
    Final,
    Always,
}

type Check = fn(&Workspace) -> Result<(), String>;

/// The names and functions of the checks; fast checks are first. `.ci/release` checks the packages
/// and the links of their READMEs.
const CHECKS: [(&str, Stage, Check); 7] = [
    ("committed changes", Stage::Final, |_| committed()),
    ("one version", Stage::Always, one_version),
    ("addresses", Stage::Final, |_| addresses()),
    ("changelog", Stage::Always, |_| section().map(drop)),
    ("date in the changelog", Stage::Final, |_| dated()),
    ("lock files", Stage::Always, |_| lock_files()),
    ("documentation", Stage::Always, |_| tasks::rustdoc()),
];

pub(crate) fn run(dry_run: bool) -> Result<(), String> {
    let workspace = Workspace::load()?;
    let mut failed = 0;
    let mut lines = Vec::new();
    for (name, stage, check) in CHECKS {
        eprintln!("== {name}");
        lines.push(match check(&workspace) {
            Ok(()) => format!("passed   {name}"),
            Err(why) if dry_run && stage == Stage::Final => format!("pending  {name}: {why}"),
            Err(why) => {
                failed += 1;
                format!("FAILED   {name}: {why}")
            }
        });
    }
    println!("{}", lines.join("\n"));
    if failed > 0 {
        let plural = if failed == 1 { "" } else { "s" };
        return Err(format!(
            "{failed} check{plural} failed; no files were built"
        ));
    }
    run_command(&mut program(".ci/release"))
}

fn committed() -> Result<(), String> {
    let changes = output(program("git").args(["status", "--porcelain"]))?;
    if changes.is_empty() {
        return Ok(());
    }
    Err("the tree has changes; commit them".to_owned())
}

/// The manifests of the packages for other languages and of the editor, which are outside the
/// workspace.
const PACKAGES: [&str; 3] = [
    "apps/python/Cargo.toml",
    "apps/js/Cargo.toml",
    "apps/editor/Cargo.toml",
];

fn one_version(workspace: &Workspace) -> Result<(), String> {
    for manifest in PACKAGES.into_iter().chain(["apps/js/package.json"]) {
        let text = read(&root().join(manifest))?;
        let stated = [
            format!("\nversion = \"{VERSION}\""),
            format!("\n  \"version\": \"{VERSION}\""),
        ];
        if !stated.iter().any(|stated| text.contains(stated)) {
            return Err(format!("{manifest} has another version; write {VERSION}"));
        }
    }
    for Package { name, version, .. } in &workspace.packages {
        if version != VERSION {
            return Err(format!(
                "{name} has version {version}; write `version.workspace = true` in its manifest"
            ));
        }
    }
    Ok(())
}

/// Finds placeholders for the addresses of the repository and of the maintainers.
fn addresses() -> Result<(), String> {
    for manifest in [
        "Cargo.toml",
        "apps/cli/Cargo.toml",
        "apps/python/pyproject.toml",
    ] {
        if read(&root().join(manifest))?.contains("example.com") {
            return Err(format!(
                "{manifest} has a placeholder; replace the address at example.com"
            ));
        }
    }
    Ok(())
}

/// Returns the date of the version's section in the changelog, or `unreleased`.
fn section() -> Result<String, String> {
    let text = read(&root().join("CHANGELOG.md"))?;
    date(&text, VERSION)
        .map(str::to_owned)
        .ok_or_else(|| format!("CHANGELOG.md: missing section; add `## {VERSION} - unreleased`"))
}

/// Returns the date in the heading of a version, such as `## 0.1.0 - 2026-12-24`.
fn date<'a>(changelog: &'a str, version: &str) -> Option<&'a str> {
    changelog.lines().find_map(|line| {
        let heading = line.strip_prefix("## ")?;
        heading.strip_prefix(version)?.strip_prefix(" - ")
    })
}

fn dated() -> Result<(), String> {
    if section()? != "unreleased" {
        return Ok(());
    }
    Err("CHANGELOG.md: the version is `unreleased`; write the date of the release there".to_owned())
}

fn lock_files() -> Result<(), String> {
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml"]
        .into_iter()
        .chain(PACKAGES)
    {
        let mut metadata = cargo("metadata --format-version 1 --locked --manifest-path");
        if output(metadata.arg(manifest)).is_err() {
            return Err(format!(
                "the lock file of {manifest} is stale; run `cargo update --workspace --manifest-path {manifest}`"
            ));
        }
    }
    Ok(())
}

/// Checks that each package contains the files that its README links to.
pub(crate) fn readmes(workspace: &Workspace) -> Result<(), String> {
    for package in workspace.packages.iter().filter(|it| it.is_published) {
        readme(package)?;
    }
    Ok(())
}

/// Checks that a package contains the files that its README links to.
fn readme(package: &Package) -> Result<(), String> {
    let Package { name, readme, .. } = package;
    let Some(path) = readme else {
        return Err(format!("{name}: missing README.md; add one"));
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
    Err(format!(
        "{name}: README.md links to {}, which the package lacks; add them to `include` in its manifest",
        missing.join(", ")
    ))
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

#[cfg(test)]
mod tests {
    use super::{date, links};

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
    fn finds_the_section_of_the_version() {
        let date = |text| date(text, "0.2.0");
        assert_eq!(date("## 0.2.0 - 2027-01-31\n"), Some("2027-01-31"));
        assert_eq!(date("## 0.2.0 - unreleased\n"), Some("unreleased"));
        for other in [
            "",
            "## 0.2.01 - 2027-01-31",
            "### 0.2.0 - 2027-01-31",
            "## 0.1.0 - unreleased",
        ] {
            assert_eq!(date(other), None, "{other}");
        }
    }
}
