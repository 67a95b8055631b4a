//! Rules for scenes, resources and settings as text.

use super::effects::{Action, Effect};
use super::objects::{act_on_class, effects_of, load_includes};
use super::position::{Position, Section};
use super::rules::{Excerpt, FindingSink, Place, report};
use super::strings::{self, leaves_game, outside};
use crate::text::Tag;
use gdvariant::Segment;
use gdvariant::events::{Grammar, content};
use std::collections::HashMap;

/// Classes whose objects are scripts. A library of native code has its own rule.
const SCRIPTS: [&str; 5] = [
    "GDScript",
    "CSharpScript",
    "VisualScript",
    "NativeScript",
    "PluginScript",
];

/// Methods of nodes that call or set by name, load a scene by its path, attach scripts or write
/// files. A deferred `set` is recognized by the name of the property, because scenes often use it.
const DANGEROUS: [&str; 33] = [
    "set_script",
    "set",
    "set_indexed",
    "call",
    "callv",
    "call_deferred",
    "call_deferredv",
    "call_deferred_thread_group",
    "call_thread_safe",
    "propagate_call",
    "connect",
    "request",
    "request_raw",
    "create_instance",
    "replace_by_instance",
    "set_filename",
    "set_scene_file_path",
    "rpc",
    "rpc_id",
    "rpc_unreliable",
    "rpc_unreliable_id",
    "rset",
    "rset_id",
    "rset_unreliable",
    "rset_unreliable_id",
    "interpolate_property",
    "interpolate_method",
    "interpolate_callback",
    "interpolate_deferred_callback",
    "follow_property",
    "follow_method",
    "targeting_property",
    "targeting_method",
];

/// Functions and types of expressions that only calculate, and words that can precede a parenthesis.
const CALCULATING: [&str; 7] = ["abs", "and", "in", "max", "min", "not", "or"];

/// The properties of a node with the path of its scene, which `duplicate` loads.
const SCENE_PATHS: [&str; 2] = ["filename", "scene_file_path"];

/// What the headers of a scene or a resource have named.
#[derive(Debug, Default)]
pub(super) struct Scene {
    /// The class of the resource in the text.
    class: String,
    /// The paths of unique ids; that of the text itself is empty.
    ids: HashMap<String, String>,
    /// The path of the external resource whose header is examined.
    external: String,
    /// The number of tags with each name that have no key.
    counts: HashMap<String, usize>,
}

impl Scene {
    /// Returns the section of a tag.
    pub(super) fn section(&mut self, tag: &Tag<'_>, text: &str) -> Section {
        let class = tag.value("type", text).unwrap_or_default().into_owned();
        let id = tag
            .attribute("id")
            .map(|id| match text[id.clone()].parse() {
                Ok(index) => Segment::Index(index),
                Err(_) => Segment::name(&content(&text[id])),
            });
        let mut section = Section::named(tag.name);
        section.path.extend(match tag.name {
            "gd_resource" => {
                self.class = class;
                None
            }
            "ext_resource" => {
                self.external = tag.value("path", text).unwrap_or_default().into_owned();
                id
            }
            "sub_resource" => {
                section.class = class;
                id
            }
            "resource" => {
                section.class.clone_from(&self.class);
                None
            }
            "node" => {
                section.class = class;
                Some(Segment::name(&tag.key))
            }
            "connection" | "editable" => {
                let count = self.counts.entry(tag.name.to_owned()).or_default();
                *count += 1;
                Some(Segment::Index(*count - 1))
            }
            _ => None,
        });
        section
    }

    /// Examines an attribute of a section.
    pub(super) fn attribute(&mut self, at: &mut Place<'_>, section: &str, name: &str, text: &str) {
        strings::object_text(at, text);
        match (section, name) {
            ("gd_resource" | "sub_resource" | "node", "type") => class(at, text),
            // Engines resolve other paths relative to the file.
            ("ext_resource", "path") if !text.starts_with("res://") || leaves_game(text) => {
                outside(at, text);
            }
            ("node", "instance_placeholder") if leaves_game(text) => outside(at, text),
            ("ext_resource", "path") | ("node", "instance_placeholder") => {
                strings::paths(at, text, true);
            }
            ("gd_scene" | "gd_resource" | "ext_resource", "uid") => self.uid(at, section, text),
            ("connection", "method") => method(at, text, false),
            _ => {}
        }
    }

