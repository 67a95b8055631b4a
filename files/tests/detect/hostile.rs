//! Detection of hostile input does not panic, and ranks consistently.

use crate::common::{encode, rounds, step};
use crate::samples::{LAYOUTS, Random, joined, vectors};
use gdvariant::{DecodeOptions, Engine, Godot4, Kind};
use gdvariant_files::detect::{DetectOptions, Detection, Framing, detect, detect_values};

/// Runs detection, and checks properties that hold for every input.
fn check(input: &[u8]) -> Detection {
    let detection = detect(input);
    check_ranking(&detection);
    for candidate in detection.matches() {
        if candidate.framing == Framing::Bare && candidate.values == 1 {
            let bytes = &input[candidate.skip..];
            let decoded = candidate
                .layout
                .check(bytes, DecodeOptions::new().allow_objects(true));
            decoded.expect("a candidate that fits decodes");
        }
    }
    let separate = detect_values([input], DetectOptions::new().framing(Framing::Bare));
    check_ranking(&separate);
    assert!(
        separate
            .candidates()
            .iter()
            .all(|candidate| candidate.framing == Framing::Bare)
    );
    detection
}

fn check_ranking(detection: &Detection) {
    let candidates = detection.candidates();
    let mut sum = 0;
    for (index, candidate) in candidates.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| &candidates[before]);
        assert!(candidate.rank == index + 1 || before.is_some_and(|it| it.rank == candidate.rank));
        assert!(
            before.is_none_or(
                |it| it.score >= candidate.score && it.confidence >= candidate.confidence
            )
        );
        sum += usize::from(candidate.confidence);
        for text in candidate.reasons() {
            assert!(
                !text.is_empty() && !text.contains(gdvariant::is_terminal_control),
                "{text:?}"
            );
        }
        assert_eq!(candidate.fits(), candidate.failure.is_none());
    }
    assert!(sum <= 100, "{sum}");
    assert_eq!(
        detection.best().len(),
        candidates.iter().filter(|it| it.rank == 1).count()
    );
}

#[test]
fn empty_input_has_no_candidates() {
    for input in [
        &[][..],
        &[0],
        &[0xff; 3],
        b"\xff\xff\xff\xff",
        b"{\"a\": 1}",
    ] {
        assert_eq!(check(input).candidates(), []);
    }
    assert_eq!(detect_values([], DetectOptions::new()).candidates(), []);
    assert_eq!(
        detect_values(std::iter::repeat(&[][..]), DetectOptions::new()).candidates(),
        []
    );
}

#[test]
fn random_bytes_rank_consistently() {
    let mut random = Random::new(1);
    for length in (0..400).step_by(step(8)) {
        let mut input = random.bytes(length);
        check(&input);
        // Small numbers are plausible headers and counts.
        for byte in &mut input {
            *byte %= 48;
        }
        check(&input);
        for word in input.chunks_mut(4) {
            word.iter_mut().skip(1).for_each(|byte| *byte = 0);
        }
        check(&input);
    }
}

#[test]
fn truncated_and_mutated_values_rank_consistently() {
    let mut random = Random::new(2);
    for layout in LAYOUTS {
        let values = vectors(layout);
        for _ in 0..rounds(4_u32) {
            let framing = Framing::ALL[random.below(Framing::ALL.len())];
            let count = 1 + random.below(6);
            let input = joined(&random.draw(&values, count), framing);
            check(&input[..random.below(input.len())]);
            let mut mutated = input.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(mutated.len());
                mutated[at] = random.next().to_le_bytes()[0];
            }
            check(&mutated);
            check(&[input, mutated].concat());
        }
    }
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn check_depth() {
    let [array, dictionary] = [Kind::Array, Kind::Dictionary]
        .map(|kind| u32::from(Godot4::LAYOUT.number_of(kind).expect("every layout has it")));
    let leaf = encode::<Godot4>(&"leaf".into());
    for (level, end) in [
        (vec![array, 1], vec![]),
        (vec![dictionary, 1, 0], vec![]),
        (vec![dictionary, 1], vec![0]),
    ] {
        let (level, end) = (words(&level), words(&end));
        for (levels, fits) in [(1024, true), (1025, false), (40_000, false)] {
            let input = [level.repeat(levels), leaf.clone(), end.repeat(levels)].concat();
            // The inner levels fit after a header.
            let fitting = check(&input).matches().any(|it| {
                (it.layout.name, it.framing, it.skip) == (Godot4::LAYOUT.name, Framing::Bare, 0)
            });
            assert_eq!(fitting, fits, "{levels} levels");
        }
    }
}

/// Runs in a thread with a stack of 2 MiB; a stack overflow aborts the test run.
#[test]
fn deep_values_fit_the_stack() {
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    let thread = thread.spawn(check_depth).expect("a thread starts");
    thread.join().expect("the thread does not panic");
}

/// Checks that exaggerated counts cost no more than the examined bytes.
#[test]
fn exaggerated_counts_are_cheap() {
    let counts = [1, 0x7fff_ffff, 0x8000_0000, u32::MAX, 1 << 20];
    for (index, ty) in Godot4::LAYOUT.types().iter().enumerate() {
        for count in counts.into_iter().skip(index % step(5)).step_by(step(5)) {
            let number = u32::from(ty.number);
            check(&words(&[number, count, count, count, 0, 0, 0]));
            check(&words(&[number, count]).repeat(500));
            check(&[words(&[count]), words(&[number, count])].concat());
        }
    }
}
