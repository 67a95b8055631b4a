//! The mutants that cargo-mutants lists, and a sample of them.

use super::build::Tree;
use crate::failure::Failure;
use crate::files;
use crate::process::output;
use serde_json::Value as Json;
use std::collections::{BTreeMap, HashSet};

/// A position in a file: line and column, both from 1.
pub(super) type Position = (usize, usize);

/// A change of the code that a test should notice.
#[derive(Debug, Clone)]
pub(super) struct Mutant {
    /// The name in the output of cargo-mutants, with file, line and column.
    pub(super) name: String,
    pub(super) package: String,
    pub(super) file: String,
    pub(super) genre: Genre,
    pub(super) replacement: String,
    pub(super) start: Position,
    pub(super) end: Position,
}

/// A kind of change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Genre {
    /// A function returns a constant.
    FnValue,
    /// An operator between two operands becomes another one.
    BinaryOperator,
    /// A negation is deleted.
    UnaryOperator,
    /// An arm of a `match` is deleted.
    MatchArm,
    /// The guard of an arm becomes a constant.
    MatchArmGuard,
    /// A change that has no switch.
    Other,
}

impl Mutant {
    fn parse(json: &Json) -> Option<Self> {
        let text = |key: &str| json[key].as_str().map(str::to_owned);
        let position = |end: &str| {
            let at = &json["span"][end];
            let number = |key: &str| usize::try_from(at[key].as_u64()?).ok();
            Some((number("line")?, number("column")?))
        };
        let returned = json["function"]["return_type"].as_str();
        let is_opaque = returned.is_some_and(|returned| returned.contains("impl "));
        Some(Self {
            name: text("name")?,
            package: text("package")?,
            file: text("file")?,
            genre: match json["genre"].as_str()? {
                // All values of an `impl Trait` have the same type, in switches as well.
                "FnValue" if is_opaque => Genre::Other,
                "FnValue" => Genre::FnValue,
                "BinaryOperator" => Genre::BinaryOperator,
                "UnaryOperator" => Genre::UnaryOperator,
                "MatchArm" => Genre::MatchArm,
                "MatchArmGuard" => Genre::MatchArmGuard,
                _ => Genre::Other,
            },
            replacement: text("replacement")?,
            start: position("start")?,
            end: position("end")?,
        })
    }

    /// Returns the folder of the code, such as `runtime/codec` or `codegen/src`.
    pub(super) fn folder(&self) -> &str {
        let ends = self.file.match_indices('/').map(|(end, _)| end);
        ends.take(2)
            .last()
            .map_or(&self.file, |end| &self.file[..end])
    }

    /// Returns a number that orders mutants at random. The same mutant has the same number in
    /// every version of the code.
    fn rank(&self, seed: u64) -> u64 {
        // FNV-1a has weak high bits, so the first half of splitmix64's finalizer mixes the hash.
        let hash = self
            .name
            .bytes()
            .fold(seed ^ 0xcbf2_9ce4_8422_2325, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
        let hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        hash ^ (hash >> 27)
    }
}

/// Returns all mutants in a tree of the library, the generator and the derive.
pub(super) fn all(tree: &Tree) -> Result<Vec<Mutant>, Failure> {
    let path = tree.file("mutants.json");
    if !path.exists() {
        let packages = "-p gdvariant -p gdvariant-codegen -p gdvariant-derive";
        let mut command = tree.cargo(&format!("mutants --list --json {packages}"));
        files::write(&path, output(&mut command)?)?;
    }
    let listed: Vec<Json> = serde_json::from_str(&files::read(&path)?)
        .map_err(|error| Failure::new(format!("cargo mutants: {error}")))?;
    let mut names = HashSet::new();
    let mutants = listed.iter().filter_map(Mutant::parse);
    Ok(mutants
        .filter(|mutant| names.insert(mutant.name.clone()))
        .collect())
}

/// Draws about `count` mutants, from each folder in proportion to its number of mutants.
pub(super) fn sample(all: &[Mutant], seed: u64, count: usize) -> Vec<Mutant> {
    let mut folders: BTreeMap<&str, Vec<&Mutant>> = BTreeMap::new();
    for mutant in all {
        folders.entry(mutant.folder()).or_default().push(mutant);
    }
    let mut sample = Vec::new();
    for (_, mut mutants) in folders {
        let share = (mutants.len() * count).div_ceil(all.len());
        mutants.sort_by_key(|mutant| mutant.rank(seed));
        sample.extend(mutants.into_iter().take(share).cloned());
    }
    sample
}
