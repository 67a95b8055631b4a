//! Work that is done for whichever layout the command line names.

use crate::args::LayoutName;
use crate::failure::Failure;
use gdvariant::Layout;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A layout whose values have the JSON form: every one.
pub(crate) trait JsonLayout: Layout<Variant: Serialize + DeserializeOwned> {}

impl<L: Layout<Variant: Serialize + DeserializeOwned>> JsonLayout for L {}

/// What can be done for any layout.
pub(crate) trait Job {
    /// Does it for the layout `L`.
    fn run<L: JsonLayout>(self) -> Result<(), Failure>;
}

/// Does a job for a layout, if it is built in.
pub(crate) fn dispatch(layout: LayoutName, job: impl Job) -> Result<(), Failure> {
    match layout {
        #[cfg(feature = "godot3")]
        LayoutName::Godot3 => job.run::<gdvariant::Godot3>(),
        #[cfg(all(feature = "godot3", feature = "double"))]
        LayoutName::Godot3Double => job.run::<gdvariant::Godot3Double>(),
        #[cfg(feature = "pandemonium")]
        LayoutName::Pandemonium => job.run::<gdvariant::Pandemonium>(),
        #[cfg(all(feature = "pandemonium", feature = "double"))]
        LayoutName::PandemoniumDouble => job.run::<gdvariant::PandemoniumDouble>(),
        #[cfg(not(all(feature = "godot3", feature = "pandemonium", feature = "double")))]
        absent => Err(not_built_in(absent)),
    }
}

#[cfg(not(all(feature = "godot3", feature = "pandemonium", feature = "double")))]
fn not_built_in(layout: LayoutName) -> Failure {
    let (name, features) = match layout {
        LayoutName::Godot3 => ("godot3", "godot3"),
        LayoutName::Godot3Double => ("godot3_double", "godot3,double"),
        LayoutName::Pandemonium => ("pandemonium", "pandemonium"),
        LayoutName::PandemoniumDouble => ("pandemonium_double", "pandemonium,double"),
    };
    Failure::Usage(format!(
        "the layout {name} is not built in; install it with: cargo install gdvariant-cli --features {features}"
    ))
}
