use super::*;

fn assert_round_trip(data: &[u8]) {
    let compressed = compress(data);
    assert_eq!(decompress(&compressed, data.len()).as_deref(), Some(data));
    if !data.is_empty() {
        let longer = decompress(&compressed, data.len() - 1).expect("valid data");
        assert!(longer.len() >= data.len(), "callers notice longer content");
    }
}

#[test]
fn data_comes_back() {
    for length in [16, 17, 31, 32, 33, 64, 263, 264, 265, 266, 4096] {
        assert_round_trip(&vec![7; length]);
        let counted: Vec<u8> = (0..length).map(|index| (index * 7 % 256) as u8).collect();
        assert_round_trip(&counted);
        let noise = |index: usize| (index as u32).wrapping_mul(2_654_435_761) >> 24;
        assert_round_trip(
            &(0..length)
                .map(|index| noise(index) as u8)
                .collect::<Vec<_>>(),
        );
    }
    // A repetition at the largest distance, and one beyond.
    let distant: Vec<u8> = [vec![1, 2, 3, 4], vec![0; 8188], vec![1, 2, 3, 4]].concat();
    assert_round_trip(&distant);
    let far: Vec<u8> = [vec![1, 2, 3, 4], vec![0; 9000], vec![1, 2, 3, 4]].concat();
    assert_round_trip(&far);
}

#[test]
fn repetitions_become_short() {
    assert!(compress(&[0; 4096]).len() < 64);
    // The shortest match has 3 bytes.
    assert_eq!(compress(b"abcabc"), b"\x02abc\x20\x02");
}

#[test]
fn level_2_is_decompressed() {
    // A literal, then a match of 9 + 255 + 1 bytes at the distance 1.
    let long = [0x20, b'a', 0xe0, 255, 1, 0];
    assert_eq!(decompress(&long, 1000), Some(vec![b'a'; 266]));
    // A distance of 8191 + 1 + 1 bytes, stored in two more bytes.
    let mut far = vec![0x20, b'x'];
    for _ in 0..256 {
        far.push(31);
        far.extend([b'y'; 32]);
    }
    far.extend([0x3f, 255, 0, 1]);
    let out = decompress(&far, 10_000).expect("valid data");
    assert_eq!(out.len(), 1 + 8192 + 3);
    assert_eq!(out[8193..], *b"xyy");
}

#[test]
fn decompression_stops_at_the_limit() {
    // A literal, then a match of a mebibyte.
    let bomb = [&[0x20, b'a', 0xe0][..], &[255; 4112], &[0, 0]].concat();
    let out = decompress(&bomb, 1000).expect("valid data");
    assert!((1001..1100).contains(&out.len()), "{}", out.len());
}

#[test]
fn invalid_data_is_rejected() {
    for data in [
        &[][..],
        &[0x40, 1],
        &[3, 1],
        &[0, 1, 0x20],
        &[0, 1, 0x20, 5],
        &[0, 1, 0xe0],
    ] {
        assert_eq!(decompress(data, 100), None, "{data:?}");
    }
}
