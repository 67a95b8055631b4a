//! Values that refer to something in the running engine: RIDs, Callables and Signals.

use alloc::string::String;

/// A handle to a resource of the running engine.
///
/// Godot 4 encodes the id. The other layouts encode nothing: every RID is decoded as the empty one,
/// and encoding an id other than 0 fails.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Rid, godot3};
///
/// assert_eq!(godot3::from_slice::<Rid>(&godot3::to_vec(&Rid::default())?)?.id(), 0);
/// assert!(godot3::to_vec(&Rid::new(7)).is_err());
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Rid {
    id: u64,
}

impl Rid {
    /// Creates a handle with an id; 0 refers to no resource.
    #[must_use]
    pub const fn new(id: u64) -> Self {
        Self { id }
    }

    /// Returns the id; 0 if the handle refers to no resource.
    #[must_use]
    pub const fn id(self) -> u64 {
        self.id
    }
}

/// A method of an object, or a lambda. Engines encode nothing of it, and decode an empty Callable.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Callable, godot4};
///
/// assert_eq!(godot4::from_slice::<Callable>(&godot4::to_vec(&Callable)?)?, Callable);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Callable;

/// A signal of an object: its name, and the id of the object in the engine that encoded it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Signal<S = String> {
    /// The name; empty for a null signal.
    pub name: S,
    /// The id of the object; 0 for a null signal.
    pub id: u64,
}

impl<S: AsRef<str>> Signal<S> {
    /// Returns the same signal with a borrowed name.
    ///
    /// ```
    /// use gdvariant::Signal;
    ///
    /// let signal = Signal { name: String::from("pressed"), id: 1288 };
    /// assert_eq!(signal.borrowed(), Signal { name: "pressed", id: 1288 });
    /// ```
    pub fn borrowed(&self) -> Signal<&str> {
        Signal {
            name: self.name.as_ref(),
            id: self.id,
        }
    }
}

impl From<Signal<&str>> for Signal {
    fn from(signal: Signal<&str>) -> Self {
        Self {
            name: signal.name.into(),
            id: signal.id,
        }
    }
}
