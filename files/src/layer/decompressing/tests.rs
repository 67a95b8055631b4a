use super::*;
use crate::input::read_start;

#[test]
fn content_up_to_the_limit_is_read() {
    let read = |length: u64| {
        let mut content = limited(io::repeat(7).take(length), 10);
        read_start(&mut content, u64::MAX).map_err(Error::from)
    };
    assert_eq!(read(10).unwrap(), [7; 10]);
    let error = read(11).unwrap_err();
    assert_eq!(
        error.advice(),
        Some(gdvariant::Advice::Raise("max_content"))
    );
}

#[test]
fn errors_of_gzip_name_it() {
    let file = crate::layer::Layer::from_mode(Compression::Gzip)
        .wrap(&[7; 100])
        .unwrap();
    let read = |file: &[u8]| {
        let content = decompressing(Compression::Gzip, crate::input::from_bytes(file), u64::MAX);
        read_start(&mut content.unwrap(), u64::MAX).map_err(|error| error.to_string())
    };
    assert_eq!(read(&file), Ok(vec![7; 100]));
    for offset in 10..file.len() {
        let error = read(&file[..offset]).unwrap_err();
        assert!(
            error.starts_with("invalid gzip stream: "),
            "{offset}: {error}"
        );
        let mut changed = file.clone();
        changed[offset] ^= 1;
        let error = read(&changed).err().unwrap_or_default();
        let is_named = error.starts_with("invalid gzip stream: ");
        assert!(is_named || error.is_empty(), "{offset}: {error}");
    }
}
