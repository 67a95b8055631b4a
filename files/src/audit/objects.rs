//! Reports what makes an engine load, run or touch something while it decodes a value, and ids of
//! objects.

use super::effects::{Action, EFFECTS, Effect, LARGE_COUNT, Trigger, ValueTest};
use super::rules::{Excerpt, GAME_CODE, OUTSIDE_CODE, Place, report};
use super::strings::{leaves_game, outside, path_in_tags};
use gdvariant::inspect::{InspectRow, RowKind, RowValue};
use gdvariant::table::{Body, Wire};

/// The objects and the property that contain a row.
#[derive(Default)]
pub(super) struct Objects {
    /// The depth and the class of each open object.
    open: Vec<(usize, String)>,
    /// The effects of the property whose name was decoded last, until its value starts.
    named: Vec<&'static Effect>,
    /// The effects of the property whose value is being decoded; empty within a container.
    current: Vec<&'static Effect>,
}

impl Objects {
    pub(super) fn row(&mut self, row: &InspectRow<'_>, at: &mut Place<'_>) {
        match row.kind {
            RowKind::Header => {
                self.current = std::mem::take(&mut self.named);
                act_on_value(&self.current, at, Shown::by_row(row));
            }
            RowKind::Field if row.ty.body == Body::Object => self.field(row, at),
            RowKind::Field => {
                if let (Some(effect), RowValue::Text(path)) = (Effect::declared(row), row.value) {
                    act(effect, at, path, false);
                }
                act_on_value(&self.current, at, Shown::by_row(row));
                let open = self.open.last();
                if let RowValue::Text(text) = row.value
                    && open.is_some_and(|(depth, _)| *depth < row.path.depth())
                    && let Some(path) = path_in_tags(text)
                {
                    outside(at, path);
                }
            }
            _ => {}
        }
        if let (Wire::U64, "id", RowValue::Unsigned(id @ 1..)) =
            (row.field.wire, row.field.name, row.value)
        {
            report!(
                at,
                OBJECT_ID,
                "the {} with id {id} exists only in the process that wrote it; store a name or a path instead",
                row.ty.name
            );
        }
    }

    /// Examines a class or the name of a property.
    fn field(&mut self, row: &InspectRow<'_>, at: &mut Place<'_>) {
        match (row.field.name, row.value) {
            ("class", RowValue::Text(class)) => {
                self.close(row.path.depth());
                self.open.push((row.path.depth(), class.to_owned()));
                act_on_class(at, class);
                report!(
                    at,
                    OBJECT,
                    "a full object of the class {}: engines reject the value, or, if objects are allowed, create the object and set its properties",
                    Excerpt(class)
                );
            }
            ("class_length", RowValue::Unsigned(0)) => report!(
                at,
                OBJECT,
                "null, encoded as a full object: engines reject the value unless objects are allowed; write null as Nil"
            ),
            ("name", RowValue::Text(name)) => {
                self.close(row.path.depth());
                let class = self.open.last().map_or("", |(_, class)| class);
                self.named = effects_of(class, name).collect();
            }
            _ => {}
        }
    }

    /// Removes the objects that end before a row at this depth.
    fn close(&mut self, depth: usize) {
        while self.open.pop_if(|(open, _)| *open >= depth).is_some() {}
    }
}

/// Returns the effects of a property of a class.
pub(super) fn effects_of(class: &str, name: &str) -> impl Iterator<Item = &'static Effect> {
    EFFECTS.iter().filter(move |effect| {
        matches!(effect.trigger, Trigger::Property(classes, property, _)
            if property == name && (classes.is_empty() || classes.contains(&class)))
    })
}

/// What a row or an event shows of a value.
#[derive(Clone, Copy)]
pub(super) enum Shown<'t> {
    /// The start of a value, which can be an object.
    Start {
        is_object: bool,
    },
    /// The number of elements of a container.
    Count(i128),
    Float(f64),
    Int(i128),
    Text(&'t str, Body),
    Other,
}

