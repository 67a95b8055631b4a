//! Constants of types in scripts, such as `Vector2.ZERO`.

use super::keyed::keyed;
use super::tables::Row;

/// A constant of a type in the scripts of an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptConstant {
    /// Its name, such as `ZERO`.
    pub name: String,
    /// Its components.
    pub components: ScriptComponents,
}

/// The components of a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScriptComponents {
    /// Each component is this number.
    Each(i32),
    /// Each component is infinite.
    Infinite,
    /// These components are other numbers than in a new value of the type.
    Differing(Vec<(String, i32)>),
}

impl ScriptComponents {
    /// Returns the component of a row.
    #[must_use]
    pub fn of(&self, row: &Row) -> f64 {
        match self {
            Self::Each(number) => (*number).into(),
            Self::Infinite => f64::INFINITY,
            Self::Differing(numbers) => {
                let mut numbers = numbers.iter();
                let number = numbers.find(|(name, _)| *name == row.name);
                number.map_or(row.initial, |(_, number)| *number).into()
            }
        }
    }
}

keyed!(ScriptConstant: name);
