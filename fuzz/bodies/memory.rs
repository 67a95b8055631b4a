/// Runs what may allocate 64 times the input and 4 KiB at one time, and no more.
pub(super) fn within_limit<R>(input: &[u8], run: impl FnOnce() -> R) -> R {
    within_limit_and(4096, input, run)
}

/// Runs `run`, which may allocate at most 64 times the input plus `fixed` bytes at one time.
pub(super) fn within_limit_and<R>(fixed: u64, input: &[u8], run: impl FnOnce() -> R) -> R {
    let mut result = None;
    let info = allocation_counter::measure(|| result = Some(run()));
    let (most, allowed) = (info.bytes_max, 64 * input.len() as u64 + fixed);
    assert!(
        most <= allowed,
        "{} bytes of input, {most} allocated, {allowed} allowed",
        input.len()
    );
    result.expect("it ran")
}
