use super::memory;
use gdvariant_files::detect::{
    Candidate, DetectOptions, Detection, Framing, MAX_BYTES, detect_values,
};

/// Checks that the ranking is consistent. The first byte of the input selects the framing.
pub fn detect(input: &[u8]) {
    let Some((&choice, value)) = input.split_first() else {
        return;
    };
    let framing = Framing::ALL[usize::from(choice) % Framing::ALL.len()];
    let length = u32::try_from(value.len()).unwrap_or(u32::MAX);
    let framed = match framing {
        Framing::LittleEndian => [&length.to_le_bytes(), value].concat(),
        Framing::BigEndian => [&length.to_be_bytes(), value].concat(),
        _ => value.to_vec(),
    };
    let detection = memory::within_limit_and(CANDIDATES_MEMORY, &framed, || {
        gdvariant_files::detect(&framed)
    });
    check(&detection);
    let separate = memory::within_limit_and(CANDIDATES_MEMORY, value, || {
        detect_values([value], DetectOptions::new().framing(Framing::Bare))
    });
    check(&separate);
    if framed.len() <= MAX_BYTES {
        compare(&detection, framing, &separate);
    }
}

/// Checks that a framed value has the same layouts, with the same reasons, as the value without
/// framing.
fn compare(detection: &Detection, framing: Framing, separate: &Detection) {
    let in_framing = |it: &&Candidate| it.framing == framing && it.skip == 0 && it.values == 1;
    let framed = detection.matches().filter(in_framing);
    let evidence = |it: &Candidate| (it.layout.name, it.reasons());
    let [mut framed, mut separate] = [
        framed.map(evidence).collect::<Vec<_>>(),
        separate
            .matches()
            .filter(|it| it.skip == 0)
            .map(evidence)
            .collect(),
    ];
    framed.sort_by_key(|(name, _)| *name);
    separate.sort_by_key(|(name, _)| *name);
    assert_eq!(framed, separate);
}

/// The bytes that the candidates and their reasons may allocate, for an input of any length.
const CANDIDATES_MEMORY: u64 = 32 << 10;

fn check(detection: &Detection) {
    let candidates = detection.candidates();
    let confidence: u32 = candidates.iter().map(|it| u32::from(it.confidence)).sum();
    assert!(confidence <= 100, "{confidence}");
    assert!(candidates.is_sorted_by(|a, b| (a.rank, b.score, b.confidence) <= (b.rank, a.score, a.confidence)));
    for candidate in candidates {
        assert!(!candidate.to_string().is_empty());
        assert!(!candidate.reasons().is_empty());
    }
}
