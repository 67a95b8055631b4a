//! Turns the evidence into a ranking.

use super::candidate::{Candidate, Detection};
use super::cost::Description;
use super::framing::Framing;
use super::options::DetectOptions;
use super::reason::Reason;
use super::tally::Tally;
use crate::table::layout_info::LayoutInfo;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// The bits that a framing costs before any evidence; rarer framings cost more.
const LITTLE_ENDIAN: i64 = 2;
const BIG_ENDIAN: i64 = 6;
/// The cost of bare values in a row.
const IN_A_ROW: i64 = 20;
/// The cost of a header of a game's own, besides its bytes.
const HEADER: i64 = 10;
/// The cost of a layout in double precision, which no engine release writes.
const DOUBLE_PRECISION: i64 = 12;

/// The lead in bits that halves the probability of the following candidates. In theory one bit does;
/// but values resemble one another, so several bits of evidence count as one.
pub(super) const HALVING: i64 = 4;

/// The score of bytes that are not values.
const PLAIN_BYTES: i64 = 0;

/// No evidence excludes everything else.
const MOST_CONFIDENT: u8 = 99;

/// The weight of the best candidate.
const WHOLE: u64 = 1 << 40;

/// Ranks candidates by their evidence; `examined` is the number of examined bytes.
pub(super) fn rank(tallies: Vec<Tally>, examined: usize, options: DetectOptions) -> Detection {
    let candidates = tallies.into_iter().filter_map(|tally| {
        let framing = if tally.has_row() {
            Framing::InARow
        } else {
            tally.framing
        };
        let score = tally.description.saved - prior(tally.layout, framing, tally.skip);
        // Nothing but values that decode is evidence of a header.
        let is_candidate = tally.fits() || score > 0 && tally.skip == 0;
        is_candidate.then(|| Candidate {
            layout: tally.layout,
            framing,
            skip: tally.skip,
            rank: 0,
            confidence: 0,
            score,
            fits: tally.fits(),
            values: tally.decoded,
            reasons: reasons(&tally, examined),
        })
    });
    ranked(candidates.collect(), options)
}

/// Sorts candidates by their scores, and assigns their ranks and confidences.
///
/// Candidates whose score is less than [`HALVING`] below that of the first of a rank share it. The
/// confidence is the share of a candidate in the weights of all of them and of plain bytes.
pub(super) fn ranked(mut candidates: Vec<Candidate>, options: DetectOptions) -> Detection {
    // Stable, so that equal candidates are in the order of the schema.
    candidates.sort_by_key(|candidate| Reverse(candidate.score));
    let best = candidates.first().map_or(PLAIN_BYTES, |best| best.score);
    let best = best.max(PLAIN_BYTES);
    let weight = |score: i64| WHOLE >> ((best - score) / HALVING).min(WHOLE.ilog2().into());
    let (mut rank, mut first) = (1, best);
    let mut sum = weight(PLAIN_BYTES);
    let mut weights = Vec::with_capacity(candidates.len());
    for (index, candidate) in candidates.iter_mut().enumerate() {
        if index == 0 || first - candidate.score >= HALVING {
            (rank, first) = (index + 1, candidate.score);
        }
        candidate.rank = rank;
        weights.push(weight(first));
        sum += weight(first);
    }
    for (candidate, weight) in candidates.iter_mut().zip(weights) {
        let percent = u8::try_from(weight * 100 / sum).unwrap_or(MOST_CONFIDENT);
        candidate.confidence = percent.min(MOST_CONFIDENT);
    }
    Detection {
        candidates,
        options,
    }
}

/// Returns the bits that a candidate costs before any evidence.
fn prior(layout: &LayoutInfo, framing: Framing, skip: usize) -> i64 {
    let mut bits = match framing {
        Framing::InARow => IN_A_ROW,
        Framing::Bare => 0,
        Framing::LittleEndian => LITTLE_ENDIAN,
        Framing::BigEndian => BIG_ENDIAN,
    };
    if layout.is_double {
        bits += DOUBLE_PRECISION;
    }
    if skip > 0 {
        bits += HEADER;
    }
    bits
}

/// Returns the reasons for a score, the most important first: how many values decode, why others
/// do not, and how plausible numbers, strings and padding are.
fn reasons(tally: &Tally, examined: usize) -> Vec<Reason> {
    let Tally {
        layout,
        decoded,
        values,
        is_in_a_row,
        is_limited,
        not_canonical,
        ..
    } = *tally;
    let Description {
        floats,
        texts,
        dirty_padding,
        ..
    } = tally.description;
    let failure = tally.failure.as_ref();
    let is_open = is_in_a_row && failure.is_some();
    let reasons = [
        (!is_limited || decoded > 0).then_some(Reason::Decoded {
            values: decoded,
            of: (!is_open).then_some(values),
        }),
        failure.map(|(value, error)| Reason::Failed {
            value: *value,
            error: error.clone(),
        }),
        failure.map(|_| Reason::Unexplained {
            bytes: examined.saturating_sub(tally.decoded_bytes),
            of: examined,
        }),
        is_limited.then_some(Reason::Limited { bytes: examined }),
        (is_in_a_row && decoded > 1).then_some(Reason::InARow { values: decoded }),
        (not_canonical > 0).then_some(Reason::NotCanonical {
            values: not_canonical,
        }),
        (floats.of > 0).then_some(Reason::Floats {
            plausible: floats.plausible,
            of: floats.of,
        }),
        (texts.of > 0).then_some(Reason::Texts {
            plausible: texts.plausible,
            of: texts.of,
        }),
        (dirty_padding > 0).then_some(Reason::Padding {
            places: dirty_padding,
        }),
        match (layout.is_double, layout.is_implemented) {
            (_, false) => Some(Reason::NotImplemented),
            (true, true) => Some(Reason::DoublePrecision),
            (false, true) => None,
        },
    ];
    reasons.into_iter().flatten().collect()
}
