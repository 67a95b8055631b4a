//! Reports what makes an engine load, run or touch something while it decodes a value, and ids of
//! objects.

use super::effects::{Action, EFFECTS, Effect, Form, LARGE_COUNT, Trigger};
use super::rules::{At, Excerpt, GAME_CODE, OUTSIDE_CODE, Place, report};
use super::strings::{leaves_game, outside, path_in_tags};
use gdvariant::inspect::{InspectRow, RowKind, Value};
use gdvariant::table::{Body, Wire};

/// The objects and the property that contain a row.
#[derive(Default)]
pub(super) struct Objects {
    /// The depth and the class of each open object. Classes without effects have no name.
    open: Vec<(usize, &'static str)>,
    /// The effects of the property whose name was decoded last, until its value starts.
    named: Vec<&'static Effect>,
    /// The effects of the property whose value is being decoded; empty within a container.
    current: Vec<&'static Effect>,
}

impl Objects {
    pub(super) fn row(&mut self, at: &mut At<'_>) {
        let row = at.row;
        match row.kind {
            RowKind::Header => {
                self.current = std::mem::take(&mut self.named);
                self.property(at);
            }
            RowKind::Field if row.ty.body == Body::Object => self.field(at),
            RowKind::Field => {
                if let (Some(effect), Value::Text(path)) = (Effect::declared(row), row.value) {
                    act(effect, &mut at.place(), path, false);
                }
                self.property(at);
                let open = self.open.last();
                if let Value::Text(text) = row.value
                    && open.is_some_and(|(depth, _)| *depth < row.path.depth())
                    && let Some(path) = path_in_tags(text)
                {
                    outside(&mut at.place(), path);
                }
            }
            _ => {}
        }
        if let (Wire::U64, "id", Value::Unsigned(id @ 1..)) =
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
    fn field(&mut self, at: &mut At<'_>) {
        let row = at.row;
        match (row.field.name, row.value) {
            ("class", Value::Text(class)) => {
                self.open(row.path.depth(), class);
                act_on_class(&mut at.place(), class);
                report!(
                    at,
                    OBJECT,
                    "a full object of the class {}: engines reject the value, or, if objects are allowed, create the object and set its properties",
                    Excerpt(class)
                );
            }
            ("class_length", Value::Unsigned(0)) => report!(
                at,
                OBJECT,
                "null, encoded as a full object: engines reject the value unless objects are allowed; write null as Nil"
            ),
            ("name", Value::Text(name)) => {
                let class = self.class(row.path.depth());
                self.named = effects_of(class, name).collect();
            }
            _ => {}
        }
    }

    /// Notes the class of an object that starts.
    fn open(&mut self, depth: usize, class: &str) {
        let mut known = EFFECTS.iter().filter_map(|effect| match effect.trigger {
            Trigger::Property(classes, ..) => classes.iter().find(|known| **known == class),
            _ => None,
        });
        while self.open.pop_if(|(open, _)| *open >= depth).is_some() {}
        self.open.push((depth, known.next().copied().unwrap_or("")));
    }

    /// Returns the class of the object with a property, whose name is at this depth.
    fn class(&mut self, depth: usize) -> &'static str {
        while self.open.pop_if(|(open, _)| *open >= depth).is_some() {}
        self.open.last().map_or("", |(_, class)| class)
    }

    /// Examines the value of a property.
    fn property(&self, at: &mut At<'_>) {
        for effect in &self.current {
            let Trigger::Property(.., form) = effect.trigger else {
                continue;
            };
            if has_form(at.row, form) {
                let text = match at.row.value {
                    Value::Text(text) => text,
                    _ => "",
                };
                let is_node_path = at.row.ty.body == Body::NodePath;
                act(effect, &mut at.place(), text, is_node_path);
            }
        }
    }
}

/// Returns the effects of a property of a class.
pub(super) fn effects_of(class: &str, name: &str) -> impl Iterator<Item = &'static Effect> {
    EFFECTS.iter().filter(move |effect| {
        matches!(effect.trigger, Trigger::Property(classes, property, _)
            if property == name && (classes.is_empty() || classes.contains(&class)))
    })
}

/// The smallest number from which subtracting a turn of 360 degrees changes nothing.
pub(super) const ENDLESS: f64 = 4e18;

/// Returns whether a row shows that a value has a form.
fn has_form(row: &InspectRow<'_>, form: Form) -> bool {
    let is_header = row.kind == RowKind::Header;
    match (form, row.value) {
        (Form::Any, _) => is_header,
        (Form::Object, _) => is_header && row.ty.body == Body::Object,
        (Form::Text, Value::Text(_)) => row.ty.body == Body::Text,
        (Form::Convertible, Value::Text(_)) => true,
        (Form::Count, Value::Unsigned(number)) => number >= LARGE_COUNT.into(),
        (Form::Count, Value::Signed(number)) => number >= LARGE_COUNT.into(),
        (Form::Count, Value::F32(number)) => f64::from(number) >= LARGE_COUNT.into(),
        (Form::Count, Value::Double(number)) => number >= LARGE_COUNT.into(),
        (Form::Count, Value::Text(text)) => {
            // The smallest large count has seven digits.
            text.bytes().filter(u8::is_ascii_digit).count() >= 7
        }
        (Form::Infinite, Value::F32(number)) => f64::from(number).abs() >= ENDLESS,
        (Form::Infinite, Value::Double(number)) => number.abs() >= ENDLESS,
        (Form::Elements, Value::Unsigned(1..) | Value::Flags { number: 1.., .. }) => {
            row.field.name == "count"
        }
        _ => false,
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
pub(super) fn act(effect: &Effect, at: &mut Place<'_>, text: &str, is_node_path: bool) {
    let (excerpt, versions) = (Excerpt(text), effect.measured);
    let (condition, advice) = (at.condition(), at.advice());
    match effect.action {
        Action::LoadsScript => load_script(at, text),
        Action::AttachesScript => match effect.trigger {
            Trigger::Property(.., Form::Object) => attach_object(at),
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