impl<'t> Shown<'t> {
    fn by_row(row: &InspectRow<'t>) -> Self {
        let int = |number: i128| match row.field.name {
            "count" => Self::Count(number),
            _ => Self::Int(number),
        };
        match row.value {
            _ if row.kind == RowKind::Header => Self::Start {
                is_object: row.ty.body == Body::Object,
            },
            RowValue::Text(text) => Self::Text(text, row.ty.body),
            RowValue::Unsigned(number) => int(number.into()),
            RowValue::Flags { number, .. } => int(number.into()),
            RowValue::Signed(number) => Self::Int(number.into()),
            RowValue::F32(number) => Self::Float(number.into()),
            RowValue::Double(number) => Self::Float(number),
            _ => Self::Other,
        }
    }

    /// Returns whether the value has a form.
    fn has(self, form: ValueTest) -> bool {
        /// The smallest number from which subtracting a turn of 360 degrees changes nothing.
        const ENDLESS: f64 = 4e18;
        match (form, self) {
            (ValueTest::Any, Self::Start { .. })
            | (ValueTest::Object, Self::Start { is_object: true })
            | (ValueTest::Elements, Self::Count(1..))
            | (ValueTest::Convertible, Self::Text(..)) => true,
            (ValueTest::Text, Self::Text(_, body)) => body == Body::Text,
            (ValueTest::Count, Self::Int(number) | Self::Count(number)) => {
                number >= LARGE_COUNT.into()
            }
            (ValueTest::Count, Self::Float(number)) => number >= LARGE_COUNT.into(),
            (ValueTest::Infinite, Self::Float(number)) => number.abs() >= ENDLESS,
            // The smallest large count has seven digits.
            (ValueTest::Count, Self::Text(text, _)) => {
                text.bytes().filter(u8::is_ascii_digit).count() >= 7
            }
            _ => false,
        }
    }
}

/// Reports the effects of a property that its value triggers.
pub(super) fn act_on_value(effects: &[&Effect], at: &mut Place<'_>, shown: Shown<'_>) {
    let (text, is_node_path) = match shown {
        Shown::Text(text, body) => (text, body == Body::NodePath),
        _ => ("", false),
    };
    for effect in effects {
        let Trigger::Property(.., form) = effect.trigger else {
            continue;
        };
        // Of text, engines attach no script by its path, and an empty path replaces no file.
        let is_without_effect = at.is_text
            && match effect.action {
                Action::AttachesScript => form == ValueTest::Text,
                Action::ReplacesFile => text.is_empty(),
                _ => false,
            };
        if shown.has(form) && !is_without_effect {
            act(effect, at, text, is_node_path);
        }
    }
}

/// Reports the effects of creating an object.
pub(super) fn act_on_class(at: &mut Place<'_>, class: &str) {
    for effect in EFFECTS {
        if matches!(effect.trigger, Trigger::Class(name) if name == class) {
            act(effect, at, class, false);
        }
    }
}

/// Reports the effect of a row, whose text is a path, source code or the name of a class.
fn act(effect: &Effect, at: &mut Place<'_>, text: &str, is_node_path: bool) {
    let (excerpt, versions) = (Excerpt(text), effect.measured);
    let (condition, advice) = (at.condition(), at.advice());
    match effect.action {
        Action::LoadsScript => load_script(at, text),
        Action::AttachesScript => match effect.trigger {
            Trigger::Property(.., ValueTest::Object) => attach_object(at),
            _ => attach_file(at, text),
        },
        Action::LoadsIncludes => load_includes(at, text, is_node_path),
        Action::Compiles => report!(
            at,
            SCRIPT_SOURCE,
            "{} bytes of source code, starting with {excerpt}: {condition}engines compile it, and Godot 4 runs its _static_init; {advice}",
            text.len()
        ),
        Action::LoadsLibrary => report!(
            at,
            NATIVE_LIBRARY,
            "a library of native code: {condition}Godot 3 loads its file for a NativeScript while it creates the object; {advice}"
        ),
        Action::ReplacesFile => report!(
            at,
            RESOURCE_CACHE,
            "the object replaces {excerpt} in the resource cache: {condition}a later load() of that path returns the object; {advice}"
        ),
        Action::Opens => report!(
            at,
            FILE_ACCESS,
            "{condition}the engine opens {excerpt} while it sets this property (Godot {versions}); {advice}"
        ),
        Action::Crashes if matches!(effect.trigger, Trigger::Class(_)) => report!(
            at,
            ENGINE_CRASH,
            "an object of the class {excerpt}: {condition}the engine crashes while it creates the object, or soon after (Godot {versions}); {advice}"
        ),
        Action::Crashes => report!(
            at,
            ENGINE_CRASH,
            "{condition}the engine crashes while it sets this property (Godot {versions}); {advice}"
        ),
        Action::Exhausts => report!(
            at,
            ENGINE_CRASH,
            "{condition}this number exhausts the memory or the time of the engine (Godot {versions}); {advice}"
        ),
        // Strings are examined with all other rules about strings.
        Action::Constructs => {}
    }
}

