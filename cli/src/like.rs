//! The file that `encode --like` names: its wrappers, and whether its values follow their lengths.

use crate::args::{Bytes, EncodeArgs, FileArgs};
use crate::failure::Failure;
use crate::source::{Input, open, unreadable};
use crate::wrapper::{self, Wrapper};
use gdvariant::detect::{Candidate, Framing, detect};
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
