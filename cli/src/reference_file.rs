//! The file that `encode --like` names, or that `-o` replaces: its wrappers, its layout, and whether
//! its values follow their lengths.

use crate::args::{Bytes, EncodeArgs, FrameArgs, InputArgs, InputForm, MAX_LENGTH};
use crate::detect::{ExaminedInput, Purpose};
use crate::failure::{Failure, warn};
use crate::layouts::LayoutName;
use crate::source;
use crate::wrapper::{self, Wrapper};
use gdvariant::detect::{Candidate, Framing, detect};
use std::fs::{self, File};
use std::io::{self, Read};

/// What the output has in common with the file.
#[derive(Default)]
pub(crate) struct ReferenceFile {
    /// The wrappers of the file, from the outermost one.
    pub(crate) wrappers: Vec<Wrapper>,
    pub(crate) layout: Option<LayoutName>,
}

/// Opens the file, and sets its framing in the options.
///
/// Fails if the file surely has lengths where the options have none, or the other way round.
pub(crate) fn open(args: &mut EncodeArgs) -> Result<ReferenceFile, Failure> {
    let Some(original) = &args.like else {
        return Ok(ReferenceFile::default());
    };
    let mut input = InputArgs {
        from: InputForm::Raw,
        frame: FrameArgs::default(),
        wrapper: args.wrapper.clone().unreported(),
        file: original.clone().into(),
    };
    let label = input.file.label();
    let mismatch = |advice| Err(Failure::usage(format!("{label}: {advice}")));
    let examined = ExaminedInput::of(args.layout.layout(), &input, source::open(&input.file)?)?;
    let detection = examined.detection.as_ref();
    if detection.is_some_and(|it| it.matches().next().is_none()) {
        return mismatch("no layout decodes all of it; give a file of encoded values");
    }
    let opened = examined.open(&mut input, false, Purpose::Write)?;
    let reference = ReferenceFile {
        wrappers: opened.wrappers,
        layout: Some(opened.layout),
    };
    let found = input
        .frame
        .stated()
        .filter(|framing| *framing != Framing::InARow);
    match args.frame.stated() {
        None => args.frame.set(found.unwrap_or(Framing::Bare)),
        Some(Framing::Bare) if input.frame.framed => {
            return mismatch("its values follow their lengths; leave --bare out");
        }
        Some(stated) if stated.options().is_some() && !input.frame.framed => {
            return mismatch("its value follows no length; leave --framed out");
        }
        Some(_) => {}
    }
    Ok(reference)
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
    } else if args.frame.stated().is_none() && have_lengths(&content) {
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

/// Returns whether the values surely follow their lengths.
fn have_lengths(content: &[u8]) -> bool {
    let detection = detect(content);
    let best = detection.best();
    let is_framed = |it: &Candidate| it.fits && it.framing.options().is_some();
    !best.is_empty() && best.iter().all(is_framed)
}
