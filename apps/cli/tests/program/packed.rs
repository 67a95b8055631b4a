//! Tests `gdvariant unpack`, `gdvariant pack` and the same options of `gdvariant encode`.

use crate::common::{console, empty_folder, file, good, run, run_bytes};
use std::fs;
use std::process::Output;

const ENGINES: [&str; 2] = ["godot-3.6.2", "godot-4.6.3"];

/// The files of each engine, and the files with their content.
const FILES: [(&str, &str); 4] = [
    ("config.key.cfg", "config.cfg"),
    ("json.gcpf1", "json.plain"),
    ("json.pass", "json.plain"),
    ("raw.compress3", "raw.plain"),
];

fn data(engine: &str, name: &str) -> String {
    let package = env!("CARGO_MANIFEST_DIR");
    format!("{package}/tests/program/contents/{engine}/{name}")
}

/// Returns the option for the key of an encrypted file.
fn secret(name: &str) -> String {
    if name.contains(".key.") {
        let key = (0..32).fold(String::new(), |key, at| {
            format!("{key}{:02x}", at * 7 % 256)
        });
        return format!("--key {key}");
    }
    format!("--password-file {}", file("password.txt", b"hunter2\n"))
}

/// Runs the program successfully and returns its output.
fn output(args: &str, input: &[u8]) -> Vec<u8> {
    let output = run_bytes(args, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args}: {errors}");
    output.stdout
}

#[test]
fn contents_are_packed_and_unpacked() {
    let original = fs::read(data("godot-4.6.3", "json.pass")).unwrap();
    file("pass", &original);
    let image = b"\x89PNG\r\n\x1a\nY\xa6\xb4";
    file("image", image);
    file("start", &image[..4]);
    file("zlib", b"\x78\x01\x2b\x14\xcb\xae\x79\xad");
    file("empty", b"");
    insta::assert_snapshot!(console(SESSION));
}

const SESSION: &str = r#"
'hunter2' > password
'{}' | pack --like pass -o pass --password-file password
unpack pass --password-file password
= {}
# The content itself is not replaced.
'[]' > content
pack --like pass content -o content --password-file password
[2]
unpack pass -o pass --password-file password
[2]
cat content
= []

# Files without layers.
'{"gold": 30}' > json
unpack json
[1]
unpack image
[1]
unpack empty
[1]
pack --like json json
[1]

# Encoded values are packed.
layout godot4
'{"gold":30}⏎[1,2]' | encode --framed -o plain
'{"gold":30}⏎[1,2]' | encode --framed --compress fastlz -o packed
unpack packed -o unpacked
diff --framed plain unpacked
'{"gold":30}⏎[1,2]' | encode --framed --compress plain-zstd --encrypt godot3 --password-file password -o packed
unpack packed -o unpacked --password-file password
diff --framed plain unpacked
'7' | encode --framed --compress zstd --to hex
[2]
'7' | encode --framed --compress zstd --like a.dat
[2]
'7' | encode --framed --encrypt godot4 -o new
~ --password-file
[1]
decode new
[1]

# A header is copied from the original.
'v1⏎[a]⏎b=1' | pack --compress fastlz -o save
unpack --skip 3 save
= [a]
= b=1
'[a]' | pack --like save --skip 3 -o save
unpack save
= v1
= [a]

# Doubtful content. A program before the pipe has failed.
'{}' | pack --compress zstd -o save
pack --like save -o save
[1]
unpack save
= {}
pack --like save save -o new
# Neither a size nor a checksum, the size of a framed Nil, a file that seems to be in another one.
pack --compress plain-fastlz image -o new
~ --compress zstd
pack --compress size64-zstd start -o new
~ --compress zstd
pack --compress zstd zlib -o new
~ already compressed
pack
[2]
"#;

#[test]
fn packed_content_is_like_the_original() {
    let content = file("content", &[b"[a]\nb=1\n", &[0xff; 9000][..]].concat());
    for engine in ENGINES {
        for (name, plain) in FILES {
            let (original, secret) = (data(engine, name), secret(name));
            let unpacked = run_bytes(&format!("unpack {original} {secret}"), b"");
            let plain = fs::read(data(engine, plain)).unwrap();
            assert!(unpacked.stdout == plain, "{engine} {name}");

            let packed = file("packed", b"");
            let pack = format!("pack --like {original} {content} {secret}");
            good(&format!("{pack} -o {packed}"), "");
            let again = run_bytes(&format!("unpack {packed} {secret}"), b"");
            assert!(again.stdout == fs::read(&content).unwrap(), "{name}");
            let note = |output: &Output, path: &str| {
                String::from_utf8_lossy(&output.stderr).replace(path, "")
            };
            assert_eq!(note(&again, &packed), note(&unpacked, &original));
            if name == "json.pass" {
                // The file moves to the other engine.
                good(&format!("{pack} --to-layout godot4 -o {packed}"), "");
                let moved = run_bytes(&format!("unpack {packed} {secret}"), b"");
                assert!(note(&moved, "").contains("encrypted file of Godot 4"));
            }
        }
    }
}

#[test]
fn failures_write_nothing() {
    let folder = empty_folder("outputs");
    let old = folder.join("old");
    fs::write(&old, "old").unwrap();
    let wrong = file("wrong.txt", b"battery staple\n");
    let bomb = file(
        "bomb.gz",
        &output("pack --compress plain-gzip", &vec![7; 1 << 20]),
    );
    let [pass, gcpf] = ["json.pass", "json.gcpf1"].map(|name| data("godot-4.6.3", name));
    let cut = |name: &str, path: &str| {
        let bytes = fs::read(path).unwrap();
        file(name, &bytes[..bytes.len() * 3 / 4])
    };
    for (args, reason) in [
        (format!("{pass} --password-file {wrong}"), "wrong password"),
        (format!("{pass} --key 00"), "64 hex digits"),
        (pass.clone(), "name the password"),
        (format!("{} {}", cut("pass", &pass), secret("")), "expected"),
        (cut("gcpf", &gcpf), "expected"),
        (cut("bomb", &bomb), "error"),
        (format!("{bomb} --max-content 1048575"), "exceeds the limit"),
    ] {
        for command in ["unpack", "pack --like"] {
            let command = format!("{command} {args} -o");
            for name in ["old", "new"] {
                let path = folder.join(name);
                let ran = run(&format!("{command} {}", path.display()), "{}");
                assert_ne!(ran.status, 0, "{command}");
                assert!(ran.err.contains(reason), "{command}: {}", ran.err);
            }
        }
        assert_eq!(run(&format!("unpack {args}"), "").out, "", "{args}");
    }
    assert_eq!(fs::read(&old).unwrap(), b"old");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    let unpacked = output(&format!("unpack {bomb} --max-content 1048576"), b"");
    assert_eq!(unpacked.len(), 1 << 20);
}
