//! FastLZ, the algorithm of compressed files by default.
//!
//! Compressed data is a sequence of literal runs and of matches, which copy earlier output. Each
//! run or match starts with a command byte, whose upper three bits are 0 for a run, or the length
//! of a match minus 2; 7 means that a longer length follows. The lower five bits are the length of
//! a run minus 1, or the upper bits of a match's distance. In the first command, which is always a
//! run, the upper bits hold the level. Level 2 has lengths of several bytes and larger distances.

use std::mem;

/// The minimum distance that level 2 stores in two more bytes.
const FAR_DISTANCE: usize = 8191;

/// The shortest match that a match command can represent.
const MIN_MATCH: usize = 3;

/// The longest match of level 1.
const MAX_MATCH: usize = 264;

/// The longest literal run.
const MAX_RUN: usize = 32;

/// The largest distance of level 1.
const MAX_DISTANCE: usize = 8192;

/// The minimum length of input that FastLZ requires; shorter input is padded with zeros.
pub(super) const MIN_LENGTH: usize = 16;

/// A command with its data.
enum Command<'d> {
    Run(&'d [u8]),
    /// A match, which copies earlier output. The smallest distance is 1.
    Match {
        length: usize,
        distance: usize,
    },
}

/// The commands of compressed data.
struct Commands<'d> {
    input: &'d [u8],
    is_level_2: bool,
    is_first: bool,
}

impl<'d> Commands<'d> {
    /// Returns `None` if the level is unknown.
    fn new(input: &'d [u8]) -> Option<Self> {
        let level = input.first().map_or(0, |first| first >> 5);
        (level < 2).then_some(Self {
            input,
            is_level_2: level == 1,
            is_first: true,
        })
    }

    fn byte(&mut self) -> Option<usize> {
        self.input.split_off_first().map(|byte| usize::from(*byte))
    }

    /// Returns the next command, or `None` if it is truncated.
    fn next(&mut self) -> Option<Command<'d>> {
        let mut command = self.byte()?;
        // The upper bits of the first command hold the level.
        if mem::take(&mut self.is_first) {
            command &= 0x1f;
        }
        if command < MAX_RUN {
            return Some(Command::Run(self.input.split_off(..=command)?));
        }
        let mut length = (command >> 5) + 2;
        let mut distance = (command & 0x1f) << 8;
        if length == 9 {
            loop {
                let more = self.byte()?;
                length += more;
                if !self.is_level_2 || more != 255 {
                    break;
                }
            }
        }
        let low = self.byte()?;
        distance += low;
        if self.is_level_2 && low == 255 && command & 0x1f == 0x1f {
            distance = FAR_DISTANCE + (self.byte()? << 8);
            distance += self.byte()?;
        }
        Some(Command::Match {
            length,
            distance: distance + 1,
        })
    }
}

/// Decompresses data up to `limit` bytes or slightly beyond, so that callers notice longer content.
/// Returns `None` if the data is invalid.
pub(super) fn decompress(data: &[u8], limit: usize) -> Option<Vec<u8>> {
    let mut commands = Commands::new(data)?;
    let mut out = Vec::new();
    loop {
        match commands.next()? {
            Command::Run(run) => out.extend_from_slice(run),
            Command::Match { length, distance } => {
                let start = out.len().checked_sub(distance)?;
                let kept = length.min(limit.saturating_sub(out.len()) + 1);
                // A match may overlap its own output.
                for place in start..start + kept {
                    out.push(out[place]);
                }
            }
        }
        if out.len() > limit || commands.input.is_empty() {
            return Some(out);
        }
    }
}

/// Returns the length of the content, and the number of bytes from the first command on that is
/// truncated or that no compressor writes.
///
/// A compressor writes literal runs of less than 32 bytes only before a match or at the end.
pub(crate) fn length(data: &[u8]) -> (u64, usize) {
    let Some(mut commands) = Commands::new(data) else {
        return (0, data.len());
    };
    let (mut content, mut is_short_run) = (0, false);
    loop {
        let rest = commands.input.len();
        let length = match commands.next() {
            Some(Command::Run(run)) if !is_short_run => {
                is_short_run = run.len() < MAX_RUN;
                run.len()
            }
            Some(Command::Match { length, distance }) if distance as u64 <= content => {
                is_short_run = false;
                length
            }
            _ => return (content, rest),
        };
        content += length as u64;
    }
}

/// Compresses data with level 1, which every reader supports.
pub(super) fn compress(data: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(data.len() + data.len() / MAX_RUN + 1);
    let mut latest = [0_u32; 1 << HASH_BITS];
    let mut run_start = 0;
    let mut place = 0;
    while let Some(next) = data.get(place..place + MIN_MATCH) {
        let slot = &mut latest[hash(next)];
        // Positions are stored plus one, so that 0 means none.
        let candidate = (*slot as usize).checked_sub(1);
        *slot = u32::try_from(place + 1).unwrap_or(0);
        let length = candidate
            .filter(|candidate| place - candidate <= MAX_DISTANCE)
            .map_or(0, |candidate| common_length(data, candidate, place));
        if length < MIN_MATCH {
            place += 1;
            continue;
        }
        literals(&mut out, &data[run_start..place]);
        matched(&mut out, length, place - candidate.unwrap_or_default() - 1);
        place += length;
        run_start = place;
    }
    literals(&mut out, &data[run_start..]);
    out
}

/// The number of bits of a hash, for a table of 16 KiB.
const HASH_BITS: u32 = 12;

fn hash(bytes: &[u8]) -> usize {
    let value = bytes
        .iter()
        .fold(0, |value: u32, byte| value << 8 | u32::from(*byte));
    (value.wrapping_mul(2_654_435_769) >> (u32::BITS - HASH_BITS)) as usize
}

/// Returns the length of the bytes that two positions have in common, at most [`MAX_MATCH`].
fn common_length(data: &[u8], one: usize, other: usize) -> usize {
    let pairs = data[one..].iter().zip(&data[other..]);
    pairs.take(MAX_MATCH).take_while(|(a, b)| a == b).count()
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a run has at most 32 bytes"
)]
fn literals(out: &mut Vec<u8>, run: &[u8]) {
    for run in run.chunks(MAX_RUN) {
        out.push((run.len() - 1) as u8);
        out.extend_from_slice(run);
    }
}

/// Appends a match; `distance` is the distance minus one.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a length has at most 9 bits, a distance 13"
)]
fn matched(out: &mut Vec<u8>, length: usize, distance: usize) {
    let (high, low) = ((distance >> 8) as u8, distance as u8);
    let code = length - 2;
    if code < 7 {
        out.extend([(code as u8) << 5 | high, low]);
    } else {
        out.extend([7 << 5 | high, (code - 7) as u8, low]);
    }
}

#[cfg(test)]
#[allow(
    clippy::cast_possible_truncation,
    reason = "test data are the low bytes"
)]
mod tests;
