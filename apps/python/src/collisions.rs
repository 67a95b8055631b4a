//! Keys that collide in a `dict`.

/// The number of keys up to which a `dict` is never too slow.
const FEW: usize = 16;

/// The average number of occupied slots that the search of a key can meet. Random keys meet one, a
/// million multiples of 2^24 meet 94.
const MAX_SLOTS: usize = 128;

/// The time of comparing two keys with equal hashes, in slots.
const COMPARISON: usize = 32;

/// Returns whether a `dict` is slow with keys of these hashes.
///
/// Python seeds the hashes of strings and bytes only, so somebody can choose other keys that
/// collide. This function repeats the search of CPython for the slot of each key, and stops if it
/// takes too long: the decoded value then has no `dict`.
pub(crate) fn collide(hashes: &[isize]) -> bool {
    if hashes.len() <= FEW {
        return false;
    }
    let mut table = Table {
        slots: vec![0; 8],
        hashes,
        left: hashes.len() * MAX_SLOTS,
    };
    let mut is_placed = true;
    for index in 0..hashes.len() {
        if index >= table.slots.len() * 2 / 3 {
            table.slots = vec![0; table.slots.len() * 2];
            is_placed &= (0..index).all(|earlier| table.place(earlier, 0));
        }
        is_placed = is_placed && table.place(index, COMPARISON);
        if !is_placed {
            break;
        }
    }
    !is_placed
}

struct Table<'h> {
    /// The index of the key in each slot plus 1, or 0 in a free slot.
    slots: Vec<u32>,
    hashes: &'h [isize],
    /// The number of occupied slots that can be met.
    left: usize,
}

impl Table<'_> {
    /// Places a key in the first free slot, unless the search takes too long. `comparison` is the
    /// time of comparing keys.
    fn place(&mut self, index: usize, comparison: usize) -> bool {
        let hash = self.hashes[index];
        let mask = self.slots.len() - 1;
        let mut perturb = hash.cast_unsigned();
        let mut at = perturb & mask;
        while let Some(other) = self.slots[at].checked_sub(1) {
            let is_equal = self.hashes[other as usize] == hash;
            let time = 1 + if is_equal { comparison } else { 0 };
            match self.left.checked_sub(time) {
                Some(left) => self.left = left,
                None => return false,
            }
            perturb >>= 5;
            at = (at * 5).wrapping_add(perturb).wrapping_add(1) & mask;
        }
        // A Dictionary has less than 2^32 keys: an encoded count has 31 bits.
        self.slots[at] = u32::try_from(index + 1).unwrap_or(u32::MAX);
        true
    }
}
