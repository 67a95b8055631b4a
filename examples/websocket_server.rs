//! A chat server over WebSocket, with limits for everything that a client can send or keep open.
//!
//! Every binary message is one value. Clients call `put_var` of a `WebSocketPeer`, such as
//! `examples/clients/websocket_client.gd` for Godot 4. For Godot 3, replace `godot4` with `godot3`
//! in this file; the client names what differs in scripts.
//!
//! Games in a browser need `wss://`: a proxy, such as nginx or Caddy, adds TLS. All clients then
//! have the address of the proxy: set `clients_per_address` to `clients`, and let the proxy limit
//! the connections of each address.
//!
//! ```text
//! cargo run -p gdvariant-examples --features websocket --bin websocket_server -- 127.0.0.1:4323
//! godot --headless -s examples/clients/websocket_client.gd -- 4323
//! ```

pub(crate) mod limits;

use futures_util::{SinkExt, StreamExt};
use gdvariant::godot4;
use limits::{Acceptor, Clients, Limits, Rate};
use std::error::Error;
use std::net::SocketAddr;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::error::Error as WsError;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Message};
use tokio_tungstenite::{WebSocketStream, accept_async_with_config};

/// A message of a client, such as `{"op": Op.JOIN, "name": "Ada"}`, with the same numbers as
/// `enum Op { JOIN, SAY }` in a script.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant)]
#[variant(tag = "op", repr = "int")]
pub(crate) enum Request {
    /// The first message.
    Join { name: String },
    /// Says something to all clients.
    Say { text: String },
}

/// A message of the server: `enum Event { WELCOME, REJECTED, SAID, MISSED }` in a script.
#[derive(Debug, Clone, PartialEq, gdvariant::Variant)]
#[variant(tag = "op", repr = "int")]
pub(crate) enum Reply<'a> {
    /// The client has joined.
    Welcome,
    /// The last message had no effect. The connection stays open.
    Rejected { reason: String },
    /// A client, also the receiver, has said something.
    Said { name: &'a str, text: &'a str },
    /// Clients have said more than the server keeps: the receiver misses this many messages.
    Missed { messages: u64 },
}

/// Every message contains the name of its sender.
const MAX_NAME_LENGTH: usize = 32;

