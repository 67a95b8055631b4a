//! Conversions between values and the tagged form of the fixtures. The form is exact: equal forms
//! have the same bits, even for NaN.

use super::AnyVariant;
use gdvariant::dictionary::{KeyEquality, KeyRule};
use gdvariant::{
    Callable, Dictionary, ElementType, Engine, FullObject, Kind, NodePath, Object, Rid, Signal,
    StringName, TypedArray, TypedDictionary,
};
use serde_json::{Value as Json, json};

/// A value, component or element with a tagged form, as in `conformance/README.md`.
pub(crate) trait Tagged: Sized {
    fn to_tag(&self) -> Json;

    fn from_tag(tag: &Json) -> Self;

    /// Returns the tagged form of a complete value, with the name of its type.
    fn to_tagged(&self, name: &str) -> Json {
        json!({ "t": name, "v": self.to_tag() })
    }

    /// Parses the tagged form of a complete value.
    fn from_tagged(tag: &Json) -> Self {
        Self::from_tag(&tag["v"])
    }

    /// Returns the tagged form of a list of values of this type.
    fn list_to_tag(list: &[Self]) -> Json {
        list.iter().map(Self::to_tag).collect()
    }

    /// Parses the tagged form of a list of values of this type.
    fn list_from_tag(tag: &Json) -> Vec<Self> {
        list(tag).iter().map(Self::from_tag).collect()
    }

    /// Returns a value with the components that `next` returns for the index of an element and a
    /// name.
    ///
    /// Panics for types that do not consist of components.
    fn numbered(_next: &mut dyn FnMut(usize, &'static str) -> f64) -> Self {
        unreachable!("not made of components")
    }
}

fn text(tag: &Json) -> &str {
    tag.as_str().expect("a JSON string")
}

fn list(tag: &Json) -> &[Json] {
    tag.as_array().expect("a JSON list")
}

impl Tagged for bool {
    fn to_tag(&self) -> Json {
        json!(self)
    }

