//! Prints the allocations of one call of each contestant.
//!
//! A line contains the payload, the method, the number of allocations, and the peak memory in
//! bytes. With `--growth MIB`, the payloads are lists of players of at most this many MiB, and each
//! payload is a length in bytes.
//!
//! This is a separate program, because the counting allocator is too slow for measuring times.

use gdvariant_benches::contestant::Contestant;
use gdvariant_benches::growth::{GROUPS, list_of};
use gdvariant_benches::{Inputs, contestants};
use std::env;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [option, largest] = &arguments[..] else {
        for contestant in &mut contestants(&Inputs::new()) {
            print(contestant.payload, contestant);
        }
        return;
    };
    assert_eq!(option, "--growth", "unknown option");
    let largest = largest.parse().expect("a number of MiB");
    for group in GROUPS {
        for length in group.lengths(largest) {
            for contestant in &mut group.contestants(&list_of(length)) {
                print(&contestant.size.to_string(), contestant);
            }
        }
    }
}

fn print(payload: &str, contestant: &mut Contestant<'_>) {
    // The first call allocates the buffers that later calls reuse.
    contestant.run(1);
    let info = allocation_counter::measure(|| contestant.run(1));
    println!(
        "{payload}\t{}\t{}\t{}",
        contestant.method.name(),
        info.count_total,
        info.bytes_max
    );
}
