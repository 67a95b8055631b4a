//! The rules, and what they find. A rule is listed here, and reported where its rows are examined.

use anstyle::Style;
use gdvariant::inspect::InspectRow;
use serde::Serialize;
use std::fmt::{self, Arguments, Display, Formatter};

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Severity {
    /// Worth knowing; engines load the value as it is meant.
    Note,
    /// Engines alter the value or ignore bytes, or it leads out of the file.
    Warning,
    /// Engines reject the value, or it can run code.
    Error,
}

impl Severity {
    /// Returns its name and its color.
    pub(super) fn shown(self) -> (&'static str, Style) {
        match self {
            Self::Note => ("note", crate::styles::DIM),
            Self::Warning => ("warning", crate::styles::NUMBER),
            Self::Error => ("error", crate::styles::ERROR),
        }
    }
}

/// A kind of finding.
#[derive(Debug, Serialize)]
pub(super) struct Rule {
    /// The name that scripts use; it does not change.
    pub(super) id: &'static str,
    pub(super) severity: Severity,
    /// The versions of engines in which the behavior was measured; empty if it needs no engine.
    pub(super) measured: &'static str,
    /// What it finds, in one sentence.
    pub(super) explanation: &'static str,
}

/// What a rule found in a value. The texts are formatted only if they are printed.
pub(super) struct Finding<'f> {
    pub(super) rule: &'static Rule,
    /// The offset in the value.
    pub(super) offset: usize,
    pub(super) path: &'f dyn Display,
    /// What an engine does, and what to do.
    pub(super) message: Arguments<'f>,
}

impl<'f> Finding<'f> {
    /// Creates a finding about a whole value or a whole file.
    pub(super) fn of_value(rule: &'static Rule, offset: usize, message: Arguments<'f>) -> Self {
        Self {
            rule,
            offset,
            path: &"",
            message,
        }
    }
}

/// What takes findings.
pub(super) type FindingSink<'s> = dyn FnMut(&Finding<'_>) + 's;

/// Reports a row: the sink, the row, the rule, and the message as for `format!`.
macro_rules! report {
    ($sink:expr, $row:expr, $rule:ident, $($message:tt)*) => {
        $crate::audit::rules::report_at!($sink, $row, $row.offset, $rule, $($message)*)
    };
}

/// Reports the byte of a row at an offset in the value, like [`report`].
macro_rules! report_at {
    ($sink:expr, $row:expr, $offset:expr, $rule:ident, $($message:tt)*) => {
        $sink(&$crate::audit::rules::Finding {
            rule: &$rule,
            offset: $offset,
            path: &$row.path,
            message: format_args!($($message)*),
        })
    };
}

pub(super) use {report, report_at};

/// Displays a string in quotes, without the end of a long one.
pub(super) struct Excerpt<'t>(pub(super) &'t str);

/// The largest number of characters that are quoted.
const LONGEST: usize = 60;

impl Display for Excerpt<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(LONGEST) {
            Some((end, _)) => write!(f, "{:?}...", &self.0[..end]),
            None => write!(f, "{:?}", self.0),
        }
    }
}

/// Returns the header, count or flags of a row.
pub(super) fn word(row: &InspectRow<'_>) -> Option<u32> {
    row.bytes.try_into().ok().map(u32::from_le_bytes)
}

/// The versions of engines that most rules were measured in.
const ENGINES: &str = "3.2.3, 3.6.2, 4.6.3";

macro_rules! rules {
    ($($severity:ident { $($name:ident $id:literal $measured:expr => $explanation:literal)* })*) => {
        $($(pub(super) const $name: Rule = Rule {
            id: $id,
            severity: Severity::$severity,
            measured: $measured,
            explanation: $explanation,
        };)*)*

        /// Every rule, in the order of the list.
        pub(super) const RULES: &[&Rule] = &[$($(&$name),*),*];
    };
}

