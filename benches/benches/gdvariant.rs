//! Every way of this library to read and to write, on every payload; memcpy of the same bytes is the limit.
//!
//! `cargo bench -p gdvariant-benches`

use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime};
use gdvariant::godot3::{self, Variant, VariantRef};
use gdvariant::{Decode, Encode, Godot3, Ignored, Vector2};
use gdvariant_benches::payloads::{self, encoded};
use std::hint::black_box;

type Group<'c> = BenchmarkGroup<'c, WallTime>;

fn write<T: Encode<Godot3>>(group: &mut Group<'_>, name: &str, value: &T) {
    let mut buffer = Vec::new();
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            buffer.clear();
            godot3::encode_into(black_box(value), &mut buffer)
        });
    });
}

fn read<'de, T: Decode<'de, Godot3>>(group: &mut Group<'_>, name: &str, bytes: &'de [u8]) {
    group.bench_function(name, |bencher| bencher.iter(|| godot3::from_slice::<T>(black_box(bytes))));
}

fn memcpy(group: &mut Group<'_>, bytes: &[u8]) {
    let mut buffer = Vec::new();
    group.bench_function("memcpy", |bencher| {
        bencher.iter(|| {
            buffer.clear();
            buffer.extend_from_slice(black_box(bytes));
        });
    });
}

/// As values of any type.
fn dynamic(group: &mut Group<'_>, bytes: &[u8]) {
    let value: Variant = godot3::from_slice(bytes).expect("a payload can be decoded");
    write(group, "dynamic encode", &value);
    group.bench_function("dynamic encode, fresh buffer", |bencher| bencher.iter(|| godot3::to_vec(black_box(&value))));
    read::<Variant>(group, "owned decode", bytes);
    read::<VariantRef<'_>>(group, "borrowed decode", bytes);
    read::<Ignored>(group, "skip", bytes);
}

/// As types of a user's own.
fn typed<'de, O: Encode<Godot3> + Decode<'de, Godot3>, B: Decode<'de, Godot3>>(group: &mut Group<'_>, bytes: &'de [u8]) {
    let value: O = godot3::from_slice(bytes).expect("a payload can be decoded");
    write(group, "derive encode", &value);
    read::<O>(group, "derive decode, owned", bytes);
    read::<B>(group, "derive decode, borrowed", bytes);
}

fn payload(criterion: &mut Criterion, name: &str, bytes: &[u8], typed: impl FnOnce(&mut Group<'_>)) {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    memcpy(&mut group, bytes);
    dynamic(&mut group, bytes);
    typed(&mut group);
    group.finish();
}

fn all(criterion: &mut Criterion) {
    let bytes = encoded(&payloads::snapshot());
    payload(criterion, "snapshot", &bytes, |group| typed::<payloads::Snapshot, payloads::SnapshotRef<'_>>(group, &bytes));
    let bytes = encoded(&payloads::mesh());
    payload(criterion, "mesh", &bytes, |group| typed::<payloads::Mesh, payloads::MeshRef<'_>>(group, &bytes));
    let bytes = encoded(&payloads::rpc());
    payload(criterion, "rpc", &bytes, |group| typed::<(String, i64, Vector2, bool), payloads::Rpc<'_>>(group, &bytes));
    let bytes = encoded(&payloads::strings());
    payload(criterion, "strings", &bytes, |group| typed::<payloads::Strings, payloads::StringsRef<'_>>(group, &bytes));
    let bytes = encoded(&payloads::ints());
    payload(criterion, "ints", &bytes, |group| typed::<Vec<i64>, Vec<i64>>(group, &bytes));
    payload(criterion, "keys", &encoded(&payloads::keys()), |_| ());
    payload(criterion, "nest", &encoded(&payloads::nest()), |_| ());
}

criterion_group!(benches, all);
criterion_main!(benches);
