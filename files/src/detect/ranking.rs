//! Turns the evidence into a ranking, and chooses one candidate.

use super::candidate::{Candidate, Detection};
use super::options::{DetectOptions, Framing};
use gdvariant::schema::{LAYOUTS, Layout};
use gdvariant::{Advice, Decoding};
use std::cmp::Reverse;
use std::error::Error;
use std::{fmt, iter};

/// The costs, in bits, of length-prefixed values before any evidence; the rarer order costs more.
const LITTLE_ENDIAN: i64 = 2;
const BIG_ENDIAN: i64 = 6;
/// The cost of consecutive bare values.
const CONCATENATED: i64 = 20;
/// The cost of a game-specific header, in addition to its bytes.
const HEADER: i64 = 10;
/// The cost of a layout in double precision, which no engine release writes.
const DOUBLE_PRECISION: i64 = 12;

/// The lead in bits that halves the probability of the following candidates. Theory requires one
/// bit, but values resemble each other, so four bits of evidence count as one.
const HALVING: i64 = 4;

/// The score of bytes that are not values.
const PLAIN_BYTES: i64 = 0;

/// The maximum confidence in percent: no evidence excludes every other explanation.
const MOST_CONFIDENT: u8 = 99;

/// The weight of the best candidate.
const WHOLE: u64 = 1 << 40;

/// Ranks candidates by their evidence; `examined` is the number of examined bytes.
pub(super) fn rank(
    mut candidates: Vec<Candidate>,
    examined: usize,
    options: DetectOptions,
) -> Detection {
    // A number that is the length of what follows is a length, even if it is also the int of a row:
    // editing the row would not update it.
    let is_framed = |it: &Candidate| {
        let is_header = it.skip > 0 && it.framing.options().is_some();
        is_header && (it.fits() || it.starts_with_value())
    };
    if candidates.iter().any(is_framed) {
        candidates.retain(|it| !it.has_row());
    }
    candidates.retain_mut(|it| {
        if it.has_row() {
            it.framing = Framing::Concatenated;
        }
        it.examined = examined;
        it.score = it.description.saved - prior(it);
        // After a header, the first value has to decode.
        let is_start = it.skip == 0 || it.starts_with_value();
        it.fits() || it.score > 0 && is_start
    });
    // Values that decode are not damaged, whatever another layout makes of their zeros.
    if candidates.iter().any(|it| it.fits() && !it.has_row()) {
        candidates.retain(|it| it.zeros.is_none());
    }
    ranked(candidates, options)
}

/// Sorts candidates by their scores, and assigns their ranks and confidences.
///
/// Candidates share a rank if their scores are less than [`HALVING`] below the first score of the
/// rank. The confidence is a candidate's share of the total weight, which includes plain bytes.
fn ranked(mut candidates: Vec<Candidate>, options: DetectOptions) -> Detection {
    // A stable sort keeps equal candidates in the order of the schema.
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
fn prior(candidate: &Candidate) -> i64 {
    let mut bits = match candidate.framing {
        Framing::Concatenated => CONCATENATED,
        Framing::Bare => 0,
        Framing::LittleEndian => LITTLE_ENDIAN,
        Framing::BigEndian => BIG_ENDIAN,
    };
    if candidate.layout.is_double {
        bits += DOUBLE_PRECISION;
    }
    if candidate.skip > 0 {
        bits += HEADER;
    }
    bits
}

/// The minimum lead, in bits, at which the following candidates are not close.
const CLEAR: i64 = 32;

/// The score below which values are hardly more likely than arbitrary bytes.
pub(crate) const UNLIKELY: i64 = 12;

/// The minimum lead, in bits, at which examination stops.
const SURE: i64 = 28;

/// The minimum number of bits that the start of an incomplete value saves to be enough evidence.
pub(super) const LONG: i64 = 1024;

/// The layout and the framing that [`Detection::choice`] chooses.
///
/// Displays as one line, such as `godot4, framed: 99%` or
/// `godot4, framed; also valid as pandemonium`.
///
/// ```
/// use gdvariant::godot4;
/// use gdvariant_files::detect;
///
/// let choice = detect(&godot4::to_vec(&["Ada", "Grace"])?).choice()?;
/// assert_eq!((choice.layout.name, choice.also_valid.len()), ("godot4", 0));
///
/// let choice = detect(&godot4::to_vec(&true)?).choice()?;
/// assert!(choice.to_string().starts_with("godot4, bare; also valid as godot3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Choice {
    /// The chosen layout.
    pub layout: &'static Layout,
    /// The chosen framing.
    pub framing: Framing,
    /// The confidence in percent; 0 if nothing explains the input.
    pub confidence: u8,
    /// The other candidates that fit the input and are equal or close to the chosen one.
    pub also_valid: Vec<Candidate>,
}

