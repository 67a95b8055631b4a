//! Lists everything that an engine loads, runs or touches while it decodes a value.
//!
//! In the tests of the program, `cli/tests/program/audit/effects.rs` looks for each entry at every
//! place of a value, and `cli/tests/program/audit/measured.rs` measures each entry in the engines.

/// Something that makes an engine act while it decodes a value, and the action.
///
/// Except for constructors in strings, the engine acts only if objects are allowed.
#[derive(Debug)]
pub struct Effect {
    pub trigger: Trigger,
    pub action: Action,
    /// The engine versions in which the effect was measured.
    pub measured: &'static str,
}

#[derive(Debug)]
pub enum Trigger {
    /// The script in the declared type of a container, by the name of its field.
    Declared(&'static str),
    /// An object of this class.
    Class(&'static str),
    /// A property of an object of these classes, or of any class if the list is empty.
    Property(&'static [&'static str], &'static str, Form),
    /// The name of a constructor in a string that a game parses.
    Constructor(&'static str),
}

/// The value of a property that triggers an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Object,
    /// A String.
    Text,
    /// A String, or a value that engines convert to one.
    Convertible,
    /// A number of at least [`LARGE_COUNT`], or digits, which engines convert to a number.
    Count,
    /// An Array with elements.
    Elements,
    /// An infinite number, or one from which engines cannot count down.
    Infinite,
    /// Any value, such as null.
    Any,
}

/// The smallest count that is assumed to exhaust memory or time.
pub const LARGE_COUNT: u32 = 1 << 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Loads a script and runs its `_static_init`.
    LoadsScript,
    /// Attaches a script to an object and runs its `_init`.
    AttachesScript,
    /// Loads the files that a shader includes, whatever they contain.
    LoadsIncludes,
    /// Compiles source code.
    Compiles,
    /// Loads a library of native code.
    LoadsLibrary,
    /// Replaces a file for later calls of `load`.
    ReplacesFile,
    /// Creates objects and loads files from a string.
    Constructs,
    /// Opens a file or a folder.
    Opens,
    /// Ends the process, during decoding or soon after.
    Crashes,
    /// Allocates memory or computes until the process ends.
    Exhausts,
}

const ALL: &str = "3.2.3, 3.6.2, 4.6.3";
const GODOT_3: &str = "3.2.3, 3.6.2";
const NEW: &str = "3.6.2, 4.6.3";
const V3_2: &str = "3.2.3";
const V4: &str = "4.6.3";

const fn effect(trigger: Trigger, action: Action, measured: &'static str) -> Effect {
    Effect {
        trigger,
        action,
        measured,
    }
}

/// Every known effect. A sweep over all classes and properties of each engine found the entries
/// about classes: it decoded an object of each class, and set each property to paths, source code
/// and extreme values, while the calls of the operating system were traced.
pub const EFFECTS: &[Effect] = {
    use Action::{
        AttachesScript, Compiles, Constructs, Crashes, Exhausts, LoadsIncludes, LoadsLibrary,
        LoadsScript, Opens, ReplacesFile,
    };
    use Form::{Any, Convertible, Count, Elements, Infinite, Object};
    use Trigger::{Class, Constructor, Declared, Property};
    &[
        effect(Declared("element_script"), LoadsScript, V4),
        effect(Declared("key_script"), LoadsScript, V4),
        effect(Declared("value_script"), LoadsScript, V4),
        effect(Property(&[], "script", Form::Text), AttachesScript, V4),
        effect(Property(&[], "script", Object), AttachesScript, GODOT_3),
        effect(
            Property(
                &["Shader", "ShaderInclude", "VisualShader"],
                "code",
                Convertible,
            ),
            LoadsIncludes,
            V4,
        ),
        effect(Property(&[], "script/source", Convertible), Compiles, ALL),
        effect(Class("GDNativeLibrary"), LoadsLibrary, GODOT_3),
        effect(
            Property(&[], "resource_path", Convertible),
            ReplacesFile,
            ALL,
        ),
        effect(Constructor("Object"), Constructs, ALL),
        effect(Constructor("Resource"), Constructs, ALL),
        effect(Constructor("SubResource"), Constructs, ALL),
        effect(Constructor("ExtResource"), Constructs, ALL),
        effect(
            Property(
                &[
                    "CompressedCubemap",
                    "CompressedCubemapArray",
                    "CompressedTexture2D",
                    "CompressedTexture2DArray",
                    "CompressedTexture3D",
                ],
                "load_path",
                Convertible,
            ),
            Opens,
            V4,
        ),
        effect(
            Property(&["StreamTexture"], "load_path", Convertible),
            Opens,
            GODOT_3,
        ),
        effect(
            Property(&["FileDialog"], "current_dir", Convertible),
            Opens,
            ALL,
        ),
        effect(
            Property(&["FileDialog"], "root_subfolder", Convertible),
            Opens,
            NEW,
        ),
        effect(Class("ProjectSettings"), Crashes, NEW),
        effect(Class("AudioServer"), Crashes, V3_2),
        effect(Class("TextServerManager"), Crashes, V4),
        effect(Class("ThemeDB"), Crashes, V4),
        effect(
            Property(&["PHashTranslation"], "load_from", Any),
            Crashes,
            V3_2,
        ),
        effect(
            Property(&["ARVRServer"], "primary_interface", Any),
            Crashes,
            V3_2,
        ),
        effect(
            Property(&["GDNativeLibrary"], "config_file", Any),
            Crashes,
            V3_2,
        ),
        effect(
            Property(&["TextureProgress"], "radial_initial_angle", Infinite),
            Exhausts,
            V3_2,
        ),
        effect(
            Property(&["OpenXRInteractionProfile"], "bindings", Elements),
            Crashes,
            V4,
        ),
        effect(
            Property(&["TileSet"], "tile_proxies/coords_level", Elements),
            Crashes,
            V4,
        ),
        effect(
            Property(&["TileSet"], "tile_proxies/alternative_level", Elements),
            Crashes,
            V4,
        ),
        effect(
            Property(
                &[
                    "AimModifier3D",
                    "BoneTwistDisperser3D",
                    "CCDIK3D",
                    "ConvertTransformModifier3D",
                    "CopyTransformModifier3D",
                    "FABRIK3D",
                    "JacobianIK3D",
                    "SplineIK3D",
                    "SpringBoneSimulator3D",
                    "TwoBoneIK3D",
                ],
                "setting_count",
                Count,
            ),
            Exhausts,
            V4,
        ),
        effect(
            Property(&["LimitAngularVelocityModifier3D"], "chain_count", Count),
            Exhausts,
            V4,
        ),
        effect(
            Property(&["AnimationNodeTransition"], "input_count", Count),
            Exhausts,
            V4,
        ),
        effect(
            Property(&["Curve", "Curve2D", "Curve3D"], "point_count", Count),
            Exhausts,
            V4,
        ),
        effect(
            Property(
                &["MenuButton", "OptionButton", "PopupMenu"],
                "item_count",
                Count,
            ),
            Exhausts,
            V4,
        ),
        effect(
            Property(&["MultiplayerSpawner"], "_spawnable_scene_count", Count),
            Exhausts,
            V4,
        ),
        effect(
            Property(&["CPUParticles2D"], "amount", Count),
            Exhausts,
            NEW,
        ),
        effect(Property(&["CPUParticles3D"], "amount", Count), Exhausts, V4),
        effect(
            Property(&["CPUParticles"], "amount", Count),
            Exhausts,
            GODOT_3,
        ),
        effect(Property(&["Skin"], "bind_count", Count), Exhausts, GODOT_3),
        effect(
            Property(
                &["RigidBody", "RigidBody2D", "VehicleBody"],
                "contacts_reported",
                Count,
            ),
            Exhausts,
            GODOT_3,
        ),
        effect(
            Property(&["VisualScriptFunction"], "argument_count", Count),
            Exhausts,
            GODOT_3,
        ),
        effect(
            Property(
                &["VisualScriptComposeArray", "VisualScriptExpression"],
                "input_count",
                Count,
            ),
            Exhausts,
            GODOT_3,
        ),
        effect(
            Property(&["VisualScriptSwitch"], "case_count", Count),
            Exhausts,
            GODOT_3,
        ),
    ]
};
