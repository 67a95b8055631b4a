//! The choice of one candidate.

use super::candidate::{Candidate, Detection};
use super::framing::Framing;
use super::ranking::{HALVING, ranked};
use crate::table::layout_info::{LAYOUTS, LayoutInfo};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

/// The lead in bits from which a rank is not close to the next one.
const CLEAR: i64 = 32;

/// The score below which values are hardly likelier than other bytes.
const UNLIKELY: i64 = 12;

/// The lead in bits from which further bytes need not be examined.
const SURE: i64 = 28;

/// The score from which the start of a value is evidence.
const LONG: i64 = 1024;

/// The layout and the framing that [`Detection::choice`] chooses.
///
/// It displays as one line, such as `godot4, framed: 99%` or
/// `godot4, framed; also valid as pandemonium`.
///
/// ```
/// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
/// use gdvariant::{detect, godot4};
///
/// let choice = detect(&godot4::to_vec(&["Ada", "Grace"])?).choice()?;
/// assert_eq!((choice.layout.name, choice.also_valid.len()), ("godot4", 0));
///
/// let choice = detect(&godot4::to_vec(&true)?).choice()?;
/// assert!(choice.to_string().starts_with("godot4, bare; also valid as godot3"));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Choice {
    /// The layout.
    pub layout: &'static LayoutInfo,
    /// The framing.
    pub framing: Framing,
    /// The confidence in percent: 0 if nothing explains the input, and 100 if the layout and the
    /// framing were stated.
    pub confidence: u8,
    /// The other candidates that fit the input, of equal and of close ranks.
    pub also_valid: Vec<Candidate>,
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

/// The error of an input whose layout and framing are unclear.
///
/// ```
/// # #[cfg(all(feature = "godot4", feature = "std"))] {
/// use gdvariant::{detect, godot4};
///
/// let mut file = vec![3, 0, 0, 0]; // the version of the save, which the game writes first
/// godot4::write_framed(&mut file, &["Ada", "Grace"])?;
/// let unclear = detect(&file).choice().unwrap_err();
/// assert_eq!(unclear.candidates[0].skip, 4);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Unclear {
    /// The candidates that fit the input, the likeliest first.
    pub candidates: Vec<Candidate>,
}

impl fmt::Display for Unclear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the layout is unclear; state one of")?;
        for (index, candidate) in self.candidates.iter().enumerate() {
            write!(f, "{} {candidate}", if index > 0 { ";" } else { "" })?;
        }
        Ok(())
    }
}

crate::error::debug!(Unclear);

impl Error for Unclear {}

impl Choice {
    /// Creates the choice of options that state everything.
    pub(crate) fn stated(layout: &'static LayoutInfo, framing: Framing) -> Self {
        Self {
            layout,
            framing,
            confidence: 100,
            also_valid: Vec::new(),
        }
    }
}

/// Returns the order of a layout by the number of users of its engine; few use double precision.
fn users(layout: &LayoutInfo) -> usize {
    let rank = layout.rank_by_users().filter(|_| !layout.is_double);
    rank.unwrap_or(usize::MAX)
}

impl Detection {
    /// Returns whether a candidate can be chosen: neither values after a header nor, unless they are
    /// stated, values in a row.
    fn is_usual(&self, it: &Candidate) -> bool {
        let is_row = it.framing == Framing::InARow;
        it.fits && it.skip == 0 && (!is_row || self.options.framing == Some(Framing::InARow))
    }

