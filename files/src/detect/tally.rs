//! Examines an input as each layout in each framing, and collects the evidence.

use super::description::{Description, plain};
use super::options::Framing;
use super::ranking::LONG;
use super::region::{Region, is_usual, is_usual_header};
use super::{Candidate, DetectOptions, Detection, MAX_BYTES, ranking};
use crate::contents::zeros_from;
use crate::{LENIENT, STRICT};
use gdvariant::any::{AnyRef, AnyView};
use gdvariant::framing::FrameOptions;
use gdvariant::schema::{LAYOUTS, Layout};
use gdvariant::table::Body;
use gdvariant::{DecodeError, DecodeErrorKind, EncodeOptions, Kind};

/// The cost, in bits, of a failure.
const FAILURE: i64 = 24;

/// The cost, in bits, of a value that engines would encode with another length.
const NOT_CANONICAL: i64 = 16;

/// The bits that a first frame saves that the end of the input truncates, if the length is usual and
/// the available bytes can be the start of a value: its length prefix, and the failure.
const TRUNCATED_FRAME: i64 = u32::BITS as i64 + FAILURE;

/// The minimum number of bits that a value saves, less a failure, to be found after a header and
/// before other bytes.
pub(crate) const MIN_SAVED: i64 = 64;

/// The minimum lead, in bits, of frames at the start of an input over bare values in the same bytes.
const CLEARLY_BETTER: i64 = 16;

/// The share of the examined bits that a likely candidate saves at least, as a divisor.
const LIKELY_SHARE: i64 = 3;

/// The maximum number of headers before a bare value that are examined, so that the time stays
/// linear.
const MAX_HEADERS: usize = 16;

/// The cost, in bits, of a header before a bare value that is neither text nor of a usual length.
const UNUSUAL_HEADER: i64 = 16;

impl Candidate {
    /// Examines a value, and returns its length unless decoding fails.
    pub(super) fn examine(&mut self, region: Region<'_>) -> Option<usize> {
        let before = self.description;
        match examine(self.layout, region.window, &mut self.description) {
            Ok(examined) if self.is_concatenated || examined.length == region.length => {
                self.values += 1;
                self.decoded_bytes += examined.length;
                if !examined.is_canonical {
                    self.not_canonical += 1;
                    self.description.saved -= NOT_CANONICAL;
                }
                return Some(examined.length);
            }
            Ok(examined) => {
                // Engines ignore the bytes after a value in a frame.
                let is_short = !self.find_zeros(region) && examined.length < region.length / 2;
                if self.values + self.failures > 0 || is_short {
                    self.description = before;
                }
                let left = region.length - examined.length;
                let kind = DecodeErrorKind::trailing_bytes(left);
                self.fail(DecodeError::new(region.start + examined.length, kind));
            }
            Err(error) if region.allows(&error) => self.is_limited = true,
            Err(error) => {
                // The rows before the end of a truncated input are evidence as well.
                let is_cut = matches!(error.kind(), DecodeErrorKind::UnexpectedEnd { .. });
                let is_other = !is_cut || !self.is_concatenated && region.start > 0;
                if is_other && !self.find_zeros(region) {
                    self.description = before;
                }
                self.fail(error.with_base_offset(region.start));
            }
        }
        None
    }

    /// Finds zeros in the place of the end of the first value, and returns whether there are any.
    fn find_zeros(&mut self, region: Region<'_>) -> bool {
        let is_framed = self.framing.options().is_some();
        if is_framed && self.failure.is_none() && !region.is_cut() {
            let zeros = zeros_from(self.layout, region.window);
            self.zeros = zeros.map(|zeros| region.start + zeros);
        }
        self.zeros.is_some()
    }

    /// Examines bare values up to the first failure, after which the start of the next is unknown.
    ///
    /// Unless concatenated values are expected, zeros at the end are not Nil: they usually fill a file.
    pub(super) fn bare(&mut self, input: Region<'_>, is_row: bool) {
        self.is_concatenated = true;
        let before = self.description;
        let mut rest = input;
        while !rest.window.is_empty() {
            // A row can end with a Nil.
            let is_nil = rest.length == gdvariant::format::HEADER_LENGTH as usize;
            let is_filler = self.values == 1 || self.values > 1 && !is_nil;
            let is_zero = || rest.window.iter().all(|&byte| byte == 0);
            if !is_row && is_filler && !rest.is_cut() && is_zero() {
                // Any array can end within zeros.
                if self.description.ends_in_zeros() {
                    self.description = before;
                }
                let kind = DecodeErrorKind::trailing_bytes(rest.length);
                return self.fail(DecodeError::new(rest.start, kind));
            }
            let Some(length) = self.examine(rest) else {
                return;
            };
            rest = rest.after(length);
        }
        self.is_limited |= rest.is_cut();
    }

