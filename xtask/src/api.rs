//! Compares the public API of the library with `xtask/api.txt`.

use crate::files::write;
use crate::process::{cargo, is_available, output, program, run as run_command};
use crate::workspace::{Workspace, root};
use std::collections::BTreeSet;

/// The public API at the last update, one item per line.
const BASELINE: &str = "xtask/api.txt";

/// All layouts are generated alike, so one layout represents the others.
const FEATURES: &str = "godot4,std,inspect,derive,simd,bytemuck,serde,tokio,glam-034,mint";

/// Compares the public API with the baseline, or writes it to the baseline.
pub(crate) fn run(update: bool) -> Result<(), String> {
    if !is_available(&mut cargo("+nightly public-api --version")) {
        return Err("cargo-public-api: not found; install a nightly compiler, and `cargo install --locked cargo-public-api`".to_owned());
    }
    let current = current()?;
    if update {
        return write(&root().join(BASELINE), current);
    }
    let path = Workspace::load()?.target.join("api.txt");
    write(&path, current)?;
    let mut diff = program("git");
    diff.args(["--no-pager", "diff", "--no-index", "--unified=0", BASELINE])
        .arg(&path);
    run_command(&mut diff).map_err(|_| {
        format!(
            "the public API differs from {BASELINE}; review the lines above, describe them in CHANGELOG.md, and run `cargo xtask api --update`"
        )
    })
}

/// Returns the public items, without blanket, automatic and derived implementations.
fn current() -> Result<String, String> {
    let mut command = cargo("+nightly public-api --package gdvariant --color never");
    command.args(["--no-default-features", "--features", FEATURES]);
    let omitted = "blanket-impls,auto-trait-impls,auto-derived-impls";
    let items = output(command.args(["--omit", omitted]))?;
    Ok(summary(&items))
}

/// Removes duplicates, and the items of trait implementations, because the traits define them.
fn summary(items: &str) -> String {
    // The start of the paths of the items that follow the implementation of a trait.
    let mut implemented: Option<String> = None;
    let mut needed = BTreeSet::new();
    for item in items.lines() {
        if item.starts_with("impl") {
            let types = item.split_once(" for ").map(|(_, types)| types);
            let name = types.and_then(|types| types.split(" where ").next());
            implemented = name.map(|name| format!(" {name}::"));
        } else if implemented
            .as_ref()
            .is_some_and(|start| item.contains(start))
        {
            continue;
        }
        needed.insert(item);
    }
    let lines = needed.into_iter().flat_map(|item| [item, "\n"]);
    lines.collect()
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
