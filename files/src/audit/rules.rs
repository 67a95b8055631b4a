//! Defines rules and findings. Each rule is listed here and reported by a module that examines
//! rows.

use gdvariant::DecodeError;
use gdvariant::inspect::InspectRow;
use std::fmt::{self, Arguments, Display, Formatter};

/// The severity of a rule.
///
/// ```
/// use gdvariant_files::audit::Severity;
///
/// assert!(Severity::Error > Severity::Warning);
/// assert_eq!(Severity::Note.name(), "note");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// Engines load the value as intended.
    Note,
    /// Engines alter the value or ignore bytes, load or run files of the game, or the value refers
    /// to files or nodes outside the game.
    Warning,
    /// Engines reject the value or crash, or the value can run code from outside the game.
    Error,
}

impl Severity {
    /// Returns the name: `note`, `warning` or `error`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A kind of finding.
///
/// ```
/// use gdvariant_files::audit::{RULES, Severity};
///
/// let rule = RULES.iter().find(|rule| rule.id == "object-script").unwrap();
/// assert_eq!(rule.severity, Severity::Error);
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Rule {
    /// The stable name.
    pub id: &'static str,
    /// The severity of each finding.
    pub severity: Severity,
    /// The engine versions in which the behavior was measured; empty if the rule depends on no
    /// engine.
    pub measured: &'static str,
    /// The values that the rule reports, in one sentence.
    pub explanation: &'static str,
}

/// Returns the rule with an id.
///
/// ```
/// use gdvariant_files::audit::rule;
///
/// assert_eq!(rule("nan").map(|rule| rule.severity.name()), Some("warning"));
/// assert!(rule("unknown").is_none());
/// ```
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.id == id)
}

/// A finding of a rule in a value.
///
/// The path and the message are formatted only if they are displayed:
///
/// ```
/// use gdvariant::DecodeOptions;
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::audit::audit;
///
/// let layout = layout_named("godot4").unwrap();
/// let array = [28, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]; // a bool that is 2
/// let mut found = Vec::new();
/// audit(layout, &array, DecodeOptions::engine(), &mut |finding| {
///     found.push(format!("{}: {}", finding.path, finding.message));
/// });
/// assert_eq!(found, ["[0]: a bool of 2, expected 0 or 1: engines treat it as true"]);
/// ```
#[non_exhaustive]
pub struct Finding<'f> {
    /// The rule.
    pub rule: &'static Rule,
    /// The offset from the start of the value.
    pub offset: usize,
    /// The path of the value, then the encodings and paths of values within a string or byte array.
    pub path: &'f dyn Display,
    /// The finding, the behavior of engines, and the advice.
    pub message: Arguments<'f>,
}

impl<'f> Finding<'f> {
    /// Creates a finding about an error.
    pub(super) fn from_error(
        rule: &'static Rule,
        error: &'f DecodeError,
        message: Arguments<'f>,
    ) -> Self {
        Self {
            path: error.path(),
            ..Self::at_value(rule, error.offset(), message)
        }
    }

    /// Creates a finding about a whole value or a whole file.
    pub(super) fn at_value(rule: &'static Rule, offset: usize, message: Arguments<'f>) -> Self {
        Self {
            rule,
            offset,
            path: &"",
            message,
        }
    }
}

/// A function that receives findings.
pub type FindingSink<'s> = dyn FnMut(&Finding<'_>) + 's;

/// The place at which something was found, and the receiver of findings.
pub(super) struct Place<'a> {
    pub(super) path: &'a dyn Display,
    pub(super) offset: usize,
    pub(super) sink: &'a mut FindingSink<'a>,
    /// Whether the place is in text, from which engines create objects without permission.
    pub(super) is_text: bool,
}

impl<'a> Place<'a> {
    /// Creates the place of a row.
    pub(super) fn from_row(row: &'a InspectRow<'a>, sink: &'a mut FindingSink<'a>) -> Self {
        Self {
            path: &row.path,
            offset: row.offset,
            sink,
            is_text: false,
        }
    }

    /// Returns the same place with another offset.
    pub(super) fn with_offset(&mut self, offset: usize) -> Place<'_> {
        Place {
            path: self.path,
            offset,
            sink: self.sink,
            is_text: self.is_text,
        }
    }

    /// Returns the condition under which engines create an object.
    pub(super) fn condition(&self) -> &'static str {
        if self.is_text {
            ""
        } else {
            "if objects are allowed, "
        }
    }

    /// Returns the advice against objects.
    pub(super) fn advice(&self) -> &'static str {
        if self.is_text {
            "do not load the text"
        } else {
            "do not allow objects"
        }
    }

    pub(super) fn report(&mut self, rule: &'static Rule, message: Arguments<'_>) {
        (self.sink)(&Finding {
            rule,
            offset: self.offset,
            path: self.path,
            message,
        });
    }
}

