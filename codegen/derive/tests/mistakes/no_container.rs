use gdvariant::Variant;
use std::time::Duration;

mod seconds {
    use gdvariant::{Decode, DecodeError, Encode, EncodeError, Layout, Reader, Writer};
    use std::time::Duration;

    pub fn encode<L: Layout>(duration: &Duration, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        duration.as_secs_f64().encode(writer)
    }

    pub fn decode<L: Layout>(reader: &mut Reader<'_, L>) -> Result<Duration, DecodeError> {
        f64::decode(reader).map(Duration::from_secs_f64)
    }
}

#[derive(Variant)]
struct Cooldown {
    #[variant(each_with = "seconds")]
    left: Duration,
}

fn main() {}
