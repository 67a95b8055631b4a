//! The arguments of `gdvariant unpack` and `gdvariant pack`.

use super::layouts::layout;
use super::{FileArgs, LayerArgs, OutputArgs};
use crate::terminal::failure::Failure;
use crate::terminal::key;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args, ValueEnum};
use gdvariant::schema::Layout;
use gdvariant_files::Encryption;
use gdvariant_files::layer::Layer;
use gdvariant_files::packages::options;
use std::path::PathBuf;

/// The engines whose forms of encryption differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum EncryptionKind {
    /// As Godot 3 and Pandemonium
    Godot3,
    /// As Godot 4
    Godot4,
}

/// The compression and encryption of an output.
#[derive(Debug, Clone, Args)]
pub(crate) struct PackingArgs {
    /// Compress the output: fastlz, deflate, zstd or gzip as open_compressed does; plain-MODE as
    /// PackedByteArray.compress does; size32-MODE or size64-MODE also with the size of the content
    /// before it, as store_32 or store_64 writes it
    #[arg(
        long,
        value_parser = compression(),
        value_name = "MODE",
        hide_possible_values = true,
        conflicts_with = "like"
    )]
    compress: Option<Layer>,
    /// Encrypt the output in the form of this engine, with the password or the key, after it is
    /// compressed
    #[arg(long, value_enum, value_name = "FORM", conflicts_with = "like")]
    encrypt: Option<EncryptionKind>,
}

/// Returns the parser of a compression.
fn compression() -> impl TypedValueParser<Value = Layer> {
    PossibleValuesParser::new(Layer::COMPRESSIONS).try_map(|name| options::compression(&name))
}

impl PackingArgs {
    /// Returns whether the output is neither compressed nor encrypted.
    pub(crate) fn is_none(&self) -> bool {
        self.compress.is_none() && self.encrypt.is_none()
    }

    /// Returns the layers of the output, outermost first.
    pub(crate) fn layers(
        &self,
        layer: &LayerArgs,
        output: &OutputArgs,
    ) -> Result<Vec<Layer>, Failure> {
        let encryption = self.encrypt.map(|form| match form {
            EncryptionKind::Godot3 => Encryption::Godot3,
            EncryptionKind::Godot4 => Encryption::Godot4,
        });
        let label = || match output.path() {
            Some(path) => path.display().to_string(),
            None => "the output".into(),
        };
        let key = encryption.map(|_| key::of(layer, &label())).transpose()?;
        let encrypted = encryption.zip(key);
        let encrypted = encrypted.map(|(form, key)| Layer::Encrypted(form, key));
        Ok(encrypted.into_iter().chain(self.compress.clone()).collect())
    }
}

/// The arguments of `gdvariant unpack`.
#[derive(Debug, Args)]
#[command(
    after_help = include_str!("help/unpack.txt"),
    mut_arg("skip", |arg| arg.help("Skip N bytes before the content, such as a header that the game adds"))
)]
pub(crate) struct UnpackArgs {
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) layer: LayerArgs,
    #[command(flatten)]
    pub(crate) file: FileArgs,
}

/// The arguments of `gdvariant pack`.
#[derive(Debug, Args)]
#[command(
    after_help = include_str!("help/pack.txt"),
    group(ArgGroup::new("form").args(["like", "compress", "encrypt"]).required(true).multiple(true)),
    mut_arg("file", |arg| arg.help("The content; standard input if omitted or -").value_name("CONTENT")),
    mut_arg("skip", |arg| arg.help("Copy N bytes before the content of ORIGINAL, such as a header that the game adds").requires("like")),
)]
pub(crate) struct PackArgs {
    /// Compress and encrypt the content in the same way as this file
    #[arg(long, value_name = "ORIGINAL")]
    pub(crate) like: Option<PathBuf>,
    /// Write the encryption of ORIGINAL in the form of this engine
    #[arg(long, value_parser = layout(), value_name = "LAYOUT", requires = "like")]
    pub(crate) to_layout: Option<&'static Layout>,
    #[command(flatten)]
    pub(crate) packing: PackingArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) layer: LayerArgs,
    #[command(flatten)]
    pub(crate) file: FileArgs,
}