/// Why the server closes a connection.
type Reason = (CloseCode, &'static str);

const STOPS: Reason = (CloseCode::Away, "the server stops");

/// Serves until `shutdown` completes.
pub(crate) async fn serve(
    listener: TcpListener,
    limits: Limits,
    shutdown: impl Future<Output = ()>,
) {
    // What clients have said, encoded once for all clients.
    let (said, _) = broadcast::channel::<Bytes>(64);
    let (running, stopped) = watch::channel(());
    let (mut connections, mut clients) = (Acceptor::new(listener), Clients::default());
    tokio::pin!(shutdown);
    loop {
        tokio::select! {
            (socket, address) = connections.next() => {
                let (said, stopped) = (said.clone(), stopped.clone());
                clients.start(socket, address, &limits, refused, |socket| async move {
                    if let Err(error) = client(socket, limits, said, stopped).await {
                        eprintln!("{address}: {error}");
                    }
                });
            }
            Some(()) = clients.next_left() => {}
            () = &mut shutdown => break,
        }
    }
    drop(running);
    clients.leave(limits.send * 2).await;
}

/// Returns the answer to the HTTP request of a client that is not accepted.
fn refused(reason: &str) -> Vec<u8> {
    format!("HTTP/1.1 503 {reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n").into_bytes()
}

/// Serves a client. Returns errors of connections that cannot be used any more.
async fn client(
    socket: TcpStream,
    limits: Limits,
    said: broadcast::Sender<Bytes>,
    stopped: watch::Receiver<()>,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    // Otherwise, short messages wait for acknowledgements of earlier ones.
    socket.set_nodelay(true)?;
    let address = socket.peer_addr()?;
    let length = limits.message_length as usize;
    let config = WebSocketConfig::default()
        .read_buffer_size(length)
        .write_buffer_size(0)
        .max_message_size(Some(length))
        .max_frame_size(Some(length));
    let handshake = accept_async_with_config(socket, Some(config));
    let mut connection = timeout(limits.join, handshake).await??;
    let (code, reason) = converse(&mut connection, address, &limits, &said, stopped).await?;
    let reason = reason.into();
    let closed = async {
        connection.close(Some(CloseFrame { code, reason })).await?;
        // Closing a connection with unread bytes would discard the reason.
        tokio::io::copy(connection.get_mut(), &mut tokio::io::sink()).await?;
        Ok::<_, WsError>(())
    };
    timeout(limits.send, closed).await.ok();
    Ok(())
}

/// Exchanges messages with a client, and returns why the server closes the connection.
async fn converse(
    connection: &mut WebSocketStream<TcpStream>,
    address: SocketAddr,
    limits: &Limits,
    said: &broadcast::Sender<Bytes>,
    mut stopped: watch::Receiver<()>,
) -> Result<Reason, Box<dyn Error + Send + Sync>> {
    let (mut rate, mut name) = (Rate::new(), None);
    let mut hears = said.subscribe();
    let mut deadline = Instant::now() + limits.join;
    loop {
        let reply = tokio::select! {
            message = connection.next() => {
                let packet = match message {
                    Some(Ok(Message::Binary(packet))) => Some(packet),
                    // A client that sets `heartbeat_interval` is not idle. The next call of `next`
                    // sends the answers to pings and to `Close`.
                    Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Close(_))) => None,
                    None => return Ok((CloseCode::Normal, "")),
                    Some(Ok(_)) => return Ok((CloseCode::Unsupported, "a message is not binary")),
                    Some(Err(WsError::Capacity(_))) => {
                        return Ok((CloseCode::Size, "a message is too long"));
                    }
                    Some(Err(error)) => return Err(error.into()),
                };
                if rate.is_exceeded(limits) {
                    return Ok((CloseCode::Policy, "too many messages"));
                }
                let reply = match packet.as_deref().map(godot4::from_slice) {
                    None => Ok(None),
                    Some(Ok(request)) => handle(request, &mut name, said),
                    Some(Err(error)) => {
                        // The advice of the error is for the developers of the server.
                        eprintln!("{address}: {error:#}");
                        Err(error.to_string())
                    }
                };
                if name.is_some() {
                    deadline = Instant::now() + limits.idle;
                }
                match reply.unwrap_or_else(|reason| Some(Reply::Rejected { reason })) {
                    Some(reply) => godot4::to_vec(&reply)?.into(),
                    None => continue,
                }
            }
            message = hears.recv() => match message {
                Ok(message) if name.is_some() => message,
                // Others say more than the queue holds: this client is not slow.
                Err(RecvError::Lagged(messages)) if name.is_some() => {
                    godot4::to_vec(&Reply::Missed { messages })?.into()
                }
                Ok(_) | Err(RecvError::Lagged(_)) => continue,
                Err(RecvError::Closed) => return Ok(STOPS),
            },
            _ = stopped.changed() => return Ok(STOPS),
            () = sleep_until(deadline) => {
                let reason = if name.is_some() { "idle" } else { "not joined" };
                return Ok((CloseCode::Policy, reason));
            }
        };
        // A client that does not take a message in time is too slow.
        timeout(limits.send, connection.send(Message::Binary(reply))).await??;
    }
}

/// Handles a request, and returns the reply to its client, or the reason if it has no effect.
fn handle(
    request: Request,
    name: &mut Option<String>,
    said: &broadcast::Sender<Bytes>,
) -> Result<Option<Reply<'static>>, String> {
    match (request, &*name) {
        (Request::Join { .. }, Some(_)) => Err("join: joined already".into()),
        (Request::Join { name: new }, None) => {
            if !(1..=MAX_NAME_LENGTH).contains(&new.chars().count()) {
                return Err(format!("name: expected 1 to {MAX_NAME_LENGTH} characters"));
            }
            *name = Some(new);
            Ok(Some(Reply::Welcome))
        }
        (Request::Say { .. }, None) => Err("say: not joined".into()),
        (Request::Say { text }, Some(name)) => {
            let message = Reply::Said { name, text: &text };
            let message = godot4::to_vec(&message).map_err(|error| error.to_string())?;
            said.send(message.into()).ok(); // Fails only without clients.
            Ok(None)
        }
    }
}

/// `websocket_server [ADDRESS]`
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = std::env::args().nth(1);
    let listener = TcpListener::bind(address.as_deref().unwrap_or("127.0.0.1:4323")).await?;
    println!("listening on {}", listener.local_addr()?);
    let shutdown = async { drop(tokio::signal::ctrl_c().await) };
    serve(listener, Limits::DEFAULT, shutdown).await;
    Ok(())
}
