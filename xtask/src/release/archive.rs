//! Packs the archives of a release, whose bytes depend on the commit only.

use crate::failure::Failure;
use crate::process::{output, program, run};
use std::path::Path;

/// Returns the time of the commit in seconds since 1970: the modification time of released files.
pub(super) fn commit_time() -> Result<String, Failure> {
    let time = output(program("git").args(["log", "-1", "--format=%ct"]))?;
    Ok(time.trim().to_owned())
}

/// Makes the files of a folder readable for everyone, independently of the umask.
pub(super) fn publish_modes(folder: &Path) -> Result<(), Failure> {
    run(program("chmod")
        .args(["--recursive", "u=rwX,go=rX"])
        .arg(folder))
}

/// Packs a folder into a compressed archive whose paths start with the folder's name.
pub(super) fn pack(folder: &Path, archive: &Path) -> Result<(), Failure> {
    publish_modes(folder)?;
    let (parent, name) = (folder.parent(), folder.file_name());
    let (parent, name) = parent.zip(name).expect("a folder within the target folder");
    let mut tar = program("tar");
    tar.args([
        "--create",
        "--gzip",
        "--sort=name",
        "--owner=0",
        "--group=0",
    ]);
    tar.args(["--numeric-owner", &format!("--mtime=@{}", commit_time()?)]);
    run(tar
        .arg("--file")
        .arg(archive)
        .arg("--directory")
        .arg(parent)
        .arg(name))
}
