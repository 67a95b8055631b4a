//! The state of a conversion, and the kinds of converted values.

use super::loss::LossKind;
use super::report::Recorder;
use crate::table::Body;
use crate::{ConvertError, ConvertErrorKind, ElementType, Kind, Layout, TypedArray};
use core::iter::successors;
use core::marker::PhantomData;

/// A conversion from the layout `A` to the layout `B`.
pub(super) struct Conversion<A, B> {
    is_lossy: bool,
    pub(super) recorder: Recorder,
    layouts: PhantomData<(A, B)>,
}

impl<A: Layout, B: Layout> Conversion<A, B> {
    pub(super) fn new(is_lossy: bool, recorder: Recorder) -> Self {
        Self {
            is_lossy,
            recorder,
            layouts: PhantomData,
        }
    }

    /// Returns the error of a value that has no counterpart, unless losses are accepted.
    pub(super) fn lacks(&self, error: impl FnOnce() -> ConvertError) -> Result<(), ConvertError> {
        if self.is_lossy { Ok(()) } else { Err(error()) }
    }

    /// Returns the error of a kind that the target lacks.
    pub(super) fn missing(kind: Kind) -> ConvertError {
        ConvertError::new(ConvertErrorKind::MissingType {
            ty: A::name_of(kind),
            layout: B::TITLE,
        })
    }

    /// Returns the kind that values of a kind become.
    pub(super) fn target(&self, kind: Kind) -> Result<Kind, ConvertError> {
        if B::number_of(kind).is_some() {
            return Ok(kind);
        }
        self.lacks(|| Self::missing(kind))?;
        let mut chain = successors(Some(kind), |kind| kind.nearest());
        chain
            .find(|kind| B::number_of(*kind).is_some())
            .ok_or_else(|| Self::missing(kind))
    }

    /// Returns the kind that values of a kind become, and records a loss if it differs.
    pub(super) fn recorded_target(&mut self, kind: Kind) -> Result<Kind, ConvertError> {
        let target = self.target(kind)?;
        if target != kind {
            let (from, to) = (A::name_of(kind), B::name_of(target));
            self.recorder.lose(|| LossKind::Type { from, to });
        }
        Ok(target)
    }

    /// Returns the kind in which the target can keep the declared type of a typed array.
    pub(super) fn typed_target(kind: Kind) -> Option<Kind> {
        let chain = successors(Some(kind), |kind| kind.nearest());
        let mut candidates = chain.chain(Kind::TYPED_ARRAY);
        candidates.find(|kind| B::typed_array(*kind, TypedArray::default()).is_some())
    }

    /// Returns the declared type that a declared type becomes in a container of this kind.
    pub(super) fn declared(
        &self,
        declared: &ElementType,
        container: Kind,
    ) -> Result<ElementType, ConvertError> {
        Ok(match declared {
            ElementType::Kind(kind) if is_counterpart(*kind, Kind::Array) => {
                let target = Self::typed_target(*kind).unwrap_or(Kind::Array);
                ElementType::Kind(target)
            }
            ElementType::Kind(kind) => self.target(*kind)?.into(),
            ElementType::Script(_) if !is_compared(container) => {
                let layout = B::TITLE;
                self.lacks(|| ConvertError::new(ConvertErrorKind::MissingScript { layout }))?;
                ElementType::Kind(Kind::Object)
            }
            other => other.clone(),
        })
    }

    /// Returns the body of a kind in the target.
    pub(super) fn body(kind: Kind) -> Body {
        B::table_of(kind).map_or(Body::Empty, |table| table.body)
    }
}

/// Returns whether engines compare values with the declared type of a container of this kind, which
/// can be a script. They do not compare those of a typed array that is no Array.
pub(super) fn is_compared(container: Kind) -> bool {
    matches!(container, Kind::Array | Kind::Dictionary)
}

/// Returns whether a typed array of one kind stays one of the same kind, or of its counterpart. An
/// Array without a declared type is no typed array.
pub(super) fn keeps_kind(from: Kind, to: Kind, element: &ElementType) -> bool {
    from == to || is_counterpart(from, to) && !element.is_any()
}

/// Returns whether two kinds are those of an Array with a declared type and of a TypedArray, which have
/// the same content.
fn is_counterpart(one: Kind, other: Kind) -> bool {
    let pair = [Some(one), Some(other)];
    let array = Some(Kind::Array);
    pair == [array, Kind::TYPED_ARRAY] || pair == [Kind::TYPED_ARRAY, array]
}
