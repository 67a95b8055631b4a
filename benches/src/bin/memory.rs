//! Prints the allocations of one call of each contestant.
//!
//! A line contains the payload, the method, the number of allocations, and the peak memory in
//! bytes. This is a separate program, because the counting allocator is too slow for measuring
//! times.

use gdvariant_benches::{Inputs, contestants};

fn main() {
    for contestant in &mut contestants(&Inputs::new()) {
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
