//! The modules of the layouts, and the lists of all layouts; generated from the files of
//! `schema/layouts/`.

pub(crate) mod functions;

include!(concat!(env!("OUT_DIR"), "/layouts.rs"));

/// Evaluates an expression with the layout that has a name, for [`each_layout!`].
macro_rules! for_layout {
    ({ $name:expr, $layout:ident => $body:expr, else $otherwise:expr } $({ $module:ident $marker:ident $types:tt })*) => {
        match $name {
            $(name if name == <crate::$marker as crate::Engine>::LAYOUT.name => {
                type $layout = crate::$marker;
                $body
            })*
            _ => $otherwise,
        }
    };
}

/// Decodes bytes that a layout has validated, given its index in the list of all layouts.
///
/// Returns `None` if the Variant of the layout is not `V`.
#[cfg(feature = "serde")]
pub(crate) fn decode_validated<V: Default + 'static>(
    index: usize,
    bytes: &[u8],
) -> Option<Result<V, crate::DecodeError>> {
    use crate::Engine;
    use core::any::Any;

    // The default `max_depth` suffices, because this value is the outermost one.
    let options = crate::DecodeOptions::new().allow_objects(true);
    each_layout!(for_layout {
        crate::table::layout::LAYOUTS.get(index)?.name,
        E => {
            let decode = || crate::generic::from_slice::<E, <E as Engine>::Variant>(bytes, options);
            let mut value = Some(<<E as Engine>::Variant>::default());
            let place: &mut dyn Any = &mut value;
            place.is::<Option<V>>().then(|| {
                decode().map(|decoded| {
                    let mut decoded = Some(decoded);
                    let same = (&mut decoded as &mut dyn Any).downcast_mut::<Option<V>>();
                    same.and_then(Option::take).unwrap_or_default()
                })
            })
        },
        else None
    })
}
