//! Reports what an engine does because of a class, a property or a declared type.

use super::effects::{Action, Effect};
use super::locations::leaves_game;
use super::rules::{
    ENGINE_CRASH, Excerpt, FILE_ACCESS, FindingSink, GAME_CODE, NATIVE_LIBRARY, OBJECT_SCRIPT,
    OUTSIDE_CODE, RESOURCE_CACHE, SCRIPT_SOURCE, report,
};
use gdvariant::inspect::InspectRow;
use gdvariant::table::Body;

/// Reports the effect of a row, whose text is a path, source code or the name of a class.
pub(super) fn act(effect: &Effect, row: &InspectRow<'_>, text: &str, sink: &mut FindingSink<'_>) {
    let (excerpt, versions) = (Excerpt(text), effect.measured);
    match effect.action {
        Action::LoadsScript => load_script(row, text, sink),
        Action::AttachesScript => attach_script(row, text, sink),
        Action::LoadsIncludes => load_includes(row, text, sink),
        Action::Compiles => report!(
            sink,
            row,
            SCRIPT_SOURCE,
            "{} bytes of source code, starting with {excerpt}: if objects are allowed, engines compile it, and Godot 4 runs its _static_init; do not allow objects",
            text.len()
        ),
        Action::LoadsLibrary => report!(
            sink,
            row,
            NATIVE_LIBRARY,
            "a library of native code: if objects are allowed, Godot 3 loads its file for a NativeScript while it decodes the value; do not allow objects"
        ),
        Action::ReplacesFile => report!(
            sink,
            row,
            RESOURCE_CACHE,
            "the object replaces {excerpt} in the resource cache: if objects are allowed, a later load() of that path returns the object; do not allow objects"
        ),
        Action::Opens => report!(
            sink,
            row,
            FILE_ACCESS,
            "if objects are allowed, the engine opens {excerpt} while it sets this property (Godot {versions}); do not allow objects"
        ),
        Action::Crashes if row.field.name == "class" => report!(
            sink,
            row,
            ENGINE_CRASH,
            "an object of the class {excerpt}: if objects are allowed, the engine crashes while it decodes the value, or soon after (Godot {versions}); do not allow objects"
        ),
        Action::Crashes => report!(
            sink,
            row,
            ENGINE_CRASH,
            "if objects are allowed, the engine crashes while it sets this property (Godot {versions}); do not allow objects"
        ),
        Action::Exhausts => report!(
            sink,
            row,
            ENGINE_CRASH,
            "if objects are allowed, this number exhausts the memory or the time of the engine (Godot {versions}); do not allow objects"
        ),
        // Strings are examined with all other rules about strings.
        Action::Constructs => {}
    }
}

/// Reports the script in the declared type of a container.
fn load_script(row: &InspectRow<'_>, path: &str, sink: &mut FindingSink<'_>) {
    let excerpt = Excerpt(path);
    if !path.starts_with("res://") {
        report!(
            sink,
            row,
            OUTSIDE_CODE,
            "the declared script {excerpt} is not in res://: if objects are allowed, Godot 4.6.3 rejects the value; do not allow objects"
        );
    } else if leaves_game(path) {
        report!(
            sink,
            row,
            OUTSIDE_CODE,
            "the declared script {excerpt} leads out of the game: if objects are allowed, Godot 4 loads it and runs its _static_init; do not allow objects"
        );
    } else {
        report!(
            sink,
            row,
            GAME_CODE,
            "the declared script {excerpt}: if objects are allowed, Godot 4 loads this file of the game and runs its _static_init; accept only the scripts that the game expects"
        );
    }
}

/// Reports the script of an object: an object itself, or the path of a file.
fn attach_script(row: &InspectRow<'_>, path: &str, sink: &mut FindingSink<'_>) {
    if row.ty.body == Body::Object {
        report!(
            sink,
            row,
            OBJECT_SCRIPT,
            "a script within an object: if objects are allowed, Godot 3 attaches it and runs its _init, and Godot 4.3 and later reject it; do not allow objects"
        );
        return;
    }
    let excerpt = Excerpt(path);
    if path.starts_with("res://") {
        let place = if leaves_game(path) {
            "outside the game"
        } else {
            "a file of the game"
        };
        report!(
            sink,
            row,
            OBJECT_SCRIPT,
            "the object's script {excerpt}, {place}: if objects are allowed, Godot 4.3 and later load and attach it, and run its _static_init and its _init; do not allow objects"
        );
    } else {
        report!(
            sink,
            row,
            OBJECT_SCRIPT,
            "the object's script {excerpt} is not in res://: if objects are allowed, Godot 4.6.3 rejects the value; do not allow objects"
        );
    }
}

/// Reports the files that the code of a shader includes.
fn load_includes(row: &InspectRow<'_>, code: &str, sink: &mut FindingSink<'_>) {
    if row.ty.body == Body::NodePath {
        // The engine joins the names of the path, so the path of an included file is unknown.
        report!(
            sink,
            row,
            OUTSIDE_CODE,
            "the code of a shader as a NodePath: if objects are allowed, Godot 4 loads the files that the code includes, and runs their scripts; do not allow objects"
        );
        return;
    }
    let Some(Includes { path, is_outside }) = Includes::of(code) else {
        return;
    };
    let excerpt = Excerpt(path);
    if is_outside {
        report!(
            sink,
            row,
            OUTSIDE_CODE,
            "a shader includes {excerpt}, which is outside the game: if objects are allowed, Godot 4 loads it, whatever it contains, and runs its scripts; do not allow objects"
        );
    } else {
        report!(
            sink,
            row,
            GAME_CODE,
            "a shader includes {excerpt}: if objects are allowed, Godot 4 loads this file of the game, whatever it contains, and runs its scripts; do not allow objects"
        );
    }
}

/// The file that the code of a shader includes.
struct Includes<'t> {
    path: &'t str,
    is_outside: bool,
}

impl<'t> Includes<'t> {
    /// Finds a file that the code may include.
    ///
    /// The engine drops comments and continues lines before it looks for directives, so the word may
    /// be interrupted. Code without a string includes nothing.
    fn of(code: &'t str) -> Option<Self> {
        let words = ["include", "/*", "\\\n", "\\\r"];
        if !code.contains('#') || !words.iter().any(|word| code.contains(word)) {
            return None;
        }
        // Text between strings, such as a comment with a URL, has a line break.
        let is_outside = |part: &&str| !part.contains('\n') && leaves_game(part);
        let outside = code.split('"').skip(1).find(is_outside);
        let path = outside.or_else(|| code.split('"').nth(1))?;
        Some(Self {
            path,
            is_outside: outside.is_some(),
        })
    }
}
