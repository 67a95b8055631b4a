#!/usr/bin/env bash
# Builds the WebAssembly modules of the package in lib/core: with the layouts of all engines, and with the layout of
# Godot 4 alone. The arguments go to Cargo. The variable WASM_BINDGEN names the program wasm-bindgen if it is not in the
# path.
set -euo pipefail
cd "$(dirname "$0")"

# Builds a module with options of Cargo.
build() {
    cargo build --release --locked --target wasm32-unknown-unknown "${@:2}"
    local module=${CARGO_TARGET_DIR:-target}/wasm32-unknown-unknown/release/gdvariant_js.wasm
    # Resetting the state lets the package work on after a panic.
    "${WASM_BINDGEN:-wasm-bindgen}" "$module" --target web --no-typescript --out-dir lib/core --out-name "$1" \
        --omit-default-module-path --experimental-reset-state-function --remove-name-section --remove-producers-section
    mv "lib/core/$1_bg.wasm" "lib/core/$1.wasm"
}

build gdvariant "$@"
build godot4 --no-default-features --features gdvariant/godot4 "$@"
