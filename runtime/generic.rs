//! The functions of the layouts' modules with options, for any engine.

#[cfg(feature = "inspect")]
pub use crate::access::encoded::bytes_at_path;
pub use crate::access::path::{
    at_path, component_at_path, format_path, remove_at_path, resolved_path, set_at_path,
};
pub use crate::codec::{
    encode_into, encoded_len, from_slice, from_slice_prefix, from_variant, to_variant, to_vec,
};
#[cfg(feature = "std")]
pub use crate::codec::{from_reader, to_writer};
#[cfg(feature = "std")]
pub use crate::framing::io::{read_framed, write_framed};
pub use crate::text::{display, parse, parse_values};

/// The structure of values of every layout, and their construction, for the program and for the
/// packages in other languages.
#[doc(hidden)]
pub mod structure {
    #[cfg(all(feature = "std", feature = "inspect"))]
    pub use crate::any::layout::{BuildAny, DecodedValue, VisitAny, build_any, visit_any};
    pub use crate::codec::coerce::encode_exactly;
    pub use crate::value::view::{AsView, Numbers, View, ViewMut};
    pub use crate::value::view::{Build, Content};
    pub use crate::wire::fields::Number;
    pub use crate::wire::fields::{ComponentType, component_types};
}
