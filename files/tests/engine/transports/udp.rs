use super::{Transport, encoded};
use crate::live::LiveLayout;
use crate::loopback::TIMEOUT;
use std::net::{Ipv4Addr, UdpSocket};

/// `PacketPeerUDP`, with one value in each packet.
pub(crate) struct UdpTransport(UdpSocket);

/// The maximum length of a packet, in bytes.
const LONGEST: usize = 65_535;

impl UdpTransport {
    pub(crate) fn new() -> Self {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port on loopback");
        socket.set_read_timeout(Some(TIMEOUT)).expect("not zero");
        Self(socket)
    }

    fn packet(&self) -> Vec<u8> {
        let mut packet = vec![0; LONGEST];
        let length = self.0.recv(&mut packet).expect("a packet");
        packet.truncate(length);
        packet
    }
}

impl<E: LiveLayout> Transport<E> for UdpTransport {
    fn name(&self) -> &'static str {
        "udp"
    }

    fn address(&self) -> String {
        self.0.local_addr().expect("it is bound").to_string()
    }

    /// Waits for the engine's first packet, which contains its address.
    fn accept(&mut self) {
        let (_, engine) = self.0.recv_from(&mut [0; 16]).expect("a packet");
        self.0.connect(engine).expect("an address on loopback");
    }

    fn send(&mut self, values: &[E::Variant]) {
        for value in values {
            self.0.send(&encoded::<E>(value)).expect("sent");
        }
    }

    fn receive(&mut self, count: usize) -> Vec<Vec<u8>> {
        (0..count).map(|_| self.packet()).collect()
    }
}
