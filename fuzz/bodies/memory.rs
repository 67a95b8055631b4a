/// Runs `run`, which may allocate at most 64 times the input plus 4 KiB at one time.
pub(super) fn within_limit<R>(input: &[u8], run: impl FnOnce() -> R) -> R {
    within_limit_and(4096, input, run)
}

/// Runs `run`, which may allocate at most 64 times the input plus `fixed` bytes at one time.
pub(super) fn within_limit_and<R>(fixed: u64, input: &[u8], run: impl FnOnce() -> R) -> R {
    let mut result = None;
    let info = allocation_counter::measure(|| result = Some(run()));
    let (peak, allowed) = (info.bytes_max, 64 * input.len() as u64 + fixed);
    assert!(
        peak <= allowed,
        "{} bytes of input, {peak} allocated, {allowed} allowed",
        input.len()
    );
    result.expect("`measure` runs the closure")
}
