/// Runs what may allocate 64 times the input and 4 KiB at one time, and no more.
pub(super) fn within_limit<R>(input: &[u8], run: impl FnOnce() -> R) -> R {
    let mut result = None;
    let info = allocation_counter::measure(|| result = Some(run()));
    let (most, allowed) = (info.bytes_max, 64 * input.len() as u64 + 4096);
    assert!(
        most <= allowed,
        "{} bytes of input, {most} allocated, {allowed} allowed",
        input.len()
    );
    result.expect("it ran")
}
