//! Tests compressed and encrypted files, and files of other formats.

use crate::common::{CommandOutput, bad, file, good, program, run};
use std::fs;
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
    assert!(
        wrong
            .error()
            .ends_with("wrong password or key, or a damaged file"),
        "{}",
        wrong.err
    );
}

#[test]
fn the_first_line_of_a_file_is_the_password() {
    let path = data("godot-3.2.3", "pass-0.gdec");
    let decode = |content: &str| {
        let password = file("mark.txt", content.as_bytes());
        run(
            &format!("decode --framed --password-file {password} {path}"),
            "",
        )
    };
    assert_eq!(decode("\u{feff}correct horse\r\nand more").status, 0);
    let empty = decode("\ncorrect horse\n").error();
    assert!(empty.ends_with("the first line has no password"), "{empty}");
}

#[test]
fn an_encrypted_file_requires_a_key_or_password() {
    let path = data("godot-3.2.3", "pass-0.gdec");
    let error = bad(&format!("decode --framed {path}"), "");
    assert!(
        error.contains("name the password with --password-file or GDVARIANT_PASSWORD"),
        "{error}"
    );
    let ran = run(&format!("decode --framed {path} --key 00"), "");
    assert_eq!(
        (ran.status, ran.error().as_str()),
        (
            2,
            "--key requires the 32 bytes of a key as 64 hex digits, found 2 characters"
        )
    );
}

#[test]
fn the_inspector_opens_wrapped_files() {
    let plain = good(
        &format!("inspect --framed {}", data("godot-3.2.3", "plain-0.dat")),
        "",
    );
    let zstd = good(
        &format!("inspect --framed {}", data("godot-3.2.3", "zstd-0.gcpf")),
        "",
    );
    // Only lines are counted, because the padding of NodePaths differs between runs of the engine.
    assert_eq!(zstd.lines().count(), plain.lines().count());
}

#[test]
fn detect_names_the_wrapper() {
    let path = data("godot-4.6.3", "zstd-300.gcpf");
    let ran = run(&format!("detect {path}"), "");
    assert_eq!(ran.status, 0);
    assert_eq!(
        ran.err,
        format!("note: {path}: a compressed file (zstd); offsets refer to its content\n")
    );
    assert!(ran.out.contains("godot4"), "{}", ran.out);
}

#[test]
fn gzip_around_other_wrappers_is_opened() {
    let inner = std::fs::read(data("godot-3.2.3", "fastlz-300.gcpf")).unwrap();
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(&inner).unwrap();
    let gzip = encoder.finish().unwrap();
    let plain = good(
        &format!("decode --framed {}", data("godot-3.2.3", "plain-300.dat")),
        "",
    );
    assert_eq!(good("decode --framed", &gzip), plain);
    let zstd =
        ruzstd::encoding::compress_to_vec(&inner[..], ruzstd::encoding::CompressionLevel::Fastest);
    assert_eq!(good("decode --framed", &zstd), plain);
    let error = bad("decode --framed --max-content 100", &gzip);
    assert!(error.contains("raise --max-content"), "{error}");
}

#[test]
fn all_zstd_frames_are_kept() {
    let frame = |value: &[u8]| {
        ruzstd::encoding::compress_to_vec(value, ruzstd::encoding::CompressionLevel::Fastest)
    };
    let [one, two] = [1, 2].map(|element| {
        let mut array = *b"\x10\0\0\0\x13\0\0\0\x01\0\0\0\x02\0\0\0\0\0\0\0";
        array[16] = element;
        frame(&array)
    });
    // Files of pzstd start with a skippable frame.
    let skippable = b"\x50\x2a\x4d\x18\x04\0\0\0size".to_vec();
    let frames = [skippable, one, two].concat();
    assert_eq!(good("decode --framed", &frames), "[1]\n[2]\n");
    let copy = file("frames.zst", &frames);
    good(&format!("set --framed --value 1 {copy} [0] 7"), "");
    assert_eq!(good(&format!("decode --framed {copy}"), ""), "[7]\n[2]\n");

    let damaged = [&frames[..], b"rest"].concat();
    let damaged = file("damaged.zst", &damaged);
    let error = bad(&format!("set --framed --value 1 {damaged} [0] 7"), "");
    assert!(
        error.ends_with("invalid zstd frame: the bytes after a frame are not a frame"),
        "{error}"
    );
}

#[test]
fn settings_beyond_the_limit_are_an_error() {
    let path = data("godot-3.2.3", "project.binary");
    let error = bad(&format!("decode --max-content 100 {path}"), "");
    assert_eq!(
        error,
        format!("{path}: the content exceeds the limit of 100 bytes; raise --max-content")
    );
}

#[test]
fn content_beyond_the_limit_is_an_error() {
    let path = data("godot-3.2.3", "zstd-300.gcpf");
    let error = bad(&format!("decode --framed --max-content 100 {path}"), "");
    assert!(
        error.ends_with("expected at most 100; raise --max-content"),
        "{error}"
    );
}

