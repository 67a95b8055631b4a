//! An engine that tests share.

use crate::engine::Engine;
use crate::live::Live;
use libtest_mimic::Trial;
use std::sync::{Arc, Mutex, PoisonError};

/// The engine, kept alive from test to test.
pub(crate) struct Shared<L: Live>(Arc<Mutex<Option<Engine<L>>>>);

impl<L: Live> Shared<L> {
    pub(crate) fn new() -> Self {
        Self(Arc::default())
    }

    /// A test with the engine. One that fails takes the engine with it, and the next begins with a
    /// new one.
    pub(crate) fn trial(
        &self,
        name: &str,
        test: impl FnOnce(&mut Engine<L>) + Send + 'static,
    ) -> Trial {
        let shared = Self(Arc::clone(&self.0));
        Trial::test(format!("{}::{name}", L::NAME), move || {
            let mut engine = shared.take().unwrap_or_else(Engine::start);
            test(&mut engine);
            shared.put(engine);
            Ok(())
        })
    }

    /// Ends the engine.
    pub(crate) fn end(&self) {
        drop(self.take());
    }

    fn take(&self) -> Option<Engine<L>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn put(&self, engine: Engine<L>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(engine);
    }
}
