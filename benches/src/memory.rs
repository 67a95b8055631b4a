//! Measures the allocations of calls with the program `memory`.

use crate::cargo::cargo;
use std::collections::HashMap;
use std::error::Error;

/// The allocations of a call.
#[derive(Debug, Clone, Copy)]
pub struct Memory {
    /// The number of allocations.
    pub allocations: u64,
    /// The peak memory, in bytes.
    pub peak: u64,
}

/// Measures the allocations of each contestant, by the names of its payload and method. With the
/// argument `--growth MIB`, the names of payloads are lengths.
///
/// # Errors
///
/// Returns an error if the program fails.
pub fn measure(arguments: &[&str]) -> Result<HashMap<(String, String), Memory>, Box<dyn Error>> {
    let output = cargo()
        .args([
            "run",
            "--release",
            "--quiet",
            "--package",
            "gdvariant-benches",
            "--bin",
            "memory",
            "--",
        ])
        .args(arguments)
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    String::from_utf8(output.stdout)?
        .lines()
        .map(of_line)
        .collect()
}

fn of_line(line: &str) -> Result<((String, String), Memory), Box<dyn Error>> {
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
