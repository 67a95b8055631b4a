//! Examines whole files, in any form that can be opened.

use super::rules::{
    DUPLICATE_UID, Finding, INVALID_INPUT, LAYER, NOT_EXAMINED, OBJECT_TEXT, Rule, Severity,
};
use super::strings::is_uid;
use super::{audit_text, audit_with_advice};
use crate::LENIENT;
use crate::advice;
use crate::clip::{MAX_PATH_CHARS, clip};
use crate::detect::Framing;
use crate::error::{Error, ErrorKind};
use crate::input::{Input, from_reader, read_start};
use crate::layer::{EDIT, LOAD, Layer, limited};
use crate::notation::Notation;
use crate::open::{ExaminedFile, OpenOptions, Purpose, advice_for_text};
use crate::text::{TextKind, position_after};
use gdvariant::Advice;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Cursor, Read};
use std::iter;
use std::sync::Arc;

/// The advice for text in another encoding.
const UTF8: &str = "convert it to UTF-8, and audit the result";

/// The advice for a binary resource.
const SAVE_AS_TEXT: &str =
    "engines run scripts while they load it; ask for the resource as text (.tres, .tscn)";

/// Options of an audit: how to open the file, which rules to ignore, and how many rows to keep.
///
/// ```
/// use gdvariant_files::audit::{AuditOptions, file, rule};
/// use gdvariant_files::open::OpenOptions;
///
/// let save = gdvariant::godot4::to_vec(&[f64::NAN])?;
/// let options = AuditOptions::new()
///     .open(OpenOptions::new().max_content(1 << 20)) // for uploads of at most 1 MiB
///     .ignore(rule("nan").unwrap());
/// assert!(file(&save, &options).rows.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct AuditOptions {
    open: OpenOptions,
    ignored: Vec<&'static str>,
    max_rows: usize,
}

impl Default for AuditOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl AuditOptions {
    /// Creates options that detect everything and keep at most 100 rows of each rule.
    pub const fn new() -> Self {
        Self {
            open: OpenOptions::new(),
            ignored: Vec::new(),
            max_rows: 100,
        }
    }

    /// Sets the key, the layout and other known facts about the file, and its limits.
    ///
    /// [`OpenOptions::max_content`] limits the file and its content without compression and
    /// encryption. If a limit is exceeded, the file is not examined.
    ///
    /// ```
    /// use gdvariant_files::audit::{AuditOptions, file};
    /// use gdvariant_files::open::OpenOptions;
    ///
    /// let options = AuditOptions::new().open(OpenOptions::new().max_content(4));
    /// let reason = file(&[0; 8], &options).not_examined.unwrap();
    /// assert!(reason.starts_with("the content exceeds the limit of 4 bytes"));
    /// ```
    pub fn open(self, open: OpenOptions) -> Self {
        Self { open, ..self }
    }

    /// Ignores the findings of a rule.
    ///
    /// What is not examined is reported in any case, so that ignoring `not-examined` has no effect.
    ///
    /// ```
    /// use gdvariant_files::audit::{AuditOptions, file, rule};
    ///
    /// let options = AuditOptions::new().ignore(rule("not-examined").unwrap());
    /// assert!(file(b"\x89PNG", &options).not_examined.is_some());
    /// ```
    pub fn ignore(mut self, rule: &'static Rule) -> Self {
        self.ignored.push(rule.id);
        self
    }

    /// Sets the number of rows of each rule that are kept, because a file can have millions.
    ///
    /// ```
    /// use gdvariant_files::audit::{AuditOptions, file};
    ///
    /// let save = gdvariant::godot4::to_vec(&[f64::NAN; 9])?;
    /// let audit = file(&save, &AuditOptions::new().max_rows(2));
    /// assert_eq!((audit.rows.len(), audit.omitted), (2, 7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn max_rows(self, max_rows: usize) -> Self {
        Self { max_rows, ..self }
    }
}

