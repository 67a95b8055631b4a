//! A server for one client at a time, to show that it shares the types of the client.
//!
//! A server for the internet needs limits of connections, rate and idle time, which the other
//! examples of gdvariant have.

use gdext_messages::{Reply, Request};
use gdvariant::framing::{FrameOptions, Frames};
use gdvariant::{Godot4, Vector2, godot4};
use std::error::Error;
use std::io;
use std::net::{TcpListener, TcpStream};

/// `gdext-server [ADDRESS]`
fn main() -> io::Result<()> {
    let address = std::env::args().nth(1);
    let listener = TcpListener::bind(address.as_deref().unwrap_or("127.0.0.1:4330"))?;
    println!("listening on {}", listener.local_addr()?);
    for connection in listener.incoming() {
        if let Err(error) = serve(&connection?) {
            eprintln!("{error}");
        }
    }
    Ok(())
}

/// Answers each request of a client, until the client leaves.
fn serve(connection: &TcpStream) -> Result<(), Box<dyn Error>> {
    connection.set_nodelay(true)?;
    let options = FrameOptions::packets().max_length(1 << 16);
    let mut path = vec![Vector2::default()];
    for request in Frames::new(connection, options).values::<Godot4, _>() {
        let request = request?;
        println!("{request:?}");
        let reply = match request {
            Request::Join { .. } => Reply::Welcome { id: 1 },
            Request::Walk { direction } => {
                let last = path.last().copied().unwrap_or_default();
                let position = Vector2::new(last.x + direction.x, last.y + direction.y);
                path.push(position);
                let path = path.clone();
                Reply::Moved { position, path }
            }
        };
        godot4::write_framed(connection, &reply)?;
    }
    Ok(())
}
