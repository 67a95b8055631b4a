//! The command line.

use crate::failure::Failure;
use crate::layouts::{Chosen, LayoutName};
use anstream::ColorChoice;
use clap::{Args, Parser, Subcommand, ValueEnum};
use gdvariant::{DecodeOptions, EncodeOptions, EngineVersion, FrameOptions};
use std::path::{Path, PathBuf};

/// Read, write and look at the bytes of Godot 3, Godot 4 and Pandemonium values.
#[derive(Debug, Parser)]
#[command(name = "gdvariant", version, propagate_version = true, after_help = EXAMPLES)]
pub(crate) struct Cli {
    /// When to use colours: auto, always or never
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "WHEN",
        default_value_t,
        hide_possible_values = true
    )]
    pub(crate) color: Color,
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  gdvariant decode packet.bin                 a packet of put_var, as JSON
  gdvariant decode --framed save.dat          a file of File.store_var, a line each
  echo 0500000000000000 | gdvariant decode --from hex --keep-going
  gdvariant inspect packet.bin                every byte of it with its meaning
  gdvariant detect save.dat                   which engine wrote it, and whether it is framed
  gdvariant docs --format html > godot3.html  what all of them mean
  gdvariant decode --framed save.dat | gdvariant encode --framed -o copy.dat
  gdvariant convert --from-layout godot3 --to-layout godot4 --framed save.dat -o save4.dat

Exit status: 0, 1 if a value was bad or a file could not be read, 2 for wrong usage.";

/// When the output has colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless the variable NO_COLOR is set
    #[default]
    Auto,
    Always,
    Never,
}

impl Color {
    /// Sets when everything that the program writes has colours.
    pub(crate) fn apply(self) {
        match self {
            Self::Auto => {}
            Self::Always => ColorChoice::Always.write_global(),
            Self::Never => ColorChoice::Never.write_global(),
        }
    }
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Bytes to JSON, or to the text of var2str
    Decode(DecodeArgs),
    /// JSON to bytes
    Encode(EncodeArgs),
    /// The value at a path
    Get(GetArgs),
    /// Sets values of a file by their paths
    Set(SetArgs),
    /// Removes values of a file by their paths
    Rm(RemoveArgs),
    /// Values of one layout to another, such as Godot 3 to Godot 4
    Convert(ConvertArgs),
    /// Every byte with its meaning
    Inspect(InspectArgs),
    /// The layouts that an input may have, with reasons
    Detect(DetectArgs),
    /// The types of a layout: number, size and fields
    Types(TypesArgs),
    /// The documentation of the format, as pages
    Docs(DocsArgs),
    /// A script that completes the command line in a shell
    Completions(CompletionsArgs),
    /// The manual pages of the program
    Man(ManArgs),
}

/// How a layout is chosen.
#[derive(Debug, Args)]
pub(crate) struct LayoutArgs {
    /// The engine's numbering of types
    #[arg(long, value_enum, value_name = "LAYOUT", default_value_t)]
    pub(crate) layout: LayoutName,
}

impl LayoutArgs {
    /// Returns the layout, and the option that names it.
    pub(crate) fn chosen(&self) -> Chosen {
        Chosen {
            layout: self.layout,
            option: "--layout",
        }
    }
}

/// The forms that `--from` reads, and where a value ends in each.
const FORMS: &str = "\
How the bytes are written down

With hex and base64 each line is a value, unless its form says that the value continues.
--from hex reads these forms:
  12000000 09000000             digits, with spaces anywhere and 0x before the first
  0x12, 0x00  12, 00            hex bytes; the value continues after a comma at the end
  12:00:00  12-00-00            hex bytes
  \\x12\\x00  b'\\x04\\x00id'       escapes, and literals of Python and Rust
  [18, 0]  { 0x12, 0x00 }       decimal or 0x bytes; the value continues up to the bracket
  PackedByteArray(18, 0)        the same
  00000000: 1200 0000  ....     rows of xxd, hexdump -C, Wireshark or tcpdump; the value
                                continues up to a row with offset 0 or a line without one
  60 digits                     a row of xxd -p; the value continues up to a shorter row
