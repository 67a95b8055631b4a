//! Finds out what to do about bytes that cannot be decoded.
//!
//! ```
//! use gdvariant::schema::layout_named;
//! use gdvariant_files::advice;
//!
//! let godot4 = gdvariant::godot4::to_vec(&["Ada"])?;
//! let advice = advice::for_bytes(&godot4, layout_named("godot3").unwrap(), true).unwrap();
//! assert_eq!(advice.to_string(), "this decodes as Godot 4: try the layout godot4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use crate::contents::is_plausible;
use crate::contents::{self, Contents, RESTORE, lost, replacement, zeros_from};
use crate::detect::{Candidate, DetectOptions, Framing, InputStart, MIN_SAVED, UNLIKELY, detect};
use crate::error::{EntryFault, FaultKind};
use crate::layer;
use crate::values::Entry;
use gdvariant::schema::Layout;
use gdvariant::{Advice, DecodeError, DecodeErrorKind, Decoding};

/// Returns what to do about an error in the bytes of a value.
///
/// Lenient decoding and objects are advised only if they result in a plausible value.
pub fn for_error(
    error: &DecodeError,
    entry: &Entry<'_>,
    layout: &'static Layout,
) -> Option<Advice> {
    if let Some(damage) = damage(entry, layout) {
        return Some(damage.into());
    }
    let kind = error.kind();
    let is_tried = kind.is_lenient() || *kind == DecodeErrorKind::ObjectsNotAllowed;
    match kind.advice()? {
        _ if is_tried && !is_plausible(layout, entry.available, error) => None,
        // Other layouts were tried.
        _ if matches!(kind, DecodeErrorKind::UnknownType { .. }) => None,
        Advice::OneOf(all) => all.into_iter().find(|it| matches!(it, Advice::Lenient(_))),
        advice => Some(advice),
    }
}

/// Describes what has overwritten the bytes of a value.
fn damage(entry: &Entry<'_>, layout: &'static Layout) -> Option<String> {
    let (bytes, start) = (entry.available, entry.start);
    let zeros = || {
        entry.frame.as_ref()?;
        let at = start + zeros_from(layout, bytes)?;
        Some(format!("the value ends in zeros from {at:#06x}; {RESTORE}"))
    };
    let lost = lost(layout, bytes).map(|at| replacement(start + at));
    lost.or_else(zeros)
}

/// Returns what to do about an error in the bytes of a value, or else what the bytes are.
pub fn for_value(
    error: &DecodeError,
    entry: &Entry<'_>,
    layout: &'static Layout,
) -> Option<Advice> {
    let contents = || {
        error
            .path()
            .is_empty()
            .then(|| for_contents(entry.available))
    };
    for_error(error, entry, layout).or_else(|| contents().flatten())
}

/// Returns what bytes are, and what to do with them, if they are something else than values.
pub fn for_contents(bytes: &[u8]) -> Option<Advice> {
    if let Some(effect) = layer::effect_of(bytes) {
        return Some(Advice::Unpack.because(format!("the bytes are a file that is {effect}")));
    }
    if bytes.is_empty() {
        return None;
    }
    let Contents { format, advice, .. } = contents::known(bytes, true)?;
    let found = format!("the bytes are {format}");
    Some(match advice {
        Some(advice) => advice.because(found),
        None => found.into(),
    })
}

/// Returns the layouts, the framing and the header that decode bytes that are not a value of
/// `layout`.
///
/// Framings other than bare values are considered only if `can_be_framed`.
pub fn for_bytes(bytes: &[u8], layout: &'static Layout, can_be_framed: bool) -> Option<Advice> {
    let detection = detect(bytes);
    let is_chosen = |candidate: &Candidate| candidate.layout.name == layout.name;
    let is_value = |candidate: &Candidate| candidate.framing == Framing::Bare || can_be_framed;
    let fitting: Vec<_> = detection.matches().filter(|it| is_value(it)).collect();
    let first = fitting.first()?;
    // The chosen layout explains most of the input better than another one explains all of it.
    if first.rank > 1 && detection.best().iter().any(is_chosen) {
        return None;
    }
    let requested = fitting
        .iter()
        .find(|it| is_chosen(it) && it.rank == first.rank);
    let first = requested.unwrap_or(first);
    if first.skip > 0 {
        return Some(Advice::from(first.decoding(0)).because("a header precedes the value"));
    }
    // The chosen layout already decodes the bytes: the error has another cause, such as a truncated
    // frame or an option.
    let is_bare = |candidate: &Candidate| candidate.framing == Framing::Bare;
    if fitting.iter().any(|it| is_chosen(it) && is_bare(it)) {
        return None;
    }
    let is_equal = |it: &Candidate| (it.rank, it.framing) == (first.rank, first.framing);
    let equals = fitting.iter().filter(|it| is_equal(it));
    if equals.clone().any(|it| is_chosen(it)) {
        let found = match first.framing {
            Framing::Concatenated => "further values follow",
            _ => "a length precedes the value",
        };
        return Some(Advice::framing(first.framing.name()).because(found));
    }
    let layouts: Vec<_> = equals.map(|it| it.layout).collect();
    let titles: Vec<_> = layouts.iter().map(|layout| layout.title).collect();
    let advice = Advice::from(Decoding {
        layouts: layouts.iter().map(|layout| layout.name).collect(),
        framing: (!is_bare(first)).then(|| first.framing.name()),
        ..Decoding::default()
    });
    Some(advice.because(format!("this decodes as {}", titles.join(" or "))))
}

/// Returns what to do about an input whose first length is none, or whose first value is not one,
/// in the requested framing.
pub fn for_frame(entry: &Entry<'_>, requested: Option<Framing>) -> Option<Advice> {
    let prefix = entry.frame.map(|frame| frame.prefix);
    let bytes = [prefix.as_slice().as_flattened(), entry.available].concat();
    let is_truncated = |fault: &EntryFault| matches!(fault.kind, FaultKind::Truncated { .. });
    let is_complete = entry.fault.as_ref().is_some_and(is_truncated);
    let start = InputStart { bytes, is_complete };
    let detection = start.detect(DetectOptions::new());
    let first = detection.best().iter().find(|it| {
        let least = if it.fits() { UNLIKELY } else { MIN_SAVED };
        it.skip == 0 && it.score >= least
    });
    let Some(first) = first else {
        return for_contents(&start.bytes);
    };
    let is_long = |fault: &EntryFault| matches!(fault.kind, FaultKind::TooLong { .. });
    let found = match (first.framing, requested?) {
        (Framing::BigEndian, Framing::LittleEndian) => "the lengths are big-endian",
        (Framing::LittleEndian, Framing::BigEndian) => "the lengths are little-endian",
        (Framing::Bare, _) => "a value without a length",
        (framing, stated) if framing == stated && entry.fault.as_ref().is_some_and(is_long) => {
            return Some(Advice::Raise("max_length"));
        }
        _ => return None,
    };
    Some(Advice::framing(first.framing.name()).because(found))
}
