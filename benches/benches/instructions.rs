//! How many instructions a call of our own ways takes, under callgrind. `cargo run -p
//! gdvariant-benches --bin instructions` compares them with the baseline.

#![allow(missing_docs, reason = "what the harness makes of this has none")]

use gdvariant_benches::contestant::Contestant;
use gdvariant_benches::counted::{Case, cases};
use gungraun::{library_benchmark, library_benchmark_group, main};

// One call. The contestant is given back, so that dropping it is not counted.
#[library_benchmark]
#[benches::case(iter = cases(), setup = Case::contestant)]
fn call(mut contestant: Contestant<'static>) -> Contestant<'static> {
    contestant.run(1);
    contestant
}

library_benchmark_group!(name = ours, benchmarks = call);
main!(library_benchmark_groups = ours);