    fn from_tag(tag: &Json) -> Self {
        tag.as_bool().expect("a JSON bool")
    }
}

macro_rules! whole {
    ($($number:ty $({ $($list:item)* })?),*) => {$(
        impl Tagged for $number {
            $($($list)*)?

            fn to_tag(&self) -> Json {
                json!(self.to_string())
            }

            fn from_tag(tag: &Json) -> Self {
                text(tag).parse().expect("a number")
            }

            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the tests number with small numbers")]
            fn numbered(next: &mut dyn FnMut(usize, &'static str) -> f64) -> Self {
                next(0, "value") as Self
            }
        }
    )*};
}

whole!(
    u8 {
        fn list_to_tag(list: &[Self]) -> Json {
            json!(super::hex(list))
        }

        fn list_from_tag(tag: &Json) -> Vec<Self> {
            super::bytes(text(tag))
        }
    },
    i32,
    i64,
    u64
);

impl Tagged for f64 {
    fn to_tag(&self) -> Json {
        json!(format!("{:016x}", self.to_bits()))
    }

    fn from_tag(tag: &Json) -> Self {
        Self::from_bits(u64::from_str_radix(text(tag), 16).expect("16 hex digits"))
    }

    fn numbered(next: &mut dyn FnMut(usize, &'static str) -> f64) -> Self {
        next(0, "value")
    }
}

impl Tagged for f32 {
    fn to_tag(&self) -> Json {
        f64::from(*self).to_tag()
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the tagged form is a widened f32"
    )]
    fn from_tag(tag: &Json) -> Self {
        f64::from_tag(tag) as Self
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the tests number with small numbers"
    )]
    fn numbered(next: &mut dyn FnMut(usize, &'static str) -> f64) -> Self {
        next(0, "value") as Self
    }
}

impl Tagged for String {
    fn to_tag(&self) -> Json {
        json!(self)
    }

    fn from_tag(tag: &Json) -> Self {
        text(tag).into()
    }
}

impl Tagged for StringName {
    fn to_tag(&self) -> Json {
        json!(self.as_str())
    }

    fn from_tag(tag: &Json) -> Self {
        text(tag).into()
    }
}

impl Tagged for Rid {
    fn to_tag(&self) -> Json {
        json!(self.id.to_string())
    }

    fn from_tag(tag: &Json) -> Self {
        let id = tag.as_str().map(|id| id.parse().expect("a number"));
        Self::new(id.unwrap_or_default())
    }
}

/// Removes the id of a RID from a tagged form if the layout encodes no ids.
fn without_unencoded_ids<E: Engine>(mut tag: Json) -> Json {
    let has_id = E::LAYOUT
        .type_of(Kind::Rid)
        .is_some_and(|table| !table.tables.is_empty());
    if tag["t"] == "RID" && !has_id {
        tag["v"] = Json::Null;
    }
    tag
}

impl Tagged for Callable {
    fn to_tag(&self) -> Json {
        Json::Null
    }

    fn from_tag(tag: &Json) -> Self {
        assert!(tag.is_null());
        Self
    }
}

impl Tagged for Signal {
    fn to_tag(&self) -> Json {
        json!({ "name": self.name, "id": self.id.to_string() })
    }

    fn from_tag(tag: &Json) -> Self {
        Self {
            name: text(&tag["name"]).into(),
            id: u64::from_tag(&tag["id"]),
        }
    }
}

impl Tagged for NodePath {
    fn to_tag(&self) -> Json {
        let (names, subnames): (Vec<_>, Vec<_>) =
            (self.names().collect(), self.subnames().collect());
        json!({ "absolute": self.is_absolute(), "names": names, "subnames": subnames })
    }

    fn from_tag(tag: &Json) -> Self {
        let names = |part: &str| list(&tag[part]).iter().map(text).collect::<Vec<_>>();
        Self::new(
            bool::from_tag(&tag["absolute"]),
            names("names"),
            names("subnames"),
        )
    }
}

impl<T: Tagged> Tagged for Box<T> {
    fn to_tag(&self) -> Json {
        (**self).to_tag()
    }

    fn from_tag(tag: &Json) -> Self {
        Self::new(T::from_tag(tag))
    }

    fn to_tagged(&self, name: &str) -> Json {
        (**self).to_tagged(name)
    }

    fn from_tagged(tag: &Json) -> Self {
        Self::new(T::from_tagged(tag))
    }

    fn numbered(next: &mut dyn FnMut(usize, &'static str) -> f64) -> Self {
        Self::new(T::numbered(next))
    }
}

impl<T: Tagged> Tagged for Vec<T> {
    fn to_tag(&self) -> Json {
        T::list_to_tag(self)
    }

    fn from_tag(tag: &Json) -> Self {
        T::list_from_tag(tag)
    }

    fn numbered(next: &mut dyn FnMut(usize, &'static str) -> f64) -> Self {
        (0..3)
            .map(|index| T::numbered(&mut |_, name| next(index, name)))
            .collect()
    }
}

/// The tagged form has the declared type beside the values.
impl<V: AnyVariant> Tagged for TypedArray<V> {
    fn to_tag(&self) -> Json {
        self.values.to_tag()
    }

    fn from_tag(tag: &Json) -> Self {
        Vec::from_tag(tag).into()
    }

    fn to_tagged(&self, name: &str) -> Json {
        let element = match element_to_tag(&self.element) {
            Json::Null => json!({ "type": Kind::Nil.name() }),
            element => element,
        };
        json!({ "t": name, "v": self.to_tag(), "element": element })
    }

    fn from_tagged(tag: &Json) -> Self {
        Self {
            element: element_from_tag(&tag["element"]),
            values: Vec::from_tag(&tag["v"]),
        }
    }
}

impl<V: AnyVariant> Tagged for TypedDictionary<V> {
    fn to_tag(&self) -> Json {
        self.entries.to_tag()
    }

    fn from_tag(_tag: &Json) -> Self {
        unreachable!("the declared types are beside the value")
    }

    fn to_tagged(&self, name: &str) -> Json {
        let [key, element] = [&self.key, &self.value].map(element_to_tag);
        json!({ "t": name, "v": self.to_tag(), "key": key, "element": element })
    }

    fn from_tagged(tag: &Json) -> Self {
        Self {
            key: element_from_tag(&tag["key"]),
            value: element_from_tag(&tag["element"]),
            entries: Dictionary::from_tag(&tag["v"]),
        }
    }
}

fn element_to_tag(element: &ElementType) -> Json {
    let object = Kind::Object.name();
    match element {
        ElementType::Any => Json::Null,
        ElementType::Kind(kind) => json!({ "type": kind.name() }),
        ElementType::Class(class) => json!({ "type": object, "class": class }),
        ElementType::Script(path) => json!({ "type": object, "script": path }),
        other => unreachable!("{other:?} is not in the fixtures"),
    }
}

fn element_from_tag(tag: &Json) -> ElementType {
    if tag.is_null() {
        return ElementType::Any;
    }
    match (tag.get("class"), tag.get("script")) {
        (Some(class), _) => ElementType::Class(text(class).into()),
        (_, Some(path)) => ElementType::Script(text(path).into()),
        _ => kind_named(text(&tag["type"])).into(),
    }
}

/// Parses the tagged form of a container with declared types.
pub(crate) fn declared_from_tag<V: AnyVariant>(tag: &Json) -> Option<V> {
    let is_declared = tag.get("element").is_some();
    match tag["t"].as_str() {
        Some("Array") if is_declared => V::typed_array(Kind::Array, Tagged::from_tagged(tag)),
        Some("Dictionary") if is_declared => V::typed_dictionary(Tagged::from_tagged(tag)),
        _ => None,
    }
}

/// Returns the kind with a name in any engine.
fn kind_named(name: &str) -> Kind {
    let mut kinds = Kind::ALL.iter().copied();
    let of_layout = || {
        let mut layouts = gdvariant::schema::LAYOUTS.iter();
        layouts.find_map(|layout| {
            let mut kinds = Kind::ALL.iter().copied();
            kinds.find(|kind| layout.has(*kind) && layout.name_of(*kind) == name)
        })
    };
    let kind = kinds.find(|kind| kind.name() == name).or_else(of_layout);
    kind.unwrap_or_else(|| panic!("no engine has a {name}"))
}

/// Returns the kind of a value in its tagged form.
pub(crate) fn kind_of_tag(tag: &Json) -> Kind {
    kind_named(tag["t"].as_str().expect("a type"))
}

/// Replaces the names of kinds in the tagged form of a value by those of a layout, and removes what
/// the layout does not encode.
pub(crate) fn with_names<E: Engine>(tag: Json) -> Json {
    match tag {
        Json::Array(elements) => elements.into_iter().map(with_names::<E>).collect(),
        Json::Object(members) => {
            let members = members.into_iter().map(|(name, value)| {
                let value = match (&*name, &value) {
                    ("t" | "type", Json::String(kind)) => {
                        json!(E::LAYOUT.name_of(kind_named(kind)))
                    }
                    _ => with_names::<E>(value),
                };
                (name, value)
            });
            without_unencoded_ids::<E>(Json::Object(members.collect()))
        }
        tag => tag,
    }
}

impl<V: Tagged + KeyEquality> Tagged for Dictionary<V> {
    fn to_tag(&self) -> Json {
        self.iter()
            .map(|(key, value)| json!([key.to_tag(), value.to_tag()]))
            .collect()
    }

    fn from_tag(tag: &Json) -> Self {
        // This rule keeps the keys of every other rule apart.
        let mut entries = Self::with_rule(KeyRule::ByIdentity);
        let pairs = list(tag).iter();
        entries.extend(pairs.map(|pair| (V::from_tag(&pair[0]), V::from_tag(&pair[1]))));
        entries
    }
}

impl<V: Tagged> Tagged for Object<V> {
    fn to_tag(&self) -> Json {
        match self {
            Self::Id(id) => json!({ "id": id.to_tag() }),
            Self::Full(object) => {
                let properties: Vec<_> = object
                    .properties
                    .iter()
                    .map(|(name, value)| json!([name, value.to_tag()]))
                    .collect();
                json!({ "class": object.class, "properties": properties })
            }
        }
    }

    fn from_tag(tag: &Json) -> Self {
        if let Some(id) = tag.get("id") {
            return Self::Id(u64::from_tag(id));
        }
        let properties = list(&tag["properties"]).iter();
        let properties = properties
            .map(|pair| (text(&pair[0]).into(), V::from_tag(&pair[1])))
            .collect();
        Self::Full(Box::new(FullObject {
            class: text(&tag["class"]).into(),
            properties,
        }))
    }
}

/// Implements `Tagged` for types whose tagged form is a flat list of components.
///
/// Each type has its component type, and its components in the order of scripts.
macro_rules! flat {
    ($($type:path, $number:ty: $($($part:ident).+),+;)*) => {$(
        impl Tagged for $type {
            fn to_tag(&self) -> Json {
                json!([$(self.$($part).+.to_tag()),+])
            }

            #[allow(clippy::field_reassign_with_default, reason = "a part may lie two fields deep")]
            fn from_tag(tag: &Json) -> Self {
                let mut parts = list(tag).iter();
                let mut value = Self::default();
                $(value.$($part).+ = <$number>::from_tag(parts.next().expect("a component"));)+
                assert!(parts.next().is_none(), "too many components");
                value
            }

            #[allow(clippy::field_reassign_with_default, reason = "a part may lie two fields deep")]
            fn numbered(next: &mut dyn FnMut(usize, &'static str) -> f64) -> Self {
                let mut value = Self::default();
                $(value.$($part).+ = <$number>::numbered(&mut |index, _| next(index, stringify!($($part).+)));)+
                value
            }
        }
    )*};
}

/// Implements `Tagged` for types whose tagged form is an object of columns of the types `$inner`.
macro_rules! columns {
    ($($type:path: $($part:ident $inner:path),+;)*) => {$(
        impl Tagged for $type {
            fn to_tag(&self) -> Json {
                json!({ $(stringify!($part): self.$part.to_tag()),+ })
            }

            fn from_tag(tag: &Json) -> Self {
                Self { $($part: <$inner>::from_tag(&tag[stringify!($part)])),+ }
            }

            fn numbered(next: &mut dyn FnMut(usize, &'static str) -> f64) -> Self {
                Self { $($part: <$inner>::numbered(&mut |index, name| next(index, joined(stringify!($part), name)))),+ }
            }
        }
    )*};
}

/// Joins the names of a column and its component: `basis` and `x.y` become `basis.x.y`.
///
/// The string is leaked because names of components are static.
fn joined(column: &str, name: &str) -> &'static str {
    format!("{column}.{name}").leak()
}

flat! {
    gdvariant::Vector2, f32: x, y;
    gdvariant::Vector3, f32: x, y, z;
    gdvariant::Rect2, f32: position.x, position.y, size.x, size.y;
    gdvariant::Plane, f32: normal.x, normal.y, normal.z, d;
    gdvariant::Quaternion, f32: x, y, z, w;
    gdvariant::Aabb, f32: position.x, position.y, position.z, size.x, size.y, size.z;
    gdvariant::Color, f32: r, g, b, a;
    gdvariant::Vector4, f32: x, y, z, w;
    gdvariant::Vector2i, i32: x, y;
    gdvariant::Vector3i, i32: x, y, z;
    gdvariant::Vector4i, i32: x, y, z, w;
    gdvariant::Rect2i, i32: position.x, position.y, size.x, size.y;
}

columns! {
    gdvariant::Transform2D: x gdvariant::Vector2, y gdvariant::Vector2, origin gdvariant::Vector2;
    gdvariant::Basis: x gdvariant::Vector3, y gdvariant::Vector3, z gdvariant::Vector3;
    gdvariant::Transform3D: basis gdvariant::Basis, origin gdvariant::Vector3;
    gdvariant::Projection: x gdvariant::Vector4, y gdvariant::Vector4, z gdvariant::Vector4, w gdvariant::Vector4;
}

mod double {
    use super::{Json, Tagged, joined, json, list};
    use gdvariant::double::{
        Aabb, Basis, Plane, Projection, Quaternion, Rect2, Transform2D, Transform3D, Vector2,
        Vector3, Vector4,
    };

    flat! {
        Vector2, f64: x, y;
        Vector3, f64: x, y, z;
        Rect2, f64: position.x, position.y, size.x, size.y;
        Plane, f64: normal.x, normal.y, normal.z, d;
        Quaternion, f64: x, y, z, w;
        Aabb, f64: position.x, position.y, position.z, size.x, size.y, size.z;
        Vector4, f64: x, y, z, w;
    }

    columns! {
        Transform2D: x Vector2, y Vector2, origin Vector2;
        Basis: x Vector3, y Vector3, z Vector3;
        Transform3D: basis Basis, origin Vector3;
        Projection: x Vector4, y Vector4, z Vector4, w Vector4;
    }
}
