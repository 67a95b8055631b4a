//! Bytes in hex.

/// Formats bytes in one line.
pub(super) fn line(bytes: &[u8]) -> String {
    bytes
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Formats bytes in lines of 16 and groups of 4, like the rulers.
pub(super) fn lines(bytes: &[u8]) -> String {
    let grouped = |bytes: &[u8]| bytes.chunks(4).map(line).collect::<Vec<_>>().join("  ");
    bytes.chunks(16).map(grouped).collect::<Vec<_>>().join("\n")
}
