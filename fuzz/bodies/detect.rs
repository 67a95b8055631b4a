use super::memory;
use gdvariant::detect::{
    Candidate, DetectOptions, Detection, Framing, MAX_BYTES, detect_values_with, detect_with,
};

/// A ranking is consistent for every input, in the framing that the first byte chooses.
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
    let options = DetectOptions::new().all_layouts(true);
    let detection = memory::within_limit_and(CANDIDATES, &framed, || detect_with(&framed, options));
    check(&detection);
    let separate =
        memory::within_limit_and(CANDIDATES, value, || detect_values_with([value], options));
    check(&separate);
    if framed.len() <= MAX_BYTES {
        compare(&detection, framing, &separate);
    }
}

/// A layout that fits a value by itself fits it in its framing, for the same reasons, and vice
/// versa.
fn compare(detection: &Detection, framing: Framing, separate: &Detection) {
    let in_framing = |it: &&Candidate| it.framing == framing && it.skip == 0 && it.values == 1;
    let framed = detection.matches().filter(in_framing);
    let evidence = |it: &Candidate| (it.layout.name, it.reasons.clone());
    let [mut framed, mut separate] = [
        framed.map(evidence).collect::<Vec<_>>(),
        separate.matches().map(evidence).collect(),
    ];
    framed.sort_by_key(|(name, _)| *name);
    separate.sort_by_key(|(name, _)| *name);
    assert_eq!(framed, separate);
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
