//! Measures the success rate of detection, and the reliability of confidence.
//!
//! `cargo test --all-features --test stream detect::rates -- --nocapture` prints the rates.

use crate::common::{rounds, step};
use crate::samples::{LAYOUTS, Random, joined, vectors};
use gdvariant::schema::layout_named;
use gdvariant::{EncodeOptions, Kind, Packed, Variant, variant};
use gdvariant_files::detect;
use gdvariant_files::detect::{Candidate, DetectOptions, Detection, Framing, detect_values};

/// The form of a sample.
#[derive(Debug, Clone, Copy)]
enum Form {
    /// One input for each value, like packets.
    Separate,
    /// One input with all values.
    Joined(Framing),
}

const FORMS: [Form; 4] = [
    Form::Separate,
    Form::Joined(Framing::Bare),
    Form::Joined(Framing::LittleEndian),
    Form::Joined(Framing::BigEndian),
];

impl Form {
    fn detect(self, values: &[&[u8]]) -> Detection {
        match self {
            Self::Separate => detect_values(values.iter().copied(), DetectOptions::new()),
            Self::Joined(framing) => detect(&joined(values, framing)),
        }
    }

    /// Returns the framing of `count` values in this form.
    fn framing(self, count: usize) -> Framing {
        match self {
            Self::Separate => Framing::Bare,
            Self::Joined(Framing::Bare) if count > 1 => Framing::Concatenated,
            Self::Joined(framing) => framing,
        }
    }
}

/// The results for samples of one layout in one form.
#[derive(Debug, Default)]
struct Rate {
    /// The number of samples whose correct candidate alone has the first rank.
    alone: usize,
    /// The number of samples whose correct candidate has the first rank.
    first: usize,
    of: usize,
}

impl Rate {
    fn percent(&self, count: usize) -> f64 {
        let [count, of] = [count, self.of].map(|n| f64::from(u32::try_from(n).expect("few")));
        100.0 * count / of
    }
}

/// How many samples may be missing by chance.
const FEW: usize = 2;

/// Calls `each` for samples of `count` values, with the detection and a test for correct
/// candidates.
fn sample(
    layout: &str,
    form: Form,
    count: usize,
    samples: u16,
    mut each: impl FnMut(&Detection, &dyn Fn(&Candidate) -> bool),
) {
    let values = vectors(layout);
    let mut random = Random::new(count as u64);
    let is_right = |candidate: &Candidate| {
        (candidate.layout.name, candidate.framing) == (layout, form.framing(count))
    };
    for _ in 0..samples {
        each(&form.detect(&random.draw(&values, count)), &is_right);
    }
}

/// Checks the percentages of samples whose correct candidate has the first rank, alone and shared.
fn check(count: usize, samples: u16, least_alone: f64, least_first: f64) {
    for form in FORMS {
        for layout in LAYOUTS {
            let mut rate = Rate::default();
            sample(layout, form, count, samples, |detection, is_right| {
                let equals = detection.best();
                let is_first = equals.iter().any(is_right);
                rate.of += 1;
                rate.first += usize::from(is_first);
                rate.alone += usize::from(is_first && equals.len() == 1);
            });
            let (alone, first) = (rate.percent(rate.alone), rate.percent(rate.first));
            let what = format!("{count} values, {form:?}, {layout}");
            println!("{what}: first alone {alone:.1}%, first {first:.1}%");
            let is_enough = |found, least| rate.percent(found + FEW) >= least;
            assert!(
                is_enough(rate.alone, least_alone) && is_enough(rate.first, least_first),
                "{what}: {rate:?}"
            );
        }
    }
}

#[test]
fn more_values_rank_the_right_layout_first() {
    for (count, samples, least_alone, least_first) in [
        (64, 20, 99.0, 99.0),
        (16, 40, 93.0, 99.0),
        (4, 60, 60.0, 96.0),
        (1, 140, 20.0, 95.0),
    ] {
        check(count, rounds(samples), least_alone, least_first);
    }
}

