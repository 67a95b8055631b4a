//! `gdvariant unpack` and `gdvariant pack`: the content of compressed and encrypted files.

use crate::args::{InputArgs, PackArgs, UnpackArgs};
use crate::terminal::failure::{Failure, note, warn};
use crate::terminal::open;
use crate::terminal::output::Output;
use crate::terminal::source;
use gdvariant_files::open::OpenOptions;
use gdvariant_files::wrapper::{self, Wrapper};
use std::io::Write;

pub(crate) fn unpack(args: &UnpackArgs) -> Result<(), Failure> {
    let input = InputArgs::raw(args.file.clone(), args.wrapper.clone().unreported());
    let (content, wrappers) = open::unpack(&input, source::open(&args.file)?)?;
    for wrapper in &wrappers {
        note(&format!("{}: {wrapper}", args.file.label()));
    }
    if !source::is_text(&content) {
        args.output.check_bytes("")?;
    }
    Output::of(&args.output, &args.file)?.print(|out| out.write_all(&content))
}

pub(crate) fn pack(args: &PackArgs) -> Result<(), Failure> {
    args.output.check_bytes("")?;
    let mut output = Output::of(&args.output, &args.file)?;
    let wrappers = match &args.like {
        Some(original) => {
            let wrapper = args.wrapper.clone().unreported();
            let original = InputArgs::raw(original.clone().into(), wrapper);
            let stored = output.stored_input(&original.file)?;
            let input = source::read(&stored, &original.file)?;
            let (_, wrappers) = open::unpack(&original, input)?;
            wrapper::for_layout(wrappers, args.to_layout)
        }
        None => args.packing.wrappers(&args.wrapper, &args.output)?,
    };
    let content = source::bytes(&args.file)?;
    if content.is_empty() && args.file.path().is_none() {
        let failure = "the input is empty; pass an empty file to pack no content";
        return Err(args.file.failure(failure));
    }
    // The first bytes of an encrypted file identify it, and --skip states a header.
    let mut compression = wrappers.clone();
    compression.retain(|it| !it.is_encrypted() && !it.is_header());
    let options = OpenOptions::new().max_content(args.wrapper.max_content());
    let is_unpacked = |wrappers: &[Wrapper]| {
        // If compressing fails, writing the output below reports the error.
        wrapper::wrapped(content.to_vec(), wrappers).map_or(true, |file| {
            let unpacked = wrapper::unpack(&*file, &options, &mut ());
            unpacked.is_ok_and(|(unpacked, _)| *unpacked == *content)
        })
    };
    if !is_unpacked(&compression) {
        let problem = if is_unpacked(&[]) {
            "`gdvariant unpack` does not recognize the output; use --compress zstd"
        } else {
            "the content is already compressed, or looks like it: `gdvariant unpack` removes that too, or fails"
        };
        warn(&format!("{}: {problem}", args.file.label()));
    }
    let output = output.wrapped(wrappers);
    output.print(|out| out.write_all(&content))
}
