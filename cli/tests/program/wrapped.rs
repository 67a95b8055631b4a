//! Tests compressed and encrypted files, and settings of games.

use crate::common::{CommandOutput, console, file, good, program};
use std::io::Write;
use std::process::Command;

const ENGINES: [(&str, &str); 3] = [
    ("godot-3.2.3", "godot3"),
    ("godot-3.6.2", "godot3"),
    ("godot-4.6.3", "godot4"),
];

fn data(engine: &str, name: &str) -> String {
    format!(
        "{}/../conformance/files/{engine}/{name}",
        env!("CARGO_MANIFEST_DIR")
    )
}

fn ran(command: &mut Command) -> CommandOutput {
    let output = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    CommandOutput {
        out: text(output.stdout),
        err: text(output.stderr),
        status: output.status.code().expect("no signal"),
    }
}

/// Runs the program with the password of the encrypted files.
fn with_password(args: &str) -> CommandOutput {
    let args = args.split_whitespace();
    ran(program()
        .args(args)
        .env("GDVARIANT_PASSWORD", "correct horse"))
}

#[test]
fn compressed_and_encrypted_files_are_opened() {
    let read = |name: &str| std::fs::read(data("godot-3.2.3", name)).unwrap();
    for name in [
        "zstd-300.gcpf",
        "fastlz-300.gcpf",
        "pass-0.gdec",
        "project.binary",
    ] {
        file(name, &read(name));
    }
    file(
        "four.binary",
        &std::fs::read(data("godot-4.6.3", "project.binary")).unwrap(),
    );
    let mut damaged = read("deflate-300.gcpf");
    damaged[40] ^= 0xff;
    file("damaged.gcpf", &damaged);
    file("password", "\u{feff}correct horse\r\nand more".as_bytes());
    // Files of pzstd start with a skippable frame.
    let [one, two] = ["01", "02"].map(|number| {
        let value = format!("10000000 13000000 01000000 02000000 {number}000000");
        let level = ruzstd::encoding::CompressionLevel::Fastest;
        ruzstd::encoding::compress_to_vec(&crate::common::bytes(&value)[..], level)
    });
    let frames = [&b"\x50\x2a\x4d\x18\x04\0\0\0size"[..], &one, &two].concat();
    file("frames.zst", &frames);
    file("rest.zst", &[&frames[..], b"rest"].concat());
    insta::assert_snapshot!(console(SESSION));
}

const SESSION: &str = r#"
# The first line of a file is the password.
get --framed --value 1 --password-file password pass-0.gdec name
= "Ada"
'⏎correct horse' > password
decode --framed --password-file password pass-0.gdec
[1]
decode --framed pass-0.gdec
~ --password-file
[1]
decode --framed pass-0.gdec --key 00
~ 64 hex digits
[2]

inspect --framed zstd-300.gcpf
+ frame

# Compression around compression.
pack --compress plain-gzip fastlz-300.gcpf -o fastlz.gz
pack --compress plain-zstd fastlz-300.gcpf -o fastlz.zst
get --framed --value 1 fastlz.gz name
= "Ada"
get --framed --value 1 fastlz.zst name
= "Ada"
decode --framed --max-content 100 fastlz.gz
~ --max-content
[1]
decode --framed --max-content 100 zstd-300.gcpf
~ --max-content
[1]
decode --max-content 100 project.binary
~ --max-content
[1]
decode --framed damaged.gcpf
~ block 0
[1]

# All zstd frames are kept.
decode --framed frames.zst
= [1]
= [2]
set --framed --value 1 frames.zst [0] 7
decode --framed frames.zst
= [7]
= [2]
set --framed --value 1 rest.zst [0] 7
[1]

# Settings of a game.
detect four.binary
+ 99%  godot4
~ settings file
decode four.binary
~ --layout godot4
[1]
decode --framed --layout godot4 four.binary
~ --framed
[2]
rm --framed --layout godot4 four.binary a
~ --framed
[2]
set project.binary ["mine/vector"] 'Vector2(3, 2)'
get project.binary ["mine/vector"]
= {"Vector2":[3.0,2.0]}
decode project.binary -o settings.json
encode --like project.binary settings.json -o copy.binary
diff project.binary copy.binary

# Files that cannot be read leave the output.
'old' > kept
'1' | encode --framed --like absent -o kept
[1]
'1' | encode --framed --like pass-0.gdec -o kept
~ --password-file
[1]
cat kept
= old
"#;

