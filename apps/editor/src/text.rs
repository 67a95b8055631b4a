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
use gdvariant_files::packages::merge_parts;
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
            return Err(
                "a byte order mark, which engines do not skip; an edit of the text removes it"
                    .into(),
            );
        }
        Ok(parsed)
    }

    /// Returns the text for the field of the page.
    pub(crate) fn shown(&self) -> String {
        shown(self.text())
    }

    /// Replaces the text by that of the field, without a byte order mark that engines do not skip. Returns
    /// what takes this back.
    pub(crate) fn edit(&mut self, new: &str) -> Vec<Splice> {
        let old = self.file.bytes().to_vec();
        let text = self.text();
        let body = without_byte_order_mark(text);
        let mark = match self.kind {
            TextKind::Config | TextKind::Resource => "",
            _ => &text[..text.len() - body.len()],
        };
        let new = [mark.as_bytes(), &edited(body, new)].concat();
        self.replace(new, None);
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

/// Returns whether text that has no values starts as JSON does.
pub(crate) fn is_like_json(text: &str) -> bool {
    let text = without_byte_order_mark(text).trim_start();
    let array = text.strip_prefix('[');
    // Prose and sections can start with a word in brackets.
    text.starts_with('{') || array.is_some_and(|it| !it.starts_with(char::is_alphabetic))
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

/// Returns the text of a file, which was `body`, for an edited text of the field.
///
/// Unchanged lines keep their line ends: `\n`, `\r\n` or `\r`. Other lines have `\n` or `\r\n`, what is
/// more frequent in the file.
fn edited(body: &str, text: &str) -> Vec<u8> {
    let count = |end: &str| body.matches(end).count();
    let is_usual = 2 * count("\r\n") > count("\n");
    let usual = if is_usual { "\r\n" } else { "\n" };
    let [old, new] = [body, text].map(|it| shown(it).replace('\n', usual));
    merge_parts(&lines(body), &lines(&old), &lines(&new))
}

/// Splits a text after its line ends.
fn lines(text: &str) -> Vec<&[u8]> {
    let is_line = |byte: &u8, next: &u8| *byte != b'\n' && (*byte != b'\r' || *next == b'\n');
    text.as_bytes().chunk_by(is_line).collect()
}
