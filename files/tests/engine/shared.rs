//! An engine that is shared by tests.

use crate::engine::Engine;
use crate::live::LiveLayout;
use libtest_mimic::Trial;
use std::sync::{Arc, Mutex, PoisonError};

/// An engine that stays alive between tests.
pub(crate) struct Shared<E: LiveLayout>(Arc<Mutex<Option<Engine<E>>>>);

impl<E: LiveLayout> Shared<E> {
    pub(crate) fn new() -> Self {
        Self(Arc::default())
    }

    /// Creates a test that uses the engine. A failed test ends the engine, and the next test starts
    /// a new one.
    pub(crate) fn trial(
        &self,
        name: &str,
        test: impl FnOnce(&mut Engine<E>) + Send + 'static,
    ) -> Trial {
        let shared = Self(Arc::clone(&self.0));
        Trial::test(format!("{}::{name}", E::LAYOUT.name), move || {
            let mut engine = shared.take_engine().unwrap_or_else(Engine::start);
            test(&mut engine);
            shared.put_engine(engine);
            Ok(())
        })
    }

    /// Ends the engine.
    pub(crate) fn end(&self) {
        drop(self.take_engine());
    }

    fn take_engine(&self) -> Option<Engine<E>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn put_engine(&self, engine: Engine<E>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(engine);
    }
}
