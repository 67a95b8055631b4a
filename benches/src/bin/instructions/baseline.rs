//! The baseline file: a line for each call, and the compiler of the counted code.

use gdvariant_benches::Failure;
use gdvariant_benches::cargo::workspace;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

const COMPILER: &str = "# Counted with ";

/// The command that writes the baseline.
pub(crate) const RECORD: &str =
    "cargo run --release -p gdvariant-benches --bin instructions -- --record";

/// The number of instructions of each call, and the compiler of the counted code.
#[derive(Debug, PartialEq)]
pub(crate) struct Baseline {
    pub(crate) compiler: String,
    pub(crate) counts: BTreeMap<String, u64>,
}

impl Baseline {
    /// Reads the baseline of the repository.
    pub(crate) fn read() -> Result<Self, Failure> {
        Self::parse(&fs::read_to_string(path())?)
    }

    fn parse(text: &str) -> Result<Self, Failure> {
        let mut baseline = Self {
            compiler: String::new(),
            counts: BTreeMap::new(),
        };
        for line in text.lines() {
            if let Some(compiler) = line.strip_prefix(COMPILER) {
                compiler.clone_into(&mut baseline.compiler);
            } else if !line.starts_with('#') {
                let (count, name) = line
                    .trim_start()
                    .split_once(' ')
                    .ok_or_else(|| format!("expected a count and a name, found {line:?}"))?;
                baseline.counts.insert(name.to_owned(), count.parse()?);
            }
        }
        Ok(baseline)
    }

    /// Replaces the baseline of the repository.
    pub(crate) fn write(&self) -> Result<(), Failure> {
        Ok(fs::write(path(), self.text())?)
    }

    fn text(&self) -> String {
        let mut text = format!(
            "# The instructions of each call, after a first call that allocated the buffers. Written by\n#   {RECORD}\n"
        );
        let _ = writeln!(text, "{COMPILER}{}", self.compiler);
        for (name, count) in &self.counts {
            let _ = writeln!(text, "{count:>9} {name}");
        }
        text
    }
}

fn path() -> PathBuf {
    workspace().join("benches/instructions.txt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        let counts = [
            ("a/decode derive, owned".to_owned(), 7),
            ("b/skip".to_owned(), 1_234_567_890),
        ];
        let baseline = Baseline {
            compiler: "rustc 1".into(),
            counts: counts.into(),
        };
        assert_eq!(
            Baseline::parse(&baseline.text()).expect("a baseline"),
            baseline
        );
    }

    #[test]
    fn the_baseline_has_all_cases() {
        let baseline = Baseline::read().expect("a baseline");
        let cases: Vec<_> = gdvariant_benches::counted::cases()
            .into_iter()
            .map(|case| case.name())
            .collect();
        assert_eq!(baseline.counts.len(), cases.len());
        assert!(cases.iter().all(|name| baseline.counts.contains_key(name)));
    }
}