/// Checks that for each range of confidence, the share of correct candidates is in this range.
#[test]
fn confidence_is_reliable() {
    for (count, form) in [1, 2, 4]
        .into_iter()
        .flat_map(|count| FORMS.map(|form| (count, form)))
    {
        let mut bins = [(0_usize, 0_usize, 0_usize); 10];
        for layout in LAYOUTS {
            sample(layout, form, count, rounds(50), |detection, is_right| {
                for candidate in detection.candidates() {
                    let confidence = usize::from(candidate.confidence);
                    let (sum, right, of) = &mut bins[confidence / 10];
                    *sum += confidence;
                    *right += usize::from(is_right(candidate));
                    *of += 1;
                }
            });
        }
        for (sum, right, of) in bins.into_iter().filter(|(_, _, of)| *of >= 50) {
            let (stated, actual) = (sum / of, 100 * right / of);
            println!("{count} values, {form:?}: stated {stated}%, actual {actual}% of {of}");
            assert!(
                actual + 10 >= stated,
                "{count} values, {form:?}: {stated}%, {actual}% of {of}"
            );
        }
    }
}

/// Returns whether a bare value after a header is a candidate.
fn has_header(detection: &Detection) -> bool {
    let mut candidates = detection.candidates().iter();
    candidates.any(|it| it.skip > 0 && it.framing == Framing::Bare)
}

#[test]
fn random_bytes_have_no_header() {
    let mut random = Random::new(44);
    let found = (0..rounds(500)).filter(|_| {
        let length = 16 + random.below(1000);
        has_header(&detect(&random.bytes(length)))
    });
    assert_eq!(found.count(), 0);
}

/// Checks Dictionaries and Arrays after magics and digests.
#[test]
fn headers_before_bare_values_are_candidates() {
    let mut random = Random::new(45);
    let (mut right, mut of) = (0, 0);
    for name in LAYOUTS {
        let layout = layout_named(name).expect("a layout");
        let containers = [Kind::Dictionary, Kind::Array].map(|kind| layout.number_of(kind));
        let values = vectors(name);
        let values = values.iter().filter(|it| containers.contains(&Some(it[0])));
        for value in values.filter(|value| value.len() >= 16).step_by(step(4)) {
            let length = [4, 16, 20, 32][random.below(4)];
            let header = match length {
                4 => b"SAVE".to_vec(),
                _ => random.bytes(length),
            };
            let detection = detect(&[header, value.clone()].concat());
            let best = detection.best().iter();
            let is_right = |it: &Candidate| (it.skip, it.framing) == (length, Framing::Bare);
            assert!(detection.choice().is_err(), "{name}: {value:02x?}");
            right += usize::from(best.clone().any(is_right));
            of += 1;
        }
    }
    println!("{right} of {of} headers");
    assert!(of > 50 && right * 100 >= of * 95, "{right} of {of}");
}

/// Checks frames with long zeros at the end, in the middle and at the start: other layouts decode a
/// part of the zeros as floats, ints or nulls.
#[test]
fn zeros_are_no_evidence() {
    for name in ["godot3", "godot4"] {
        let layout = layout_named(name).expect("a layout");
        // The longest take most of the time, so they stand in one arrangement only.
        for (count, arrangements) in [(4, 4), (30, 4), (600, 4), (12_000, 1)] {
            let zeros = [
                Variant::from(Packed(vec![0_u8; 4 * count])),
                Variant::from(Packed(vec![0.0_f32; count])),
                Variant::from(vec![0; count]),
                Variant::from(vec![false; count]),
                Variant::from(vec![None::<i32>; count]),
            ];
            for zeros in zeros {
                let [level, name] = [variant!({"level": 3}), variant!({"name": "Ada"})];
                let map = variant!({"level": 3, "map": zeros.clone()});
                let all = [
                    vec![level.clone(), zeros.clone()],
                    vec![level, zeros.clone(), name.clone()],
                    vec![zeros, name],
                    vec![map],
                ];
                for values in all.into_iter().take(arrangements) {
                    let encoded = values
                        .iter()
                        .map(|it| layout.encode(it, EncodeOptions::new()));
                    let encoded: Vec<_> = encoded.map(|it| it.expect("a value")).collect();
                    let values: Vec<_> = encoded.iter().map(Vec::as_slice).collect();
                    let choice = detect(&joined(&values, Framing::LittleEndian)).choice();
                    let found = choice.map(|it| (it.layout.name, it.framing));
                    let right = (layout.name, Framing::LittleEndian);
                    assert_eq!(found.ok(), Some(right), "{count}: {}", values.len());
                }
            }
        }
    }
}
