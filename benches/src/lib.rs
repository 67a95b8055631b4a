//! What reading and writing cost, beside memcpy, the engine and other formats.

pub mod contestant;
pub mod growth;
pub mod ours;
pub mod payloads;
pub mod peers;
pub mod singles;

use contestant::{Contestant, Contestants};
use payloads::encoded;
use singles::Single;

/// What the contestants read: every payload's bytes, as the engine writes them.
#[derive(Debug)]
pub struct Inputs {
    snapshot: Vec<u8>,
    mesh: Vec<u8>,
    rpc: Vec<u8>,
    strings: Vec<u8>,
    ints: Vec<u8>,
    keys: Vec<u8>,
    nest: Vec<u8>,
    singles: [Single; 5],
}

impl Inputs {
    /// Makes all payloads.
    #[must_use]
    pub fn new() -> Self {
        Self {
            snapshot: encoded(&payloads::snapshot()),
            mesh: encoded(&payloads::mesh()),
            rpc: encoded(&payloads::rpc()),
            strings: encoded(&payloads::strings()),
            ints: encoded(&payloads::ints()),
            keys: encoded(&payloads::keys()),
            nest: encoded(&payloads::nest()),
            singles: singles::all(),
        }
    }

    /// The payloads that the engine's own benchmark has, by its names for them.
    #[must_use]
    pub fn of_the_engine(&self) -> [(&'static str, &[u8]); 5] {
        [("snapshot", &self.snapshot), ("mesh", &self.mesh), ("rpc", &self.rpc), ("strings", &self.strings), ("ints", &self.ints)]
    }
}

impl Default for Inputs {
    fn default() -> Self {
        Self::new()
    }
}

/// Every way to read and to write, on every payload. Each is tried before it is listed: it gives the right bytes or the right value.
///
/// # Panics
///
/// When one does not.
#[must_use]
pub fn contestants(inputs: &Inputs) -> Vec<Contestant<'_>> {
    let mut list = Contestants::default();
    snapshot(&mut list, &inputs.snapshot);
    mesh(&mut list, &inputs.mesh);
    rpc(&mut list, &inputs.rpc);
    strings(&mut list, &inputs.strings);
    ints(&mut list, &inputs.ints);
    keys(&mut list, &inputs.keys);
    nest(&mut list, &inputs.nest);
    for single in &inputs.singles {
        singles::add(&mut list, single);
    }
    list.finish()
}

fn snapshot<'p>(list: &mut Contestants<'p>, bytes: &'p [u8]) {
    list.payload("snapshot");
    ours::dynamic(list, bytes);
    ours::owned::<payloads::Snapshot>(list, bytes);
    ours::borrowed::<payloads::SnapshotRef<'_>>(list, bytes);
    ours::serde_borrowed::<payloads::SnapshotSerdeRef<'_>>(list, bytes);
    peers::all(list, &peers::plain::Snapshot::from(&payloads::snapshot()));
}

fn mesh<'p>(list: &mut Contestants<'p>, bytes: &'p [u8]) {
    list.payload("mesh");
    ours::dynamic(list, bytes);
    ours::owned::<payloads::Mesh>(list, bytes);
    ours::borrowed::<payloads::MeshRef<'_>>(list, bytes);
    peers::all(list, &peers::plain::Mesh::from(&payloads::mesh()));
}

fn rpc<'p>(list: &mut Contestants<'p>, bytes: &'p [u8]) {
    list.payload("rpc");
    ours::dynamic(list, bytes);
    ours::owned::<payloads::RpcOwned>(list, bytes);
    ours::borrowed::<payloads::Rpc<'_>>(list, bytes);
    ours::serde_borrowed::<payloads::Rpc<'_>>(list, bytes);
    peers::all(list, &peers::plain::rpc(payloads::rpc()));
}

fn strings<'p>(list: &mut Contestants<'p>, bytes: &'p [u8]) {
    list.payload("strings");
    ours::dynamic(list, bytes);
    ours::owned::<payloads::Strings>(list, bytes);
    ours::borrowed::<payloads::StringsRef<'_>>(list, bytes);
    ours::serde_borrowed::<payloads::StringsRef<'_>>(list, bytes);
    peers::all(list, &peers::plain::Strings::from(payloads::strings()));
}

fn ints<'p>(list: &mut Contestants<'p>, bytes: &'p [u8]) {
    list.payload("ints");
    ours::dynamic(list, bytes);
    ours::owned::<Vec<i64>>(list, bytes);
    peers::all(list, &payloads::ints());
}

fn keys<'p>(list: &mut Contestants<'p>, bytes: &'p [u8]) {
    list.payload("keys");
    ours::dynamic(list, bytes);
    ours::owned::<payloads::Keys>(list, bytes);
    peers::all(list, &payloads::keys());
}

/// Typed peers would need options against their own limits of depth here, or cannot hold a type that recurses.
fn nest<'p>(list: &mut Contestants<'p>, bytes: &'p [u8]) {
    list.payload("nest");
    ours::dynamic(list, bytes);
    ours::owned::<payloads::Nest>(list, bytes);
    peers::dynamic(list, &payloads::nest());
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    /// With a stack for the peers, which take more of it for the nest than a debug build's tests have.
    fn with_stack(test: impl FnOnce() + Send + 'static) {
        thread::Builder::new().stack_size(32 << 20).spawn(test).expect("a thread").join().expect("it passes");
    }

    #[test]
    fn every_contestant_is_right() {
        with_stack(|| {
            let inputs = Inputs::new();
            for contestant in &mut contestants(&inputs) {
                contestant.run(1);
            }
        });
    }

    #[test]
    fn names_are_unique() {
        with_stack(|| {
            let inputs = Inputs::new();
            let contestants = contestants(&inputs);
            let mut names: Vec<_> = contestants.iter().map(|contestant| (contestant.payload, contestant.way.name())).collect();
            let count = names.len();
            assert!(count > 150, "{count}");
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count);
        });
    }
}
