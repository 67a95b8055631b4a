//! Prints the allocations of a call of each contestant, one per line: payload, method, number of
//! allocations, and peak memory in bytes.
//!
//! A separate program, because the counting allocator is too slow for the measurement of times.

use gdvariant_benches::{Inputs, contestants};

fn main() {
    let inputs = Inputs::new();
    for contestant in &mut contestants(&inputs) {
        // The first call allocates the buffers that later calls reuse.
        contestant.run(1);
        let info = allocation_counter::measure(|| contestant.run(1));
        println!(
            "{}\t{}\t{}\t{}",
            contestant.payload,
            contestant.method.name(),
            info.count_total,
            info.bytes_max
        );
    }
}
