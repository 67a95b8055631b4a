use futures_util::StreamExt;
use gdvariant::framing::{Codec, FrameOptions};
use gdvariant::{Godot3, Variant, Vector4};
use tokio::io::DuplexStream;
use tokio_util::codec::Framed;

struct Plain;

#[derive(Variant)]
struct Borrowed<'a> {
    name: &'a str,
}

#[derive(Variant)]
struct Plane {
    normal: Vector4,
}

async fn plain(stream: DuplexStream) {
    let mut messages = Framed::new(stream, Codec::<Godot3, Plain>::new());
    messages.next().await;
}

async fn borrowed(stream: DuplexStream) {
    let mut messages = Framed::new(stream, Codec::<Godot3, Borrowed>::new());
    messages.next().await;
}

async fn other_layout(stream: DuplexStream) {
    let codec = Codec::<Godot3, Plane>::with_options(FrameOptions::new());
    let mut messages = Framed::new(stream, codec);
    messages.next().await;
}

fn main() {}
