//! Compares the public API of the library with `xtask/api.txt`.

use crate::failure::Failure;
use crate::process::{cargo, is_available, output};
use crate::workspace::root;
use std::collections::BTreeSet;
use std::fs;

/// The public API at the last update, one item per line.
const BASELINE: &str = "xtask/api.txt";

/// All layouts are generated alike, so one layout represents the others.
const FEATURES: &str =
    "godot4,std,tools,derive,simd,bytemuck,serde,bytes,tokio,compressed,encrypted,glam-034,mint";

/// Returns whether cargo-public-api and a nightly compiler are installed.
pub(crate) fn is_checkable() -> bool {
    is_available(&mut cargo("+nightly public-api --version"))
}

pub(crate) fn run(update: bool) -> Result<(), Failure> {
    if !is_checkable() {
        return Err(Failure::new(
            "cargo-public-api: not found; install a nightly compiler, and `cargo install --locked cargo-public-api`",
        ));
    }
    if !update {
        return check();
    }
    let path = root().join(BASELINE);
    fs::write(&path, current()?).map_err(|error| Failure::at(&path, &error))
}

/// Compares the public API with the baseline, and prints each difference.
pub(crate) fn check() -> Result<(), Failure> {
    let path = root().join(BASELINE);
    let baseline = fs::read_to_string(&path).map_err(|error| Failure::at(&path, &error))?;
    let current = current()?;
    let (before, now): (BTreeSet<&str>, BTreeSet<&str>) =
        (baseline.lines().collect(), current.lines().collect());
    if before == now {
        return Ok(());
    }
    for item in before.difference(&now) {
        println!("- {item}");
    }
    for item in now.difference(&before) {
        println!("+ {item}");
    }
    Err(Failure::new(format!(
        "the public API differs from {BASELINE}; review the lines above, describe them in CHANGELOG.md, and run `cargo xtask api --update`"
    )))
}

/// Returns the public items, without blanket, automatic and derived implementations.
fn current() -> Result<String, Failure> {
    let mut command = cargo("+nightly public-api --package gdvariant --color never");
    command.args(["--no-default-features", "--features", FEATURES]);
    let omitted = "blanket-impls,auto-trait-impls,auto-derived-impls";
    let items = output(command.args(["--omit", omitted]))?;
    Ok(summary(&items))
}

/// Removes duplicates, and the items of trait implementations, because the traits define them.
fn summary(items: &str) -> String {
    let mut is_in_trait = false;
    let is_needed = |item: &&str| {
        if item.starts_with("impl") {
            is_in_trait = item.contains(" for ");
        } else if !is_associated(item) {
            is_in_trait = false;
        }
        !is_in_trait || item.starts_with("impl")
    };
    let items: BTreeSet<&str> = items.lines().filter(is_needed).collect();
    let lines = items.into_iter().flat_map(|item| [item, "\n"]);
    lines.collect()
}

/// Returns whether an item is a function, type or constant of a type rather than of a module.
fn is_associated(item: &str) -> bool {
    let item = item.strip_prefix("pub ").unwrap_or(item);
    let item = ["const ", "unsafe "].iter().fold(item, |item, word| {
        let rest = item.strip_prefix(word);
        rest.filter(|rest| rest.starts_with("fn ")).unwrap_or(item)
    });
    let Some((keyword, path)) = item.split_once(' ') else {
        return false;
    };
    let is_lowercase = |name: &str| {
        !name.contains(|c: char| !(c.is_ascii_lowercase() || "0123456789_".contains(c)))
    };
    let path = path.split(['(', '<', ' ']).next().unwrap_or(path);
    let (parent, name) = path
        .trim_end_matches(':')
        .rsplit_once("::")
        .unwrap_or(("?", path));
    let is_in_module = parent.starts_with("gdvariant") && parent.split("::").all(is_lowercase);
    match keyword {
        "fn" => !is_in_module || !is_lowercase(name),
        "type" | "const" => !is_in_module,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::summary;

    #[test]
    fn omits_the_items_of_traits() {
        let items = "pub struct gdvariant::Part
impl gdvariant::Part
pub const fn gdvariant::Part::new() -> Self
impl core::clone::Clone for gdvariant::Part
pub fn gdvariant::Part::clone(&self) -> Self
impl gdvariant::Encode for bool
pub const bool::SIZE: usize
pub fn bool::encode(&self)
pub fn gdvariant::b::encode<T>(T)
impl gdvariant::Encode for [u8]
pub const gdvariant::LIMIT: usize
";
        let removed = ["clone(", "bool::"];
        let mut expected: Vec<&str> = items
            .lines()
            .filter(|item| !removed.iter().any(|word| item.contains(word)))
            .collect();
        expected.sort_unstable();
        assert_eq!(summary(items).lines().collect::<Vec<_>>(), expected);
    }
}
