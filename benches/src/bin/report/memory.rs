//! Measures the allocations of calls with the program `memory`.

use crate::failure::Failure;
use gdvariant_benches::cargo::cargo;
use std::collections::HashMap;

/// The allocations of a call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Memory {
    pub(crate) allocations: u64,
    /// The peak memory, in bytes.
    pub(crate) peak: u64,
}

/// Measures the allocations of each contestant, by the names of its payload and method.
pub(crate) fn measure() -> Result<HashMap<(String, String), Memory>, Failure> {
    let output = cargo()
        .args([
            "run",
            "--release",
            "--quiet",
            "--package",
            "gdvariant-benches",
            "--bin",
            "memory",
        ])
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    String::from_utf8(output.stdout)?
        .lines()
        .map(of_line)
        .collect()
}

fn of_line(line: &str) -> Result<((String, String), Memory), Failure> {
    let fields: Vec<_> = line.split('\t').collect();
    let [payload, method, allocations, peak] = fields[..] else {
        return Err(format!("expected 4 fields, found {line:?}").into());
    };
    Ok((
        (payload.into(), method.into()),
        Memory {
            allocations: allocations.parse()?,
            peak: peak.parse()?,
        },
    ))
}