    /// Examines frames, up to the first truncated one, or up to bytes that are not frames.
    pub(super) fn framed(&mut self, options: FrameOptions, input: Region<'_>) {
        let mut is_chain = None;
        let mut rest = input.after(self.skip);
        while rest.length > 0 {
            let Some(prefix) = rest.window.first_chunk() else {
                if rest.is_cut() {
                    self.is_limited = true;
                } else {
                    self.cut(rest, size_of::<u32>());
                    self.ignore_rest();
                }
                return;
            };
            let length = options.raw_length(*prefix) as usize;
            let left = rest.after(prefix.len());
            let window = left.window.get(..length).unwrap_or(left.window);
            let value = Region {
                window,
                length,
                ..left
            };
            if length > left.length {
                let mut description = self.description;
                let start = examine(self.layout, window, &mut description);
                let is_start = start.is_err_and(|error| value.allows(&error));
                let is_first = self.values + self.failures == 0;
                let is_usual = self.framing == Framing::LittleEndian && is_usual(length);
                if is_start && (!is_first || is_usual && left.is_cut()) {
                    // All rows of the examined start fit.
                    self.description = description;
                    self.is_truncated = is_first;
                } else if is_start && is_usual {
                    // The rows of a first value are not counted: a layout that stops at a count
                    // has fewer of them than layouts that decode nonsense.
                    self.description.saved += TRUNCATED_FRAME;
                    self.is_truncated = true;
                }
                self.cut(left, length);
                if !is_start {
                    self.ignore_rest();
                }
                return;
            }
            let failures = self.failures;
            self.examine(value);
            let mut is_filled =
                || *is_chain.get_or_insert_with(|| input.is_chain(self.skip, options));
            if self.starts_with_frame() && !is_filled() {
                return self.ignore_rest();
            }
            // If the end of the input is unknown, any number is a plausible length prefix.
            let is_implied = !value.is_cut() || input.length != usize::MAX;
            if is_implied && self.failures == failures {
                self.description.saved += plain(prefix);
                self.decoded_bytes += prefix.len();
            }
            rest = left.after(length);
        }
    }

    /// Ignores the cost of bytes after the first values, which can be the end of an older and longer
    /// file.
    fn ignore_rest(&mut self) {
        if self.starts_with_frame() {
            self.description.saved += FAILURE;
        }
    }

    /// Returns whether the input starts with a frame, and a later one fails.
    pub(super) fn starts_with_frame(&self) -> bool {
        let is_later = self.failure.is_some() && self.decodes_first();
        self.framing.options().is_some() && self.skip == 0 && is_later
    }

    /// Returns whether the first value does not fail.
    fn decodes_first(&self) -> bool {
        self.failure.as_ref().is_none_or(|(value, _)| *value > 1)
    }

    /// Returns the bits that bare values save at the start of an input.
    fn saved_at_start(&self, start: Region<'_>) -> i64 {
        let mut candidate = Self::new(self.layout, self.framing, self.skip);
        candidate.bare(start, false);
        candidate.description.saved
    }

    /// Counts a length prefix or a value that the end of the input truncates.
    fn cut(&mut self, region: Region<'_>, needed: usize) {
        let left = region.window.len();
        let kind = DecodeErrorKind::unexpected_end(needed, left);
        self.fail(DecodeError::new(region.start, kind));
    }

    fn fail(&mut self, error: DecodeError) {
        self.failures += 1;
        self.description.saved -= FAILURE;
        let number = self.values + self.failures;
        self.failure.get_or_insert((number, error));
    }

    /// Returns whether the first value decodes and is not just a number. Further bytes may follow it
    /// in the only frame.
    pub(super) fn starts_with_value(&self) -> bool {
        // A failure in the only frame counts, unless `saved` is too small.
        let is_only = self.values + self.failures == 1;
        (self.decodes_first() || is_only) && self.description.saved >= MIN_SAVED
    }

    /// Returns whether several bare values follow one another.
    pub(super) fn has_row(&self) -> bool {
        self.is_concatenated && (self.values > 1 || self.values == 1 && self.is_limited)
    }

    /// Returns whether the candidate explains so much that no header before a bare value is examined.
    fn explains(&self, window: &[u8]) -> bool {
        let is_likely = self.description.saved >= plain(window) / LIKELY_SHARE;
        self.fits() && !self.has_row() && is_likely
    }

    /// Returns whether the first number is plausible as the length of a value.
    fn starts_with_length(&self) -> bool {
        self.is_truncated || self.starts_with_frame() && self.starts_with_value()
    }

