//! `cargo xtask release` checks a version and builds the files to publish. Nothing is uploaded: the
//! last steps are done by hand.

mod archive;
mod artifacts;
mod bom;
mod checks;
mod debian;
mod licences;

use crate::failure::Failure;
use crate::workspace::Workspace;
use checks::Outcome;
pub(crate) use checks::readmes;
use std::fmt::Write;

pub(crate) fn run(dry_run: bool) -> Result<(), Failure> {
    let workspace = Workspace::load()?;
    let mut failed = 0;
    let mut lines = Vec::new();
    for (name, check) in checks::CHECKS {
        eprintln!("== {name}");
        let line = match check(&workspace) {
            Outcome::Passed => format!("passed   {name}"),
            Outcome::Skipped(why) => format!("SKIPPED  {name}: {why}"),
            Outcome::Pending(why) if dry_run => format!("pending  {name}: {why}"),
            Outcome::Pending(why) | Outcome::Failed(why) => {
                failed += 1;
                format!("FAILED   {name}: {why}")
            }
        };
        lines.push(line);
    }
    println!("{}", lines.join("\n"));
    if failed > 0 {
        let plural = if failed == 1 { "" } else { "s" };
        return Err(Failure::new(format!(
            "{failed} check{plural} failed; no files were built"
        )));
    }
    let files = artifacts::build(&workspace)?;
    println!("\nBuilt in {}:", artifacts::folder(&workspace).display());
    for file in &files {
        println!("  {file}");
    }
    if !dry_run {
        print!("{}", steps(&workspace));
    }
    Ok(())
}

/// Returns the remaining manual steps.
fn steps(workspace: &Workspace) -> String {
    let program = workspace.program();
    let version = &program.version;
    let mut steps = vec![
        format!("git tag --annotate v{version} --message 'gdvariant {version}'"),
        format!("git push origin v{version}"),
    ];
    // Packages are published in the order of their dependencies.
    let publish = |name| format!("cargo publish --locked --package {name}");
    steps.extend(
        workspace
            .packages
            .iter()
            .map(|package| publish(&package.name)),
    );
    steps.push(format!(
        "add the archives, the Debian package, the bill of materials and SHA256SUMS to the release v{version} of {}",
        program.repository
    ));
    steps.extend(
        [
            ".ci/languages, which tests the Python package, the npm package and the editor",
            "`maturin publish` in python/, on each system that gets a wheel",
            "`./build.sh && npm publish` in js/",
            "publish the content of the site's archive, with the editor: `cargo xtask site --editor FILE`",
        ]
        .map(str::to_owned),
    );
    steps.push("raise the version in Cargo.toml, and add its section to CHANGELOG.md".to_owned());
    let mut text =
        "\nNothing was published. The remaining steps are yours, in this order:\n".to_owned();
    for (step, number) in steps.iter().zip(1..) {
        let _ = writeln!(text, "  {number}. {step}");
    }
    text
}
