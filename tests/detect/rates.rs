//! How often detection ranks the right layout and framing first.

use crate::samples::{LAYOUTS, Random, vectors};
use gdvariant::detect::{Detection, Framing, detect_values};
use gdvariant::detect;

/// How a sample is presented to detection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Each value by itself, as packets come.
    Separate,
    /// One input.
    Joined(Framing),
}

const FORMS: [Form; 4] = [
    Form::Separate,
    Form::Joined(Framing::Bare),
    Form::Joined(Framing::LittleEndian),
    Form::Joined(Framing::BigEndian),
];

fn detect_form(values: &[&[u8]], form: Form) -> Detection {
    match form {
        Form::Separate => detect_values(values.iter().copied()),
        Form::Joined(framing) => detect(&joined(values, framing)),
    }
}

fn joined(values: &[&[u8]], framing: Framing) -> Vec<u8> {
    let framed = values.iter().map(|value| {
        let length = u32::try_from(value.len()).expect("a short value");
        let prefix = match framing {
            Framing::LittleEndian => length.to_le_bytes().to_vec(),
            Framing::BigEndian => length.to_be_bytes().to_vec(),
            _ => Vec::new(),
        };
        [&prefix, *value].concat()
    });
    framed.collect::<Vec<_>>().concat()
}

/// The results of many samples.
#[derive(Debug, Default, Clone, Copy)]
struct Rate {
    /// The right candidate alone has the first rank.
    alone: usize,
    /// It shares the first rank.
    equal: usize,
    of: usize,
    /// The confidence of the right candidate, summed up.
    confidence: usize,
}

impl Rate {
    fn add(&mut self, detection: &Detection, layout: &str, framing: Framing) {
        self.of += 1;
        let right = detection.equals().iter().find(|candidate| candidate.layout.name == layout && candidate.framing == framing);
        let Some(right) = right else { return };
        self.confidence += usize::from(right.confidence);
        if detection.equals().len() == 1 {
            self.alone += 1;
        } else {
            self.equal += 1;
        }
    }
}

fn rate(layout: &str, form: Form, count: usize, samples: usize) -> Rate {
    let values = vectors(layout);
    let mut random = Random::new(count as u64);
    let mut rate = Rate::default();
    let framing = match form {
        Form::Separate => Framing::Bare,
        Form::Joined(framing) => framing,
    };
    for _ in 0..samples {
        let sample = random.draw(&values, count);
        rate.add(&detect_form(&sample, form), layout, framing);
    }
    rate
}

#[test]
fn explore() {
    for count in [1, 4, 16, 64] {
        for form in FORMS {
            for layout in LAYOUTS {
                let r = rate(layout, form, count, 500);
                println!("{count:3} {form:?} {layout}: alone {:.1}% equal {:.1}% conf {}", r.alone as f64 * 100.0 / r.of as f64, r.equal as f64 * 100.0 / r.of as f64, r.confidence / r.of);
            }
        }
    }
}

#[test]
fn wrong_ones() {
    for layout in LAYOUTS {
        for value in vectors(layout) {
            let d = detect(&value);
            let first = &d.candidates()[0];
            if !d.equals().iter().any(|c| c.layout.name == layout && c.framing == Framing::Bare) {
                let right = d.candidates().iter().find(|c| c.layout.name == layout && c.framing == Framing::Bare);
                println!("{layout} {} -> {} s{} ({:?}) right {:?} s{:?}", crate::common::hex(&value[..value.len().min(60)]), first, first.score, first.reasons.iter().map(|r|r.to_string()).collect::<Vec<_>>(), right.map(|r|r.to_string()), right.map(|c| c.score));
            }
        }
    }
}
