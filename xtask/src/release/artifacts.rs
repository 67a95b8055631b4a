//! Builds the files of a release.

use super::{archive, bom, debian, licences};
use crate::failure::Failure;
use crate::process::{cargo, output, program, run};
use crate::workspace::{Workspace, root};
use crate::{files, site, tasks};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The shells, and the names of the files with their completions.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "gdvariant.bash"),
    ("elvish", "gdvariant.elv"),
    ("fish", "gdvariant.fish"),
    ("powershell", "gdvariant.ps1"),
    ("zsh", "_gdvariant"),
];

/// The documents in every archive of the program.
const DOCUMENTS: [&str; 4] = ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "NOTICE"];

/// Returns the folder of the released files.
pub(super) fn folder(workspace: &Workspace) -> PathBuf {
    workspace.target.join("dist")
}

/// Builds the released files, and returns their names.
pub(super) fn build(workspace: &Workspace) -> Result<Vec<String>, Failure> {
    let folder = folder(workspace);
    files::create_empty(&folder)?;
    // The contents of the archives, kept for inspection.
    let staging = workspace.target.join("staging");
    files::create_empty(&staging)?;
    crates(workspace, &folder)?;
    let version = &workspace.program().version;
    let host = host()?;
    let tree = staging.join(format!("gdvariant-{version}-{host}"));
    program_tree(workspace, &host, &tree)?;
    pack(&tree, &folder)?;
    let materials = bom::of_program(workspace.program(), &host)?;
    let name = format!("gdvariant-{version}-{host}.cdx.json");
    files::write(&folder.join(name), materials)?;
    debian::build(workspace.program(), &tree, &staging, &folder)?;
    let site = staging.join(format!("gdvariant-{version}-site"));
    site::build(&site, None)?;
    pack(&site, &folder)?;
    checksums(&folder)
}

/// Returns the platform of the compiler, such as `x86_64-unknown-linux-gnu`.
fn host() -> Result<String, Failure> {
    let version = output(program("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.filter(|host| host.contains("linux"));
    let not_linux = || Failure::new("the compiler is not for Linux; build the release on Linux");
    host.map(str::to_owned).ok_or_else(not_linux)
}

/// Copies the packages into the folder.
fn crates(workspace: &Workspace, folder: &Path) -> Result<(), Failure> {
    let packaged = tasks::packages()?;
    for package in &workspace.packages {
        let name = format!("{}-{}.crate", package.name, package.version);
        files::copy(&packaged.join(&name), &folder.join(&name))?;
    }
    Ok(())
}

/// Writes the program with its completions, manual pages and licences.
fn program_tree(workspace: &Workspace, host: &str, tree: &Path) -> Result<(), Failure> {
    let mut build = cargo("build --release --locked --package gdvariant-cli");
    run(build.env("CARGO_ENCODED_RUSTFLAGS", remapped_paths()))?;
    let binary = tree.join("gdvariant");
    files::copy(&workspace.target.join("release/gdvariant"), &binary)?;
    run(program("strip").arg(&binary))?;
    for document in DOCUMENTS {
        files::copy(&root().join(document), &tree.join(document))?;
    }
    files::copy(&root().join("cli/README.md"), &tree.join("README.md"))?;
    let licences = licences::of_dependencies(host)?;
    files::write(&tree.join("LICENSES-DEPENDENCIES.txt"), licences)?;
    let gdvariant = binary.display().to_string();
    for (shell, name) in COMPLETIONS {
        let script = output(program(&gdvariant).args(["completions", shell]))?;
        files::write(&tree.join("completions").join(name), script)?;
    }
    let man = tree.join("man");
    fs::create_dir_all(&man).map_err(|error| Failure::at(&man, &error))?;
    run(program(&gdvariant).args(["man", "--out"]).arg(&man))
}

/// Returns compiler flags that keep the paths of this machine out of the program.
fn remapped_paths() -> String {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    let remapped = home.map(|home| (home.join("registry/src"), "registry"));
    let remapped = remapped
        .into_iter()
        .chain([(root().to_owned(), "gdvariant")]);
    let flags = remapped.map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display()));
    flags.collect::<Vec<_>>().join("\x1f")
}

/// Packs a folder into an archive of the same name.
fn pack(tree: &Path, folder: &Path) -> Result<(), Failure> {
    let name = tree.file_name().expect("a folder").display();
    archive::pack(tree, &folder.join(format!("{name}.tar.gz")))
}

/// Writes `SHA256SUMS`, and returns the names of all files.
fn checksums(folder: &Path) -> Result<Vec<String>, Failure> {
    let paths = files::files(folder)?;
    let names = paths.iter().filter_map(|path| path.file_name()?.to_str());
    let mut names: Vec<String> = names.map(str::to_owned).collect();
    let sums = output(program("sha256sum").current_dir(folder).args(&names))?;
    files::write(&folder.join("SHA256SUMS"), sums)?;
    names.push("SHA256SUMS".to_owned());
    Ok(names)
}
