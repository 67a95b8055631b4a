use super::*;
use crate::error::Advice;
use crate::input::read_start;

#[test]
fn content_up_to_the_limit_is_read() {
    let read = |length: u64| {
        let options = OpenOptions::new().max_content(10);
        let mut content = limited(io::repeat(7).take(length), &options);
        read_start(&mut content, u64::MAX).map_err(Error::from)
    };
    assert_eq!(read(10).unwrap(), [7; 10]);
    let error = read(11).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the content exceeds the limit of 10 bytes"
    );
    assert_eq!(error.advice(), Some(Advice::MaxContent));
}
