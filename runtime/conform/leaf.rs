//! Conversions of values that are not containers.

use super::math;
use super::number::{Truncate, low_bytes, to_f64, to_i64};
use crate::convert::Convertible;
use crate::{Kind, NodePath, Rid};
use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;

/// A value of a layout that is not a container, as far as the engine converts it.
pub(crate) trait Conforming<V>: Sized {
    /// Converts the value to another type; `None` if this is not supported.
    fn conform(self, declared: Kind) -> Option<Self>;

    /// Returns the elements of a packed array; `None` for any other value.
    fn elements(self) -> Option<Vec<V>>;

    /// Returns the type of the elements of a packed array.
    fn element_of(packed: Kind) -> Option<Kind>;

    /// Creates a packed array; `None` if the elements are not all of its type.
    fn packed(declared: Kind, elements: Vec<Self>) -> Option<Self>;

    /// Returns the value of a type that stands for nothing.
    fn nothing(declared: Kind) -> Option<Self>;
}

/// A value that is boxed in some precisions.
trait Unboxed<T> {
    fn unboxed(self) -> T;
}

impl<T> Unboxed<T> for T {
    fn unboxed(self) -> T {
        self
    }
}

impl<T> Unboxed<T> for Box<T> {
    fn unboxed(self) -> T {
        *self
    }
}

/// Implements what concerns packed arrays: each with the case of its elements as values, how an element
/// becomes one, and how it is made of one.
macro_rules! packed_arrays {
    ($($packed:ident: $element:ident = $to:expr, $of:expr;)*) => {
        fn elements(self) -> Option<Vec<V>> {
            match self {
                $(Self::$packed(elements) => elements
                    .into_iter()
                    .map(|element| V::from_leaf(Self::$element(($to)(element))).ok())
                    .collect(),)*
                _ => None,
            }
        }

        fn element_of(packed: Kind) -> Option<Kind> {
            match packed {
                $(Kind::$packed => Some(Kind::$element),)*
                _ => None,
            }
        }

        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "as the engine does")]
        fn packed(declared: Kind, elements: Vec<Self>) -> Option<Self> {
            match declared {
                $(Kind::$packed => {
                    let elements = elements.into_iter().map(|element| match element {
                        Self::$element(value) => Some(($of)(value)),
                        _ => None,
                    });
                    elements.collect::<Option<Vec<_>>>().map(Self::$packed)
                })*
                _ => None,
            }
        }
    };
}

