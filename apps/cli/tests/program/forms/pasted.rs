//! Values that a user pastes as text, as languages and tools print them.

use super::form::Form;
use super::saves::{Engine, Save};
use super::user::{Action, Case, check, check_without_options};
use crate::common::hex;
use crate::common::random::{self, Random};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Prints bytes as a tool or a language does.
type Print = fn(&[u8]) -> String;

/// Joins formatted bytes.
fn list(bytes: &[u8], separator: &str, format: impl Fn(u8) -> String) -> String {
    let items: Vec<_> = bytes.iter().map(|byte| format(*byte)).collect();
    items.join(separator)
}

fn numbers(bytes: &[u8]) -> String {
    list(bytes, ", ", |byte| byte.to_string())
}

/// Breaks a text into lines of `width` characters.
fn wrap(text: &str, width: usize) -> String {
    let lines = text.as_bytes().chunks(width).map(String::from_utf8_lossy);
    lines.collect::<Vec<_>>().join("\n")
}

/// The values of `--from`, each with a notation. The tests of the library have further ones.
const PRINTS: [(&str, Print); 11] = [
    ("hex", hex),
    ("hex", |bytes| {
        list(bytes, ", ", |byte| format!("0x{byte:02x}"))
    }),
    ("hex", |bytes| wrap(&hex(bytes), 60)),
    ("hex", |bytes| {
        let digits = list(bytes, "", |byte| format!("{byte:02x} "));
        wrap(&digits, 48)
    }),
    ("base64", |bytes| STANDARD.encode(bytes)),
    ("base64", |bytes| wrap(&STANDARD.encode(bytes), 75)),
    ("bytes", |bytes| format!("[{}]", numbers(bytes))),
    ("bytes", |bytes| {
        let data = list(bytes, ",\n", |byte| format!("    {byte}"));
        format!("{{\n  \"type\": \"Buffer\",\n  \"data\": [\n{data}\n  ]\n}}")
    }),
    ("bytes", |bytes| {
        let rows: Vec<_> = bytes.chunks(12).map(numbers).collect();
        format!("Uint8Array({}) [\n  {}\n]", bytes.len(), rows.join(",\n  "))
    }),
    ("bytes", |bytes| {
        let cast = |byte: u8| format!("{}0x{byte:x}", if byte > 127 { "(byte) " } else { "" });
        format!("byte[] data = new byte[] {{{}}};", list(bytes, ", ", cast))
    }),
    ("bytes", |bytes| {
        let escape = |byte: u8| match byte {
            b' '..=b'~' if !b"'\\".contains(&byte) => char::from(byte).to_string(),
            byte => format!("\\x{byte:02x}"),
        };
        format!("b'{}'", list(bytes, "", escape))
    }),
];

/// Returns cases of a user who pastes random saves, framed and bare, in each notation, and the
/// option that names it.
fn cases(seed: u64) -> impl Iterator<Item = (Case, &'static str)> {
    (0..random::cases(2 * PRINTS.len())).map(move |index: usize| {
        let mut random = Random::new(seed + index as u64);
        let save = Save::random(&mut random, Engine::ALL[index % 2]);
        let form = Form {
            is_framed: !(index / 2).is_multiple_of(3),
            ..Form::default()
        };
        let mut case = Case::new(&save, &form, Action::Decode);
        let (from, print) = PRINTS[index / 2 % PRINTS.len()];
        case.content = (print(&case.content) + "\n").into_bytes();
        (case, from)
    })
}

#[test]
fn pasted_values_are_decoded() {
    let stated = cases(20_100).map(|(case, from)| case.with_options(&format!("--from {from}")));
    check_without_options("pasted values", stated);
    // Without an option, an error names it.
    let unknown = cases(23_000).map(|(case, _)| case);
    check("pasted values without options", unknown, 0);
}

/// Checks packets of a game that sends an action number before each value.
#[test]
fn pasted_headers_are_skipped() {
    let cases = (0..random::cases(16)).map(|index: usize| {
        let mut random = Random::new(26_000 + index as u64);
        let save = Save::random(&mut random, Engine::ALL[index % 2]);
        let form = Form::framed().after(&random.bytes(1));
        let mut case = Case::new(&save, &form, Action::Decode);
        case.content = hex(&case.content).into_bytes();
        case.with_options("--from hex")
    });
    check("headers", cases, 0);
}
