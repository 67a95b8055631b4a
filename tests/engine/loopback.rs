//! Connections from the engine: on loopback, at a port that is free, and none waits forever.

use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

/// How long the engine may take for anything.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Where the engine connects to.
pub(crate) struct Door(TcpListener);

impl Door {
    pub(crate) fn new() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port on loopback");
        listener.set_nonblocking(true).expect("a listener can wait");
        Self(listener)
    }

    /// Returns the address and the port.
    pub(crate) fn address(&self) -> String {
        self.0.local_addr().expect("it is bound").to_string()
    }

    /// The engine's connection, for as long as `check` finds nothing wrong.
    pub(crate) fn accept(
        &self,
        mut check: impl FnMut() -> io::Result<()>,
    ) -> io::Result<TcpStream> {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            match self.0.accept() {
                Ok((stream, _)) => return patient(stream),
                Err(error) if error.kind() != ErrorKind::WouldBlock => return Err(error),
                Err(_) => thread::sleep(Duration::from_millis(1)),
            }
            check()?;
        }
        Err(ErrorKind::TimedOut.into())
    }
}

/// Returns a stream that blocks, but not forever, and sends at once.
fn patient(stream: TcpStream) -> io::Result<TcpStream> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    Ok(stream)
}
