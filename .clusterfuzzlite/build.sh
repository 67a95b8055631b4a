#!/bin/bash -eu
# Builds the fuzz targets with a sanitizer, and packs the seeds of each, in the image of Dockerfile.
fuzz/seeds
cargo fuzz build -O --debug-assertions
for target in $(cargo fuzz list); do
    cp "fuzz/target/x86_64-unknown-linux-gnu/release/$target" "$OUT/"
    zip -jqr "$OUT/${target}_seed_corpus.zip" "fuzz/corpus/$target"
    printf '[libfuzzer]\nmax_len = 1024\ntimeout = 10\n' >"$OUT/$target.options"
done
