//! Facts about types in scripts, which the encoding does not depend on: constants and constructors.

use crate::model::{Row, Type};
use Components::{Each, Initial, One};

/// The types of constants by the keys of the schema, the only layout that has the constants, and
/// the constants.
type Constants<'c> = (&'c [&'c str], Option<&'c str>, &'c [Constant]);

const CONSTANTS: &[Constants<'_>] = &[
    (
        &["Vector2", "Vector2i", "Vector3", "Vector3i"],
        None,
        &[("ZERO", Each(0.0)), ("ONE", Each(1.0))],
    ),
    (
        &["Vector2", "Vector3"],
        None,
        &[("INF", Each(f64::INFINITY))],
    ),
    (
        &["Vector2", "Vector2i", "Vector3", "Vector3i"],
        None,
        &[("LEFT", One("x", -1.0)), ("RIGHT", One("x", 1.0))],
    ),
    (
        &["Vector2", "Vector2i"],
        None,
        &[("UP", One("y", -1.0)), ("DOWN", One("y", 1.0))],
    ),
    (
        &["Vector3", "Vector3i"],
        None,
        &[
            ("UP", One("y", 1.0)),
            ("DOWN", One("y", -1.0)),
            ("FORWARD", One("z", -1.0)),
            ("BACK", One("z", 1.0)),
        ],
    ),
    (
        &["Vector4", "Vector4i"],
        Some("godot4"),
        &[("ZERO", Each(0.0)), ("ONE", Each(1.0))],
    ),
    (
        &["Vector4"],
        Some("godot4"),
        &[("INF", Each(f64::INFINITY))],
    ),
    (
        &["Vector2i", "Vector3i", "Vector4i"],
        Some("godot4"),
        &[
            ("MIN", Each(-2_147_483_648.0)),
            ("MAX", Each(2_147_483_647.0)),
        ],
    ),
    (
        &["Vector3"],
        Some("godot4"),
        &[
            ("MODEL_LEFT", One("x", 1.0)),
            ("MODEL_RIGHT", One("x", -1.0)),
            ("MODEL_TOP", One("y", 1.0)),
            ("MODEL_BOTTOM", One("y", -1.0)),
            ("MODEL_FRONT", One("z", 1.0)),
            ("MODEL_REAR", One("z", -1.0)),
        ],
    ),
    (
        &["Plane"],
        None,
        &[
            ("PLANE_YZ", One("normal.x", 1.0)),
            ("PLANE_XZ", One("normal.y", 1.0)),
            ("PLANE_XY", One("normal.z", 1.0)),
        ],
    ),
    (
        &[
            "Quaternion",
            "Basis",
            "Transform3D",
            "Transform2D",
            "Projection",
        ],
        None,
        &[("IDENTITY", Initial)],
    ),
    (
        &["Basis", "Transform2D"],
        None,
        &[("FLIP_X", One("x.x", -1.0)), ("FLIP_Y", One("y.y", -1.0))],
    ),
    (&["Basis"], None, &[("FLIP_Z", One("z.z", -1.0))]),
    (
        &["Transform3D"],
        None,
        &[
            ("FLIP_X", One("basis.x.x", -1.0)),
            ("FLIP_Y", One("basis.y.y", -1.0)),
            ("FLIP_Z", One("basis.z.z", -1.0)),
        ],
    ),
    (&["Projection"], None, &[("ZERO", Each(0.0))]),
];

/// The name of a constant, such as `ZERO`, and its components.
pub type Constant = (&'static str, Components);

/// The components of a constant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Components {
    /// Each component is this number.
    Each(f64),
    /// One component is this number, and the others are those of a new value.
    One(&'static str, f64),
    /// The components are those of a new value.
    Initial,
}

impl Components {
    /// Returns the component of a type that a row describes.
    #[must_use]
    pub fn of(self, ty: &Type, row: &Row) -> f64 {
        match self {
            Each(number) => number,
            One(name, number) if name == row.name => number,
            One(..) | Initial => initial(ty, row).into(),
        }
    }
}

/// Returns the constants of a type in a layout, or in all layouts for `None`.
#[must_use]
pub fn constants(ty: &Type, layout: Option<&str>) -> Vec<Constant> {
    let lists = CONSTANTS.iter().filter(|(keys, only, _)| {
        keys.contains(&&*ty.key) && only.is_none_or(|only| layout.is_none_or(|it| it == only))
    });
    let constants = lists.flat_map(|(.., constants)| constants.iter().copied());
    constants.collect()
}

/// Returns the component of a new value: 1 on the diagonal of a matrix, for the real part of a
/// quaternion and for the opacity of a color, 0 for all others.
#[must_use]
pub fn initial(ty: &Type, row: &Row) -> i32 {
    let is_one = match &*ty.key {
        "Quaternion" => row.name == "w",
        "Color" => row.name == "a",
        "Basis" | "Transform2D" | "Transform3D" | "Projection" => {
            let mut parts = row.name.rsplit('.');
            parts.next() == parts.next()
        }
        _ => false,
    };
    is_one.into()
}

/// Returns how many components at the end a constructor can leave out.
pub(crate) fn optional(ty: &Type) -> u32 {
    u32::from(ty.key == "Color")
}
