//! Measures the allocations of calls with the program `memory`.

use crate::Failure;
use crate::cargo::cargo;
use std::collections::HashMap;

/// The allocations of a call.
#[derive(Debug, Clone, Copy)]
pub struct Memory {
    /// The number of allocations.
    pub allocations: u64,
    /// The peak memory, in bytes.
    pub peak: u64,
}

/// Measures the allocations of each contestant, by the names of its payload and method.
///
/// # Errors
///
/// Returns an error if the program fails.
pub fn measure() -> Result<HashMap<(String, String), Memory>, Failure> {
    let arguments = "run --release --quiet --package gdvariant-benches --bin memory";
    let output = cargo().args(arguments.split(' ')).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    let text = String::from_utf8(output.stdout)?;
    text.lines().map(parse).collect()
}

fn parse(line: &str) -> Result<((String, String), Memory), Failure> {
    let fields: Vec<_> = line.split('\t').collect();
    let [payload, method, allocations, peak] = fields[..] else {
        return Err(format!("expected 4 fields, found {line:?}").into());
    };
    let memory = Memory {
        allocations: allocations.parse()?,
        peak: peak.parse()?,
    };
    Ok(((payload.into(), method.into()), memory))
}
