use gdvariant::Variant;
use std::time::Duration;

mod seconds {
    use gdvariant::{Decode, DecodeError, Encode, EncodeError, Engine, Reader, Writer};
    use std::time::Duration;

    pub fn encode<E: Engine>(duration: &Duration, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        duration.as_secs_f64().encode(writer)
    }

    pub fn decode<E: Engine>(reader: &mut Reader<'_, E>) -> Result<Duration, DecodeError> {
        f64::decode(reader).map(Duration::from_secs_f64)
    }
}

#[derive(Variant)]
struct Cooldown {
    #[variant(each_with = "seconds")]
    left: Duration,
}

fn main() {}
