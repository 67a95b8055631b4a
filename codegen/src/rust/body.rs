//! The context of the emitters of a body's functions.

use super::names::component;
use super::precision::Precision;
use crate::model::{DoubleBuilds, Row, Schema, Type};
use crate::steps::Step;
use proc_macro2::TokenStream;

/// A type in one precision of a layout, for the emitters of its functions.
pub(super) struct Context<'s> {
    pub(super) schema: &'s Schema,
    pub(super) ty: &'s Type,
    pub(super) precision: Precision,
    pub(super) builds: DoubleBuilds,
    pub(super) steps: Vec<Step<'s>>,
}

impl<'s> Context<'s> {
    pub(super) fn new(
        schema: &'s Schema,
        ty: &'s Type,
        precision: Precision,
        builds: DoubleBuilds,
    ) -> Self {
        Self {
            schema,
            ty,
            precision,
            builds,
            steps: crate::steps::steps(schema, ty),
        }
    }

    /// Returns the least length in bytes of steps.
    pub(super) fn least_length(&self, steps: &[Step<'_>]) -> u32 {
        steps.iter().map(|step| self.least(step)).sum()
    }

    fn least(&self, step: &Step<'_>) -> u32 {
        match step {
            Step::Number(field) => self.length(field.row),
            Step::Text(text) => self.length(text.length.row),
            Step::Value => self.schema.constant("HEADER_LENGTH"),
            Step::Components(table) => table.components().map(|row| self.length(row)).sum(),
            Step::Reject(_)
            | Step::Select(_)
            | Step::Objects
            | Step::Branch(_)
            | Step::Present(..)
            | Step::Repeat(_) => 0,
        }
    }

    /// Returns the length in bytes of a row of fixed length, and 0 for any other.
    fn length(&self, row: &Row) -> u32 {
        self.schema.length_of(row, self.precision.is_double())
    }

    /// Returns the unused bytes before the first repetition of steps.
    pub(super) fn gap(&self, steps: &[Step<'_>]) -> u32 {
        match steps {
            [Step::Components(table)] if self.precision.is_double() => {
                table.gap(self.schema, self.builds)
            }
            _ => 0,
        }
    }

    /// Returns the Rust type of a row's number.
    pub(super) fn number_type(&self, row: &Row) -> TokenStream {
        component(&row.wire, self.precision)
    }
}
