use super::*;

#[test]
fn content_up_to_the_limit_is_read() {
    let mut content = Vec::new();
    Limited::new(&[7; 10][..], 10)
        .read_to_end(&mut content)
        .unwrap();
    assert_eq!(content.len(), 10);
    let error = Limited::new(&[7; 11][..], 10)
        .read_to_end(&mut content)
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the content exceeds the limit of 10 bytes; raise --max-content"
    );
}
