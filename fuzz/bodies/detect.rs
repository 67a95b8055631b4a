use super::memory;
use gdvariant::detect as detect_input;
use gdvariant::detect::{Candidate, Detection, Framing, detect_values};

/// A ranking is consistent for every input, with a length in front that the first byte chooses.
pub fn detect(input: &[u8]) {
    let Some((&choice, value)) = input.split_first() else {
        return;
    };
    let length = u32::try_from(value.len()).unwrap_or(u32::MAX);
    let framed = match choice % 3 {
        0 => value.to_vec(),
        1 => [&length.to_le_bytes(), value].concat(),
        _ => [&length.to_be_bytes(), value].concat(),
    };
    let detection = memory::within_limit_and(CANDIDATES, &framed, || detect_input(&framed));
    check(&detection);
    let separate = memory::within_limit_and(CANDIDATES, value, || detect_values([value]));
    check(&separate);
    // A value that fits by itself fits bare.
    for candidate in separate.fitting() {
        let name = candidate.layout.name;
        let is_it = |it: &&Candidate| it.layout.name == name && it.framing == Framing::Bare;
        let bare = detect_input(value);
        assert!(bare.fitting().any(|it| is_it(&it)), "{name}");
    }
}

/// Bytes for the candidates and their reasons, whatever the length of the input.
const CANDIDATES: u64 = 32 << 10;

fn check(detection: &Detection) {
    let candidates = detection.candidates();
    let confidence: u32 = candidates.iter().map(|it| u32::from(it.confidence)).sum();
    assert!(confidence <= 100, "{confidence}");
    assert!(candidates.is_sorted_by(|a, b| (a.rank, b.score, b.confidence) <= (b.rank, a.score, a.confidence)));
    for candidate in candidates {
        assert!(!candidate.to_string().is_empty());
        assert!(!candidate.reasons.is_empty());
        let _ = candidate
            .reasons
            .iter()
            .map(ToString::to_string)
            .collect::<String>();
    }
}