    /// Returns whether the value at an offset is in a container at the start of the input, which has
    /// a fault after the offset.
    fn contains(&self, window: &[u8], offset: usize) -> bool {
        let is_read =
            |(value, error): &(usize, DecodeError)| *value == 1 && error.offset() >= offset;
        self.framing == Framing::Bare
            && self.skip == 0
            && starts_with_container(self.layout, window)
            && self.failure.as_ref().is_some_and(is_read)
    }

    /// Returns whether one bare value after a header is plausible.
    fn is_after_header(&mut self, input: Region<'_>, only_containers: bool) -> bool {
        let (header, value) = input.window.split_at(self.skip);
        let number = value.first().map_or(0, |number| usize::from(*number));
        let is_plausible = match self.layout.types().get(number).map(|ty| ty.body) {
            Some(Body::Dictionary | Body::Array) => true,
            Some(Body::Text | Body::Packed | Body::PackedText | Body::TypedArray) => {
                let is_long = value.len() > header.len() && self.description.saved >= MIN_SAVED;
                is_long && !only_containers
            }
            _ => false,
        };
        if !is_usual_header(header) {
            self.description.saved -= UNUSUAL_HEADER;
        }
        // The count of a long container is too little evidence.
        let is_enough = !self.is_limited || self.description.saved >= LONG;
        self.fits() && !self.has_row() && is_enough && is_plausible
    }
}

/// The result of decoding a value.
struct Examination {
    /// The length of the value in bytes.
    length: usize,
    /// Whether encoding the value again takes the same number of bytes.
    is_canonical: bool,
}

/// Decodes the value at the start of `input` and describes its rows.
fn examine(
    layout: &'static Layout,
    input: &[u8],
    description: &mut Description,
) -> Result<Examination, DecodeError> {
    let length = match layout.inspect(input, STRICT, |row| description.add(row)) {
        Err(error) if matches!(error.kind(), DecodeErrorKind::TrailingBytes { .. }) => {
            error.offset()
        }
        inspected => inspected?,
    };
    let value = input.get(..length).unwrap_or(input);
    let decoded = layout.decode(value, STRICT)?;
    // Engines drop such elements, so they write none, but decoding checks only the types that Godot 4
    // declares. Without this check, an Array of Godot 4 and zeros after it are a PackedTypedArray.
    if let AnyView::Array { declared, .. } = decoded.view()
        && let Some(declared) = declared.kind()
    {
        let is_other =
            |found: &Kind| *found != declared && !(declared == Kind::Object && *found == Kind::Nil);
        let mut kinds = AnyRef::from(&decoded).members().map(|it| it.value.kind());
        if let Some(found) = kinds.find(is_other) {
            let kind = DecodeErrorKind::not_declared(declared, found, layout.name);
            return Err(DecodeError::new(0, kind));
        }
    }
    let encoded = decoded.to_vec(EncodeOptions::new());
    Ok(Examination {
        length,
        is_canonical: encoded.is_ok_and(|encoded| encoded.len() == length),
    })
}

