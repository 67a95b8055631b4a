//! Lists everything that an engine loads, runs or touches while it decodes a value.
//!
//! In the tests of the program, `apps/cli/tests/program/audit/effects.rs` looks for each entry at every
//! place of a value, and `apps/cli/tests/program/audit/measured.rs` measures each entry in the engines.

use gdvariant::inspect::InspectRow;

/// Something that makes an engine act while it decodes a value, and the action.
///
/// Except for constructors in strings, the engine acts on bytes only if objects are allowed. It
/// always acts on text.
#[derive(Debug)]
pub struct Effect {
    /// What makes the engine act.
    pub trigger: Trigger,
    /// What the engine does.
    pub action: Action,
    /// The engine versions in which the effect was measured.
    pub measured: &'static str,
}

/// What makes an engine act while it decodes a value.
#[derive(Debug)]
pub enum Trigger {
    /// The script in the declared type of a container, by the name of its field.
    Declared(&'static str),
    /// An object of this class.
    Class(&'static str),
    /// A property of an object of these classes, or of any class if the list is empty.
    Property(&'static [&'static str], &'static str, ValueTest),
    /// The name of a constructor in a string that a game parses.
    Constructor(&'static str),
}

/// The value of a property that triggers an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueTest {
    /// An object.
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

/// What an engine does because of a value.
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

impl Effect {
    /// Returns the effect of a row if the row is the script in the declared type of a container.
    pub(super) fn declared(row: &InspectRow<'_>) -> Option<&'static Self> {
        let name = row.field.name;
        let mut effects = EFFECTS.iter();
        effects.find(|effect| matches!(effect.trigger, Trigger::Declared(field) if field == name))
    }
}

macro_rules! trigger {
    ([$($class:literal)*] $property:literal $form:ident) => {
        Trigger::Property(&[$($class),*], $property, ValueTest::$form)
    };
    ($trigger:ident $name:literal) => {
        Trigger::$trigger($name)
    };
}

macro_rules! effects {
    ($($action:ident $measured:ident { $($trigger:tt $name:literal $($form:ident)?;)* })*) => {
        /// Every known effect. A sweep over all classes and properties of each engine found the
        /// entries about classes: it decoded an object of each class, and set each property to
        /// paths, source code and extreme values, while the calls of the operating system were
        /// traced.
        pub const EFFECTS: &[Effect] = &[$($(Effect {
            trigger: trigger!($trigger $name $($form)?),
            action: Action::$action,
            measured: $measured,
        }),*),*];
    };
}

// The action and the engine versions; then triggers, in which a property follows its classes and
// precedes the form of its value.
effects! {
    LoadsScript V4 {
        Declared "element_script";
        Declared "key_script";
        Declared "value_script";
    }
    AttachesScript V4 {
        [] "script" Text;
    }
    AttachesScript GODOT_3 {
        [] "script" Object;
    }
    LoadsIncludes V4 {
        ["Shader" "ShaderInclude" "VisualShader"] "code" Convertible;
    }
    Compiles ALL {
        [] "script/source" Convertible;
    }
    LoadsLibrary GODOT_3 {
        Class "GDNativeLibrary";
    }
    ReplacesFile ALL {
        [] "resource_path" Convertible;
    }
    Constructs ALL {
        Constructor "Object";
        Constructor "Resource";
        Constructor "SubResource";
        Constructor "ExtResource";
    }
    Opens V4 {
        [
            "CompressedCubemap" "CompressedCubemapArray" "CompressedTexture2D"
            "CompressedTexture2DArray" "CompressedTexture3D"
        ] "load_path" Convertible;
    }
    Opens GODOT_3 {
        ["StreamTexture"] "load_path" Convertible;
    }
    Opens ALL {
        ["FileDialog"] "current_dir" Convertible;
    }
    Opens NEW {
        ["FileDialog"] "root_subfolder" Convertible;
    }
    Crashes NEW {
        Class "ProjectSettings";
    }
    Crashes V3_2 {
        Class "AudioServer";
    }
    Crashes V4 {
        Class "TextServerManager";
        Class "ThemeDB";
    }
    Crashes V3_2 {
        ["PHashTranslation"] "load_from" Any;
        ["ARVRServer"] "primary_interface" Any;
        ["GDNativeLibrary"] "config_file" Any;
    }
    Exhausts V3_2 {
        ["TextureProgress"] "radial_initial_angle" Infinite;
    }
    Crashes V4 {
        ["OpenXRInteractionProfile"] "bindings" Elements;
        ["TileSet"] "tile_proxies/coords_level" Elements;
        ["TileSet"] "tile_proxies/alternative_level" Elements;
    }
    Exhausts V4 {
        [
            "AimModifier3D" "BoneTwistDisperser3D" "CCDIK3D" "ConvertTransformModifier3D"
            "CopyTransformModifier3D" "FABRIK3D" "JacobianIK3D" "SplineIK3D"
            "SpringBoneSimulator3D" "TwoBoneIK3D"
        ] "setting_count" Count;
        ["LimitAngularVelocityModifier3D"] "chain_count" Count;
        ["AnimationNodeTransition"] "input_count" Count;
        ["Curve" "Curve2D" "Curve3D"] "point_count" Count;
        ["MenuButton" "OptionButton" "PopupMenu"] "item_count" Count;
        ["MultiplayerSpawner"] "_spawnable_scene_count" Count;
    }
    Exhausts NEW {
        ["CPUParticles2D"] "amount" Count;
    }
    Exhausts V4 {
        ["CPUParticles3D"] "amount" Count;
    }
    Exhausts GODOT_3 {
        ["CPUParticles"] "amount" Count;
        ["Skin"] "bind_count" Count;
        ["RigidBody" "RigidBody2D" "VehicleBody"] "contacts_reported" Count;
        ["VisualScriptFunction"] "argument_count" Count;
        ["VisualScriptComposeArray" "VisualScriptExpression"] "input_count" Count;
        ["VisualScriptSwitch"] "case_count" Count;
    }
}
