//! The file that `encode --like` names, or that `-o` replaces.

use crate::args::{EncodeArgs, InputArgs};
use crate::terminal::failure::{Failure, warn};
use crate::terminal::open;
use crate::terminal::source;
use gdvariant_files::LENIENT;
use gdvariant_files::detect::{Candidate, Detection, Framing, detect};
use gdvariant_files::document::Document;
use gdvariant_files::input::read_start;
use gdvariant_files::layer;
use gdvariant_files::notation::{MAX_LENGTH, Notation};
use gdvariant_files::open::Purpose;
use std::fs::{self, File};

/// Opens the file that `--like` names, and sets its framing in the options.
///
/// Returns a failure if the framing of the file contradicts the options.
pub(crate) fn open(args: &mut EncodeArgs) -> Result<Option<Document>, Failure> {
    let Some(original) = &args.like else {
        return Ok(None);
    };
    let mut input = InputArgs::raw(original.clone().into(), args.layer.clone().unreported());
    let label = input.file.label();
    let mismatch = |advice| Err(Failure::usage(format!("{label}: {advice}")));
    let examined = open::examine(args.layout.layout, &input, source::open(&input.file)?)?;
    if open::text_kind(&examined, &input).is_some() {
        let text = open::other_format(&examined, &input).unwrap_or_default();
        return Err(input.file.failure(text));
    }
    let detection = examined.detection.as_ref();
    // Bytes after the values need not be values.
    let starts_with_value = |it: &Detection| it.candidates().iter().any(|it| it.values > 0);
    if detection.is_some_and(|it| it.matches().next().is_none() && !starts_with_value(it)) {
        return mismatch("no layout decodes all of the file; pass a file of encoded values");
    }
    let opened = open::choose(examined, &mut input, false, Purpose::Write)?;
    let document = opened.document();
    let document = document.map_err(|error| open::failure(&input, &error))?;
    match (args.frame.requested(), document.framing()) {
        (None, Framing::Concatenated) => args.frame.set(Framing::Bare),
        (None, framing) => args.frame.set(framing),
        (Some(Framing::Bare), _) if document.is_framed() => {
            return mismatch("the values of the file are length-prefixed; omit --bare");
        }
        (Some(requested), _) if requested.options().is_some() && !document.is_framed() => {
            return mismatch("the value of the file is not length-prefixed; omit --framed");
        }
        _ => {}
    }
    // The output does not depend on values that cannot be decoded.
    Ok(Some(document.decode_options(LENIENT)))
}

/// Warns if the output replaces a file that is compressed, encrypted or framed.
///
/// There is no warning if the options request the same form.
pub(crate) fn warn_of_replaced(args: &EncodeArgs) {
    let (Some(path), false, Notation::Raw) = (args.output.path(), args.is_packed(), args.to) else {
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
    if let Some(layer) = layer::effect_of(&content) {
        warn(&format!(
            "{file} is {layer}, but the output that replaces it is not; --like {file} keeps the format"
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
