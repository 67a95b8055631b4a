//! Ranks the layouts and framings that bytes may have, with reasons.
//!
//! The format has no magic number and no version, and the first type numbers mean the same in most
//! layouts: a single value does not identify its layout. [`detect`](fn@detect) therefore ranks the
//! layouts in every [`Framing`], with a confidence for each. Layouts that explain the bytes
//! equally well share a rank. Layouts that no build of an engine reads or writes are candidates
//! only on request, with [`DetectOptions`].
//!
//! ```
//! use gdvariant::Vector2;
//! use gdvariant::godot4::{self, Dictionary, Variant};
//! use gdvariant_files::detect::{Framing, detect};
//!
//! let mut file = Vec::new();
//! for (name, x) in [("Ada", 12.5), ("Grace", -3.0)] {
//!     let position = Vector2::new(x, 1.0);
//!     let player = Dictionary::from([("name", Variant::from(name)), ("position", position.into())]);
//!     godot4::write_framed(&mut file, &player)?;
//! }
//!
//! let detection = detect(&file);
//! let best = &detection.candidates()[0];
//! assert_eq!((best.layout.name, best.framing), ("godot4", Framing::LittleEndian));
//! assert_eq!(best.reasons()[0], "2 of 2 values decode");
//! assert!(best.confidence >= 90);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How candidates are compared
//!
//! For each candidate, the input is decoded strictly, with full objects as data. The score is the
//! number of bits that the interpretation saves compared to plain bytes (the minimum description
//! length). A header saves most of its 32 bits, a short count or a round float nearly all of them,
//! and a printable string a third of its bits. A denormal float or a control character costs more
//! than its bytes. A value that fails, a value that engines would encode with another length, and
//! nonzero padding cost bits as well. After a failure, the next frame or the next separate value is
//! examined.
//!
//! The confidence follows from the scores: every 4 bits of lead double the odds. For values that
//! engines wrote, the confidence is about the share of detections that are correct.
//!
//! # How a candidate is chosen
//!
//! [`Detection::choice`] returns the candidate of the first rank. If several candidates share that
//! rank, length-prefixed values precede bare values, because files come from `store_var`; then
//! Godot 4 precedes Godot 3, and Godot 3 precedes Pandemonium, by their numbers of users.
//!
//! A candidate of a lower rank is close if its score is less than 32 bits below the best one. If a
//! close candidate precedes the chosen candidate in this order, the choice is an error with all
//! candidates; otherwise [`Choice::also_valid`] lists the close candidate.
//!
//! Candidates with a game-specific header are never chosen, and consecutive bare values only if
//! [`DetectOptions::framing`] states them: four zero bytes at the end of a file also decode as a
//! Nil. Double precision is not chosen where single precision explains the values as well.
//!
//! A number that is the length of everything after it is a length prefix, even if it is also a value
//! of a row: writing another value would not update it.
//!
//! Bytes after frames at the start of an input, such as the end of an older and longer file, are
//! evidence for no candidate if the frames explain their own bytes better, by at least 16 bits, than
//! a bare value that consumes the input. The frames are then chosen, as engines read the first value.
//!
//! If no candidate fits, a complete frame after a header is a candidate. The value may be shorter
//! than the frame only if the frame ends the input. A first frame that the end of the input truncates
//! precedes other explanations. One bare value after a header is a candidate if it consumes the rest
//! of the input, if it is a Dictionary, an Array, or a string or packed array that is longer than the
//! header, and if no other candidate fits and saves a third of the bits. A header that is neither
//! text nor 1, 2, 4, 8, 16, 20, 32 or 64 bytes long, the lengths of numbers and digests, costs bits.
//!
//! # Bounds
//!
//! At most [`MAX_BYTES`] at the start of the input are examined. Each candidate takes linear time:
//! each value is scanned once for its rows, once to decode it, and once for its encoded length. At
//! most 16 lengths of a header before a bare value are candidates.
//! Memory in use at once is at most 64 times the examined bytes plus 32 KiB. No input panics, and
//! nesting beyond the default depth limit is a failure like any other.

// `tally` collects the evidence for each candidate; `ranking` turns the evidence into a decision.
mod candidate;
mod description;
mod input;
mod options;
mod ranking;
mod region;
mod tally;

pub use candidate::{Candidate, Detection};
pub use input::InputStart;
pub use input::detect_reader;
pub use options::{DetectOptions, Framing};
pub(crate) use ranking::UNLIKELY;
pub use ranking::{Ambiguous, Choice};
pub(crate) use tally::MIN_SAVED;

use region::Region;

/// The maximum number of bytes that are examined, at the start of the input.
pub const MAX_BYTES: usize = 256 << 10;

/// The maximum number of values that [`detect_values`] examines.
///
/// [`MAX_BYTES`] bytes cannot contain more values.
pub const MAX_VALUES: usize = MAX_BYTES / gdvariant::format::HEADER_LENGTH as usize;

