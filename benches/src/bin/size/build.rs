//! Builds the programs, and measures their sizes.

use crate::sources::PROGRAMS;
use gdvariant_benches::Failure;
use gdvariant_benches::cargo::{cargo, library, write_crate};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::Path;
use std::process::Command;
use std::{env, fs};
use tempfile::TempDir;

const WASM: &str = "wasm32-unknown-unknown";

/// The other profile is `release`, with the defaults of Cargo.
const PROFILES: &str = "\n[profile.small]\ninherits = 'release'\nopt-level = 'z'\nlto = true\ncodegen-units = 1\npanic = 'abort'\n";

/// The sizes of all programs for a target and a profile.
pub(crate) struct Build {
    pub(crate) title: &'static str,
    /// The sizes by program, or the reason why they are missing.
    pub(crate) sizes: Result<HashMap<&'static str, u64>, String>,
    /// The sizes of the functions and constants of each program, by name; empty for modules.
    symbols: HashMap<&'static str, HashMap<String, u64>>,
}

/// Builds all programs for both targets and profiles.
pub(crate) fn measure() -> Result<Vec<Build>, Failure> {
    let folder = TempDir::new()?;
    let dependencies = library(&["godot3"])
        + "serde = { version = '1', features = ['derive'] }\nserde_json = '1'\n"
        + PROFILES;
    let sources: Vec<_> = PROGRAMS
        .iter()
        .map(|program| (format!("bin/{}.rs", program.name), program.source()))
        .collect();
    let sources: Vec<_> = sources
        .iter()
        .map(|(path, text)| (&**path, &**text))
        .collect();
    write_crate(folder.path(), &dependencies, &sources)?;
    [
        ("program, `release`", None, "release"),
        ("program, small", None, "small"),
        ("module, `release`", Some(WASM), "release"),
        ("module, small", Some(WASM), "small"),
    ]
    .into_iter()
    .map(|(title, target, profile)| build(folder.path(), title, target, profile))
    .collect()
}

fn build(
    folder: &Path,
    title: &'static str,
    target: Option<&str>,
    profile: &str,
) -> Result<Build, Failure> {
    let mut build = Build {
        title,
        sizes: Ok(HashMap::new()),
        symbols: HashMap::new(),
    };
    if let Some(target) = target.filter(|target| !is_installed(target)) {
        build.sizes = Err(format!(
            "not measured: the target {target} is not installed"
        ));
        return Ok(build);
    }
    eprintln!("building: {title}");
    let output = folder.join("target");
    let mut command = cargo();
    command.current_dir(folder).env("CARGO_TARGET_DIR", &output);
    command.args([
        "build",
        "--offline",
        "--quiet",
        "--bins",
        "--profile",
        profile,
    ]);
    if let Some(target) = target {
        command.args(["--target", target, "--config"]);
        command.arg(format!("profile.{profile}.strip = true"));
    }
    let result = command.output()?;
    if !result.status.success() {
        return Err(String::from_utf8_lossy(&result.stderr).into());
    }
    let results = target
        .map_or(output.clone(), |target| output.join(target))
        .join(profile);
    let mut sizes = HashMap::new();
    for program in &PROGRAMS {
        let mut file = results.join(program.name);
        if target.is_some() {
            file.set_extension("wasm");
        } else {
            build.symbols.insert(program.name, symbols(&file)?);
            run(Command::new("strip").arg(&file))?;
        }
        sizes.insert(program.name, fs::metadata(&file)?.len());
    }
    build.sizes = Ok(sizes);
    Ok(build)
}

/// Returns whether the standard library of a target is installed.
fn is_installed(target: &str) -> bool {
    let rustc = env::var_os("RUSTC").unwrap_or("rustc".into());
    let folder = run(Command::new(rustc).args(["--print", "target-libdir", "--target", target]));
    folder.is_ok_and(|folder| Path::new(folder.trim()).exists())
}

fn symbols(file: &Path) -> Result<HashMap<String, u64>, Failure> {
    let arguments = ["--print-size", "--demangle", "--radix=d"];
    let text = run(Command::new("nm").args(arguments).arg(file))?;
    let mut symbols = HashMap::new();
    for (name, size) in text.lines().filter_map(symbol) {
        *symbols.entry(name).or_default() += size;
    }
    Ok(symbols)
}

/// Parses a line of nm: the address, the size, the kind and the name.
fn symbol(line: &str) -> Option<(String, u64)> {
    let mut fields = line.splitn(4, ' ').skip(1);
    let size = fields.next()?.parse().ok()?;
    // Zeroed memory takes no space in the file.
    let is_stored = !matches!(fields.next()?, "b" | "B");
    let name = fields.next()?;
    // The compiler numbers constants without a name.
    let name = if name.starts_with("anon.") {
        "constants without a name"
    } else {
        name
    };
    is_stored.then(|| (name.to_owned(), size))
}

fn run(command: &mut Command) -> Result<String, Failure> {
    let output = command.output()?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into())
    }
}

impl Build {
    /// Returns the functions and constants that a program adds to another program, with the bytes
    /// that they add, from the largest.
    pub(crate) fn added(&self, program: &str, base: &str) -> Vec<(&str, u64)> {
        let base = self.symbols.get(base);
        let size_in_base = |name| base.and_then(|base| base.get(name)).copied();
        let added = self.symbols.get(program).into_iter().flatten();
        let added = added.map(|(name, &size)| {
            (
                &**name,
                size.saturating_sub(size_in_base(name).unwrap_or(0)),
            )
        });
        let mut added: Vec<_> = added.filter(|(_, size)| *size > 0).collect();
        added.sort_by_key(|&(name, size)| (Reverse(size), name));
        added
    }
}

#[cfg(test)]
mod tests {
    use super::symbol;

    #[test]
    fn symbols_have_a_size_and_a_name() {
        let of = |line| symbol(line).map(|(name, size)| (size, name));
        let line = "0000000000345678 0000000000001234 t core::fmt::write <T as U>";
        assert_eq!(of(line), Some((1234, "core::fmt::write <T as U>".into())));
        let line = "0000000000345678 0000000000000096 r anon.1a2b.3.llvm.4";
        assert_eq!(of(line), Some((96, "constants without a name".into())));
        assert_eq!(of("0000000000345678 0000000000001234 b ZEROS"), None);
        assert_eq!(of(""), None);
    }
}