#[test]
fn other_formats_are_named() {
    for (start, name) in [
        (&b"PK\x03\x04"[..], "a zip archive"),
        (b"GDPC", "a game pack"),
        (b"PEPC", "a game pack of Pandemonium"),
        (b"RSRC", "a binary resource"),
        (b"RSCC", "a compressed binary resource"),
    ] {
        // The tests state a layout, whose error precedes the name.
        let error = bad("decode", start);
        assert!(
            error.contains(&format!("; the bytes are {name}")),
            "{error}"
        );
    }
}

/// Checks the first bytes of Pandemonium 5, which also reads those of other engines.
#[cfg(all(feature = "godot3", feature = "pandemonium5"))]
#[test]
fn settings_of_pandemonium_keep_their_first_bytes() {
    let file_of = |magic: &[u8], lives: u8| {
        let value = [2, 0, 0, 0, lives, 0, 0, 0];
        [
            magic,
            &[1, 0, 0, 0, 5, 0, 0, 0],
            b"lives",
            &[8, 0, 0, 0],
            &value,
        ]
        .concat()
    };
    for magic in [b"ECFP", b"ECFG"] {
        let save = file("project.binary", &file_of(magic, 3));
        let arguments = format!("--layout pandemonium5 {save}");
        assert_eq!(good(&format!("decode {arguments}"), ""), "{\"lives\":3}\n");
        good(&format!("set {arguments} lives 4"), "");
        assert_eq!(fs::read(&save).unwrap(), file_of(magic, 4));
        // Godot reads only its own first bytes.
        let other = file("other.binary", b"");
        good(
            &format!("convert --from-layout pandemonium5 --to-layout godot3 {save} -o {other}"),
            "",
        );
        assert_eq!(fs::read(&other).unwrap(), file_of(b"ECFG", 4));
    }
}

#[test]
fn settings_of_a_game_are_a_dictionary() {
    for (engine, layout) in [("godot-3.2.3", "godot3"), ("godot-4.6.3", "godot4")] {
        let path = data(engine, "project.binary");
        let json = good(&format!("decode --layout {layout} {path}"), "");
        assert!(
            json.contains(r#""application/config/name":"Test é""#),
            "{json}"
        );

        let detected = run(&format!("detect {path}"), "");
        assert!(
            detected.err.contains("the settings file of a game"),
            "{}",
            detected.err
        );
        assert!(
            detected.out.contains(&format!("99%  {layout}  ")),
            "{}",
            detected.out
        );
    }
}

#[test]
fn wrong_options_for_settings_are_reported() {
    let path = data("godot-4.6.3", "project.binary");
    let error = bad(&format!("decode {path}"), "");
    assert!(error.contains("try --layout godot4"), "{error}");
    let error = run(&format!("decode --framed --layout godot4 {path}"), "");
    assert_eq!(error.status, 2);
    assert!(error.err.contains("omit --framed"), "{}", error.err);
    let copy = file("settings-framed.binary", &std::fs::read(path).unwrap());
    let error = run(&format!("rm --framed --layout godot4 {copy} a"), "");
    assert!(error.err.contains("omit --framed"), "{}", error.err);
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
fn a_setting_is_changed_in_the_file() {
    let original = std::fs::read(data("godot-3.2.3", "project.binary")).expect("a file");
    let copy = file("settings.binary", &original);
    let set = |path: &str, value: &str| {
        let set = ran(program().args(["set", &copy, path, value]));
        assert_eq!(set.status, 0, "{}", set.err);
    };
    set(r#"["mine/vector"]"#, "Vector2(3, 2)");
    let vector = ran(program().args(["get", &copy, r#"["mine/vector"]"#]));
    assert_eq!(vector.out, "{\"Vector2\":[3.0,2.0]}\n");
    set(r#"["mine/vector"]"#, "Vector2(1, 2)");
    assert_eq!(std::fs::read(&copy).expect("a file"), original);

    let json = good(&format!("decode {copy} -o {copy}.json"), "");
    assert_eq!(json, "");
    good(
        &format!("encode --like {copy} {copy}.json -o {copy}.new"),
        "",
    );
    assert_eq!(
        std::fs::read(format!("{copy}.new")).expect("a file"),
        original
    );
}

#[test]
fn a_damaged_block_is_an_error_with_its_number() {
    let mut file = std::fs::read(data("godot-3.2.3", "deflate-300.gcpf")).unwrap();
    file[40] ^= 0xff;
    let error = bad("decode --framed", &file);
    assert!(error.contains("block 0 cannot be decompressed"), "{error}");
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

#[test]
fn an_unreadable_reference_file_is_an_error() {
    let copy = file("kept.dat", b"old");
    let error = bad(&format!("encode --framed --like absent.dat -o {copy}"), "1");
    assert!(
        error.starts_with("absent.dat: the file does not exist"),
        "{error}"
    );
    let original = data("godot-3.2.3", "pass-0.gdec");
    let error = bad(&format!("encode --framed --like {original} -o {copy}"), "1");
    assert!(error.contains("name the password"), "{error}");
    assert_eq!(std::fs::read(&copy).unwrap(), b"old");
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
