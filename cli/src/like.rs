//! The file that `encode --like` names, or that `-o` replaces: its wrappers, and whether its values
//! follow their lengths.

use crate::args::{Bytes, EncodeArgs, FileArgs};
use crate::failure::{Failure, warn};
use crate::source::{Input, open, unreadable};
use crate::wrapper::{self, Wrapper};
use gdvariant::detect::{Candidate, Detection, Framing, detect};
use std::fs;
use std::io::Read;

/// Returns the wrappers of the file, from the outermost one, or none without a file.
///
/// Fails if the file has lengths where the options have none, or the other way round.
pub(crate) fn wrappers(args: &EncodeArgs) -> Result<Vec<Wrapper>, Failure> {
    let Some(original) = &args.like else {
        return Ok(Vec::new());
    };
    let file = FileArgs::from(original.clone());
    let layout = Some(args.layout.layout);
    let options = args.wrapper.clone().unreported();
    let opened = wrapper::unwrap(&file, &options, layout, open(&file)?)?;
    if args.to == Bytes::Raw {
        check_framing(args, &file, opened.input)?;
    }
    Ok(opened.wrappers)
}

/// Warns if the output replaces a file that is compressed or encrypted, or whose values follow their
/// lengths, and the options do not say so.
pub(crate) fn warn_of_replaced(args: &EncodeArgs) {
    let (Some(path), None, Bytes::Raw) = (args.output.path(), &args.like, args.to) else {
        return;
    };
    // Reading a pipe would wait for somebody.
    if !fs::metadata(path).is_ok_and(|it| it.is_file()) {
        return;
    }
    let Ok(content) = fs::read(path) else {
        return;
    };
    let file = path.display();
    if let Some(wrapper) = wrapper::name_of(&content) {
        warn(&format!(
            "{file} is {wrapper}, and what replaces it is not; --like {file} keeps it so"
        ));
    } else if !args.frame.framed && !args.bare && has_lengths(&detect(&content)) {
        warn(&format!(
            "the values of {file} follow their lengths, and what replaces it has none; --framed writes them, and --bare says that none are meant"
        ));
    }
}

/// Returns whether values follow their lengths in every layout that fits.
fn has_lengths(detection: &Detection) -> bool {
    let best = detection.best();
    let has_lengths = |it: &Candidate| it.fits && it.framing != Framing::Bare;
    !best.is_empty() && best.iter().all(has_lengths)
}

fn check_framing(args: &EncodeArgs, file: &FileArgs, mut input: Input) -> Result<(), Failure> {
    let mut content = Vec::new();
    let read = input.read_to_end(&mut content);
    read.map_err(|error| unreadable(file, &error))?;
    let detection = detect(&content);
    let has_lengths = |it: &Candidate| it.framing != Framing::Bare;
    let differs = |it: &Candidate| it.fits && has_lengths(it) != args.frame.framed;
    let best = detection.best();
    if best.is_empty() || !best.iter().all(differs) {
        return Ok(());
    }
    let advice = if args.frame.framed {
        "its value follows no length; leave --framed out"
    } else {
        "its values follow their lengths; add --framed"
    };
    Err(Failure::Usage(format!("{}: {advice}", file.label())))
}
