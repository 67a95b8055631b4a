//! Tests compressed and encrypted files, and settings of games.

use crate::common::{CommandOutput, console, file, program, run};
use std::io::Write;

fn data(engine: &str, name: &str) -> String {
    format!(
        "{}/../../conformance/files/{engine}/{name}",
        env!("CARGO_MANIFEST_DIR")
    )
}

/// Runs the program with the password of the encrypted files.
fn with_password(args: &str) -> CommandOutput {
    let mut command = program();
    command.env("GDVARIANT_PASSWORD", "correct horse");
    command.env("GDVARIANT_LAYOUT", "auto");
    let output = command.args(args.split_whitespace()).output();
    let output = output.expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    CommandOutput {
        out: text(output.stdout),
        err: text(output.stderr),
        status: output.status.code().expect("no signal"),
    }
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
decode --framed pass-0.gdec
~ --password-file
[1]


# Compression around compression.
pack --compress plain-gzip fastlz-300.gcpf -o fastlz.gz
get --framed --value 1 fastlz.gz name
= "Ada"
decode --framed --max-content 100 fastlz.gz
~ --max-content
[1]
decode --framed damaged.gcpf
~ block 0
[1]

# A file like another one.
decode --framed --password-file password pass-0.gdec -o values.json
encode --framed --like pass-0.gdec --password-file password values.json -o copy.gdec
diff --framed --password-file password pass-0.gdec copy.gdec
detect --password-file password copy.gdec
+ godot3
~ encrypted file of Godot 3

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
~ --bare
[2]
set project.binary ["mine/vector"] 'Vector2(3, 2)'
get project.binary ["mine/vector"]
= {"Vector2":[3.0,2.0]}
decode project.binary -o settings.json
encode --like project.binary settings.json -o copy.binary
diff project.binary copy.binary

# Files that cannot be read leave the output.
'old' > kept
'1' | encode --framed --like pass-0.gdec -o kept
~ --password-file
[1]
cat kept
= old
"#;

/// Decodes without options what an engine wrote in each form.
#[test]
fn wrapped_files_decode_like_plain_ones() {
    let decode = |name: &str| {
        let ran = with_password(&format!("decode {}", data("godot-3.6.2", name)));
        assert_eq!(ran.status, 0, "{name}: {}", ran.err);
        ran.out
    };
    let plain = decode("plain-300.dat");
    assert_eq!(plain.lines().count(), 2);
    for name in ["zstd-300.gcpf", "gzip-300.gcpf", "pass-300.gdec"] {
        assert_eq!(decode(name), plain, "{name}");
    }
    let key = (0..32).fold(String::new(), |key, index| {
        format!("{key}{:02x}", index * 5 % 256)
    });
    let path = data("godot-3.6.2", "key-300.gdec");
    let ran = run(&format!("decode --key {key} {path}"), "");
    assert_eq!(ran.out, plain);
}

#[test]
fn conversions_write_layers_of_the_other_engine() {
    for (name, options, layer) in [
        ("pass-300.gdec", "--framed", "an encrypted file of Godot 4"),
        ("project.binary", "", "the settings file of a game"),
    ] {
        let original = std::fs::read(data("godot-3.2.3", name)).unwrap();
        let copy = file(name, &original);
        let convert = |from: &str, to: &str, args: &str| {
            let convert = format!("convert --from-layout {from} --to-layout {to} {options} {args}");
            let converted = with_password(&convert);
            assert_eq!(converted.status, 0, "{}", converted.err);
        };
        convert("godot3", "godot4", &format!("--in-place {copy}"));
        let note = with_password(&format!("detect {copy}")).err;
        assert!(note.contains(layer), "{note}");
        convert("godot4", "godot3", &format!("{copy} -o {copy}"));
        assert!(std::fs::read(&copy).unwrap() == original, "{name}");
    }
}

/// Compresses 256 MiB of Nils twice: concatenated values are read one at a time.
#[cfg(target_os = "linux")]
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
        let mut program = program();
        program
            .args([command, "--values", &bomb])
            .stderr(Stdio::null());
        let mut child = program.spawn().expect("the program starts");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        assert_eq!(lines.take(20_000).count(), 20_000, "{command}");
        let peak = crate::common::child::peak_memory(&child);
        child.kill().expect("the program runs");
        child.wait().expect("the program ends");
        assert!(peak < 64 << 10, "{command}: {peak} KiB");
    }
}