/// Reports a place, with a rule and a message as in `format!`.
macro_rules! report {
    ($at:expr, $rule:ident, $($message:tt)*) => {
        $at.report(&$crate::audit::rules::$rule, format_args!($($message)*))
    };
}

pub(super) use report;

/// Displays a string in quotes; a long string is shortened at the end.
pub(super) struct Excerpt<'t>(pub(super) &'t str);

/// The maximum number of characters of an excerpt.
const MAX_CHARS: usize = 60;

impl Display for Excerpt<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(MAX_CHARS) {
            Some((end, _)) => write!(f, "{:?}...", &self.0[..end]),
            None => write!(f, "{:?}", self.0),
        }
    }
}

/// Returns the bytes of a row as a number if the row has four bytes.
pub(super) fn word(row: &InspectRow<'_>) -> Option<u32> {
    row.bytes.try_into().ok().map(u32::from_le_bytes)
}

/// The engine versions in which most rules were measured.
const ENGINES: &str = "3.2.3, 3.6.2, 4.6.3";

macro_rules! rules {
    ($($severity:ident { $($name:ident $id:literal $measured:expr => $explanation:literal)* })*) => {
        $($(
            #[doc = $explanation]
            pub const $name: Rule = Rule {
                id: $id,
                severity: Severity::$severity,
                measured: $measured,
                explanation: $explanation,
            };
        )*)*

        /// Every rule, by severity.
        ///
        /// ```
        /// use gdvariant_files::audit::RULES;
        ///
        /// for rule in RULES {
        ///     println!("{}: {}: {}", rule.id, rule.severity.name(), rule.explanation);
        /// }
        /// ```
        pub const RULES: &[&Rule] = &[$($(&$name),*),*];
    };
}

