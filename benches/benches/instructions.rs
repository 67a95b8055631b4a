//! Counts the instructions of each call with callgrind. The program `instructions` compares the
//! counts with the baseline.

#![allow(
    missing_docs,
    reason = "the macros of the harness generate undocumented items"
)]

use gdvariant_benches::contestant::Contestant;
use gdvariant_benches::counted::{Case, cases};
use gungraun::{library_benchmark, library_benchmark_group, main};

// Counts one call. Returns the contestant, so that dropping it is not counted.
#[library_benchmark]
#[benches::case(iter = cases(), setup = Case::contestant)]
fn call(mut contestant: Contestant<'static>) -> Contestant<'static> {
    contestant.run(1);
    contestant
}

library_benchmark_group!(name = ours, benchmarks = call);
main!(library_benchmark_groups = ours);