    /// Chooses a layout and a framing.
    ///
    /// The [module](super) states the rule for candidates of equal rank. If nothing fits, the
    /// likeliest candidate is chosen, so that decoding reports the fault.
    ///
    /// ```
    /// # #[cfg(all(feature = "godot4", feature = "std"))] {
    /// use gdvariant::detect::{Framing, detect};
    /// use gdvariant::godot4;
    ///
    /// let mut file = Vec::new();
    /// godot4::write_framed(&mut file, &["Ada", "Grace"])?;
    /// let choice = detect(&file).choice()?;
    /// assert_eq!((choice.layout.name, choice.framing), ("godot4", Framing::LittleEndian));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a close rank has a candidate that precedes the chosen one, or if values
    /// fit only after a header.
    pub fn choice(&self) -> Result<Choice, Unclear> {
        // The start of a long value is evidence like any other.
        let is_bare =
            |it: &&Candidate| self.is_usual(it) && it.framing == Framing::Bare && it.values == 1;
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
        let best = match others.first() {
            // A fault in otherwise clear values.
            Some(best) if first.fits || first.score < best.score + SURE => *best,
            _ if first.fits && first.skip > 0 => return Err(self.unclear()),
            _ => return Ok(self.choose(first, Vec::new())),
        };
        let is_equal = |it: &Candidate| best.score - it.score < HALVING;
        let order = |it: &Candidate| (it.framing == Framing::Bare, users(it.layout));
        others.retain(|it| best.score - it.score < CLEAR);
        others.sort_by_key(|it| (!is_equal(it), order(it)));
        let chosen = others.remove(0);
        let is_preferred = |it: &&Candidate| !is_equal(it) && order(it) < order(chosen);
        let is_header_likelier = first.skip > 0 && first.score >= best.score;
        if is_header_likelier || best.score < UNLIKELY || others.iter().any(is_preferred) {
            return Err(self.unclear());
        }
        Ok(self.choose(chosen, others))
    }

    /// Returns whether further bytes would hardly change the choice.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{detect, godot4};
    ///
    /// assert!(detect(&godot4::to_vec(&["Ada", "Grace"])?).is_sure());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_sure(&self) -> bool {
        let ranked = self.without_twins();
        let second = ranked.get(1).map_or(0, |second| second.score);
        ranked.first().is_some_and(|first| {
            // The first fields of a value are too little evidence.
            let is_enough = first.values > 0 || first.score >= LONG;
            self.is_usual(first) && is_enough && first.score - second.max(0) >= SURE
        })
    }

    /// Returns the ranking of the layouts that another input fits as well, with the framings of this
    /// one.
    ///
    /// ```
    /// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
    /// use gdvariant::{detect, godot4};
    ///
    /// let (old, new) = (detect(&godot4::to_vec("Ada")?), detect(&godot4::to_vec(&["Ada"])?));
    /// assert_eq!(old.with(&new).best()[0].layout.name, "godot4");
    /// # }
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

    /// Returns the ranking of the candidates of one layout.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{detect, godot4};
    ///
    /// let detection = detect(&godot4::to_vec(&true)?);
    /// let layout = detection.candidates()[0].layout;
    /// assert!(detection.of_layout(layout).matches().all(|it| it.layout == layout));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_layout(&self, layout: &LayoutInfo) -> Self {
        let same = self.candidates.iter().filter(|it| it.layout == layout);
        ranked(same.cloned().collect(), self.options)
    }

    /// Returns the candidates without double precision where single precision explains the values
    /// as well.
    fn without_twins(&self) -> Vec<&Candidate> {
        let is_twin = |it: &Candidate| {
            let is_base = |other: &Candidate| {
                (other.layout.name, other.framing, other.skip)
                    == (it.layout.base, it.framing, it.skip)
                    && other.fits >= it.fits
                    && other.score > it.score
            };
            it.layout.is_double && self.candidates.iter().any(is_base)
        };
        self.candidates.iter().filter(|it| !is_twin(it)).collect()
    }

    fn choose(&self, chosen: &Candidate, others: Vec<&Candidate>) -> Choice {
        let framing = match chosen.framing {
            // Decoding reports what follows the first value.
            Framing::InARow => Framing::Bare,
            framing => framing,
        };
        Choice {
            layout: chosen.layout,
            framing: self.options.framing.unwrap_or(framing),
            confidence: chosen.confidence,
            also_valid: others.into_iter().cloned().collect(),
        }
    }

    fn unclear(&self) -> Unclear {
        let candidates = self.without_twins().into_iter().filter(|it| it.fits);
        Unclear {
            candidates: candidates.cloned().collect(),
        }
    }

    /// Returns the choice for an input that nothing explains.
    fn nothing() -> Choice {
        let enabled = LAYOUTS.iter().filter(|layout| layout.is_built_in);
        let layout = enabled.min_by_key(|layout| users(layout));
        Choice {
            confidence: 0,
            ..Choice::stated(layout.unwrap_or(&LAYOUTS[0]), Framing::Bare)
        }
    }
}
