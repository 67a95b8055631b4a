//! Examines an input as each enabled layout in each framing.

use super::cost::Description;
use super::framing::Framing;
use super::tally::{Region, Tally};
use super::{DetectOptions, Detection, MAX_BYTES, ranking};
use crate::inspection::inspect::inspect_prefix;
use crate::table::layout_info::LayoutInfo;
use crate::{DecodeError, DecodeOptions, Layout, LayoutRules, codec};
use alloc::vec::Vec;

/// Decodes the value at the front of the bytes, and describes its rows.
pub(super) type Examine = fn(&[u8], &mut Description) -> Result<Examined, DecodeError>;

/// A value that was decoded.
pub(super) struct Examined {
    /// Its length in bytes.
    pub(super) length: usize,
    /// Whether encoding it takes as many bytes.
    pub(super) is_canonical: bool,
}

macro_rules! examiners {
    ({} $({ $module:ident $marker:ident $types:tt })*) => {
        &[$((crate::$marker::INFO, examine::<crate::$marker>)),*]
    };
}

/// The enabled layouts, in the order of the schema, and the functions that decode a value.
pub(super) const LAYOUTS: &[(&LayoutInfo, Examine)] = each_layout!(examiners {});

/// Full objects are data here, so they need no permission.
const OPTIONS: DecodeOptions = DecodeOptions::new().allow_objects(true);

fn examine<L: Layout>(
    input: &[u8],
    description: &mut Description,
) -> Result<Examined, DecodeError> {
    let length = inspect_prefix::<L>(input, OPTIONS, |row| description.add(row))?;
    let value = input.get(..length).unwrap_or(input);
    let decoded = codec::from_slice::<L, L::VariantRef<'_>>(value, OPTIONS)?;
    let is_canonical = codec::encoded_len::<L, _>(&decoded).is_ok_and(|encoded| encoded == length);
    Ok(Examined {
        length,
        is_canonical,
    })
}

impl DetectOptions {
    /// Ranks the candidates by the start of an input of this length.
    #[inline]
    pub(super) fn rank(self, start: &[u8], length: usize) -> Detection {
        let window = start.get(..MAX_BYTES).unwrap_or(start);
        let input = Region {
            window,
            length,
            start: 0,
        };
        let whole = self.framings();
        let whole = whole.flat_map(|framing| self.tallies(input, framing, 0));
        let mut tallies: Vec<_> = whole.collect();
        // Otherwise every frame would be a header of the next one.
        let is_framed = |tally: &Tally| {
            let is_first = tally.failure.as_ref().is_none_or(|(value, _)| *value > 1);
            tally.framing.options().is_some() && tally.decoded > 0 && is_first
        };
        let is_known = window.len() == MAX_BYTES || length != usize::MAX;
        if is_known && !tallies.iter().any(is_framed) {
            for framing in self.framings() {
                let headers = input.headers(framing);
                let mut all = headers.map(|skip| self.tallies(input, framing, skip));
                let fitting = all.find(|all| all.iter().any(Tally::fits));
                tallies.extend(fitting.into_iter().flatten());
            }
        }
        ranking::rank(tallies, window.len(), self)
    }

    /// Examines an input after a header of this length in every layout.
    #[inline]
    fn tallies(self, input: Region<'_>, framing: Framing, skip: usize) -> Vec<Tally> {
        let tallies = self.layouts().map(|layout| {
            let mut tally = Tally::new(layout, framing, skip);
            match framing.options() {
                None => tally.bare(input),
                Some(options) => tally.framed(options, input),
            }
            tally
        });
        tallies.collect()
    }
}

/// Reads the start of an input until one candidate is sure, and returns the bytes with the ranking.
///
/// At most [`MAX_BYTES`] are read. A reader that returns few bytes at a time, such as a connection,
/// is not asked for more than necessary.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::detect::{DetectOptions, detect_reader};
/// use gdvariant::godot4;
///
/// let mut file = Vec::new();
/// godot4::write_framed(&mut file, &["Ada", "Grace", "Edsger"])?;
/// let (start, detection) = detect_reader(file.as_slice(), DetectOptions::new())?;
/// assert_eq!(start, file);
/// assert_eq!(detection.choice()?.layout.name, "godot4");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the error of a reader that fails before its first byte. A later error is that of the
/// next read.
#[cfg(feature = "std")]
pub fn detect_reader(
    mut reader: impl std::io::Read,
    options: DetectOptions,
) -> std::io::Result<(Vec<u8>, Detection)> {
    /// The number of bytes that are read at first.
    const FIRST: usize = 4 << 10;

    let (mut start, mut examined) = (Vec::new(), 0);
    loop {
        let length = start.len();
        let end = (2 * length).clamp(FIRST, MAX_BYTES);
        start.resize(end, 0);
        let read = match reader.read(&mut start[length..]) {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => Some(0),
            Err(error) if length == 0 => return Err(error),
            Err(_) => None,
            Ok(read) => (read > 0 && length < MAX_BYTES).then_some(read),
        };
        start.truncate(length + read.unwrap_or_default());
        if read.is_none() {
            let is_whole = length < MAX_BYTES;
            let detection = options.rank(&start, if is_whole { length } else { usize::MAX });
            return Ok((start, detection));
        }
        // Many short reads are examined together, so that the time stays linear.
        if start.len() > examined + examined / 4 {
            examined = start.len();
            let detection = options.rank(&start, usize::MAX);
            if detection.is_sure() {
                return Ok((start, detection));
            }
        }
    }
}
