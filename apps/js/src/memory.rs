//! The memory of the module.

use std::hint::black_box;
use wasm_bindgen::prelude::wasm_bindgen;

/// The memory for the values of an input and their tape, as a multiple of the length of the input: a
/// Variant has 24 or 32 bytes, and the shortest values have four.
const FACTOR: usize = 12;

/// The length of inputs for which no memory is reserved, in bytes: reserving takes 50 ns.
const SHORT: usize = 1 << 16;

/// Reserves the memory for the values of an input of `length` bytes in one step.
///
/// The allocator would extend the memory by 64 KiB at a time. An engine of JavaScript counts the whole
/// memory anew after each step, and collects its garbage, so that the first value of 50 MB took half
/// a minute. A freed block stays reserved.
#[wasm_bindgen]
pub fn reserve(length: usize) {
    if length < SHORT {
        return;
    }
    let mut size = length.saturating_mul(FACTOR);
    // The memory can be smaller than this, and some of it can suffice.
    while size > length {
        let mut block: Vec<u8> = Vec::new();
        let is_reserved = block.try_reserve_exact(size).is_ok();
        // Otherwise the compiler removes the allocation.
        black_box(&mut block);
        if is_reserved {
            return;
        }
        size /= 2;
    }
}
