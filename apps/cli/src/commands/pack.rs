//! `gdvariant unpack` and `gdvariant pack`: the content of compressed and encrypted files.

use crate::args::{InputArgs, PackArgs, UnpackArgs};
use crate::terminal::failure::{Failure, note, warn};
use crate::terminal::open;
use crate::terminal::output::Output;
use crate::terminal::source;
use gdvariant_files::layer::{self, Layer};
use gdvariant_files::open::OpenOptions;
use std::io::Write;

pub(crate) fn unpack(args: &UnpackArgs) -> Result<(), Failure> {
    let input = InputArgs::raw(args.file.clone(), args.layer.clone().unreported());
    let (content, layers) = open::unpack(&input, source::open(&args.file)?)?;
    for layer in &layers {
        note(&format!("{}: {layer}", args.file.label()));
    }
    if !source::is_text(&content) {
        args.output.check_bytes("")?;
    }
    Output::open(&args.output, &args.file)?.print(|out| out.write_all(&content))
}

pub(crate) fn pack(args: &PackArgs) -> Result<(), Failure> {
    args.output.check_bytes("")?;
    let mut output = Output::open(&args.output, &args.file)?;
    let layers = match &args.like {
        Some(original) => {
            let layer = args.layer.clone().unreported();
            let original = InputArgs::raw(original.clone().into(), layer);
            let stored = output.stored_input(&original.file)?;
            let input = source::read(&stored, &original.file)?;
            let (_, layers) = open::unpack(&original, input)?;
            layer::for_layout(layers, args.to_layout)
        }
        None => args.packing.layers(&args.layer, &args.output)?,
    };
    let content = source::bytes(&args.file)?;
    if content.is_empty() && args.file.path().is_none() {
        let failure = "the input is empty; pass an empty file to pack no content";
        return Err(args.file.failure(failure));
    }
    // The first bytes of an encrypted file identify it, and --skip states a header.
    let mut compression = layers.clone();
    compression.retain(|it| !it.is_encrypted() && !it.is_header());
    let options = OpenOptions::new().max_content(args.layer.max_content());
    let is_unpacked = |layers: &[Layer]| {
        // If compressing fails, writing the output below reports the error.
        layer::add_layers(content.to_vec(), layers).map_or(true, |file| {
            let unpacked = layer::unpack(&*file, &options, &mut ());
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
    let output = output.with_layers(layers);
    output.print(|out| out.write_all(&content))
}
