//! Measures all contestants on all payloads.
//!
//! `cargo bench -p gdvariant-benches`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gdvariant_benches::{Inputs, contestants};
use std::time::Instant;

fn all(criterion: &mut Criterion) {
    let inputs = Inputs::new();
    for contestant in &mut contestants(&inputs) {
        let mut group = criterion.benchmark_group(contestant.payload);
        group.throughput(Throughput::Bytes(contestant.size as u64));
        group.bench_function(contestant.method.name(), |bencher| {
            bencher.iter_custom(|times| {
                let start = Instant::now();
                contestant.run(times);
                start.elapsed()
            });
        });
        group.finish();
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