    /// Examines the unique id of the text or of an external resource.
    fn uid(&mut self, at: &mut Place<'_>, section: &str, uid: &str) {
        // Engines write this id for a file without one.
        if uid == "uid://<invalid>" {
            return;
        }
        let is_external = section == "ext_resource";
        let path = if is_external {
            self.external.as_str()
        } else {
            ""
        };
        let known = self.ids.get(uid).filter(|known| *known != path);
        let excerpt = Excerpt(uid);
        if !strings::is_uid(uid) {
            report!(
                at,
                UID_MISMATCH,
                "{excerpt} is not a unique id: Godot 4 ignores it and loads the path; remove it"
            );
        } else if let Some(known) = known {
            let other = if known.is_empty() { "this file" } else { known };
            report!(
                at,
                UID_MISMATCH,
                "{excerpt} is also the unique id of {}: Godot 4 loads the file with the id instead of the path; remove one",
                Excerpt(other)
            );
        } else {
            self.ids.insert(uid.to_owned(), path.to_owned());
        }
    }
}

/// Examines text that is neither a value nor a header, such as a list of extensions.
pub(super) fn raw(sink: &mut FindingSink<'_>, start: usize, text: &str) {
    let mut offset = start;
    for line in text.split_inclusive('\n') {
        if line.trim_end().ends_with(".gdextension") {
            let mut at = Place {
                path: &"",
                offset,
                sink,
                is_text: true,
            };
            report!(
                at,
                NATIVE_LIBRARY,
                "{}: Godot 4 loads the libraries of native code that this file names; do not load the list",
                Excerpt(line.trim())
            );
        }
        offset += line.len();
    }
}

/// Returns the effects of a property of a class, or of an unknown class.
pub(super) fn effects(class: &str, property: &str) -> Vec<&'static Effect> {
    // Only scripts have source code.
    let is_script = class.is_empty() || SCRIPTS.contains(&class);
    let effects = effects_of(class, property);
    effects
        .filter(|effect| is_script || effect.action != Action::Compiles)
        .collect()
}

/// Examines the class of an object or a section.
pub(super) fn class(at: &mut Place<'_>, class: &str) {
    if SCRIPTS.contains(&class) {
        report!(
            at,
            EMBEDDED_SCRIPT,
            "a script of the class {}: engines compile its source, and run it with the object to which it is attached; {}",
            Excerpt(class),
            at.advice()
        );
    }
    act_on_class(at, class);
}

/// Examines a string.
pub(super) fn string(at: &mut Place<'_>, position: &Position<'_>, is_plain: bool, text: &str) {
    strings::object_text(at, text);
    match position.call() {
        // In scenes and resources, the argument is usually an id.
        "Resource" | "ExtResource" | "SubResource" => {
            let is_id = position.has_ids && !text.contains(['/', '\\', ':', '.']);
            // Engines resolve other paths, but do not write them.
            let is_outside = !text.starts_with("res://") && !text.starts_with("uid://");
            let is_outside = is_outside || leaves_game(text);
            if is_id {
                return;
            }
            if is_outside {
                outside(at, text);
            } else if position.is_declared() {
                report!(
                    at,
                    GAME_CODE,
                    "the declared script {}: Godot 4 loads this file of the game and runs its _static_init; accept only the scripts that the game expects",
                    Excerpt(text)
                );
            } else {
                strings::paths(at, text, true);
            }
            return;
        }
        "NodePath" if text.starts_with('/') => report!(
            at,
            NODE_PATH_ABSOLUTE,
            "an absolute path, {}: it starts at the root of the tree and reaches nodes outside the scene; use a relative path",
            Excerpt(text)
        ),
        _ => {}
    }
    let is_animation = position.class() == "Animation";
    if is_animation && position.inner_key() == "method" {
        method(at, text, true);
    }
    // A scene within a text lists the methods of its connections.
    let is_packed = position.class().starts_with("PackedScene");
    if is_packed {
        method(at, text, false);
    }
    let has_code = |name: &str| match name {
        // In a packed scene, `names` lists properties; its other strings are values.
        "script" | "script/source" => !is_packed || position.call().is_empty(),
        _ => SCENE_PATHS.contains(&name),
    };
    let is_setter = is_packed || is_animation || position.section.name == "connection";
    if is_setter && (has_code(text) || text.split(':').skip(1).any(has_code)) {
        report!(
            at,
            ANIMATION_CODE,
            "{} is the script or the scene of a node: an animation or a connection that changes it runs other code; remove it",
            Excerpt(text)
        );
    }
    if position.property() == "advance_expression" || position.inner_key() == "advance_expression" {
        expression(at, text);
    }
    // The code of a visual shader contains strings of its nodes, and an animation can set the code
    // of a shader.
    let is_shader = position.class().starts_with("VisualShader") && position.property() != "code";
    if is_shader || is_animation {
        load_includes(at, text, false);
    }
    let section = position.section.name.as_str();
    // Engines load a library whatever its name.
    let is_library = matches!(section, "libraries" | "entry") && !text.is_empty();
    if position.grammar != Grammar::Resource && is_library {
        report!(
            at,
            NATIVE_LIBRARY,
            "a library of native code, {}: engines load it with this file; {}",
            Excerpt(text),
            at.advice()
        );
    }
    let file = loaded_path(position, text);
    if let Some(file) = file.filter(|file| leaves_game(file)) {
        return outside(at, file);
    }
    // The paths of devices start with a slash.
    let is_device = position.class().starts_with("OpenXR");
    let is_file = is_plain && position.call() != "NodePath" && !is_device;
    strings::paths(at, text, is_file);
}

