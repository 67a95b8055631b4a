//! The file that `encode --like` names, or that `-o` replaces: its wrappers, and whether its values
//! follow their lengths.

use crate::args::{Bytes, EncodeArgs, FileArgs, MAX_LENGTH};
use crate::failure::{Failure, warn};
use crate::source::{Input, open, unreadable};
use crate::wrapper::{self, Wrapper};
use gdvariant::detect::{Candidate, Framing, detect};
use std::fs::{self, File};
use std::io::{self, Read};

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

/// Warns if the output replaces a file that is compressed or encrypted, or whose values follow
/// their lengths, and the options do not say so.
pub(crate) fn warn_of_replaced(args: &EncodeArgs) {
    let (Some(path), None, Bytes::Raw) = (args.output.path(), &args.like, args.to) else {
        return;
    };
    // Reading a pipe would wait for somebody.
    if !fs::metadata(path).is_ok_and(|it| it.is_file()) {
        return;
    }
    let Ok(content) = File::open(path).and_then(start) else {
        return;
    };
    let file = path.display();
    if let Some(wrapper) = wrapper::name_of(&content) {
        warn(&format!(
            "{file} is {wrapper}, and what replaces it is not; --like {file} keeps it so"
        ));
    } else if !args.frame.framed && !args.bare && have_lengths(&content, true) {
        warn(&format!(
            "the values of {file} follow their lengths, and what replaces it has none; --framed writes them, and --bare says that none are meant"
        ));
    }
}

/// Reads as much of a file as tells whether its values follow their lengths: the first of them.
fn start(file: impl Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    file.take(MAX_LENGTH.into()).read_to_end(&mut start)?;
    Ok(start)
}

/// Returns whether the values surely follow their lengths, or surely do not.
fn have_lengths(content: &[u8], expected: bool) -> bool {
    let detection = detect(content);
    let best = detection.best();
    let is_expected = |it: &Candidate| it.fits && (it.framing != Framing::Bare) == expected;
    !best.is_empty() && best.iter().all(is_expected)
}

fn check_framing(args: &EncodeArgs, file: &FileArgs, input: Input) -> Result<(), Failure> {
    let content = start(input).map_err(|error| unreadable(file, &error))?;
    if !have_lengths(&content, !args.frame.framed) {
        return Ok(());
    }
    let advice = if args.frame.framed {
        "its value follows no length; leave --framed out"
    } else {
        "its values follow their lengths; add --framed"
    };
    Err(Failure::Usage(format!("{}: {advice}", file.label())))
}
