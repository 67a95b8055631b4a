//! Runs the harness, and parses the counts in its summaries.

use gdvariant_benches::Failure;
use gdvariant_benches::cargo::cargo;
use gdvariant_benches::counted::Case;
use serde_json::Value;
use std::collections::BTreeMap;

/// The counts of a call. The cache is simulated, so the counts do not depend on the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) instructions: u64,
    /// Reads and writes of data that miss the first-level cache.
    pub(crate) first_level_misses: u64,
    /// Reads and writes of data that miss the last-level cache.
    pub(crate) last_level_misses: u64,
}

/// Counts the instructions of every case. The keys are the names of the cases.
pub(crate) fn count(cases: &[Case]) -> Result<BTreeMap<String, Counts>, Failure> {
    let arguments = "bench --package gdvariant-benches --bench instructions -- --output-format=json --parallel=auto";
    let output = cargo().args(arguments.split(' ')).output()?;
    if !output.status.success() {
        let log = String::from_utf8_lossy(&output.stderr);
        return Err(format!(
            "{log}\nthe harness failed; install valgrind, and gungraun-runner in the version of Cargo.lock"
        )
        .into());
    }
    let mut counts = BTreeMap::new();
    for line in String::from_utf8(output.stdout)?.lines() {
        let (case, count) = of_summary(line)
            .ok_or_else(|| format!("expected a summary with a count, found {line}"))?;
        counts.insert(
            cases
                .get(case)
                .ok_or("found the count of an unknown case")?
                .name(),
            count,
        );
    }
    if counts.len() == cases.len() {
        Ok(counts)
    } else {
        Err("the count of a case is missing".into())
    }
}

/// Parses the index of the case and the counts in a summary.
fn of_summary(line: &str) -> Option<(usize, Counts)> {
    let summary: Value = serde_json::from_str(line).ok()?;
    let case = summary["id"]
        .as_str()?
        .strip_prefix("case_")?
        .parse()
        .ok()?;
    let metrics = &summary["profiles"][0]["data"]["total"]["metrics"];
    let metric = |name| metrics[name]["values"]["new"].as_u64();
    let counts = Counts {
        instructions: metric("Ir")?,
        first_level_misses: metric("D1mr")? + metric("D1mw")?,
        last_level_misses: metric("DLmr")? + metric("DLmw")?,
    };
    Some((case, counts))
}

#[cfg(test)]
mod tests {
    use super::{Counts, of_summary};

    #[test]
    fn summaries_have_an_index_and_counts() {
        let metrics = [
            ("Ir", 172_285),
            ("D1mr", 1),
            ("D1mw", 2),
            ("DLmr", 4),
            ("DLmw", 8),
        ]
        .map(|(name, count)| format!(r#""{name}":{{"values":{{"new":{count},"old":1}}}}"#));
        let metrics = metrics.join(",");
        let line = format!(
            r#"{{"id":"case_12","profiles":[{{"data":{{"total":{{"metrics":{{{metrics}}}}}}}}}]}}"#
        );
        let counts = Counts {
            instructions: 172_285,
            first_level_misses: 3,
            last_level_misses: 12,
        };
        assert_eq!(of_summary(&line), Some((12, counts)));
        assert_eq!(of_summary("{}"), None);
    }
}