--from base64 also reads wrapped lines: after one of 64 or 76 digits that is no value by
itself, the value continues up to a shorter line. An empty line always ends a value.
";

/// How bytes are written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Bytes {
    /// The bytes themselves: one value, or many with --framed
    #[default]
    Raw,
    /// Hex digits, one value a line
    Hex,
    /// Base64, one value a line
    Base64,
}

/// How values are written down for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Text {
    /// JSON, one value a line; `encode` reads it back, and no value is lost
    #[default]
    Json,
    /// The text of the engine's var2str, keys in their own order
    Text,
}

/// What `encode` reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Source {
    /// JSON values, one per line or separated by other whitespace
    #[default]
    Json,
}

/// The lengths of values.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct FrameArgs {
    /// Each value follows its length in four bytes, as File.store_var and StreamPeer.put_var write it
    #[arg(long)]
    pub(crate) framed: bool,
    /// The lengths are big-endian, as with File.endian_swap and StreamPeer.big_endian
    #[arg(long, requires = "framed")]
    big_endian: bool,
    /// The longest value with --framed, or as hex or base64, in bytes [default: 67108864]
    #[arg(long, value_name = "BYTES")]
    max_length: Option<u32>,
}

/// The longest value in bytes, unless the command line says otherwise.
const MAX_LENGTH: u32 = 64 << 20;

impl FrameArgs {
    /// Returns the length of a value.
    pub(crate) fn length(&self, prefix: [u8; 4]) -> u32 {
        if self.big_endian {
            u32::from_be_bytes(prefix)
        } else {
            u32::from_le_bytes(prefix)
        }
    }

    /// Returns the bytes of a length.
    pub(crate) fn prefix(&self, length: usize) -> [u8; 4] {
        // A value that was read has a length of 32 bits.
        let length = u32::try_from(length).unwrap_or(u32::MAX);
        if self.big_endian {
            length.to_be_bytes()
        } else {
            length.to_le_bytes()
        }
    }

    /// The library's options.
    pub(crate) fn options(&self) -> FrameOptions {
        FrameOptions::new()
            .big_endian(self.big_endian)
            .max_length(self.max_length())
    }

    /// Returns the longest value in bytes.
    pub(crate) fn max_length(&self) -> u32 {
        self.max_length.unwrap_or(MAX_LENGTH)
    }

    /// Checks the options of a command that writes values in this form.
    pub(crate) fn check_output(&self, to: Bytes) -> Result<(), Failure> {
        if self.max_length.is_some() && !self.framed {
            let message = "--max-length needs --framed: other output has no limit";
            return Err(Failure::Usage(message.into()));
        }
        self.check(to, "--to")
    }

    /// Rejects `--framed` for values that are lines of text.
    fn check(&self, bytes: Bytes, option: &str) -> Result<(), Failure> {
        let name = match bytes {
            Bytes::Raw => return Ok(()),
            Bytes::Hex => "hex",
            Bytes::Base64 => "base64",
        };
        if !self.framed {
            return Ok(());
        }
        Err(Failure::Usage(format!(
            "--framed needs raw bytes: with {option} {name} each line is a value; leave one of the two out"
        )))
    }
}

/// How compressed and encrypted files are opened.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct WrapperArgs {
    /// Read the password of an encrypted file from the first line of FILE; GDVARIANT_PASSWORD or a prompt is the alternative
    #[arg(long, value_name = "FILE")]
    pub(crate) password_file: Option<PathBuf>,
    /// The key of an encrypted file: 64 hex digits
    #[arg(long, value_name = "HEX", conflicts_with = "password_file")]
    pub(crate) key: Option<String>,
    /// The longest content of a compressed or encrypted file, in bytes [default: 1073741824]
    #[arg(long, value_name = "BYTES")]
    max_content: Option<u64>,
    /// Whether the wrapper is reported although standard error is not a terminal.
    #[arg(skip)]
    pub(crate) is_reported: bool,
}

impl WrapperArgs {
    /// Returns the longest content in bytes.
    pub(crate) fn max_content(&self) -> u64 {
        self.max_content.unwrap_or(1 << 30)
    }

