//! Files of any content: the program unpacks what the engine stored, and the engine loads what the
//! program packed.

use crate::common::random::{Random, seed};
use crate::common::{folder, hex, run_bytes};
use crate::jobs::Job;
use crate::saves::Engine;
use crate::user::PASSWORD;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::fs;

/// The compression or encryption of files, and the options that pack the same.
const LAYERS: [(&str, &str); 6] = [
    ("fastlz", "--compress fastlz"),
    ("deflate", "--compress deflate"),
    ("zstd", "--compress zstd"),
    ("gzip", "--compress gzip"),
    ("password", "--encrypt"),
    ("key", "--encrypt"),
];

/// The number of files of each form.
const COUNT: usize = 10;

const KEY: &[u8; 32] = b"0123456789abcdef0123456789abcdef";

/// Returns text or any bytes, which fill up to three blocks.
fn content(random: &mut Random) -> Vec<u8> {
    let length = 1 + random.below(3 * 4096);
    match random.below(2) {
        0 => random.bytes(length),
        _ => format!("[player]\n\ngold={}\n", random.below(1000))
            .repeat(1 + length / 20)
            .into(),
    }
}

fn check_contents(engine: Engine) {
    let mut random = Random::new(seed());
    let password = folder().join("password.txt");
    fs::write(&password, PASSWORD).expect("the folder of the test");
    let (mut stored, mut cases) = (Vec::new(), Vec::new());
    for (number, (layer, options)) in LAYERS.iter().cycle().take(6 * COUNT).enumerate() {
        let path = folder().join(format!("{number}.dat")).display().to_string();
        let content = content(&mut random);
        let job = Job {
            path,
            layer,
            secret: match *layer {
                "key" => STANDARD.encode(KEY),
                _ => PASSWORD.into(),
            },
            is_big_endian: false,
            steps: vec![("buffer", STANDARD.encode(&content))],
        };
        let secret = match *layer {
            "key" => format!("--key {}", hex(KEY)),
            _ => format!("--password-file {}", password.display()),
        };
        stored.push(job.task("store"));
        cases.push((job, content, *options, secret));
    }
    engine.perform_all(&stored);
    let mut loaded = Vec::new();
    for (job, stored, options, secret) in cases {
        let path = &job.path;
        let unpacked = run_bytes(&format!("unpack {path} {secret}"), b"");
        assert!(unpacked.stdout == stored, "{options} {path}");
        let options = match options {
            "--encrypt" => format!("--encrypt {}", engine.layout()),
            options => options.to_owned(),
        };
        for form in [format!("--like {path}"), options] {
            let content = content(&mut random);
            let new = format!("{path}.{}", loaded.len());
            let packed = run_bytes(&format!("pack {form} {secret} -o {new}"), &content);
            assert!(packed.status.success(), "{form}: {packed:?}");
            let job = Job {
                path: new,
                steps: vec![("buffer", STANDARD.encode(&content))],
                ..job.clone()
            };
            loaded.push(job.task("load"));
        }
    }
    engine.perform_all(&loaded);
}

#[test]
fn engines_load_packed_contents() {
    Engine::available().for_each(check_contents);
}
