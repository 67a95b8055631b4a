//! Builds the Debian package of the program.

use super::archive;
use crate::failure::Failure;
use crate::files;
use crate::process::{output, program, run};
use crate::workspace::{Package, root};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The Debian revision of the package.
const REVISION: &str = "1";

/// Paths in the folder of the program, and in the Debian package.
const PLACES: [(&str, &str); 7] = [
    ("gdvariant", "usr/bin/gdvariant"),
    (
        "completions/gdvariant.bash",
        "usr/share/bash-completion/completions/gdvariant",
    ),
    (
        "completions/gdvariant.fish",
        "usr/share/fish/vendor_completions.d/gdvariant.fish",
    ),
    (
        "completions/_gdvariant",
        "usr/share/zsh/vendor-completions/_gdvariant",
    ),
    ("README.md", "usr/share/doc/gdvariant/README.md"),
    (
        "LICENSES-DEPENDENCIES.txt",
        "usr/share/doc/gdvariant/LICENSES-DEPENDENCIES.txt",
    ),
    ("CHANGELOG.md", "usr/share/doc/gdvariant/changelog"),
];

/// Builds the package from the folder of the program.
pub(super) fn build(
    package: &Package,
    tree: &Path,
    staging: &Path,
    folder: &Path,
) -> Result<(), Failure> {
    let architecture = output(program("dpkg").arg("--print-architecture"))?;
    let name = format!(
        "gdvariant_{}-{REVISION}_{}.deb",
        package.version,
        architecture.trim()
    );
    let debian = staging.join("debian");
    for (from, to) in PLACES {
        files::copy(&tree.join(from), &debian.join(to))?;
    }
    let documents = debian.join("usr/share/doc/gdvariant");
    files::write(&documents.join("copyright"), copyright(package)?)?;
    files::write(&documents.join("changelog.Debian"), changelog(package)?)?;
    let manual = debian.join("usr/share/man/man1");
    for page in files::files(&tree.join("man"))? {
        files::copy(&page, &manual.join(page.file_name().expect("a file")))?;
    }
    let mut compress = program("gzip");
    compress
        .args(["--best", "--no-name", "--recursive"])
        .arg(manual);
    run(compress.args(["changelog", "changelog.Debian"].map(|name| documents.join(name))))?;
    let files = files::files(&debian)?;
    let relative = files
        .iter()
        .filter_map(|file| file.strip_prefix(&debian).ok());
    let sums = output(program("md5sum").current_dir(&debian).args(relative))?;
    let control = control(package, architecture.trim(), &debian)?;
    files::write(&debian.join("DEBIAN/md5sums"), sums)?;
    files::write(&debian.join("DEBIAN/control"), control)?;
    archive::publish_modes(&debian)?;
    let mut build = program("dpkg-deb");
    build.env("SOURCE_DATE_EPOCH", archive::commit_time()?);
    build.args(["--root-owner-group", "--build"]);
    run(build.arg(&debian).arg(folder.join(name)))
}

/// Returns the control file, with fields from the manifest of the program.
fn control(package: &Package, architecture: &str, debian: &Path) -> Result<String, Failure> {
    let mut size = 0;
    for file in files::files(debian)? {
        let metadata = fs::metadata(&file).map_err(|error| Failure::at(&file, &error))?;
        size += metadata.len().div_ceil(1024);
    }
    let details = paragraph(package.debian("extended-description")?);
    let Package {
        version,
        description,
        repository,
        ..
    } = package;
    Ok(format!(
        "Package: gdvariant\nVersion: {version}-{REVISION}\nArchitecture: {architecture}\nMaintainer: {}\nInstalled-Size: {size}\nDepends: {}\nSection: {}\nPriority: optional\nHomepage: {repository}\nDescription: {description}\n{details}",
        package.debian("maintainer")?,
        depends(&debian.join("usr/bin/gdvariant"))?,
        package.debian("section")?,
    ))
}

/// Returns the Debian packages of the libraries that the program links to.
fn depends(binary: &Path) -> Result<String, Failure> {
    depends_of(&output(
        program("objdump").arg("--private-headers").arg(binary),
    )?)
}

fn depends_of(headers: &str) -> Result<String, Failure> {
    let words = headers.split_whitespace();
    let versions = words.filter_map(|word| word.strip_prefix("GLIBC_2."));
    let newest = versions.filter_map(|minor| minor.parse::<u32>().ok()).max();
    let newest = newest.ok_or_else(|| {
        Failure::new("the program names no version of glibc; build it for a target with glibc")
    })?;
    let mut packages = vec![format!("libc6 (>= 2.{newest})")];
    let libraries = headers
        .lines()
        .filter_map(|line| line.trim().strip_prefix("NEEDED"));
    for library in libraries.map(str::trim) {
        let is_libc = |start: &&str| library.starts_with(start);
        if library == "libgcc_s.so.1" {
            packages.push("libgcc-s1".to_owned());
        } else if !["libc.so", "libm.so", "ld-linux"].iter().any(is_libc) {
            return Err(Failure::new(format!(
                "the program needs {library}; add its package to xtask/src/release/debian.rs"
            )));
        }
    }
    Ok(packages.join(", "))
}

/// Returns the licence in Debian's machine-readable format.
fn copyright(package: &Package) -> Result<String, Failure> {
    let read = |name| {
        let path = root().join(name);
        fs::read_to_string(&path).map_err(|error| Failure::at(&path, &error))
    };
    Ok(format!(
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: gdvariant
Source: {}
Comment:
{} .
 LICENSES-DEPENDENCIES.txt in this folder has the licences of the crates in the program.

Files: *
Copyright: the gdvariant contributors
License: MIT or Apache-2.0

License: MIT or Apache-2.0
{} .
 On Debian systems, /usr/share/common-licenses/Apache-2.0 has the text of Apache-2.0.
",
        package.repository,
        paragraph(&read("NOTICE")?),
        paragraph(&read("LICENSE-MIT")?),
    ))
}

/// Formats text as the lines of a field: indented, with a dot for each empty line.
fn paragraph(text: &str) -> String {
    let mut lines = String::new();
    for line in text.trim().lines() {
        let line = if line.is_empty() { "." } else { line };
        let _ = writeln!(lines, " {line}");
    }
    lines
}

fn changelog(package: &Package) -> Result<String, Failure> {
    let time = format!("--date=@{}", archive::commit_time()?);
    let date = output(program("date").args(["--utc", "--rfc-email", &time]))?;
    Ok(format!(
        "gdvariant ({}-{REVISION}) unstable; urgency=medium\n\n  * New version; changelog.gz lists the changes.\n\n -- {}  {date}",
        package.version,
        package.debian("maintainer")?
    ))
}

#[cfg(test)]
mod tests {
    use super::depends_of;

    const HEADERS: &str = "Dynamic Section:\n  NEEDED               libgcc_s.so.1\n  NEEDED               libc.so.6\n\nVersion References:\n  required from libc.so.6:\n    0x069691b4 0x00 13 GLIBC_2.34\n    0x09691974 0x00 12 GLIBC_2.3.4\n    0x06969189 0x00 07 GLIBC_2.29\n";

    #[test]
    fn depends_on_the_newest_glibc() {
        let depends = depends_of(HEADERS).expect("known libraries");
        assert_eq!(depends, "libc6 (>= 2.34), libgcc-s1");
    }

    #[test]
    fn rejects_unknown_libraries() {
        let headers = HEADERS.replace("libgcc_s.so.1", "libz.so.1");
        let failure = depends_of(&headers).expect_err("an unknown library");
        assert!(failure.to_string().contains("libz.so.1"), "{failure}");
    }
}