impl Choice {
    /// Returns what confirms the choice.
    ///
    /// The layout would not confirm the framing: a bare value is then preferred to length-prefixed
    /// values.
    pub(crate) fn confirmation(&self) -> Advice {
        if self.also_valid.iter().any(|it| it.framing != self.framing) {
            Advice::framing(self.framing.name())
        } else {
            Advice::layouts([self.layout.name])
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.layout.name, self.framing)?;
        if self.also_valid.is_empty() {
            return write!(f, ": {}%", self.confidence);
        }
        let layouts = self.also_valid.iter().map(|it| it.layout.name.into());
        let framings = self.also_valid.iter().map(|it| it.framing.to_string());
        let mut names: Vec<String> = [self.layout.name.into(), self.framing.to_string()].into();
        for name in layouts.chain(framings) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        write!(f, "; also valid as {}", names[2..].join(", "))
    }
}

/// The error of an input whose layout and framing are ambiguous.
///
/// ```
/// use gdvariant::godot4;
/// use gdvariant_files::detect;
///
/// let mut file = vec![3, 0, 0, 0]; // the version of the save, which the game writes first
/// godot4::write_framed(&mut file, &["Ada", "Grace"])?;
/// let ambiguous = detect(&file).choice().unwrap_err();
/// assert_eq!(ambiguous.candidates[0].skip, 4);
/// assert!(ambiguous.to_string().starts_with("the input starts with a header"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Ambiguous {
    /// The candidates that fit the input, or its first values after a header, the likeliest first;
    /// of equals, the one whose engine has the most users first.
    pub candidates: Vec<Candidate>,
}

impl Ambiguous {
    /// Returns the problem: a header, or several layouts or framings.
    pub fn problem(&self) -> &'static str {
        if self.candidates.iter().all(|it| it.skip > 0) {
            "the input starts with a header that is not a value"
        } else {
            "the layout is ambiguous"
        }
    }

    /// Returns how to choose a candidate.
    pub(crate) fn advice(&self) -> Advice {
        let skip = self.candidates.first().map_or(0, |it| it.skip);
        if skip > 0 && self.candidates.iter().all(|it| it.skip == skip) {
            let skip = skip as u64;
            return Decoding {
                skip,
                ..Decoding::default()
            }
            .into();
        }
        "name the layout and the framing".into()
    }
}

impl fmt::Display for Ambiguous {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.problem())?;
        let separators = iter::once(':').chain(iter::repeat(';'));
        let mut parts = separators.zip(&self.candidates);
        parts.try_for_each(|(separator, candidate)| write!(f, "{separator} {candidate}"))
    }
}

impl fmt::Debug for Ambiguous {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ambiguous({self})")
    }
}

impl Error for Ambiguous {}

/// Returns the rank of a layout by its engine's number of users; double precision is last.
fn users(layout: &'static Layout) -> usize {
    let rank = layout.rank_by_users().filter(|_| !layout.is_double);
    rank.unwrap_or(usize::MAX)
}

impl Detection {
    /// Returns whether a candidate fits and can be chosen.
    ///
    /// Values after a header cannot be chosen; consecutive bare values can only if that framing is
    /// stated.
    fn is_usual(&self, it: &Candidate) -> bool {
        let is_row = it.framing == Framing::Concatenated;
        it.fits()
            && it.skip == 0
            && (!is_row || self.options.framing == Some(Framing::Concatenated))
    }

    /// Chooses a layout and a framing.
    ///
    /// The [module](super) states the rule for candidates of equal rank. If no candidate fits, the
    /// likeliest one is chosen, so that decoding reports the error.
    ///
    /// ```
    /// use gdvariant_files::detect::{Framing, detect};
    /// use gdvariant::godot4;
    ///
    /// let mut file = Vec::new();
    /// godot4::write_framed(&mut file, &["Ada", "Grace"])?;
    /// let choice = detect(&file).choice()?;
    /// assert_eq!((choice.layout.name, choice.framing), ("godot4", Framing::LittleEndian));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a close candidate precedes the chosen one, if values fit only or better
    /// after a header, or if the values are hardly more likely than arbitrary bytes.
    pub fn choice(&self) -> Result<Choice, Ambiguous> {
        // Only a complete value is preferred, not the start of a long one.
        let is_bare =
            |it: &&Candidate| self.is_usual(it) && it.framing == Framing::Bare && it.values > 0;
        if self.options.layout.is_some()
            && let Some(bare) = self.candidates.iter().find(is_bare)
        {
            return Ok(self.choose(bare, Vec::new()));
        }
        let ranked = self.without_twins();
        let Some(first) = ranked.first() else {
            return Ok(Self::nothing());
        };
        let usual = ranked.iter().copied().filter(|it| self.is_usual(it));
        let mut others: Vec<_> = usual.collect();
        let lead = if first.starts_with_frame() {
            HALVING
        } else {
            SURE
        };
        let best = match others.first() {
            Some(best) if first.fits() || first.score < best.score + lead => *best,
            _ if first.skip > 0 => return Err(self.ambiguous()),
            // The likeliest candidate does not fit, or is a row of bare values: decoding as this
            // candidate reports the error.
            _ => {
                let equals = ranked.iter().filter(|it| it.rank == first.rank);
                let equals = equals.filter(|it| it.framing == first.framing);
                let first = equals.min_by_key(|it| users(it.layout)).unwrap_or(first);
                return Ok(self.choose(first, Vec::new()));
            }
        };
        let is_equal = |it: &Candidate| best.score - it.score < HALVING;
        let order = |it: &Candidate| (it.framing == Framing::Bare, users(it.layout));
        others.retain(|it| best.score - it.score < CLEAR);
        others.sort_by_key(|it| (!is_equal(it), order(it)));
        let chosen = others.remove(0);
        let is_preferred = |it: &&Candidate| !is_equal(it) && order(it) < order(chosen);
        let is_header_likelier = first.skip > 0 && first.score >= best.score;
        if is_header_likelier || best.score < UNLIKELY || others.iter().any(is_preferred) {
            return Err(self.ambiguous());
        }
        Ok(self.choose(chosen, others))
    }