/// A finding in a file.
///
/// A row is serialized as `gdvariant audit --json` prints it, without the
/// name of the file.
///
/// ```
/// use gdvariant_files::audit::{AuditOptions, file};
///
/// let save = gdvariant::godot4::to_vec(&["user://mod.gd"])?;
/// let audit = file(&save, &AuditOptions::new());
/// let json = serde_json::to_value(&audit.rows[0])?;
/// assert_eq!(json["offset"], 16);
/// assert_eq!(json["path"], "[0]");
/// assert_eq!(json["severity"], "warning");
/// assert_eq!(json["id"], "user-path");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct AuditRow {
    /// The line, from 1, if the file is text or each line is a value.
    pub line: Option<usize>,
    /// The column in characters, from 1, if the file is text.
    pub column: Option<usize>,
    /// The number of the value, from 1, if the file can have several.
    pub value: Option<u64>,
    /// The offset in the content of the file, or in the bytes of the value in a line.
    pub offset: usize,
    /// The path of the value, of which a long one has only the end.
    pub path: String,
    /// The rule.
    pub rule: &'static Rule,
    /// The finding, the behavior of engines, and the advice.
    pub message: String,
}

impl serde::Serialize for AuditRow {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(None)?;
        let [line, column] = [self.line, self.column].map(|it| it.map(|it| it as u64));
        for (name, number) in [("line", line), ("column", column), ("value", self.value)] {
            if let Some(number) = number {
                map.serialize_entry(name, &number)?;
            }
        }
        map.serialize_entry("offset", &self.offset)?;
        map.serialize_entry("path", &self.path)?;
        map.serialize_entry("severity", self.rule.severity.name())?;
        map.serialize_entry("id", self.rule.id)?;
        map.serialize_entry("message", &self.message)?;
        map.end()
    }
}

impl AuditRow {
    /// Creates the row of a file that is not examined.
    pub fn not_examined(reason: &str) -> Self {
        Self {
            line: None,
            column: None,
            value: None,
            offset: 0,
            path: String::new(),
            rule: &NOT_EXAMINED,
            message: format!("the file is not examined: {reason}"),
        }
    }
}

/// The result of the audit of a file.
///
/// Accept a file only if [`not_examined`](Self::not_examined) is `None` and
/// [`highest`](Self::highest) is below the severity that your program tolerates.
///
/// ```
/// use gdvariant_files::audit::{AuditOptions, FileAudit, Severity, file};
///
/// fn accepts(audit: &FileAudit) -> bool {
///     audit.not_examined.is_none() && audit.highest < Some(Severity::Warning)
/// }
///
/// let options = AuditOptions::new();
/// assert!(accepts(&file(&gdvariant::godot4::to_vec("Ada")?, &options)));
/// assert!(!accepts(&file(b"extends Node\nfunc _init():\n\tpass\n", &options)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct FileAudit {
    /// The findings in the order of the file. A file that is not examined has a row of the rule
    /// `not-examined` with the reason.
    pub rows: Vec<AuditRow>,
    /// The number of findings that are not in `rows`, because [`AuditOptions::max_rows`] limits them.
    pub omitted: usize,
    /// The number of values; a text is one value.
    pub values: u64,
    /// The reason why the file, or the rest of it, is not examined.
    pub not_examined: Option<String>,
    /// The highest severity of all findings, also of those that are omitted.
    pub highest: Option<Severity>,
    /// The file's unique id, and a row that lacks the name of another file with that id.
    pub unique_id: Option<(String, AuditRow)>,
    /// The number of findings of each rule, by its id.
    pub counts: BTreeMap<&'static str, usize>,
}

/// Examines the bytes of a file: values, text, also compressed or encrypted.
///
/// Malformed input is a finding, and a file that cannot be opened is
/// [not examined](FileAudit::not_examined).
///
/// ```
/// use gdvariant_files::audit::{AuditOptions, file};
///
/// let audit = file(b"\x89PNG\r\n\x1a\n", &AuditOptions::new());
/// assert_eq!(audit.not_examined.as_deref(), Some("a PNG image, not values"));
/// assert_eq!(audit.rows[0].rule.id, "not-examined");
/// ```
pub fn file(bytes: &[u8], options: &AuditOptions) -> FileAudit {
    read(bytes, options)
}

/// Examines a file as [`file()`] does, and reads it in the process.
///
/// ```
/// use gdvariant_files::audit::{AuditOptions, read};
/// use std::fs::File;
/// # let path = std::env::temp_dir().join(format!("gdvariant-audit-{}", std::process::id()));
/// # std::fs::write(&path, [0; 4])?;
///
/// let audit = read(File::open(&path)?, &AuditOptions::new());
/// assert_eq!((audit.values, audit.rows.len()), (1, 0));
/// # std::fs::remove_file(path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read(reader: impl Read, options: &AuditOptions) -> FileAudit {
    read_with(reader, options, &ToString::to_string)
}

