//! The target of encoding: the oldest version of the engine that has to decode the output.

use crate::table::layout::Layout;
use crate::{EncodeError, EncodeErrorKind, EngineVersion, Kind};

/// The oldest engine version that has to decode the output, and what it lacks or accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Target {
    /// The version; `None` for the newest one.
    pub(crate) version: Option<EngineVersion>,
    /// Whether types that the version lacks are replaced.
    pub(crate) falls_back: bool,
    /// Whether values of a Dictionary may have another type than it declares.
    pub(crate) accepts_undeclared: bool,
}

impl Target {
    /// The newest version of the engine, which has all types of the layout.
    pub(crate) const NEWEST: Self = Self {
        version: None,
        falls_back: false,
        accepts_undeclared: false,
    };

    /// Rejects a version that the schema does not describe for the layout.
    #[inline]
    pub(crate) fn check(self, layout: &Layout) -> Result<(), EncodeError> {
        match self.version {
            None => Ok(()),
            Some(target) => check_version(layout, target),
        }
    }

    /// Returns whether the target lacks a kind or its declared types, and a fallback replaces them.
    ///
    /// `since` is the version that added the kind or its declared types.
    ///
    /// # Errors
    ///
    /// Returns an error if the target lacks the kind or its declared types, and there is no
    /// fallback.
    #[cold]
    pub(crate) fn fallback(
        self,
        layout: &Layout,
        kind: Kind,
        is_declared: bool,
        since: EngineVersion,
    ) -> Result<bool, EncodeError> {
        let Some(target) = self.version.filter(|version| *version < since) else {
            return Ok(false);
        };
        if self.falls_back {
            return Ok(true);
        }
        Err(EncodeError::new(EncodeErrorKind::NotInTarget {
            kind,
            layout: layout.name,
            is_declared,
            since,
            target,
        }))
    }
}

#[cold]
fn check_version(layout: &Layout, target: EngineVersion) -> Result<(), EncodeError> {
    let (oldest, newest) = (layout.oldest, layout.newest);
    if (oldest..=newest).contains(&target) {
        return Ok(());
    }
    Err(EncodeError::new(EncodeErrorKind::UnknownTarget {
        target,
        layout: layout.name,
        oldest,
        newest,
    }))
}