rules! {
    Error {
        INVALID_INPUT "invalid-input" "" =>
            "A length that leads beyond the file, or a line that is not hex or base64."
        INVALID_VALUE "invalid-value" "3.2.3, 4.6.3" =>
            "Bytes that no engine of the layout decodes; the audit of the value ends there."
        INVALID_STRING "invalid-string" "3.2.3, 4.6.3" =>
            "A string that is not UTF-8, such as a surrogate; the audit of the value ends there."
        TOO_DEEP "too-deep" ENGINES =>
            "Containers nested deeper than engines decode; the audit of the value ends there."
        OBJECT_SCRIPT "object-script" ENGINES =>
            "An object with a script: if objects are allowed, loading the value runs the script."
        SCRIPT_SOURCE "script-source" ENGINES =>
            "The source code of a script: if objects are allowed, engines compile it, and Godot 4 runs its _static_init."
        NATIVE_LIBRARY "native-library" "3.2.3, 3.6.2" =>
            "A GDNativeLibrary: if objects are allowed, a NativeScript of it loads native code while Godot 3 decodes the value."
        RESOURCE_CACHE "resource-cache" ENGINES =>
            "An object with a resource_path: if objects are allowed, it replaces the file of that path for every later load()."
        OBJECT_TEXT "object-text" ENGINES =>
            "A string with Object(...) or Resource(...), from which str2var and str_to_var create objects, run scripts and load files, whether objects are allowed or not."
    }
    Warning {
        OBJECT "object" ENGINES =>
            "An object with its class and its properties: engines reject the value unless objects are allowed, and otherwise create the object."
        USER_PATH "user-path" "" =>
            "A string with user://, the folder that a game writes to."
        ABSOLUTE_PATH "absolute-path" ENGINES =>
            "A string that starts like an absolute path, which leads to any file of the player's computer."
        PARENT_PATH "parent-path" ENGINES =>
            "A string with .. as a part of a path, which leads out of its folder, even out of res:// and user://."
        FILE_URL "file-url" ENGINES =>
            "A string with file://, which engines do not load, but which OS.shell_open opens with another program."
        NODE_PATH_ABSOLUTE "node-path-absolute" "" =>
            "An absolute NodePath, which starts at the root of the tree and reaches every node of the game."
        DUPLICATE_KEY "duplicate-key" ENGINES =>
            "A Dictionary with two equal keys, of which engines keep the last value."
        NOT_DECLARED "not-declared" "4.6.3" =>
            "An element, a key or a value of another type than its container declares, which the engine converts, drops or keeps."
        STRING_NUL "string-nul" ENGINES =>
            "A string with a NUL, at which engines truncate it."
        STRING_BYTE_ORDER_MARK "string-byte-order-mark" ENGINES =>
            "A string that starts with a byte order mark, which engines drop."
        STRING_OVERLONG "string-overlong" ENGINES =>
            "A string that is not valid UTF-8, with a character in more bytes than it needs, which Godot 3 accepts."
        NAN "nan" "" =>
            "A float that is NaN, alone, in a vector or in an array."
        PADDING "padding" ENGINES =>
            "Padding that is not zero: memory of the program that wrote it, or hidden bytes."
        UNUSED_BITS "unused-bits" ENGINES =>
            "Bits of a header, a count or flags that have no meaning, and that engines ignore."
        BOOL_NUMBER "bool-number" ENGINES =>
            "A bool that is neither 0 nor 1, which engines take as true."
        NEGATIVE_COUNT "negative-count" ENGINES =>
            "A negative count, which engines take as 0."
        OTHER_PRECISION "other-precision" "4.6.3" =>
            "Components of the other precision than that of the layout, which engines round or widen."
        TRAILING_BYTES "trailing-bytes" ENGINES =>
            "Bytes after the value, which engines ignore."
        NOT_WRITTEN "not-written" ENGINES =>
            "Bytes that engines decode but do not write, where no other rule explains them."
        ENGINE_DEFECT "engine-defect" "" =>
            "A value that versions of the engine decode incorrectly: see the page of known defects (gdvariant docs)."
        LARGE_VALUE "large-value" "" =>
            "A value that is longer than a packet may be by default (PacketPeer.encode_buffer_max_size)."
    }
    Note {
        WRAPPER "wrapper" "" =>
            "A compressed or encrypted file, or the settings of a game, whose content was examined."
        OBJECT_ID "object-id" ENGINES =>
            "The id of an object, a signal's object or a resource, which exists only in the process that wrote it."
        RESOURCE_PATH "resource-path" "" =>
            "A string with res:// or uid://, the paths of a game's own files."
        NODE_PATH_PARENT "node-path-parent" "" =>
            "A NodePath with more .. than names before it, which leaves the node that it starts at."
        INFINITY "infinity" "" =>
            "A float that is infinite, alone, in a vector or in an array."
        NOT_RESTORED "not-restored" ENGINES =>
            "A value whose content is not encoded: a Callable, and a RID in layouts without its id."
        LARGE_STRING "large-string" "" =>
            "A string of 1 MiB or more."
        LARGE_ARRAY "large-array" "" =>
            "An array or a Dictionary of 1048576 or more elements."
    }
}