/// Returns the sentence of an advice, in the words of the caller.
pub type Renderer<'r> = dyn Fn(&Advice) -> String + 'r;

/// Examines a file as [`read`] does, with the caller's words for advice.
pub fn read_with(input: impl Read, options: &AuditOptions, render: &Renderer<'_>) -> FileAudit {
    let (mut audit, mut rows) = (FileAudit::default(), Vec::new());
    let result = with_start(limited(input, options.open.max_content)).map_err(Error::from);
    let result = result.and_then(|(start, content)| {
        let examined = ExaminedFile::new(content, &options.open, &mut ())?;
        let sink = &mut |row| rows.push(row);
        audit_examined(examined, &start, options, false, render, &mut audit, sink)
    });
    audit.rows = rows;
    if let Err(error) = result {
        let reason = match error.advice() {
            Some(limit @ Advice::Raise(_)) => {
                format!("{error}; {}, or reject the file", render(&limit))
            }
            Some(advice) => format!("{error}; {}", render(&advice)),
            None => error.to_string(),
        };
        audit.rows.push(AuditRow::not_examined(&reason));
        audit.highest = Some(NOT_EXAMINED.severity);
        audit.not_examined = Some(reason);
    }
    audit
}

/// The audit of a file, and the receiver of its rows.
struct Report<'a> {
    options: &'a AuditOptions,
    audit: &'a mut FileAudit,
    sink: &'a mut dyn FnMut(AuditRow),
}

impl Report<'_> {
    /// Counts a finding. Its row is formatted only if the options keep it.
    fn add(&mut self, finding: &Finding<'_>, place: Place<'_>) {
        let Self { options, audit, .. } = self;
        let rule = finding.rule;
        if rule.id != NOT_EXAMINED.id && options.ignored.contains(&rule.id) {
            return;
        }
        if rule.id == NOT_EXAMINED.id {
            let reason = audit.not_examined.take();
            audit.not_examined = Some(reason.unwrap_or_else(|| finding.message.to_string()));
        }
        audit.highest = audit.highest.max(Some(rule.severity));
        let count = audit.counts.entry(rule.id).or_default();
        *count += 1;
        if *count > options.max_rows {
            audit.omitted += 1;
        } else {
            (self.sink)(place.row(finding));
        }
    }
}

/// The value or the text in which a finding is.
#[derive(Clone, Copy, Default)]
struct Place<'p> {
    line: Option<usize>,
    value: Option<u64>,
    /// The offset of the value in the content.
    start: usize,
    /// The layout in which the value is decoded, if it is not the detected one.
    layout: Option<&'static str>,
    positions: Option<&'p Positions<'p>>,
}

impl Place<'_> {
    fn row(self, finding: &Finding<'_>) -> AuditRow {
        let position = self.positions.map(|it| it.of(finding.offset));
        let mut path = finding.path.to_string();
        clip(&mut path, MAX_PATH_CHARS);
        AuditRow {
            line: self.line.or(position.map(|(line, _)| line)),
            column: position.map(|(_, column)| column),
            value: self.value,
            offset: self.start.saturating_add(finding.offset),
            path,
            rule: finding.rule,
            message: match self.layout {
                Some(layout) => format!("as {layout}: {}", finding.message),
                None => finding.message.to_string(),
            },
        }
    }
}

/// The length of the start of a file that is also examined as text, in bytes.
const START: u64 = 64 << 20;

/// Reads the start of a file, and returns it together with the whole file.
///
/// # Errors
///
/// Returns an error if reading fails.
pub fn with_start(mut input: Input<'_>) -> io::Result<(Arc<[u8]>, Input<'_>)> {
    let start: Arc<[u8]> = read_start(&mut input, START)?.into();
    let input = from_reader(Cursor::new(Arc::clone(&start)).chain(input));
    Ok((start, input))
}

/// Returns the unique id of a file with this start, and a row that lacks the name of another file
/// with that id.
fn unique_id(start: &[u8]) -> Option<(String, AuditRow)> {
    const MAX_HEADER: usize = 1 << 12;
    let text = String::from_utf8_lossy(&start[..start.len().min(MAX_HEADER)]);
    let offset = text.find("uid://")?;
    // The first tag, the section of an import file, or the whole file.
    let before = text[..offset].strip_suffix("uid=\"");
    let is_own = before.map_or(offset == 0, |before| {
        let is_tag = before.starts_with("[gd_") && !before.contains(']');
        is_tag || before.starts_with("[remap]") && !before[1..].contains('[')
    });
    let id = text[offset..].split(['"', '\n', '\r']).next()?;
    if !is_own || !is_uid(id) {
        return None;
    }
    let message = format_args!("{id} is also the unique id of ");
    let place = Place {
        positions: Some(&Positions::new(&text)),
        ..Place::default()
    };
    let row = place.row(&Finding::at_value(&DUPLICATE_UID, offset, message));
    Some((id.to_owned(), row))
}

