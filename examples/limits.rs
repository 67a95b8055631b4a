//! The limits of a server: how many clients it accepts, and what each client may send.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{Id, JoinSet};
use tokio::time::{Instant, sleep_until};

/// The limits of a server. `DEFAULT` fits a small game: change them to what your game sends.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// The maximum length of a message from a client, in bytes.
    pub(crate) message_length: u32,
    /// Twice what an honest client sends: messages that the network delays arrive together.
    pub(crate) messages_per_second: u32,
    pub(crate) clients: usize,
    /// Players behind one router share an IPv4 address.
    pub(crate) clients_per_address: usize,
    /// The time in which a new client has to join.
    pub(crate) join: Duration,
    /// The time in which a client that has joined has to send its next message.
    pub(crate) idle: Duration,
    /// The time in which a client has to take a message, also the last message before its
    /// connection is closed.
    pub(crate) send: Duration,
}

impl Limits {
    pub(crate) const DEFAULT: Self = Self {
        message_length: 1024,
        // Games send at most one message in each physics frame: 60 per second in Godot.
        messages_per_second: 120,
        clients: 256,
        clients_per_address: 16,
        join: Duration::from_secs(5),
        idle: Duration::from_secs(30),
        send: Duration::from_secs(2),
    };

    /// Returns why a server with clients at these addresses accepts no other from `address`.
    pub(crate) fn refusal<'a>(
        &self,
        connected: impl ExactSizeIterator<Item = &'a SocketAddr>,
        address: SocketAddr,
    ) -> Option<&'static str> {
        if connected.len() >= self.clients {
            return Some("the server is full");
        }
        let same = connected.filter(|other| network(**other) == network(address));
        (same.count() >= self.clients_per_address).then_some("too many clients with this address")
    }
}

/// Returns what identifies a subscriber: an IPv4 address, or the first half of an IPv6 address.
fn network(address: SocketAddr) -> IpAddr {
    match address.ip().to_canonical() {
        IpAddr::V6(ip) => IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() >> 64 << 64)),
        ip @ IpAddr::V4(_) => ip,
    }
}

/// Accepts connections.
pub(crate) struct Acceptor {
    listener: TcpListener,
    resumes: Instant,
}

impl Acceptor {
    pub(crate) fn new(listener: TcpListener) -> Self {
        let resumes = Instant::now();
        Self { listener, resumes }
    }

    /// Waits for the next connection. `select!` can cancel this function without losing one.
    ///
    /// Without free file descriptors, the listener returns the same error until another connection
    /// is closed, so this function waits after each error.
    pub(crate) async fn next(&mut self) -> (TcpStream, SocketAddr) {
        loop {
            sleep_until(self.resumes).await;
            match self.listener.accept().await {
                Ok(connection) => return connection,
                Err(error) => eprintln!("accept: {error}"),
            }
            self.resumes = Instant::now() + Duration::from_millis(50);
        }
    }
}

/// The tasks of the connected clients.
#[derive(Default)]
pub(crate) struct Clients {
    tasks: JoinSet<()>,
    addresses: HashMap<Id, SocketAddr>,
}

impl Clients {
    /// Starts the task of a client, or writes `refused`, with the reason, to its connection.
    pub(crate) fn start<F: Future<Output = ()> + Send + 'static>(
        &mut self,
        socket: TcpStream,
        address: SocketAddr,
        limits: &Limits,
        refused: impl FnOnce(&'static str) -> Vec<u8>,
        task: impl FnOnce(TcpStream) -> F,
    ) {
        let Some(reason) = limits.refusal(self.addresses.values(), address) else {
            let id = self.tasks.spawn(task(socket)).id();
            self.addresses.insert(id, address);
            return;
        };
        // A new connection can buffer a short message, so this takes no time. A failure has no
        // effect: the connection is closed anyway.
        let written = socket
            .into_std()
            .and_then(|mut socket| std::io::Write::write(&mut socket, &refused(reason)));
        drop(written);
    }

    /// Waits until a client has left. Returns `None` if there is none.
    pub(crate) async fn next_left(&mut self) -> Option<()> {
        let id = match self.tasks.join_next_with_id().await? {
            Ok((id, ())) => id,
            Err(error) => error.id(),
        };
        self.addresses.remove(&id);
        Some(())
    }

    /// Waits until all clients have left, at most for `time`. Then drops the others.
    pub(crate) async fn leave(mut self, time: Duration) {
        let all = async { while self.next_left().await.is_some() {} };
        tokio::time::timeout(time, all).await.ok();
    }
}

/// Counts the messages of a client in each second.
pub(crate) struct Rate {
    since: Instant,
    count: u32,
}

impl Rate {
    pub(crate) fn new() -> Self {
        Self {
            since: Instant::now(),
            count: 0,
        }
    }

    /// Counts a message, and returns whether the client sends too many.
    pub(crate) fn is_exceeded(&mut self, limits: &Limits) -> bool {
        if self.since.elapsed() >= Duration::from_secs(1) {
            *self = Self::new();
        }
        self.count += 1;
        self.count > limits.messages_per_second
    }
}