    /// Returns the library's options.
    #[cfg(any(feature = "compressed", feature = "encrypted"))]
    pub(crate) fn options(&self) -> gdvariant::files::FileOptions {
        gdvariant::files::FileOptions::new().max_length(self.max_content())
    }
}

/// Where encoded values come from.
#[derive(Debug, Args)]
pub(crate) struct InputArgs {
    /// How the bytes are written down
    #[arg(long, value_enum, value_name = "FORM", default_value_t, long_help = FORMS)]
    pub(crate) from: Bytes,
    /// With --from hex or base64, a value has all lines up to an empty one
    #[arg(long)]
    pub(crate) multiline: bool,
    #[command(flatten)]
    pub(crate) frame: FrameArgs,
    #[command(flatten)]
    pub(crate) wrapper: WrapperArgs,
    #[command(flatten)]
    pub(crate) file: FileArgs,
}

impl InputArgs {
    /// Rejects conflicting options.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.frame.max_length.is_some() && !self.frame.framed && self.from == Bytes::Raw {
            let message =
                "--max-length needs --framed, or --from hex or base64: raw input is one value";
            return Err(Failure::Usage(message.into()));
        }
        if self.multiline && self.from == Bytes::Raw {
            let message = "--multiline needs --from hex or base64: raw input is not read in lines";
            return Err(Failure::Usage(message.into()));
        }
        self.frame.check(self.from, "--from")
    }
}

/// A file, or standard input.
#[derive(Debug, Clone, Args)]
pub(crate) struct FileArgs {
    /// What to read; standard input without it, or when it is -
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

impl From<PathBuf> for FileArgs {
    fn from(path: PathBuf) -> Self {
        Self { file: Some(path) }
    }
}

impl FileArgs {
    /// The file's path, or none for standard input.
    pub(crate) fn path(&self) -> Option<&PathBuf> {
        self.file.as_ref().filter(|path| path.as_os_str() != "-")
    }

    /// The name of the input in errors.
    pub(crate) fn label(&self) -> String {
        self.path().map_or_else(
            || "standard input".into(),
            |path| path.display().to_string(),
        )
    }
}

/// Where output goes.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct OutputArgs {
    /// Write to FILE instead of standard output: in one step at the end, and only without an error
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl From<PathBuf> for OutputArgs {
    fn from(path: PathBuf) -> Self {
        Self { output: Some(path) }
    }
}

impl OutputArgs {
    /// Returns the file's path, or none for standard output.
    pub(crate) fn path(&self) -> Option<&Path> {
        let path = self.output.as_deref()?;
        (path.as_os_str() != "-").then_some(path)
    }
}

/// What decoding accepts.
#[derive(Debug, Args)]
pub(crate) struct AcceptArgs {
    /// Accept only what an engine writes, and a few forms that mean the same (default)
    #[arg(long, conflicts_with = "engine")]
    strict: bool,
    /// Accept what the engine accepts: one value, ignoring what follows it
    #[arg(long)]
    engine: bool,
    /// Accept objects with class and properties; they are read as data
    #[arg(long)]
    allow_objects: bool,
}

impl AcceptArgs {
    /// The library's options.
    pub(crate) fn options(&self) -> DecodeOptions {
        let options = if self.engine {
            DecodeOptions::engine()
        } else {
            DecodeOptions::new()
        };
        options.allow_objects(self.allow_objects)
    }
}

/// `gdvariant decode`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gdvariant decode packet.bin
  gdvariant decode --framed --to text save.dat
  gdvariant decode --framed save.dat -o save.json
  gdvariant decode --from hex --keep-going packets.txt

With --keep-going a bad value is a line {\"error\": {\"offset\": .., \"path\": .., \"message\": ..}}, and the exit status is 1.
On a terminal, control characters of strings are printed as escapes such as \\u001b; files and pipes get them as they are.
The JSON form is explained in `gdvariant encode --help`.")]
pub(crate) struct DecodeArgs {
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    /// How the values are printed
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub(crate) to: Text,
    /// Print the error of an invalid value in its place, and continue with the next one
    #[arg(long)]
    pub(crate) keep_going: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) accept: AcceptArgs,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

/// `gdvariant get`.
#[derive(Debug, Args)]
#[command(
    allow_missing_positional = true,
    after_help = "\
Examples:
  gdvariant get packet.bin players[3].position
  gdvariant get --framed --layout godot4 save.dat inventory --to text

Paths are those of `inspect` and of error messages: names of String keys after dots, and [3] for an
element of an Array or the value of an int key. With --framed, the value of each framed value that has
the path is printed. The exit status is 1 if there is none."
)]
pub(crate) struct GetArgs {
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    /// How the value is printed
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub(crate) to: Text,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) accept: AcceptArgs,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// The path of the value
    #[arg(value_name = "PATH")]
    pub(crate) path: gdvariant::Path,
}

