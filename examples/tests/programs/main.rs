//! The examples without an engine: servers with well-behaved and hostile clients, messages and saves.

#![allow(
    clippy::duplicate_mod,
    reason = "each server is a program with its own copy of limits.rs"
)]

#[path = "../../protocol.rs"]
#[allow(dead_code, reason = "its main is for users")]
mod messages;
mod protocol;
#[path = "../../savefile.rs"]
#[allow(dead_code, reason = "its main is for users")]
mod savefile;
mod saves;
mod tcp;
#[path = "../../tcp_server.rs"]
#[allow(dead_code, reason = "its main is for users")]
mod tcp_server;
mod udp;
#[path = "../../udp_server.rs"]
#[allow(dead_code, reason = "its main is for users")]
mod udp_server;
mod websocket;
#[path = "../../websocket_server.rs"]
#[allow(dead_code, reason = "its main is for users")]
mod websocket_server;

use std::time::Duration;

/// The time in which anything that a test waits for has to happen.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Waits for a future, at most for [`TIMEOUT`].
async fn within<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(TIMEOUT, future)
        .await
        .expect("it takes too long")
}
