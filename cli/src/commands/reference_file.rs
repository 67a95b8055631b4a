//! Finds the compression, encryption, layout, framing and values of a reference file.
//!
//! The reference file is the file that `encode --like` names, or that `-o` replaces.

use crate::args::{EncodeArgs, InputArgs};
use crate::terminal::failure::{Failure, warn};
use crate::terminal::open;
use crate::terminal::source;
use gdvariant::any::AnyVariant;
use gdvariant::schema::Layout;
use gdvariant_files::LENIENT;
use gdvariant_files::detect::{Candidate, Framing, detect};
use gdvariant_files::forms::{ByteForm, MAX_LENGTH};
use gdvariant_files::input::read_start;
use gdvariant_files::open::Purpose;
use gdvariant_files::values::Values;
use gdvariant_files::wrapper::{self, Wrapper};
use std::fs::{self, File};
use std::mem;

/// The properties that the output adopts from the file.
pub(crate) struct ReferenceFile {
    /// The compression and encryption of the file, outermost first.
    pub(crate) wrappers: Vec<Wrapper>,
    pub(crate) layout: Option<&'static Layout>,
    /// The values of the file; `None` without a file.
    pub(crate) values: Option<ReferenceValues>,
}

/// The values of a reference file, in order.
pub(crate) struct ReferenceValues {
    /// The name of the file.
    pub(crate) label: String,
    layout: &'static Layout,
    values: Values<'static>,
    /// The number of values that were read.
    count: usize,
}

impl ReferenceValues {
    /// Returns the next value, or `None` after the last one. A value that cannot be decoded is the
    /// last one: the output does not depend on it.
    pub(crate) fn next(&mut self) -> Option<AnyVariant> {
        let entry = self.values.next_entry().ok()??;
        self.count += 1;
        let bytes = entry.bytes().ok()?;
        self.layout.decode(bytes, LENIENT).ok()
    }

    /// Returns the number of all values, up to one that cannot be read.
    pub(crate) fn into_count(mut self) -> usize {
        while let Ok(Some(_)) = self.values.next_entry() {
            self.count += 1;
        }
        self.count
    }
}

/// Opens the file that `--like` names, and sets its framing in the options. Without a file, the
/// options name the compression and the encryption.
///
/// Returns a failure if the framing of the file contradicts the options.
pub(crate) fn open(args: &mut EncodeArgs) -> Result<ReferenceFile, Failure> {
    let Some(original) = &args.like else {
        return Ok(ReferenceFile {
            wrappers: args.packing.wrappers(&args.wrapper, &args.output)?,
            layout: None,
            values: None,
        });
    };
    let mut input = InputArgs::raw(original.clone().into(), args.wrapper.clone().unreported());
    let label = input.file.label();
    let mismatch = |advice| Err(Failure::usage(format!("{label}: {advice}")));
    let examined = open::examine(args.layout.layout(), &input, source::open(&input.file)?)?;
    let detection = examined.detection.as_ref();
    if open::text_kind(&examined, &input).is_some() {
        let text = open::other_format(&examined, &input).unwrap_or_default();
        return Err(input.file.failure(text));
    }
    if detection.is_some_and(|it| it.matches().next().is_none()) {
        return mismatch("no layout decodes all of the file; pass a file of encoded values");
    }
    let mut opened = open::choose(examined, &mut input, false, Purpose::Write)?;
    let layout = opened.layout;
    let reference = ReferenceFile {
        wrappers: mem::take(&mut opened.wrappers),
        layout: Some(layout),
        values: Some(ReferenceValues {
            label: label.clone(),
            layout,
            values: opened.values(),
            count: 0,
        }),
    };
    let found = input
        .frame
        .requested()
        .filter(|framing| *framing != Framing::Concatenated);
    match args.frame.requested() {
        None => args.frame.set(found.unwrap_or(Framing::Bare)),
        Some(Framing::Bare) if input.frame.framed => {
            return mismatch("the values of the file are length-prefixed; omit --bare");
        }
        Some(requested) if requested.options().is_some() && !input.frame.framed => {
            return mismatch("the value of the file is not length-prefixed; omit --framed");
        }
        Some(_) => {}
    }
    Ok(reference)
}

/// Warns if the output replaces a file that is compressed, encrypted or framed.
///
/// There is no warning if the options request the same form.
pub(crate) fn warn_of_replaced(args: &EncodeArgs) {
    let (Some(path), false, ByteForm::Raw) = (args.output.path(), args.is_packed(), args.to) else {
        return;
    };
    // Reading a pipe would block.
    if !fs::metadata(path).is_ok_and(|it| it.is_file()) {
        return;
    }
    // Enough for the first value.
    let start = |mut file| read_start(&mut file, MAX_LENGTH.into());
    let Ok(content) = File::open(path).and_then(start) else {
        return;
    };
    let file = path.display();
    if let Some(wrapper) = wrapper::effect_of(&content) {
        warn(&format!(
            "{file} is {wrapper}, but the output that replaces it is not; --like {file} keeps the format"
        ));
    } else if args.frame.requested().is_none() && have_lengths(&content) {
        warn(&format!(
            "the values of {file} are length-prefixed, but those of the output are not; use --framed to add prefixes, or --bare to silence this warning"
        ));
    }
}

/// Returns whether the values are certainly length-prefixed.
fn have_lengths(content: &[u8]) -> bool {
    let detection = detect(content);
    let best = detection.best();
    let is_framed = |it: &Candidate| it.fits() && it.framing.options().is_some();
    !best.is_empty() && best.iter().all(is_framed)
}
