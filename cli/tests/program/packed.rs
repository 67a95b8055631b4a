//! Tests `gdvariant unpack`, `gdvariant pack` and the same options of `gdvariant encode`.
#![cfg(all(
    feature = "compressed",
    feature = "encrypted",
    feature = "godot3",
    feature = "godot4"
))]

use crate::common::random::{Random, seed};
use crate::common::{console, empty_folder, file, folder, good, run, run_bytes};
use std::fs;

const ENGINES: [&str; 2] = ["godot-3.6.2", "godot-4.6.3"];

/// The files of each engine, and the files with their content.
const FILES: [(&str, &str); 6] = [
    ("config.pass.cfg", "config.cfg"),
    ("config.key.cfg", "config.cfg"),
    ("json.gcpf1", "json.plain"),
    ("json.pass", "json.plain"),
    ("raw.gcpf0", "raw.plain"),
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
    file("gzip", b"\x1f\x8b\x08\0 no gzip");
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

# Files without wrappers.
'{"gold": 30}' > json
'{"name":"Ada"}' | encode --layout godot4 --framed -o values
unpack json
[1]
unpack image
[1]
unpack values
[1]
unpack empty
[1]
pack --like json json
[1]
pack --like values json
[1]

# Encoded values are packed.
layout godot4
'{"gold":30}⏎[1,2]' | encode --framed -o plain
'{"gold":30}⏎[1,2]' | encode --framed --compress fastlz -o packed
unpack packed -o unpacked
diff --framed plain unpacked
'{"gold":30}⏎[1,2]' | encode --framed --encrypt godot4 --password-file password -o packed
unpack packed -o unpacked --password-file password
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
pack --like save empty -o save
unpack save
pack --like save save -o new
# Neither a size nor a checksum, the size of a framed Nil, a file that seems to be in another one.
pack --compress plain-fastlz image -o new
~ --compress zstd
pack --compress size64-zstd start -o new
~ --compress zstd
pack --compress size32-zstd gzip -o new
~ already compressed
pack --compress zstd zlib -o new
~ already compressed
pack --compress size32-zstd image -o new
unpack new
= 89504e470d0a1a0a59a6b4
pack --compress plain-zstd start -o new
unpack new
= 89504e47
pack
[2]
"#;

#[test]
fn files_of_engines_are_unpacked_byte_for_byte() {
    for engine in ENGINES {
        for (name, content) in FILES {
            let path = data(engine, name);
            let unpacked = run_bytes(&format!("unpack {path} {}", secret(name)), b"");
            let content = fs::read(data(engine, content)).unwrap();
            assert_eq!(unpacked.stdout, content, "{engine} {name}");
            let notes = String::from_utf8(unpacked.stderr).unwrap();
            assert_eq!(notes.lines().count(), 1, "{notes}");
            let wrapper = match name {
                "json.gcpf1" => "a compressed file (deflate)",
                "raw.gcpf0" => "a compressed file (FastLZ)",
                "raw.compress3" => "a gzip file",
                _ if engine == "godot-3.6.2" => "an encrypted file of Godot 3",
                _ => "an encrypted file of Godot 4",
            };
            assert!(notes.contains(wrapper), "{notes}");
        }
    }
}

#[test]
fn packed_content_is_like_the_original() {
    let content = file("content", &[b"[a]\nb=1\n", &[0xff; 9000][..]].concat());
    for engine in ENGINES {
        for (name, _) in FILES {
            let original = data(engine, name);
            let packed = folder().join(name).display().to_string();
            let secret = secret(name);
            good(
                &format!("pack --like {original} {content} -o {packed} {secret}"),
                "",
            );
            let [theirs, ours] = [&original, &packed].map(|path| fs::read(path).unwrap());
            // The magic, the mode and the length of blocks, but not those of gzip.
            let form = match name {
                "raw.compress3" => 3,
                name if name.contains("gcpf") => 12,
                _ => 4,
            };
            assert_eq!(ours[..form], theirs[..form], "{name}");
            let again = output(&format!("unpack {packed} {secret}"), b"");
            assert_eq!(again, fs::read(&content).unwrap(), "{engine} {name}");
            let detected = |path: &str| {
                run(&format!("unpack {path} {secret} -o /dev/null"), "")
                    .err
                    .replace(path, "")
            };
            assert_eq!(detected(&packed), detected(&original));
        }
    }
}

#[test]
fn an_encrypted_file_moves_to_the_other_engine() {
    for (from, to, wrapper) in [
        ("godot-3.6.2", "godot4", "an encrypted file of Godot 4"),
        ("godot-4.6.3", "godot3", "an encrypted file of Godot 3"),
    ] {
        for name in ["json.pass", "config.key.cfg"] {
            let (original, secret) = (data(from, name), secret(name));
            let content = output(&format!("unpack {original} {secret}"), b"");
            let pack = format!("pack --like {original} --to-layout {to} {secret}");
            let moved = file("moved.dat", &output(&pack, &content));
            let unpacked = run_bytes(&format!("unpack {moved} {secret}"), b"");
            assert_eq!(unpacked.stdout, content);
            let notes = String::from_utf8(unpacked.stderr).unwrap();
            assert!(notes.contains(wrapper), "{notes}");
        }
    }
}

#[test]
fn failures_write_nothing() {
    let folder = empty_folder("outputs");
    let path = |name: &str| folder.join(name).display().to_string();
    let names = || {
        let entries = fs::read_dir(&folder).unwrap();
        let mut names: Vec<_> = entries.map(|it| it.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let (new, old) = (path("new"), path("old"));
    fs::write(&old, "old").unwrap();
    let wrong = file("wrong.txt", b"battery staple\n");
    let secret = secret("");
    let bomb = file(
        "bomb.gz",
        &output("pack --compress plain-gzip", &vec![7; 1 << 20]),
    );
    let zstd = file("zstd", &output("pack --compress zstd", &vec![7; 1 << 20]));
    let cut = |name: &str, path: &str| {
        let bytes = fs::read(path).unwrap();
        file(name, &bytes[..bytes.len() * 3 / 4])
    };
    let [pass, gcpf, gzip] =
        ["json.pass", "json.gcpf1", "raw.compress3"].map(|name| data("godot-4.6.3", name));
    let faults = [
        (format!("{pass} --password-file {wrong}"), "wrong password"),
        (format!("{pass} --key 00"), "64 hex digits"),
        (pass.clone(), "name the password"),
        (format!("{} {secret}", cut("pass", &pass)), "expected"),
        (cut("gcpf", &gcpf), "expected"),
        (cut("gzip", &gzip), "error"),
        (cut("bomb", &bomb), "error"),
        (cut("zstd-cut", &zstd), "expected"),
        (format!("{bomb} --max-content 1048575"), "exceeds the limit"),
        (format!("{zstd} --max-content 1048575"), "--max-content"),
    ];
    for (args, reason) in faults {
        for output in [&new, &old] {
            let unpacked = run(&format!("unpack {args} -o {output}"), "");
            assert_ne!(unpacked.status, 0, "{args}");
            assert!(unpacked.err.contains(reason), "{args}: {}", unpacked.err);
            let packed = run(&format!("pack --like {args} -o {output}"), "{}");
            assert_ne!(packed.status, 0, "{args}");
            assert!(packed.err.contains(reason), "{args}: {}", packed.err);
        }
        let printed = run(&format!("unpack {args}"), "");
        assert_eq!(printed.out, "", "{args}");
        assert_eq!(
            (names(), fs::read(&old).unwrap()),
            (vec!["old".into()], b"old".into())
        );
    }
    assert_eq!(
        output(&format!("unpack {bomb} --max-content 1048576"), b"").len(),
        1 << 20
    );
}

#[test]
fn content_is_packed_in_every_form() {
    let mut random = Random::new(seed());
    let password = file("password.txt", b"hunter2\n");
    let names = gdvariant_files::wrapper::Wrapper::COMPRESSIONS;
    for compression in names.map(Some).into_iter().chain([None]) {
        for encryption in [None, Some("godot3"), Some("godot4")] {
            let compress = compression.map(|mode| format!(" --compress {mode}"));
            let encrypt =
                encryption.map(|form| format!(" --encrypt {form} --password-file {password}"));
            let options = [compress, encrypt].map(Option::unwrap_or_default).concat();
            if options.is_empty() {
                continue;
            }
            // FastLZ without a size is recognized by its content.
            let content = if compression == Some("plain-fastlz") {
                format!("[{}]\nkey=1\n", random.next()).repeat(9).into()
            } else {
                let length = random.below(5000);
                [random.bytes(length), vec![0; length]].concat()
            };
            let packed = output(&format!("pack{options}"), &content);
            let password =
                encryption.map_or(String::new(), |_| format!(" --password-file {password}"));
            let unpacked = output(&format!("unpack{password}"), &packed);
            assert!(unpacked == content, "{options}: {} bytes", content.len());
        }
    }
}
