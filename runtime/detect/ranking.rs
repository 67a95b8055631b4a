//! Turns the evidence into a ranking.

use super::bits::Description;
use super::candidate::{Candidate, Detection};
use super::examine::Examiner;
use super::framing::Framing;
use super::reason::Reason;
use super::tally::Tally;

use crate::schema::{LAYOUTS, LayoutInfo};
use alloc::vec::Vec;
use core::cmp::Reverse;

/// The bits that a framing costs in advance, by how rare it is.
const LITTLE_ENDIAN: i64 = 2;
const BIG_ENDIAN: i64 = 6;
/// The cost of bare values in a row.
const IN_A_ROW: i64 = 12;
/// The cost of a layout that no engine release writes.
const DOUBLE_PRECISION: i64 = 12;

/// The bits of a lead that halve the probability of what follows. In theory it is one; but values
/// repeat, so that several bits of evidence are worth one.
const HALVING: i64 = 4;

/// The score of bytes that are no values at all.
const PLAIN_BYTES: i64 = 0;

/// No evidence excludes everything else.
const MOST_CONFIDENT: u8 = 99;

/// The weight of the best candidate.
const WHOLE: u64 = 1 << 40;

/// Ranks candidates by the evidence in so many examined bytes.
pub(super) fn rank<'l>(
    candidates: impl Iterator<Item = (&'l Examiner, Framing, Tally)>,
    examined: usize,
) -> Detection {
    let candidates = candidates.filter_map(|(examiner, framing, tally)| {
        let layout = LAYOUTS.iter().find(|layout| layout.name == examiner.name)?;
        let score = tally.saved() - prior(layout, framing, &tally);
        (tally.fits() || score > 0).then(|| Candidate {
            layout,
            framing,
            rank: 0,
            confidence: 0,
            score,
            fits: tally.fits(),
            values: tally.decoded,
            reasons: reasons(layout, framing, &tally, examined),
        })
    });
    let mut candidates: Vec<_> = candidates.collect();
    // Stable, so that equal candidates are in the order of the schema.
    candidates.sort_by_key(|candidate| Reverse(candidate.score));
    state_ranks(&mut candidates);
    state_confidence(&mut candidates);
    Detection { candidates }
}

/// Returns the bits that a candidate costs before any evidence.
fn prior(layout: &LayoutInfo, framing: Framing, tally: &Tally) -> i64 {
    let framing = match framing {
        Framing::Bare if tally.values > 1 && tally.is_in_a_row => IN_A_ROW,
        Framing::Bare => 0,
        Framing::LittleEndian => LITTLE_ENDIAN,
        Framing::BigEndian => BIG_ENDIAN,
    };
    framing
        + if layout.is_double {
            DOUBLE_PRECISION
        } else {
            0
        }
}

/// Returns the reasons for a score, the most important first.
fn reasons(layout: &LayoutInfo, framing: Framing, tally: &Tally, examined: usize) -> Vec<Reason> {
    let values = tally.decoded;
    let is_open = tally.is_in_a_row && tally.failure.is_some();
    let unexplained = examined.saturating_sub(tally.decoded_bytes);
    let Description {
        floats,
        texts,
        dirty_padding,
        ..
    } = tally.description;
    let is_row = framing == Framing::Bare && tally.is_in_a_row && values > 1;
    let reasons = [
        (!tally.is_limited || values > 0).then_some(Reason::Decoded {
            values,
            of: (!is_open).then_some(tally.values),
        }),
        tally
            .failure
            .clone()
            .map(|(value, error)| Reason::Failed { value, error }),
        (tally.failure.is_some()).then_some(Reason::Unexplained {
            bytes: unexplained,
            of: examined,
        }),
        tally
            .is_limited
            .then_some(Reason::Limited { bytes: examined }),
        is_row.then_some(Reason::InARow { values }),
        (tally.not_canonical > 0).then_some(Reason::NotCanonical {
            values: tally.not_canonical,
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
        layout.is_double.then_some(Reason::DoublePrecision),
    ];
    reasons.into_iter().flatten().collect()
}

/// Gives candidates that are no further than a halving behind the first of a rank the same rank.
fn state_ranks(candidates: &mut [Candidate]) {
    let mut first: Option<(i64, usize)> = None;
    for (index, candidate) in candidates.iter_mut().enumerate() {
        let same = first.filter(|(score, _)| score - candidate.score < HALVING);
        let (score, rank) = same.unwrap_or((candidate.score, index + 1));
        candidate.rank = rank;
        first = Some((score, rank));
    }
}

/// States the share of each candidate in the weights of all of them and of plain bytes.
fn state_confidence(candidates: &mut [Candidate]) {
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