#[test]
fn wrapped_files_decode_like_plain_ones() {
    let password = file("password.txt", b"correct horse\n");
    let key = (0..32).fold(String::new(), |key, index| {
        format!("{key}{:02x}", index * 5 % 256)
    });
    for (engine, layout) in ENGINES {
        for count in [0, 300] {
            let decode = |name: &str, options: &str| {
                let path = data(engine, &format!("{name}-{count}"));
                good(
                    &format!("decode --layout {layout} --framed {path}{options}"),
                    "",
                )
            };
            let plain = decode("plain", ".dat");
            assert_eq!(plain.lines().count(), 2);
            for name in ["fastlz", "deflate", "zstd", "gzip"] {
                assert_eq!(decode(name, ".gcpf"), plain, "{engine} {name}");
            }
            assert_eq!(
                decode("pass", &format!(".gdec --password-file {password}")),
                plain
            );
            assert_eq!(decode("key", &format!(".gdec --key {key}")), plain);
        }
    }
}

#[test]
fn a_password_comes_from_a_variable() {
    let path = data("godot-4.6.3", "pass-0.gdec");
    let decode = ["decode", "--layout", "godot4", "--framed", &path];
    let with = |password: &str| ran(program().args(decode).env("GDVARIANT_PASSWORD", password));
    assert_eq!(with("correct horse").status, 0);
    let wrong = with("battery staple");
    assert_eq!(wrong.status, 1);
    assert!(wrong.err.contains("wrong password"), "{}", wrong.err);
}

#[test]
fn conversions_write_wrappers_of_the_other_engine() {
    for (name, options, wrapper) in [
        ("zstd-300.gcpf", "--framed", "a compressed file (zstd)"),
        ("pass-300.gdec", "--framed", "an encrypted file of Godot 4"),
        ("project.binary", "", "the settings file of a game"),
    ] {
        let original = std::fs::read(data("godot-3.2.3", name)).unwrap();
        let copy = file(&format!("in-place-{name}"), &original);
        let convert = |from: &str, to: &str, args: &str| {
            let convert = format!("convert --from-layout {from} --to-layout {to} {options} {args}");
            let converted = with_password(&convert);
            assert_eq!(converted.status, 0, "{}", converted.err);
        };
        let decoded = |layout: &str| {
            let decoded = with_password(&format!("decode --layout {layout} {options} {copy}"));
            assert_eq!(decoded.status, 0, "{}", decoded.err);
            decoded.out
        };
        let values = decoded("godot3");
        convert("godot3", "godot4", &format!("--in-place {copy}"));
        decoded("godot4");
        let note = with_password(&format!("detect {copy}")).err;
        assert!(note.contains(wrapper), "{note}");

        convert("godot4", "godot3", &format!("{copy} -o {copy}"));
        assert!(decoded("godot3") == values, "{name}");
        if name != "zstd-300.gcpf" {
            assert!(std::fs::read(&copy).unwrap() == original, "{name}");
        }
    }
}

#[test]
fn a_file_is_written_like_another_one() {
    let password = file("like.txt", b"correct horse");
    for (engine, layout) in ENGINES {
        for name in [
            "fastlz-300.gcpf",
            "deflate-300.gcpf",
            "zstd-0.gcpf",
            "gzip-0.gcpf",
            "pass-300.gdec",
            "plain-0.dat",
        ] {
            let original = data(engine, name);
            let options = format!("--layout {layout} --framed --password-file {password}");
            let json = good(&format!("decode {options} {original}"), "");
            let copy = file(&format!("{engine}-{name}"), b"old");
            good(
                &format!("encode {options} --like {original} -o {copy}"),
                &json,
            );
            assert_eq!(good(&format!("decode {options} {copy}"), ""), json);
            let [theirs, ours] = [&original, &copy].map(|path| std::fs::read(path).unwrap());
            assert_eq!(ours[..8], theirs[..8], "{name}");
        }
    }
}

/// Compresses 256 MiB of Nils twice: concatenated values are read one at a time.
#[cfg(all(target_os = "linux", feature = "compressed"))]
#[test]
fn concatenated_values_need_little_memory() {
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let gzip = |content: &[u8]| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(content).expect("a vector");
        encoder.finish().expect("a vector")
    };
    let member = gzip(&vec![0; 1 << 20]);
    let bomb = file("bomb.gz", &gzip(&member.repeat(256)));
    for command in ["decode", "inspect"] {
        let mut child = program()
            .args([command, "--values", &bomb])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        assert_eq!(lines.take(20_000).count(), 20_000, "{command}");
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
        let status = status.expect("the program runs");
        child.kill().expect("the program runs");
        child.wait().expect("the program ends");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|line| line.trim().strip_suffix(" kB"));
        let peak: usize = peak.expect("a size").parse().expect("a number");
        assert!(peak < 64 << 10, "{command}: {peak} KiB");
    }
}
