//! Turns the evidence into a ranking.

use super::candidate::{Candidate, Detection};
use super::cost::Description;
use super::examine::Tallied;
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
pub(super) fn rank(
    candidates: impl IntoIterator<Item = Tallied>,
    examined: usize,
    options: DetectOptions,
) -> Detection {
    let candidates = candidates
        .into_iter()
        .filter_map(|(layout, framing, skip, tally)| {
            let framing = if tally.has_row() {
                Framing::InARow
            } else {
                framing
            };
            let score = tally.saved() - prior(layout, framing, skip);
            // Nothing but values that decode is evidence of a header.
            let is_candidate = tally.fits() || score > 0 && skip == 0;
            is_candidate.then(|| Candidate {
                layout,
                framing,
                skip,
                rank: 0,
                confidence: 0,
                score,
                fits: tally.fits(),
                values: tally.decoded,
                reasons: reasons(layout, &tally, examined),
            })
        });
    ranked(candidates.collect(), options)
}

/// Sorts candidates by their scores.
pub(super) fn ranked(mut candidates: Vec<Candidate>, options: DetectOptions) -> Detection {
    // Stable, so that equal candidates are in the order of the schema.
    candidates.sort_by_key(|candidate| Reverse(candidate.score));
    assign_ranks(&mut candidates);
    assign_confidence(&mut candidates);
    Detection {
        candidates,
        options,
    }
}

/// Returns the bits that a candidate costs before any evidence.
fn prior(layout: &LayoutInfo, framing: Framing, skip: usize) -> i64 {
    let framing = match framing {
        Framing::InARow => IN_A_ROW,
        Framing::Bare => 0,
        Framing::LittleEndian => LITTLE_ENDIAN,
        Framing::BigEndian => BIG_ENDIAN,
    };
    let precision = if layout.is_double {
        DOUBLE_PRECISION
    } else {
        0
    };
    let header = if skip > 0 { HEADER } else { 0 };
    framing + precision + header
}

/// Returns the reasons for a score, the most important first.
fn reasons(layout: &LayoutInfo, tally: &Tally, examined: usize) -> Vec<Reason> {
    let values = reasons_of_values(tally, examined);
    let content = reasons_of_content(&tally.description);
    let rarity = match (layout.is_double, layout.is_implemented) {
        (_, false) => Some(Reason::NotImplemented),
        (true, true) => Some(Reason::DoublePrecision),
        (false, true) => None,
    };
    let reasons = values.into_iter().chain(content).chain([rarity]);
    reasons.flatten().collect()
}

/// Returns how many values decode, and why others do not.
fn reasons_of_values(tally: &Tally, examined: usize) -> [Option<Reason>; 6] {
    let Tally {
        decoded,
        values,
        is_in_a_row,
        is_limited,
        not_canonical,
        ..
    } = *tally;
    let failure = tally.failure.as_ref();
    let is_open = is_in_a_row && failure.is_some();
    [
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
    ]
}

/// Returns how plausible numbers, strings and padding are.
fn reasons_of_content(description: &Description) -> [Option<Reason>; 3] {
    let Description {
        floats,
        texts,
        dirty_padding,
        ..
    } = *description;
    [
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
    ]
}

/// Assigns the ranks: candidates whose score is less than [`HALVING`] below that of the first of a
/// rank share it.
fn assign_ranks(candidates: &mut [Candidate]) {
    let mut first: Option<(i64, usize)> = None;
    for (index, candidate) in candidates.iter_mut().enumerate() {
        let same = first.filter(|(score, _)| score - candidate.score < HALVING);
        let (score, rank) = same.unwrap_or((candidate.score, index + 1));
        candidate.rank = rank;
        first = Some((score, rank));
    }
}

/// Assigns the confidence: the share of a candidate in the weights of all of them and of plain
/// bytes.
fn assign_confidence(candidates: &mut [Candidate]) {
    let best = candidates
        .first()
        .map_or(PLAIN_BYTES, |candidate| candidate.score.max(PLAIN_BYTES));
    let weight = |score: i64| WHOLE >> ((best - score) / HALVING).min(WHOLE.ilog2().into());
    let is_same_rank = |a: &Candidate, b: &Candidate| a.rank == b.rank;
    let ranks = candidates.chunk_by(is_same_rank);
    let weights = ranks.map(|rank| weight(rank[0].score) * rank.len() as u64);
    let sum = weights.sum::<u64>() + weight(PLAIN_BYTES);
    for rank in candidates.chunk_by_mut(is_same_rank) {
        let percent = weight(rank[0].score) * 100 / sum;
        let percent =
            u8::try_from(percent).map_or(MOST_CONFIDENT, |percent| percent.min(MOST_CONFIDENT));
        for candidate in rank {
            candidate.confidence = percent;
        }
    }
}