    /// Returns whether further bytes would hardly change the choice.
    ///
    /// ```
    /// use gdvariant::godot4;
    /// use gdvariant_files::detect;
    ///
    /// assert!(detect(&godot4::to_vec(&["Ada", "Grace"])?).is_sure());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_sure(&self) -> bool {
        let ranked = self.without_twins();
        let second = ranked.get(1).map_or(0, |second| second.score);
        ranked.first().is_some_and(|first| {
            // The first fields of an incomplete value are too little evidence.
            let is_enough = first.values > 0 || first.score >= LONG;
            self.is_usual(first) && is_enough && first.score - second.max(0) >= SURE
        })
    }

    /// Ranks the layouts that fit both this input and another one, by the sum of their scores.
    ///
    /// The framings are those of this input.
    ///
    /// ```
    /// use gdvariant::godot4;
    /// use gdvariant_files::detect;
    ///
    /// let (old, new) = (detect(&godot4::to_vec("Ada")?), detect(&godot4::to_vec(&["Ada"])?));
    /// assert_eq!(old.with(&new).best()[0].layout.name, "godot4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with(&self, other: &Self) -> Self {
        let both = self.candidates.iter().filter_map(|it| {
            let is_same = |best: &&Candidate| best.layout == it.layout && other.is_usual(best);
            let score = it.score + other.candidates.iter().find(is_same)?.score;
            self.is_usual(it).then(|| Candidate {
                score,
                ..it.clone()
            })
        });
        ranked(both.collect(), self.options)
    }

    /// Returns the ranking of the candidates that `is_possible` accepts.
    ///
    /// ```
    /// use gdvariant::godot4;
    /// use gdvariant_files::detect;
    ///
    /// let detection = detect(&godot4::to_vec(&true)?);
    /// let layout = detection.candidates()[0].layout;
    /// let restricted = detection.filtered(|it| it.layout == layout);
    /// assert!(restricted.matches().all(|it| it.layout == layout));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn filtered(&self, is_possible: impl Fn(&Candidate) -> bool) -> Self {
        let possible = self.candidates.iter().filter(|it| is_possible(it));
        ranked(possible.cloned().collect(), self.options)
    }

    /// Returns the candidates, without double precision where single precision scores higher.
    fn without_twins(&self) -> Vec<&Candidate> {
        let is_twin = |it: &Candidate| {
            let is_base = |other: &Candidate| {
                (other.layout.name, other.framing, other.skip)
                    == (it.layout.base, it.framing, it.skip)
                    && other.fits() >= it.fits()
                    && other.score > it.score
            };
            it.layout.is_double && self.candidates.iter().any(is_base)
        };
        self.candidates.iter().filter(|it| !is_twin(it)).collect()
    }

    fn choose(&self, chosen: &Candidate, others: Vec<&Candidate>) -> Choice {
        let framing = match chosen.framing {
            // Decoding then reports the bytes after the first value.
            Framing::Concatenated => Framing::Bare,
            framing => framing,
        };
        Choice {
            layout: chosen.layout,
            framing: self.options.framing.unwrap_or(framing),
            confidence: chosen.confidence,
            also_valid: others.into_iter().cloned().collect(),
        }
    }

    pub(crate) fn ambiguous(&self) -> Ambiguous {
        let candidates = self.without_twins().into_iter();
        let candidates = candidates.filter(|it| it.fits() || it.skip > 0);
        let mut candidates: Vec<_> = candidates.cloned().collect();
        candidates.sort_by_key(|it| (it.rank, users(it.layout)));
        Ambiguous { candidates }
    }

    /// Returns the choice for an input that no candidate explains.
    fn nothing() -> Choice {
        let layout = LAYOUTS.iter().min_by_key(|layout| users(layout));
        Choice {
            layout: layout.unwrap_or(&LAYOUTS[0]),
            framing: Framing::Bare,
            confidence: 0,
            also_valid: Vec::new(),
        }
    }
}
