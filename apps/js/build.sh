#!/usr/bin/env bash
# Builds the WebAssembly module of the package in lib/core. The arguments go to Cargo. The variable WASM_BINDGEN names
# the program wasm-bindgen if it is not in the path.
set -euo pipefail
cd "$(dirname "$0")"

cargo build --release --locked --target wasm32-unknown-unknown "$@"
module=${CARGO_TARGET_DIR:-target}/wasm32-unknown-unknown/release/gdvariant_js.wasm
# Resetting the state lets the package work on after a panic.
"${WASM_BINDGEN:-wasm-bindgen}" "$module" --target web --no-typescript --out-dir lib/core --out-name gdvariant \
    --omit-default-module-path --experimental-reset-state-function --remove-name-section --remove-producers-section
mv lib/core/gdvariant_bg.wasm lib/core/gdvariant.wasm
