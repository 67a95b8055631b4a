//! Values that a user pastes as text, as languages and tools print them.

use super::form::Form;
use super::saves::{Engine, Save};
use super::user::{Action, Case, check, check_without_options, hex};
use crate::common::random::{self, Random};
use std::fmt::Write;

/// Prints bytes as a tool or a language does.
type Print = fn(&[u8]) -> String;

/// Joins formatted bytes.
fn list(bytes: &[u8], separator: &str, format: impl Fn(u8) -> String) -> String {
    let items: Vec<_> = bytes.iter().map(|byte| format(*byte)).collect();
    items.join(separator)
}

fn digits(bytes: &[u8], separator: &str) -> String {
    list(bytes, separator, |byte| format!("{byte:02x}"))
}

fn numbers(bytes: &[u8]) -> String {
    list(bytes, ", ", |byte| byte.to_string())
}

fn signed(bytes: &[u8]) -> String {
    list(bytes, ", ", |byte| byte.cast_signed().to_string())
}

/// Breaks a text into lines of `width` characters.
fn wrap(text: &str, width: usize) -> String {
    let lines = text.as_bytes().chunks(width).map(String::from_utf8_lossy);
    lines.collect::<Vec<_>>().join("\n")
}

/// Encodes bytes as base64, with padding.
fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let bits = group
            .iter()
            .fold(0, |bits, byte| bits << 8 | u32::from(*byte));
        let bits = bits << (8 * (3 - group.len()));
        for index in 0..4 {
            let digit = ALPHABET[(bits >> (18 - 6 * index) & 63) as usize];
            text.push(if index > group.len() {
                '='
            } else {
                digit.into()
            });
        }
    }
    text
}

/// The forms of `--from hex`.
const HEX: [Print; 6] = [
    |bytes| digits(bytes, ""),
    |bytes| digits(bytes, " "),
    |bytes| digits(bytes, "-").to_uppercase(),
    |bytes| list(bytes, ", ", |byte| format!("0x{byte:02x}")),
    |bytes| wrap(&digits(bytes, ""), 60),
    |bytes| wrap(&format!("{} ", digits(bytes, " ")), 48),
];

/// The forms of `--from base64`.
const BASE64: [Print; 4] = [
    base64,
    |bytes| wrap(&base64(bytes), 76),
    |bytes| wrap(&base64(bytes), 64),
    |bytes| wrap(&base64(bytes), 75),
];

/// The forms of `--from bytes`.
const BYTES: [Print; 15] = [
    |bytes| format!("[{}]", numbers(bytes)),
    |bytes| format!("[{}]", signed(bytes)),
    |bytes| list(bytes, ",", |byte| byte.to_string()),
    |bytes| format!("<Buffer {}>", digits(bytes, " ")),
    |bytes| format!("{{\"type\":\"Buffer\",\"data\":[{}]}}", numbers(bytes)),
    |bytes| {
        let data = list(bytes, ",\n", |byte| format!("    {byte}"));
        format!("{{\n  \"type\": \"Buffer\",\n  \"data\": [\n{data}\n  ]\n}}")
    },
    |bytes| {
        let rows: Vec<_> = bytes.chunks(12).map(numbers).collect();
        format!("Uint8Array({}) [\n  {}\n]", bytes.len(), rows.join(",\n  "))
    },
    |bytes| {
        let (digits, length) = (digits(bytes, " "), bytes.len());
        format!("ArrayBuffer {{\n  [Uint8Contents]: <{digits}>,\n  byteLength: {length}\n}}")
    },
    |bytes| format!("new byte[{}] {{ {} }}", bytes.len(), numbers(bytes)),
    |bytes| {
        let cast = |byte: u8| format!("{}0x{byte:x}", if byte > 127 { "(byte) " } else { "" });
        format!("byte[] data = new byte[] {{{}}};", list(bytes, ", ", cast))
    },
    |bytes| {
        format!(
            "[]byte{{{}}}",
            list(bytes, ", ", |byte| format!("0x{byte:x}"))
        )
    },
    |bytes| format!("vec![{}]", list(bytes, ", ", |byte| format!("{byte}u8"))),
    |bytes| format!("PackedByteArray([{}])", numbers(bytes)),
    |bytes| format!("PoolByteArray( {} )", numbers(bytes)),
    |bytes| {
        let escapes = bytes.iter().fold(String::new(), |mut text, byte| {
            let _ = match byte {
                b' '..=b'~' if !b"'\\".contains(byte) => write!(text, "{}", char::from(*byte)),
                byte => write!(text, "\\x{byte:02x}"),
            };
            text
        });
        format!("b'{escapes}'")
    },
];

/// Returns cases of a user who pastes random saves, framed and bare, in each form.
fn cases(name: u64, form: &str, prints: &[Print]) -> Vec<Case> {
    let cases = (0..random::cases(2 * prints.len())).map(|index: usize| {
        let mut random = Random::new(name + index as u64);
        let save = Save::random(&mut random, Engine::ALL[index % 2]);
        let form_of_save = Form {
            is_framed: !(index / 2).is_multiple_of(3),
            ..Form::default()
        };
        let mut case = Case::new(&save, &form_of_save, Action::Decode);
        let print = index / 2 % prints.len();
        case.content = (prints[print](&case.content) + "\n").into_bytes();
        case.form = format!("{form} {print}, {form_of_save}");
        case
    });
    cases.collect()
}

#[test]
fn pasted_values_are_decoded() {
    for (name, form, prints) in [
        (20_000, "hex", &HEX[..]),
        (21_000, "base64", &BASE64),
        (22_000, "bytes", &BYTES),
    ] {
        let cases = cases(name, form, prints).into_iter();
        let cases = cases.map(|case| case.with_options(&format!("--from {form}")));
        check_without_options(form, &cases.collect::<Vec<_>>());
    }
}

#[test]
fn pasted_values_name_their_form() {
    for (name, form, prints) in [
        (23_000, "hex", &HEX[..]),
        (24_000, "base64", &BASE64),
        (25_000, "bytes", &BYTES),
    ] {
        check(form, &cases(name, form, prints));
    }
}

/// Checks packets of a game that sends an action number before each value.
#[test]
fn pasted_headers_are_skipped() {
    let cases = (0..random::cases(16)).map(|index: usize| {
        let mut random = Random::new(26_000 + index as u64);
        let save = Save::random(&mut random, Engine::ALL[index % 2]);
        let form = Form {
            header: random.bytes(1),
            ..Form::framed()
        };
        let mut case = Case::new(&save, &form, Action::Decode);
        case.content = hex(&case.content).into_bytes();
        case.with_options("--from hex")
    });
    check("headers", &cases.collect::<Vec<_>>());
}
