//! Connections of the engine on loopback, at a free port and with a timeout.

use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

/// The timeout for each action of the engine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

/// A listening socket for the engine.
pub(crate) struct Listener(TcpListener);

impl Listener {
    pub(crate) fn new() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port on loopback");
        listener.set_nonblocking(true).expect("a listener can wait");
        Self(listener)
    }

    /// Returns the address with the port.
    pub(crate) fn address(&self) -> String {
        self.0.local_addr().expect("it is bound").to_string()
    }

    /// Waits for the connection of the engine.
    ///
    /// Calls `check` repeatedly; an error of `check` ends the wait.
    pub(crate) fn accept(
        &self,
        mut check: impl FnMut() -> io::Result<()>,
    ) -> io::Result<TcpStream> {
        let start = Instant::now();
        while start.elapsed() < TIMEOUT {
            match self.0.accept() {
                Ok((stream, _)) => return with_timeout(stream),
                Err(error) if error.kind() != ErrorKind::WouldBlock => return Err(error),
                Err(_) => thread::sleep(Duration::from_millis(1)),
            }
            check()?;
        }
        Err(ErrorKind::TimedOut.into())
    }
}

/// Configures a stream to block with a timeout, and to send without delay.
fn with_timeout(stream: TcpStream) -> io::Result<TcpStream> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    Ok(stream)
}