impl DetectOptions {
    /// Ranks the candidates by the start of an input; `is_complete` if the start is all of it.
    pub(super) fn rank(self, start: &[u8], is_complete: bool) -> Detection {
        let window = start.get(..MAX_BYTES).unwrap_or(start);
        let known = self.length.filter(|_| !is_complete);
        let length = known.map_or(usize::MAX, |it| usize::try_from(it).unwrap_or(usize::MAX));
        let is_complete = is_complete || length <= start.len();
        let input = Region {
            window,
            length: if is_complete { start.len() } else { length },
            start: 0,
        };
        let whole = self.framings();
        let whole = whole.flat_map(|framing| self.examined(input, framing, 0));
        let mut candidates: Vec<_> = whole.collect();
        let is_long = input.length == usize::MAX && start.len() >= MAX_BYTES;
        if let Some(long) = input.too_long(self.max_length).filter(|_| is_long) {
            let is_other = |it: &Candidate| it.framing.options().is_some() && it.framing != long;
            if candidates.iter().any(|it| is_other(it) && it.fits()) {
                candidates.retain(|it| it.framing != long);
            }
        }
        limit_to_frame(input, &mut candidates);
        // Headers are examined only if the input does not start with a frame; otherwise the first
        // frame would count as a header of the next one.
        let is_framed =
            |it: &Candidate| it.framing.options().is_some() && it.values > 0 && it.decodes_first();
        let is_known = window.len() == MAX_BYTES || is_complete;
        if is_known && !candidates.iter().any(is_framed) {
            for framing in self.framings() {
                let headers = input.headers(framing);
                let mut all = headers.map(|skip| self.examined(input, framing, skip));
                let fitting = all.find(|all| all.iter().any(Candidate::fits));
                let fitting = fitting.into_iter().flatten();
                candidates.extend(fitting.filter(|it| it.fits() || it.values > 0));
            }
            // Bytes after a header and a frame need not be values.
            let is_explained = |it: &Candidate| it.is_truncated || it.fits() && !it.has_row();
            if !candidates.iter().any(is_explained) {
                let headers = input.headers_before_frame();
                let mut all = headers.map(|skip| self.examined(input, Framing::LittleEndian, skip));
                let framed = all.find(|all| all.iter().any(Candidate::starts_with_value));
                candidates.extend(framed.into_iter().flatten());
            }
        }
        let can_be_bare = self.framing.is_none_or(|framing| framing == Framing::Bare);
        let is_explained =
            || candidates.iter().any(|it| it.explains(window)) || is_container(window);
        // A length beyond the end of the file is no version before a value of unknown length.
        let is_truncated = input.is_cut() && candidates.iter().any(|it| it.is_truncated);
        if is_known && can_be_bare && !is_truncated && !is_explained() {
            // The number before a container that consumes the rest is a version, not a length.
            let is_number = candidates.iter().any(Candidate::starts_with_length);
            let headers = input.headers_before_value().take(MAX_HEADERS);
            let headers = headers.filter(|skip| !is_number || *skip == size_of::<u32>());
            let headers =
                headers.filter(|skip| !candidates.iter().any(|it| it.contains(window, *skip)));
            let mut all = headers.map(|skip| {
                let mut all = self.examined(input, Framing::Bare, skip);
                all.retain_mut(|it| it.is_after_header(input, is_number));
                all
            });
            if let Some(fitting) = all.find(|all| !all.is_empty()) {
                let is_before = |it: &Candidate| it.decoded_bytes <= fitting[0].skip;
                candidates.retain(|it| it.fits() || it.skip > 0 || is_before(it));
                candidates.extend(fitting);
            }
        }
        ranking::rank(candidates, window.len(), self)
    }

    /// Examines an input after a header of this length in every layout.
    fn examined(self, input: Region<'_>, framing: Framing, skip: usize) -> Vec<Candidate> {
        let candidates = self.layouts().map(|layout| {
            let mut candidate = Candidate::new(layout, framing, skip);
            match framing.options() {
                None => candidate.bare(
                    input.after(skip),
                    self.framing == Some(Framing::Concatenated),
                ),
                Some(options) => candidate.framed(options, input),
            }
            candidate
        });
        candidates.collect()
    }
}

/// Returns whether a layout has a container with the type number at the start of the bytes.
fn starts_with_container(layout: &'static Layout, window: &[u8]) -> bool {
    let [number, 0, ..] = window else {
        return false;
    };
    let body = layout.types().get(usize::from(*number)).map(|ty| ty.body);
    let containers = [
        Body::Array,
        Body::Dictionary,
        Body::Object,
        Body::TypedArray,
    ];
    body.is_some_and(|body| containers.contains(&body))
}

/// Returns whether an engine of any layout reads a container at the start of the bytes.
fn is_container(window: &[u8]) -> bool {
    LAYOUTS.iter().any(|layout| {
        starts_with_container(layout, window) && layout.check(window, LENIENT).is_ok()
    })
}

/// Restricts bare values to the evidence in the first frames, unless a bare value consumes the input
/// and explains the frames as well.
///
/// Engines read the first value. The bytes after it can be the end of an older and longer file, and
/// all bytes can also decode as one array, so they are evidence for no candidate.
fn limit_to_frame(input: Region<'_>, candidates: &mut [Candidate]) {
    // The bytes of a bare value that resemble a frame are denormal floats rather than usual ones.
    let is_framed = |it: &&Candidate| {
        let floats = it.description.floats;
        let is_value = it.starts_with_value() || it.printable_strings() > 0;
        it.starts_with_frame() && is_value && floats.plausible == floats.of
    };
    let framed = candidates.iter().filter(is_framed);
    let framed = framed.map(|it| {
        (
            it.description.saved,
            it.decoded_bytes,
            it.printable_strings(),
        )
    });
    let Some((saved, end, strings)) = framed.max() else {
        return;
    };
    let window = input.window.get(..end).unwrap_or(input.window);
    let limit = saved - CLEARLY_BETTER;
    for bare in candidates.iter_mut().filter(|it| it.is_concatenated) {
        // An array of all bytes hides the strings of the frame.
        let is_whole = bare.fits() && !bare.has_row() && bare.printable_strings() >= strings;
        let start = bare.saved_at_start(Region { window, ..input });
        if !is_whole || start <= limit {
            let saved = &mut bare.description.saved;
            *saved = start.min(limit).min(*saved);
        }
    }
}