/// Ranks the layouts and the framings by how well they explain an input.
///
/// The input can be one bare value, consecutive bare values, or length-prefixed values. A
/// game-specific header may precede one bare value or length-prefixed values: up to 64 bytes, lines
/// of up to 1024 bytes before a bare value, or one length-prefixed string before other values.
///
/// [`Detection::choice`] chooses a candidate. The bytes are examined as they are:
/// [`open::detect`](crate::open::detect) decompresses and decrypts a file first.
///
/// ```
/// use gdvariant::godot4;
/// use gdvariant_files::detect;
///
/// // The number of an Array is 28 in Godot 4, and 19 in Godot 3.
/// let bytes = godot4::to_vec(&("Ada", [1, 2], 7.5))?;
/// let detection = detect(&bytes);
/// let first = &detection.candidates()[0];
/// assert_eq!((first.rank, first.layout.name), (1, "godot4"));
///
/// // A bool has the same number in all layouts.
/// let detection = detect(&godot4::to_vec(&true)?);
/// assert!(detection.best().len() > 1);
/// assert!(detection.candidates()[0].confidence <= 50);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn detect(input: &[u8]) -> Detection {
    detect_with(input, DetectOptions::new())
}

/// Does the same as [`detect`](fn@detect), with options.
///
/// ```
/// use gdvariant_files::detect::{DetectOptions, Framing, detect_with};
///
/// let options = DetectOptions::new().framing(Framing::Bare);
/// let detection = detect_with(&[2, 0, 0, 0, 7, 0, 0, 0], options);
/// let mut framings = detection.candidates().iter().map(|candidate| candidate.framing);
/// assert!(framings.all(|framing| framing == Framing::Bare));
/// ```
pub fn detect_with(input: &[u8], options: DetectOptions) -> Detection {
    options.rank(input, true)
}

/// Ranks the layouts and the framings for inputs that arrived separately, such as packets.
///
/// Every slice is one bare value, or the frames of one or more values. The longest slice decides
/// which game-specific headers are examined. Slices beyond [`MAX_BYTES`] or [`MAX_VALUES`] are not
/// examined.
///
/// ```
/// use gdvariant_files::detect::{DetectOptions, detect_values};
///
/// let packets: [&[u8]; 2] = [
///     &[2, 0, 0, 0, 7, 0, 0, 0], // 7
///     &[28, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], // [true]
/// ];
/// let detection = detect_values(packets, DetectOptions::new());
/// assert_eq!(detection.candidates()[0].layout.name, "godot4");
/// assert_eq!(detection.candidates()[0].reasons()[0], "2 of 2 values decode");
/// ```
pub fn detect_values<'v>(
    values: impl IntoIterator<Item = &'v [u8]>,
    options: DetectOptions,
) -> Detection {
    let (mut regions, mut left) = (Vec::new(), MAX_BYTES);
    let mut is_limited = false;
    for (index, value) in values.into_iter().enumerate() {
        if left == 0 || index == MAX_VALUES {
            is_limited = true;
            break;
        }
        // Further empty slices add no evidence, only memory.
        if value.is_empty() && index > 0 {
            continue;
        }
        let region = Region {
            window: value.get(..left).unwrap_or(value),
            length: value.len(),
            start: 0,
        };
        left -= region.window.len();
        regions.push(region);
    }
    let longest = regions.iter().max_by_key(|region| region.length);
    let longest = longest.map(|longest| options.rank(longest.window, !longest.is_cut()));
    let longest = longest.iter().flat_map(|it| &it.candidates);
    let is_stated = |it: &&Candidate| options.framings().any(|framing| framing == it.framing);
    let headers = longest.filter(|it| it.skip > 0).filter(is_stated);
    let mut forms: Vec<_> = options.framings().map(|framing| (framing, 0)).collect();
    for header in headers.map(|it| (it.framing, it.skip)) {
        if !forms.contains(&header) {
            forms.push(header);
        }
    }
    let is_row = options.framing == Some(Framing::Concatenated);
    let candidates = forms.into_iter().flat_map(|(framing, skip)| {
        let regions = &regions;
        options.layouts().map(move |layout| {
            let mut candidate = Candidate::new(layout, framing, skip);
            for &region in regions {
                match framing.options() {
                    Some(frames) => candidate.framed(frames, region),
                    None if is_row => candidate.bare(region, true),
                    None => drop(candidate.examine(region.after(skip))),
                }
            }
            candidate.is_limited |= is_limited && left < MAX_BYTES;
            candidate
        })
    });
    // A game writes the same header before each value.
    let candidates = candidates.filter(|it| it.skip == 0 || it.fits());
    ranking::rank(candidates.collect(), MAX_BYTES - left, options)
}