/// Reports errors in bytes that an engine can parse as text, although the bytes have another format.
///
/// A game chooses the parser, and the parser of ConfigFiles skips bytes before a key: values and
/// compressed files can contain text that the parser accepts.
fn audit_as_text(bytes: &[u8], report: &mut Report<'_>) {
    // Only constructors and settings have effects.
    if !bytes.contains(&b'(') && !bytes.contains(&b'=') {
        return;
    }
    let text = String::from_utf8_lossy(bytes);
    let place = Place {
        layout: Some("text"),
        positions: Some(&Positions::new(&text)),
        ..Place::default()
    };
    audit_text(&text, None, &mut |finding| {
        let is_error = finding.rule.severity == Severity::Error;
        if is_error && ![NOT_EXAMINED.id, OBJECT_TEXT.id].contains(&finding.rule.id) {
            report.add(finding, place);
        }
    });
}

/// Audits a file in its detected layout, and its first bytes as text unless the file is text.
///
/// Also reports additional findings in each other layout that decodes the file. Counts the values,
/// also of a file that is not examined up to the end.
///
/// # Errors
///
/// Returns the reason why the file, or the rest of it, is not examined.
pub fn audit_examined(
    examined: ExaminedFile<'_>,
    start: &[u8],
    options: &AuditOptions,
    is_strict: bool,
    render: &Renderer<'_>,
    audit: &mut FileAudit,
    sink: &mut dyn FnMut(AuditRow),
) -> Result<(), Error> {
    audit.unique_id = unique_id(start);
    let report = &mut Report {
        options,
        audit,
        sink,
    };
    let options = &options.open;
    for layer in &examined.layers {
        report_layer(layer, report);
    }
    let is_wrapped = !examined.layers.is_empty();
    // Bytes with a requested framing or form are values, whose errors have a position.
    let is_requested = options.framing.is_some()
        || options.notation != Notation::Raw && examined.text_kind().is_none();
    let contents = examined.contents().filter(|_| !is_requested);
    let kind = contents.map(|contents| {
        let kind = contents.text.filter(|_| contents.zeros.is_none());
        kind.filter(|kind| *kind != TextKind::Other)
    });
    let is_plain_text = !is_wrapped && matches!(kind, Some(Some(_)));
    let result = match kind {
        Some(Some(_)) => {
            report.audit.values = 1;
            text(examined, report)
        }
        Some(None) if str::from_utf8(start).is_ok_and(|text| is_uid(text.trim())) => {
            report.audit.values = 1;
            Ok(())
        }
        Some(None) => {
            let error = unknown(&examined);
            if is_wrapped {
                let (content, _) = examined.into_limited(options.max_content)?;
                audit_as_text(&content, report);
            }
            Err(error)
        }
        None => values(examined, is_strict, render, report),
    };
    if !is_plain_text {
        audit_as_text(start, report);
    }
    result
}

