//! Prints what a call of every contestant allocates, a line each: payload, way, allocations, and
//! the most bytes at one time.
//!
//! It is a program of its own because the allocator that counts is slower than the one that the
//! times are measured with.

use gdvariant_benches::{Inputs, contestants};

fn main() {
    let inputs = Inputs::new();
    for contestant in &mut contestants(&inputs) {
        // The first call makes the buffers that are used again.
        contestant.run(1);
        let info = allocation_counter::measure(|| contestant.run(1));
        println!(
            "{}\t{}\t{}\t{}",
            contestant.payload,
            contestant.way.name(),
            info.count_total,
            info.bytes_max
        );
    }
}