/// Returns the path in a string that engines load by themselves.
fn loaded_path<'t>(position: &Position<'_>, text: &'t str) -> Option<&'t str> {
    if position.grammar == Grammar::Resource || !position.class().is_empty() {
        let is_scene =
            position.section.name == "node" && SCENE_PATHS.contains(&position.property());
        let path = is_scene.then_some(text);
        return path.or_else(|| strings::path_in_tags(text));
    }
    // Settings are also read without sections, as `section/key`, and have suffixes of features.
    let (section, property) = match position.section.name.as_str() {
        "" if position.inner_key() == "path" => (position.property(), position.inner_key()),
        "" => position.property().split_once('/')?,
        section => match section.split_once('/') {
            Some((section, _)) => (section, position.property()),
            None => (section, position.property()),
        },
    };
    let name = property.split('.').next().unwrap_or(property);
    let is_setting = match section {
        "autoload" | "autoload_prepend" | "native_extensions" | "path_remap" => true,
        "remap" => name == "path",
        // The scripts of classes, in the settings of Godot 3 and in a file of Godot 4.
        "_global_script_classes" | "list" => position.section.name.is_empty(),
        "application" => name.ends_with("main_scene") || name.ends_with("settings_override"),
        "audio" => name.ends_with("default_bus_layout"),
        "gdnative" => name.ends_with("singletons"),
        "gui" => name.starts_with("theme/custom") || name.starts_with("custom"),
        "display" => name.ends_with("custom_image"),
        "internationalization" | "locale" => name.contains("translation"),
        "rendering" => name.ends_with("default_environment"),
        _ => false,
    };
    // A star marks the autoloads that are global variables.
    is_setting.then(|| text.strip_prefix('*').unwrap_or(text))
}

/// Examines the method that an animation or a connection calls.
fn method(at: &mut Place<'_>, name: &str, is_animation: bool) {
    let excerpt = Excerpt(name);
    if DANGEROUS.contains(&name) {
        report!(
            at,
            ANIMATION_CODE,
            "an animation or a connection calls {excerpt}, which can call any method, load files or write them; remove it"
        );
    } else if is_animation {
        report!(
            at,
            METHOD_CALL,
            "an animation calls the method {excerpt} of a node; accept only the methods that the game expects"
        );
    }
}

/// Examines an expression that an animation evaluates.
fn expression(at: &mut Place<'_>, text: &str) {
    let excerpt = Excerpt(text);
    if !text.is_empty() {
        report!(
            at,
            EXPRESSION,
            "Godot 4 evaluates the expression {excerpt} during an animation, and it can call methods of nodes; accept only the expressions that the game expects"
        );
    }
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    // An argument can name any function, file or property, including through a node's string.
    let has_argument = text.match_indices('(').any(|(start, _)| {
        let function = text[..start].trim_end();
        let before = function.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
        let name = &function[before.len()..];
        let is_empty = text[start + 1..].trim_start().starts_with(')');
        !is_empty && !name.is_empty() && !CALCULATING.contains(&name)
    });
    if has_argument || words.any(|word| DANGEROUS.contains(&word)) {
        report!(
            at,
            ANIMATION_CODE,
            "the expression {excerpt} can create objects, attach scripts or call any method when an animation evaluates it; remove it"
        );
    }
}