/// What the commands that change a file have in common.
#[derive(Debug, Args)]
pub(crate) struct EditArgs {
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    /// The number of the value to change, from 1, if --framed has several
    #[arg(long, value_name = "NUMBER", requires = "framed")]
    pub(crate) value: Option<u64>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) accept: AcceptArgs,
    #[command(flatten)]
    pub(crate) frame: FrameArgs,
    #[command(flatten)]
    pub(crate) wrapper: WrapperArgs,
    /// The file to change; it is replaced in one step, unless -o names another one
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

impl EditArgs {
    /// Returns the file as an input.
    pub(crate) fn input(&self) -> InputArgs {
        InputArgs {
            from: Bytes::Raw,
            multiline: false,
            frame: self.frame.clone(),
            wrapper: self.wrapper.clone(),
            file: self.file.clone().into(),
        }
    }
}

/// `gdvariant set`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gdvariant set save.dat player.health 100 player.name '\"Ada\"'
  gdvariant set --framed --layout godot4 save.dat 'player.position' 'Vector2(1, 2)'
  gdvariant set save.dat --json player.position '{\"Vector2\": [1.0, 2.0]}' -o copy.dat

A value is written as in a script. What a path leads into has to exist; its last key is added if it is
missing, and so is the element after the last one of an Array. Compressed and encrypted files stay
compressed and encrypted. Other values of the file keep their bytes.")]
pub(crate) struct SetArgs {
    /// The values are in the JSON form of `gdvariant encode --help`
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) edit: EditArgs,
    /// The path of a value, and the new value
    #[arg(value_names = ["PATH", "VALUE"], num_args = 2.., required = true, allow_negative_numbers = true)]
    pub(crate) changes: Vec<String>,
}

/// `gdvariant rm`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gdvariant rm save.dat player.curses 'players[3]'
  gdvariant rm --framed --value 2 save.dat inventory -o copy.dat

Compressed and encrypted files stay compressed and encrypted. Other values of the file keep their
bytes.")]
pub(crate) struct RemoveArgs {
    #[command(flatten)]
    pub(crate) edit: EditArgs,
    /// The paths of the values
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<String>,
}

/// The engine version that must be able to decode the output.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct TargetArgs {
    /// The oldest version of the layout's engine that must be able to decode the output, such as 4.2; a type that it lacks is an error
    #[arg(long, value_name = "VERSION")]
    target: Option<EngineVersion>,
    /// Replace what the target lacks: typed containers become untyped, packed arrays become Arrays
    #[arg(long, requires = "target")]
    fallback: bool,
}

impl TargetArgs {
    /// Returns the library's options.
    pub(crate) fn options(&self) -> EncodeOptions {
        let options = EncodeOptions::new().fallback(self.fallback);
        match self.target {
            Some(version) => options.target(version),
            None => options,
        }
    }
}

/// `gdvariant encode`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  echo '{\"player\": {\"Vector2\": [1.0, 2.5]}, \"health\": 7}' | gdvariant encode --to hex
  gdvariant decode save.bin -o save.json && $EDITOR save.json && gdvariant encode save.json -o save.bin
  gdvariant encode --framed --like save.dat save.json -o save.dat    compressed or encrypted as before
  gdvariant encode --layout godot4 --target 4.2 --fallback save.json -o save.bin

