//! Runs the harness, and parses the counts in its summaries.

use crate::failure::Failure;
use gdvariant_benches::cargo::cargo;
use gdvariant_benches::counted::Case;
use serde_json::Value;
use std::collections::BTreeMap;

/// Counts the instructions of every case of a group. The keys are the names of the cases.
pub(crate) fn count(group: &str, cases: &[Case]) -> Result<BTreeMap<String, u64>, Failure> {
    let arguments = [
        "bench",
        "--package",
        "gdvariant-benches",
        "--bench",
        "instructions",
        "--",
    ];
    let output = cargo()
        .args(arguments)
        .args(["--output-format=json", "--parallel=auto"])
        .arg(format!("instructions::{group}::*"))
        .output()?;
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

/// Parses the index of the case and the number of instructions in a summary.
fn of_summary(line: &str) -> Option<(usize, u64)> {
    let summary: Value = serde_json::from_str(line).ok()?;
    let case = summary["id"]
        .as_str()?
        .strip_prefix("case_")?
        .parse()
        .ok()?;
    let count =
        summary["profiles"][0]["data"]["total"]["metrics"]["Ir"]["values"]["new"].as_u64()?;
    Some((case, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_have_an_index_and_a_count() {
        let values = r#"{"total":{"metrics":{"Ir":{"values":{"new":172285,"old":1}}}}}"#;
        let line = format!(r#"{{"id":"case_12","profiles":[{{"data":{values}}}]}}"#);
        assert_eq!(of_summary(&line), Some((12, 172_285)));
        assert_eq!(of_summary("{}"), None);
    }
}
