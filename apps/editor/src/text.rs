//! Files of text: their values, and the text as the field of a page edits it, with line feeds alone
//! and without a byte order mark.

use crate::failure::Failure;
use gdvariant::EncodeOptions;
use gdvariant::schema::Layout;
use gdvariant_files::detect::Framing;
use gdvariant_files::document::{Document, Splice};
use gdvariant_files::layer::Layer;
use gdvariant_files::layouts;
use gdvariant_files::notation::without_byte_order_mark;
use gdvariant_files::packages::options::decoding;
use gdvariant_files::text::{TextDocument, TextKind};
use std::mem;

/// A file of text.
pub(crate) struct Text {
    /// The values of the text, or the text alone if it has none.
    pub(crate) file: Document,
    /// The reason why the text has no values, which is empty for other text.
    pub(crate) fault: Option<String>,
    pub(crate) kind: TextKind,
}

impl Text {
    pub(crate) fn new(text: String, kind: TextKind, layers: Vec<Layer>) -> Self {
        let mut new = Self {
            file: Document::new(Vec::new(), layers, layouts::most_used(), Framing::Bare),
            fault: None,
            kind,
        };
        new.replace(text.into(), None);
        new
    }

    pub(crate) fn text(&self) -> &str {
        str::from_utf8(self.file.bytes()).unwrap_or_default()
    }

    /// Replaces the text, and parses the values.
    fn replace(&mut self, text: Vec<u8>, layout: Option<&'static Layout>) {
        let layers = self.file.layers().to_vec();
        let parsed = self.parsed(str::from_utf8(&text).unwrap_or_default(), layout);
        self.fault = parsed.as_ref().err().cloned();
        self.file = match parsed {
            Ok(parsed) => Document::from_text(parsed, layers),
            Err(_) => Document::new(text, layers, layouts::most_used(), Framing::Bare),
        };
    }

    /// Parses a text, or returns the reason why it has no values, which is empty for other text.
    fn parsed(&self, text: &str, layout: Option<&'static Layout>) -> Result<TextDocument, String> {
        let parsed = match self.kind {
            TextKind::Other => return Err(String::new()),
            TextKind::Json => TextDocument::parse_json(text, layout),
            _ => TextDocument::parse(text, layout),
        };
        let parsed = parsed.map_err(|error| error.to_string())?;
        let found = parsed.kind();
        let is_json = [self.kind, found] == [TextKind::Values, TextKind::Json];
        if found != self.kind && !is_json {
            let names = [self.kind, found].map(TextKind::name);
            return Err(format!("expected {}, found {}", names[0], names[1]));
        }
        let skips_mark = matches!(found, TextKind::Values | TextKind::Json);
        if text.starts_with('\u{feff}') && !skips_mark {
            return Err("a byte order mark, which engines do not skip".into());
        }
        Ok(parsed)
    }

    /// Returns the text for the field of the page.
    pub(crate) fn shown(&self) -> String {
        shown(self.text())
    }

    /// Replaces the text by that of the field. Returns what takes this back.
    pub(crate) fn edit(&mut self, new: &str) -> Vec<Splice> {
        let old = self.file.bytes().to_vec();
        self.replace(edited(self.text(), new).into(), None);
        self.undo_to(old)
    }

    /// Makes a change of the values. Returns what takes it back.
    pub(crate) fn set(&mut self, file: Document) -> Vec<Splice> {
        self.kind = file.text().map_or(self.kind, TextDocument::kind);
        let old = mem::replace(&mut self.file, file);
        self.undo_to(old.bytes().to_vec())
    }

    fn undo_to(&self, old: Vec<u8>) -> Vec<Splice> {
        let bytes = self.file.bytes();
        Splice::replaced(bytes, &(0..bytes.len()), old)
    }

    /// Takes a change back. Returns what makes it again.
    pub(crate) fn splice(&mut self, splices: &[Splice]) -> Vec<Splice> {
        let mut bytes = self.file.bytes().to_vec();
        let undo = Splice::apply(&mut bytes, 0, splices);
        self.replace(bytes, self.file.text().map(TextDocument::layout));
        undo
    }
}

/// Returns the values of a text in their encoding.
pub(crate) fn encoded(file: &Document) -> Result<Document, Failure> {
    let count = file.text().map_or(0, TextDocument::count);
    let framing = if count == 1 {
        Framing::Bare
    } else {
        Framing::Concatenated
    };
    let mut bytes = Vec::new();
    for index in 0..count {
        let value = file.value(index)?.to_vec(EncodeOptions::engine());
        bytes.extend(value.map_err(Failure::new)?);
    }
    let encoded = Document::new(bytes, Vec::new(), file.layout(), framing);
    Ok(encoded.decode_options(decoding(false, true)).raw_numbers())
}

/// Returns the text of a file for the field.
fn shown(file: &str) -> String {
    let text = without_byte_order_mark(file);
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Returns the file for an edited text of the field.
///
/// The unchanged lines at the start and at the end keep their line ends, `\n` or `\r\n`. New lines have
/// the more frequent one of the file.
fn edited(file: &str, text: &str) -> String {
    let body = without_byte_order_mark(file);
    let text = shown(text);
    let [old, new] = [body, &text].map(|it| it.split('\n').collect::<Vec<_>>());
    let is_same = |(old, new): &(&&str, &&str)| old.strip_suffix('\r').unwrap_or(old) == **new;
    let start = old.iter().zip(&new).take_while(is_same).count();
    let rest = old[start..].iter().rev().zip(new[start..].iter().rev());
    let end = rest.take_while(is_same).count();
    let count = |end: &str| body.matches(end).count();
    let is_usual = 2 * count("\r\n") > count("\n");
    let usual = if is_usual { "\r\n" } else { "\n" };
    let ends = old
        .iter()
        .map(|line| if line.ends_with('\r') { "\r\n" } else { "\n" });
    let mut ends: Vec<_> = ends.take(old.len() - 1).collect();
    // The last line has no end.
    ends.push(usual);
    let mut edited = file[..file.len() - body.len()].to_owned();
    for (number, line) in new.iter().enumerate() {
        edited += line;
        edited += match new.len() - number {
            1 => "",
            _ if number < start => ends[number],
            after if after <= end => ends[ends.len() - after],
            _ => usual,
        };
    }
    edited
}
