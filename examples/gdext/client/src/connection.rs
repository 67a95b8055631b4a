//! A connection to the server.

use crate::conversion::EngineValue;
use godot::classes::stream_peer_socket::Status;
use godot::classes::{PacketPeerStream, StreamPeerTcp};

// The functions of the guide, with their imports.
use gdext_messages::{Reply, Request};
use gdvariant::godot4;
use godot::classes::PacketPeer;
use godot::global::Error;
use godot::prelude::*;

/// Sends a message as one packet. The peer can be of any class, such as WebSocketPeer.
fn send(peer: &mut Gd<PacketPeer>, request: &Request) -> Error {
    match godot4::to_vec(request) {
        Ok(bytes) => peer.put_packet(&PackedByteArray::from(bytes)),
        Err(error) => {
            godot_error!("{error}");
            Error::ERR_INVALID_DATA
        }
    }
}

/// Returns the next message that has arrived. Invalid packets are skipped.
fn receive(peer: &mut Gd<PacketPeer>) -> Option<Reply> {
    while peer.get_available_packet_count() > 0 {
        match godot4::from_slice(peer.get_packet().as_slice()) {
            Ok(reply) => return Some(reply),
            Err(error) => godot_error!("{error}"),
        }
    }
    None
}

/// A connection to the server, with a signal for each message.
#[derive(GodotClass)]
#[class(base = RefCounted, init)]
struct Connection {
    #[init(val = StreamPeerTcp::new_gd())]
    stream: Gd<StreamPeerTcp>,
    #[init(val = PacketPeerStream::new_gd().upcast())]
    peer: Gd<PacketPeer>,
    base: Base<RefCounted>,
}

#[godot_api]
impl Connection {
    #[signal]
    fn welcomed(id: u32);

    #[signal]
    fn moved(position: Vector2, path: PackedVector2Array);

    #[func]
    fn open(&mut self, host: GString, port: i32) -> Error {
        let mut packets = self.peer.clone().cast::<PacketPeerStream>();
        packets.set_stream_peer(&self.stream);
        self.stream.connect_to_host(&host, port)
    }

    /// Emits a signal for each message that has arrived. Returns whether the connection is open.
    #[func]
    fn poll(&mut self) -> bool {
        self.stream.poll();
        if self.stream.get_status() != Status::CONNECTED {
            return false;
        }
        while let Some(reply) = receive(&mut self.peer) {
            match reply {
                Reply::Welcome { id } => self.signals().welcomed().emit(id),
                Reply::Moved { position, path } => {
                    let path: PackedVector2Array =
                        path.into_iter().map(EngineValue::to_engine).collect();
                    self.signals().moved().emit(position.to_engine(), &path);
                }
            }
        }
        true
    }

    #[func]
    fn join(&mut self, name: GString) -> Error {
        send(
            &mut self.peer,
            &Request::Join {
                name: name.to_string(),
            },
        )
    }

    #[func]
    fn walk(&mut self, direction: Vector2) -> Error {
        send(
            &mut self.peer,
            &Request::Walk {
                direction: EngineValue::from_engine(direction),
            },
        )
    }
}