The JSON form:
  null, true, 7, 7.0, \"text\", [1, 2]        Nil, bool, int, float, String, Array
  {\"float\": \"nan\"}                          also \"inf\", \"-inf\", \"nan:7ff8000000000001\"
  {\"name\": \"Ada\", \"health\": 7}              a Dictionary whose keys are Strings
  {\"Dictionary\": [[1, \"a\"], [2, \"b\"]]}      any other, or one whose only key is a type's name
  {\"Vector2\": [1.0, 2.0]}                   and Vector3, Quat, Color
  {\"Rect2\": {\"position\": [0.0, 0.0], \"size\": [1.0, 1.0]}}
  {\"Plane\": {\"normal\": [0.0, 1.0, 0.0], \"d\": 1.0}}
  {\"Basis\": {\"x\": [..], \"y\": [..], \"z\": [..]}}, {\"Transform\": {\"basis\": {..}, \"origin\": [..]}}
  {\"NodePath\": \"/root/Main:position\"}, {\"RID\": null}, or an id in Godot 4
  {\"Object\": {\"id\": 7}}, {\"Object\": {\"class\": \"Node\", \"properties\": [[\"name\", \"a\"]]}}
  {\"TypedArray\": {\"element\": \"int\", \"values\": [1, 2]}}   of Godot 4 and Pandemonium 5; or null, {\"class\": \"Node\"}
  {\"TypedDictionary\": {\"key\": \"String\", \"value\": null, \"pairs\": [[\"a\", 1]]}}   of Godot 4
  {\"Signal\": {\"name\": \"pressed\", \"id\": 7}}, {\"Callable\": null}
  {\"PoolByteArray\": \"base64\"}, {\"PoolIntArray\": [1, 2]}, {\"PoolVector2Array\": [[1.0, 2.0]]}")]
pub(crate) struct EncodeArgs {
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    /// What is read
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub(crate) from: Source,
    /// How the bytes are written down
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub(crate) to: Bytes,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// Compress or encrypt the output like this file
    #[arg(long, value_name = "ORIGINAL")]
    pub(crate) like: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) wrapper: WrapperArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) frame: FrameArgs,
    #[command(flatten)]
    pub(crate) file: FileArgs,
}

/// `gdvariant convert`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gdvariant convert --from-layout godot3 --to-layout godot4 packet.bin -o packet4.bin
  gdvariant convert --from-layout godot3 --to-layout godot4 --framed save.dat -o save.dat
  gdvariant convert --from-layout godot4 --to-layout godot3 --framed save.dat -o save3.dat --lossy
  gdvariant convert --from-layout godot3 --to-layout godot4 --from hex packets.txt -o packets4.txt

Types keep their values, under the number and the name of the other layout. Each loss is a line on
standard error:
  a type that the layout lacks        cell: Vector2i became Vector2
  the declared type of a container    scores: Array[int] became Array
  precision                           cell: 16777217 became 16777216 in a Vector2
  keys that become equal              name: the key equals an earlier one, whose value was replaced
  the id of a RID                     mesh: the id 7 of a RID was dropped
  the root of an empty NodePath       path: the root of an empty NodePath was dropped
Without --lossy a loss is an error: the file stays as it is, and the exit status is 1.

With --allow-objects, objects keep their class and the names of their properties. Each is a note, as
engines rename some of them between versions.

The file is replaced at the end, in one step, and keeps its permissions. It can be the input. The
output is neither compressed nor encrypted, even if the input is.")]
pub(crate) struct ConvertArgs {
    /// The layout of the input
    #[arg(long, value_enum, value_name = "LAYOUT")]
    pub(crate) from_layout: LayoutName,
    /// The layout of the output
    #[arg(long, value_enum, value_name = "LAYOUT")]
    pub(crate) to_layout: LayoutName,
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Write the values even if something is lost
    #[arg(long)]
    pub(crate) lossy: bool,
    /// How the converted bytes are written down [default: as the input]
    #[arg(long, value_enum, value_name = "FORM")]
    to: Option<Bytes>,
    #[command(flatten)]
    pub(crate) accept: AcceptArgs,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

impl ConvertArgs {
    /// Returns the layout of the input, and the option that names it.
    pub(crate) fn source(&self) -> Chosen {
        Chosen {
            layout: self.from_layout,
            option: "--from-layout",
        }
    }

    /// Returns how the output is written down.
    pub(crate) fn to(&self) -> Bytes {
        self.to.unwrap_or(self.input.from)
    }

    /// Rejects conflicting options.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.output.as_os_str() == "-" {
            let message = "-o needs a file: it is written only if every value is converted";
            return Err(Failure::Usage(message.into()));
        }
        self.input.check()
    }
}

/// `gdvariant inspect`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gdvariant inspect packet.bin
  gdvariant inspect --framed save.dat | less
  echo 05000000 0000803f 0000 | gdvariant inspect --from hex

Offsets are hexadecimal. A bad value is shown up to the fault, which is pointed at; the next value follows, and the exit status is 1.")]
pub(crate) struct InspectArgs {
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) accept: AcceptArgs,
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

/// `gdvariant detect`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gdvariant detect save.dat
  gdvariant detect --from hex packets.txt

Many values are the same in several layouts, so the ranking says how sure it is. Layouts that
explain the input equally well have the same confidence; more values tell them apart. With --from
hex or base64 there may be many values; a value alone may have lengths, as a file may.
Only the start of a long input is examined.

Exit status: 0 if a layout decodes all of the input, 1 if none does, 2 for wrong usage.")]
pub(crate) struct DetectArgs {
    /// How the bytes are written down
    #[arg(long, value_enum, value_name = "FORM", default_value_t, long_help = FORMS)]
    pub(crate) from: Bytes,
    /// With --from hex or base64, a value has all lines up to an empty one
    #[arg(long)]
    pub(crate) multiline: bool,
    #[command(flatten)]
    wrapper: WrapperArgs,
    #[command(flatten)]
    pub(crate) file: FileArgs,
}

impl DetectArgs {
    /// Returns the input, which is taken as it is: whether it has lengths is to be found out.
    pub(crate) fn input(&self) -> InputArgs {
        InputArgs {
            from: self.from,
            multiline: self.multiline,
            frame: FrameArgs::default(),
            wrapper: WrapperArgs {
                is_reported: true,
                ..self.wrapper.clone()
            },
            file: self.file.clone(),
        }
    }
}

/// `gdvariant types`.
#[derive(Debug, Args)]
pub(crate) struct TypesArgs {
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
}

/// `gdvariant completions`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gdvariant completions bash > ~/.local/share/bash-completion/completions/gdvariant
  gdvariant completions fish > ~/.config/fish/completions/gdvariant.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

/// `gdvariant man`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gdvariant man | man -l -
  gdvariant man --out ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// Write the page of every command into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

/// `gdvariant docs`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gdvariant docs                              the page of Godot 3, in Markdown
  gdvariant docs --layout pandemonium --lang fr --format html > page.html
  gdvariant docs --errata                     what is wrong on the published page, as a report
  gdvariant docs --out docs                   every page in every language and format
  gdvariant docs --out docs --check           whether these are up to date

With --check a stale page is shown as a diff, and the exit status is 1.")]
pub(crate) struct DocsArgs {
    #[command(flatten)]
    pub(crate) page: PageArgs,
    /// Write every page in every language and format into this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["layout", "format", "lang", "double", "as_published", "errata"])]
    pub(crate) out: Option<PathBuf>,
    /// Write nothing, and say whether the folder holds these pages
    #[arg(long, requires = "out")]
    pub(crate) check: bool,
}

/// Which page is printed.
#[derive(Debug, Args)]
pub(crate) struct PageArgs {
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    /// What the page is written in
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub(crate) format: PageFormat,
    /// The code of the page's language: en, fr
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub(crate) lang: String,
    /// The layout in double precision
    #[arg(long)]
    pub(crate) double: bool,
    /// The tables as the published page has them, mistakes included
    #[arg(long, conflicts_with_all = ["double", "errata"])]
    pub(crate) as_published: bool,
    /// What is wrong on the published page, as a report for those who keep it
    #[arg(long, conflicts_with = "double")]
    pub(crate) errata: bool,
}

/// What a page is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum PageFormat {
    /// Markdown, as GitHub shows it
    #[default]
    Md,
    /// reStructuredText, for docutils and Sphinx
    Rst,
    /// One file that needs no other
    Html,
}