/// Reports the script in the declared type of a container.
fn load_script(at: &mut Place<'_>, path: &str) {
    let excerpt = Excerpt(path);
    if path.starts_with("res://") && !leaves_game(path) {
        report!(
            at,
            GAME_CODE,
            "the declared script {excerpt}: if objects are allowed, Godot 4 loads this file of the game and runs its _static_init; accept only the scripts that the game expects"
        );
    } else {
        report!(
            at,
            OUTSIDE_CODE,
            "the declared script {excerpt} is outside the game: if objects are allowed, Godot 4 loads it and runs its _static_init, or rejects a path that is not in res://; do not allow objects"
        );
    }
}

/// Reports the script of an object that is an object itself.
fn attach_object(at: &mut Place<'_>) {
    let (condition, advice) = (at.condition(), at.advice());
    report!(
        at,
        OBJECT_SCRIPT,
        "a script within an object: {condition}Godot 3, and Godot 4 in text, attaches it and runs its _init; {advice}"
    );
}

/// Reports the script of an object that is the path of a file.
fn attach_file(at: &mut Place<'_>, path: &str) {
    let place = if leaves_game(path) || !path.starts_with("res://") {
        "outside the game"
    } else {
        "a file of the game"
    };
    report!(
        at,
        OBJECT_SCRIPT,
        "the object's script {}, {place}: if objects are allowed, Godot 4.3 and later load and attach it, and run its _static_init and its _init, or reject a path that is not in res://; do not allow objects",
        Excerpt(path)
    );
}

/// Reports the files that the code of a shader includes.
pub(super) fn load_includes(at: &mut Place<'_>, code: &str, is_node_path: bool) {
    let (condition, advice) = (at.condition(), at.advice());
    if is_node_path {
        // The engine joins the names of the path, so the path of an included file is unknown.
        report!(
            at,
            OUTSIDE_CODE,
            "the code of a shader as a NodePath: {condition}Godot 4 loads the files that the code includes, and runs their scripts; {advice}"
        );
        return;
    }
    let Some((path, is_outside)) = included(code) else {
        return;
    };
    let (rule, place) = if is_outside {
        (&OUTSIDE_CODE, "a file outside the game")
    } else {
        (&GAME_CODE, "a file of the game")
    };
    let excerpt = Excerpt(path);
    at.report(
        rule,
        format_args!(
            "a shader includes {excerpt}, {place}: {condition}Godot 4 loads it, whatever it contains, and runs its scripts; {advice}"
        ),
    );
}

/// Returns a file that the code of a shader may include, and whether it is outside the game.
///
/// The engine drops comments and continues lines before it looks for directives, so the word may
/// be interrupted. Code without a string includes nothing.
fn included(code: &str) -> Option<(&str, bool)> {
    let words = ["include", "/*", "\\\n", "\\\r"];
    if !code.contains('#') || !words.iter().any(|word| code.contains(word)) {
        return None;
    }
    // Text between strings, such as a comment with a URL, has a line break.
    let is_outside = |part: &&str| !part.contains('\n') && leaves_game(part);
    let mut strings = code.split('"').skip(1);
    match strings.clone().find(is_outside) {
        Some(path) => Some((path, true)),
        None => strings.next().map(|path| (path, false)),
    }
}
