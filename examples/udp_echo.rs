//! Sends every value back to its sender over UDP.
//!
//! This is a minimal server for Godot 3 games that use `PacketPeerUDP`.
//!
//! A packet is one value, without a length prefix. Decoding borrows strings and packed arrays from
//! the packet, and all answers are encoded into one buffer.
//!
//! The address of a sender can be forged, so the server never answers with more bytes than it
//! received, and does not answer an invalid packet: otherwise, it would amplify the traffic of an
//! attacker towards others.
//!
//! ```text
//! cargo run --example udp_echo -- 127.0.0.1:4322
//! godot3-server --no-window -s examples/clients/udp_client.gd 4322
//! ```

use gdvariant::EncodeOptions;
use gdvariant::godot3::{self, VariantRef};
use std::error::Error;
use std::net::UdpSocket;

/// The maximum length of the data in a UDP packet, in bytes.
const MAX_LENGTH: u16 = 65_507;

/// Answers `count` packets, or all packets without a count.
pub(crate) fn echo(socket: &UdpSocket, count: Option<usize>) -> std::io::Result<()> {
    let mut received = vec![0; MAX_LENGTH.into()];
    let mut sent = Vec::new();
    for _ in 0..count.unwrap_or(usize::MAX) {
        let (length, sender) = socket.recv_from(&mut received)?;
        sent.clear();
        if let Err(error) = answer(&received[..length], &mut sent) {
            eprintln!("no answer for {sender}: {error}");
            continue;
        }
        // Ignores errors, because the sender may have disappeared.
        socket.send_to(&sent, sender).ok();
    }
    Ok(())
}

/// Encodes the value of the packet, in at most as many bytes.
fn answer(packet: &[u8], sent: &mut Vec<u8>) -> Result<(), Box<dyn Error>> {
    let value: VariantRef<'_> = godot3::from_slice(packet)?;
    let options = EncodeOptions::new().max_length(packet.len().try_into()?);
    Ok(godot3::encode_into_with(&value, sent, options)?)
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