/// Audits content that is values.
fn values(
    examined: ExaminedFile<'_>,
    is_strict: bool,
    render: &Renderer<'_>,
    report: &mut Report<'_>,
) -> Result<(), Error> {
    let options = &report.options.open;
    let known = examined.layers.len();
    let mut opened = examined.open(options, Purpose::Audit, is_strict, &mut ())?;
    // Opening the settings of a game adds a layer.
    for layer in opened.layers.iter().skip(known) {
        report_layer(layer, report);
    }
    let mut others = std::mem::take(&mut opened.others);
    let best = opened.layout;
    let has_several = opened.framing != Framing::Bare;
    let is_bare = !has_several && !options.notation.is_lines();
    let mut values = opened.values();
    values.look_ahead();
    while let Some(entry) = values.next_entry()? {
        report.audit.values += 1;
        let place = Place {
            line: entry.line,
            value: (!entry.is_only).then_some(entry.number),
            start: entry.start,
            ..Place::default()
        };
        let bytes = match entry.bytes() {
            Ok(bytes) => bytes,
            Err(fault) => {
                // The offset of the fault is relative to the file.
                let place = Place { start: 0, ..place };
                let mut message = fault.kind.to_string();
                if let Some(advice) = fault.kind.advice() {
                    message = format!("{message}; {}", render(&advice));
                }
                let message = format_args!("{message}");
                let finding = Finding::at_value(&INVALID_INPUT, fault.offset, message);
                report.add(&finding, place);
                continue;
            }
        };
        others.restrict(bytes);
        let mut known = BTreeSet::new();
        for candidate in iter::once(best).chain(others.layouts.iter().copied()) {
            let is_best = candidate.name == best.name;
            let place = Place {
                layout: (!is_best).then_some(candidate.name),
                ..place
            };
            let advice = || {
                let text = is_bare.then(|| advice_for_text(bytes)).flatten();
                let advice = text.or_else(|| advice::for_bytes(bytes, best, !has_several));
                let advice = advice.or_else(|| advice::for_contents(bytes));
                advice.map(|advice| render(&advice))
            };
            audit_with_advice(candidate, bytes, LENIENT, &advice, &mut |finding| {
                if known.insert((finding.rule.id, finding.offset)) || is_best {
                    report.add(finding, place);
                }
            });
        }
    }
    Ok(())
}

/// Reports compression, encryption or a header around the content.
fn report_layer(layer: &Layer, report: &mut Report<'_>) {
    let protection = if layer.is_encrypted() {
        "; encryption hides the content, but anyone who knows the key can change it"
    } else {
        ""
    };
    let message = format_args!("{layer}; offsets refer to its content{protection}");
    report.add(&Finding::at_value(&LAYER, 0, message), Place::default());
}

/// Returns the reason why content that is neither values nor a known text is not examined.
fn unknown(examined: &ExaminedFile<'_>) -> Error {
    match examined.other_format().map(Error::into_kind) {
        Some(ErrorKind::OtherFormat { format, advice }) => ErrorKind::OtherFormat {
            // The advice for editing a file is none for a file that may be hostile.
            advice: match advice {
                Some(Advice::Text(text)) if text == LOAD => Some(SAVE_AS_TEXT.into()),
                Some(Advice::Text(text)) if text == EDIT => Some(UTF8.into()),
                Some(Advice::AsText { .. } | Advice::Lenient(_)) => None,
                advice => advice,
            },
            format,
        },
        Some(kind) => kind,
        None => ErrorKind::BytesAsText,
    }
    .into()
}

/// Audits content that is text.
fn text(examined: ExaminedFile<'_>, report: &mut Report<'_>) -> Result<(), Error> {
    let options = &report.options.open;
    let (content, layers) = examined.into_limited(options.max_content)?;
    let valid = str::from_utf8(&content);
    let text = valid.map_or_else(|_| String::from_utf8_lossy(&content), Cow::Borrowed);
    let place = Place {
        positions: Some(&Positions::new(&text)),
        ..Place::default()
    };
    audit_text(&text, options.layout, &mut |finding| {
        report.add(finding, place);
    });
    // Engines accept such text, in which invalid bytes move the offsets of findings.
    match valid {
        Ok(_) => Ok(()),
        Err(error) => Err(ErrorKind::OtherFormat {
            format: format!("text that is not UTF-8: {error}"),
            advice: Some(if layers.is_empty() {
                UTF8.into()
            } else {
                Advice::Unpack
            }),
        }
        .into()),
    }
}

/// The lines and columns of offsets in a text.
struct Positions<'t> {
    text: &'t [u8],
    /// The line and the column at the start of each block so far. Blocks limit the work for each of many
    /// findings in a long line.
    blocks: RefCell<Vec<(usize, usize)>>,
}

/// The length of a block of text, in bytes.
const BLOCK: usize = 1 << 12;

impl<'t> Positions<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text: text.as_bytes(),
            blocks: RefCell::new(vec![(1, 1)]),
        }
    }

    /// Returns the line and the column, in characters, of an offset.
    fn of(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.text.len());
        let block = offset / BLOCK;
        let mut blocks = self.blocks.borrow_mut();
        while blocks.len() <= block {
            let last = blocks.len() - 1;
            let next = position_after(blocks[last], &self.text[last * BLOCK..][..BLOCK]);
            blocks.push(next);
        }
        position_after(blocks[block], &self.text[block * BLOCK..offset])
    }
}