/// Implements the conversions of one precision.
macro_rules! conforming {
    ($leaf:ident, $math:ident, $real:ty, $values:path) => {
        impl<V: Convertible<Leaf = $leaf>> Conforming<V> for $leaf {
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_precision_loss,
                clippy::cast_lossless,
                reason = "as the engine does"
            )]
            fn conform(self, declared: Kind) -> Option<Self> {
                use $values::{Color, Rect2, Vector2, Vector3, Vector4};
                use crate::{Rect2i, Vector2i, Vector3i, Vector4i};

                let to_vector2 = |Vector2i { x, y }| Vector2::new(x as $real, y as $real);
                let to_vector2i = |Vector2 { x, y }| Vector2i::new(x.to_i32(), y.to_i32());
                Some(match (declared, self) {
                    (Kind::Bool, Self::Int(value)) => Self::Bool(value != 0),
                    (Kind::Bool, Self::Float(value)) => Self::Bool(value != 0.0),
                    (Kind::Int, Self::Bool(value)) => Self::Int(value.into()),
                    (Kind::Int, Self::Float(value)) => Self::Int(to_i64(value)),
                    (Kind::Float, Self::Bool(value)) => Self::Float(value.into()),
                    (Kind::Float, Self::Int(value)) => Self::Float(to_f64(value)),
                    (Kind::String, Self::StringName(name)) => Self::String(name.into()),
                    (Kind::String, Self::NodePath(path)) => Self::String(path.to_string()),
                    (Kind::StringName, Self::String(text)) => Self::StringName(text.into()),
                    (Kind::NodePath, Self::String(text)) => Self::NodePath(NodePath::from(text)),
                    (Kind::Vector2, Self::Vector2i(value)) => Self::Vector2(to_vector2(value)),
                    (Kind::Vector2i, Self::Vector2(value)) => Self::Vector2i(to_vector2i(value)),
                    (Kind::Rect2, Self::Rect2i(Rect2i { position, size })) => {
                        Self::Rect2(Rect2::new(to_vector2(position), to_vector2(size)).into())
                    }
                    (Kind::Rect2i, Self::Rect2(value)) => {
                        let Rect2 { position, size } = value.unboxed();
                        Self::Rect2i(Rect2i::new(to_vector2i(position), to_vector2i(size)))
                    }
                    (Kind::Vector3, Self::Vector3i(value)) => {
                        let numbers = <[i32; 3]>::from(value).map(|number| number as $real);
                        Self::Vector3(Vector3::from(numbers))
                    }
                    (Kind::Vector3i, Self::Vector3(value)) => {
                        let numbers = <[$real; 3]>::from(value).map(Truncate::to_i32);
                        Self::Vector3i(Vector3i::from(numbers))
                    }
                    (Kind::Vector4, Self::Vector4i(value)) => {
                        let numbers = <[i32; 4]>::from(value).map(|number| number as $real);
                        Self::Vector4(Vector4::from(numbers).into())
                    }
                    (Kind::Vector4i, Self::Vector4(value)) => {
                        let numbers = <[$real; 4]>::from(Unboxed::<Vector4>::unboxed(value)).map(Truncate::to_i32);
                        Self::Vector4i(Vector4i::from(numbers))
                    }
                    (Kind::Transform2D, Self::Transform(value)) => {
                        Self::Transform2D(math::$math::flattened(&value).into())
                    }
                    (Kind::Basis, Self::Quat(value)) => {
                        Self::Basis(Box::new(math::$math::rotation(value.unboxed())))
                    }
                    (Kind::Transform, Self::Transform2D(value)) => {
                        Self::Transform(Box::new(math::$math::raised(value.unboxed())))
                    }
                    (Kind::Transform, Self::Quat(value)) => {
                        let basis = math::$math::rotation(value.unboxed());
                        Self::Transform(Box::new(math::$math::at_origin(basis)))
                    }
                    (Kind::Transform, Self::Basis(value)) => {
                        Self::Transform(Box::new(math::$math::at_origin(*value)))
                    }
                    (Kind::Transform, Self::Projection(value)) => {
                        Self::Transform(Box::new(math::$math::affine(&value)))
                    }
                    (Kind::Projection, Self::Transform(value)) => {
                        Self::Projection(Box::new(math::$math::projection(&value)))
                    }
                    (Kind::Color, Self::Int(value)) => {
                        let [a, b, g, r] = low_bytes(value).map(|byte| f32::from(byte) / 255.0);
                        Self::Color(Color::from([r, g, b, a].map(Into::into)).into())
                    }
                    _ => return None,
                })
            }

            packed_arrays!(
                PoolByteArray: Int = i64::from, |value: i64| value as u8;
                PoolIntArray: Int = i64::from, |value: i64| value as i32;
                PackedInt64Array: Int = i64::from, |value: i64| value;
                PoolRealArray: Float = f64::from, |value: f64| value as _;
                PackedFloat64Array: Float = f64::from, |value: f64| value;
                PoolStringArray: String = |text| text, |text| text;
                PoolVector2Array: Vector2 = |value| value, |value| value;
                PoolVector3Array: Vector3 = |value| value, |value| value;
                PoolColorArray: Color = Into::into, Unboxed::unboxed;
                PoolVector4Array: Vector4 = Into::into, Unboxed::unboxed;
            );

            fn nothing(declared: Kind) -> Option<Self> {
                (declared == Kind::Rid).then(|| Self::Rid(Rid::default()))
            }
        }
    };
}

use crate::convert::Leaf;
conforming!(Leaf, single, f32, crate);

#[cfg(feature = "double")]
use crate::convert::DoubleLeaf;
#[cfg(feature = "double")]
conforming!(DoubleLeaf, double, f64, crate::double);