rules! {
    Error {
        INVALID_INPUT "invalid-input" "" =>
            "A length that exceeds the file, or a line that is neither hex nor base64."
        NOT_EXAMINED "not-examined" "" =>
            "A file that the audit does not examine, such as an image, a script or an encrypted file without its key; or a part of a file: text after an error, or an encoded value that is nested too deeply or too long."
        INVALID_VALUE "invalid-value" "3.2.3, 4.6.3" =>
            "Bytes that no engine of the layout decodes; the audit of the value ends there."
        INVALID_STRING "invalid-string" "3.2.3, 4.6.3" =>
            "A string that is not UTF-8, such as a surrogate; the audit of the value ends there."
        TOO_DEEP "too-deep" ENGINES =>
            "Containers nested deeper than engines decode; the audit of the value ends there."
        OUTSIDE_CODE "outside-code" "4.6.3" =>
            "A script or an included file outside the game, in the declared type of a container or in a shader: in text, or if objects are allowed, engines load it and run its code."
        ENGINE_CRASH "engine-crash" ENGINES =>
            "An object whose class or property ends some versions of the engine, or exhausts their memory, in text or if objects are allowed; or a node without a name in a scene."
        OBJECT_SCRIPT "object-script" ENGINES =>
            "An object with a script: in text, or if objects are allowed, loading the value runs the script."
        SCRIPT_SOURCE "script-source" ENGINES =>
            "The source code of a script: in text, or if objects are allowed, engines compile it, and Godot 4 runs its _static_init."
        NATIVE_LIBRARY "native-library" ENGINES =>
            "A library of native code: a GDNativeLibrary, whose NativeScript loads it while Godot 3 decodes the value, in text or if objects are allowed; or a .gdextension file or a list of such files."
        RESOURCE_CACHE "resource-cache" ENGINES =>
            "An object with a resource_path: in text, or if objects are allowed, it replaces the file of that path for every later load()."
        EMBEDDED_SCRIPT "embedded-script" ENGINES =>
            "A script within a text, such as a GDScript in a sub_resource: engines compile it and run it with the object to which it is attached, and Godot 4 runs its _static_init in any case."
        OUTSIDE_RESOURCE "outside-resource" ENGINES =>
            "A file outside the game, in an ext_resource, in Resource(...) or in a setting: engines load it and run the scripts in it."
        MISSING_ID "missing-id" ENGINES =>
            "An ExtResource or a SubResource with an id that no tag before it defines: engines do not load the file."
        MISSING_RESOURCE "missing-resource" ENGINES =>
            "A resource file without a `resource` tag, which engines do not load."
        UID_MISMATCH "uid-mismatch" "4.6.3" =>
            "A unique id that is invalid, or that belongs to another path: Godot 4 loads the file with the id instead of the path."
        ANIMATION_CODE "animation-code" ENGINES =>
            "An animation or a connection in a scene that attaches a script, calls a method that can call any other or load a scene, or evaluates an expression that does."
        OBJECT_TEXT "object-text" ENGINES =>
            "A string or other text with Object(...) or Resource(...), from which str2var and str_to_var create objects, run scripts and load files, whether objects are allowed or not; Redot since pull request 1142 does so only if they are allowed."
    }
    Warning {
        DUPLICATE_UID "duplicate-uid" "" =>
            "A unique id that two audited files have: Godot 4 loads one of them for both."
        MISSING_NODE "missing-node" ENGINES =>
            "A node with a parent that the scene does not have, which engines move or drop, or a connection from or to a node that it does not have, which they ignore. Nodes of instantiated scenes are not checked."
        OBJECT "object" ENGINES =>
            "An object with its class and its properties: engines create it in text, and in bytes only if objects are allowed; Redot since pull request 1142 rejects it in ConfigFiles and in str_to_var as well."
        GAME_CODE "game-code" "4.6.3" =>
            "A script or an included file of the game, in the declared type of a container or in a shader: in text, or if objects are allowed, engines load it and run its code."
        FILE_ACCESS "file-access" ENGINES =>
            "A property of an object whose path engines open while they decode the value, in text or if objects are allowed."
        METHOD_CALL "method-call" ENGINES =>
            "An animation that calls a method of a node when it is played."
        EXPRESSION "expression" "4.6.3" =>
            "An expression that Godot 4 evaluates during an animation, which can call methods of nodes."
        USER_PATH "user-path" "" =>
            "A string with user://, the folder in which a game stores files."
        ABSOLUTE_PATH "absolute-path" ENGINES =>
            "A string that starts like an absolute path, which can name any file of the player's computer."
        PARENT_PATH "parent-path" ENGINES =>
            "A path with .. that leads out of its folder, even out of res:// and user://."
        FILE_URL "file-url" ENGINES =>
            "A string with file://: engines do not load the file, but OS.shell_open opens it with another program."
        NODE_PATH_ABSOLUTE "node-path-absolute" "" =>
            "An absolute NodePath, which starts at the root of the tree and reaches every node of the game."
        DUPLICATE_KEY "duplicate-key" ENGINES =>
            "A duplicate key in a Dictionary or in a section of a text: engines keep the last value. Or two nodes with one path, or two resources with one id, in a scene or a resource."
        JOINED_KEY "joined-key" ENGINES =>
            "A key over several lines of a text, such as `# note` and the next line: only `;` starts a comment."
        NOT_DECLARED "not-declared" "4.6.3" =>
            "An element, key or value whose type differs from the declared type of its container: the engine converts, drops or keeps it, or reads an empty container."
        STRING_NUL "string-nul" ENGINES =>
            "A string with a NUL, at which engines truncate the string."
        STRING_BYTE_ORDER_MARK "string-byte-order-mark" ENGINES =>
            "A string that starts with a byte order mark, which engines drop."
        STRING_OVERLONG "string-overlong" ENGINES =>
            "A string with an overlong UTF-8 encoding of a character, which Godot 3 and Pandemonium 3 accept."
        NAN "nan" "" =>
            "A float that is NaN, alone, in a vector or in an array."
        PADDING "padding" ENGINES =>
            "Padding that is not zero: leaked memory of the program that wrote it, or hidden bytes."
        UNUSED_BITS "unused-bits" ENGINES =>
            "Unused bits of a header, a count or flags, which engines ignore."
        BOOL_NUMBER "bool-number" ENGINES =>
            "A bool that is neither 0 nor 1, which engines treat as true."
        NEGATIVE_COUNT "negative-count" ENGINES =>
            "A negative count, which engines treat as 0."
        OTHER_PRECISION "other-precision" "4.6.3" =>
            "Components whose precision differs from that of the layout: engines round or widen them."
        TRAILING_BYTES "trailing-bytes" ENGINES =>
            "Bytes after the value, which engines ignore."
        NOT_WRITTEN "not-written" ENGINES =>
            "Bytes that engines decode but never write, if no other rule applies."
        ENGINE_DEFECT "engine-defect" "" =>
            "A value that some versions of the engine decode incorrectly."
        LARGE_VALUE "large-value" "" =>
            "A value that exceeds the default limit of a packet (PacketPeer.encode_buffer_max_size)."
    }
    Note {
        UNFINISHED_TEXT "unfinished-text" ENGINES =>
            "Text that ends in a name without a value, which engines ignore: the rest can be lost."
        LAYER "layer" "" =>
            "A compressed or encrypted file, or a settings file (project.binary): the audit examines its content."
        OBJECT_ID "object-id" ENGINES =>
            "The id of an object, a signal's object or a resource, which exists only in the process that wrote it."
        RESOURCE_PATH "resource-path" "" =>
            "A string with res:// or uid://, the path of a file of the game."
        NODE_PATH_PARENT "node-path-parent" "" =>
            "A NodePath with .. that leads above the node at which it starts."
        INFINITY "infinity" "" =>
            "A float that is infinite, alone, in a vector or in an array."
        NOT_RESTORED "not-restored" ENGINES =>
            "A value whose content is not encoded: a Callable, or a RID in layouts without its id."
        LARGE_STRING "large-string" "" =>
            "A string of 1 MiB or more."
        LARGE_ARRAY "large-array" "" =>
            "An array or a Dictionary of 1048576 or more elements."
    }
}
