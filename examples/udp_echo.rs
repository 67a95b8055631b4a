//! Sends every value back to whoever sent it, over UDP: the smallest server that a Godot 3 game can
//! talk to with `PacketPeerUDP`.
//!
//! A packet is a value alone, without a length in front. Text and pool arrays are borrowed from the
//! packet, and one buffer serves all that is sent.
//!
//! ```text
//! cargo run --example udp_echo -- 127.0.0.1:4322
//! godot3-server --no-window -s examples/clients/udp_client.gd 4322
//! ```

use gdvariant::godot3::{self, VariantRef};
use gdvariant::{EncodeError, EncodeOptions};
use std::error::Error;
use std::net::UdpSocket;

/// The most that a packet of UDP can hold.
const LONGEST: u16 = 65_507;

/// Echoes so many packets, or all that come.
pub(crate) fn echo(socket: &UdpSocket, count: Option<usize>) -> std::io::Result<()> {
    let mut received = vec![0; LONGEST.into()];
    let mut sent = Vec::new();
    for _ in 0..count.unwrap_or(usize::MAX) {
        let (length, sender) = socket.recv_from(&mut received)?;
        sent.clear();
        if let Err(error) = answer(&received[..length], &mut sent) {
            eprintln!("nothing for {sender}: {error}");
            continue;
        }
        // A sender that has gone is no reason to end.
        socket.send_to(&sent, sender).ok();
    }
    Ok(())
}

/// The value that the packet holds; or a text that says what is wrong with the packet.
fn answer(packet: &[u8], sent: &mut Vec<u8>) -> Result<(), EncodeError> {
    let options = EncodeOptions::new().max_length(LONGEST.into());
    match godot3::from_slice::<VariantRef<'_>>(packet) {
        Ok(value) => godot3::encode_into_with(&value, sent, options),
        Err(error) => godot3::encode_into_with(&error.to_string(), sent, options),
    }
}

/// `udp_echo [ADDRESS [COUNT]]`
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let address = arguments.next().unwrap_or_else(|| "127.0.0.1:4322".into());
    let count = arguments.next().map(|count| count.parse()).transpose()?;
    let socket = UdpSocket::bind(address)?;
    println!("listening on {}", socket.local_addr()?);
    Ok(echo(&socket, count)?)
}
